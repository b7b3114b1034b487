"""A sweep holds every point once, whatever happens on the way."""

import os
import random
import signal
import sqlite3
import threading
import time
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import lpcheck
from formulations import InputError, PublicPrior, Staircase
from lpcheck.mechanisms import randomized_response
from lpcheck.sweep import read_plan, sweep
from lpcheck.sweep.point import Point
from lpcheck.sweep.store import Store


def test_rows_are_what_check_and_solve_say(folder, small):
    plan = read_plan(small)
    found = sweep(plan, folder.path / "a.sqlite", jobs=1)
    assert (found.done, found.total, found.resumed) == (66, 66, 0)
    rows = folder.rows("a.sqlite", "SELECT point, epsilon FROM staircase")
    assert len(rows) == 120
    for point, epsilon in rows[1::24]:
        given = plan[point].parameters
        problem = Staircase(
            p0=given["p0"].split(","), p1=given["p1"].split(","), epsilon=epsilon,
            divergence=given["divergence"],
        )  # fmt: skip
        finding = lpcheck.check(problem, randomized_response(4, float(Fraction(epsilon))))
        query = (
            "SELECT verdict, mechanism_value, gap, lower, upper FROM staircase "
            f"WHERE point = {point} AND mechanism LIKE '%response'"
        )
        (row,) = folder.rows("a.sqlite", query)
        values = (finding.value, finding.gap, finding.bounds.lower, finding.bounds.upper)
        assert row == (finding.verdict, *values)
    query = 'SELECT prior, epsilon, lower, upper, status, mechanism FROM "public-prior"'
    for prior, epsilon, lower, upper, status, mechanism in folder.rows("a.sqlite", query):
        solution = lpcheck.solve(PublicPrior(prior=prior.split(","), epsilon=epsilon))
        assert (lower, upper, status) == (solution.bounds.lower, solution.bounds.upper, "optimal")
        assert mechanism is None


def test_a_point_that_states_no_problem_is_a_row(folder):
    path = folder.config(
        '[[grid]]\nproblem = "information"\nepsilon = [-1, 1]\nprior = ["1/2,1/2", "1/2,1/3"]\n'
        'mechanisms = ["os:getpid", "os:getcwd"]'
    )
    found = sweep(read_plan(path), folder.path / "a.sqlite", jobs=1)
    # Three points are no problem; at the fourth neither function returns a kernel.
    assert found.outcomes == {"refused": 5}
    messages = [m for (m,) in folder.rows("a.sqlite", "SELECT message FROM results")]
    assert all(messages)
    assert "epsilon" in messages[0]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_mechanism_that_is_not_there_is_refused_before_anything_is_stored(folder, jobs):
    """It may be there elsewhere, so that it is no finding on a point."""
    path = folder.config(
        '[[grid]]\nproblem = "information"\nepsilon = [1, 2]\nprior = "1/2,1/2"\n'
        'mechanisms = ["lpcheck.mechanisms:binary_informatio"]'
    )
    with pytest.raises(InputError, match="did you mean 'binary_information'") as caught:
        sweep(read_plan(path), folder.path / "a.sqlite", jobs=jobs)
    assert caught.value.parameter == "mechanisms"
    assert not (folder.path / "a.sqlite").exists()


def test_infinite_values_stay_numbers(folder):
    path = folder.config(
        '[[grid]]\nproblem = "relative-mollifier"\nepsilon = 1\ndivergence = "kl"\n'
        'target = "1/2,1/2"\nreference = "1,0"'
    )
    sweep(read_plan(path), folder.path / "a.sqlite", jobs=1)
    assert folder.rows("a.sqlite", "SELECT value FROM results") == [(np.inf,)]


def test_two_workers_write_the_same_bytes_as_one(folder, small):
    plan = read_plan(small)
    sweep(plan, folder.path / "one.sqlite", jobs=1)
    sweep(plan, folder.path / "two.sqlite", jobs=2)
    assert (folder.path / "one.sqlite").read_bytes() == (folder.path / "two.sqlite").read_bytes()


def test_a_point_has_the_same_rows_whatever_was_solved_before(small):
    from lpcheck.sweep.evaluate import evaluate

    points = list(read_plan(small).points())
    forwards = [evaluate(p) for p in points]
    assert [evaluate(p) for p in points[::-1]][::-1] == forwards


FORKS = """
import os, sys
from pathlib import Path
import lpcheck.sweep.evaluate
from lpcheck.sweep import read_plan, sweep

plan = read_plan(Path("sweep.toml"))
for _ in sys.stdin:
    pid = os.fork()
    if pid == 0:
        sweep(plan, Path("parts.sqlite"), jobs=1)
        os._exit(0)
    print(pid, flush=True)
    os.waitpid(pid, 0)
    print("gone", flush=True)
"""


def test_killed_at_random_and_resumed_twenty_times(folder):
    """Sixteen times one process that is past its imports, four times the command and workers."""
    folder.slow(120)
    whole = folder.run("sweep.toml", "--out", "whole.sqlite")
    assert whole[0] == 0, whole[2]
    choose, seen = random.Random(11), []
    (folder.path / "forks.py").write_text(FORKS)
    with folder.start("forks", stdin=True) as forks:
        for _ in range(16):
            print(file=forks.stdin, flush=True)
            pid = int(forks.stdout.readline())
            time.sleep(choose.uniform(0, 0.5))  # a point takes 40 ms
            os.kill(pid, signal.SIGKILL)
            assert forks.stdout.readline() == "gone\n"
            seen.append(folder.count("parts.sqlite"))
        forks.stdin.close()
    for _ in range(4):
        before = folder.count("parts.sqlite")
        with folder.start("lpcheck", "sweep", "sweep.toml", "--out", "parts.sqlite") as process:
            while folder.count("parts.sqlite") == before and process.poll() is None:
                time.sleep(0.05)
            time.sleep(choose.uniform(0, 0.3))
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        seen.append(folder.count("parts.sqlite"))
    assert seen == sorted(seen), "nothing that was stored is lost"
    assert len(set(seen)) > 5, "too few runs got anywhere"
    last = folder.run("sweep.toml", "--out", "parts.sqlite")
    assert last[0] == 0, last[2]
    assert (folder.path / "parts.sqlite").read_bytes() == (
        folder.path / "whole.sqlite"
    ).read_bytes()
    assert not list(folder.path.glob(".*.tmp"))


def test_an_interrupt_keeps_what_is_done_and_says_how_to_go_on(folder):
    folder.slow(200)
    process = folder.start("lpcheck", "sweep", "sweep.toml", "--out", "a.sqlite", "--jobs", "1")
    while process.poll() is None and folder.count("a.sqlite") == 0:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "run the same command to go on" in err
    kept = folder.count("a.sqlite")
    assert 0 < kept < 200
    assert f"{kept} of 200" in err
    status, out, _ = folder.run("sweep.toml", "--out", "a.sqlite")
    assert status == 0
    assert f"200 points, {kept} of them before" in out


def test_a_worker_killed_in_the_middle_loses_nothing(folder):
    folder.slow(120)
    process = folder.start("lpcheck", "sweep", "sweep.toml", "--out", "a.sqlite", "--jobs", "2")
    while process.poll() is None and folder.count("a.sqlite") == 0:
        time.sleep(0.05)
    os.kill(workers_of(process.pid)[-1], signal.SIGKILL)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert "120 points" in out
    assert folder.rows("a.sqlite", "SELECT COUNT(*), COUNT(DISTINCT point) FROM results") == [
        (120, 120)
    ]


def workers_of(pid):
    """The processes that compute: children whose command is a worker's."""
    found = []
    for child in os.listdir("/proc"):
        if child.isdigit():
            try:
                stat = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
                command = Path(f"/proc/{child}/cmdline").read_text()
            except OSError:
                continue
            if int(stat[1]) == pid and "LokyProcess" in command:
                found.append(int(child))
    return sorted(found)


def test_workers_end_with_a_command_that_is_killed(folder):
    folder.slow(400)
    process = folder.start("lpcheck", "sweep", "sweep.toml", "--out", "a.sqlite", "--jobs", "2")
    while process.poll() is None and folder.count("a.sqlite") == 0:
        time.sleep(0.05)
    assert len(workers_of(process.pid)) == 2
    process.kill()
    process.communicate(timeout=30)  # until nobody holds its output


DIES = """
import os
import signal

import numpy as np


def kernel(k, epsilon):
    if 0.5 < epsilon < 0.52:
        os.kill(os.getpid(), signal.SIGKILL)  # as the system does when memory runs out
    return np.ones((k, 1))
"""


def test_a_point_that_kills_its_worker_keeps_no_other_from_being_solved(folder):
    config = folder.slow(100)
    (folder.path / "dies.py").write_text(DIES)
    config.write_text(config.read_text().replace("slowly:", "dies:"))
    status, _, err = folder.run("sweep.toml", "--out", "a.sqlite", "--jobs", "2")
    assert status == 2
    assert "workers died" in err
    left = set(range(100)) - {
        point for (point,) in folder.rows("a.sqlite", "SELECT point FROM results")
    }
    assert 14 in left, "the point at 0.51"
    assert len(left) <= 4, "no more than are at work or next at once"
    assert "Traceback" not in err


def test_points_are_never_stored_twice(folder, small):
    plan = read_plan(small)
    store = Store(folder.path / "a.sqlite", plan)
    row = ("staircase", "{}", None, "optimal", 1.0, 1.0, 1.0, None, None, None, None, "")
    store.add([(0, [row])])
    with pytest.raises(InputError, match="another process"):
        store.add([(1, [row]), (0, [row])])
    assert store.done() == {0}, "a transaction is all or nothing"
    store.close()


def test_a_file_of_another_sweep_is_refused(folder, small):
    out = folder.path / "a.sqlite"
    sweep(read_plan(small), out, jobs=1)
    before = out.read_bytes()
    small.write_text(small.read_text().replace("seed = 7", "seed = 8"))
    with pytest.raises(InputError, match="another configuration"):
        sweep(read_plan(small), out, jobs=1)
    assert out.read_bytes() == before


def test_files_that_are_no_sweep(folder, small):
    plan = read_plan(small)
    (folder.path / "text").write_text("not a database at all, but long enough to be read as one")
    other = sqlite3.connect(folder.path / "other.sqlite")
    other.execute("CREATE TABLE mine (x)")
    other.commit()
    other.close()
    for name in ("text", "other.sqlite", "none/a.sqlite", "."):
        with pytest.raises(InputError) as caught:
            Store(folder.path / name, plan)
        assert caught.value.parameter == "out"
    assert "not a database" in (folder.path / "text").read_text()


def test_a_damaged_file_is_refused(folder):
    plan = read_plan(folder.slow(60))
    assert folder.run("sweep.toml", "--out", "a.sqlite")[0] == 0
    page = 4096
    content = (folder.path / "a.sqlite").read_bytes()
    damaged = content[: 2 * page] + b"\xff" * page + content[3 * page :]
    for found in (damaged, content[: page + 900]):
        (folder.path / "a.sqlite").write_bytes(found)
        with pytest.raises(InputError, match="damaged"):
            sweep(plan, folder.path / "a.sqlite", jobs=1)


def test_who_reads_the_file_is_waited_for(folder, small):
    store = Store(folder.path / "a.sqlite", read_plan(small))
    row = ("staircase", "{}", None, "optimal", 1.0, 1.0, 1.0, None, None, None, None, "")
    store.add([(0, [row]), (1, [row])])
    with sqlite3.connect(folder.path / "a.sqlite", check_same_thread=False) as reader:
        cursor = reader.execute("SELECT * FROM results")
        cursor.fetchone()  # holds its lock from here on
        threading.Timer(1.5, cursor.close).start()
        store.add([(2, [row])])
    reader.close()
    assert store.done() == {0, 1, 2}
    store.close()


def test_a_link_stays_one(folder, small):
    (folder.path / "a.sqlite").symlink_to("b.sqlite")
    sweep(read_plan(small), folder.path / "a.sqlite", jobs=1)
    assert (folder.path / "a.sqlite").is_symlink()
    assert folder.count("b.sqlite") == 126


def test_what_a_run_killed_at_its_end_left_is_taken_away(folder, small):
    left = [folder.path / f".a.sqlite.123.tmp{end}" for end in ("", "-journal")]
    for file in left:
        file.write_text("half")
    sweep(read_plan(small), folder.path / "a.sqlite", jobs=1)
    assert not list(folder.path.glob(".*"))


def test_two_processes_with_one_file(folder):
    """The later one is refused when it comes to store; the file is sound."""
    folder.slow(100)
    both = [folder.start("lpcheck", "sweep", "sweep.toml", "--out", "a.sqlite") for _ in "12"]
    found = [(p.communicate(timeout=120), p.returncode) for p in both]
    assert {status for _, status in found} <= {0, 2}
    assert any(status == 0 for _, status in found) or "another process" in str(found)
    status, out, err = folder.run("sweep.toml", "--out", "a.sqlite")
    assert status == 0, err
    assert "100 points" in out
    folder.run("sweep.toml", "--out", "b.sqlite")
    assert (folder.path / "a.sqlite").read_bytes() == (folder.path / "b.sqlite").read_bytes()


def test_progress_is_told(folder, small):
    told = []
    sweep(read_plan(small), folder.path / "a.sqlite", jobs=1, progress=lambda *n: told.append(n))
    assert told[0] == (0, 66)
    assert told[-1] == (66, 66)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_a_point_travels_as_text():
    point = Point("staircase", {"epsilon": "1/3"}, ())
    assert point.parameters["epsilon"] == "1/3"
