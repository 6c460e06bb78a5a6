"""Files of stones as other programs and people write them: no stone is lost and no pass made up in silence."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from game.cabinets.omok.formats.files import read_moves, read_psq, read_tree, write_moves, write_tree
from game.cabinets.omok.notation import write
from game.commands import main
from game.core.sgf import FileError
from game.ground.texts import LANGUAGES, Texts


def line(data: bytes) -> str:
    """The moves of an SGF's main line, as people write them."""
    read = read_tree(data)
    return write(read.root.main_line(), read.size)


def notes(data: bytes) -> list[str]:
    found = read_tree(data).notes
    for note in found:
        for language in LANGUAGES:
            assert Texts(language).line(note.key, note.values)
    return [note.key.rpartition(".")[2] for note in found]


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("(;GM[4]SZ[15]CA[Shift_JIS]PW[表];B[hh];W[ii];B[jj])", "shift_jis"),
        ("(;GM[4]SZ[15]CA[Big5];B[hh]C[成功];W[ii];B[jj])", "big5"),
        ("(;GM[4]SZ[15];B[hh]C[成功];W[ii];B[jj])", "big5"),
        ("(;GM[4]SZ[15]PW[表];B[hh];W[ii];B[jj])", "shift_jis"),
        ("(;GM[4]SZ[15]CA[GB2312]PB[林书豪];B[hh];W[ii];B[jj])", "gb2312"),
        ("(;GM[4]SZ[15]CA[EUC-KR]PB[가람];B[hh];W[ii];B[jj])", "euc_kr"),
        ("(;GM[4]SZ[15]CA[nonsense]PB[가람];B[hh];W[ii];B[jj])", "utf-8"),
        ("(;GM[4]SZ[15]CA[Big5]PB[가람];B[hh];W[ii];B[jj])", "utf-8"),
        ("(;GM[4]SZ[15]PB[é];B[hh];W[ii];B[jj])", "latin-1"),
        ("(;GM[4]SZ[15]PB[가람];B[hh];W[ii];B[jj])", "utf-8-sig"),
        ("(;GM[4]SZ[15]PB[가람];B[hh];W[ii];B[jj])", "utf-16"),
    ],
)
def test_no_encoding_loses_a_stone(text: str, encoding: str) -> None:
    data = text.encode(encoding)
    assert line(data) == "h8 i7 j6" and notes(data) == []


@pytest.mark.parametrize(
    "name", ["punycode", "idna", "undefined", "unicode_escape", "utf-7", "rot13", "hex", "iso8859-99", "."]
)
def test_a_name_that_is_no_alphabet_is_passed_over(name: str) -> None:
    data = f"(;CA[{name}]PB[가람]C[{'a.b-' * 10_000}-zz9];B[hh];W[ii])".encode()
    began = time.process_time()
    assert line(data) == "h8 i7" and read_tree(data).about["PB"] == "가람"
    assert time.process_time() - began < 0.5


def test_letters_beyond_the_standard_of_an_encoding_are_read() -> None:
    for name, encoding, text in (("Shift_JIS", "cp932", "髙①"), ("gb2312", "gbk", "東"), ("EUC-KR", "cp949", "뷁")):
        assert read_tree(f"(;CA[{name}]PB[{text}];B[hh])".encode(encoding)).about["PB"] == text


@pytest.mark.parametrize(("name", "encoding"), [("林书豪", "gb2312"), ("가람", "euc_kr"), ("表", "shift_jis")])
def test_names_are_read_in_the_encoding_that_the_file_names(name: str, encoding: str) -> None:
    assert read_tree(f"(;CA[{encoding}]PB[{name}];B[hh])".encode(encoding)).about["PB"] == name


@pytest.mark.parametrize(
    ("text", "moves", "noted"),
    [
        ("(;GM[4]FF[4]SZ[15]AB[hh][jf]AW[hg]PL[W];W[ig];B[gg])", "h8 h9 j10 i9 g9", ["setup"]),
        ("(;SZ[15]AB[hh][jf][jj];W[ig])", "h8 -- j10 -- j6 i9", ["setup", "passes"]),
        ("(;AW[hh])", "-- h8", ["setup", "passes"]),
        ("(;AB[hh:ih]AW[aa:ab])", "h8 a15 i8 a14", ["setup"]),
        ("(;AB[hh]PL[B])", "h8 --", ["setup", "passes"]),
        ("(;SZ[19];B[aa];B[bb])", "a19 -- b18", ["passes"]),
        ("(;GM[1]SZ[15];B[hh];W[ii])", "h8 i7", ["number"]),
        ("(;GM[11]SZ[20];B[hh];W[ii])", "h13 i12", ["number"]),
        ("(;B[hh];W[ii])(;B[aa])", "h8 i7", ["games"]),
        ("From a mail: (see below)\n\n(;B[hh];W[ii])\n-- \nme", "h8 i7", []),
        ("(;Black[hh];White[ii])", "h8 i7", []),
        ("(;B[hh];W[tt];B[])", "h8 -- --", []),
        ("(;B[hh](;W[ii];B[jj])(;W[aa]))", "h8 i7 j6", []),
    ],
)
def test_what_is_read_beyond_the_letter_is_noted(text: str, moves: str, noted: list[str]) -> None:
    assert line(text.encode()) == moves
    assert notes(text.encode()) == noted


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("(;GM[1]SZ[19];B[hh])", "stones.game"),
        ("(;B;W[ii])", "stones.no_point"),
        ("(;B[hh]B[ii])", "stones.two_moves"),
        ("(;B[hh]W[ii])", "stones.two_moves"),
        ("(;B[hh][ii])", "stones.two_moves"),
        ("(;B[hh];AB[ii];W[jj])", "stones.setup"),
        ("(;AB[hh]AE[hh];W[jj])", "stones.setup"),
        ("(;SZ[15]AB[pp];B[hh])", "stones.outside"),
        ("no game at all", "stones.head"),
    ],
)
def test_what_would_lose_a_stone_is_refused(text: str, key: str) -> None:
    with pytest.raises(FileError) as raised:
        read_tree(text.encode())
    assert raised.value.key == key
    for language in LANGUAGES:
        assert Texts(language).line(raised.value.key, raised.value.values)


def test_our_own_sgf_names_its_encoding_and_keeps_what_it_told() -> None:
    read = read_tree("(;GM[4]SZ[15]PB[가람]PW[나래]EV[Cup]RE[B+]DT[2026-11-28];B[hh]C[좋다];W[ii])".encode())
    text = write_tree(read.root, read.size, read.about)
    assert text.startswith("(;FF[4]GM[4]CA[UTF-8]SZ[15]")
    again = read_tree(text.encode())
    assert again.about == read.about == {"PB": "가람", "PW": "나래", "EV": "Cup", "RE": "B+", "DT": "2026-11-28"}


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("Piskvorky 15x15\n8,8\n9, 9\n", "h8 i7"),
        ("Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,9,12\r\nmine.exe\r\nyours.exe\r\n-1\r\n", "h8 i7"),
        ("\nPISKVORKY 20x20\n1,1\n", "a20"),
    ],
)
def test_a_psq_needs_no_times(text: str, moves: str) -> None:
    read = read_psq(text)
    assert write(read.points, read.size) == moves


@pytest.mark.parametrize(
    "text",
    [
        "Piskvorky 15x15\n8;8\n9;9\n",
        "Piskvorky 15x15\n8,8,0\n9,9,0.5\n",
        "Piskvorky 15x15\n8,8\n9;9\n",
        "Piskvorky 15x15\n8,8\nx\n9,9\n",
    ],
)
def test_a_psq_that_would_lose_a_move_is_refused(text: str) -> None:
    with pytest.raises(FileError) as raised:
        read_psq(text)
    assert raised.value.key == "stones.no_move"


def test_a_list_of_moves_tells_the_lines_of_its_board() -> None:
    moves = read_psq("Piskvorky 19x19\n10,10,0\n11,11,0\n")
    text = write_moves(moves)
    assert text == '[Size "19"]\nj10 k9\n' and read_moves(text) == moves
    assert write_moves(read_psq("Piskvorky 15x15\n8,8\n")) == "h8\n"


@pytest.mark.parametrize(
    "text",
    [
        '[Event "Cup"]\n[Result "1-0"]\n\n1. h8 i9 2. j10 1-0\n',
        "1. h8 {centre} i9\n2. j10",
        "\ufeffh8 i9 j10",
        "H8, I9; J10",
    ],
)
def test_a_list_of_moves_as_game_sites_write_it(text: str) -> None:
    read = read_moves(text.removeprefix("\ufeff"))
    assert write(read.points, read.size) == "h8 i9 j10"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("GAME.SGF", b"(;B[hh];W[ii])"),
        ("GAME.PSQ", b"Piskvorky 15x15\n8,8\n9,9\n"),
        ("game.psq", "Piskvorky 15x15\n8,8\n9,9\n".encode("utf-8-sig")),
        ("game.txt", "h8 i7".encode("utf-8-sig")),
        ("Game.Txt", "h8 i7\r".encode("utf-16")),
    ],
)
def test_the_command_reads_what_old_programs_write(
    name: str, data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).write_bytes(data)
    assert main(["omok-convert", str(tmp_path / name)]) == 0
    assert capsys.readouterr().out == "h8 i7\n"


@pytest.mark.parametrize(("name", "data"), [("a.sav", b"x"), ("a.txt", b"nothing"), ("a.psq", b"Piskvorky 15x15\nx\n")])
def test_the_command_never_makes_a_match_of_nothing(
    name: str, data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).write_bytes(data)
    assert main(["omok-convert", str(tmp_path / name)]) == 1
    assert capsys.readouterr().err


def test_the_command_says_how_many_moves_of_other_lines_it_leaves_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.sgf").write_text("(;B[hh](;W[ii];B[jj])(;W[aa];B[bb](;W[cc])(;W[dd])))", encoding="utf-8")
    assert main(["omok-convert", str(tmp_path / "a.sgf")]) == 0
    out, told = capsys.readouterr()
    assert out == "h8 i7 j6\n" and "4" in told
    assert main(["omok-convert", str(tmp_path / "a.sgf"), str(tmp_path / "b.sgf")]) == 0
    assert capsys.readouterr().err == "", "an .sgf keeps them"
