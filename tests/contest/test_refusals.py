"""What a contest refuses or remarks before it plays, in the language that was asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Never

import pytest

from game.commands.contest import checking
from game.core.contest.copies import CopyError, copied
from game.core.contest.entries import EntryError, found_in
from game.core.contest.settings import Settings, unmet
from game.ground.texts import LANGUAGES, Texts
from tests.commands.command_line import souk_here
from tests.contest.folders import player


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one good entry."""
    made = tmp_path / "submissions"
    made.mkdir()
    (made / "kim.py").write_text(player("kim"), encoding="utf-8")
    return made


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_built_in_player_that_does_not_exist_is_refused_before_the_check(language: str, folder: Path) -> None:
    (folder / "contest.toml").write_text('fill = ["scout", "scoot"]\n', encoding="utf-8")
    done = souk_here(folder.parent / "home", "contest", "l4g", folder, "--language", language)
    assert done.returncode == 1 and not (folder / "results").exists()
    (said,) = done.stderr.splitlines()
    assert "scoot" in said and said.startswith(Texts(language).line("entries.error.fill", name="scoot", known="")[:20])


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_nothing_can_be_written_no_entry_is_blamed(language: str, folder: Path) -> None:
    (folder.parent / "taken").write_text("a file", encoding="utf-8")
    out = folder.parent / "taken" / "here"
    done = souk_here(folder.parent / "home", "contest", "l4g", folder, "--out", out, "--language", language)
    assert done.returncode == 1 and "kim" not in done.stdout
    (said,) = done.stderr.splitlines()
    assert said.startswith(Texts(language).line("entries.error.write", path=str(out), why="")[:20])


def test_an_entry_is_at_fault_for_its_own_files_and_never_for_the_folder_of_the_copies(folder: Path) -> None:
    (entry,) = found_in(folder, {}, ())
    programs = folder.parent / "programs"
    programs.write_text("in the way", encoding="utf-8")
    with pytest.raises(CopyError) as refused:
        copied(entry, programs)
    assert refused.value.key == "entries.error.write"
    (folder / "kim.py").unlink()
    with pytest.raises(EntryError):
        copied(entry, folder.parent / "others")


def test_names_in_the_settings_that_no_entry_bears_are_told(folder: Path) -> None:
    (folder / "lee").mkdir()
    (folder / "lee" / "lee.py").write_text(player("lee"), encoding="utf-8")
    settings = Settings(names={"kim": "Ji-woo", "kimm": "Kim"}, groups={"a": ("Ji-woo", "lee"), "b": ("kim", "kimm")})
    assert unmet(settings, found_in(folder, settings.names, ())) == ["kimm", "kim"]
    good = Settings(names={"kim": "Ji-woo", "lee": "Lee"}, groups={"a": ("Ji-woo", "Lee")})
    assert unmet(good, found_in(folder, good.names, ())) == []


def test_a_check_that_is_stopped_says_how_to_go_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> Never:
        raise KeyboardInterrupt

    monkeypatch.setattr(checking, "check_entry", stopped)
    done = souk_here(folder.parent / "home", "contest", "l4g", folder, "--language", "en")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == Texts("en").line("entries.stopped")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_module_that_lies_beside_an_entry_is_told_how_it_comes_along(language: str, folder: Path) -> None:
    (folder / "helper.py").write_text("WAY = 1\n", encoding="utf-8")
    (folder / "kim.py").write_text(f"import helper\n{player('kim')}".replace("from __future__", "#"), encoding="utf-8")
    words = ("contest", "l4g", folder, "--games", "1", "--language", language)
    done = souk_here(folder.parent / "home", *words)
    assert done.returncode == 1 and 'files = ["helper.py"]' in done.stdout
    told = (folder / "results" / "check" / "kim.txt").read_text(encoding="utf-8")
    assert "kim.toml" in told and "{" not in told
    (folder / "kim.toml").write_text('files = ["helper.py"]\n', encoding="utf-8")
    assert [(entry.name, entry.fault) for entry in found_in(folder, {}, (), folder / "results")] == [("kim", None)]
