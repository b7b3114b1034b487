"""OUE's variance, and that it is not optimal over all kernels."""

from __future__ import annotations

from lpcheck.papers.wang2017.statements import oue_over_all, oue_variance


def test_the_variance_and_a_number_that_is_off():
    assert oue_variance.test(k=3, epsilon=1.0).holds
    assert oue_variance.test(k=3, epsilon=1.0, slip=1e-6).holds is False


def test_its_loss_at_a_small_alphabet():
    assert oue_over_all.test(k=4, epsilon=1.0).loss > 0.1
    assert oue_over_all.test(k=3, epsilon=3.0, slip=1.0).holds is False
