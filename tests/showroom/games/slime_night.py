"""Sample scenes of a Slime night for screenshots, with teams that need no network."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING

from game.cabinets.slime.net.server import Speed
from game.cabinets.slime.net.wire import PORT
from game.cabinets.slime.night.night import Began, Ended, Paired
from game.cabinets.slime.night.pairing import next_round
from game.cabinets.slime.night.schedule import Form, Schedule, TeamEntry
from game.cabinets.slime.night.ties import Team
from game.cabinets.slime.scenes.contest import ContestPlan
from game.cabinets.slime.scenes.night import NightContest
from tests.showroom.guests import ADDRESSES, StillGuest

if TYPE_CHECKING:
    from game.cabinets.slime.scenes.night_hall import NightHall
    from game.cabinets.slime.scenes.night_plan import NightPlanPage
    from tests.showroom.moment import Moment

_TEAMS = {
    "ko": ("노을 파도", "청록 등불", "말랑이들", "초록초록", "끈적한 오후", "슬라임 삼총사", "푸딩", "물컹물컹 연구회"),
    "en": (
        "Saffron Tide",
        "Teal Lantern",
        "Gooey Five",
        "The Green Party",
        "Sticky Afternoon",
        "Mud",
        "Jelly",
        "Pudding & Sons",
    ),
}
_TITLES = {"ko": "봄맞이 슬라임의 밤", "en": "Slime night, spring 2026"}
_NOON = datetime(2026, 5, 1, 18, tzinfo=UTC)


class StillNight(NightContest):
    """A night for screenshots: it listens on no port that anybody knows, and some teams are here."""

    absent: tuple[Team, ...] = ()

    @property
    def port(self) -> int:
        return PORT

    def is_here(self, team: Team) -> bool:
        return team not in self.absent


def night(moment: Moment, form: Form, results: int, absent: tuple[Team, ...], **more: object) -> NightHall:
    """Show the hall after so many results, two teams being called."""
    from game.cabinets.slime.scenes.night_hall import NightHall

    language = moment.context.texts.language
    teams = tuple(TeamEntry(name) for name in _TEAMS[language])
    schedule = Schedule(teams, form, title=_TITLES[language], minutes=3.0, **more)  # type: ignore[arg-type]
    plan = ContestPlan(address="127.0.0.1", port=0, speed=Speed.MANUAL, seed=moment.seed, lead=3.0, rest=8.0)
    contest = StillNight(plan, schedule, moment.folder / "night.toml", when=lambda: _NOON)
    chance = Random(5)
    for _ in range(results):
        _play_one(contest, chance)
    contest.absent = absent
    contest.poll(moment.context.clock.now())
    for side, team in enumerate(contest.call.teams if contest.call else ()):
        if team not in absent:
            contest.server.teams[side].connection = StillGuest()  # type: ignore[assignment]
    return NightHall(moment.context, contest, lambda: ADDRESSES)


def _play_one(contest: NightContest, chance: Random) -> None:
    """Note one result, as if its match had been played; nothing at the end of the night."""
    log = contest.log
    while log.night.tie is None:
        following = next_round(log.night.schedule, log.night.seed, log.night.rounds)
        if following is None:
            return
        log.note(Paired(following), _NOON)
    log.note(Began(log.night.tie.sides(), "1", "2"), _NOON)
    squares = chance.randrange(90, 200), chance.randrange(90, 200)
    log.note(Ended(squares, int(squares[1] > squares[0])), _NOON)


def bracket(moment: Moment) -> NightHall:
    return night(moment, Form.BRACKET, 5, (2, 6), third=True, final_best_of=3)


def groups(moment: Moment) -> NightHall:
    return night(moment, Form.GROUPS_BRACKET, 7, (3, 7), groups=2)


def over(moment: Moment) -> NightHall:
    return night(moment, Form.BRACKET, 40, (1, 2, 3))


def planned(moment: Moment) -> NightPlanPage:
    """Show the page of a night that is being planned."""
    from game.cabinets.slime.scenes.night_plan import NightPlanPage

    language = moment.context.texts.language
    page = NightPlanPage(moment.context, lambda context, path: night(moment, Form.BRACKET, 0, ()))
    page.schedule = Schedule((), Form.GROUPS_BRACKET, title=_TITLES[language], groups=2)
    page.teams = [TeamEntry(name) for name in _TEAMS[language]]
    return page


def refused(moment: Moment) -> NightPlanPage:
    """Show a night of one team twice."""
    page = planned(moment)
    page.teams[5:] = [page.teams[2], TeamEntry("")]
    return page
