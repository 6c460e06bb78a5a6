"""`main.py l4g-new`: a first player, written where nothing is lost."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from types import ModuleType

import pytest

from game.cabinets.l4g.commands import new as l4g
from game.cabinets.l4g.commands.new import new_player
from game.cabinets.workshop.commands import new as workshop
from game.commands.shared.errors import CommandError
from game.core.bot.loading import load_file_class
from game.ground.texts import LANGUAGES, Texts
from tests.commands.command_line import read_by_shell, souk


@pytest.mark.parametrize(
    ("name", "file", "kind"),
    [
        ("fox", "fox.py", "Fox"),
        ("night_owl.py", "night_owl.py", "NightOwl"),
        ("my-2nd", "my-2nd.py", "My2nd"),
    ],
)
def test_a_player_is_called_as_it_was_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, file: str, kind: str
) -> None:
    monkeypatch.chdir(tmp_path)
    path, found = new_player(name)
    assert (str(path), found) == (file, kind)
    assert load_file_class(str(tmp_path / file), kind).__name__ == kind


@pytest.mark.parametrize("name", ["", "3x", "player", "direction", "true", "a.b", "a;b", "nowhere/fox"])
def test_a_name_that_is_none_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError) as caught:
        new_player(name)
    for language in LANGUAGES:
        assert Texts(language).line(caught.value.key, caught.value.values)
    assert list(tmp_path.iterdir()) == []


def test_no_file_is_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "fox.py").write_text("precious", encoding="utf-8")
    with pytest.raises(CommandError) as caught:
        new_player("fox")
    assert caught.value.key == "l4g.new.error.exists"
    assert (tmp_path / "fox.py").read_text(encoding="utf-8") == "precious"


def test_it_tells_the_next_commands(tmp_path: Path) -> None:
    folder = tmp_path / "hens, chased"
    folder.mkdir()
    done = souk(tmp_path / "home", "l4g-new", folder / "fox")
    assert done.returncode == 0, done.stderr
    _, watch, evaluate = done.stdout.splitlines()
    seat = f'"{folder / "fox.py"}:Fox"'
    assert read_by_shell(watch)[2:] == ["play", "l4g", "--seats", seat, "--seed", "7"]
    assert read_by_shell(evaluate)[2:] == ["tournament", "l4g", "--bots", seat, "--games", "1000"]


@pytest.mark.parametrize("new", [l4g, workshop])
def test_the_next_commands_are_typed_as_windows_reads_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], new: ModuleType
) -> None:
    """Its shells read no single quotes."""
    monkeypatch.chdir(tmp_path)
    Path("my bots").mkdir()
    monkeypatch.setattr(sys, "platform", "win32")
    assert new.run(Namespace(name="my bots/fox")) == 0
    _, *commands = capsys.readouterr().out.splitlines()
    for command in commands:
        assert f'"{Path("my bots/fox.py")}:Fox"' in command and "'" not in command
