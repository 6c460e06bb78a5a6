"""Sample scenes of the Slime contest for screenshots, with clients that need no network."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

import pygame

from game.cabinets.slime.cabinet import SLIME
from game.cabinets.slime.net.server import Speed, Team
from game.cabinets.slime.net.wire import PORT
from game.cabinets.slime.rules import KEEP, Steer
from game.cabinets.slime.scenes.contest import Contest, ContestPlan
from game.core.bots import BotSetup, Request
from game.core.chance import derive
from game.core.rules import SPECTATOR
from game.engine.colour import INK, LANTERN, PAPER
from game.engine.ornament import khatam
from game.engine.pictures import write_png
from game.engine.sprites import put_middle
from game.engine.vector import linear, rect, svg
from tests.showroom.guests import ADDRESSES, StillGuest

if TYPE_CHECKING:
    from game.cabinets.slime.scenes.hall import ContestHall
    from tests.showroom.moment import Moment

_NAMES = {"ko": ("노을 파도", "청록 등불"), "en": ("Saffron Tide", "Teal Lantern")}
_WORDS = {"ko": ("포위망 닫는 중!", "거기 서라!"), "en": ("Closing the ring, mind your feet!", "Not so fast")}


class StillContest(Contest):
    """A contest for screenshots: it listens on no port and sees no other machine."""

    def __init__(self, moment: Moment, **plan: Any) -> None:
        language = moment.context.texts.language
        folder = moment.folder
        _paint_banner(folder / f"{_NAMES[language][0]}.png")
        super().__init__(
            ContestPlan(
                address="127.0.0.1",
                port=0,
                speed=Speed.MANUAL,
                seed=moment.seed,
                banners=folder,
                recordings=folder,
                **plan,
            )
        )
        self.names = _NAMES[language]
        self.words = _WORDS[language]

    @property
    def port(self) -> int:
        return PORT

    def come(self, team: int) -> Team:
        """Connect a still client as `team`; return that team."""
        there = self.server.teams[team]
        there.name, there.connection = self.names[team], StillGuest()  # type: ignore[assignment]
        return there

    def play(self, turns: int) -> None:
        """Play this many turns; the second of the game's bots steers both clients."""
        for team in (0, 1):
            self.come(team)
        kind = list(SLIME.bots.values())[1]
        options = SLIME.info.options()
        bots = [kind(BotSetup(SLIME.id, team, 2, options, None, derive(3, team))) for team in (0, 1)]
        self.poll(0.0)
        server = self.server
        assert self.feed is not None
        match = self.feed.match
        for number in count():
            if match.over or server.turn >= turns:
                break
            for seat, bot in enumerate(bots):
                request = Request(number, match.view(SPECTATOR), None, (), derive(3, seat, number))
                steer = bot.decide(request)
                server.teams[seat].headings = steer.headings if isinstance(steer, Steer) else KEEP
                server.teams[seat].message = self.words[seat] if number > 3 * seat else ""
            server.step()
            self.poll(0.0)


def hall(moment: Moment, *, teams: Sequence[int] = (), developer: bool = True, lead: float = 0.0) -> ContestHall:
    """Show the hall that waits for clients; `teams` are those already connected."""
    from game.cabinets.slime.scenes.hall import ContestHall

    contest = StillContest(moment, developer=developer, lead=lead)
    for team in teams:
        contest.come(team)
    return ContestHall(moment.context, contest, lambda: ADDRESSES)


def one(moment: Moment) -> ContestHall:
    return hall(moment, teams=(0,))


def soon(moment: Moment) -> ContestHall:
    """Show the hall with both clients connected, shortly before the match begins."""
    return hall(moment, teams=(0, 1), developer=False, lead=4.0)


def match(moment: Moment, *, developer: bool = True, turns: int | None = None, once: bool = False) -> ContestHall:
    from game.cabinets.slime.scenes.hall import ContestHall

    contest = StillContest(moment, developer=developer, rest=60.0, once=once)
    contest.play(moment.turn if turns is None else turns)
    return ContestHall(moment.context, contest, lambda: ADDRESSES)


def watched(moment: Moment) -> ContestHall:
    """Show a match as an audience sees it, with one client disconnected."""
    made = match(moment, developer=False)
    made.contest.server.teams[1].connection = None
    return made


def end(moment: Moment) -> ContestHall:
    """Show the end of a match."""
    return match(moment, turns=180, once=True)


def _paint_banner(path: Any) -> None:
    """Write a sample banner as a team might bring one."""
    side = 160
    defs = linear("sky", [(0, "#3A1D5C"), (0.55, "#D9643A"), (1, LANTERN)])
    made: pygame.Surface = svg(rect(0, 0, side, side, 0, "url(#sky)"), side, side, defs=defs).copy()
    put_middle(made, khatam(116, "#E8507A", PAPER), side // 2, side // 2)
    put_middle(made, khatam(64, LANTERN, INK), side // 2, side // 2)
    write_png(made, path)
