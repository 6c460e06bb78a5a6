"""Several people at one screen in a game with secrets: each sees only what is theirs."""

from __future__ import annotations

import msgspec

from game.core.bots import RandomBot
from game.core.cabinet import Cabinet
from game.core.rules import SPECTATOR
from game.scenes.feeds.feed import Curtain, Feed
from game.scenes.feeds.local import LocalFeed
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from tests.games.sealed import SEALED, Bid, Options, Sealed


def people(*seats: str, slices: bool = False, seed: int = 5) -> LocalFeed:
    """Mina and others at a sealed match."""
    named = tuple(SeatPlan(name, "human") for name in seats or ("Mina", "Jun"))
    return LocalFeed(SEALED, MatchPlan("sealed", named, Options(slices=slices), seed))


def dealt_in(feed: Feed) -> list[int]:
    """The seats whose cards the log tells of."""
    return [event.data["seat"] for entry in feed.entries for event in entry.events if event.kind == "dealt"]


def look_around(feed: LocalFeed) -> None:
    """Everybody looks at what is new to them."""
    while (curtain := feed.curtain) is not None and not curtain.choosing:
        feed.looked(curtain.seat)


def test_all_share_what_a_spectator_sees() -> None:
    feed = people()
    updates = feed.poll(0.0)
    assert feed.viewer == SPECTATOR
    assert all(update.viewer == SPECTATOR and update.view.own is None and not update.events for update in updates)
    assert dealt_in(feed) == [], "no card is in the log that all see"


def test_cards_pass_in_seat_order_before_anybody_is_asked() -> None:
    feed = people("Mina", "Jun", "Sora")
    feed.poll(0.0)
    seen = []
    while (curtain := feed.curtain) is not None and not curtain.choosing:
        seen.append((curtain.seat, feed.view_for(curtain.seat).own))
        feed.looked(curtain.seat)
    cards = [move.action for step in feed._match.steps for move in step.moves]
    assert seen == list(enumerate(cards))
    assert feed.curtain == Curtain(0, choosing=True)


def test_people_choose_one_after_the_other_while_the_clock_stands() -> None:
    feed = people()
    feed.poll(0.0)
    look_around(feed)
    assert feed.unhurried and feed.deadline is None
    assert feed.play(0, Bid(3)) is None
    feed.poll(0.0)
    assert feed.curtain == Curtain(1, choosing=True) and feed.choice is not None and feed.choice.seat == 1
    feed.play(1, Bid(4))
    (update,) = feed.poll(0.0)
    assert [event.data for event in update.events] == [{"amounts": [3, 4]}]


def test_whoever_sits_here_alone_needs_no_curtain() -> None:
    named = (SeatPlan("Mina", "human"), SeatPlan("Machine", "random"))
    feed = LocalFeed(SEALED, MatchPlan("sealed", named, Options(), 5))
    feed.poll(0.0)
    assert feed.viewer == 0 and feed.curtain is None and dealt_in(feed) == [0] and not feed.unhurried


def test_without_a_curtain_each_viewer_has_a_log_of_its_own() -> None:
    """Kept by the last viewer's eyes, B's log told A's card, and B's own never reached B."""

    class Uncurtained(Sealed):
        info = msgspec.structs.replace(Sealed.info, curtain=False)

    named = (SeatPlan("Mina", "human"), SeatPlan("Jun", "human"))
    feed = LocalFeed(Cabinet(Uncurtained(), {}), MatchPlan("sealed", named, Options(), 5))
    feed.poll(0.0)
    assert feed.viewer == 0 and dealt_in(feed) == [0]
    feed.play(0, Bid(3))
    feed.poll(0.0)
    assert feed.viewer == 1 and dealt_in(feed) == [1]


def test_a_bid_in_a_slice_may_be_replaced_until_its_time_is_up() -> None:
    named = (SeatPlan("Mina", "human"), SeatPlan("Machine", "random"))
    cabinet = Cabinet(SEALED.rules, {"random": RandomBot})
    feed = LocalFeed(cabinet, MatchPlan("sealed", named, Options(slices=True), 5))
    feed.seat_bots(None, inline=True)
    feed.poll(0.0)
    for amount, again in ((1, False), (4, True), (2, True)):
        assert feed.choice is not None and feed.choice.again == again
        assert feed.play(0, Bid(amount)) is None
        assert feed.poll(5.0) == []
    (update,) = feed.poll(10.1)
    assert update.view.bids[0] == (2,)


def test_several_people_in_a_slice_choose_once_each_and_then_time_goes_on() -> None:
    feed = people(slices=True)
    feed.poll(0.0)
    for seat in (0, 1):
        assert feed.choice is not None and feed.choice.seat == seat and feed.unhurried
        feed.play(seat, Bid(1))
    assert feed.choice is None and not feed.unhurried


def test_scores_that_tell_of_cards_are_told_at_the_end_alone() -> None:
    feed = people()
    feed.poll(0.0)
    look_around(feed)
    while not feed.over:
        assert not feed.scores_told
        assert feed.choice is not None
        feed.play(feed.choice.seat, Bid(1))
        feed.poll(0.0)
    assert feed.scores_told
