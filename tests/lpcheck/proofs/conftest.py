import shutil

import pytest


@pytest.fixture(scope="session")
def compiled():
    """The compiled library. Where there is no Coq these tests do not run; in CI there is."""
    if shutil.which("coqc") is None:
        pytest.skip("coqc is not installed")
    from lpcheck.proofs.build import compiled as compile_library

    return compile_library()[0]
