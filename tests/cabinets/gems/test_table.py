"""Gem Merchants at the table: its choices by pointer, keys and pad, and the curtain between two people."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pygame
import pytest

from game.cabinets.gems import board as b
from game.cabinets.gems.cabinet import GEMS
from game.cabinets.gems.cards import CARD_OF
from game.cabinets.gems.rules import Gems
from game.cabinets.gems.stage import art, cards
from game.cabinets.gems.stage.cards import parts
from game.cabinets.gems.stage.choice import BUY, RESERVE, Trading, gold_key
from game.cabinets.gems.stage.market import BACK, CARD, CardKey
from game.cabinets.gems.stage.places import CONFIRM, USUAL, bank_key, deck_key, held_key, market_key, own_key
from game.cabinets.gems.stage.stage import GemsStage
from game.cabinets.gems.stage.unseen import unseen
from game.cabinets.gems.state import Action, Buy, Draw, Options, Reserve, Return, State, Take
from game.conformance import bench
from game.core.rules import NATURE, SPECTATOR, Move
from game.engine.canvas import Canvas
from game.engine.input import (
    FIRST_PAD,
    Command,
    CommandName,
    InputEvent,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
)
from game.engine.scene import Context, Scene
from game.engine.sprites import clear_sprites
from game.engine.stage.advice import Advice
from game.engine.text import Typeface
from game.ground.details import details_of
from game.ground.texts import Texts
from game.kit.drawing.announcement import Announcement
from game.scenes import arcade
from game.scenes.feeds.feed import Curtain
from game.scenes.feeds.local import LocalFeed
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from tests.cabinets.gems.test_rules import dealt, give, lay, play
from tests.deciding import given
from tests.scenes.scene_driver import driving, plan

RULES = Gems()


def asking(state: State, viewer: int | None = None) -> GemsStage:
    """The stage of who is to move, asking them."""
    seats, seat = state.cells[b.SEATS], state.cells[b.MOVER]
    stage = GemsStage(bench.surroundings(seats, Options(), viewer=seat if viewer is None else viewer))
    stage.reset(RULES.view(state, stage.surroundings.viewer))
    stage.choose(seat, RULES.legal(state, seat))
    return stage


def click(stage: GemsStage, *keys: CardKey) -> Action | None:
    """Press spots one after the other; what that chose."""
    action: Action | None = None
    for key in keys:
        assert stage.choice is not None
        x, y = stage.choice.layout.middle(key)
        stage.handle(PointerMoved(x, y))
        action = given(stage, PointerPressed(x, y)) or given(stage, PointerReleased(x, y))
    return action


def press(stage: GemsStage, *keys: str) -> Action | None:
    action: Action | None = None
    for key in keys:
        shift = frozenset({"shift"}) if key.isupper() else frozenset()
        confirm = key == "return"
        action = given(stage, Command(CommandName.CONFIRM) if confirm else KeyPressed(key.lower(), shift))
    return action


def drag(stage: GemsStage, key: CardKey, x: float, y: float) -> Action | None:
    assert stage.choice is not None
    start = stage.choice.layout.middle(key)
    stage.handle(PointerPressed(*start))
    stage.handle(PointerMoved((start[0] + x) / 2, (start[1] + y) / 2))
    stage.handle(PointerMoved(x, y))
    return given(stage, PointerReleased(x, y))


def by_pad(stage: GemsStage) -> Action | None:
    """Go to the next spot and choose it, until something is sent."""
    for _ in range(12):
        assert stage.choice is not None
        if stage.choice.focus != CONFIRM:
            stage.handle(Command(CommandName.NEXT, FIRST_PAD))
        action = given(stage, Command(CommandName.CONFIRM, FIRST_PAD))
        if action is not None:
            return action
    return None


def rich() -> State:
    """Seat 0 can buy card 6 (three blue) in two ways."""
    state = dealt()
    lay(state, 0, 6)
    give(state, 0, (0, 3, 0, 0, 0, 1))
    return state


def test_gems_are_taken_by_pointer_and_by_keys() -> None:
    assert click(asking(dealt()), bank_key(0), bank_key(2), bank_key(4), CONFIRM) == Take((0, 2, 4))
    assert press(asking(dealt()), "1", "3", "5", "return") == Take((0, 2, 4))
    two = asking(dealt())
    two.handle(KeyPressed("2", frozenset({"shift"})))
    assert press(two, "return") == Take((1, 1))


def test_a_gem_is_put_back_and_a_wrong_one_says_why() -> None:
    stage = asking(dealt())
    click(stage, bank_key(0), bank_key(1))
    assert click(stage, bank_key(1)) is None and stage.choice and stage.choice.chosen == (bank_key(0),)
    click(stage, bank_key(5))
    assert stage.reason == "gems.stage.why.gold"
    press(stage, "backspace")
    assert stage.choice.chosen == ()


def test_gems_of_a_turn_that_is_taken_back_are_chosen_anew() -> None:
    state = dealt()
    stage = asking(state)
    click(stage, *map(bank_key, range(3)))
    assert stage.choice and stage.view and len(stage.choice.chosen) == 3
    view = stage.view
    stage.choose(None, None)
    stage.reset(view)
    stage.choose(state.cells[b.MOVER], RULES.legal(state, state.cells[b.MOVER]))
    assert not stage.choice.chosen


def test_an_empty_place_for_a_reserved_card_says_what_it_is() -> None:
    stage = asking(dealt())
    click(stage, held_key(0))
    assert stage.reason == "gems.stage.why.empty"


def test_piles_that_do_not_go_with_what_is_picked_fade() -> None:
    stage = asking(dealt())
    canvas = bench.table_canvas(stage)

    def seen(colour: int) -> tuple[int, ...]:
        stage.draw(canvas)
        x, y = stage.layout(RULES.view(dealt(), 0)).middle(bank_key(colour))
        return tuple(canvas.surface.get_at(canvas.pixel(x, y)))

    before = [seen(colour) for colour in range(6)]
    click(stage, bank_key(0), bank_key(1))
    assert [seen(colour) != before[colour] for colour in range(2, 6)] == [False, False, False, True], "gold"
    click(stage, bank_key(1), bank_key(0))
    assert all(seen(colour) != before[colour] for colour in range(2, 6)), "two of a kind go with nothing else"
    press(stage, "backspace")
    assert [seen(colour) for colour in range(2, 6)] == before[2:]


def test_a_card_is_bought_with_the_payment_that_the_menu_shows() -> None:
    state = rich()
    assert click(asking(state), market_key(0), BUY) == Buy(6, (0, 0, 0, 0, 0))
    assert click(asking(state), market_key(0), gold_key(1), BUY) == Buy(6, (0, 1, 0, 0, 0))
    assert click(asking(state), market_key(0), gold_key(1), gold_key(1), BUY) == Buy(6, (0, 0, 0, 0, 0))
    assert press(asking(state), "z", "return") == Buy(6, (0, 0, 0, 0, 0))
    assert press(asking(state), "z", "n") == Reserve(6)
    assert click(asking(state), deck_key(2), RESERVE) == Draw(2)


def test_return_presses_what_is_lit_in_a_menu_that_was_opened_by_the_pointer() -> None:
    for spot, action in ((market_key(0), Buy(6, (0, 0, 0, 0, 0))), (deck_key(2), Draw(2))):
        stage = asking(rich())
        assert click(stage, spot) is None
        assert press(stage, "return") == action


def test_a_key_that_closes_a_menu_takes_the_focus_out_of_it() -> None:
    stage = asking(rich())
    press(stage, "z", "1")
    assert stage.choice is not None and stage.choice.focus in stage.choice.layout.spots
    press(stage, "z")
    stage.handle(Command(CommandName.DOWN))
    assert stage.choice.focus in stage.choice.layout.spots
    press(stage, "z", "return", "a", "2")
    stage.handle(Command(CommandName.DOWN))


def test_cards_are_dragged_to_the_board_and_to_the_shelf() -> None:
    state = rich()
    assert drag(asking(state), market_key(0), *USUAL.board.center) == Buy(6, (0, 0, 0, 0, 0))
    assert drag(asking(state), market_key(0), *USUAL.shelf.center) == Reserve(6)
    stage = asking(state)
    assert drag(stage, market_key(8), *USUAL.board.center) is None and stage.reason == "gems.refuse.cannot_pay"


def test_what_is_too_much_goes_back_by_pointer_and_pad() -> None:
    state = dealt(seats=4)
    give(state, 0, (1, 2, 1, 2, 2, 2))
    play(state, Take((2, 2)))
    stage = asking(state)
    assert stage.instruction() == ("gems.stage.ask.return", {"count": 2})
    assert click(stage, own_key(2), own_key(0), CONFIRM) == Return((1, 0, 1, 0, 0, 0))
    action = by_pad(asking(state))
    assert isinstance(action, Return) and RULES.check(state, 0, action) is None


def test_a_hint_opens_the_menu_with_its_payment() -> None:
    stage = asking(rich())
    stage.suggest(Buy(6, (0, 1, 0, 0, 0)))
    assert isinstance(stage.choice, Trading) and stage.choice.focus == BUY
    assert press(stage, "return") == Buy(6, (0, 1, 0, 0, 0))


def test_a_cost_shows_what_is_paid_in_gold_and_what_is_missing() -> None:
    card = next(number for number, of in CARD_OF.items() if of.cost == (0, 0, 0, 5, 3))
    state = dealt()
    give(state, 0, (0, 0, 0, 4, 3, 1))
    assert parts(card, RULES.view(state, 0).seats[0]) == [(3, 5, "gilt"), (4, 3, "full")]
    give(state, 0, (0, 0, 0, 1, 1, 1), bonuses=(0, 0, 0, 2, 0))
    poor = RULES.view(state, 0).seats[0]
    assert parts(card, poor) == [(3, 2, "hollow"), (4, 2, "hollow")] and poor.missing(card) == 3


def test_a_card_that_is_looked_at_grows_until_something_else_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    stage, grown = asking(rich()), list[int]()
    monkeypatch.setattr(cards, "draw_grown", lambda canvas, spot, number, own, size, bounds: grown.append(number))

    def seen(event: InputEvent, seconds: float = 1.0) -> list[int]:
        grown.clear()
        stage.handle(event)
        for passed in (0.0, seconds):
            stage.update(passed)
        stage.draw(bench.table_canvas(stage))
        return [*grown]

    view = stage.shown
    assert view is not None
    first, second = (stage.layout(view).middle(market_key(place)) for place in (0, 5))
    assert seen(PointerMoved(*first), 0.2) == []
    assert seen(PointerMoved(*first)) == [view.market[0]]
    assert seen(PointerMoved(*second)) == [view.market[5]]
    assert seen(PointerMoved(2, 2)) == [], "nothing lies there"
    assert seen(PointerPressed(*first)) == [], "its menu is open"
    assert seen(Command(CommandName.BACK)) == [view.market[0]], "the focus of keys is on it"


def test_a_card_that_comes_to_where_the_pointer_rests_grows_once_the_pointer_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state, grown = rich(), list[int]()
    stage = asking(state)
    monkeypatch.setattr(cards, "draw_grown", lambda canvas, spot, number, own, size, bounds: grown.append(number))
    view = stage.shown
    assert view is not None
    x, y = stage.layout(view).middle(market_key(0))
    stage.update(0.1)
    stage.handle(PointerMoved(x, y))
    stage.show(RULES.view(state, 0), play(state, Buy(view.market[0], (0, 0, 0, 0, 0))))
    bench.finish(stage)
    for event, seen in ((None, 0), (PointerMoved(x + 1, y), 1)):
        if event:
            stage.handle(event)
        for _ in range(40):
            stage.update(1 / 30)
        grown.clear()
        stage.draw(bench.table_canvas(stage))
        assert len(grown) == seen


def test_a_hidden_card_lies_face_down_but_for_its_owner() -> None:
    state = dealt()
    play(state, Draw(1))
    for _ in range(2):
        play(state, Take((0, 1, 2)) if state.cells[b.MOVER] else Take((2, 3, 4)))
        if state.cells[b.MOVER] == 0:
            break
    for viewer, kind in ((0, CARD), (SPECTATOR, BACK)):
        stage = asking(state, viewer)
        assert stage.picture is not None and stage.picture["hand", 0, 0].kind == kind
    view = RULES.view(state, 1)
    assert sum(sum(count.values()) for count in unseen(view).values()) == 90 - 12
    assert sum(sum(count.values()) for count in unseen(RULES.view(state, 0)).values()) == 90 - 13


def people(seed: int = 3) -> LocalFeed:
    named = (SeatPlan("Mina", "human"), SeatPlan("Jun", "human"))
    feed = LocalFeed(GEMS, MatchPlan("gems", named, Options(), seed))
    feed.poll(0.0)
    return feed


def choose(feed: LocalFeed, kind: type, chance: Random) -> None:
    assert feed.choice is not None and feed.choice.legal is not None
    fitting: Sequence[Any] = [action for action in feed.choice.legal if isinstance(action, kind)]
    assert feed.play(feed.choice.seat, chance.choice(fitting)) is None
    feed.poll(0.0)


def test_two_people_at_one_screen_need_the_curtain_only_for_hidden_cards() -> None:
    feed, chance = people(), Random(1)
    assert feed.curtain is None and feed.choice is not None
    first = feed.choice.seat
    choose(feed, Draw, chance)
    assert feed.curtain == Curtain(first, choosing=False), "the owner looks at the card that came"
    own = feed.view_for(first).seats[first].reserved[0]
    assert own.card and feed.view.seats[first].reserved[0].card == 0
    assert feed.view_for(1 - first).seats[first].reserved[0].card == 0
    told = [event for entry in feed.entries for event in entry.events]
    assert all(event.kind != "peeked" and event.data.get("card") != own.card for event in told)
    feed.looked(first)
    assert feed.curtain is None, "who has nothing hidden chooses in sight of all"
    choose(feed, Take, chance)
    assert feed.curtain == Curtain(first, choosing=True)
    choose(feed, Take, chance)
    assert feed.curtain is None


def test_buying_a_hidden_card_draws_no_curtain_for_its_owner() -> None:
    feed, chance = people(), Random(2)
    assert feed.choice is not None
    first = feed.choice.seat
    choose(feed, Draw, chance)
    feed.looked(first)
    choose(feed, Take, chance)
    give(feed._match._state, first, bonuses=(7, 7, 7, 7, 7))
    card = feed.view_for(first).seats[first].reserved[0].card
    assert feed.play(first, Buy(card, (0, 0, 0, 0, 0))) is None
    feed.poll(0.0)
    assert feed.curtain is None and feed.view.seats[first].bought == (card,)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_turn_can_be_played_by_pad_alone(seats: int) -> None:
    action = by_pad(asking(dealt(seats)))
    assert action is not None and RULES.check(dealt(seats), 0, action) is None


def test_chance_is_asked_for_each_card_alone() -> None:
    state = dealt()
    events = RULES.step(state, (Move(0, Reserve(state.cells[b.MARKET])),))
    ask = RULES.ask(state)
    assert ask is not None and ask.seats == (NATURE,) and ask.outcomes == 36 and events[0].kind == "reserved"


def test_lists_show_the_unseen_cards_and_then_what_each_seat_has_bought() -> None:
    state = rich()
    play(state, Buy(6, (0, 0, 0, 0, 0)))
    stage, shown = asking(state, 0), []
    for _ in range(4):
        stage.tools()[1].press()
        shown.append(bench.pixels(stage))
    assert len(set(shown)) == 4, "unseen, two seats, none"


@pytest.mark.parametrize("tool", [0, 1])
def test_a_press_leads_back_from_a_list_and_from_the_marks_of_others_before_it_chooses(tool: int) -> None:
    stage = asking(dealt(), 0)
    plain = bench.pixels(stage)
    stage.tools()[tool].press()
    assert bench.pixels(stage) != plain and click(stage, bank_key(0)) is None
    assert stage.choice is not None and stage.choice.chosen == ()
    assert click(stage, bank_key(0)) is None and stage.choice.chosen == (bank_key(0),)


def test_what_is_advised_is_marked_on_every_gem_and_over_the_cards() -> None:
    state = rich()
    stage = asking(state, 0)
    still = bench.table_canvas(stage)
    stage.draw(still)
    for action, keys in ((Take((0, 2, 4)), [bank_key(0), bank_key(2), bank_key(4)]), (Reserve(6), [market_key(0)])):
        stage.advise([Advice(action, 0, "1")])
        advised = bench.table_canvas(stage)
        stage.draw(advised)
        for key in keys:
            area = advised.pixels(stage.layout(RULES.view(state, 0)).spots[key].box)
            before, after = (pygame.image.tobytes(each.surface.subsurface(area), "RGB") for each in (still, advised))
            assert before != after


def test_every_card_has_a_face_of_its_own() -> None:
    pygame.display.set_mode((1, 1))
    assert len({pygame.image.tobytes(art.face(card, 28), "RGBA") for card in CARD_OF}) == len(CARD_OF)


def test_the_last_round_is_announced_and_stays_marked() -> None:
    state = dealt(target=5)
    stage = asking(state, 0)
    before = bench.pixels(stage)
    state.cells[b.at_seat(0) + b.SCORE] = 5
    events = play(state, Take((0, 1, 2)))
    stage.show(RULES.view(state, 0), events)
    stage.update(0.2)
    said = [effect for effect, _ in stage.script.effects if isinstance(effect, Announcement)]
    assert [effect.text for effect in said] == ["Jiwoo has reached the goal: this round is the last"]
    bench.finish(stage)
    marked, state.cells[b.LAST] = bench.pixels(stage), 0
    stage.reset(RULES.view(state, 0))
    assert marked != bench.pixels(stage) != before


@pytest.mark.parametrize(("round_of", "said"), [(0, False), (7, True)])
def test_results_name_the_round_of_the_first_noble_where_one_came(round_of: int, said: bool) -> None:
    state = dealt()
    state.tallies[0].first_noble = round_of
    details = details_of(RULES.result(state).seats[0], "gems", Texts("en", ["Mina", "Jun"]))
    assert ("Round of 1st noble" in [detail.label for detail in details]) == said


def test_figures_on_cards_grow_with_texts_and_are_never_too_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the smallest window ten pixels at least, but on the small pictures of cards in the panels of seats."""
    drawn: list[float] = []

    class Measuring(Typeface):
        def line(self, canvas: Canvas, text: str, x: float, y: float, size: float = 16, *rest: Any, **more: Any) -> Any:
            if canvas.scale > 0.4:
                drawn.append(size * canvas.scale)
            return super().line(canvas, text, x, y, size, *rest, **more)

    def a_table(context: Context) -> Scene:
        return arcade.table(context, plan("gems", "human", "random"))

    measuring = Measuring(100)
    monkeypatch.setattr(cards, "_figures", lambda: measuring)
    least = []
    for text_size in (100, 150):
        drawn.clear()
        clear_sprites()
        with driving(a_table, size=(960, 540), text_size=text_size) as driver:
            driver.until(lambda: driver.top.board.choosing)  # type: ignore[attr-defined]
            driver.step()
        least.append(min(drawn))
    assert 10 <= least[0] < least[1]


def test_a_dealt_card_turns_over_on_its_way_from_the_deck() -> None:
    state = rich()
    stage = asking(state)
    buy = next(action for action in RULES.legal(state, 0) if isinstance(action, Buy) and action.card == 6)
    stage.choose(None, None)
    seen = set()
    for move in (Move(0, buy), Move(NATURE, 3)):
        events = RULES.step(state, (move,))
        stage.show(RULES.view(state, 0), events)
        while stage.busy:
            stage.update(1 / 60)
            seen |= {(pose.piece.kind, pose.piece.name) for pose in stage._moving() if pose.moving}
    assert (CARD, state.cells[b.MARKET]) in seen and any(kind == BACK for kind, _ in seen)
