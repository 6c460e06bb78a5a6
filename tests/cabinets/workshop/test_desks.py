"""Platform levels, proofs, two levels side by side and the range of a method, as people use them in the Workshop."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from game.cabinets.stages import games_that_play
from game.cabinets.workshop.beside.prover import ProverHere
from game.cabinets.workshop.own import OwnGeneratorError
from game.cabinets.workshop.scenes.pane import LevelPane, stroke
from game.cabinets.workshop.scenes.ranges.ranged import Ranged, RangedMethod
from game.cabinets.workshop.scenes.ranges.scene import RangeScene
from game.cabinets.workshop.scenes.workshop import WorkshopScene
from game.cabinets.workshop.settings import Settings
from game.cabinets.workshop.stage.beyond import beyond
from game.cabinets.workshop.stage.growing import growing_at
from game.cabinets.workshop.stage.showing import points_of_way, steps_of
from game.core.forge.formats.reading import code_of, read_any
from game.core.forge.methods.registry import METHODS, level_of
from game.core.forge.model.level import FLOOR, Level, Recipe
from game.engine.audio import Sound
from game.engine.input import CommandName, KeyPressed, PointerMoved, PointerPressed, PointerReleased, Wheel
from game.engine.scene import Context, Scene
from game.scenes import arcade
from game.scenes.setup.scene import SetupScene
from tests.scenes.scene_driver import Driver, Told, driving

DAY = date(2026, 11, 24)


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))

    def make(context: Context) -> Scene:
        context.notify = Told()
        return WorkshopScene(context, lambda: arcade.setup(context, "workshop"), DAY, ProverHere, lambda: None)

    with driving(make) as found:
        yield found


def scene(driver: Driver) -> WorkshopScene:
    assert isinstance(driver.top, WorkshopScene)
    return driver.top


def pane(shown: WorkshopScene) -> LevelPane:
    return next(widget for widget in shown.group.walk() if isinstance(widget, LevelPane))


def take(driver: Driver, method: str) -> WorkshopScene:
    shown = scene(driver)
    shown.show_preset(method)
    shown.rebuild()
    driver.step(2)
    return shown


def test_a_platform_level_is_proved_once_the_hand_rests(driver: Driver) -> None:
    shown = take(driver, "rhythm")
    assert shown.desk.proof is None, "not in the frame that made it"
    driver.step(60)
    assert shown.desk.proof is not None and shown.desk.proof.proof.proved
    assert (
        shown.measured.shown[0][1]
        == f"{shown.desk.proof.proof.ticks / 60:.1f} s · {shown.desk.proof.proof.jumps} jumps"
    )
    assert re.search(r" ticks?, column [0-9]+$", shown.measured.shown[1][1]), "where the tightest jump is"
    shown.toggle_layer("way")
    driver.step(30)
    way = shown.view.shown.way
    assert len(way) == shown.desk.proof.proof.ticks and shown.view.runner in way
    ran = shown.view.runner
    driver.step(30)
    assert shown.view.runner != ran, "somebody runs it"
    driver.send(KeyPressed("n"))
    assert shown.desk.proof is None and not shown.view.shown.way


def test_the_way_that_is_drawn_is_the_way_that_reaches_the_goal(driver: Driver) -> None:
    shown = take(driver, "rhythm")
    driver.step(60)
    assert shown.desk.proof is not None
    goal = next(each for each in shown.level.entities if each.kind == "goal")
    x, y = points_of_way(shown.desk.proof.level)[-1]
    assert abs(x - goal.x - 0.5) < 1.5 and abs(y - goal.y - 0.5) < 2


def test_a_rhythm_is_heard_while_somebody_runs_it(driver: Driver) -> None:
    shown = take(driver, "rhythm")
    driver.step(60)
    shown.toggle_layer("way")
    heard: list[Sound] = []
    pane(shown).style.play_sound = heard.append  # type: ignore[method-assign]
    driver.step(len(shown.view.shown.way) + 60)
    beats = {x for x, _, _ in shown.steps.beats(len(shown.steps))}
    assert heard.count(Sound.STEP) >= len(beats)


def test_a_long_level_is_seen_in_part_and_small_below_with_its_rhythm(driver: Driver) -> None:
    shown = take(driver, "rhythm")
    part = pane(shown)
    driver.step(3)
    assert shown.view.size_px >= 10 and shown.view.seen().width < shown.level.width
    beats = shown.steps.beats(len(shown.steps))
    assert beats and part.strip.height > 0
    assert all(0 <= column < shown.level.width for column, _, _ in beats)
    before = shown.view.camera.middle[0]
    box = part.overview.box
    driver.send(PointerMoved(box.right - 40, box.centery), PointerPressed(box.right - 40, box.centery))
    driver.send(PointerReleased(box.right - 40, box.centery))
    assert shown.view.camera.middle[0] > before, "the small map leads there"


def test_the_picture_goes_with_the_step_in_a_long_level(driver: Driver) -> None:
    shown = take(driver, "multipass")
    driver.step(2)
    shown.player.seek(1)
    driver.step(3)
    seen = set()
    for step in range(0, len(shown.steps), 6):
        shown.player.seek(step)
        driver.step(1)
        middle = shown.view.marked[0].centerx if shown.view.marked else shown.view.camera.middle[0]
        box = shown.view.seen()
        assert box.left - 1 <= middle <= box.right + 1
        seen.add(round(shown.view.camera.middle[0]))
    assert len(seen) > 2


def test_areas_that_hang_together_have_a_colour_each_in_every_step(driver: Driver) -> None:
    shown = scene(driver)
    shown.show_preset("caves", "gathered")
    shown.rebuild()
    driver.step(2)
    assert "clusters" in shown.view.layers and max(shown.view.shown.clusters) > 3
    shown.player.seek(1)
    driver.step(2)
    assert max(shown.view.shown.clusters) > 20, "what was sprinkled hangs together in many small areas"


def test_two_levels_side_by_side(driver: Driver) -> None:
    shown = scene(driver)
    shown.player.speed = 100.0
    driver.send(KeyPressed("c"))
    assert len(shown.desks) == 2 and shown.active == 1
    assert shown.player.speed == 100.0, "steps are shown as fast as before"
    assert shown.desks[0].level == shown.desks[1].level
    shown.change("least_w", 16)
    assert shown.desks[0].level != shown.desks[1].level
    assert " · " in shown.measured.shown[1][1], "measures of both"
    driver.send(KeyPressed("n"))
    assert shown.desks[0].bench.number == shown.desks[1].bench.number, "numbers are linked"
    driver.send(KeyPressed("x"))
    assert shown.active == 0 and shown.bench.values["least_w"] == 8
    second = [widget for widget in shown.group.walk() if isinstance(widget, LevelPane)][1]
    driver.click(*second.box.center)
    assert shown.active == 1
    driver.send(KeyPressed("c"))
    assert len(shown.desks) == 1 and shown.bench.values["least_w"] == 16, "the one that was taken last stays"


def test_two_levels_are_looked_at_together_while_they_are_linked(driver: Driver) -> None:
    shown = scene(driver)
    driver.send(KeyPressed("c"))
    driver.step(2)
    first, second = (desk.view for desk in shown.desks)
    x, y = second.box.center
    driver.send(PointerMoved(x, y), Wheel(x, y, 1))
    driver.step(2)
    assert first.camera.taken and (first.camera.middle, first.camera.zoom) == (second.camera.middle, second.camera.zoom)
    driver.send(KeyPressed("l"))
    driver.step(2)
    before, numbers = first.camera.zoom, [desk.bench.number for desk in shown.desks]
    driver.send(Wheel(x, y, 1), KeyPressed("n"))
    driver.step(2)
    assert first.camera.zoom == before != second.camera.zoom
    assert shown.desks[0].bench.number == numbers[0] and shown.desks[1].bench.number != numbers[1]
    driver.send(KeyPressed("l"), KeyPressed("n"))
    assert len({desk.bench.number for desk in shown.desks}) == 1


def test_caves_go_on_beside_a_level_of_whole_cells(driver: Driver) -> None:
    shown = scene(driver)
    shown.show_preset("caves", "nine")
    shown.rebuild()
    driver.step(2)
    seen = beyond(shown.level)
    assert seen is not None and shown.view.camera.world.left == -seen.reach
    sheet = pygame.Surface((64, 64), depth=32)
    pictures = []
    for _ in range(2):
        sheet.fill("#000000")
        seen.draw(sheet, (-150, 0), 1)
        pictures.append(sheet.copy())
    drawn = [len({tuple(picture.get_at((x, y))) for x in range(50, 64) for y in range(50)}) for picture in pictures]
    assert drawn[0] == 1 < drawn[1], "one cell is made at a time: first the nearer one"
    shown.view.camera.middle = (-40.0, 75.0)
    assert shown.view.seen().left < -40
    recipe = shown.level.recipe
    assert beyond(level_of(Recipe("caves", recipe.version, 3, 64, 64))) is None, "no whole cells"
    assert beyond(level_of(Recipe("bsp", 1, 3, 150, 150))) is None
    shown.show_preset("bsp", "script")
    shown.rebuild()
    driver.step(2)
    assert shown.view.camera.world.left == 0


class ThreeAtATime:
    """A range that is told in pieces."""

    def __init__(self, ranged: Ranged, count: int) -> None:
        self.left = [(number, *([number * 10] * 10)) for number in range(1, 31)]
        self.closed = False

    def poll(self) -> tuple[list[tuple[int, ...]], bool]:
        came, self.left = self.left[:3], self.left[3:]
        return came, not self.left

    def close(self) -> None:
        self.closed = True


def test_a_range_grows_and_leads_to_a_level(driver: Driver) -> None:
    shown = scene(driver)
    ranged = RangeScene(driver.context, RangedMethod(shown.bench), ThreeAtATime)
    driver.context.stack.push(ranged)
    driver.until(lambda: bool(ranged.levels))
    assert len(ranged.levels) < 30
    driver.until(lambda: ranged.run is None)
    assert len(ranged.levels) == 30 and ranged.map.hit == 20
    driver.until(lambda: driver.top is ranged)
    driver.step(30)
    grid = ranged.map._grid
    driver.send(PointerMoved(grid.left + 2, grid.bottom - 2))
    assert ranged._shown == 1 and ranged.view.shown.width == 64
    driver.click(grid.left + 2, grid.bottom - 2)
    driver.until(lambda: driver.top is shown)
    assert shown.bench.number == 1


def test_a_range_by_keys(driver: Driver) -> None:
    shown = scene(driver)
    ranged = RangeScene(driver.context, RangedMethod(shown.bench), ThreeAtATime)
    driver.context.stack.push(ranged)
    driver.until(lambda: ranged.run is None)
    driver.step(30)
    ranged.group.focus(ranged.map)
    for _ in range(10):
        driver.command(CommandName.LEFT)
        driver.command(CommandName.DOWN)
    assert ranged.map.pointed == (0, 0) and ranged._shown == 1
    driver.command(CommandName.CONFIRM)
    driver.until(lambda: driver.top is shown)
    assert shown.bench.number == 1


def test_a_graph_is_rewritten_step_by_step() -> None:
    level = level_of(Recipe("bsp", METHODS["bsp"].version, 7, 32, 24))
    notes = [
        ("node:entrance", (0, 1)),
        ("node:goal", (0, 2)),
        ("edge:open", (0, 1, 2, 0)),
        ("find", (1, 1, 2)),
        ("unedge", (1, 1, 2)),
        ("node:task", (1, 3)),
        ("edge:locked", (1, 1, 3, 4)),
        ("edge:open", (1, 3, 2, 0)),
        ("set", (2, 0, 0, 1, 1, 2)),
    ]
    steps = steps_of(level, notes)
    assert steps.has_graph
    graph = growing_at(steps.steps, 4)
    assert graph is not None and graph.found == (1, 2) and graph.edges == {(1, 2): ("open", 0)}
    graph = growing_at(steps.steps, 8)
    assert graph is not None and graph.edges == {(1, 3): ("locked", 4), (3, 2): ("open", 0)}
    places = graph.places()
    assert places[1][0] < places[3][0] < places[2][0]
    assert growing_at(steps.steps, 9) is None, "the map has begun"


def test_squares_are_painted_taken_away_and_taken_back(driver: Driver) -> None:
    shown = scene(driver)
    made = shown.level
    driver.send(KeyPressed("e"))
    driver.step(3)
    assert shown.desk.pencil == FLOOR
    rock = next(place for place, tile in enumerate(made.tiles) if tile == 0)
    x, y = rock % 64, rock // 64
    driver.click(*shown.view.camera.outside(x + 0.5, y + 0.5))
    assert shown.level.tiles[rock] == FLOOR and shown.desk.by_hand
    code = code_of(shown.level)
    assert code.startswith("SKL-") and read_any(code) == shown.level, "it travels as a whole"
    point = shown.view.camera.outside(x + 0.5, y + 0.5)
    driver.send(PointerMoved(*point), PointerPressed(*point, 3), PointerReleased(*point, 3))
    assert shown.level.tiles[rock] == 0
    driver.send(KeyPressed("z", frozenset({"ctrl"})), KeyPressed("z", frozenset({"ctrl"})))
    assert shown.level == made and not shown.desk.by_hand
    driver.send(KeyPressed("e"))
    assert shown.desk.pencil is None


def test_a_quick_stroke_leaves_no_square_out_and_one_undo_takes_it_back(driver: Driver) -> None:
    shown = scene(driver)
    made = shown.level
    driver.send(KeyPressed("e"))
    driver.step(3)
    first, last = (shown.view.camera.outside(x + 0.5, y + 0.5) for x, y in ((3, 5), (40, 17)))
    driver.send(PointerMoved(*first), PointerPressed(*first, 1), PointerMoved(*last), PointerReleased(*last, 1))
    way = stroke((3, 5), (40, 17))
    assert {(x, y) for x, y in way if shown.level.tiles[y * 64 + x] != FLOOR} == set()
    assert all(abs(x - u) <= 1 and abs(y - v) <= 1 for (x, y), (u, v) in pairwise(way))
    elsewhere = [place for place in range(64 * 64) if (place % 64, place // 64) not in way]
    assert all(shown.level.tiles[place] == made.tiles[place] for place in elsewhere)
    driver.send(KeyPressed("z", frozenset({"ctrl"})), KeyPressed("z", frozenset({"ctrl"})))
    assert shown.level == made
    driver.send(PointerMoved(*last), PointerPressed(*last, 1), PointerReleased(*last, 1))
    assert shown.level.tiles[5 * 64 + 3] == made.tiles[5 * 64 + 3], "a further press begins where it is"


def test_an_image_is_cut_anew_when_a_square_is_painted_and_its_tree_lights_what_is_pointed_at(driver: Driver) -> None:
    shown = scene(driver)
    shown.show_preset("quadtree", "image")
    shown.rebuild()
    driver.step(3)
    part = pane(shown)
    tree = shown.desk.tree
    assert tree is not None and len(tree.leaves()) == 94 and part.tree_box is not None
    driver.send(PointerMoved(*shown.view.camera.outside(15.5, 0.5)))
    assert part.lit is not None
    node = tree.nodes[part.lit]
    assert node.x <= 15 < node.x + node.width and shown.view.marked[0].width == node.width
    root = part.tree_box.inflate(-16, -24)
    driver.send(PointerMoved(root.centerx, part.tree_box.top + 30))
    assert part.lit == 0 and shown.view.marked[0].width == 16
    shown.desk.paint([(15, 0)], FLOOR)
    assert shown.desk.tree is not None and len(shown.desk.tree.leaves()) > 94
    shown.desk.undo()
    assert shown.desk.tree is not None and len(shown.desk.tree.leaves()) == 94


def test_the_steps_that_a_figure_draws_are_marked_and_gone_through(driver: Driver) -> None:
    shown = scene(driver)
    shown.show_preset("digger-blind", "short")
    shown.rebuild()
    stops = METHODS["digger-blind"].presets[0].stops
    driver.step(2)
    assert shown.panel.track.stops == stops
    shown.player.seek(0)
    stood = []
    for _ in stops:
        driver.send(KeyPressed("]"))
        stood.append(shown.player.step)
    assert stood == list(stops)
    driver.send(KeyPressed("["))
    assert shown.player.step == stops[-2]
    driver.send(KeyPressed("n"))
    driver.step(1)
    assert not shown.panel.track.stops, "of another number they are none"


def test_a_platform_level_is_played_in_two_presses_with_its_proof(driver: Driver) -> None:
    shown = take(driver, "rhythm")
    driver.step(60)
    driver.send(KeyPressed("p"))
    if not games_that_play("platform"):
        assert isinstance(shown.context.notify, Told) and shown.context.notify
        return
    driver.until(lambda: isinstance(driver.top, SetupScene))
    assert isinstance(driver.top, SetupScene) and shown.desk.proof is not None
    handed = read_any(str(driver.top.options["level"]))
    assert handed == shown.desk.proof.level and handed.way


class Choosy:
    """In place of a generator's process: has no level of an odd number."""

    spec, name, size, owes, has_delivered = "choosy.py:Choosy", "Choosy", None, False, True

    def __init__(self) -> None:
        self.settings = Settings({})
        self.asked = 0

    def ask(self, number: int, play: object) -> None:
        self.asked, self.owes = number, True

    def poll(self, now: float) -> Level:
        self.owes = False
        if self.asked % 2:
            raise OwnGeneratorError("workshop.own.nothing")
        return level_of(Recipe("caves", 1, self.asked, 48, 36))

    def close(self) -> None: ...


def test_the_level_of_an_earlier_number_says_so_where_none_was_made(driver: Driver) -> None:
    shown = scene(driver)
    shown.desk.own = Choosy()  # type: ignore[assignment]
    for number, failed in ((8, 0), (9, 9), (10, 0), (11, 11), (13, 13)):
        shown.set_number(number)
        driver.step()
        assert (shown.desk.failed, shown.top.entry.text) == (failed, str(number))
        assert shown.level.recipe.number == number // 2 * 2 - 2 * (number == 13)
        said = pane(shown).failed_words()
        assert (str(number) in said and str(shown.level.recipe.number) in said) if failed else not said
        assert (shown.view.dimmed > 0) == bool(failed)
    driver.step(20)
    shown.desk.leave_own()
    shown.make()
    assert shown.level.recipe.number == 13 and shown.view.dimmed == 0 and not pane(shown).failed_words()
