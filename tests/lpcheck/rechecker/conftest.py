"""Certificates to judge, and the problems they are about."""

import json
from pathlib import Path

import pytest

import formulations

DATA = Path(__file__).parent / "data"
NAMES = sorted(path.stem for path in DATA.glob("*.json"))

CLASSES = {
    cls.slug: cls
    for cls in (
        formulations.Staircase,
        formulations.Information,
        formulations.ApproximateBinary,
        formulations.PublicPrior,
        formulations.Mollifier,
        formulations.RelativeMollifier,
        formulations.MinimaxSampler,
        formulations.LocalMinimax,
        formulations.Fisher,
        formulations.Loss,
        formulations.Estimation,
    )
}


def load(name):
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


def problem_of(document):
    return CLASSES[document["problem"]](**document["parameters"])


def pytest_generate_tests(metafunc):
    if "name" in metafunc.fixturenames:
        metafunc.parametrize("name", NAMES)


@pytest.fixture
def document(name):
    return load(name)


@pytest.fixture(scope="session")
def certificates():
    return {name: load(name) for name in NAMES}


@pytest.fixture(scope="session")
def build():
    return problem_of
