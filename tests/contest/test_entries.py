"""What a folder of entries holds, and what is copied of it."""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

import pytest

from game.core.bot.loading import CommandSpec, FileSpec
from game.core.contest.banner import MOST_BYTES, read_banner
from game.core.contest.copies import copied
from game.core.contest.entries import EntryError, Found, found_in
from game.core.contest.settings import settings_in, unmet
from tests.contest.folders import png
from tests.systems import needs_links

BOT = """from game.core.bots import Bot


class Mine(Bot):
    def decide(self, request):
        return request.legal[0]
"""


def named(folder: Path, taken: tuple[str, ...] = ()) -> dict[str, Found]:
    return {entry.name: entry for entry in found_in(folder, {}, taken)}


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_a_file_a_folder_and_a_command_are_entries(tmp_path: Path) -> None:
    write(tmp_path, kim_dot_py=BOT, lee__lee_dot_py=BOT, lee__helper_dot_py="x = 1\n")
    write(tmp_path, park_dot_toml='command = "node park.js"\nmembers = ["Park"]\n', park_dot_js="//\n")
    entries = named(tmp_path)
    assert {name: entry.fault for name, entry in entries.items()} == {"kim": None, "lee": None, "park": None}
    assert entries["lee"].main == "lee.py"
    assert entries["park"].command == ("node", "park.js") and entries["park"].members == ("Park",)


def test_what_begins_with_a_line_or_a_dot_and_what_a_command_runs_is_no_entry(tmp_path: Path) -> None:
    write(tmp_path, kim_dot_toml='command = "python3 run.py"\n', run_dot_py="print()\n", _notes_dot_py="x\n")
    (tmp_path / ".hidden.py").write_text(BOT, encoding="utf-8")
    assert [*named(tmp_path)] == ["kim"]


def test_a_toml_file_without_a_command_describes_its_neighbour(tmp_path: Path) -> None:
    write(tmp_path, kim_dot_py=BOT, kim_dot_toml='name = "김밥"\nmembers = ["김", "이"]\n')
    (entry,) = found_in(tmp_path, {}, ())
    assert (entry.name, entry.members, entry.main) == ("김밥", ("김", "이"), "kim.py")


def test_a_name_that_a_mac_has_written_is_the_same_as_one_typed_in_the_settings(tmp_path: Path) -> None:
    apart = unicodedata.normalize("NFD", "김밥")
    assert apart != "김밥"
    (tmp_path / f"{apart}.py").write_text(BOT, encoding="utf-8")
    (tmp_path / "김밥.toml").write_text('members = ["김"]\n', encoding="utf-8")
    (tmp_path / "contest.toml").write_text('[names]\n"김밥" = "지우"\n[groups]\na = ["지우"]\n', encoding="utf-8")
    settings = settings_in(tmp_path)
    (entry,) = found = found_in(tmp_path, settings.names, ())
    assert (entry.name, entry.members) == ("지우", ("김",)) and unmet(settings, found) == []
    assert found_in(tmp_path, {}, ())[0].name == "김밥"
    assert copied(entry, tmp_path / "programs")


@pytest.mark.parametrize(
    ("files", "key"),
    [
        ({"a_dot_py": BOT, "b_dot_py": BOT, "b_dot_toml": 'name = "a"'}, "entries.error.twice"),
        ({"greedy_dot_py": BOT}, "entries.error.taken"),
        ({"a__one_dot_py": BOT, "a__two_dot_py": BOT}, "entries.error.which_file"),
        ({"a_dot_toml": "command = ["}, "entries.error.toml"),
        ({"a_dot_toml": "comand = 'x'"}, "entries.error.toml"),
        ({"a_dot_toml": 'command = "node \'x"'}, "entries.error.command"),
    ],
)
def test_a_faulty_entry_says_why_and_stops_nobody(tmp_path: Path, files: dict[str, str], key: str) -> None:
    write(tmp_path, fine_dot_py=BOT, **files)
    entries = found_in(tmp_path, {}, ("greedy",))
    assert {entry.fault.key for entry in entries if entry.fault} == {key}
    assert "fine" in {entry.name for entry in entries if entry.fault is None}


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EntryError) as refused:
        found_in(tmp_path, {}, ())
    assert refused.value.key == "entries.error.none"


def test_a_copy_is_whole_read_only_and_made_once(tmp_path: Path) -> None:
    folder, programs = tmp_path / "in", tmp_path / "out"
    write(folder, lee__lee_dot_py=BOT, lee__data__table_dot_txt="1\n")
    (entry,) = found_in(folder, {}, ())
    spec, digest = copied(entry, programs)
    assert isinstance(spec, FileSpec) and spec.entrant is not None
    copy = programs / digest
    assert (copy / "data" / "table.txt").read_text(encoding="utf-8") == "1\n"
    assert not (copy / "lee.py").stat().st_mode & 0o222
    assert copied(entry, programs) == (spec, digest)
    (folder / "lee" / "lee.py").write_text(BOT + "\n", encoding="utf-8")
    assert copied(entry, programs)[1] != digest


def test_a_command_runs_its_own_copy(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    python = Path(sys.executable).as_posix()
    write(folder, a_dot_toml=f"command = '{python} run.py --fast'\n", run_dot_py="print()\n")
    (entry,) = found_in(folder, {}, ())
    spec, digest = copied(entry, tmp_path / "out")
    assert isinstance(spec, CommandSpec)
    assert spec.words[1:] == (str((tmp_path / "out" / digest / "run.py").resolve()), "--fast")


@needs_links
def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    write(folder, lee__lee_dot_py=BOT)
    (tmp_path / "secret").write_text("key", encoding="utf-8")
    (folder / "lee" / "key").symlink_to(tmp_path / "secret")
    (entry,) = found_in(folder, {}, ())
    with pytest.raises(EntryError) as refused:
        copied(entry, tmp_path / "out")
    assert refused.value.key == "entries.error.link"


@pytest.mark.parametrize("told", ["kim.png", "../kim.png", "/etc/kim.png", "..\\\\kim.png"])
def test_a_banner_is_the_picture_of_that_name_beside_the_entry(told: str, tmp_path: Path) -> None:
    write(tmp_path / "class", kim_dot_py=BOT, kim_dot_toml=f'banner = "{told}"\n')
    (tmp_path / "kim.png").write_bytes(b"somebody else's")
    (tmp_path / "class" / "kim.png").write_bytes(png(32, 32))
    banner = named(tmp_path / "class")["kim"].banner
    assert banner is not None and read_banner(banner) == png(32, 32)


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (None, "entries.error.no_banner"),
        (b"<svg onload='alert(1)'/>", "entries.error.banner_kind"),
        (png(32, 32)[:-3], "entries.error.banner_kind"),
        (png(32, 32) + bytes(MOST_BYTES), "entries.error.banner_large"),
        (png(257, 1), "entries.error.banner_pixels"),
        (png(0, 1), "entries.error.banner_pixels"),
    ],
)
def test_what_is_no_small_picture_is_said(data: bytes | None, key: str, tmp_path: Path) -> None:
    path = tmp_path / "kim.png"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(EntryError) as refused:
        read_banner(path)
    assert refused.value.key == key


@needs_links
def test_a_banner_that_leads_elsewhere_is_refused(tmp_path: Path) -> None:
    (tmp_path / "else.png").write_bytes(png(8, 8))
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "kim.png").symlink_to(tmp_path / "else.png")
    with pytest.raises(EntryError) as refused:
        read_banner(tmp_path / "class" / "kim.png")
    assert refused.value.key == "entries.error.link"
