"""Own players in evaluations: the same games as in matches, whoever plays them and how many at once."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from game.cabinets.l4g.cabinet import L4G
from game.cabinets.l4g.evaluation.evaluation import ChunkPlayer, evaluation_of, game_numbers
from game.cabinets.l4g.evaluation.lineup import Chunk, ChunkDone, Lineup, NumberedGame
from game.cabinets.l4g.evaluation.lockstep import new_block, new_queue, play_on
from game.cabinets.l4g.evaluation.outsider_matches import play_matches
from game.cabinets.l4g.evaluation.outsider_past import Past
from game.cabinets.l4g.players.bots import BOTS
from game.cabinets.l4g.rules import packed_view as s
from game.cabinets.l4g.rules import room as r
from game.cabinets.l4g.rules.grading import ROWS as GRADE_ROWS
from game.cabinets.l4g.rules.grading import grade
from game.cabinets.l4g.rules.rules import Options
from game.cabinets.l4g.rules.tally import GROUP, count_game, new_tally
from game.cabinets.l4g.rules.views import Phase
from game.core.bot.loading import BotError, BuiltinSpec, parse_spec
from game.core.bot.seats import bot_session
from game.core.bots import Request
from game.core.compiled import array, octets, plain
from game.core.match.match import Match
from game.core.match.session import bot_setup
from game.core.tournament.plan import Contestant
from game.core.work.place import Workplace, executor
from game.core.work.run import Order
from game.core.work.workers import LocalProcesses, ThisProcess
from tests.commands.command_line import ROOT
from tests.processes import children, wait_until
from tests.walks import state_of

SMALL = Options(4, 5, 30, penalty=4)
OTHERS = ("seeker", "predator", "scout", "loner", "corpse-bomb")
EXAMPLES = tuple(f"{path}:{path.stem.capitalize()}" for path in sorted((ROOT / "examples" / "l4g").glob("*.py")))


def lineup_of(names: Sequence[str], options: Options = SMALL) -> Lineup:
    return Lineup(tuple(Contestant(name, parse_spec(name, L4G.bots)) for name in names), options)


def chunk_of(games: int) -> Chunk:
    return tuple(NumberedGame(*game) for game in enumerate(game_numbers("souk", games)))


def evaluate(lineup: Lineup, chunk: Chunk) -> ChunkDone:
    player = ChunkPlayer(L4G, lineup)
    try:
        return player(chunk, 0)
    finally:
        player.close()


def figures(tally: Sequence[int]) -> list[int]:
    """A tally without the row that it works with."""
    return list(tally[: GROUP * r.MOST_PLAYERS])


def test_a_sheet_says_what_the_view_says() -> None:
    """In both phases, for everybody in every state, the edges of the room included."""
    match = Match(L4G.rules, 12, Options(4, 5, 30, penalty=3), -7)
    names = list(BOTS)
    bots = [BOTS[names[seat % len(names)]](bot_setup(match, "l4g", seat)) for seat in range(12)]
    levels, written = array([0] * r.SQUARES), octets(1, s.LENGTH)
    calls = set()
    while not match.over:
        match.tick(0.0)
        for seat in match.waiting_for:
            view = match.view(seat)
            state = state_of(match)
            s.write_sheet(array(state.room), seat, 0, view.phase is Phase.PLACE, levels, written[0], 0)
            assert bytes(written[0]) == s.sheet_of(view)
            calls.add(written[0][s.CALL])
            if seat == match.number % 40:
                match.force(seat)
            else:
                match.offer(seat, bots[seat].decide(Request(match.number, view, None, (), 0)))
    assert calls == set(range(len(s.CALLS)))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: text.rpartition(":")[2])
def test_a_player_plays_the_same_in_a_match_and_among_many_games(example: str) -> None:
    lineup, chunk = lineup_of((OTHERS[0], example, *OTHERS)), chunk_of(3)
    tally = new_tally()
    for game in chunk:
        match = Match(L4G.rules, len(lineup.seats), lineup.options, game.number)
        session = bot_session(L4G, match, dict(enumerate(entry.spec for entry in lineup.seats)), logs=None, inline=True)
        try:
            session.run()
        finally:
            session.close()
        assert session.troubles == []
        room, grades = array(state_of(match).room), array([0] * (GRADE_ROWS * r.MOST_PLAYERS))
        grade(room, grades)
        count_game(room, grades, array(lineup.groups), game.position, tally)
    done = evaluate(lineup, chunk)
    assert done.failures == ()
    assert figures(done.tally) == figures(plain(tally))


@pytest.mark.slow
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: text.rpartition(":")[2])
def test_a_regular_game_is_the_same_in_a_match_and_among_many(example: str) -> None:
    names = L4G.filled((example,), 49)
    lineup, chunk = lineup_of(names, Options()), chunk_of(4)
    assert figures(play_matches(L4G, lineup, chunk, None).tally) == figures(evaluate(lineup, chunk).tally)


@pytest.mark.slow
def test_several_own_players_sit_in_one_room() -> None:
    lineup, chunk = lineup_of((EXAMPLES[0], *EXAMPLES, *OTHERS[:2])), chunk_of(3)
    assert figures(evaluate(lineup, chunk).tally) == figures(play_matches(L4G, lineup, chunk, None).tally)


def test_games_apart_and_together_give_the_same() -> None:
    """A chunk with more games than are played at once, and one game after the other."""
    lineup = lineup_of((EXAMPLES[1], *OTHERS), Options(3, 3, 6))
    chunk = chunk_of(140)
    together = evaluate(lineup, chunk)
    player = ChunkPlayer(L4G, lineup)
    tallies = [player((game,), 0).tally for game in chunk]
    player.close()
    sums = [sum(column) for column in zip(*tallies, strict=True)]
    assert sums[: r.MOST_PLAYERS * GRADE_ROWS] == together.tally[: r.MOST_PLAYERS * GRADE_ROWS]


@pytest.mark.slow
def test_workers_change_no_figure() -> None:
    assert L4G.tournament is not None
    order = Order(SMALL, (EXAMPLES[2],), OTHERS, seats=6, seed="souk", games=300)
    task = L4G.tournament(L4G, order).task()
    pieces = dict(enumerate(L4G.tournament(L4G, order).chunks()))
    assert len(pieces) > 1
    with ThisProcess(task) as here:
        alone = dict(here.run(pieces))
    with LocalProcesses(task, 2) as local:
        shared = dict(local.run(pieces))
    assert {index: figures(done.tally) for index, done in alone.items()} == {
        index: figures(done.tally) for index, done in shared.items()
    }


def answered(lineup: Lineup, move: int, square: int) -> list[int]:
    """The tally of two games in which every call of an own player is answered with these codes."""
    chunk, slots = chunk_of(2), 2
    tally = new_tally()
    queue = new_queue([r.halves(game.number) for game in chunk], [game.position for game in chunk], tally)
    block = new_block(lineup.room(), slots, lineup.rows(), array(lineup.groups), lineup.outsiders, 0)
    play_on(block, queue)
    while any(block.counts):
        for outsider, count in enumerate(block.counts):
            for index in range(int(count)):
                call = block.sheets[outsider][index * s.LENGTH + s.CALL]
                block.answers[outsider][index] = square if call == s.SPAWN else move
        play_on(block, queue)
    return figures(plain(tally))


@pytest.mark.parametrize("move", [6, 7, 15, 254, 255])
@pytest.mark.parametrize("square", [20, 99, 254])
def test_answers_that_no_call_gives_are_taken_for_none(move: int, square: int) -> None:
    """A player can write them where its process answers, past all that checks them there."""
    lineup = lineup_of((EXAMPLES[0], *OTHERS))
    assert answered(lineup, move, square) == answered(lineup, r.SILENT, s.NOWHERE)


def test_a_game_is_played_again_as_it_was() -> None:
    """Each sheet by which a player was asked is written again from the answers, in whatever state the game is."""
    lineup = lineup_of((EXAMPLES[0], *OTHERS[:2], EXAMPLES[1], *OTHERS))
    queue = new_queue([r.halves(game.number) for game in chunk_of(3)], [0, 1, 2], new_tally())
    block = new_block(lineup.room(), 3, lineup.rows(), array(lineup.groups), lineup.outsiders, 64)
    past, asked = Past(1), dict.fromkeys(range(64, 67), b"")
    past.blocks = [block]
    play_on(block, queue)
    for _ in range(SMALL.turns - 1):
        sheets = bytes(block.sheets[1])[: int(block.counts[1]) * s.LENGTH]
        for outsider, count in enumerate(block.counts):
            for index in range(int(count)):
                block.answers[outsider][index] = (3 * index + outsider + block.rooms[0][r.TURN]) % 5
        play_on(block, queue)
        for at in range(0, len(sheets), s.LENGTH):
            asked[sheets[at + s.SLOT]] += sheets[at : at + s.LENGTH]
        assert b"".join(past.batches()) == b"".join(asked.values())
    past.forget(65)
    assert b"".join(past.batches()) == asked[64] + asked[66]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of children")
def test_what_the_check_has_started_goes_on_to_play() -> None:
    before = children()
    tournament = evaluation_of(L4G, Order(SMALL, EXAMPLES, OTHERS, seats=6, seed="souk", games=2))
    tournament.check()
    started = children() - before
    task = tournament.task()
    try:
        task(tournament.chunks()[0], 0)
        assert len(started) in (1, len(EXAMPLES))
        assert children() - before == started
    finally:
        task.close()
    wait_until(lambda: not children() & started, "the end of the players")


def test_the_check_ends_what_it_has_started_where_others_play() -> None:
    tournament = evaluation_of(L4G, Order(SMALL, EXAMPLES[:1], OTHERS, seats=6, seed="souk", games=2))
    before = children()
    try:
        tournament.check()
        executor(tournament.task(), Workplace(workers=2), 2, {})
        wait_until(lambda: children() <= before, "the end of the players")
    finally:
        tournament.task().close()


def test_a_class_whose_objects_cannot_be_made_is_refused_by_the_check(tmp_path: Path) -> None:
    path = tmp_path / "shy.py"
    path.write_text(
        "from examples.l4g.wanderer import Wanderer\n\n\nclass Shy(Wanderer):\n"
        "    def __init__(self, setup):\n        raise ValueError('no coffee')\n",
        encoding="utf-8",
    )
    tournament = evaluation_of(L4G, Order(SMALL, (EXAMPLES[0], f"{path}:Shy"), OTHERS, seats=6, games=1))
    with pytest.raises(BotError) as caught:
        tournament.check()
    assert (caught.value.key, caught.value.values["error"]) == ("bots.start.raised", "ValueError: no coffee")


@pytest.mark.parametrize(
    ("bots", "cores", "workers"), [((), 8, 8), (EXAMPLES[:1], 8, 8), (EXAMPLES[:2], 8, 4), (EXAMPLES, 2, 1)]
)
def test_own_players_leave_cores_to_each_other(bots: tuple[str, ...], cores: int, workers: int) -> None:
    assert evaluation_of(L4G, Order(SMALL, bots, OTHERS, seats=6)).workers(cores) == workers


def test_games_as_matches_are_counted_as_those_played_together() -> None:
    lineup, chunk = lineup_of(OTHERS), chunk_of(5)
    assert all(isinstance(entry.spec, BuiltinSpec) for entry in lineup.seats)
    assert figures(play_matches(L4G, lineup, chunk, None).tally) == figures(evaluate(lineup, chunk).tally)


def test_a_program_in_another_language_is_evaluated_in_matches() -> None:
    words = [sys.executable, str(ROOT / "examples" / "bots" / "chooser.py")]
    done = evaluate(lineup_of((f"cmd:{shlex.join(words)}", *OTHERS), Options(3, 3, 8)), chunk_of(2))
    assert done.failures == ()
    assert sum(figures(done.tally)) > 0


def test_what_a_player_fails_with_is_told_as_far_as_an_evaluation_may_tell_it(tmp_path: Path) -> None:
    path = tmp_path / "loud.py"
    path.write_text(
        "from examples.l4g.wanderer import Wanderer\n\n\nclass Loud(Wanderer):\n"
        "    def soul_spawn(self):\n        raise ValueError('no idea, ' * 10_000)\n",
        encoding="utf-8",
    )
    done = evaluate(lineup_of((f"{path}:Loud", *OTHERS), Options(3, 3, 8)), chunk_of(1))
    assert done.failures
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(done), type=ChunkDone) == done


def test_an_own_bot_that_is_no_player_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.py"
    path.write_text(
        "from game.core.bots import Bot\n\n\nclass Other(Bot):\n    def decide(self, request):\n        return None\n",
        encoding="utf-8",
    )
    with pytest.raises(BotError) as caught:
        evaluate(lineup_of((f"{path}:Other", *OTHERS)), chunk_of(1))
    assert caught.value.key == "l4g.evaluation.error.no_player"
