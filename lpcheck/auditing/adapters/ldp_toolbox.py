"""LDP Toolbox (Héber Arcolezi): a class a protocol, with `obfuscate` and `estimate`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from lpcheck.auditing.adapters.case import Case, Client


def _protocol(module: str, name: str, k: int, epsilon: float, **more: Any) -> Any:
    found = import_module(f"ldp_toolbox.protocols.frequency.{module}")
    return getattr(found, name)(k, epsilon, **more)


def _client(module: str, name: str, k: int, epsilon: float, **more: Any) -> Client:
    return _protocol(module, name, k, epsilon, **more).obfuscate  # type: ignore[no-any-return]


def _decoder(module: str, name: str, **more: Any) -> Callable[[int, float], Client]:
    def make(k: int, epsilon: float) -> Client:
        import numpy as np  # noqa: PLC0415

        protocol = _protocol(module, name, k, epsilon, **more)

        def decode(report: Any) -> Any:
            seen = [np.array(report)] if isinstance(report, tuple) else [report]
            with np.errstate(invalid="ignore"):  # 0/0 where every estimate is clipped
                return np.nan_to_num(protocol.estimate(seen))

        return decode

    return make


_PROMISE = (
    '"epsilon: The privacy budget, which determines the strength of the privacy guarantee"; of '
    '`estimate`: "This method applies unbiased estimation"'
)


def _case(mechanism: str, module: str, name: str, **more: Any) -> Case:
    better = "SS, which is in the same library"
    change = {"SS (subset selection)": "", "GRR": f"{better}, from k = 6 on"}.get(mechanism, better)
    return Case("ldp-toolbox", ("0.1.3",), mechanism, _PROMISE, "docstrings",
                partial(_client, module, name, **more), decoder=_decoder(module, name, **more),
                stands="keeps ε; `estimate` clips to [0, ∞) and divides by the sum after the "
                "unbiased step, and so is biased", change=change)  # fmt: skip


CASES = (
    _case("GRR", "grr", "GeneralizedRandomizedResponse"),
    _case("UE (symmetric)", "ue", "UnaryEncoding", optimal=False),
    _case("OUE", "ue", "UnaryEncoding"),
    _case("SS (subset selection)", "ss", "SubsetSelection"),
)
