"""Multi-Freq-LDPy (Héber Arcolezi): one function a protocol, compiled by Numba."""

from __future__ import annotations

from functools import partial
from importlib import import_module

from lpcheck.auditing.adapters.case import Case, Client


def _client(protocol: str, k: int, epsilon: float, *, optimal: bool | None = None) -> Client:
    module = import_module(f"multi_freq_ldpy.pure_frequency_oracles.{protocol}")
    function = getattr(module, f"{protocol}_Client")
    if optimal is None:
        return lambda x: function(x, k, epsilon)
    return lambda x: function(x, k, epsilon, optimal)


def _as_a_set(k: int, epsilon: float) -> Client:
    client = _client("SS", k, epsilon)
    return lambda x: frozenset(client(x).tolist())


_BETTER = ("SS, which is in the same library", "SS, which is in the same library, from k = 6 on")
_PROMISE = '":param epsilon: privacy guarantee;"'
_SET = f'{_PROMISE} ":return: set of sub_k sanitized values."'


def _case(mechanism: str, client: partial[Client], seeds: int = 0) -> Case:
    stands = "keeps ε" + (f", with each of {seeds} hash seeds" if seeds else "")
    return Case("multi-freq-ldpy", ("0.2.5",), mechanism, _PROMISE, "docstring", client,
                seeds=seeds, stands=stands, change=_BETTER[mechanism == "GRR"])  # fmt: skip


CASES = (
    _case("GRR", partial(_client, "GRR")),
    _case("UE (symmetric)", partial(_client, "UE", optimal=False)),
    _case("OUE", partial(_client, "UE", optimal=True)),
    Case("multi-freq-ldpy", ("0.2.5",), "SS, as the set that is promised", _SET, "docstring",
         _as_a_set, stands="keeps ε, and is optimal"),
    Case("multi-freq-ldpy", ("0.2.5",), "SS, as the array that is returned", _SET, "docstring",
         partial(_client, "SS"), stands="as a set it keeps ε, and its estimates use the set alone; "
         "but what is returned is an array in which a true value that is kept stands first: with "
         "subsets of two and more (k ≥ 6 at ε = 1) who sees the array learns more, and no ε covers "
         "that. 20000 draws of the compiled function show the same",
         change="shuffle or sort the array before it is returned, as ldp-toolbox, by the same "
         "author, does"),
    _case("LH (optimal g)", partial(_client, "LH"), seeds=24),
)  # fmt: skip
