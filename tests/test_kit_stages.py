"""The kit beyond boards: a plane under a camera, tiles that turn, cards, piles, a line to write in."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.cabinets.volcano.stage.relief.turning import Turned
from game.core.rules import Event
from game.engine.canvas import Box
from game.engine.input import (
    AWAY,
    FIRST_PAD,
    Command,
    CommandName,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    StickMoved,
    TextComposed,
    TextTyped,
    TriggerMoved,
    Wheel,
)
from game.engine.widgets import Style
from game.kit.camera import ZOOMS, Camera
from game.scenes.table.widgets.board import BoardWidget
from tests import stage_bench as bench
from tests.deciding import decided, given
from tests.in_turns import in_turns
from tests.kit_stages import (
    BUTTON,
    GRID_LAYOUT,
    TAKES,
    Bazaar,
    BazaarStage,
    Island,
    IslandStage,
    Lay,
    Step,
    StepStage,
    Stones,
    Take,
    Words,
    WordStage,
    free,
    stage_of,
    steps,
)

WORLD = Box(-1000, -1000, 2000, 2000)
HERE = Box(0, 0, 624, 624)


@pytest.fixture(autouse=True, scope="module")
def display() -> None:
    pygame.init()
    pygame.display.set_mode((1, 1))


# The camera.


def test_a_point_of_the_plane_comes_back() -> None:
    camera = Camera(HERE, WORLD)
    camera.glide_to(120, -80, 0)
    camera.zoom_by(1)
    x, y = camera.inside(100, 500)
    assert camera.outside(x, y) == pytest.approx((100, 500))


def test_the_wheel_zooms_around_the_pointer_and_stops_at_the_ends() -> None:
    camera = Camera(HERE, WORLD)
    before = camera.inside(200, 300)
    camera.handle(Wheel(200, 300, 1))
    assert camera.zoom == ZOOMS[ZOOMS.index(1.0) + 1]
    assert camera.inside(200, 300) == pytest.approx(before)
    for _ in range(9):
        camera.handle(Wheel(200, 300, -1))
    assert camera.zoom == ZOOMS[0]
    assert not camera.handle(Wheel(200, 300, 1), wheel=False)


def test_a_drag_pans_and_a_press_alone_does_not() -> None:
    camera = Camera(HERE, WORLD)
    start = camera.middle
    assert not camera.handle(PointerPressed(300, 300))
    assert not camera.handle(PointerMoved(304, 300))
    assert not camera.handle(PointerReleased(304, 300))
    assert camera.middle == start
    camera.handle(PointerPressed(300, 300))
    assert camera.handle(PointerMoved(340, 320))
    assert camera.handle(PointerReleased(340, 320))
    assert camera.middle == (start[0] - 40, start[1] - 20)
    camera.handle(PointerPressed(300, 300), free=False)
    assert not camera.handle(PointerMoved(200, 300))


def test_the_middle_never_leaves_the_world() -> None:
    camera = Camera(HERE, WORLD)
    camera.handle(StickMoved(1, -1))
    camera.update(100)
    assert camera.middle == (1000, -1000)
    camera.handle(StickMoved(0, 0))
    camera.glide_to(5000, 0, 0.4)
    camera.update(0.2)
    assert camera.middle[1] > -1000
    camera.update(0.3)
    assert camera.middle == (1000, 0)


def test_a_trigger_zooms_once_for_each_pull() -> None:
    camera = Camera(HERE, WORLD)
    for pulled in (0.3, 0.6, 0.9, 0.4, 0.8):
        camera.handle(TriggerMoved("right", pulled))
    assert camera.zoom == ZOOMS[-1]


def test_a_box_is_shown_as_large_as_it_fits() -> None:
    camera = Camera(HERE, WORLD)
    for box, zoom in ((Box(-10, -10, 20, 20), ZOOMS[-1]), (Box(-550, -550, 1100, 1100), ZOOMS[0])):
        camera.fit(box)
        assert camera.zoom == zoom
        assert camera.sees(*box.topleft) and camera.sees(box.right - 1, box.bottom - 1)
    camera.fit(Box(-10, -10, 20, 20), largest=1.0)
    assert camera.zoom == 1.0


# Tiles on hexagons.


def island(**more: object) -> IslandStage:
    stage: IslandStage = stage_of(IslandStage, **more)
    view = Island(((0, 0), (1, 0)))
    stage.reset(view)
    stage.choose(0, free(view))
    return stage


def test_a_tile_is_turned_by_wheel_and_keys_and_laid() -> None:
    stage = island()
    for number, cell in enumerate(((0, 2), (3, -1))):
        place = stage.layout(stage.view).middle(cell)
        stage.handle(PointerMoved(*place))
        stage.handle(Wheel(*place, -1))
        stage.handle(KeyPressed("e"))
        assert given(stage, PointerPressed(*place)) == Lay(cell, 2 * (number + 1))


def test_advice_turns_the_tile() -> None:
    stage = island()
    stage.suggest(Lay((0, 2), 4))
    assert given(stage, Command(CommandName.CONFIRM)) == Lay((0, 2), 4)


def test_a_pad_turns_with_its_shoulders() -> None:
    stage = island()
    command = Command(CommandName.NEXT, FIRST_PAD)
    assert stage.takes_next(command)
    assert not stage.takes_next(Command(CommandName.NEXT)), "with many targets Tab leads away from the board"
    stage.handle(command)
    assert isinstance(stage.choice, Turned) and stage.choice.turn == 1


# Cards and gems.

FIRST = Bazaar((("a", "b", "c"), ("d", None, "f")), (9, 1), ("x", "y"), 3, 4)
DEALT = Bazaar((("a", "k", "c"), ("d", None, "f")), (8, 0), ("x", "y", "b"), 4, 2)


def bazaar(**more: object) -> BazaarStage:
    stage: BazaarStage = stage_of(BazaarStage, **more)
    stage.reset(FIRST)
    return stage


def press(stage: BazaarStage, *gems: str) -> list[Take]:
    assert stage.view is not None
    spots = [BUTTON if gem == "send" else ("bank", 0, gem) for gem in gems]
    layout = stage.layout(stage.view)
    made = [given(stage, PointerPressed(*layout.middle(spot))) for spot in spots]
    return [action for action in made if action is not None]


@pytest.mark.parametrize(
    ("gems", "taken"),
    [
        (("amber", "jade", "send"), [TAKES[0]]),
        (("ruby", "ruby", "send"), [TAKES[3]]),
        (("ruby", "send"), []),
        (("jade", "send"), [TAKES[4]]),
        (("amber", "jade", "amber", "send"), [TAKES[4]]),
        (("amber", "amber", "jade", "send"), [TAKES[4]]),
    ],
)
def test_gems_are_picked_in_any_order_and_sent(gems: tuple[str, ...], taken: list[Take]) -> None:
    stage = bazaar()
    stage.choose(0, TAKES)
    assert [set(take.gems) for take in press(stage, *gems)] == [set(take.gems) for take in taken]


def test_gems_are_picked_by_keys() -> None:
    stage = bazaar()
    stage.choose(0, TAKES)
    for name in (CommandName.NEXT, CommandName.CONFIRM):
        stage.handle(Command(name))
    assert stage.choice is not None and len(stage.choice.chosen) == 1
    stage.suggest(TAKES[3])
    assert given(stage, Command(CommandName.CONFIRM)) == TAKES[3]


@pytest.mark.parametrize("way", ["run", "hurried", "reduced", "instant"])
def test_dealing_ends_in_the_view(way: str) -> None:
    given = {"speed": 0.0 if way == "instant" else 1.0, "reduced_motion": way == "reduced"}
    stage, fresh = bazaar(**given), bazaar(**given)
    stage.show(DEALT, [Event("dealt", {}), Event("paid", {})])
    stage.update(0.1)
    if way == "hurried":
        stage.hurry()
    bench.finish(stage)
    fresh.reset(DEALT)
    assert bench.pixels(stage) == bench.pixels(fresh)


def test_the_same_cards_on_other_spots_are_drawn_there() -> None:
    stage, fresh = bazaar(), bazaar()
    bench.pixels(stage)
    moved = FIRST._replace(rows=(*FIRST.rows, ()), decks=(*FIRST.decks, 0))
    for each in (stage, fresh):
        each.reset(moved)
    assert bench.pixels(stage) == bench.pixels(fresh)


def test_a_dealt_card_turns_over_on_its_way() -> None:
    stage = bazaar()
    stage.show(DEALT, [Event("dealt", {})])
    seen = set()
    for _ in range(60):
        stage.update(1 / 60)
        seen |= {(pose.piece.kind, pose.piece.name) for pose in stage._moving() if pose.moving}
    assert {("back", None), ("card", "k")} <= seen


# A line to write in.


def words() -> WordStage:
    stage: WordStage = stage_of(WordStage)
    stage.reset(Words(("souk",)))
    stage.choose(0, None)
    return stage


def test_a_word_is_written_with_an_input_method_and_sent() -> None:
    stage = words()
    for event in (TextTyped("바"), TextComposed("라"), TextComposed("람"), TextTyped("람")):
        assert given(stage, event) is None
        assert stage.composing is isinstance(event, TextComposed)
    assert given(stage, Command(CommandName.CONFIRM)) == "바람"
    assert stage.line.text == "바람", "what was refused can be mended"
    stage.handle(TextTyped("솔"))
    assert given(stage, Command(CommandName.CONFIRM)) == "솔", "writing begins anew after it was sent"


def test_an_empty_line_sends_nothing() -> None:
    stage = words()
    assert given(stage, Command(CommandName.CONFIRM)) is None


def test_the_table_gives_the_stage_its_text() -> None:
    stage = words()
    style = Style(stage.surroundings.typeface, stage.surroundings.texts)
    board = BoardWidget(style, Box(328, 80, 312, 312), stage, lambda: None)
    board.focus_changed(True)
    board.choosing = True
    assert board.wants_text and board.text_box is not None
    assert Box(328, 80, 312, 312).contains(board.text_box)
    for event in (TextTyped("souk"), KeyPressed("backspace"), TextTyped("p"), Command(CommandName.CONFIRM)):
        assert board.handle(event)
    assert decided(stage) == "soup"
    assert not board.handle(Command(CommandName.NEXT)), "Tab still leads away"
    stage.choose(None, None)
    assert not board.wants_text


@in_turns(size=[(960, 540), (1280, 720)], text_size=[100, 150])
def test_all_is_drawn_and_no_text_is_cut(size: tuple[int, int], text_size: int, tmp_path: Path) -> None:
    given = {"text_size": text_size, "language": "ko"}
    hexes, cards, line = island(**given), bazaar(**given), stage_of(WordStage, **given)
    hexes.handle(PointerMoved(*hexes.layout(hexes.view).middle((0, 2))))
    cards.choose(0, TAKES)
    press(cards, "ruby")
    line.reset(Words(("바람",)))
    line.choose(0, None)
    line.handle(TextTyped("장터"))
    for name, stage in {"hexes": hexes, "cards": cards, "line": line}.items():
        stage.handle(PointerMoved(AWAY, AWAY)) if name == "line" else None
        canvas = bench.table_canvas(stage, *size)
        blank = pygame.image.tobytes(canvas.surface, "RGB")
        bench.draw_table(stage, canvas)
        bench.save(canvas, tmp_path, name)
        assert pygame.image.tobytes(canvas.surface, "RGB") != blank
        assert stage.surroundings.typeface.overflows == []


# Stones that are moved by hand, in the table's board.

BEGIN = Stones((12, 20), (7, 3))
BOARD = Box(328, 72, 624, 624)


class Hand:
    """Somebody at the board of a table."""

    def __init__(self) -> None:
        self.stage: StepStage = stage_of(StepStage)
        self.stage.reset(BEGIN)
        self.stage.choose(0, steps(BEGIN))
        self.played: list[Step] = []
        style = Style(self.stage.surroundings.typeface, self.stage.surroundings.texts)
        self.board = BoardWidget(style, BOARD, self.stage, self.take)
        self.board.choosing = True

    def take(self) -> None:
        self.played += [decision.action for decision in self.stage.outbox]
        self.stage.outbox.clear()

    def at(self, square: int) -> tuple[float, float]:
        x, y = GRID_LAYOUT.middle(square)
        return BOARD.left + x, BOARD.top + y

    def press(self, square: int, button: int = 1) -> None:
        self.board.handle(PointerPressed(*self.at(square), button))

    def release(self, square: int) -> None:
        self.board.handle(PointerReleased(*self.at(square)))

    def move(self, square: int) -> None:
        self.board.handle(PointerMoved(*self.at(square)))

    @property
    def chosen(self) -> tuple[int, ...]:
        return self.stage.choice.chosen if self.stage.choice else ()


def test_a_stone_is_dragged_and_hangs_at_the_pointer() -> None:
    hand = Hand()
    before = bench.pixels(hand.stage)
    hand.press(12)
    hand.move(13)
    assert hand.stage.choice is not None and hand.stage.choice.dragging
    assert bench.pixels(hand.stage) != before
    hand.release(13)
    assert hand.played == [Step(12, 13)]


def test_a_drag_that_leaves_the_board_goes_on_when_it_comes_back() -> None:
    hand = Hand()
    hand.press(12)
    hand.board.handle(PointerMoved(AWAY, AWAY))
    hand.move(13)
    hand.release(13)
    assert hand.played == [Step(12, 13)]


def test_a_drag_that_ends_nowhere_leaves_the_stone_chosen() -> None:
    hand = Hand()
    hand.press(12)
    hand.move(13)
    hand.board.handle(PointerReleased(5, 5))
    assert (hand.played, hand.chosen) == ([], (12,))
    hand.press(11)
    assert hand.played == [Step(12, 11)]


def test_what_is_dropped_where_it_may_not_lie_is_for_the_match_to_refuse() -> None:
    hand = Hand()
    hand.press(12)
    hand.move(24)
    hand.release(24)
    assert (hand.played, hand.chosen) == ([Step(12, 24)], (12,))


def test_a_drag_while_the_match_goes_on_does_nothing() -> None:
    hand = Hand()
    hand.press(12)
    hand.move(13)
    hand.stage.choose(None, None)
    hand.stage.show(Stones((12, 15), (7, 3)), [])
    hand.release(13)
    assert hand.played == []
    hand.stage.hurry()
    hand.stage.choose(0, steps(Stones((12, 15), (7, 3))))
    hand.release(13)
    assert (hand.played, hand.chosen) == ([], ())


def test_back_and_the_right_button_put_a_stone_down_before_they_open_the_menu() -> None:
    hand = Hand()
    assert not hand.board.handle(Command(CommandName.BACK)), "nothing is chosen: the table's menu"
    for take_back in (lambda: hand.board.handle(Command(CommandName.BACK)), lambda: hand.press(0, 3)):
        hand.press(12)
        hand.release(12)
        assert hand.chosen == (12,)
        take_back()
        assert hand.chosen == ()


def test_next_goes_through_few_targets_and_then_away() -> None:
    hand = Hand()
    taken = [hand.board.handle(Command(CommandName.NEXT)) for _ in range(3)]
    assert taken == [True, True, False]
    assert [hand.board.handle(Command(CommandName.PREVIOUS)) for _ in range(2)] == [True, False]


def test_an_empty_square_says_why_not_by_pointer_and_by_keys() -> None:
    hand = Hand()
    hand.move(0)
    assert hand.stage.reason == "nullgame.refuse.number"
    hand.press(0)
    assert hand.stage.reason == "nullgame.refuse.number" and hand.played == []


def test_asked_again_after_a_refusal_the_stone_is_still_chosen() -> None:
    """On the LAN a refusal is asked as a new question."""
    hand = Hand()
    hand.press(12)
    hand.release(12)
    hand.stage.choose(None, None)
    hand.stage.choose(0, steps(BEGIN))
    hand.stage.refuse("nullgame.refuse.number")
    hand.stage.update(0.1)
    assert hand.chosen == (12,)
    assert hand.stage.reason == "nullgame.refuse.number"


def test_a_captive_flies_to_the_panel_over_everything() -> None:
    hand = Hand()
    stage, after = hand.stage, Stones((7, 20), (3,))
    stage.choose(None, None)
    stage.show(after, [Event("moved", {})])
    over = set()
    while stage.busy:
        stage.update(1 / 60)
        over |= {pose.piece.seat for pose in stage._moving() if pose.over}
    assert over == {1}
    fresh: StepStage = stage_of(StepStage)
    fresh.reset(after)
    assert bench.pixels(stage) == bench.pixels(fresh)
