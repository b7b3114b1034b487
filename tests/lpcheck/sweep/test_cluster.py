"""A sweep on Dask's own scheduler and workers, one of them killed in the middle."""

import json
import os
import signal
import time

import pytest

from formulations import InputError
from lpcheck import __version__
from lpcheck.ranges.seeds import Question, hunt_seeds
from lpcheck.sweep import cluster as cluster_module


@pytest.fixture
def cluster(folder):
    """A scheduler and three workers, as processes of their own; started in the sweep's folder."""
    file = folder.path / "scheduler.json"
    dask = ("distributed.cli.dask_scheduler", "distributed.cli.dask_worker")
    common = ("--scheduler-file", str(file), "--no-dashboard")
    started = [folder.start(dask[0], *common, "--port", "0", "--host", "127.0.0.1")]
    for _ in range(3):
        started.append(folder.start(dask[1], *common, "--no-nanny", "--nthreads", "1"))
    limit = time.monotonic() + 60
    while not file.exists():
        assert time.monotonic() < limit, "the scheduler did not start"
        time.sleep(0.1)
    address = json.loads(file.read_text())["address"]
    yield address, started
    for process in started:
        process.kill()
        process.communicate()


def test_the_file_is_that_of_a_local_run(folder, cluster):
    address, (_, *workers) = cluster
    folder.slow(120)
    process = folder.start(
        "lpcheck", "sweep", "sweep.toml", "--out", "far.sqlite", "--scheduler", address
    )
    while folder.count("far.sqlite") == 0 and process.poll() is None:
        time.sleep(0.05)
    assert process.poll() is None, process.communicate()
    os.kill(workers[0].pid, signal.SIGKILL)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert "120 points" in out
    assert folder.run("sweep.toml", "--out", "near.sqlite")[0] == 0
    assert (folder.path / "far.sqlite").read_bytes() == (folder.path / "near.sqlite").read_bytes()


def test_a_hunt_finds_there_what_it_finds_here(cluster):
    text = "(1 if x == y else e^-ε)/(1 + (k - 1)*e^-ε)"
    question = Question("information", text, {}, (3, 3), (0.1, 2.0), 3, 60.0)
    far = hunt_seeds(question, [0, 1, 2], scheduler=cluster[0])
    near = hunt_seeds(question, [0, 1, 2])
    assert far.tried == near.tried == 9
    parameters = [found.counterexample.finding.problem.parameters for found in (far, near)]
    assert parameters[0] == parameters[1]


class Client:
    """What a client is told by workers."""

    def __init__(self, answers):
        self.answers = answers

    def run(self, _, on_error):
        assert on_error == "return"
        return self.answers


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ({}, "no workers"),
        ({"a": OSError("closed")}, "no workers"),
        ({"a": __version__, "b": "0.0.1"}, "b has lpcheck 0.0.1"),
        ({"a": ImportError("lpcheck")}, "a has lpcheck none"),
    ],
)
def test_workers_of_another_version(answers, words):
    with pytest.raises(InputError, match=words):
        cluster_module._same_version(Client(answers), "tcp://host:8786")
    alive = {"a": __version__, "b": OSError("closed")}
    cluster_module._same_version(Client(alive), "tcp://host:8786")


def test_a_scheduler_that_goes_away(folder, cluster):
    address, (scheduler, *_) = cluster
    folder.slow(400)
    process = folder.start(
        "lpcheck", "sweep", "sweep.toml", "--out", "a.sqlite", "--scheduler", address
    )
    while folder.count("a.sqlite") == 0 and process.poll() is None:
        time.sleep(0.05)
    scheduler.kill()
    _, err = process.communicate(timeout=120)
    assert process.returncode == 2, err
    assert "went away" in err
    assert "Traceback" not in err
    assert 0 < folder.count("a.sqlite") < 400


def test_a_scheduler_that_is_not_there(folder, small):
    for address in ("tcp://127.0.0.1:1", "no scheme://", ""):
        status, _, err = folder.run("sweep.toml", "--out", "a.sqlite", "--scheduler", address)
        assert status == 2
        assert "scheduler" in err
        assert "Traceback" not in err


def test_jobs_and_scheduler_exclude_each_other(folder, small):
    status, _, err = folder.run(
        "sweep.toml", "--out", "a", "--scheduler", "tcp://127.0.0.1:1", "--jobs", "2"
    )
    assert status == 2
    assert "for a cluster" in err
    assert not (folder.path / "a").exists()
