"""Click logs in the format of the Avazu competition, as Section 5.3 uses them.

`train.csv` or `train.gz`: comma-separated with a header, of which `click`, `site_id`, `device_id`
and the attribute are used. The file is read three times and never held: memory grows with the
websites and with the users who click often, not with the rows.

What the paper leaves open, and what is done here: a user is a `device_id` (a placeholder that many
devices share is not removed), a website is a `site_id`; ties for the last of the top websites
go to the smaller name; the clicks of a user count within each subcategory separately.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from lpcheck.papers.zamanlooy2025.figures._files import refusal, rows
from lpcheck.papers.zamanlooy2025.figures.groups import Group

REMEDY = "give the training file of the Avazu competition, train.csv or train.gz"
ATTRIBUTES = ("C1", *(f"C{i}" for i in range(14, 22)))
WEBSITES, CLICKS, USERS = 100, 20, 100

Click = tuple[str, str, str]


def read(
    path: Path,
    attribute: str = "C18",
    *,
    websites: int = WEBSITES,
    clicks: int = CLICKS,
    users: int = USERS,
    buckets: int = 2**24,
) -> list[Group]:
    """The subcategories of an attribute with enough users who click enough.

    Args:
        path: the file.
        attribute: its column.
        websites: how many websites with the most clicks a subcategory keeps.
        clicks: how many clicks on these a user must have.
        users: how many such users a subcategory must have.
        buckets: for the count that tells who may have enough clicks; only memory depends on it.

    Raises:
        formulations.InputError: not such a file, with the line.
    """
    top = _top_websites(path, attribute, websites)
    enough = min(clicks, 255)
    promising = _promising(path, attribute, top, enough, buckets)
    counts: dict[str, dict[str, Counter[int]]] = {value: {} for value in top}
    for value, user, site in _clicks(path, attribute):
        place = top[value].get(site)
        if place is not None and promising[_bucket(value, user, buckets)] >= enough:
            counts[value].setdefault(user, Counter())[place] += 1
    groups = []
    for value in sorted(top, key=_as_number):
        kept = [c for c in counts[value].values() if c.total() >= clicks]
        if len(kept) >= users:
            table = np.zeros((len(kept), len(top[value])))
            for row, count in zip(table, kept, strict=True):
                row[list(count)] = list(count.values())
            groups.append(Group(value, tuple(top[value]), table))
    if not groups:
        problem = f"has no value of {attribute} with {users} users of {clicks} clicks each"
        raise refusal(path, None, problem, "give the whole log")
    return groups


def _top_websites(path: Path, attribute: str, websites: int) -> dict[str, dict[str, int]]:
    """For each subcategory, the places of its websites with the most clicks."""
    clicks: dict[str, Counter[str]] = {}
    for value, _, site in _clicks(path, attribute):
        clicks.setdefault(value, Counter())[site] += 1
    return {
        value: {
            site: place
            for place, (site, _) in enumerate(
                sorted(count.items(), key=lambda item: (-item[1], item[0]))[:websites]
            )
        }
        for value, count in clicks.items()
    }


def _promising(
    path: Path, attribute: str, top: dict[str, dict[str, int]], enough: int, buckets: int
) -> bytearray:
    """Clicks by bucket of users, up to `enough`: who has enough is in a bucket with enough."""
    count = bytearray(buckets)
    for value, user, site in _clicks(path, attribute):
        if site in top[value]:
            bucket = _bucket(value, user, buckets)
            if count[bucket] < enough:
                count[bucket] += 1
    return count


def _bucket(value: str, user: str, buckets: int) -> int:
    return zlib.crc32(f"{value},{user}".encode()) % buckets


def _clicks(path: Path, attribute: str) -> Iterator[Click]:
    """Subcategory, user and website of each click."""
    lines = rows(path, ",", "utf-8-sig", REMEDY)
    _, header = next(lines, (1, []))
    missing = [n for n in ("click", attribute, "device_id", "site_id") if n not in header]
    if missing:
        raise refusal(path, 1, f"names no column '{missing[0]}'", REMEDY)
    width, click = len(header), header.index("click")
    places = [header.index(name) for name in (attribute, "device_id", "site_id")]
    for number, fields in lines:
        if len(fields) != width:
            problem = f"has {len(fields)} fields where {width} are due"
            raise refusal(path, number, problem, REMEDY)
        if fields[click] == "1":
            value, user, site = (fields[place] for place in places)
            yield value, user, site
        elif fields[click] != "0":
            raise refusal(path, number, f"has click '{fields[click][:20]}', not 0 or 1", REMEDY)


def _as_number(value: str) -> tuple[int, str]:
    return (int(value) if value.lstrip("-").isdigit() else 0, value)
