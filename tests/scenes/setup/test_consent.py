"""Programs of other people run in the window only after the person was asked, once for each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from game.cabinets.workshop.scenes.workshop import WorkshopScene
from game.engine.canvas import Canvas
from game.engine.input import CommandName, FileDropped
from game.engine.scene import Context, Scene
from game.engine.widgets import Button, escape
from game.ground.consent import agree, unasked
from game.scenes import arcade
from game.scenes.evaluation.league import LeagueScene
from game.scenes.files.consent import ConsentDialog, asking_first
from game.scenes.lobby.open import OpenScene
from game.scenes.setup.scene import SetupScene
from game.scenes.table.scene import TableScene
from tests.engine.widgets.page_driver import click, the
from tests.processes import wait_until
from tests.scenes.scene_driver import Driver, driving, plan
from tests.showroom.league import made_up

BOT = """
from pathlib import Path
Path({mark!r}).write_text("ran")
from game.core.bots import Bot
class Mine(Bot):
    def decide(self, request):
        return request.legal[0]
"""


class Program:
    """A bot's file that leaves a mark as soon as any of it runs."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "mine.py"
        self.mark = folder / "mark"
        self.path.write_text(BOT.format(mark=str(self.mark)), encoding="utf-8")

    @property
    def spec(self) -> str:
        return f"{self.path}:Mine"

    @property
    def ran(self) -> bool:
        return self.mark.exists()


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Program:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path / "home"))
    return Program(tmp_path)


class Quiet(Scene):
    def draw(self, canvas: Canvas) -> None:
        canvas.surface.fill("#000000")


def answer(driver: Driver, key: str) -> None:
    words = driver.context.texts.line(f"consent.{key}")
    click(driver, the(driver, Button, lambda button: button.label == words))
    driver.step(3)


def test_a_program_is_asked_about_once_and_again_when_it_has_changed(program: Program) -> None:
    assert unasked(["human", "expert", program.spec, program.spec]) == (program.spec,)
    agree([program.spec])
    assert unasked([program.spec]) == ()
    program.path.write_text(program.path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert unasked([program.spec]) == (program.spec,)
    agree([program.spec], always=True)
    program.path.write_text("something else", encoding="utf-8")
    assert unasked([program.spec]) == ()


def test_a_command_is_known_by_its_words_and_the_files_that_it_names(program: Program) -> None:
    command = f"cmd:python3 {program.path}"
    agree([command])
    assert unasked([command]) == ()
    assert unasked([f"{command} --more"])
    program.path.write_text("something else", encoding="utf-8")
    assert unasked([command]) == (command,)


@pytest.mark.parametrize("content", [b"", b"{}", b"[1, 2]", b"\xff" * 9])
def test_a_broken_list_of_programs_asks_again(program: Program, content: bytes) -> None:
    agree([program.spec])
    (written,) = (program.path.parent / "home").rglob("programs.json")
    written.write_bytes(content)
    assert unasked([program.spec]) == (program.spec,)
    agree([program.spec])
    assert unasked([program.spec]) == ()


def test_who_refuses_runs_nothing_and_is_asked_again(program: Program) -> None:
    went: list[str] = []
    with driving(Quiet) as driver:
        for no in (lambda: answer(driver, "no"), lambda: driver.command(CommandName.BACK)):
            asking_first(driver.context, [program.spec], lambda: went.append("go"))
            driver.step(30)
            assert isinstance(driver.top, ConsentDialog) and escape(str(program.path)) in driver.top.text
            no()
            driver.step(3)
            assert isinstance(driver.top, Quiet) and went == []
        asking_first(driver.context, [program.spec], lambda: went.append("go"))
        driver.step(30)
        answer(driver, "once")
        assert went == ["go"] and isinstance(driver.top, Quiet)
        asking_first(driver.context, [program.spec], lambda: went.append("again"))
        assert went == ["go", "again"]


def workshop(driver: Driver, program: Program) -> None:
    driver.send(FileDropped(str(program.path)))


def in_setup(driver: Driver, program: Program) -> None:
    assert isinstance(driver.top, SetupScene)
    for seat in (0, 1):
        driver.top.seating = driver.top.seating.with_spec(seat, program.spec)
    driver.top.start()


def in_a_room(driver: Driver, program: Program) -> None:
    assert isinstance(driver.top, OpenScene)
    driver.top.seats[1] = program.spec
    driver.top.open()


def of_a_league(driver: Driver, program: Program) -> None:
    scene = driver.top
    assert isinstance(scene, LeagueScene)
    click(driver, the(driver, Button, lambda button: button.label == "Watch this match"))


def league(context: Context, program: Program) -> Scene:
    shown = made_up("nullgame")
    named = dict.fromkeys(shown.bots, program.spec)
    bouts = tuple(msgspec.structs.replace(bout, bots=tuple(named[bot] for bot in bout.bots)) for bout in shown.bouts)
    return arcade.league(context, msgspec.structs.replace(shown, bots={program.spec: "0"}, bouts=bouts))


WAYS: dict[str, tuple[Callable[[Context, Program], Scene], Callable[[Driver, Program], None]]] = {
    "workshop": (lambda context, _: WorkshopScene(context, lambda: Quiet(context)), workshop),
    "setup": (lambda context, _: arcade.setup(context, "nullgame"), in_setup),
    "room": (lambda context, _: OpenScene(context, "Mia", "nullgame"), in_a_room),
    "league": (league, of_a_league),
}


@pytest.mark.parametrize("way", WAYS)
def test_nothing_of_a_program_runs_before_the_person_agrees(program: Program, way: str) -> None:
    make, bring = WAYS[way]
    with driving(lambda context: make(context, program)) as driver:
        below = driver.top
        bring(driver, program)
        driver.step(20)
        assert isinstance(driver.top, ConsentDialog)
        assert not program.ran
        answer(driver, "no")
        driver.step(20)
        assert driver.top is below and not program.ran
        if way != "room":
            bring(driver, program)
            driver.step(20)
            answer(driver, "once")
            wait_until(lambda: driver.step() or program.ran, "the program")


def test_a_match_that_goes_on_asks_for_a_program_that_has_changed(program: Program) -> None:
    agree([program.spec])
    with driving(lambda context: arcade.table(context, plan("nullgame", "human", program.spec))) as driver:
        table = driver.top
        assert isinstance(table, TableScene) and table.feed.recording is not None
        driver.until(lambda: table.board.choosing)
        legal = table.feed.choice.legal if table.feed.choice else None
        assert legal
        table.choose(legal[0])
        driver.until(lambda: program.ran and len(table.feed.entries) > 1)
        recording = table.feed.recording
    program.mark.unlink()
    program.path.write_text(program.path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    with driving(Quiet) as driver:
        driver.context.stack.push(arcade.continued_table(driver.context, recording))
        driver.until(lambda: isinstance(driver.top, ConsentDialog))
        driver.step(30)
        assert not program.ran
        answer(driver, "always")
        driver.until(lambda: isinstance(driver.top, TableScene))
