"""One's own history: every finished match is kept, in a file a person reads, exports and deletes."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.core.rules import Result, SeatResult
from game.engine.scene import Context, Scene
from game.engine.text import Typeface
from game.engine.widgets import Button, Dialog, ListView, MemoryClipboard, Segments, Style
from game.ground import paths
from game.ground.history import PlayedMatch, forget_played, keep_played, played_match, read_history
from game.ground.settings import Settings
from game.ground.texts import Texts
from game.scenes.feeds.local import start_local
from game.scenes.feeds.plan import MatchPlan
from game.scenes.history.rows import HistoryRows
from game.scenes.history.scene import HistoryScene
from game.scenes.history.tallies import Grouping, memorable, tallies
from game.scenes.table.menu import MenuChoice
from game.scenes.table.results import ResultsScene
from game.scenes.table.scene import TableScene
from tests.engine.widgets.page_driver import click, the, widgets
from tests.scenes.scene_driver import Driver, driving, plan, played


def match(
    mine: int,
    other: int,
    *,
    game: str = "nullgame",
    bot: str | None = "expert",
    day: int = 1,
    turns: int = 9,
    replay: Path | None = None,
    mark: str = "",
) -> PlayedMatch:
    """A match of Jiwoo's, by what the two scored."""
    best = max(mine, other)
    lines = tuple(SeatResult(1 if score == best else 2, score) for score in (mine, other))
    result = Result(lines, "nullgame.end.last_stone")
    seats = [("지우", None, True), ("Leila", bot, False)]
    when = datetime(2026, 11, day, 20, 0, tzinfo=UTC)
    return played_match(when, game, turns, seats, result, replay=replay, mark=mark)


def test_a_line_a_match_that_people_can_read(tmp_path: Path) -> None:
    path = tmp_path / "new" / "history.jsonl"
    first, second = match(3, 5, day=1), match(7, 2, day=2)
    keep_played(path, first)
    keep_played(path, second)
    assert read_history(path) == [second, first]
    line = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    assert line["game"] == "nullgame" and line["seats"][0] == {"name": "지우", "rank": 2, "score": 3, "here": True}
    assert "지우" in path.read_text(encoding="utf-8")


def test_what_a_person_wrote_into_it_stays(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    keep_played(path, match(3, 5, day=1))
    with path.open("ab") as file:
        file.write(b'a good evening\n{"game": 3}\n')
    keep_played(path, match(7, 2, day=2))
    assert [found.won for found in read_history(path)] == [True, False]
    forget_played(path, match(3, 5, day=1))
    assert [found.won for found in read_history(path)] == [True]
    assert b'a good evening\n{"game": 3}\n' in path.read_bytes()


def test_the_end_of_a_match_that_is_seen_twice_is_kept_once(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    for _ in range(2):
        keep_played(path, match(3, 5, mark="f00d"))
    assert len(read_history(path)) == 1


def test_wins_by_game_level_and_partner() -> None:
    lost, won = match(3, 5), match(9, 1)
    friends = match(4, 2, game="omok", bot=None)
    by_game = tallies([won, lost, friends], Grouping.GAME)
    assert [(tally.game, tally.judged, tally.won) for tally in by_game] == [
        ("", 3, 2),
        ("nullgame", 2, 1),
        ("omok", 1, 1),
    ]
    assert by_game[0].streak == 1 and tallies([won, friends, lost], Grouping.GAME)[0].streak == 2
    assert [tally.name for tally in tallies([won, friends], Grouping.LEVEL)] == ["", "expert"]
    assert [tally.name for tally in tallies([won, friends], Grouping.PARTNER)] == ["", "Leila"]


def test_wins_with_hints_are_counted_apart() -> None:
    helped, alone = replace(match(9, 1), hints=3), match(9, 1)
    (everything, _) = tallies([helped, alone], Grouping.GAME)
    assert (everything.won, everything.won_alone) == (2, 1)


def test_what_one_remembers() -> None:
    usual = [match(10 + number % 2, 9, turns=9 + number) for number in range(6)]
    odd = match(40, 3, turns=5)
    found = dict(memorable([odd, *usual]))
    assert found["best"] is odd and found["clearest"] is odd and found["strangest"] is odd
    assert found["longest"] is usual[-1]
    assert found["narrowest"].lead == 1
    assert memorable([match(3, 5)]) == []


def test_scores_that_are_no_points_are_not_compared() -> None:
    codes = [match(3212, 2113, game="volcano"), match(3000, 2999, game="volcano"), match(1, 0, game="omok")]
    assert not {"best", "clearest", "narrowest", "strangest"} & dict(memorable(codes)).keys()
    assert dict(memorable([*codes, match(16, 8), match(9, 8)]))["clearest"].game == "nullgame"


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        (match(3212, 2113, game="volcano"), "승리"),
        (match(0, 1, game="omok"), "패배"),
        (match(1, 1, game="omok"), "무승부"),
        (match(16, 8, game="gems"), "승리 · 16점"),
    ],
)
def test_a_line_says_how_one_came_off(seen: PlayedMatch, said: str) -> None:
    rows = HistoryRows(Style(Typeface(), Texts("ko"), clipboard=MemoryClipboard()))
    assert rows.came_off(seen) == said


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


def table(context: Context, begun: MatchPlan) -> Scene:
    return TableScene(context, start_local(begun, Settings()))


def finish(driver: Driver, *, seed: int = 1) -> TableScene:
    """Play the match of the table on top to its end; the results lie over it then."""
    scene = driver.top
    assert isinstance(scene, TableScene)
    played(scene.feed, seed=seed)  # type: ignore[arg-type]
    driver.until(lambda: isinstance(driver.top, ResultsScene))
    return scene


def test_a_match_played_at_this_screen_is_kept_with_its_replay(home: Path) -> None:
    with driving(lambda context: table(context, plan("nullgame", "human", "human"))) as driver:
        scene = finish(driver)
        (kept,) = read_history(paths.history())
        assert kept.replay == str(scene.feed.recording) and kept.mine is None
        assert [seat.name for seat in kept.seats] == ["Seat 0", "Seat 1"]
    assert len(read_history(paths.history())) == 1, "closing the table kept it once more"


def test_matches_that_try_something_out_do_not_count(home: Path) -> None:
    begun = plan("nullgame", "human", "human")
    tried = MatchPlan(begun.game, begun.seats, begun.options, begun.seed, tried=True)
    with driving(lambda context: table(context, tried)) as driver:
        finish(driver)
    assert read_history(paths.history()) == []


@pytest.mark.parametrize(("level", "changed", "choice"), [("random", "expert", MenuChoice.STRONGER)])
def test_after_a_clear_win_stronger_computers_are_offered(
    home: Path, level: str, changed: str, choice: MenuChoice
) -> None:
    with driving(lambda context: table(context, plan("nullgame", "human", level))) as driver:
        scene = driver.top
        assert isinstance(scene, TableScene)
        clear = Result((SeatResult(1, 30), SeatResult(2, 4)), "nullgame.end.last_stone")
        scene.feed.match.result = lambda: clear  # type: ignore[attr-defined]
        while not scene.feed.over:
            driver.until(lambda: scene.feed.over or scene.feed.choice is not None)
            if scene.feed.choice is not None:
                scene.feed.play(0, scene.feed.choice.legal[0])  # type: ignore[index]
        driver.until(lambda: isinstance(driver.top, ResultsScene))
        results = driver.top
        assert isinstance(results, ResultsScene) and choice in results.choices
        again = driver.context.texts.line(choice.text_key)
        click(driver, the(driver, Button, lambda button: button.label == again))
        driver.until(lambda: isinstance(driver.top, TableScene) and driver.top is not scene)
        assert [seat.bot for seat in driver.top.feed.seats] == [None, changed]  # type: ignore[attr-defined]
        assert driver.context.settings.tables["nullgame"] == ("human", changed)


class Page:
    """The scene in the loop, and what was watched and told."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.watched: list[Path] = []
        self.told: list[str] = []

    def make(self, context: Context) -> HistoryScene:
        context.notify = self.told.append
        return HistoryScene(context, self.watched.append, self.path)


@pytest.fixture
def page(tmp_path: Path) -> Page:
    path = tmp_path / "history.jsonl"
    recording = tmp_path / "a.souk"
    recording.write_bytes(b"")
    for day in range(1, 8):
        keep_played(path, match(20 + day, 9, day=day, replay=recording if day == 7 else None))
    keep_played(path, match(1, 0, game="omok", bot=None, day=9))
    return Page(path)


def test_the_replay_behind_a_line(page: Page) -> None:
    with driving(page.make) as driver:
        scene = driver.top
        assert isinstance(scene, HistoryScene)
        matches = the(driver, ListView, lambda view: view.count == 8)
        matches.on_choose(1)
        assert [path.name for path in page.watched] == ["a.souk"]
        matches.on_choose(0)
        assert len(page.watched) == 1 and page.told, "nobody said that there is no replay"
        groups = the(driver, ListView, lambda view: view.on_select == scene.choose_group)
        groups.on_select(1)
        assert {found.game for found in scene.shown} == {"nullgame"}
        the(driver, Segments, lambda _: True).choose(2)
        assert [tally.name for tally in scene.tallies] == ["", "Leila"]


def test_it_is_exported_and_deleted(page: Page, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("platformdirs.user_documents_dir", lambda: str(tmp_path / "documents"))
    with driving(page.make) as driver:
        kept = page.path.read_bytes()
        click(driver, the(driver, Button, lambda button: button.icon == "save"))
        (exported,) = (tmp_path / "documents").iterdir()
        assert exported.read_bytes() == kept and exported.name in page.told[-1]
        click(driver, the(driver, Button, lambda button: button.icon == "trash-2"))
        driver.until(lambda: isinstance(driver.top, Dialog))
        click(driver, the(driver, Button, lambda button: button.icon == "trash-2"))
        driver.until(lambda: isinstance(driver.top, HistoryScene))
        assert not page.path.exists()
        assert widgets(driver, ListView) == []
