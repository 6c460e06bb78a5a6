"""A level that adapts: what is in force, how matches change it, where it is told and where it may not be."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.core.bot.inline import InlineBot
from game.core.bot.loading import BotError, parse_spec
from game.core.bot.mixture import MixedBot
from game.core.bots import Bot, BotSetup, Request
from game.core.levels import STEPS, Ladder, Level, ladder_of, level_of
from game.core.rules import Event, Result, SeatResult
from game.engine.scene import Context
from game.engine.widgets import Button
from game.ground import paths
from game.ground.history import PlayedMatch, PlayedSeat, read_history
from game.ground.settings import Settings
from game.ground.texts import Texts
from game.scenes.feeds.adapting import in_force, level_now
from game.scenes.feeds.local import start_local
from game.scenes.feeds.plan import MatchPlan
from game.scenes.history.figures import by_level
from game.scenes.history.rows import HistoryRows
from game.scenes.history.tallies import Grouping, tallies
from game.scenes.setup.scene import SetupScene
from game.scenes.staging.kinds import level_name
from game.scenes.table.menu import MenuChoice
from game.scenes.table.results import ResultsScene
from game.scenes.table.scene import TableScene
from tests.engine.widgets.page_driver import click, the
from tests.scenes.scene_driver import driving, plan

NULL = CABINETS["nullgame"]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


def line(spec: str, rank: int, *, hints: int = 0, people: int = 1, game: str = "nullgame") -> PlayedMatch:
    here = [PlayedSeat("나", rank, 0, None, here=True)] * people
    return PlayedMatch("2026-11-20", game, 9, (*here, PlayedSeat("Omar", 3 - rank, 0, spec)), hints=hints)


def test_every_step_lies_between_its_neighbours_and_is_written_as_it_is_read() -> None:
    for game in CABINETS:
        cabinet = CABINETS[game]
        ladder = cabinet.levels
        assert bool(ladder) == (cabinet.ladder is not Ladder.KINDS), game
        assert [level.weaker for level in ladder if not level.share] == list(cabinet.table_bots)[: len(ladder)]
        for level in ladder:
            assert level_of(level.text, cabinet.bots) == level == level_of(f"adapting:{level.text}", cabinet.bots)
            for language in ("en", "ko"):
                assert level_name(level.text, game, Texts(language))


def test_a_level_follows_from_the_last_match_against_one() -> None:
    assert level_now(NULL, []) == Level("expert") == Level(NULL.easy)
    before = "adapting:random+expert@1"
    for rank, hints, people, expected in ((1, 0, 1, 2), (2, 0, 1, 0), (1, 3, 1, 1), (2, 3, 1, 0), (1, 0, 2, 1)):
        matches = [line("expert", 2), line(before, rank, hints=hints, people=people), line("adapting:expert", 1)]
        assert level_now(NULL, matches).share == expected
    assert level_now(NULL, [line("adapting:expert", 1)]).text == "expert", "beyond the strongest there is none"
    assert level_now(NULL, [line("adapting:random", 2)]).text == "random"
    assert level_now(NULL, [line("adapting:greedy", 2, game="omok")]) == Level(NULL.easy), "that was another game"
    assert level_now(NULL, [line("adapting:gone", 2), line(before, 1)]).share == 2, "of a computer that is no more"


@pytest.mark.parametrize("spec", ["adapting", "adapting:random", "random+expert@1"])
def test_leagues_tournaments_contests_and_rooms_take_none(spec: str) -> None:
    with pytest.raises(BotError):
        parse_spec(spec, NULL.bots)


class Told(Bot[object, int]):
    """Answers with its number and with what it was told since its last answer."""

    number = 0

    def decide(self, request: Request) -> object:  # type: ignore[override]
        return self.number, [event.kind for event in request.events]


class ToldToo(Told):
    number = 1


def test_of_two_levels_each_decides_its_share_and_is_told_everything_once() -> None:
    setup = BotSetup("nullgame", 0, 2, None, None, 1)
    for share in range(1, STEPS):
        mixed = MixedBot(InlineBot(Told, setup, "a"), InlineBot(ToldToo, setup, "b"), share)
        heard: tuple[list[str], list[str]] = ([], [])
        asked = []
        for number in range(300):
            request = Request(number, None, None, (Event(str(number)),), seed=number * 7919)
            mixed.begin(request)
            who, events = mixed.poll(0.0)
            heard[who].extend(events)
            asked.append(who)
            assert heard[who] == [str(each) for each in range(number + 1)]
            if number % 50 == 0:
                mixed.cancel()
                mixed.begin(Request(number, None, None, (), seed=number * 7919))
                assert mixed.poll(0.0)[0] == who, "an undo asked another one"
        assert abs(sum(asked) - 100 * share) < 40


def recorded(begun: MatchPlan) -> list[object]:
    feed = start_local(begun, Settings())
    try:
        now = 0.0
        while not feed.over:
            feed.poll(now := now + 10.0)
        return list(feed.match.steps)
    finally:
        feed.close()


def test_a_match_between_levels_is_the_same_for_the_same_number(home: Path) -> None:
    begun = plan("nullgame", "adapting:random+expert@1", "random+expert@2")
    assert recorded(begun) == recorded(begun)


def results_of(driver, rank: int) -> ResultsScene:  # type: ignore[no-untyped-def]
    """Play the match at the table on top; the person came in at this rank."""
    scene = driver.top
    assert isinstance(scene, TableScene)
    result = Result((SeatResult(rank, 30), SeatResult(3 - rank, 4)), "nullgame.end.last_stone")
    scene.feed.match.result = lambda: result  # type: ignore[attr-defined]
    while not scene.feed.over:
        driver.until(lambda: scene.feed.over or scene.feed.choice is not None)
        if scene.feed.choice is not None:
            scene.feed.play(0, scene.feed.choice.legal[0])  # type: ignore[index]
    driver.until(lambda: isinstance(driver.top, ResultsScene))
    assert isinstance(driver.top, ResultsScene)
    return driver.top


@pytest.mark.parametrize(("rank", "after"), [(1, "random+expert@2"), (2, "random")])
def test_the_next_match_is_a_step_further_and_says_so(home: Path, rank: int, after: str) -> None:
    begun = plan("nullgame", "human", "adapting:random+expert@1")
    with driving(lambda context: TableScene(context, start_local(begun, Settings()))) as driver:
        scene = driver.top
        results = results_of(driver, rank)
        assert results.finished.adapted and results.finished.adapted.spec == f"adapting:{after}"
        assert results.finished.adapted.change == (1 if rank == 1 else -1)
        assert MenuChoice.HOLD in results.choices and MenuChoice.STRONGER not in results.choices
        (kept,) = read_history(paths.history())
        assert kept.seats[1].bot == "adapting:random+expert@1"
        assert in_force(("human", "adapting"), NULL) == ("human", f"adapting:{after}")
        again = driver.context.texts.line("table.menu.again")
        click(driver, the(driver, Button, lambda button: button.label == again))
        driver.until(lambda: isinstance(driver.top, TableScene) and driver.top is not scene)
        assert driver.top.feed.seats[1].bot == f"adapting:{after}"  # type: ignore[attr-defined]


def test_one_press_at_the_end_keeps_the_level(home: Path) -> None:
    begun = plan("nullgame", "human", "adapting:random+expert@1")
    with driving(lambda context: TableScene(context, start_local(begun, Settings()))) as driver:
        scene = driver.top
        results_of(driver, 1)
        hold = driver.context.texts.line("table.menu.hold")
        click(driver, the(driver, Button, lambda button: hold in (button.label, button.tooltip)))
        driver.until(lambda: isinstance(driver.top, TableScene) and driver.top is not scene)
        assert driver.top.feed.seats[1].bot == "random+expert@1"  # type: ignore[attr-defined]
        assert driver.context.settings.tables["nullgame"] == ("human", "random+expert@1")
        results_of(driver, 1)
        assert driver.top.finished.adapted is None  # type: ignore[attr-defined]


def test_it_is_chosen_in_the_setup_and_switched_off_there_by_one_press(home: Path) -> None:
    plans: list[MatchPlan] = []

    def make(context: Context) -> SetupScene:
        context.settings.tables["nullgame"] = ("human", "adapting")
        return SetupScene(context, NULL, plans.append, preview=lambda seats: None)

    with driving(make) as driver:
        scene = driver.top
        assert isinstance(scene, SetupScene)
        assert [seat.spec for seat in scene.seating.seats] == ["human", "adapting"]
        scene.start()
        assert [seat.spec for seat in plans[-1].seats] == ["human", "adapting:expert"]
        assert driver.context.settings.tables["nullgame"] == ("human", "adapting")
        click(driver, the(driver, Button, lambda button: button.icon == "lock"))
        assert [seat.spec for seat in scene.seating.seats] == ["human", "expert"]
        scene.start()
        assert [seat.spec for seat in plans[-1].seats] == ["human", "expert"]


def test_the_history_tells_the_level_and_counts_those_that_adapt_as_one() -> None:
    matches = [line("adapting:random+expert@1", 1), line("adapting:random", 1), line("random", 1)]
    found = {tally.name: tally for tally in tallies(matches, Grouping.LEVEL)}
    assert found["adapting"].won == 2 and found["random"].won == 1
    with driving(lambda context: SetupScene(context, NULL, print, preview=lambda seats: None)) as driver:
        rows = HistoryRows(driver.top.style)  # type: ignore[attr-defined]
        shares = by_level(found["adapting"].matches, rows)
        assert len(shares) == 2 and sum(share.won for share in shares) == 2


def test_a_ladder_of_kinds_or_of_one_has_no_steps() -> None:
    assert ladder_of(("a",), Ladder.MIXED) == () == ladder_of(("a", "b"), Ladder.KINDS)
    assert [level.text for level in ladder_of(("a", "b"), Ladder.NAMED)] == ["a", "b"]
