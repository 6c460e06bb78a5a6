"""Files of other programs: what is written is read again, and what is broken is told with its line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from game.cabinets.omok.formats.files import Moves, read_psq, read_sgf, read_tree, write_psq, write_sgf, write_tree
from game.cabinets.omok.notation import read
from game.cabinets.omok.state import Place
from game.commands import main
from game.core.sgf import FileError
from game.scenes.feeds.replay import open_replay
from game.scenes.review.sandbox import begin_variation
from game.scenes.review.variations import Note, write_note
from tests.commands.command_line import souk_here
from tests.core.analysis.test_engine_analyst import record

SGF = """(;FF[4]GM[4]CA[UTF-8]SZ[15]C[a comment with \\] in it]
;B[hh];W[ig]
(;B[jf]C[main];W[])(;B[aa]))"""


@settings(max_examples=30)
@given(some.lists(some.integers(0, 224), unique=True, max_size=40))
def test_what_is_written_is_read_again(points: list[int]) -> None:
    moves = Moves(15, tuple(points))
    assert read_psq(write_psq(moves)) == moves
    assert read_sgf(write_sgf(moves)) == moves


def test_a_psq_of_piskvork() -> None:
    text = "Piskvorky 20x20, 11:11, 0\r\n10,10,0\r\n11,10,31\r\nwinner.zip\r\nother.zip\r\n0\r\n"
    assert read_psq(text) == Moves(20, (9 * 20 + 9, 9 * 20 + 10))


def test_variations_and_comments_of_an_sgf_are_read_and_written() -> None:
    read_in = read_tree(SGF.encode())
    size, root = read_in.size, read_in.root
    assert root.comment == "a comment with ] in it"
    (first,) = root.following
    (second,) = first.following
    assert [(node.point, node.comment) for node in second.following] == [(read("j10", 15)[0], "main"), (0, "")]
    text = write_tree(root, size)
    assert (read_tree(text.encode()).size, read_tree(text.encode()).root) == (size, root)


@pytest.mark.parametrize("target", ["sgf", "psq", "txt"])
def test_the_command_keeps_what_the_format_can_hold(
    target: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, written = tmp_path / "a.sgf", tmp_path / f"b.{target}"
    source.write_text(SGF.replace(";W[]", ""), encoding="utf-8")
    assert main(["omok-convert", str(source), str(written)]) == 0
    assert ("C[main]" in written.read_text(encoding="utf-8")) == (target == "sgf")
    assert main(["omok-convert", str(written)]) == 0
    assert capsys.readouterr().out == "h8 i9 j10\n"


def test_the_first_variation_and_passes_of_an_sgf() -> None:
    assert read_sgf(SGF) == Moves(15, read("h8 i9 j10 --", 15))
    assert read_sgf("(;SZ[19];B[aa];B[bb])") == Moves(19, (0, -1, 20))


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "stones.head"),
        ("(;GM[1]SZ[19];B[aa])", "stones.game"),
        ("(;SZ[13];B[aa])", "stones.size"),
        ("(;B[zz])", "stones.outside"),
        ("(;B[aa];W[aa])", "stones.taken"),
        ("(;C[" + "x" * (1 << 20) + "])", "stones.long"),
    ],
)
def test_a_broken_sgf_is_told(text: str, key: str) -> None:
    with pytest.raises(FileError) as raised:
        read_sgf(text)
    assert raised.value.key == key


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Piskvorky 15x20, 0:0, 0\n", "stones.size"),
        ("nothing", "stones.head"),
        ("Piskvorky 15x15, 0:0, 0\n16,1,0\n", "stones.outside"),
        ("Piskvorky 15x15, 0:0, 0\n1,1,0\n1,1,0\n", "stones.taken"),
    ],
)
def test_a_broken_psq_is_told(text: str, key: str) -> None:
    with pytest.raises(FileError) as raised:
        read_psq(text)
    assert raised.value.key == key


def test_a_psq_has_no_passes() -> None:
    with pytest.raises(FileError, match="passes"):
        write_psq(Moves(15, (0, -1)))


def test_what_was_tried_from_a_recording_is_written_as_variations(tmp_path: Path) -> None:
    path = record(tmp_path, 4)
    replay = open_replay(path)
    replay.seek(2)
    branch = replay.branch()
    assert branch is not None
    trial = begin_variation(branch, path)
    trial.poll(0.0)
    assert trial.play(0, Place(5, 5)) is None
    trial.poll(0.0)
    trial.close()
    assert trial.recording is not None
    write_note(trial.recording, Note("corner", "say [this]"))
    done = souk_here(tmp_path, "omok-convert", path, tmp_path / "match.sgf")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "match.sgf").read_text(encoding="utf-8")
    moves = ";B[hh];W[dd](;B[ih];W[ld])(;B[ff]C[corner\nsay [this\\]])"
    assert text.startswith("(;FF[4]GM[4]CA[UTF-8]SZ[15]AP[Souk:") and text.endswith(moves + ")\n")
    assert "PB[" in text and "PW[" in text and "RU[" in text and "RE[" not in text, "this one has no end"
    assert read_sgf(text).points == (112, 48, 113, 56)


def test_an_sgf_says_who_played_by_which_rules_and_how_it_ended(tmp_path: Path) -> None:
    path = tmp_path / "match.souk"
    words = ("play", "omok", "--headless", "--seats", "greedy,random", "--seed", "3", "--option", "rule=standard")
    document = json.loads(souk_here(tmp_path, *words, "--json", "--record", path).stdout)
    assert souk_here(tmp_path, "omok-convert", path, tmp_path / "match.sgf").returncode == 0
    text = (tmp_path / "match.sgf").read_text(encoding="utf-8")
    found = dict(re.findall(r"([A-Z]{2})\[([^]]*)\]", text.partition(";B[")[0]))
    assert {found["PB"], found["PW"]} == {"greedy", "random"} and found["RU"] == "standard"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", found["DT"]) and found["AP"].startswith("Souk:")
    (winner,) = (seat["name"] for seat in document["seats"] if seat["rank"] == 1)
    assert found["RE"] == ("B+" if found["PB"] == winner else "W+")
