"""Files of stones open as replays: dropped, chosen, by the command; and lists of Tablut lose nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.omok.cabinet import OMOK
from game.cabinets.omok.formats.files import Moves
from game.cabinets.omok.formats.matches import play
from game.cabinets.omok.notation import read as read_points
from game.cabinets.tablut import files
from game.cabinets.tablut.rules import notation
from game.cabinets.tablut.rules.notation import NotationError
from game.commands import main
from game.core.errors import SpokenError
from game.core.recording.replay import Playback, read_replay
from game.core.sgf import FileError
from game.engine.input import FileDropped
from game.ground.texts import Texts
from game.scenes import arcade
from game.scenes.replays.foreign import endings, record_foreign
from game.scenes.replays.scene import ReplaysScene
from game.scenes.table.scene import TableScene
from tests.scenes.scene_driver import driving


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path / "home"))


SGF = "(;GM[4]SZ[15]PB[가람]PW[나래];B[hh];W[ii];B[jj])"
RECORD = """[date:2016.01.01]
[rules:dim:9 name:Tablut esc:e start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/]

1.d1-d3 e3-f3,
[a comment|another
over two lines]
2. F1-F2
"""


@pytest.mark.parametrize(
    ("name", "data", "steps"),
    [
        ("GAME.SGF", SGF.encode(), 3),
        ("game.psq", b"Piskvorky 15x15\n8,8\n9,9\n", 2),
        ("moves.txt", b"h8 i9 j10\n", 3),
        ("tablut.txt", RECORD.encode(), 3),
    ],
)
def test_a_file_becomes_a_recording_that_verifies(name: str, data: bytes, steps: int, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    assert Path(name).suffix.lower() in endings()
    path, notes = record_foreign(tmp_path / name, tmp_path / "replays", Texts("en"))
    replay = read_replay(path)
    assert len(replay.steps) == steps and replay.end is None and not notes
    Playback(replay, CABINETS[replay.header.game].rules).seek(steps)
    assert all(seat.name for seat in replay.header.seats)
    assert main(["replay", str(tmp_path / name), "--json"]) == 0


@pytest.mark.parametrize(
    ("name", "data", "key"),
    [
        ("a.sgf", b"(;SZ[15];B[hh];W[hh])", "stones.taken"),
        ("a.txt", b"nothing", "stones.no_move"),
        ("a.psq", b"Piskvorky 15x15\nx\n", "stones.no_move"),
        ("a.sgf", b"x" * (2 << 20), "replay.error.size"),
    ],
)
def test_a_file_that_cannot_be_read_whole_is_told(name: str, data: bytes, key: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(SpokenError) as raised:
        record_foreign(tmp_path / name, tmp_path / "replays", Texts("en"))
    assert raised.value.key in (key, "omok.notation.word")
    assert not (tmp_path / "replays").exists() or not list((tmp_path / "replays").iterdir())


def test_moves_of_other_lines_that_a_replay_leaves_out_are_told(tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_text("(;B[hh](;W[ii];B[jj])(;W[aa]))", encoding="utf-8")
    recorded = record_foreign(tmp_path / "a.sgf", tmp_path / "replays", Texts("en"))
    assert recorded.notes == (("stones.note.beside", {"count": 1}),)
    assert len(read_replay(recorded.path).steps) == 3


def test_moves_are_played_by_the_freest_rules_that_allow_them() -> None:
    five = Moves(15, read_points("h8 a1 i8 b1 j8 c1 k8 d1 l8", 15))
    assert play(five).over and play(five).options.rule == "free"
    assert play(five, "Renju").options.rule == "renju"
    early = Moves(15, read_points("h8 -- i8", 15))
    assert play(early).options.position == "h8 --"
    beyond = Moves(15, read_points("h8 a1 i8 b1 j8 c1 k8 d1 l8 e1", 15))
    with pytest.raises(FileError) as raised:
        play(beyond)
    assert raised.value.values["number"] == 10


def test_the_converter_writes_a_recording(tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text(SGF, encoding="utf-8")
    assert main(["omok-convert", str(tmp_path / "game.sgf"), str(tmp_path / "game.souk")]) == 0
    replay = read_replay(tmp_path / "game.souk")
    assert [seat.name for seat in replay.header.seats] == ["가람", "나래"]
    Playback(replay, OMOK.rules).seek(3)


def test_a_file_dropped_on_the_street_opens_as_a_replay(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text(SGF, encoding="utf-8")
    with driving(arcade.title, language="ko") as driver:
        driver.step(3)
        driver.send(FileDropped(str(path)))
        driver.until(lambda: isinstance(driver.top, TableScene))
        table = driver.top
        assert isinstance(table, TableScene) and table.feed.game == "omok"
        assert [seat.name for seat in table.feed.seats] == ["가람", "나래"]


def test_a_file_dropped_on_the_replays_is_listed(tmp_path: Path) -> None:
    path = tmp_path / "game.psq"
    path.write_text("Piskvorky 15x15\n8,8\n9,9\n", encoding="utf-8")
    with driving(lambda context: ReplaysScene(context, lambda _: None, tmp_path / "replays")) as driver:
        driver.send(FileDropped(str(path)))
        driver.step(2)
        scene = driver.top
        assert isinstance(scene, ReplaysScene)
        assert [recording.path.name for recording in scene.shelf.recordings] == ["game-1.souk"]


def test_giving_up_is_kept_in_a_list_of_tablut(tmp_path: Path) -> None:
    text = "1. d1-d3 e3-f3\n2. ---\n3. d9-d8\n"
    moves = files.read(text)
    assert moves[-1] == notation.GAVE_UP and len(moves) == 3, "what stands behind is not read"
    match = files.read_match(text.encode()).match
    assert match.over
    assert files.read(files.write(match)) == moves


@pytest.mark.parametrize("text", ["1.d1-d3 e3-f3", "D1-D3, E3-F3", "[date:2016]\nd1-d3 [why|not] e3-f3"])
def test_a_list_of_tablut_as_the_community_writes_it(text: str) -> None:
    assert [notation.write(*move) for move in files.read(text)] == ["d1-d3", "e3-f3"]


def test_a_record_of_another_size_is_refused_by_its_size() -> None:
    with pytest.raises(NotationError) as raised:
        files.read("[rules:dim:11 name:Hnefatafl]\n1. d1-d3\n")
    assert raised.value.key == "tablut.notation.size" and raised.value.values == {"size": 11}
