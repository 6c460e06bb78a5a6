"""The gallery of the drawing game: papers are taken from recordings, drawn again, kept, and asked about."""

from __future__ import annotations

import errno
import shutil
from pathlib import Path
from unittest.mock import Mock

import msgspec
import pytest

from game.cabinets.sketch.cabinet import SKETCH
from game.cabinets.sketch.papers import Paper, drawn_by_computers, papers_of
from game.cabinets.sketch.scenes import kept
from game.cabinets.sketch.scenes.gallery import GalleryScene
from game.cabinets.sketch.scenes.kept import Gallery, PaperError, evening
from game.cabinets.sketch.scenes.paper import PaperScene
from game.cabinets.sketch.scenes.solve import SolveScene
from game.core.match.match import Match
from game.core.recording.replay import read_replay
from game.core.recording.views import SeenStep, ViewHeader, ViewWriter
from game.core.rules import SPECTATOR
from game.engine.input import CommandName, KeyPressed
from game.engine.widgets import Button, ListView
from game.engine.widgets.wall import FrameWall
from game.ground import paths
from tests import ROOT
from tests.engine.widgets.page_driver import click, the
from tests.scenes.scene_driver import Driver, driving

RECORDING = ROOT / "tests" / "golden" / "sketch-5.souk"
PAPERS = papers_of(RECORDING)


def taken(folder: Path) -> Gallery:
    """A gallery filled from a folder with one recording."""
    recordings = folder / "replays"
    recordings.mkdir(exist_ok=True)
    shutil.copy(RECORDING, recordings)
    gallery = Gallery(folder / "gallery")
    for _ in gallery.take(recordings):
        pass
    return gallery


def press(driver: Driver, label: str) -> None:
    """Press the button of that label."""
    click(driver, the(driver, Button, lambda button: button.label == label))


def test_papers_of_recordings_are_kept_as_they_were_and_come_once(tmp_path: Path) -> None:
    gallery = taken(tmp_path)
    assert len(PAPERS) > 2 and sorted(map(str, map(gallery.read, gallery.paths))) == sorted(map(str, PAPERS))
    assert all(path.stat().st_size < kept.LONGEST for path in gallery.paths)
    gallery.delete(gallery.paths[0])
    left = list(gallery.paths)
    assert taken(tmp_path).paths == left, "what was thrown away came back"


def test_a_spectators_recording_gives_the_rounds_that_were_told_and_no_others(tmp_path: Path) -> None:
    replay = read_replay(RECORDING)
    options = msgspec.convert(replay.header.options, SKETCH.info.options)
    match = Match(SKETCH.rules, len(replay.header.seats), options, replay.header.seed)
    path = tmp_path / "match.views"
    info, first = SKETCH.info, match.view(SPECTATOR)
    header = ViewHeader(info.id, info.version, replay.header.options, replay.header.seats, SPECTATOR, None, first)
    writer = ViewWriter(path, header)
    for step in replay.steps:
        if len(match.view(SPECTATOR).history) == 2 and match.view(SPECTATOR).phase == "stroke":
            break
        match.play(step.moves)
        writer.seen(SeenStep(step.number, (), (), step.events, 0, match.view(SPECTATOR)))
    writer.finish()
    assert papers_of(path) == [msgspec.structs.replace(paper, when="") for paper in PAPERS[:2]]


def test_a_broken_paper_says_so_and_the_others_stay(tmp_path: Path) -> None:
    gallery = taken(tmp_path)
    whole = len(gallery.paths)
    for number, data in enumerate((b"x" * 100_000, b'{"when":""}', b"{")):
        (gallery.folder / f"2099-01-01 {number}-a-b.json").write_bytes(data)
        gallery.refresh()
        with pytest.raises(PaperError, match="broken"):
            gallery.read(gallery.paths[0])
    with driving(lambda context: GalleryScene(context, gallery, tmp_path)) as driver:
        driver.step()
        driver.command(CommandName.CONFIRM)
        assert isinstance(driver.top, GalleryScene) and len(gallery.paths) == whole + 3
        for _ in range(3):
            driver.command(CommandName.RIGHT)
        driver.command(CommandName.CONFIRM)
        assert isinstance(driver.top, PaperScene)


@pytest.mark.parametrize(
    "change",
    [
        {"odd": 9},
        {"master": -2},
        {"votes": [7]},
        {"names": []},
        {"strokes": [{"seat": 1, "points": [5000, 1], "took": 0}]},
    ],
    ids=["odd", "master", "votes", "names", "strokes"],
)
def test_a_paper_that_no_match_leaves_is_refused(change: dict[str, object]) -> None:
    data = msgspec.json.decode(msgspec.json.encode(PAPERS[0])) | change
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(data, Paper)


def test_the_oldest_without_a_star_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gallery = Gallery(tmp_path / "gallery")
    papers = [msgspec.structs.replace(PAPERS[0], when=f"2099-11-{day}T21:00:00") for day in range(10, 20)]
    written = [gallery.keep(paper) for paper in papers]
    starred = gallery.star(written[0])
    monkeypatch.setattr(kept, "MOST_PAPERS", 4)
    recordings = tmp_path / "replays"
    recordings.mkdir()
    shutil.copy(RECORDING, recordings)
    list(gallery.take(recordings))
    assert len(gallery.paths) == 4 and starred in gallery.paths and written[-1] in gallery.paths


def test_a_paper_is_drawn_again_singled_out_and_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "pictures", lambda: tmp_path / "pictures")
    gallery = taken(tmp_path)
    path = gallery.paths[0]
    paper = gallery.read(path)
    with driving(lambda context: PaperScene(context, paper, gallery, path)) as driver:
        scene = driver.top
        assert isinstance(scene, PaperScene) and scene.easel.drawn == len(paper.strokes)
        driver.send(KeyPressed("space"))
        assert scene.easel.playing and scene.easel.drawn == 0
        driver.until(lambda: not scene.easel.playing)
        assert scene.easel.drawn == len(paper.strokes)
        rows = the(driver, ListView, lambda _: True)
        rows.select(1)
        assert scene.easel.alone == paper.artists[1]
        for scale, clear in ((0, False), (2, True)):
            scene.resumed((scale, clear))
        assert sorted(file.suffix for file in (tmp_path / "pictures").iterdir()) == [".png", ".svg"]
        scene.resumed("delete")
        assert path not in gallery.paths


def test_who_drew_nothing_may_still_be_named_and_be_the_one(tmp_path: Path) -> None:
    gallery, whole = taken(tmp_path), PAPERS[0]
    away = next(seat for seat in whole.artists if seat != whole.odd)
    strokes = tuple(stroke for stroke in whole.strokes if stroke.seat not in (whole.odd, away))
    paper = msgspec.structs.replace(whole, strokes=strokes, suspect=away)
    assert {whole.odd, away} <= {*paper.artists}
    with driving(lambda context: PaperScene(context, paper, gallery, gallery.paths[0])) as driver:
        scene = driver.top
        assert isinstance(scene, PaperScene)
        scene.named = False
        scene.rebuild()
        driver.step(3)
        assert scene.name_of(paper.odd) != scene.name_of(away)


def test_a_file_of_any_size_is_read_no_further_than_a_paper_is_long(tmp_path: Path) -> None:
    gallery = taken(tmp_path)
    huge = gallery.paths[0]
    with huge.open("r+b") as file:
        file.truncate(1 << 40)
    with pytest.raises(PaperError, match="broken"):
        gallery.read(huge)


def test_the_quiz_hides_names_and_tells_who_it_was(tmp_path: Path) -> None:
    with driving(lambda context: SolveScene(context, seed=4)) as driver:
        scene = driver.top
        assert isinstance(scene, SolveScene)
        first = scene.paper
        assert scene.name_of(first.artists[0]) not in first.names
        driver.step()
        press(driver, "This one")
        assert not scene.told, "nobody was chosen"
        the(driver, ListView, lambda _: True).select(scene.artists.index(first.odd))
        driver.step()
        press(driver, "This one")
        assert scene.told and scene.solved == 1
        press(driver, "Next picture")
        assert scene.number == 1 and not scene.told and scene.paper != first


def test_computers_draw_whole_rounds_in_which_one_did_not_know(tmp_path: Path) -> None:
    bots = {"apprentice": SKETCH.bots["apprentice"]}
    paper = drawn_by_computers(1, "ko", bots)
    assert paper == drawn_by_computers(1, "ko", bots) != drawn_by_computers(2, "ko", bots)
    assert len(paper.strokes) == 12 and paper.odd in paper.artists


@pytest.mark.parametrize("hung", [0, 1])
def test_a_full_disk_is_said_and_what_was_taken_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hung: int
) -> None:
    recordings = tmp_path / "replays"
    recordings.mkdir()
    shutil.copy(RECORDING, recordings)
    gallery = Gallery(tmp_path / "gallery")
    whole = Gallery.keep

    def full(self: Gallery, paper: Paper) -> Path:
        if paper.round > hung:
            raise OSError(errno.ENOSPC, "No space left on device")
        return whole(self, paper)

    monkeypatch.setattr(Gallery, "keep", full)
    with driving(lambda context: GalleryScene(context, gallery, recordings)) as driver:
        driver.step(3)
        assert len(driver.app.toasts.texts) == 1 and "No space left" in driver.app.toasts.texts[0]
        driver.until(lambda: not driver.app.toasts.texts)
        assert len(gallery.paths) == hung and "No space left" in driver.top.subheading  # type: ignore[attr-defined]
        read = Mock(wraps=driver.context.texts.line)
        monkeypatch.setattr(driver.context.texts, "line", read)
        driver.step()
        asked = {call.args[0] for call in read.call_args_list}
        assert "sketch.gallery.empty" not in asked and ("sketch.gallery.unhung" in asked) == (hung == 0)
    monkeypatch.undo()
    assert len(taken(tmp_path).paths) == len(PAPERS), "tried again when there is room"


def test_papers_hang_by_evening_and_arrows_go_from_line_to_line(tmp_path: Path) -> None:
    gallery = Gallery(tmp_path / "gallery")
    for when in ("2026-11-18T21:00:00", "2026-11-19T01:30:00", *(f"2026-11-19T20:0{n}:00" for n in range(6)), ""):
        gallery.keep(msgspec.structs.replace(PAPERS[0], when=when))
    gallery.refresh()
    days = [day and day.day for day in map(evening, gallery.paths)]
    assert days == [19] * 6 + [18] * 2 + [None]
    with driving(lambda context: GalleryScene(context, gallery, tmp_path)) as driver:
        driver.step()
        wall = the(driver, FrameWall, lambda _: True)
        seen = []
        for name in [CommandName.RIGHT, *[CommandName.DOWN] * 4, *[CommandName.UP] * 4]:
            driver.command(name)
            seen.append(wall.selected)
        assert wall.columns == 4 and seen == [1, 5, 7, 8, 8, 6, 4, 0, 0]


@pytest.mark.parametrize("day", ["0001-01-01 00.00.00", "0000-01-01 00.00.00", "2026-02-30 20.00.00", "nothing at all"])
def test_a_paper_of_a_day_that_is_none_hangs_undated(day: str) -> None:
    assert evening(Path(f"{day} 1-animals-cat.json")) is None
