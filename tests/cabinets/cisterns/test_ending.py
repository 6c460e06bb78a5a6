"""What a crawl says while it goes wrong and once it is over: the water, a hero's end, what was left behind."""

from __future__ import annotations

from msgspec.structs import replace

from game.cabinets.cisterns.rules.rules import Cisterns
from game.cabinets.cisterns.rules.state import Options, State, Step, Wait
from game.cabinets.cisterns.rules.views import HeroSeen
from game.cabinets.cisterns.stage.ending import summary_of
from game.cabinets.cisterns.stage.hand import Hand, Held
from game.cabinets.cisterns.stage.heard import SECONDS, Heard
from game.cabinets.cisterns.stage.said import water_line
from game.core.rules import NATURE, OMNISCIENT, Event, Move
from game.engine.input import KeyReleased
from game.ground.texts import Texts

RULES = Cisterns()
ENGLISH = Texts("en").with_seats(["Mia", "Omar"])


def began(seats: int = 1, **options: object) -> State:
    state = RULES.start(seats, Options(**options))  # type: ignore[arg-type]
    RULES.step(state, [Move(NATURE, 7)])
    return state


def drowned() -> tuple[State, list[Event]]:
    """A match of somebody who only waits."""
    state = began(danger=0, size="small", turns=100, floors=2)
    events: list[Event] = []
    while not state.over:
        state.monsters.clear()
        events = RULES.step(state, [Move(0, Wait())])
    return state, events


def test_who_drowned_is_told_so_and_how_far_the_stairs_were_and_what_was_not_used() -> None:
    state, events = drowned()
    heard = Heard()
    heard.hear(events, 0)
    view = RULES.view(state, 0)
    told = summary_of(ENGLISH, view, 0, heard.ends, found=False)
    assert told.title == "Fallen on floor 1" and not told.won
    assert "The water had risen too high for Mia" in told.text
    assert "had not found the stairs: they were " in told.text or "behind a locked door" in told.text
    assert "Not drunk: 1 potion, 4 hearts each." in told.text and "treasure worth" in told.text
    view = replace(view, heroes=(replace(view.heroes[0], keys=255),))
    assert "which you had seen, were " in summary_of(ENGLISH, view, 0, {}, found=True).text


def test_who_came_out_is_told_what_it_was_worth() -> None:
    state, _ = drowned()
    view = RULES.view(state, OMNISCIENT)
    hero = HeroSeen(-1, -1, 5, 77, True, 1)
    told = summary_of(ENGLISH, replace(view, heroes=(hero,)), 0, {}, found=True)
    assert told.won and "Found and slain: 77 · hearts: 50 · who came out: 30" in told.text
    assert "Not drunk" not in told.text


def test_the_water_is_told_as_long_as_it_is_heard() -> None:
    options = Options(turns=200)
    view = RULES.view(began(), 0)
    assert water_line(replace(view, turn=139), options) is None
    assert water_line(replace(view, turn=140), options) == ("cisterns.stage.water_heard", {"turns": 60})
    assert water_line(replace(view, turn=200), options) == ("cisterns.stage.water_takes", {"turns": 5})
    assert water_line(replace(view, turn=204), options) == ("cisterns.stage.water_takes", {"turns": 1})


def test_what_happens_to_ones_own_hero_is_told_for_a_moment() -> None:
    heard = Heard()
    hurt = {"monster": "rat", "harm": 2}
    heard.hear([Event("hurt", {"seat": 0, **hurt}), Event("hurt", {"seat": 1, **hurt}), Event("woke")], 0)
    assert heard.line(ENGLISH) == "Mia is hit by a rat and loses 2"
    heard.hear([], 0)
    heard.update(SECONDS / 2)
    assert heard.line(ENGLISH)
    heard.update(SECONDS)
    assert not heard.line(ENGLISH)
    ends = [Event("end_rat", {"seat": 0, "did": "wait"}), Event("end_water", {"seat": 1})]
    heard.hear(ends, 0)
    assert [*heard.ends] == [0, 1]


def test_no_end_is_told_of_who_is_back_or_whose_last_turn_was_taken_back() -> None:
    state, events = drowned()
    heard = Heard()
    heard.hear(events, 0)
    view = RULES.view(state, 0)
    fallen = view.heroes[0]
    both = replace(view, heroes=(fallen, replace(fallen, hearts=3)))
    told = summary_of(ENGLISH, both, 0, {**heard.ends, 1: Event("end_rat", {"seat": 1, "did": "wait"})}, found=False)
    assert "too high for Mia" in told.text and "Omar" not in told.text


def test_who_holds_waiting_down_stops_where_everybody_waits() -> None:
    hand, view = Hand(), RULES.view(began(danger=0), 0)
    hand.held = Held(0, Wait(), KeyReleased("z"))
    view = replace(view, monsters=())
    assert hand.goes_on(view, 0) == Wait()
    hand.stale = True
    assert hand.goes_on(view, 0) is None
    hand.held = Held(0, Step(1), KeyReleased("d"))
    assert hand.goes_on(view, 0) == Step(1)
