"""Who is answered and who is refused, what is bounded, and how it ends."""

from __future__ import annotations

import importlib.util
import json
import socket
import time
from pathlib import Path

import pytest

from lpcheck.cli import main
from tests.lpcheck.explore.served import Served

PAIR = "problem=staircase&p0=zipf&p1=zipf-reversed&epsilon=1&shape-letters=3&shape-skew=1"


def asked(served, kind: str, query: str) -> dict:
    response = served.send("POST", f"{served.path}ask/{kind}", query)
    assert response.status == 200
    return json.loads(response.body)


def test_the_page_and_its_parts(served):
    for name in ("", "explore.js", "ask.js", "form.js", "elements.js", "explore.css", "report.css"):
        response = served.send("GET", served.path + name)
        assert response.status == 200, name
        assert response.headers["content-security-policy"].startswith("default-src 'self';")
        assert response.headers["referrer-policy"] == "no-referrer"
        assert len(response.body) > 200
    assert served.send("GET", f"{served.path}app.py").status == 404
    assert served.send("GET", f"{served.path}..%2fapp.py").status == 404


@pytest.mark.parametrize(
    ("change", "headers"),
    [
        (lambda path: "/", {}),
        (lambda path: "//", {}),
        (lambda path: "/explore.js", {}),
        (lambda path: path[:-2] + "/", {}),
        (lambda path: path[:-2] + ("A" if path[-2] != "A" else "B") + "/", {}),
        (lambda path: path[:-1] + "%C3%A9/", {}),
        (lambda path: path, {"Host": "example.org"}),
        (lambda path: path, {"Host": "127.0.0.1"}),
        (lambda path: path, {"Host": "127.0.0.1.example.org"}),
        (lambda path: path, {"Origin": "http://example.org"}),
        (lambda path: path, {"Origin": "null"}),
        (lambda path: path, {"Origin": "http://127.0.0.1:1"}),
        (lambda path: path, {"Sec_Fetch_Site": "cross-site"}),
        (lambda path: path, {"Sec_Fetch_Site": "same-site"}),
    ],
)
def test_others_are_refused(served, change, headers):
    for method, more, body in (("GET", "", None), ("POST", "ask/answer", PAIR)):
        path = change(served.path)
        response = served.send(method, path + more * path.endswith("/"), body, **headers)
        assert response.status == 403
        assert b"script" not in response.body


def test_who_has_a_right_to_is_not(served):
    own = {"Host": served.host, "Origin": f"http://{served.host}", "Sec_Fetch_Site": "same-origin"}
    assert served.send("POST", f"{served.path}ask/answer", PAIR, **own).status == 200
    followed = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"}
    assert served.send("GET", served.path, **followed).status == 200
    assert served.send("POST", served.path, PAIR, Origin="null", **followed).status == 403
    other = {"Host": f"localhost:{served.port}"}
    assert served.send("GET", served.path, **other).status == 200


def test_it_listens_on_this_machine_alone(served):
    with socket.socket() as other:
        other.bind(("127.0.0.2", served.port))  # it is free: not all addresses were taken


def test_an_answer(served):
    found = asked(served, "answer", PAIR)
    assert found["verdict"] == "solved"
    assert found["texts"]["p0"] == "10000/18333,5000/18333,1111/6111"


@pytest.mark.parametrize(
    "query",
    [PAIR.replace("=1&", "=-1&", 1), "problem=%00", "no state at all", "a" * 70_000, "%ff%fe",
     f"{PAIR}&mechanism=os:getcwd", f"{PAIR}&mechanism=pasted"],
)  # fmt: skip
def test_bad_input_is_an_error_at_a_field_and_no_fault(served, query):
    error = asked(served, "answer", query)["error"]
    assert set(error) == {"field", "text"}
    assert "Traceback" not in error["text"]
    assert asked(served, "answer", PAIR)["verdict"] == "solved"


def test_a_formula_that_would_fill_the_machine_is_stopped(served):
    bomb = asked(served, "answer", f"{PAIR}&divergence=f:9^9^9^9*(x-1)^2")
    assert set(bomb["error"]) == {"field", "text"}
    assert asked(served, "answer", PAIR)["verdict"] == "solved"


def test_what_is_too_long_is_not_read(served):
    assert "too long" in asked(served, "answer", "p0=" + "1," * 300_000)["error"]["text"]


def test_a_function_of_the_command_line_is_offered_and_no_other(served):
    offered = asked(served, "form", "")["problems"]
    assert all("mine_for_explore:half" in p["mechanisms"] for p in offered)
    found = asked(served, "answer", f"{PAIR}&mechanism=mine_for_explore:half")
    assert (found["verdict"], found["numbers"]["value"]) == ("suboptimal", "0.0")
    assert "from mine_for_explore import half\n" in found["snippets"]["Python"]
    assert found["snippets"]["command"].endswith("--mechanism mine_for_explore:half")
    other = asked(served, "answer", f"{PAIR}&mechanism=mine_for_explore:np.ones")
    assert other["error"]["field"] == "mechanism"


def test_the_curve_comes_in_parts_and_is_what_check_finds(served):
    query = f"{PAIR}&mechanism=lpcheck.mechanisms:randomized_response"
    for _ in range(40):
        found = asked(served, "curve", query)
        if found["done"] == found["of"]:
            break
    at_one = next(row for row in found["rows"] if row[0] == "1")
    answer = asked(served, "answer", query)
    assert float(at_one[3]) == pytest.approx(float(answer["numbers"]["value"]), rel=1e-9)
    assert float(at_one[1]) == pytest.approx(float(answer["numbers"]["upper"]), rel=1e-9)
    assert at_one[2] == answer["verdict"]
    assert found["svg"].count("<circle") > found["of"]


@pytest.mark.full
def test_the_regimes_and_their_proof(served, capsys):
    query = f"{PAIR}&divergence=hellinger"
    found = asked(served, "regimes", query)
    assert not found["proved"]
    proved = asked(served, "proof", query)
    assert proved["told"] == "Every interval is proved."
    assert [row[2] for row in proved["rows"]] == [row[2] for row in found["rows"]]
    texts = asked(served, "answer", query)["texts"]
    options = [word for name, text in texts.items() if name != "epsilon"
               for word in (f"--{name}", text)]  # fmt: skip
    assert main(["regimes", "staircase", *options]) == 0
    out = capsys.readouterr().out
    assert all(row[0] in out and row[2] in out for row in proved["rows"])


def children(pid: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(status.read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):  # it ended meanwhile
            continue
        if parent == pid:
            found.append(int(status.parent.name))
    return found


def gone(pids: list[int]) -> bool:
    end = time.monotonic() + 30
    while any(Path(f"/proc/{pid}").exists() for pid in pids) and time.monotonic() < end:
        time.sleep(0.05)
    return not any(Path(f"/proc/{pid}").exists() for pid in pids)


@pytest.mark.full
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes in /proc")
@pytest.mark.parametrize("how", ["interrupted", "killed"])
def test_when_it_ends_its_workers_end(how, tmp_path):
    with Served(tmp_path) as served:
        asked(served, "answer", PAIR)
        workers = children(served.process.pid)
        assert len(workers) == 2
        if how == "interrupted":
            assert served.interrupt() == (0, "")
        else:
            served.process.kill()
            served.end()
        assert gone(workers)


def test_interrupted_while_it_computes(tmp_path):
    body = PAIR.replace("letters=3", "letters=6")
    with Served(tmp_path) as served, socket.create_connection(("127.0.0.1", served.port)) as line:
        head = f"POST {served.path}ask/proof HTTP/1.1\r\nHost: {served.host}\r\n"
        line.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
        while not children(served.process.pid):
            time.sleep(0.05)
        assert served.interrupt() == (0, "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--port", "x"], "port: 'x' is no port; "),
        (["--port", "70000"], "port: '70000' is no port; "),
        (["problem=nothing"], "problem: 'nothing' is not installed; "),
        (["nothing"], "state: 'nothing' is no state of the page; "),
        (["--mechanism", "no.such:thing"], "mechanism: "),
    ],
)
def test_bad_arguments_are_one_line(arguments, message, capsys):
    assert main(["explore", *arguments]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"lpcheck: {message}")
    assert err.count("\n") == 1


def test_a_port_that_is_taken(served, capsys):
    assert main(["explore", "--port", str(served.port)]) == 2
    assert capsys.readouterr().err.startswith(f"lpcheck: port: {served.port} cannot be used (")


@pytest.mark.parametrize("name", ["starlette", "uvicorn"])
def test_without_the_extra_a_line_says_how_to_get_it(name, monkeypatch, capsys):
    known = importlib.util.find_spec
    without = lambda asked: None if asked == name else known(asked)  # noqa: E731
    monkeypatch.setattr("lpcheck.cli.explore.find_spec", without)
    assert main(["explore"]) == 2
    line = capsys.readouterr().err
    assert line == (
        f"lpcheck: explore: needs {name}, which is not installed; pip install 'lpcheck[explore]'\n"
    )
