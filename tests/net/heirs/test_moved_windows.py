"""The owner goes home in the middle of a match: windows in processes of their own go on at an heir's, in any game."""

from __future__ import annotations

from pathlib import Path

import pytest

from net.ledger.lines import signing_installed
from tests.net.heirs.test_lost_machine import evening
from tests.net.heirs.windows import until

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not signing_installed(), reason="PyNaCl is not installed")]
WITH_SECRETS = ("gems", "cisterns", "l4g")
DUELS = ("omok", "tablut", "slime")
WORDS = {"l4g": ("--option", "rows=3", "--option", "columns=3")}


@pytest.mark.parametrize("game", ["marrakech", "volcano", *DUELS, *WITH_SECRETS])
def test_a_match_goes_on_at_the_heirs_where_its_owner_goes_home(game: str, tmp_path: Path) -> None:
    guests = ("Omar",) if game in DUELS else ("Omar", "Nora")
    with evening(tmp_path, game, *guests, words=WORDS.get(game, ())) as party:
        party.owner.order("say Good night!")
        party.begin()
        windows = list(party.guests.values())
        before = [len(one.of("steps")) for one in windows]
        party.owner.order("home")
        until(lambda: party.owner.of("home"), party.owner)
        since = party.owner.of("home")[-1]["at"]
        seconds = party.next_step(since, *windows)
        print(f"{game}: {seconds:.1f} s from the wish to the next step elsewhere")
        assert party.host.wait(30) == 0, "the host before has closed"
        for one, count in zip(windows, before, strict=True):
            assert len(one.of("steps")) > count
            assert one.of("line", key="net.log.moved") and not one.of("line", key="net.log.differs")
            assert not one.of("line", key="net.log.went_back") and not one.of("line", key="net.log.played_anew")
            seats = one.of("room")[-1]["seats"]
            assert [seat[1] for seat in seats if seat[1]] == list(range(1, len(guests) + 2))
            one.order("chat")
            until(lambda: one.of("chat"), one)  # noqa: B023
            assert one.of("chat")[-1]["lines"] == ["Good night!"]
