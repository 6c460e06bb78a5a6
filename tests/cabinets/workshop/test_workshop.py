"""The Workshop as people use it: methods, sliders, steps, codes, layers; by mouse, keys and pad."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from game.cabinets.workshop.bench import Bench, number_of_day
from game.cabinets.workshop.beside.prover import ProverHere
from game.cabinets.workshop.scenes.beats import width_of_verbs
from game.cabinets.workshop.scenes.desk import Desk
from game.cabinets.workshop.scenes.layout import GAP, LEFT_WIDTH, PAGE, RIGHT_WIDTH
from game.cabinets.workshop.scenes.pane import Ruler
from game.cabinets.workshop.scenes.ranges import scene as ranges
from game.cabinets.workshop.scenes.ranges.ranged import RangedMethod
from game.cabinets.workshop.scenes.ranges.scene import RangeScene
from game.cabinets.workshop.scenes.sharing import _ENDINGS, Share
from game.cabinets.workshop.scenes.sliders import NamedChoice, ValueSlider
from game.cabinets.workshop.scenes.words import build_words, told_of
from game.cabinets.workshop.scenes.workshop import WorkshopScene
from game.cabinets.workshop.stage.showing import steps_of
from game.core.errors import SpokenError
from game.core.forge.formats.codes import write_level
from game.core.forge.formats.reading import code_of, read_any
from game.core.forge.methods.registry import METHODS, level_of
from game.core.forge.model.level import Recipe
from game.core.forge.model.method import Note
from game.engine import theme
from game.engine.canvas import Box
from game.engine.input import (
    FIRST_PAD,
    Command,
    CommandName,
    FileDropped,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Wheel,
)
from game.engine.scene import Context, Scene
from game.engine.text import Typeface
from game.engine.widgets import Dialog, Label, MemoryClipboard, Panel, Style
from game.engine.widgets.parts.tree import Part
from game.ground.texts import Texts
from game.scenes import arcade
from game.scenes.setup.scene import SetupScene
from tests.in_turns import in_turns
from tests.scenes.scene_driver import Driver, Told, driving

DAY = date(2026, 11, 24)
SIZES = {"dungeon": (48, 36), "platform": (100, 15)}


@pytest.fixture
def driver(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))

    def make(context: Context) -> Scene:
        context.notify = Told()
        return WorkshopScene(context, lambda: arcade.setup(context, "workshop"), DAY)

    with driving(make, language=getattr(request, "param", "en")) as found:
        yield found


KOREAN = pytest.mark.parametrize("driver", ["ko"], indirect=True)


def scene(driver: Driver) -> WorkshopScene:
    assert isinstance(driver.top, WorkshopScene)
    return driver.top


def test_it_opens_on_the_level_of_the_day_being_made(driver: Driver) -> None:
    shown = scene(driver)
    assert shown.bench.method.id == "bsp" and shown.bench.number == number_of_day(DAY)
    assert shown.player.playing and shown.player.repeats
    before = shown.player.step
    driver.step(30)
    assert shown.player.step > before and shown.panel.code.lit >= 0
    for _ in range(40):
        shown.update(0.1)
    assert shown.player.playing, "it is shown again and again"


@pytest.mark.parametrize("method", METHODS)
def test_the_last_step_is_the_level(method: str) -> None:
    """Rock beside floor becomes wall after the last step; nothing else does without a note."""
    made = METHODS[method]
    notes: list[Note] = []
    recipe = Recipe(method, made.version, 5, *SIZES[made.kind])
    level = made.make(recipe, lambda kind, numbers: notes.append((kind, numbers)))
    assert level == made.make(recipe), "notes change nothing"
    steps = steps_of(level, notes)
    assert all(0 <= step.line < len(made.lines) for step in steps.steps)
    done = steps.built(len(steps))
    last = steps.last.replace(b"#", b" ") if level.kind == "dungeon" else steps.last
    assert (done.replace(b"#", b" ") if level.kind == "dungeon" else done) == last


SELDOM = {
    ("digger-ahead", "restart"): {"restarts": 3},
    ("caves", "again"): {"n": 1, "side": 30},
}
"""What has to be asked for, for a line of the pseudo-code to be done."""


@pytest.mark.parametrize("method", METHODS)
def test_every_line_of_the_pseudo_code_is_lit_sometime(method: str) -> None:
    made, done = METHODS[method], set[str]()
    asked = [dict(preset.parameters) for preset in made.presets]
    asked += [{}, *(values for (name, _), values in SELDOM.items() if name == method)]
    for parameters in asked:
        for number in range(1, 9):
            notes: list[Note] = []
            recipe = Recipe(method, made.version, number, *made.size, parameters)
            level = made.make(recipe, lambda kind, numbers, notes=notes: notes.append((kind, numbers)))
            for step in steps_of(level, notes).steps:
                done |= {made.lines[line] for line in (step.line, *step.beside)}
            if done == set(made.lines):
                return
    assert done == set(made.lines)


@KOREAN
def test_a_figure_is_shown_at_its_last_picture_with_its_caption(driver: Driver) -> None:
    shown = scene(driver)
    for method in METHODS.values():
        for preset in method.presets:
            if preset.figure:
                shown.show_preset(method.id, preset.name)
                assert shown.player.step == (preset.stops or (len(shown.steps),))[-1]
                shown.rebuild()
                caption = driver.context.texts.line(f"workshop.method.{method.id}.figure.{preset.name}")
                assert any(isinstance(each, Label) and each.text == caption for each in shown.group.widgets), preset
                assert caption in told_of(driver.context.texts, method)[1], "who asks what it is reads it, too"


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("text_size", [100, 125, 150])
def test_captions_and_the_colours_of_beats_are_said_at_every_size_of_text(language: str, text_size: int) -> None:
    typeface, texts = Typeface(text_size), Texts(language)
    style = Style(typeface, texts, clipboard=MemoryClipboard())
    middle = PAGE.width - LEFT_WIDTH - RIGHT_WIDTH - 2 * GAP
    desk = Desk(typeface, "bsp", 7)
    shown = [(method, preset) for method in METHODS.values() for preset in (None, *method.presets)]
    whole = 0
    for desk.bench.method, desk.bench.preset in shown:
        words = build_words(style, desk, *[lambda: None] * 3)
        words.place(Box(0, 0, middle, words.high(middle)))
        label, *buttons = words.widgets()
        assert isinstance(label, Label) and label.text, "never nothing"
        assert typeface.height_of(label.text, label.box.width, theme.CAPTION) <= label.box.height + 0.01
        assert label.box.right <= buttons[0].box.left and buttons[-1].box.right < middle + 0.1
        assert all(button.box.height <= typeface.grown(theme.CONTROL_HEIGHT) for button in buttons)
        whole += not label.tooltip
    assert whole >= 0.9 * len(shown), "the rest is read by pointing at it"
    ruler = Ruler(style, desk, lambda _: None, lambda: None)
    side = ruler.natural_height(middle)
    assert width_of_verbs(typeface, texts) <= middle - 7 * (side + 4)


def test_the_parts_of_figure_3_3_have_their_letters_and_their_tree(driver: Driver) -> None:
    shown = scene(driver)
    shown.show_preset("bsp", "script")
    tree = shown.desk.shown_tree
    assert tree is not None and tree.names == list("ABCDEFGHIJKLM")
    assert [name for _, name in shown.view.named] == list("DEIJKLM"), "seven leaves"
    driver.send(KeyPressed("["))
    assert [name for _, name in shown.view.named] == list("DEHIJK"), "before H is cut"
    d, e = shown.view.named[:2]
    assert d[0].right == e[0].left and d[0].height == shown.level.height, "an upright line between D and E"


def test_a_slider_changes_the_level_under_the_hand(driver: Driver) -> None:
    shown = scene(driver)
    slider = shown.rows["least_w"].field
    assert isinstance(slider, ValueSlider)
    before = shown.level
    y = slider.box.bottom - 14
    driver.send(PointerMoved(slider.box.left + 60, y), PointerPressed(slider.box.left + 60, y))
    driver.step(1)
    assert shown.level != before and shown.bench.values["least_w"] == slider.value > 8
    assert not shown.player.playing and shown.player.step == shown.player.count, "the whole level is shown"
    driver.send(PointerReleased(slider.box.left + 60, y), KeyPressed("1"), KeyPressed("2"))
    assert shown.bench.values["least_w"] == 12, "a number is typed"
    driver.send(KeyPressed("delete"))
    assert shown.level == before, "DELETE brings back the default"


def test_dice_leave_alone_what_is_locked(driver: Driver) -> None:
    shown = scene(driver)
    shown.rows["least_h"].lock.press()
    for _ in range(5):
        shown.roll_all()
        assert shown.bench.values["least_h"] == 8
    assert any(shown.bench.values[name] != p.default for name, p in shown.bench.method.parameters.items())
    shown.reset_parameters()
    assert all(shown.bench.values[name] == p.default for name, p in shown.bench.method.parameters.items())
    choice = shown.rows["bend"].field
    assert isinstance(choice, NamedChoice)
    choice.choice.choose(1)
    assert shown.bench.values["bend"] == "Z"


def test_steps_are_gone_through_by_keys_and_pad(driver: Driver) -> None:
    shown = scene(driver)
    driver.send(KeyPressed("."))
    assert not shown.player.playing
    step = shown.player.step
    driver.send(KeyPressed("."), KeyPressed("."), KeyPressed(","))
    assert shown.player.step == step + 1
    driver.command(CommandName.HURRY)
    assert shown.player.playing
    number = shown.bench.number
    driver.send(Command(CommandName.HURRY, FIRST_PAD))
    assert shown.bench.number != number, "X of a pad is another number"
    driver.send(Command(CommandName.NEXT, FIRST_PAD))
    assert shown.bench.method.id != "bsp", "shoulders turn to another method"


def test_a_preset_is_laid_on_the_bench(driver: Driver) -> None:
    shown = scene(driver)
    place = next(n for n, row in enumerate(shown.methods.rows) if row.preset and row.preset.figure == "3.5")
    shown.methods.select(place)
    assert shown.bench.preset and shown.bench.preset.figure == "3.5" and shown.level
    assert (shown.level.width, shown.level.height) == (64, 48)
    assert len(set(shown.level.zones)) > 2, "its themes are zones"


def test_codes_go_out_and_come_in(driver: Driver) -> None:
    shown = scene(driver)
    shown.style.clipboard = clipboard = MemoryClipboard()
    level = shown.level
    driver.send(KeyPressed("c", frozenset({"ctrl"})))
    code = clipboard.text
    assert code.startswith("SK1-") and len(code) <= 60
    driver.send(KeyPressed("n"))
    assert shown.level != level
    driver.send(KeyPressed("v", frozenset({"ctrl"})))
    assert shown.level == level
    clipboard.write(code[:-1] + ("0" if code[-1] != "0" else "1"))
    shown.style.clipboard = clipboard
    driver.send(KeyPressed("v", frozenset({"ctrl"})))
    assert shown.level == level, "a code with a mistake loses nothing"
    assert isinstance(shown.context.notify, Told) and shown.context.notify[-1]


def test_levels_are_kept_as_files_and_dropped_again(driver: Driver, tmp_path: Path) -> None:
    shown = scene(driver)
    level = shown.level
    for what, ending in _ENDINGS.items():
        if what is not Share.MARIO:
            shown.resumed(what)
            assert [path for path in tmp_path.rglob(f"*{ending}") if path.stat().st_size > 100], ending
    (sheet,) = tmp_path.rglob("*.tiles.png")
    assert sheet.name.encode() in next(tmp_path.rglob("*.tmx")).read_bytes()
    for ending in (".json", ".txt"):
        driver.send(KeyPressed("n"))
        assert shown.level != level
        driver.send(FileDropped(str(next(tmp_path.rglob(f"*{ending}")))))
        assert shown.level == level and shown.bench.method.id == "bsp"
    driver.send(FileDropped(str(sheet)), FileDropped(str(tmp_path / "none.txt")))
    assert shown.level == level, "what is no level loses nothing"
    assert isinstance(shown.context.notify, Told) and "none.txt" in shown.context.notify[-1]


def test_a_level_of_another_hand_is_shown_without_steps(driver: Driver) -> None:
    shown = scene(driver)
    shown.open_level(read_any("dungeon 20 3\n" + "." * 20 + "\n" + " " * 20 + "\n" + "." * 20 + "\nthing start 1 0\n"))
    driver.step(2)
    assert shown.level is not None and shown.level.width == 20 and not shown.steps.steps
    driver.send(KeyPressed("n"))
    assert shown.level.width == 64, "the bench is as it was"


@KOREAN
def test_it_leads_to_its_table_and_says_what_a_method_is(driver: Driver) -> None:
    shown = scene(driver)
    shown.show_what()
    driver.step(3)
    assert isinstance(driver.top, Dialog)
    driver.command(CommandName.BACK)
    driver.step(3)
    shown.play_level()
    driver.until(lambda: isinstance(driver.top, SetupScene))
    assert isinstance(driver.top, SetupScene) and read_any(str(driver.top.options["level"])) == shown.level
    driver.until(lambda: not driver.context.stack.fading)
    driver.command(CommandName.BACK)
    driver.until(lambda: driver.top is shown and not driver.context.stack.fading)
    driver.send(KeyPressed("t"))
    driver.until(lambda: isinstance(driver.top, SetupScene) and driver.top is not shown)


def test_a_level_that_no_game_takes_is_refused_in_a_sentence(driver: Driver) -> None:
    shown = scene(driver)
    shown.desk.set_size(128, 128)
    shown.play_level()
    assert driver.top is shown and isinstance(shown.context.notify, Told) and len(shown.context.notify) == 1


def test_the_level_is_pointed_at_zoomed_and_dragged(driver: Driver) -> None:
    shown = scene(driver)
    driver.step(2)
    middle = shown.view.box.center
    driver.send(PointerMoved(*middle))
    assert shown.view.pointed is not None
    before = shown.view.size_px
    driver.send(Wheel(*middle, 1))
    driver.step(1)
    assert shown.view.size_px > before
    looked = shown.view.camera.middle
    driver.send(PointerPressed(*middle), PointerMoved(middle[0] + 60, middle[1]))
    driver.send(PointerReleased(middle[0] + 60, middle[1]))
    assert shown.view.camera.middle != looked


def test_what_can_be_reached_is_shown_from_the_square_under_the_pointer(driver: Driver) -> None:
    shown = scene(driver)
    shown.player.seek(shown.player.count)
    shown.toggle_layer("reach")
    driver.step(2)
    assert shown.level is not None
    start = next(entity for entity in shown.level.entities if entity.kind == "start")
    driver.send(PointerMoved(*shown.view.camera.outside(start.x + 0.5, start.y + 0.5)))
    assert shown.view.pointed == (start.x, start.y)
    assert len(shown.view.reach) == len(shown.level.tiles) - shown.level.tiles.count(0) - shown.level.tiles.count(1)


def test_the_number_of_a_day_is_everybodys() -> None:
    assert number_of_day(DAY) == 266666609 or 1 <= number_of_day(DAY) <= 2147483646
    bench = Bench("digger-blind", 3)
    bench.set("room_least", 9)
    assert bench.values["room_most"] == 9, "no slider leads out of the range"


@pytest.mark.parametrize("method", METHODS)
def test_a_code_gives_the_level_again(method: str) -> None:
    made = METHODS[method]
    for number in (1, 77, 2147483646):
        level = level_of(Recipe(method, made.version, number, *SIZES[made.kind]))
        assert read_any(code_of(level)).tiles == level.tiles
        assert read_any(write_level(level)) == level


def test_mutated_codes_are_refused_in_a_sentence() -> None:
    level = level_of(Recipe("bsp", 1, 7, 32, 24))
    whole = {code_of(level), write_level(level)}
    taken = 0
    for code in sorted(whole):
        for place in range(len(code)):
            for sign in ("", "0", "~", "가"):
                try:
                    read_any(code[:place] + sign + code[place + 1 :])
                    taken += 1
                except SpokenError as error:
                    assert error.key.startswith(("forge.error.", "forge.file."))
    assert taken < 200


def test_the_steps_fold_to_their_bar_and_leave_their_room_to_the_level(driver: Driver) -> None:
    shown = scene(driver)
    before, code = shown.view.box.height, shown.panel.code
    driver.send(KeyPressed("f"))
    driver.step(2)
    assert shown.view.box.height > before + 80
    assert code is not shown.panel.code and shown.panel.code not in shown.group.walk()
    assert not driver.context.typeface.overflows
    driver.send(KeyPressed("f"))
    driver.step(2)
    assert shown.view.box.height == before and shown.panel.code in shown.group.walk()


def stands_in_a_narrow_frame(tree: Part, page: Box) -> None:
    """Lay a page out 412 wide: nothing leaves the frame or lies over anything. Then lay it out as it was."""
    wide = [tuple(widget.box) for widget in tree.widgets()]
    frame = Box(4, 0, 404, tree.high(404) + 404)
    tree.place(frame)
    widgets = [widget for widget in tree.widgets() if not isinstance(widget, Panel)]
    for number, one in enumerate(widgets):
        assert one.box.width > 0 and one.box.height > 0 and frame.contains(one.box), one
        apart = [other for other in widgets[:number] if other.box.inflate(-1, -1).colliderect(one.box)]
        assert not apart, (one, apart)
    tree.place(page)
    assert wide == [tuple(widget.box) for widget in tree.widgets()]


@in_turns(state=["made", "folded", "compared", "painted", "platform"], text_size=[130, 100], language=["en", "ko"])
def test_the_page_stands_in_a_narrow_frame_too(
    language: str, text_size: int, state: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))

    def make(context: Context) -> Scene:
        return WorkshopScene(context, lambda: arcade.setup(context, "workshop"), DAY, ProverHere, lambda: None)

    with driving(make, language=language, text_size=text_size) as driver:
        shown = scene(driver)
        match state:
            case "folded":
                shown.fold_steps()
            case "compared":
                shown.compare()
            case "painted":
                shown.toggle_pencil()
            case "platform":
                shown.show_preset("rhythm")
                shown.rebuild()
        stands_in_a_narrow_frame(shown.tree, PAGE)


@pytest.mark.parametrize("text_size", [100, 130])
def test_the_range_stands_in_a_narrow_frame_too(text_size: int) -> None:
    def make(context: Context) -> Scene:
        return RangeScene(context, RangedMethod(Bench("bsp", 1)), lambda ranged, count: NoRun())

    with driving(make, text_size=text_size) as driver:
        assert isinstance(driver.top, RangeScene)
        stands_in_a_narrow_frame(driver.top.tree, ranges.PAGE)


class NoRun:
    def poll(self) -> tuple[list[tuple[int, ...]], bool]:
        return [], False

    def close(self) -> None: ...
