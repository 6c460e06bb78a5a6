"""Files made to break or to hold up whoever reads them: a sentence each, at once, however long they are.

How long each takes is a figure of tests/bench/bench_mutations.py; work that grows with the square would never end here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.omok.formats.files import Moves, read_psq, read_sgf, read_tree, write_tree
from game.cabinets.omok.formats.renlib import read_lib
from game.cabinets.sketch.drawing.lists import MOST_BYTES, ListError, parse
from game.cabinets.sketch.scenes.kept import Gallery
from game.cabinets.words.lists import own_lines, own_words
from game.core.attachments import AttachmentError, attach
from game.core.options import OptionError
from game.core.options import parse as options_of
from game.core.sgf import FileError
from game.engine.input import FileDropped
from game.engine.scene import Context, Scene
from game.scenes import arcade
from game.scenes.setup.scene import SetupScene
from tests.core.hostile_files import LIBRARIES, LISTS, PSQ, SGF, WORDS
from tests.in_turns import some
from tests.scenes.scene_driver import Told, driving


@pytest.mark.parametrize("name", LISTS)
def test_a_list_of_things_to_draw_is_refused_with_its_line(name: str) -> None:
    with pytest.raises(ListError) as refused:
        parse(LISTS[name], name)
    assert refused.value.values["name"] == name
    assert len(str(refused.value)) < 500


@pytest.mark.parametrize("name", WORDS)
def test_a_list_of_words_is_refused_with_its_line(name: str) -> None:
    for read in (own_words, own_lines):
        with pytest.raises(AttachmentError) as refused:
            read(attach(WORDS[name]))
        assert refused.value.values["line"] == 2 or read is own_lines


def test_a_list_of_decomposed_words_with_long_comments_is_read_as_ever() -> None:
    lines = unicodedata.normalize("NFD", "가방\n나비 # " + "한" * 3_000 + "\n다람쥐\n").encode()
    assert own_words(attach(lines)) == ("가방", "나비", "다람쥐")


@pytest.mark.parametrize("read", [read_sgf, lambda text: read_tree(text.encode())], ids=["text", "file"])
@pytest.mark.parametrize("name", some(2, SGF))
def test_an_sgf_is_read_or_refused(read: Callable[[str], object], name: str) -> None:
    text, refused = SGF[name]
    if refused:
        with pytest.raises(FileError) as error:
            read(text)
        assert error.value.key == refused and "line" in error.value.values
    else:
        read(text)


def test_variations_in_each_other_are_written_as_deep_as_they_are_read() -> None:
    text, _ = SGF["variations in variations"]
    read = read_tree(text.encode())
    again = read_tree(write_tree(read.root, read.size).encode())
    assert again.root.main_line() == read.root.main_line()


@pytest.mark.parametrize("name", PSQ)
def test_a_psq_is_read_up_to_what_is_no_move_or_refused_where_it_may_be_a_broken_one(name: str) -> None:
    if name in ("digits", "minus and minus"):
        with pytest.raises(FileError) as error:
            read_psq(PSQ[name])
        assert error.value.key == "stones.no_move" and error.value.values["line"] == 3
    else:
        assert read_psq(PSQ[name]) == Moves(15, (112,))


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_library_is_read_or_refused(name: str) -> None:
    data, refused = LIBRARIES[name]
    if refused:
        with pytest.raises(FileError):
            read_lib(data)
    else:
        assert read_lib(data).root.following


def test_a_number_of_many_digits_is_no_value_of_an_option() -> None:
    for number in ("9" * 5_000, "²", "--5", "٣"):
        with pytest.raises(OptionError):
            options_of(CABINETS["nullgame"].info.options, {"heap": number})


def test_a_gallery_passes_over_numbers_that_are_none(tmp_path: Path) -> None:
    gallery = Gallery(tmp_path / "gallery")
    gallery.folder.mkdir(parents=True, exist_ok=True)
    (gallery.folder / "recordings.txt").write_text(
        "a.souk\t" + "9" * 5_000 + "\nb.souk\t12\nc.souk\t²\n", encoding="utf-8"
    )
    assert gallery.known() == {"b.souk": 12}


def test_a_list_at_which_reading_breaks_is_told_and_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    path = tmp_path / "birds.toml"
    path.write_text('[[words]]\nko = "새"\n', encoding="utf-8")
    told = Told()

    def make(context: Context) -> Scene:
        context.notify = told
        context.settings.guided = ("sketch",)
        return arcade.setup(context, "sketch")

    with driving(make) as driver:
        monkeypatch.setattr("game.cabinets.sketch.drawing.lists._toml", lambda *_: 1 / 0)
        driver.send(FileDropped(str(path)))
        driver.step(2)
        assert "ZeroDivisionError" in told[-1]
        assert isinstance(driver.top, SetupScene)
    assert list(tmp_path.rglob("crash*.txt"))


def test_what_is_too_long_is_not_looked_at() -> None:
    with pytest.raises(ListError) as refused:
        parse(b"a" * (MOST_BYTES + 1), "a.toml")
    assert refused.value.key == "sketch_lists.large"
