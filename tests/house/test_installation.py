"""The self-test, and the scene that shows what it finds."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from game.commands.selftest.command import parts
from game.engine.input import CommandName
from game.engine.scene import Context
from game.engine.widgets import Button, RichText
from game.scenes.settings.installation import InstallationCheck
from game.scenes.settings.scene import SettingsScene, Tab
from tests.commands.command_line import souk
from tests.engine.widgets.page_driver import click, the, widgets
from tests.scenes.scene_driver import Driver, driving


class Told:
    """A check that says these lines and ends like this."""

    def __init__(self, lines: list[str], code: int | None) -> None:
        self.lines = lines
        self.code = code
        self.closed = False

    @property
    def exit_code(self) -> int | None:
        return None if self.lines else self.code

    def line(self) -> str | None:
        return self.lines.pop(0) if self.lines else None

    def close(self) -> None:
        self.closed = True


def scene(told: Told, context: Context) -> InstallationCheck:
    return InstallationCheck(context, lambda language: told)


def report(driver: Driver) -> str:
    (text,) = widgets(driver, RichText)
    return text.text


@pytest.mark.parametrize(
    ("code", "outcome"), [(0, "Everything works"), (1, "Something is missing"), (None, "Checking")]
)
def test_lines_appear_and_the_end_is_told(code: int | None, outcome: str) -> None:
    with driving(partial(scene, Told(["Versions: Souk 1", "LAN: good"], code))) as driver:
        driver.step(4)
        assert "Versions Souk 1" in report(driver)
        assert "LAN good" in report(driver)
        assert outcome in report(driver)


def test_leaving_ends_the_check() -> None:
    told = Told([], None)
    with driving(partial(scene, told)) as driver:
        assert not told.closed
        driver.context.stack.push(InstallationCheck(driver.context, lambda language: Told([], None)))
        driver.step(3)
        driver.command(CommandName.BACK)
        driver.until(lambda: not driver.context.stack.fading)
    assert told.closed


def test_a_check_that_cannot_be_started_says_so() -> None:
    def refuse(language: str) -> Told:
        raise OSError(11, "no more processes")

    with driving(lambda context: InstallationCheck(context, refuse)) as driver:
        driver.step(2)
        assert "no more processes" in report(driver).lower()


def test_the_settings_lead_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "game.scenes.settings.scene.InstallationCheck", partial(InstallationCheck, start=lambda _: Told([], 0))
    )
    with driving(lambda context: SettingsScene(context, Tab.ABOUT)) as driver:
        click(driver, the(driver, Button, lambda button: "installation" in button.label))
        driver.until(lambda: isinstance(driver.top, InstallationCheck))


@pytest.mark.slow
def test_every_part_of_the_self_test_holds_here(tmp_path: Path) -> None:
    done = souk(tmp_path, "selftest", timeout=240)
    assert done.returncode == 0, done.stderr
    assert len(done.stderr.splitlines()) == len(parts())
    assert not (tmp_path / "replays").exists()
