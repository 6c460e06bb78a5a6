"""The figures a host must keep: the bench of a full room, shortened. By hand: it measures."""

from __future__ import annotations

import sys

import pytest

from tests.bench import bench_lan
from tests.net.lan_host import crowded

MOST_SECONDS = 0.020 + 1 / 60
"""From a move until all have seen it, in 99 of 100 moves: a frame and 20 ms."""
MOST_QUIET_SECONDS = 0.02
"""The same for two players and nobody else, on a machine that has time."""
MOST_WATCHED_SECONDS = 0.05
"""The same with four hundred spectators."""
LIMIT = 10.0
"""Seconds for a decision."""


@pytest.mark.slow()
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc to measure the host")
def test_a_full_room_on_loopback() -> None:
    outcome = bench_lan.run(seconds=15, moves=20)
    if outcome.p99 > MOST_SECONDS:  # another program may have had the processor; a slow host is slow again
        outcome = bench_lan.run(seconds=15, moves=20)
    quiet = bench_lan.run(seconds=3, moves=20, players=2, spectators=0)
    assert outcome.moves >= 290 or quiet.p99 > MOST_QUIET_SECONDS
    assert outcome.host_share < 0.25
    assert outcome.host_memory < 128 << 20
    assert (outcome.forced, outcome.equal) == (0, True)
    if quiet.p99 > MOST_QUIET_SECONDS and crowded():
        pytest.skip(f"this machine is too busy to measure: {quiet.p99 * 1000:.0f} ms a move of two")
    assert outcome.p99 <= MOST_SECONDS


@pytest.mark.slow()
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc to measure the host")
def test_four_hundred_look_on() -> None:
    outcome = bench_lan.run(seconds=15, moves=20, spectators=0, watchers=400)
    assert outcome.host_share < 0.5
    assert outcome.host_memory < 300 << 20
    assert (outcome.forced, outcome.equal) == (0, True)
    if outcome.p99 > MOST_WATCHED_SECONDS and crowded():
        pytest.skip(f"this machine is too busy to measure: {outcome.p99 * 1000:.0f} ms")
    assert outcome.p99 <= MOST_WATCHED_SECONDS


@pytest.mark.slow()
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc to measure the host")
def test_a_full_room_over_a_bad_network() -> None:
    outcome = bench_lan.run(seconds=15, moves=20, delay=0.1, loss=0.02, limit=LIMIT)
    assert outcome.moves >= 20
    assert outcome.middle >= 0.2, "the proxy delays"
    assert outcome.stalled < LIMIT
    assert (outcome.forced, outcome.equal) == (0, True)
