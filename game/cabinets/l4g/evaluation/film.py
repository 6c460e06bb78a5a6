"""Films single games of an evaluation for its report, by playing them again."""

from __future__ import annotations

from typing import Any

from game.cabinets.l4g.evaluation.lineup import Lineup, NumberedGame
from game.cabinets.l4g.evaluation.lockstep import EMPTY, OVER, Block
from game.cabinets.l4g.evaluation.outsiders import Outsiders
from game.cabinets.l4g.rules import room as r
from game.cabinets.l4g.rules.views import STATES, View
from game.core.bot.seats import bot_session
from game.core.cabinet import Cabinet
from game.core.contest.film import NOWHERE, Filming, Films, film_of
from game.core.match.match import Match
from game.core.rules import SPECTATOR

Frames = dict[int, list[tuple[int, int]]]
"""By turn: the square and the state of each player."""


def film_games(cabinet: Cabinet, filming: Filming) -> Films:
    """Return films of games by their numbers. Raises BotError for a player that cannot be started."""
    lineup = Lineup(tuple(filming.seats), filming.options)
    numbers = list(dict.fromkeys(filming.numbers))
    frames: list[Frames] = [{} for _ in numbers]
    if lineup.outsiders and lineup.lockstep:
        _film_in_lockstep(cabinet, lineup, numbers, frames)
    else:
        for number, taken in zip(numbers, frames, strict=True):
            _film_match(cabinet, lineup, number, taken)
    rows, columns = filming.options.rows, filming.options.columns
    return {
        number: film_of(rows, columns, [taken[turn] for turn in sorted(taken)])
        for number, taken in zip(numbers, frames, strict=True)
    }


def _film_in_lockstep(cabinet: Cabinet, lineup: Lineup, numbers: list[int], frames: list[Frames]) -> None:
    outsiders = Outsiders(cabinet, lineup)

    def watch(block: Block) -> None:
        for slot, room in enumerate(block.rooms):
            if block.waits[slot] not in (EMPTY, OVER):
                _take(room, frames[int(block.positions[slot])])

    outsiders.watch = watch
    try:
        outsiders.play(tuple(NumberedGame(position, number) for position, number in enumerate(numbers)), 0)
    finally:
        outsiders.close()


def _film_match(cabinet: Cabinet, lineup: Lineup, number: int, taken: Frames) -> None:
    bots = {seat: entry.spec for seat, entry in enumerate(lineup.seats)}
    match = Match(cabinet.rules, len(bots), lineup.options, number, undo=False)
    session = bot_session(cabinet, match, bots, logs=None, limits=lineup.limits, inline=True)
    try:
        session.run(on_steps=lambda steps: _look(match.view(SPECTATOR), taken))
    finally:
        session.close()


def _look(view: View, taken: Frames) -> None:
    """Keep what a spectator sees, once a turn."""
    if view.turn not in taken:
        taken[view.turn] = [
            (NOWHERE if player.square is None else player.square[0] * view.columns + player.square[1],
             STATES.index(player.state))
            for player in view.players
        ]  # fmt: skip


def _take(room: Any, taken: Frames) -> None:
    """Keep what a room looks like, once a turn."""
    turn = int(room[r.TURN])
    if turn not in taken:
        columns = int(room[r.COLUMNS])
        taken[turn] = [
            (_square(int(room[r.SQUARE + player]), columns), int(room[r.STATE + player]))
            for player in range(int(room[r.PLAYERS]))
        ]


def _square(square: int, columns: int) -> int:
    if square == r.SKY:
        return NOWHERE
    row, column = r.place_of(square)
    return row * columns + column
