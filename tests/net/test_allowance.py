"""Allowances: how much of something a source may have."""

from __future__ import annotations

from net.allowance import Allowance, SourceAllowance


def test_an_allowance() -> None:
    allowance = Allowance(rate=2, burst=3)
    assert [allowance.take(10) for _ in range(4)] == [True, True, True, False]
    assert [allowance.take(10.5) for _ in range(2)] == [True, False]
    assert not allowance.take(9), "a clock that goes back gives nothing"
    assert [allowance.take(1000) for _ in range(4)] == [True, True, True, False]


def test_allowances_of_many_sources_are_bounded() -> None:
    allowance = SourceAllowance(each=(1, 1), total=(1000, 1000), sources=8)
    assert allowance.take("a", 0)
    assert not allowance.take("a", 0)
    assert allowance.take("b", 0)
    for number in range(100):
        allowance.take(str(number), 0)
    assert len(allowance) == 8
