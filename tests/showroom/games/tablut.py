"""The scenes of the competition for screenshots, with players that need no network."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

from game.cabinets.tablut.cabinet import TABLUT
from game.cabinets.tablut.net.server import Server
from game.cabinets.tablut.net.wire import BLACK, BLACK_PORT, WHITE, WHITE_PORT, Colour, framed, told_move
from game.cabinets.tablut.players.bots import GreedyBot
from game.cabinets.tablut.scenes.contest import Contest, ContestPlan
from game.core.bots import BotSetup, Request
from game.core.rules import SPECTATOR
from tests.showroom.guests import ADDRESSES, StillGuest

if TYPE_CHECKING:
    from game.cabinets.tablut.scenes.hall import ContestHall
    from tests.showroom.moment import Moment


class _StillServer(Server):
    @property
    def ports(self) -> dict[Colour, int]:
        return {WHITE: WHITE_PORT, BLACK: BLACK_PORT}

    def come(self, colour: Colour, name: str) -> None:
        """Add a player that never sends anything."""
        self.players[colour] = StillGuest(name)  # type: ignore[assignment]

    def drop_absent(self, now: float) -> None:
        """Keep all players: the ones in a screenshot never hang up."""


class _StillContest(Contest):
    def __init__(self, moment: Moment) -> None:
        super().__init__(ContestPlan(port=0, address="127.0.0.1", seed=moment.seed, recordings=moment.folder), {})
        self.server.close()
        self.server: _StillServer = _StillServer((WHITE, BLACK), "127.0.0.1")

    def play(self, turns: int) -> None:
        """Play `turns` moves of a match in which both players are greedy bots."""
        self.server.come(WHITE, "Aurora")
        self.server.come(BLACK, "Fenrir")
        self.poll(0.0)
        assert self.feed is not None
        match = self.feed.match
        bots = [GreedyBot(BotSetup(TABLUT.id, seat, 2, match.options, None, seat)) for seat in (0, 1)]
        for number in count():
            if match.over or match.turns() >= turns:
                break
            seat = match.waiting_for[0]
            move: Any = bots[seat].decide(Request(number, match.view(SPECTATOR), match.legal(seat), (), number))
            player = self.server.players[(BLACK, WHITE)[seat]]
            player.inbox.append(framed(told_move(move.origin, move.target, ""))[4:])
            self.feed.poll(float(number))


def waiting(moment: Moment) -> ContestHall:
    """Return the hall with one player present."""
    from game.cabinets.tablut.scenes.hall import ContestHall

    contest = _StillContest(moment)
    contest.server.come(WHITE, "Aurora")
    return ContestHall(moment.context, contest, lambda: ADDRESSES)


def match(moment: Moment) -> ContestHall:
    """Return the hall during a match of two foreign players."""
    from game.cabinets.tablut.scenes.hall import ContestHall

    contest = _StillContest(moment)
    contest.play(moment.turn)
    return ContestHall(moment.context, contest, lambda: ADDRESSES)
