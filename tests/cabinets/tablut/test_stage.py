"""Tablut's picture: the rules page tells what holds, and what a move would take is shown."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules import notation
from game.cabinets.tablut.rules.law import PRESETS, Preset, law_of
from game.cabinets.tablut.rules.reasons import Reason, dangers, why
from game.cabinets.tablut.rules.rules import Tablut
from game.cabinets.tablut.rules.state import Move, Options
from game.cabinets.tablut.stage import rules
from game.cabinets.tablut.stage.eye import CALLED, Call
from game.cabinets.tablut.stage.rules import rules_lines, rules_pictures
from game.cabinets.tablut.stage.stage import TablutStage
from game.conformance.bench import pixels, surroundings
from game.core.options import OptionError, read
from game.core.rules import SPECTATOR
from game.core.settling import Accept, GiveUp
from game.engine import theme
from game.engine.audio import Sound
from game.engine.input import Command, CommandName, PointerPressed, PointerReleased
from game.engine.text import Typeface, Weight
from game.ground.texts import LANGUAGES, Texts
from game.kit import marks
from game.kit.grid.settling import Button
from game.scenes.table.rules import RulesPage
from tests.cabinets.tablut.test_rules import begun, moved
from tests.deciding import given
from tests.scenes.scene_driver import driving

RULES = Tablut()


def test_the_rules_tell_what_holds_and_nothing_else() -> None:
    def keys(**options: object) -> set[str]:
        return {key.removeprefix("tablut.rule.") for key, _ in rules_lines(msgspec.convert(options, Options))}

    assert {"escape.corner", "king_taken.four", "rim_hostile.yes", "throne_held.never"} <= keys()
    assert {"camps.yes", "throne_held.always", "repeat.first"} <= keys(preset="unibo")
    assert "rim_hostile.no" not in keys(preset="unibo")
    assert "quiet" not in keys(preset="unibo")
    assert "rows.yes" not in keys()
    assert "rows.yes" in keys(rows="yes")
    for language in LANGUAGES:
        for preset in PRESETS:
            lines = rules_lines(Options(preset=preset, rows="yes", rounds=2))
            assert all(Texts(language).line(key, **values) for key, values in lines)


@pytest.mark.parametrize("preset", PRESETS)
def test_pictures_of_the_rules_show_what_they_say(preset: Preset) -> None:
    """Every move that is pointed at may be played, and takes something or ends the round."""
    options = Options(preset)
    law = law_of(options)
    for what, shown in rules._shown(law).items():
        squares, side = notation.read_position(shown.position)
        board = b.new_board(squares, side, law)
        code = b.code_of(notation.square_named(shown.origin), notation.square_named(shown.target))
        assert code in b.codes_of(board), what
        with b.played(board, code) as count:
            assert count or board.info[b.END] == b.DEFENDER, what
            assert (what in ("corner", "edge")) == bool(board.info[b.END])
    assert set(rules_pictures(TablutStage, surroundings(2, options))) == {"take", "more"}
    assert ("tablut.rule.picture", {}) in rules_lines(options)


@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_rules_page_is_made_from_the_options_of_the_match(language: str) -> None:
    texts = Texts(language)
    options = Options(preset="unibo")
    with driving(lambda context: RulesPage(context, "tablut", options=options), language=language) as driver:
        assert isinstance(driver.top, RulesPage)
        words = driver.top.words()
        assert texts.line("tablut.rule.camps.yes") in words
        assert texts.line("tablut.rule.escape.corner") not in words
        assert driver.context.typeface.overflows == []


def test_a_position_that_is_none_is_refused_as_an_option() -> None:
    with pytest.raises(OptionError) as refusal:
        read(Options, {"position": "/9/"})
    assert refusal.value.key == "tablut.notation.rows"


def stage_of(position: str, **options: object) -> TablutStage:
    """A stage at rest; seat 0 attacks, and whoever is to move is asked."""
    state = begun(position, **options)
    stage = TablutStage(surroundings(2, state.options))
    stage.reset(RULES.view(state, SPECTATOR))
    seat = RULES.ask(state).seats[0]  # type: ignore[union-attr]
    stage.choose(seat, RULES.legal(state, seat))
    return stage


def at(stage: TablutStage, name: str) -> tuple[float, float]:
    assert stage.view is not None
    return stage.layout(stage.view).middle(notation.square_named(name))


TAKEN_NEXT = "/9/9/9/9/9/9/1tK6/9/3t5/ a"


def test_a_right_press_tells_why_a_piece_is_not_taken_and_another_takes_it_back() -> None:
    stage = stage_of(TAKEN_NEXT, preset="linnaeus")
    before = pixels(stage)
    assert given(stage, PointerPressed(*at(stage, "c7"), 3)) is None
    assert stage.explained == notation.square_named("c7")
    assert pixels(stage) != before
    stage.handle(PointerPressed(*at(stage, "c7"), 3))
    assert stage.explained is None
    stage.handle(PointerPressed(*at(stage, "a1"), 3))
    assert stage.explained is None


def test_a_finger_that_rests_on_a_piece_is_told_why_it_is_not_taken() -> None:
    stage = stage_of(TAKEN_NEXT, preset="linnaeus")
    assert not stage.tell_at(*at(stage, "a1")) and stage.explained is None, "there is nobody"
    assert stage.tell_at(*at(stage, "c7"))
    assert stage.explained == notation.square_named("c7")


def test_a_piece_is_explained_with_another_sign_than_what_is_forbidden(monkeypatch: pytest.MonkeyPatch) -> None:
    signs: list[str] = []
    drawn = marks.icon
    monkeypatch.setattr(marks, "icon", lambda name, *more: signs.append(name) or drawn(name, *more))
    stage = stage_of(TAKEN_NEXT, preset="linnaeus")
    stage.handle(PointerPressed(*at(stage, "c7"), 3))
    pixels(stage)
    assert "info" in signs and "circle-x" not in signs


@pytest.mark.parametrize(
    ("position", "options", "name", "sides", "closed", "needs"),
    [
        (TAKEN_NEXT, {"preset": "linnaeus"}, "c7", (0, 0, 0, b.MAN), 1, 2),
        (TAKEN_NEXT, {}, "c7", (0, 0, 0, b.MAN), 1, 4),
        ("/9/9/9/4T4/9/9/K8/9/1t7/ a", {}, "e4", (0, 0, b.BY_THRONE, 0), 1, 2),
        ("/1T7/9/9/9/9/9/K8/9/1t7/ a", {}, "b1", (0, 0, 0, b.BY_CORNER), 1, 2),
        ("/9/9/9/9/9/9/K8/9/1t7/ a", {}, "a7", (0, 0, 0, b.BY_RIM), 1, 4),
    ],
)
def test_the_sides_of_a_piece(
    position: str, options: dict[str, object], name: str, sides: tuple[int, ...], closed: int, needs: int
) -> None:
    state = begun(position, **options)
    reason = why(state.squares, law_of(state.options), notation.square_named(name))
    assert reason == Reason(sides, closed, needs)


def test_the_kings_eye_shows_ways_out_and_what_is_missing() -> None:
    stage = stage_of("/9/9/3K5/9/9/9/9/7t1/9/ d", preset="linnaeus")
    before = pixels(stage)
    tool = next(tool for tool in stage.tools() if tool.key == "k")
    tool.press()
    assert tool.lit()
    assert pixels(stage) != before
    tool.press()
    assert pixels(stage) == before


def test_a_turned_board_is_played_where_it_is_seen() -> None:
    stage = stage_of("/9/9/3K5/9/9/9/9/7t1/9/ d", preset="linnaeus")
    x, y = at(stage, "d3")
    next(tool for tool in stage.tools() if tool.key == "f").press()
    assert at(stage, "d3") == pytest.approx((624 - x, 624 - y))
    stage.handle(PointerPressed(*at(stage, "d3"), 1))
    stage.handle(PointerReleased(*at(stage, "d3"), 1))
    assert given(stage, PointerPressed(*at(stage, "d1"), 1)) == Move(3, 2, 3, 0)


def test_squares_where_a_piece_could_be_taken_are_known() -> None:
    state = begun("/9/7t1/T8/3t5/9/9/8K/9/9/ d")
    risky = dangers(state.squares, b.DEFENDER, law_of(state.options), notation.square_named("a3"))
    assert {notation.name(square) for square in risky} == {"d3", "h3"}


def told(stage: TablutStage, words: str) -> object:
    """Press the button of these words."""
    assert stage.choice is not None
    key: object = Button(words)
    x, y = stage.choice.layout.middle(key)  # type: ignore[arg-type]
    return given(stage, PointerPressed(x, y, 1))


def test_giving_up_takes_two_presses_and_a_draw_goes_along_with_a_move() -> None:
    stage = stage_of("", sides="seat")
    assert stage.choice is not None
    stage.toggle_settling()
    assert stage.instruction() == ("settling.ask", {})
    assert told(stage, "give_up") is None
    assert told(stage, "sure") == GiveUp()
    stage = stage_of("", sides="seat")
    stage.toggle_settling()
    assert told(stage, "draw") is None
    assert stage.instruction() == ("settling.with_draw", {})
    assert stage.choice is not None and all(action.draw for action in stage.choice.paths.values())  # type: ignore[union-attr]
    stage.toggle_settling()
    stage.handle(PointerPressed(*at(stage, "c3"), 1))
    assert not stage.settling, "a press elsewhere closes the buttons"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text_size", [100, 150])
def test_what_settles_a_match_is_read_whole_on_its_buttons(language: str, text_size: int) -> None:
    stage = stage_of("", sides="seat")
    given = stage.surroundings
    given.texts, given.typeface = Texts(language, ("Ann", "Ben")), Typeface(text_size)
    stage.toggle_settling()
    told(stage, "give_up")
    assert stage.choice is not None and stage.view is not None
    for key, text in stage._words(stage.view).items():
        words = given.typeface.measure(given.texts.line(text), theme.BODY, Weight.BOLD)
        assert words + 16 <= stage.choice.layout.spots[Button(key)].box.width, text


def test_an_offered_draw_is_told_and_may_be_taken_by_keys() -> None:
    stage = stage_of("", sides="seat")
    assert stage.view is not None
    view = msgspec.structs.replace(stage.view, draw_offered_by=1)
    stage.reset(view)
    stage.choose(0, RULES.legal(begun(), 0))
    assert stage.instruction() == ("settling.offered", {"seat": 1})
    stage.toggle_settling()
    stage.handle(Command(CommandName.LEFT))
    assert given(stage, Command(CommandName.CONFIRM)) == Accept()


@pytest.mark.parametrize(
    ("position", "move", "call", "taken"),
    [
        ("/9/9/9/4t4/9/9/3K5/4t4/9/ d", "d7-d8", "", 0),
        ("/9/9/9/4t4/9/2T6/3K5/4t4/9/ d", "d7-a7", "escaped", 0),
        (TAKEN_NEXT, "d9-d7", "king_taken", 0),
        ("/9/9/2tT4t/9/9/9/7K1/9/9/ a", "i3-e3", "", 1),
    ],
)
def test_men_that_are_taken_are_heard_and_the_kings_end_is_called_out(
    position: str, move: str, call: str, taken: int
) -> None:
    state = begun(position, preset="linnaeus")
    heard: list[str] = []
    stage = TablutStage(replace(surroundings(2, state.options), play_sound=heard.append))
    stage.reset(RULES.view(state, SPECTATOR))
    events = moved(state, move)
    stage.show(RULES.view(state, SPECTATOR), events)
    seen: set[str] = set()
    while stage.busy:
        seen |= {effect.text for effect, _ in stage.script.effects if isinstance(effect, Call)}
        stage.update(1 / 30)
    assert heard.count(Sound.TURN) == taken
    calls = {event.kind for event in events} & set(CALLED)
    assert seen == {stage.surroundings.texts.line(f"tablut.call.{kind}") for kind in calls}
    assert not call or call in calls
