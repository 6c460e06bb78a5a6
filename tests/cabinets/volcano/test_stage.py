"""The picture of Volcano Isle is played by clicks that may be drags, by keys, by a pad; what it warns of beforehand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pygame
import pytest

from game.cabinets.volcano.island import Island, island_of, tried
from game.cabinets.volcano.rules import Volcano, builds_after
from game.cabinets.volcano.stage import hints, rules, seats
from game.cabinets.volcano.stage.relief.choice import DONE, RingChoice
from game.cabinets.volcano.stage.relief.stage import ZOOMS
from game.cabinets.volcano.stage.relief.turning import Turned
from game.cabinets.volcano.stage.rules import rules_pictures
from game.cabinets.volcano.stage.stage import VolcanoStage
from game.cabinets.volcano.state import Action, Done, Expand, Options, Place, State
from game.conformance import bench
from game.core.rules import NATURE, Move
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import (
    FIRST_PAD,
    KEYBOARD,
    Command,
    CommandName,
    Device,
    InputEvent,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Wheel,
)
from game.engine.text import Typeface
from game.ground.texts import Texts
from game.kit import marks
from tests.deciding import given

RULES = Volcano()


def state_at(options: Options, seats: int, seed: int, stop: Callable[[State], bool]) -> State:
    """A random match up to a decision."""
    found = maybe_state_at(options, seats, seed, stop)
    assert found is not None, "no such moment"
    return found


def maybe_state_at(options: Options, seats: int, seed: int, stop: Callable[[State], bool]) -> State | None:
    chance, state = Random(seed), RULES.start(seats, options)
    while (ask := RULES.ask(state)) is not None:
        seat = ask.seats[0]
        if seat != NATURE and stop(state):
            return state
        action = chance.randrange(ask.outcomes) if seat == NATURE else chance.choice(RULES.legal(state, seat))
        RULES.step(state, [Move(seat, action)])
    return None


def stage_for(state: State, language: str = "en") -> VolcanoStage:
    pygame.display.set_mode((1, 1))
    stage = VolcanoStage(bench.surroundings(state.seats, state.options, language))
    stage.reset(RULES.view(state, state.mover))
    stage.choose(state.mover, RULES.legal(state, state.mover))
    return stage


def click(stage: VolcanoStage, x: float, y: float) -> Action | None:
    stage.handle(PointerMoved(x, y))
    assert given(stage, PointerPressed(x, y)) is None
    return given(stage, PointerReleased(x, y))


def at(stage: VolcanoStage, q: int, r: int) -> tuple[float, float]:
    assert stage.view is not None
    return stage.camera.outside(*stage.plane(stage.view).middle((q, r)))


def test_a_tile_is_laid_on_release_and_a_drag_pans() -> None:
    state = state_at(Options(), 2, 1, lambda s: s.phase == "tile" and s.turn == 6)
    stage = stage_for(state)
    assert isinstance(stage.choice, Turned)
    safe = next(p for p in RULES.legal(state, state.mover) if isinstance(p, Place) and builds_after(state, p))
    stage.handle(Wheel(300, 300, -1))
    stage.choice.turn_by(safe.way - stage.choice.turn)
    x, y = at(stage, safe.q, safe.r)
    stage.handle(PointerMoved(x, y))
    stage.handle(PointerPressed(x, y))
    stage.handle(PointerMoved(x + 40, y + 9))
    assert given(stage, PointerReleased(x + 40, y + 9)) is None, "a drag lays no tile"
    assert stage.camera.taken and at(stage, safe.q, safe.r) == pytest.approx((x + 40, y + 9), abs=0.1)
    stage.handle(PointerMoved(*at(stage, safe.q, safe.r)))
    assert given(stage, PointerReleased(*at(stage, safe.q, safe.r))) is None, "a release without its press"
    assert click(stage, *at(stage, safe.q, safe.r)) == safe


def test_an_illegal_place_is_sent_for_the_match_to_refuse() -> None:
    state = state_at(Options(), 2, 1, lambda s: s.phase == "tile" and s.turn == 6)
    stage = stage_for(state)
    field = next(top for top in stage.view.hexes if top.field) if stage.view else None
    assert field is not None
    x, y = at(stage, field.q, field.r)
    stage.handle(PointerMoved(x, y))
    assert stage.reason is not None
    sent = click(stage, x, y)
    assert isinstance(sent, Place) and RULES.check(state, state.mover, sent) == stage.reason


def test_a_place_after_which_nothing_can_be_built_is_asked_twice() -> None:
    found = None
    for seed in range(3, 9):
        state = state_at(Options(), 2, seed, lambda s: s.phase == "tile" and s.stock[3 * s.mover] <= 1)
        found = next((p for p in RULES.legal(state, state.mover) if not builds_after(state, p)), None)  # type: ignore[arg-type]
        if found:
            break
    assert isinstance(found, Place)
    stage = stage_for(state)
    assert isinstance(stage.choice, Turned)
    stage.choice.advise(found)
    confirm = Command(CommandName.CONFIRM)
    assert given(stage, confirm) is None and stage.reason == "volcano.stage.nothing_to_build"
    assert given(stage, confirm) == found


def several(state: State) -> bool:
    """Whether several things may be built on one hexagon."""
    if state.phase != "build":
        return False
    island = island_of(state)
    cells = Counter(c for build in RULES.legal(state, state.mover) for c in island.builds_on(build, state.mover))  # type: ignore[arg-type]
    return max(cells.values()) > 1


def test_several_builds_on_a_hexagon_open_a_ring() -> None:
    state = next(found for seed in range(20) if (found := maybe_state_at(Options(builds="one"), 2, seed, several)))
    stage = stage_for(state)
    choice = stage.choice
    assert isinstance(choice, RingChoice)
    cell, fits = next((cell, fits) for cell, fits in choice.fits.items() if len(fits) > 1)
    assert click(stage, *at(stage, *cell)) is None and choice.chosen == (cell,)
    assert stage.takes_back and len(choice.buttons()) == len(fits)
    assert click(stage, *choice.buttons()[(*cell, 1)]) == fits[1]
    click(stage, *at(stage, *cell))
    stage.handle(PointerPressed(5, 5, 3))
    assert not stage.takes_back


def test_the_numbers_in_a_ring_are_those_of_the_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setattr(marks, "pill", lambda canvas, typeface, text, x, y: written.append(text))
    state = next(found for seed in range(20) if (found := maybe_state_at(Options(builds="one"), 2, seed, several)))
    stage = stage_for(state)
    choice = stage.choice
    assert isinstance(choice, RingChoice)
    cell, fits = next((cell, fits) for cell, fits in choice.fits.items() if len(fits) > 1)
    click(stage, *at(stage, *cell))
    choice.by_keys = True
    stage.draw(bench.table_canvas(stage))
    assert written == [str(number + 1) for number in range(len(fits))]
    assert given(stage, KeyPressed(written[-1])) == fits[-1]


def test_a_hint_is_lit_where_the_camera_shows_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    lit: list[tuple[float, float]] = []
    monkeypatch.setattr(marks, "hint", lambda canvas, x, y, size: lit.append((x, y)))
    ring = next(found for seed in range(20) if (found := maybe_state_at(Options(builds="one"), 2, seed, several)))
    tile = state_at(Options(), 2, 3, lambda state: state.phase == "tile" and len(state.tiles) > 5)
    for state in (tile, ring):
        stage = stage_for(state)
        choice = stage.choice
        assert choice is not None
        if isinstance(choice, RingChoice):
            cell = next(cell for cell, fits in choice.fits.items() if len(fits) > 1)
            click(stage, *at(stage, *cell))
        choice.focus = max(choice.targets)
        stage.mark_hint()
        stage.draw_over(Canvas(pygame.Surface((700, 700)), 1.0))
        assert lit.pop() == choice.layout.middle(choice.focus)
        stage.camera.zoom_by(-1)
        stage.mark_hint()
        stage.draw_over(Canvas(pygame.Surface((700, 700)), 1.0))
        assert lit.pop() == choice.layout.middle(choice.focus), "at another zoom, too"


def test_done_ends_the_turn_of_many() -> None:
    state = state_at(Options(), 2, 2, lambda s: bool(s.built))
    stage = stage_for(state)
    assert isinstance(stage.choice, RingChoice)
    x, y = stage.choice.buttons()[DONE]
    typeface = Typeface(150)
    foot = y + 32 + typeface.leading(theme.CAPTION) / 2
    wide = typeface.measure(Texts("ko").line("volcano.stage.done"), theme.CAPTION)
    assert foot + 16 <= stage.height and x + wide / 2 + 16 <= stage.width, "its name is clear of the frame"
    assert click(stage, x, y) == Done()


def test_what_turns_a_tile_is_said_for_what_is_in_hand() -> None:
    stage = stage_for(state_at(Options(), 2, 2, lambda s: s.phase == "tile"))
    assert stage.instruction() == ("volcano.stage.ask.tile.wheel", {})
    for device in (KEYBOARD, FIRST_PAD):
        stage.surroundings.hand.take(Command(CommandName.LEFT, device))
        stage.handle(Command(CommandName.LEFT, device))
        assert stage.instruction() == (f"volcano.stage.ask.tile.{device.kind}", {})
    stage.handle(PointerMoved(300, 300))
    assert stage.instruction() == ("volcano.stage.ask.tile.wheel", {})


@pytest.mark.parametrize("device", [KEYBOARD, FIRST_PAD], ids=str)
def test_a_match_is_played_by_keys_alone_and_by_a_pad_alone(device: Device) -> None:
    chance, state = Random(3), RULES.start(2, Options(builds="one", tiles=6))
    stage: VolcanoStage | None = None
    arrows = (CommandName.LEFT, CommandName.RIGHT, CommandName.UP, CommandName.DOWN, CommandName.NEXT)
    while (ask := RULES.ask(state)) is not None:
        if ask.seats[0] == NATURE:
            RULES.step(state, [Move(NATURE, chance.randrange(ask.outcomes))])
            continue
        stage = stage_for(state)
        action = None
        for _ in range(200):
            command = chance.choice((*arrows, CommandName.CONFIRM))
            event: InputEvent = Command(command, device)
            action = given(stage, event)
            stage.update(0.02)
            if action is not None:
                break
        assert action is not None and RULES.check(state, state.mover, action) is None
        RULES.step(state, [Move(state.mover, action)])
    assert stage is not None and state.end


def test_the_map_turns_and_zooms_and_the_choice_stays() -> None:
    state = state_at(Options(), 3, 5, lambda s: s.phase == "tile" and s.turn == 8)
    stage = stage_for(state)
    legal = set(RULES.legal(state, state.mover))
    for _ in range(6):
        stage.handle(KeyPressed(","))
        assert isinstance(stage.choice, Turned)
        assert {action for variant in stage.choice.variants for action in variant.values()} == legal
    assert stage.sixths == 0
    for _ in range(len(ZOOMS)):
        stage.handle(KeyPressed("+"))
    assert stage.camera.zoom == ZOOMS[-1]
    stage.handle(KeyPressed("f"))
    stage.update(1.0)
    assert not stage.camera.taken and stage.camera.zoom < ZOOMS[-1]


def burying(state: State) -> Place | None:
    """A place that would bury huts."""
    if state.phase != "tile" or not state.houses:
        return None
    view = RULES.view(state, state.mover)
    land = {(top.q, top.r) for top in view.hexes}
    places = [p for p in RULES.legal(state, state.mover) if isinstance(p, Place) and (p.q, p.r) in land]
    return next((place for place in places if tried(view, place).buried), None)


@pytest.mark.parametrize("language", ["ko", "en"])
def test_what_would_follow_is_said_before_the_click(language: str) -> None:
    state = state_at(Options(builds="one"), 2, 3, lambda s: burying(s) is not None)
    place = burying(state)
    stage = stage_for(state, language)
    assert isinstance(stage.choice, Turned) and place is not None
    stage.choice.advise(place)
    assert stage.view is not None
    told = hints.of_place(stage.surroundings.texts, stage.view, state.mover, stage.choice)
    owner = next(iter(tried(stage.view, place).buried))
    assert bench.NAMES[language][owner] in told
    bench.draw_table(stage, bench.table_canvas(stage))
    assert stage.surroundings.typeface.overflows == []


def test_the_rules_show_what_may_be_and_what_may_not() -> None:
    one, pair = Island(rules.TILES, rules.PAIR[:1]), Island(rules.TILES, rules.PAIR)
    assert pair.why_no_place(Place(0, 0, 0)) is None
    assert one.why_no_place(Place(0, 0, 0)) == "whole_settlement"
    pygame.display.set_mode((1, 1))
    assert set(rules_pictures(VolcanoStage, bench.surroundings(2, Options()))) == {"ways"}


def test_the_standing_goes_by_temples_then_towers_then_huts_and_those_out_are_last() -> None:
    state = RULES.start(3, Options())
    state.stock = [5, 3, 1, 8, 2, 2, 2, 2, 2]
    view = RULES.view(state, 0)
    assert seats.ranking(view, 1) == [1, 0, 12] and seats.standing(view) == [2, 1, 0]
    state.out = [2]
    assert seats.standing(RULES.view(state, 0)) == [1, 0, 2]


def test_any_tile_can_be_tried_while_others_think_and_nothing_is_sent() -> None:
    state = state_at(Options(), 2, 1, lambda s: s.phase == "tile" and s.turn == 6)
    stage = stage_for(state)
    coast = next(p for p in RULES.legal(state, state.mover) if isinstance(p, Place))
    stage.choose(None, None)
    plain, seen = bench.pixels(stage), set()
    stage.handle(PointerMoved(*at(stage, coast.q, coast.r)))
    for _ in range(6):
        seen.add(bench.pixels(stage))
        assert given(stage, KeyPressed("e")) is None
    assert len(seen) == 6 and plain not in seen
    kinds = hints.kinds_to_try(RULES.view(state, 0))
    assert kinds[0] == state.hand and set(kinds) - {state.hand} <= {kind for kind, n in enumerate(state.left) if n}
    tool = next(tool for tool in stage.tools() if tool.key == "t")
    for _ in kinds[1:3]:
        tool.press()
        seen.add(bench.pixels(stage))
    assert len(seen) == 8
    assert click(stage, *at(stage, coast.q, coast.r)) is None


def test_the_tile_to_be_laid_lies_beside_the_island_as_it_is_turned() -> None:
    stage = stage_for(state_at(Options(), 2, 1, lambda s: s.phase == "tile" and s.turn == 6))
    stage.choose(None, None)
    turned = []
    for _ in range(7):
        turned.append(bench.pixels(stage))
        stage.handle(KeyPressed("e"))
    assert len(set(turned)) == 6 and turned[0] == turned[6]


def test_what_forbids_a_tile_is_lit() -> None:
    pair = Island(rules.TILES, rules.PAIR)
    gap, volcano = Place(0, 0, 4), Place(0, 0, 1)
    assert pair.why_no_place(gap) == "half_at_sea" and set(hints.causes(pair, gap)) == {(0, -1), (1, -1)}
    assert pair.why_no_place(volcano) == "same_way" and hints.causes(pair, volcano) == [(0, 0)]
    one = Island(rules.TILES, rules.PAIR[:1])
    assert hints.causes(one, Place(0, 0, 0)) == [(0, 1)] and hints.causes(pair, Place(0, 0, 0)) == []


def test_panels_show_the_next_tile_of_its_own_seat_alone() -> None:
    state = state_at(Options(ahead=True), 2, 4, lambda s: s.phase == "tile" and s.turn == 6)
    waits = 1 - state.mover

    def panel(kind: int, viewer: int) -> bytes:
        state.held[waits] = kind
        stage = stage_for(state)
        stage.reset(RULES.view(state, viewer))
        canvas = bench.table_canvas(stage)
        canvas.surface.fill("black")
        stage.draw_panel(canvas, waits, Box(0, 0, 160, 95))
        return pygame.image.tobytes(canvas.surface, "RGB")

    assert panel(3, state.mover) == panel(7, state.mover) and panel(3, waits) != panel(7, waits)


def test_the_chart_goes_up_to_the_turn_that_is_shown_and_marks_temples() -> None:
    state = state_at(Options(), 2, 1, lambda s: s.phase == "tile" and s.turn == 6)
    stage = stage_for(state)

    def side(scores: list[tuple[int, tuple[int, int]]]) -> bytes:
        stage.remember(scores)
        canvas = bench.table_canvas(stage)
        canvas.surface.fill("black")
        stage.draw_side(canvas, Box(0, 0, 248, 391))
        return pygame.image.tobytes(canvas.surface, "RGB")

    before = [(1, (1, 0)), (3, (2, 1))]
    huts, temple = side([*before, (5, (4, 1))]), side([*before, (5, (1004, 1))])
    assert len({side(before), huts, temple}) == 3
    assert side([*before, (5, (4, 1)), (9, (9, 9))]) == huts


def test_too_few_huts_are_counted() -> None:
    state = state_at(
        Options(),
        2,
        3,
        lambda s: s.phase == "build" and any(isinstance(a, Expand) for a in RULES.legal(s, s.mover)),
    )
    island = island_of(state)
    expand = next(action for action in RULES.legal(state, state.mover) if isinstance(action, Expand))
    cell = island.builds_on(expand, state.mover)[0]
    state.stock[3 * state.mover] = 0
    stage = stage_for(state)
    stage.handle(PointerMoved(*at(stage, *cell)))
    assert isinstance(stage.choice, RingChoice) and stage.view is not None
    told = hints.of_build(stage.surroundings.texts, stage.view, state.mover, stage.choice)
    assert "needs" in told and "you have 0" in told


def test_a_tile_is_turned_by_wheel_and_keys_by_shoulders_and_by_advice() -> None:
    state = state_at(Options(), 2, 1, lambda s: s.phase == "tile" and s.turn == 6)
    places = [place for place in RULES.legal(state, state.mover) if isinstance(place, Place)]
    stage = stage_for(state)
    for event in (Wheel(300, 300, -1), KeyPressed("e"), Command(CommandName.NEXT, FIRST_PAD)):
        assert isinstance(stage.choice, Turned)
        way = (stage.choice.turn + 1) % 6
        stage.handle(event)
        assert stage.choice.turn == way
        safe = next(place for place in places if place.way == way and builds_after(state, place))
        assert click(stage, *at(stage, safe.q, safe.r)) == safe
    assert not stage.takes_next(Command(CommandName.NEXT)), "with many places Tab leads away from the board"
    other = next(place for place in places if place.way == 5 and builds_after(state, place))
    stage.suggest(other)
    assert given(stage, Command(CommandName.CONFIRM)) == other


def test_a_tap_on_the_tile_in_hand_turns_it_and_lays_nothing() -> None:
    stage = stage_for(state_at(Options(), 2, 5, lambda state: state.phase == "tile" and state.turn > 3))
    assert isinstance(stage.choice, Turned)
    before = stage.way
    assert click(stage, 554, 554) is None
    assert stage.way != before and isinstance(stage.choice, Turned) and stage.choice.turn == stage.way
