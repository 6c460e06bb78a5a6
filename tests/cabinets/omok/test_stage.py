"""Omok at the table: passing, draws and giving up by buttons, ways of placing, threats, numbers, levels of reasons."""

from __future__ import annotations

import pygame
import pytest

from game.cabinets.omok import notation
from game.cabinets.omok.board import BLACK, WHITE, new_board
from game.cabinets.omok.reasons import levels_of, threats_of
from game.cabinets.omok.rules import Omok
from game.cabinets.omok.stage.stage import OmokStage
from game.cabinets.omok.state import Action, Options, Pass, Place, State, board_of, stones_of
from game.conformance import bench
from game.core.rules import SPECTATOR, Move
from game.core.settling import Accept, GiveUp
from game.engine.input import (
    Command,
    CommandName,
    InputEvent,
    PointerMoved,
    PointerPressed,
    PointerReleased,
)
from tests.deciding import given

RULES = Omok()
SIX = "h8 a1 i10 a4 c3 o15"


def at_table(position: str, language: str = "en", **options: str) -> tuple[OmokStage, State]:
    state = RULES.start(2, Options(position=position, colours="seat", **options))  # type: ignore[arg-type]
    stage = OmokStage(bench.surroundings(2, state.options, language))
    stage.reset(RULES.view(state, SPECTATOR))
    ask(stage, state)
    return stage, state


def ask(stage: OmokStage, state: State) -> None:
    stage.show(RULES.view(state, SPECTATOR), ())
    stage.hurry()
    now = RULES.ask(state)
    assert now is not None
    stage.choose(now.seats[0], RULES.legal(state, now.seats[0]))


def tool(stage: OmokStage, key: str) -> None:
    next(tool for tool in stage.tools() if tool.key == key).press()


def press(stage: OmokStage, key: str | int) -> Action | None:
    assert stage.choice is not None
    x, y = stage.choice.layout.middle(key)
    return given(stage, PointerPressed(x, y, 1))


def play(stage: OmokStage, state: State, action: Action | None) -> None:
    assert action is not None
    (seat,) = RULES.ask(state).seats  # type: ignore[union-attr]
    assert RULES.check(state, seat, action) is None
    RULES.step(state, [Move(seat, action)])


def point(word: str) -> int:
    return notation.read(word, 15)[0]


def test_passing_by_buttons() -> None:
    stage, state = at_table(SIX)
    tool(stage, "g")
    action = press(stage, "pass")
    assert action == Pass()
    play(stage, state, action)
    assert state.passes == 1


def test_a_draw_is_offered_with_a_stone_and_accepted_by_the_other() -> None:
    stage, state = at_table(SIX)
    tool(stage, "g")
    assert press(stage, "draw") is None
    assert stage.instruction() == ("settling.with_draw", {})
    action = press(stage, point("k9"))
    assert action == Place(10, 6, True)
    play(stage, state, action)
    ask(stage, state)
    assert stage.instruction() == ("settling.offered", {"seat": 0})
    assert next(tool for tool in stage.tools() if tool.key == "g").lit()
    tool(stage, "g")
    play(stage, state, press(stage, "accept"))
    assert state.end == "omok.end.agreed"


def test_an_offer_is_gone_when_a_stone_declines_it() -> None:
    stage, state = at_table(SIX)
    play(stage, state, Place(10, 6, True))
    ask(stage, state)
    action = press(stage, point("k8"))
    assert action == Place(10, 7)
    play(stage, state, action)
    assert state.draw_by == -1 and not state.end


def test_giving_up_takes_two_presses_and_may_be_left() -> None:
    stage, _ = at_table("h8 a1")
    tool(stage, "g")
    assert press(stage, "give_up") is None
    assert press(stage, "sure") == GiveUp()
    stage, _ = at_table("h8 a1")
    tool(stage, "g")
    press(stage, "give_up")
    assert stage.takes_back
    stage.handle(Command(CommandName.BACK))
    assert not stage.takes_back
    tool(stage, "g")
    assert stage.choice is not None and "sure" not in stage.choice.layout.keys


def test_buttons_by_keys_alone() -> None:
    stage, _ = at_table(SIX)
    tool(stage, "g")
    stage.handle(Command(CommandName.NEXT))
    assert stage.choice is not None and stage.choice.focus == "pass"
    assert given(stage, Command(CommandName.CONFIRM)) == Pass()


def test_a_tool_changes_nothing_for_who_does_not_choose() -> None:
    stage, state = at_table(SIX)
    stage.choose(None, None)
    tool(stage, "g")
    assert stage.choice is None and not stage.takes_back
    ask(stage, state)
    assert press(stage, point("b2")) == Place(1, 13)


@pytest.mark.parametrize("passing", ["off", "on"])
def test_what_is_offered_follows_the_rules(passing: str) -> None:
    stage, _ = at_table(SIX, passing=passing)
    tool(stage, "g")
    assert stage.choice is not None
    keys = set(stage.choice.paths)
    assert (("pass",) in keys) == (passing == "on")
    assert ("accept",) not in keys and ("draw",) in keys


def test_a_stone_led_by_a_finger_lies_above_it_and_is_placed_where_it_is_let_go() -> None:
    stage, _ = at_table(SIX)
    tool(stage, "g")
    assert press(stage, "slide") is None
    assert stage.choice is not None
    x, y = stage.choice.layout.middle(point("f6"))
    events: list[InputEvent] = [PointerPressed(20, 600, 1), PointerMoved(x, y + 70)]
    assert [given(stage, event) for event in events] == [None, None]
    assert stage.choice.focus == point("f6")
    assert given(stage, PointerReleased(x, y + 70, 1)) == Place(5, 9)


def test_reasons_go_down_level_by_level() -> None:
    """A three that is none, because the point that would finish it makes two fours."""
    found = 0
    position = "f8 a1 g8 a3 h9 a5 h10 a7 e11 b14 e10 c15 e5 d14 e7 n1"
    stones = stones_of(list(notation.read(position, 15)), Options(position=position))
    board = new_board(15, "renju", stones)
    for free in (free for free in range(225) if not stones[free]):
        levels = levels_of(board, free, BLACK)
        assert levels[0][0] == (free,)
        for placed, rows in levels[1:]:
            found += 1
            assert len(set(placed)) == len(placed) and rows
        assert list(board.stones) == stones
    assert found > 0


def test_threats_are_fours_and_open_threes() -> None:
    state = RULES.start(2, Options(rule="free", position="h8 c3 i8 c4 j8 c5 o1 c6", colours="seat"))
    board = board_of(RULES.view(state, SPECTATOR))
    black, white = threats_of(board, BLACK), threats_of(board, WHITE)
    assert {row.kind for row in black} == {"three"} and {row.kind for row in white} == {"four"}
    assert {end for row in white for end in row.ends} == {point("c2"), point("c7")}


def test_tools_change_what_is_drawn_and_nothing_else() -> None:
    stage, _ = at_table("h8 a1 i8 c3 g9 d3 g10 e3")
    canvas = bench.table_canvas(stage, 960, 540)

    def drawn() -> bytes:
        canvas.surface.fill("#000000")
        stage.draw(canvas)
        return pygame.image.tobytes(canvas.surface, "RGB")

    plain = drawn()
    for key, times in (("t", 2), ("f", 2), ("n", 4)):
        pictures = []
        for _ in range(times):
            tool(stage, key)
            pictures.append(drawn())
        assert pictures[-1] == plain, key
        assert len(set(pictures)) == times, key


def test_accepting_without_an_offer_is_refused() -> None:
    _, state = at_table(SIX)
    assert RULES.check(state, 0, Accept()) == "settling.nothing_offered"


def test_keys_begin_in_the_middle_and_later_where_they_were() -> None:
    stage, state = at_table("h8 a1")
    assert stage.choice is not None
    stage.handle(Command(CommandName.CONFIRM))
    assert stage.choice.focus in {point("h7"), point("h9"), point("g8"), point("i8")}
    for _ in range(3):
        stage.handle(Command(CommandName.LEFT))
    assert stage.choice.focus is not None
    placed = stage.choice.focus
    action = given(stage, Command(CommandName.CONFIRM))
    assert isinstance(action, Place)
    play(stage, state, action)
    play(stage, state, Place(14, 14))
    ask(stage, state)
    stage.handle(Command(CommandName.UP))
    spots = stage.choice.layout
    assert stage.choice.focus is not None
    (x, y), (was_x, was_y) = spots.middle(stage.choice.focus), spots.middle(placed)
    assert abs(x - was_x) + abs(y - was_y) == pytest.approx(spots.size(placed)[0], rel=0.1)
