"""The whole site in one command: `python docs/site.py OUT`.

The findings, the papers' figures, the atlas with its certificates, and the documentation around
them, in which a warning or a dead link is an error. It opens from the disk and fetches nothing.
"""

import argparse
import contextlib
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).parent
GENERATED = DOCS / "_generated"


def run(*command: str, output: Path | None = None) -> None:
    """Run `python -m …`, into a file where one is given; end with its status where it is not 0."""
    print("$ python -m", *command, flush=True)
    with contextlib.ExitStack() as stack:
        stdout = output and stack.enter_context(output.open("w", encoding="utf-8"))
        done = subprocess.run([sys.executable, "-m", *command], stdout=stdout, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def main() -> None:
    """Build it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path, help="the folder to write")
    parser.add_argument(
        "--pages", action="store_true", help="only the pages: keep what was computed before"
    )
    options = parser.parse_args()
    if not options.pages:
        GENERATED.mkdir(exist_ok=True)
        options.out.mkdir(parents=True, exist_ok=True)
        run("lpcheck", "findings", "--markdown", output=GENERATED / "findings.md")
        agreement = str(GENERATED / "agreement.md")
        run("lpcheck", "figure", "--all", "--out", str(GENERATED), "--agreement", agreement)
        run("lpcheck", "verify", "--html", str(options.out / "atlas"))
    run("sphinx", "-W", "--keep-going", "-q", "-E", str(DOCS), str(options.out))


if __name__ == "__main__":
    main()
