"""`main.py l4g-new`: a first player, written where nothing is lost."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from game.cabinets.l4g.commands.new import new_player
from game.commands.shared.errors import CommandError
from game.core.bot.loading import load_file_class
from game.ground.texts import LANGUAGES, Texts
from tests.commands.command_line import souk


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
    done = souk(tmp_path / "home", "l4g-new", tmp_path / "fox")
    assert done.returncode == 0, done.stderr
    _, watch, evaluate = done.stdout.splitlines()
    seat = f"{tmp_path / 'fox.py'}:Fox"
    assert shlex.split(watch)[2:] == ["play", "l4g", "--seats", seat, "--seed", "7"]
    assert shlex.split(evaluate)[2:] == ["tournament", "l4g", "--bots", seat, "--games", "1000"]
