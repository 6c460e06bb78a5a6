"""The bad network that rooms are tried on."""

from __future__ import annotations

from random import Random

from tests.net.delaying_proxy import PIECE, Lane


def test_a_lane_keeps_the_order_and_delays() -> None:
    lane = Lane(0.1, 0.3, Random(1))
    sent = [number * 0.01 for number in range(1000)]
    arrivals = [lane.arrival(now, PIECE) for now in sent]
    assert arrivals == sorted(arrivals)
    assert all(arrival >= now + 0.1 for arrival, now in zip(arrivals, sent, strict=True))
    assert max(arrival - now for arrival, now in zip(arrivals, sent, strict=True)) > 0.3
    assert Lane(0.1, 0.0, Random(1)).arrival(5.0, 10 * PIECE) == 5.1
