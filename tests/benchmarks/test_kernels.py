import numpy as np

from benchmarks import kernels


def test_all_ways_give_the_same_and_the_error_sees_a_wrong_one():
    for instance in kernels.instances(30):
        for way in (kernels.printed, kernels.matrix, kernels.apply):
            found = way(instance)
            assert kernels.error(instance, found) < 1e-14
        moved = found.copy()
        moved[7] *= 1 + 1e-9
        assert 0.9e-9 < kernels.error(instance, moved) < 1.1e-9


def test_main_writes_the_table(tmp_path, capsys):
    path = tmp_path / "table.txt"
    assert kernels.main(["--largest", "32", "--table", str(path)]) == 0
    lines = path.read_text(encoding="utf-8").splitlines()
    assert capsys.readouterr().out.splitlines()[: len(lines)] == lines
    assert [line.split()[:2] for line in lines[1:7]] == [
        [way, str(n)] for n in (10, 32) for way in ("printed", "matrix", "apply")
    ]
    assert np.max([float(line.split()[-1]) for line in lines[1:7]]) < 1e-14
