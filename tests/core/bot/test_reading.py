"""What people type to name a player of their own."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from game.commands.shared.seats import expand
from game.core.bot.loading import BotClassError, BotError, BotFileError, BotSyntaxError, load_file_class
from game.core.bot.reading import listed, quoted, read_own
from game.ground.texts import Texts


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my player.py"
    path.write_text("raise SystemExit('never run')\nclass Mine: ...\n", encoding="utf-8")
    return path


def test_a_path_is_understood_however_it_was_copied(file: Path) -> None:
    spec = f"{file}:Mine"
    for text in (str(file), spec, f'"{file}"', f"'{spec}'", f'"{file}":Mine', f"  {file}  ", file.as_uri()):
        assert read_own(text) == spec


def test_the_home_folder_is_understood(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(file.parent))
    monkeypatch.setenv("USERPROFILE", str(file.parent))
    assert read_own(f"~/{file.name}") == f"{file}:Mine"


def test_an_imported_class_may_be_named(file: Path) -> None:
    file.write_text("from elsewhere import Theirs\nclass Mine: ...\n", encoding="utf-8")
    assert read_own(f"{file}:Theirs") == f"{file}:Theirs"


def test_a_file_that_was_changed_in_the_same_second_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    monkeypatch.setattr("sys.pycache_prefix", str(tmp_path / "compiled"))
    monkeypatch.setattr("sys.path", [*sys.path])
    path = tmp_path / "digit.py"
    source = "from game.core.bots import Bot\nclass Mine(Bot):\n    digit = 3\n    def decide(self, request): ...\n"
    for digit in (3, 5):
        path.write_text(source.replace("3", str(digit)), encoding="utf-8")
        os.utime(path, (1_700_000_000, 1_700_000_000))
        assert load_file_class(str(path), "Mine").digit == digit  # type: ignore[attr-defined]


def test_of_several_classes_one_must_be_named(file: Path) -> None:
    file.write_text("class One: ...\nclass Two: ...\n", encoding="utf-8")
    with pytest.raises(BotClassError) as caught:
        read_own(str(file))
    assert caught.value.key == "bots.load.which" and caught.value.values["classes"] == "One, Two"
    assert read_own(f"{file}:Two") == f"{file}:Two"


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("class Broken(:\n", BotSyntaxError),
        ("\0", BotSyntaxError),
        ("x = 1\n", BotClassError),
        ("-" * 900_000 + "1\n", BotSyntaxError),
        ("x" + ".a" * 300_000 + "\n", BotSyntaxError),
        ("x = 1" + "+1" * 300_000, BotSyntaxError),
        ("if 1:\n pass\n" + "elif 1:\n pass\n" * 60_000, BotSyntaxError),
        ("class A: pass\n" * 70_000, BotClassError),
        ("#" * ((1 << 20) + 1), BotFileError),
    ],
    ids=range(9),
)
def test_what_is_wrong_is_said(file: Path, source: str, kind: type[BotError]) -> None:
    file.write_text(source, encoding="utf-8", newline="\n")
    with pytest.raises(kind) as refused:
        read_own(str(file))
    assert len(Texts("en").line(refused.value.key, refused.value.values)) < 500


@pytest.mark.parametrize("text", ["", "   ", "expert", "/nowhere/bot.py", "/nowhere/bot.py:Mine", "notes.txt", "."])
def test_what_is_no_file_is_said(text: str) -> None:
    with pytest.raises(BotFileError):
        read_own(text)


def test_a_class_that_is_not_there_is_said(file: Path) -> None:
    with pytest.raises(BotClassError) as caught:
        read_own(f"{file}:Other")
    assert caught.value.values["classes"] == "Mine"


@pytest.mark.parametrize("folder", ["plain", "with, comma", "it's, here", *['a "good", one'] * (os.name == "posix")])
def test_a_list_of_seats_is_read_as_it_was_written(tmp_path: Path, folder: str) -> None:
    file = tmp_path / folder / "mine.py"
    file.parent.mkdir()
    file.write_text("class Mine: ...\n", encoding="utf-8")
    seats = ("random", read_own(f"{file}:Mine"), "cmd:node bot.js --weights '1,2'", "human")
    assert expand(listed(seats)) == seats
    assert expand(f"{quoted(seats[1])}*2") == (seats[1],) * 2
    assert expand(f'"{tmp_path}/mine.py":Mine*2 , random') == (f"{tmp_path}/mine.py:Mine",) * 2 + ("random",)
