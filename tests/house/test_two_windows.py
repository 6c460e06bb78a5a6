"""Two windows with one home: no write of one undoes what the other wrote."""

from __future__ import annotations

import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest
from msgspec import structs

from game.cabinets.listed import CABINETS
from game.cabinets.sketch.scenes.kept import Gallery
from game.core.analysis.kept import KeptJudgements
from game.core.analysis.positions import recorded_match
from game.core.analyst import Effort, Judgement
from game.core.attachments import FOLDER
from game.core.league.league import Bout, League
from game.core.league.run import together
from game.core.match.match import Match
from game.core.puzzles.book import Puzzle
from game.core.recording.replay import ReplayWriter, SeatRecord, header_of, read_header
from game.core.work.run import OrderError
from game.ground import paths, recordings
from game.ground.history import PlayedMatch, PlayedSeat, forget_played, keep_played, read_history
from game.ground.leagues import read_league
from game.ground.settings import load, save
from game.scenes.guide.done import GuidesDone
from game.scenes.study.progress import Progress
from tests.commands.command_line import ROOT, environment


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path / "home"))
    return tmp_path


def elsewhere(tmp_path: Path, *programs: str) -> None:
    """Run programs side by side in this home."""
    command = [sys.executable, "-c"]
    env = {**environment(tmp_path), "SOUK_HOME": str(tmp_path / "home")}
    running = [subprocess.Popen([*command, program], cwd=ROOT, env=env) for program in programs]
    assert [each.wait(60) for each in running] == [0] * len(programs)


def puzzle(name: str) -> Puzzle:
    return Puzzle(name, "win", 1, "")


def match(number: int) -> PlayedMatch:
    return PlayedMatch(
        f"2026-11-22T20:{number:02}:00+00:00", "nullgame", number, (PlayedSeat("Leila", 1, 5, here=True),)
    )


SOLVING = """
from game.core.puzzles.book import Puzzle
from game.scenes.study.progress import Progress
progress = Progress("omok")
for number in range(20):
    progress.tried(Puzzle("WHO" + str(number), "win", 1, ""), solved=True)
    progress.hinted(Puzzle("both", "win", 1, ""))
"""


def test_what_two_windows_solve_side_by_side_is_all_kept(tmp_path: Path) -> None:
    elsewhere(tmp_path, SOLVING.replace("WHO", "a"), SOLVING.replace("WHO", "b"))
    progress = Progress("omok")
    assert progress.solved([puzzle(f"{name}{number}") for name in "ab" for number in range(20)]) == 40
    assert progress.of(puzzle("both")).hints == 40


def test_a_window_that_read_earlier_keeps_what_another_wrote_meanwhile() -> None:
    first, second = Progress("omok"), Progress("omok")
    second.tried(puzzle("theirs"), solved=True)
    first.tried(puzzle("ours"), solved=True)
    assert Progress("omok").solved([puzzle("theirs"), puzzle("ours")]) == 2


CHANGING = """
from game.ground.settings import load, save
settings, _ = load()
settings.language = "ko"
settings.delays["omok.stone"] = 7
save(settings)
"""


def test_settings_that_another_window_changed_stay_as_it_left_them(tmp_path: Path) -> None:
    settings, _ = load()
    settings.language = "en"
    save(settings)
    elsewhere(tmp_path, CHANGING)
    settings.names = ("Leila",)
    save(settings)
    now, wrong = load()
    assert wrong is None
    assert (now.language, now.names, now.delays["omok.stone"]) == ("ko", ("Leila",), 7)
    now.language = "en"
    save(now)
    assert load()[0].language == "en"


KEEPING = """
from game.ground import paths, recordings
from tests.house.test_two_windows import match
from game.ground.history import keep_played
for number in range(20, 50):
    keep_played(paths.config() / "history.jsonl", match(number))
"""
FORGETTING = """
from game.ground import paths, recordings
from tests.house.test_two_windows import match
from game.ground.history import forget_played
for number in range(15):
    forget_played(paths.config() / "history.jsonl", match(number))
"""


def test_a_match_kept_while_another_is_forgotten_stays(tmp_path: Path) -> None:
    path = paths.config() / "history.jsonl"
    for number in range(20):
        keep_played(path, match(number))
    with path.open("ab") as file:
        file.write(b'{"torn')
    elsewhere(tmp_path, KEEPING, FORGETTING)
    assert sorted(known.turns for known in read_history(path)) == [*range(15, 50)]


def test_of_a_history_that_grew_too_long_the_newest_are_read_and_nothing_is_cut_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = paths.config() / "history.jsonl"
    for number in range(20):
        keep_played(path, match(number))
    size = path.stat().st_size
    monkeypatch.setattr("game.ground.history.MOST_BYTES", size // 2 + 10)
    assert [known.turns for known in read_history(path)][:3] == [19, 18, 17]
    forget_played(path, match(19))
    assert len(path.read_bytes().splitlines()) == 19


def test_galleries_of_two_windows_remember_each_others_recordings(tmp_path: Path) -> None:
    first, second = Gallery(tmp_path / "gallery"), Gallery(tmp_path / "gallery")
    first.remember({"a.souk": 1})
    second.remember({"b.souk": 2})
    assert Gallery(tmp_path / "gallery").known() == {"a.souk": 1, "b.souk": 2}


LEAGUE = """
import time
from pathlib import Path
import game.commands.league as command
from game.commands import main
play = command.play_league
def play_when_both_have_read(*given):
    Path("{file}.{key}").touch()
    while not all(Path("{file}." + str(key)).exists() for key in (1, 2)):  # whoever reads later finds enough matches
        time.sleep(0.005)
    return play(*given)
command.play_league = play_when_both_have_read
words = ["league", "nullgame", "--file", "{file}", "--games", "{games}", "--key", "{key}", "--workers", "1"]
raise SystemExit(main(words))
"""


def test_two_runs_of_one_league_keep_what_both_played(tmp_path: Path) -> None:
    file = tmp_path / "league.json"
    elsewhere(tmp_path, *(LEAGUE.format(file=file.as_posix(), games=20, key=key) for key in (1, 2)))
    league = read_league(file)
    assert {bout.key for bout in league.bouts} == {1, 2} and len(league.bouts) == 40


def test_a_run_adds_its_matches_to_what_the_league_became_meanwhile() -> None:
    bouts = [Bout(number, ("a", "b"), (1, 2), (3, 1), "x", 7) for number in range(6)]
    other = Bout(9, ("c", "a"), (1, 2), (3, 1), "x")
    read = League("nullgame", 1, {}, 2, 0, {"a": "1", "b": "1"}, tuple(bouts[:2]), 1)
    ours = structs.replace(read, bouts=tuple(bouts[:4]), looks=2)
    theirs = structs.replace(read, bots={"a": "1", "b": "1", "c": "1"}, bouts=(*bouts[:2], other, bouts[3]), looks=3)
    whole, newer = together(ours, read, theirs)
    assert whole.bouts == (*theirs.bouts, bouts[2]) and whole.looks == 4 and not newer
    assert whole.bots == theirs.bots
    assert together(ours, None, theirs)[0].bouts == (*theirs.bouts, bouts[2])

    changed = structs.replace(read, bots={"a": "2", "b": "1"}, bouts=(structs.replace(bouts[5], bots=("b", "a")),))
    whole, newer = together(ours, read, changed)
    assert whole == structs.replace(changed, looks=2) and newer == ("a",), "theirs is of a newer bot"
    ours = structs.replace(ours, bots={"a": "2", "b": "1"}, bouts=(bouts[4],))
    whole, newer = together(ours, read, theirs)
    assert whole.bouts == (bouts[4],) and whole.bots["a"] == "2" and not newer, "ours is of a newer bot"
    with pytest.raises(OrderError):
        together(structs.replace(ours, seats=3), read, theirs)


GUIDED = """
from game.scenes.guide.done import GuidesDone
done = GuidesDone("omok")
for number in range(20):
    done.add("WHO" + str(number))
"""
NEW_FILES = """
from game.ground import files, paths
for number in range(40):
    path = files.write_new(paths.replays(), "match", ".souk", b"WHO" + str(number).encode())
    assert path.read_bytes() == b"WHO" + str(number).encode()
"""
RECORDED = """
from datetime import datetime
from game.ground import paths, recordings
from game.cabinets.listed import CABINETS
from game.core.recording.replay import SeatRecord
from game.ground.recordings import begin_free_recording
info, when = CABINETS["nullgame"].info, datetime(2026, 11, 25)
seats = (SeatRecord("WHO"), SeatRecord("Omar"))
written = [begin_free_recording(paths.replays(), "m", info, 1, info.options(), seats, when, 0) for _ in range(40)]
[writer.close() for writer in written]
"""
LISTED = """
from pathlib import Path
from game.cabinets.listed import CABINETS
from game.core.attachments import attach, keep_beside
from game.core.options import read
options = read(CABINETS["words"].info.options, {"extra": f"own@{attach('가나'.encode())}"})
keep_beside(Path("WHERE"), options)
"""


def test_guides_that_two_windows_went_through_are_all_ticked(tmp_path: Path) -> None:
    elsewhere(tmp_path, GUIDED.replace("WHO", "a"), GUIDED.replace("WHO", "b"))
    done = GuidesDone("omok")
    assert all(f"{name}{number}" in done for name in "ab" for number in range(20))


def test_two_windows_that_take_a_free_name_at_once_get_two(tmp_path: Path) -> None:
    elsewhere(tmp_path, *(NEW_FILES.replace("WHO", name) for name in "abc"))
    written = {path.read_text(encoding="utf-8") for path in paths.replays().iterdir()}
    assert written == {f"{name}{number}" for name in "abc" for number in range(40)}


def test_two_windows_never_record_into_one_file(tmp_path: Path) -> None:
    elsewhere(tmp_path, *(RECORDED.replace("WHO", name) for name in "abc"))
    owners = [read_header(path).seats[0].name for path in paths.replays().glob("*.souk")]
    assert sorted(owners) == ["a"] * 40 + ["b"] * 40 + ["c"] * 40


def test_a_recording_that_was_made_and_closed_meanwhile_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info, when = CABINETS["nullgame"].info, datetime(2026, 11, 25)
    seats = (SeatRecord("Mia"), SeatRecord("Omar"))
    free, found = recordings.free_name, []

    def another_is_quicker(folder: Path, stem: str, suffix: str) -> Path:
        path = free(folder, stem, suffix)
        if not found:
            ReplayWriter(path, header_of(info, 1, info.options(), seats)).close()
            found.append((path, path.read_bytes()))
        return path

    monkeypatch.setattr(recordings, "free_name", another_is_quicker)
    writer = recordings.begin_free_recording(tmp_path, "m", info, 2, info.options(), seats, when, 0)
    writer.close()
    ((path, written),) = found
    assert writer.path != path and path.read_bytes() == written


def test_two_programs_keep_one_list_beside_their_recordings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace, program = Path.replace, LISTED.replace("WHERE", tmp_path.as_posix())

    def meanwhile(self: Path, target: Path) -> Path:
        monkeypatch.setattr(Path, "replace", replace)
        elsewhere(tmp_path, program)
        return self.replace(target)

    monkeypatch.setattr(Path, "replace", meanwhile)
    exec(program, {})
    (kept,) = (tmp_path / FOLDER).iterdir()
    assert kept.read_text(encoding="utf-8") == "가나"


def test_of_two_that_judge_one_recording_one_keeps_its_judgements(tmp_path: Path) -> None:
    cabinet = CABINETS["reversi"] if "reversi" in CABINETS else CABINETS["gems"]
    match = Match(cabinet.rules, 2, cabinet.info.options(), 5)
    path = tmp_path / "match.souk"
    people = (SeatRecord("A"), SeatRecord("B"))
    writer = ReplayWriter(path, header_of(cabinet.info, 5, cabinet.info.options(), people))
    for _ in range(8):
        for step in match.tick(0.0):
            writer.append(step)
        seat = match.waiting_for[0]
        match.offer(seat, (match.legal(seat) or ())[0])
    writer.finish(match)
    recorded = recorded_match(path, CABINETS)
    first, second = (KeptJudgements(path, recorded, Effort.QUICK, "1") for _ in range(2))
    assert first.read() == second.read() == {}
    for number in range(3):
        first.append(Judgement((0.25, -0.25), end_in=number))
        second.append(Judgement((0.5, -0.5), end_in=9))
    kept = KeptJudgements(path, recorded, Effort.QUICK, "1")
    assert [kept.read()[recorded.count - 1 - place].end_in for place in range(3)] == [0, 1, 2]
    kept.append(Judgement((0.125, -0.125), end_in=7))
    first.append(Judgement((0.25, -0.25), end_in=3))
    assert [judgement.end_in for judgement in KeptJudgements(path, recorded, Effort.QUICK, "1").read().values()] == [
        *(0, 1, 2, 7)
    ]
