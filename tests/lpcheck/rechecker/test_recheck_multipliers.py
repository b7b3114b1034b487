"""Any multipliers give true bounds: 1000 random wrong ones, wide and never wrong."""

import copy
import random
from decimal import Decimal
from fractions import Fraction

from lpcheck.rechecker import enclose

WRONG = 1000


def number(text):
    return float(text) if text in ("inf", "-inf") else Fraction(text)


def spoil(rng, node, size):
    """Every number in a dual replaced or moved."""
    if isinstance(node, dict):
        return {
            k: v if k in ("first", "second", "count") else spoil(rng, v, size)
            for k, v in node.items()
        }
    if isinstance(node, list):
        return [spoil(rng, x, size) for x in node]
    if node is None:
        return rng.choice([None, "1", "3/2"])
    if not isinstance(node, str):
        return node
    moved = Decimal(node) * Decimal(repr(1 + size * rng.uniform(-1, 1)))
    return str(moved + Decimal(repr(size * rng.uniform(-0.1, 0.1))))


def test_wrong_multipliers_are_sound(name, certificates):
    document = certificates[name]
    rng = random.Random(f"multipliers {name}")
    true = [number(document["bounds"][key]) for key in ("lower", "upper")]
    proved = widened = 0
    for _ in range(WRONG // len(certificates) + 1):
        altered = copy.deepcopy(document)
        altered["mechanism"] = None
        altered["dual"] = spoil(rng, document["dual"], 10 ** rng.uniform(-12, 1))
        found = enclose(altered)
        if not found:  # a point or a normaliser below 0, weights that are all 0
            assert "positive" in found.reason or "outside" in found.reason
            continue
        lower, upper = (number(x) for x in found.bounds)
        assert lower <= true[1]
        assert upper >= true[0]
        proved += 1
        widened += upper - lower > true[1] - true[0]
    assert proved > 5
    if document["dual"]:
        assert widened > proved / 2
