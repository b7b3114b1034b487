"""pure-LDP (Samuel Maddock): frequency oracles; its clients have `privatise`."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from lpcheck.auditing.adapters.case import Case, Client


def _same(x: Any) -> Any:
    return x


def _oracles() -> Any:
    return import_module("pure_ldp.frequency_oracles")


def _made(name: str, k: int, epsilon: float, **more: Any) -> Client:
    oracles = _oracles()

    client: Any = getattr(oracles, f"{name}Client")(epsilon, k, index_mapper=_same, **more)
    return client.privatise  # type: ignore[no-any-return]


def _fast_hashing(k: int, epsilon: float) -> Client:
    oracles = _oracles()

    client: Any = oracles.FastLHClient(epsilon, k, 24, use_olh=True, index_mapper=_same)
    return client.privatise  # type: ignore[no-any-return]


def _hadamard_response(k: int, epsilon: float) -> Client:
    oracles = _oracles()

    server = oracles.HadamardResponseServer(epsilon, k, _same)
    hashes = server.get_hash_funcs()
    client: Any = oracles.HadamardResponseClient(epsilon, k, hashes, _same)
    return client.privatise  # type: ignore[no-any-return]


def _sketch(hadamard: bool, k: int, epsilon: float) -> Client:
    kind = import_module("pure_ldp.frequency_oracles.apple_cms").CMSClient

    width = 1 << (k - 1).bit_length()
    table = [random.Random(j).sample(range(width), width) for j in range(2)]
    hashes = [partial(_look_up, row) for row in table]
    client: Any = kind(epsilon, hashes, width, hadamard)
    return client.privatise  # type: ignore[no-any-return]


def _look_up(row: list[int], data: str) -> int:
    return row[int(data)]


def _decoder(name: str, **more: Any) -> Callable[[int, float], Client]:
    def make(k: int, epsilon: float) -> Client:
        import numpy as np  # noqa: PLC0415

        oracles = _oracles()

        def decode(report: Any) -> Any:
            server: Any = getattr(oracles, f"{name}Server")(epsilon, k, index_mapper=_same, **more)
            server.aggregate(np.array(report) if isinstance(report, tuple) else report)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return [server.estimate(x, suppress_warnings=True) for x in range(k)]

        return decode

    return make


_README = (
    '"simple implementations of various state-of-the-art LDP algorithms"; the constructors take '
    '"epsilon: float - privacy budget"'
)
_BOTH = ("1.2.0", "1.1.2")


def _case(mechanism: str, client: Callable[[int, float], Client], **more: Any) -> Case:
    versions = more.pop("versions", _BOTH)
    return Case("pure-ldp", versions, mechanism, _README, "README, docstrings", client, **more)


CASES = (
    _case(
        "DE (randomized response)",
        partial(_made, "DE"),
        decoder=_decoder("DE"),
        stands="keeps ε",
        change="subset selection, from k = 6 on",
    ),
    _case(
        "UE (symmetric)",
        partial(_made, "UE"),
        versions=("1.2.0",),
        decoder=_decoder("UE"),
        stands="keeps ε",
        change="subset selection",
    ),
    _case(
        "UE (symmetric)",
        partial(_made, "UE"),
        versions=("1.1.2",),
        stands="mended in 1.2.0, after an empirical audit by Arcolezi and Gambs (arXiv 2309.01597; "
        "the project's issue 11): the bit of the true value was set with probability p, and else "
        "left as the noise had it, not cleared",
        change="upgrade to 1.2.0",
    ),
    _case(
        "OUE",
        partial(_made, "UE", use_oue=True),
        versions=("1.2.0",),
        decoder=_decoder("UE", use_oue=True),
        stands="keeps ε",
        change="subset selection",
    ),
    _case(
        "OUE",
        partial(_made, "UE", use_oue=True),
        versions=("1.1.2",),
        stands="mended in 1.2.0, as above",
        change="upgrade to 1.2.0",
    ),
    _case(
        "OLH",
        partial(_made, "LH", use_olh=True),
        versions=("1.2.0",),
        seeds=24,
        stands="keeps ε, with each of 24 hash seeds",
        change="subset selection",
    ),
    _case(
        "FLH (24 hash functions)",
        _fast_hashing,
        versions=("1.2.0",),
        stands="keeps ε",
        change="subset selection",
    ),
    _case(
        "Hadamard response",
        _hadamard_response,
        versions=("1.2.0",),
        stands="keeps ε",
        change="subset selection",
    ),
    _case(
        "Hadamard mechanism (t = 1)",
        partial(_made, "HadamardMech", t=1),
        versions=("1.2.0",),
        stands="keeps ε",
        change="subset selection; or Hadamard response, which is in the same library",
    ),
    _case(
        "CMS (2 hash functions)",
        partial(_sketch, False),
        versions=("1.2.0",),
        sizes=(2, 3, 4, 5, 6, 7, 8),
        stands="keeps ε; made for alphabets far larger than these",
        change="subset selection, for alphabets this small",
    ),
    _case(
        "HCMS (2 hash functions)",
        partial(_sketch, True),
        versions=("1.2.0",),
        stands="keeps ε; one bit a report",
        change="subset selection, for alphabets this small",
    ),
)
