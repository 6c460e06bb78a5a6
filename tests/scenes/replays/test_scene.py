"""The list of replays: what is shown, watched, renamed and deleted, and that nothing broken hides the rest."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.core.match.match import Match
from game.core.recording.replay import Header, ReplayWriter, SeatRecord, read_header
from game.core.rules import Result, SeatResult
from game.engine.input import FIRST_PAD, KEYBOARD, CommandName, Device, KeyPressed, TextComposed, TextTyped
from game.engine.scene import Context
from game.engine.widgets import Button, Dialog, Entry, Kind, ListView, escape
from game.ground.texts import Texts
from game.scenes.replays import shelf
from game.scenes.replays.detail import came_off
from game.scenes.replays.scene import ReplaysScene
from game.scenes.replays.shelf import Recording, Shelf, ShelfError
from tests.engine.widgets.page_driver import SIZES, click, group_of, reachable, the, widgets
from tests.in_turns import in_turns
from tests.scenes.scene_driver import Driver, Told, driving

OLDEST = 1_700_000_000


def record(folder: Path, name: str, number: int, steps: int | None = None, seats: int = 2) -> Path:
    """A recorded match of nullgame; the higher its number, the newer it is."""
    rules = CABINETS["nullgame"].rules
    options = rules.info.options()
    records = (SeatRecord("지우"), *(SeatRecord(f"Bot {seat}", "random") for seat in range(1, seats)))
    path = folder / f"{name}.souk"
    plain = msgspec.to_builtins(options)
    writer = ReplayWriter(path, Header("nullgame", 1, number, plain, records, "2026-11-20T21:05:00+09:00"))
    match = Match(rules, seats, options, number, journal=writer)
    match.tick(0.0)
    while not match.over and (steps is None or match.number < steps):
        (seat,) = match.waiting_for
        match.force(seat)
        match.tick(0.0)
    writer.finish(match)
    os.utime(path, (OLDEST + number, OLDEST + number))
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three sound replays, one that stops, one that was changed, one that is none."""
    record(tmp_path, "2026-11-20 20.00 nullgame a-1", 1)
    record(tmp_path, "The long one", 2, seats=3)
    record(tmp_path, "2026-11-20 20.10 nullgame b-1", 3, steps=2)
    changed = record(tmp_path, "2026-11-20 20.20 nullgame c-1", 4)
    data = bytearray(changed.read_bytes())
    data[-3] ^= 1
    changed.write_bytes(data)
    (tmp_path / "notes.souk").write_text("not a replay", encoding="utf-8")
    for number, path in ((4, changed), (5, tmp_path / "notes.souk")):
        os.utime(path, (OLDEST + number, OLDEST + number))
    record(tmp_path, "2026-11-20 20.30 nullgame d-1", 6)
    return tmp_path


class Room:
    """The scene in the loop, and what was done there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.watched: list[str] = []
        self.told = Told()

    def make(self, context: Context) -> ReplaysScene:
        context.notify = self.told
        self.scene = ReplaysScene(context, lambda path: self.watched.append(path.stem), self.folder)
        return self.scene

    @property
    def selected(self) -> Recording:
        found = self.scene.selected
        assert found is not None
        return found


def go_down(driver: Driver, rows: int, device: Device = KEYBOARD) -> None:
    for _ in range(rows):
        driver.command(CommandName.DOWN, device)
    driver.step(20)


def button(driver: Driver, icon: str) -> Button:
    return the(driver, Button, lambda widget: widget.icon == icon)


def answer(driver: Driver, primary: bool) -> None:
    """Click the primary answer of the dialog on top, or the other one."""
    driver.step(20)
    assert isinstance(driver.top, Dialog)
    click(driver, the(driver, Button, lambda widget: (widget.kind is Kind.PRIMARY) == primary))
    driver.step(3)


def test_the_newest_comes_first_and_each_says_what_it_is(folder: Path) -> None:
    room = Room(folder)
    with driving(room.make) as driver:
        for _ in range(10):
            driver.step()
        shelf = room.scene.shelf.recordings
        assert [recording.path.stem for recording in shelf] == [
            "2026-11-20 20.30 nullgame d-1", "notes", "2026-11-20 20.20 nullgame c-1",
            "2026-11-20 20.10 nullgame b-1", "The long one", "2026-11-20 20.00 nullgame a-1",
        ]  # fmt: skip
    assert [recording.error.key if recording.error else None for recording in shelf] == [
        None, "replay.error.no_replay", "replay.error.digest", None, None, None,
    ]  # fmt: skip
    assert [recording.unfinished for recording in shelf] == [False, False, False, True, False, False]
    assert [recording.given_name for recording in shelf][3:5] == [None, "The long one"]
    result = shelf[4].result
    assert result is not None and sorted(seat.rank for seat in result.seats)[0] == 1


@pytest.mark.parametrize("device", [KEYBOARD, FIRST_PAD], ids=str)
def test_watched_by_keys_or_pad_alone(folder: Path, device: Device) -> None:
    room = Room(folder)
    with driving(room.make) as driver:
        go_down(driver, 4, device)
        driver.command(CommandName.CONFIRM, device)
    assert room.watched == ["The long one"]


def test_watched_by_mouse_alone(folder: Path) -> None:
    room = Room(folder)
    with driving(room.make) as driver:
        rows = widgets(driver, ListView)[0].box
        driver.click(rows.centerx, rows.top + 6 + 62 * 5.5)
        driver.step(20)
        click(driver, button(driver, "play"))
        driver.click(rows.centerx, rows.top + 6 + 62 * 5.5)
    assert room.watched == ["2026-11-20 20.00 nullgame a-1"] * 2


def test_a_broken_one_says_why_and_is_not_watched(folder: Path) -> None:
    room = Room(folder)
    with driving(room.make) as driver:
        go_down(driver, 2)
        assert not button(driver, "play").enabled
        driver.command(CommandName.CONFIRM)
        error = room.selected.error
        assert error is not None and room.told == [driver.context.texts.line(error.key, shelf.by_name(error))]
    assert room.watched == []


def test_renamed_with_a_korean_name(folder: Path) -> None:
    room = Room(folder)
    with driving(room.make) as driver:
        go_down(driver, 4)
        click(driver, button(driver, "pencil"))
        driver.step(20)
        driver.send(KeyPressed("a", frozenset({"ctrl"})), TextTyped("역"), TextComposed("전"), TextTyped("전/승"))
        answer(driver, primary=True)
        assert room.selected.path.name == "역전_승.souk"
    assert (folder / "역전_승.souk").is_file() and not (folder / "The long one.souk").exists()


def test_a_name_that_is_taken_is_refused(folder: Path) -> None:
    room = Room(folder)
    with driving(room.make) as driver:
        click(driver, button(driver, "pencil"))
        driver.step(20)
        driver.send(KeyPressed("a", frozenset({"ctrl"})), TextTyped("The long one"))
        answer(driver, primary=True)
        assert room.told == [driver.context.texts.line("replays.rename_taken", name="The long one")]
        assert room.selected.path.stem == "2026-11-20 20.30 nullgame d-1"


def test_deleted_only_when_confirmed(folder: Path) -> None:
    room = Room(folder)
    with driving(room.make) as driver:
        go_down(driver, 1)
        click(driver, button(driver, "trash-2"))
        answer(driver, primary=True)
        assert (folder / "notes.souk").exists()
        group_of(driver).focus(widgets(driver, ListView)[0])
        click(driver, button(driver, "trash-2"))
        answer(driver, primary=False)
        assert not (folder / "notes.souk").exists()
        assert len(room.scene.shelf.recordings) == 5
        assert room.selected.path.stem == "2026-11-20 20.20 nullgame c-1"


def test_players_are_told_games_and_days_and_no_names_of_files(folder: Path) -> None:
    room = Room(folder)
    with driving(room.make) as driver:
        line = driver.context.texts.line
        title = f"{line('nullgame.name')} 2026-11-20 21:05"
        click(driver, button(driver, "trash-2"))
        driver.step(20)
        assert isinstance(driver.top, Dialog) and driver.top.text == escape(line("replays.delete_help", name=title))
        driver.command(CommandName.BACK)
        driver.step(20)
        click(driver, button(driver, "pencil"))
        driver.step(20)
        assert the(driver, Entry, lambda _: True).text == title.replace(":", ".")
        driver.command(CommandName.BACK)
        driver.step(20)
        room.selected.path.unlink()
        click(driver, button(driver, "play"))
        assert room.told == [line("replays.gone", name=title)]


@pytest.mark.parametrize(
    ("game", "scores", "said"),
    [
        ("gems", [(1, 16), (2, 8)], ["16점", "8점"]),
        ("volcano", [(1, 1018), (2, 1020)], ["승", "패"]),
        ("omok", [(1, 0), (1, 0)], ["무", "무"]),
        ("rooftops", [(1, 3), (2, 2), (3, 1)], ["1위", "2위", "3위"]),
    ],
)
def test_scores_that_only_rank_the_seats_are_not_told_as_points(
    game: str, scores: list[tuple[int, int]], said: list[str]
) -> None:
    result = Result(tuple(SeatResult(rank, score) for rank, score in scores), "")
    assert [came_off(result, seat, game, Texts("ko")) for seat in range(len(scores))] == said


def test_deleting_the_last_one_leaves_an_empty_shelf(tmp_path: Path) -> None:
    record(tmp_path, "only", 1)
    room = Room(tmp_path)
    with driving(room.make) as driver:
        click(driver, button(driver, "trash-2"))
        answer(driver, primary=False)
        assert widgets(driver, ListView) == []
        driver.step(5)
        driver.command(CommandName.BACK)
        driver.step(2)
        assert driver.context.stack.top is None


def test_a_file_that_is_gone_or_cannot_be_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = record(tmp_path, "only", 1)
    shelf = Shelf(tmp_path)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(ShelfError) as caught:
        shelf.delete(shelf.recordings[0])
    assert caught.value.values == {"why": "Permission denied"} and path.exists()
    assert Shelf(tmp_path / "nowhere").recordings == []


def test_a_thousand_files_are_read_as_they_come_into_sight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = record(tmp_path, "0", 1).read_bytes()
    for number in range(1, 1000):
        (tmp_path / f"{number}.souk").write_bytes(data)
    glances: list[Path] = []

    def glance(path: Path) -> Header:
        glances.append(path)
        return read_header(path)

    monkeypatch.setattr(shelf, "read_header", glance)
    room = Room(tmp_path)
    with driving(room.make) as driver:
        driver.step(30)
        assert len(room.scene.shelf.recordings) == 1000
        assert 0 < len(glances) < 20
        driver.send(KeyPressed("end"))
        driver.step(30)
        assert room.selected is room.scene.shelf.recordings[-1]
        assert len(glances) < 40


def test_everything_is_reached_by_next(folder: Path) -> None:
    room = Room(folder)
    with driving(room.make) as driver:
        assert reachable(driver) == {id(widget) for widget in group_of(driver).walk() if widget.takes_focus}


@in_turns(language=["ko", "en"], text_size=[100, 150])
def test_nothing_is_cut(folder: Path, tmp_path_factory: pytest.TempPathFactory, language: str, text_size: int) -> None:
    for size in SIZES:
        for place in (folder, tmp_path_factory.mktemp("a rather long name of a folder " * 4)):
            room = Room(place)
            with driving(room.make, size=size, language=language, text_size=text_size) as driver:
                driver.step(20)
                for _ in room.scene.shelf.recordings:
                    go_down(driver, 1)
                assert driver.context.typeface.overflows == []


def test_one_that_was_taken_away_leaves_the_list_and_is_called_by_its_name(folder: Path) -> None:
    room = Room(folder)
    with driving(room.make) as driver:
        driver.step(20)
        gone = room.selected.path
        gone.unlink()
        click(driver, button(driver, "play"))
        driver.step(2)
        assert not room.watched and len(room.told) == 1
        assert "2026-11-20 21:05" in room.told[0] and str(folder) not in room.told[0]
        assert gone not in [recording.path for recording in room.scene.shelf.recordings]
