"""Sample scenes of a history and an evening's ledger, with matches and empty."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from random import Random

from game.cabinets.listed import CABINETS
from game.core.options import describe
from game.core.rules import Result, SeatResult
from game.engine.scene import Scene
from game.ground.history import keep_played, played_match
from game.scenes.history.figures import FiguresScene
from game.scenes.history.scene import HistoryScene
from game.scenes.history.tallies import Grouping, tallies
from game.scenes.ledger.closing import closing_of
from game.scenes.ledger.closing_scene import ClosingScene
from game.scenes.ledger.scene import LedgerScene
from net.ledger.kept import Ledger
from net.ledger.lines import LedgerSeat, MatchLine, sign
from tests.showroom.lan_evening import FACE
from tests.showroom.moment import Moment

_EVENING = datetime(2026, 11, 20, 19, 5, tzinfo=timezone(timedelta(hours=9)))
_FRIENDS = ("Leila", "Kenji")


def history(moment: Moment) -> Scene:
    """Show a history of matches against computers and with friends."""
    path = moment.folder / "souk-history.jsonl"
    texts, random = moment.context.texts, Random(moment.seed)
    me = texts.line("setup.person", number=1)
    games = list(CABINETS)
    for number in range(18):
        game = games[(0, 0, 1, 2)[number % 4] % len(games)]
        bots = list(CABINETS[game].bots)
        bot = bots[min(len(bots) - 1, number // 8)]
        friend = _FRIENDS[number % 2] if number % 3 == 2 else None
        other = (friend, None, False) if friend else ("Omar", bot, False)
        scores = [random.randrange(20, 70) for _seat in range(2)]
        lines = tuple(SeatResult(1 if score == max(scores) else 2, score) for score in scores)
        when = _EVENING + timedelta(days=number // 4, minutes=23 * number)
        seats = [(me, None, True), other]
        turns = random.randrange(20, 60)
        names = [option.name for option in describe(CABINETS[game].info.options) if option.kind == "bool"]
        options = dict.fromkeys(names[:1], True) if number % 5 == 0 else {}
        result, lan = Result(lines, ""), friend is not None
        keep_played(path, played_match(when, game, turns, seats, result, lan=lan, options=options))
    return HistoryScene(moment.context, lambda _path: None, path)


def figures(moment: Moment) -> Scene:
    """Show the figures of the most played game."""
    scene = history(moment)
    assert isinstance(scene, HistoryScene)
    tally = tallies(scene.matches, Grouping.GAME)[1]
    return FiguresScene(moment.context, tally, moment.context.texts.line(f"{tally.game}.name"))


def empty(moment: Moment) -> Scene:
    """Show a history before the first match."""
    return HistoryScene(moment.context, lambda _path: None, moment.folder / "souk-history.jsonl")


def ledger(moment: Moment) -> Scene:
    """Show an evening of six matches in two rooms."""
    _keep_evening(moment, hosts=2)
    return LedgerScene(moment.context, moment.folder, _EVENING)


def closing(moment: Moment) -> Scene:
    """Show the closing page of the evening."""
    _keep_evening(moment, hosts=2)
    lines = Ledger(moment.folder).lines(_EVENING.date())
    return ClosingScene(
        moment.context, closing_of(_EVENING.date(), lines, moment.context.texts, portraits={"Leila": FACE})
    )


def ledger_waiting(moment: Moment) -> Scene:
    """Show an evening whose second room's host is unknown here, so that the page asks whether its lines count."""
    _keep_evening(moment, hosts=1)
    return LedgerScene(moment.context, moment.folder, _EVENING)


def _keep_evening(moment: Moment, hosts: int) -> None:
    """Save the lines of two hosts, `hosts` of which are accepted."""
    random = Random(moment.seed)
    signed = []
    games = [game for game in CABINETS if CABINETS[game].honours] or list(CABINETS)
    people = (moment.context.texts.line("setup.person", number=1), "Leila", "Kenji", "민준")
    for number in range(6):
        cabinet = CABINETS[games[number % len(games)]]
        names = random.sample(people, 2 + number % 3 % len(cabinet.info.seats))
        seats = tuple(LedgerSeat(name, rank, 60 - 7 * rank) for rank, name in enumerate(names, 1))
        figures = {honour.name: tuple(random.randrange(2, 30) for _seat in seats) for honour in cabinet.honours}
        ended = _EVENING + timedelta(minutes=25 * number)
        stamps = (_EVENING.isoformat(), ended.isoformat())
        room = ("Rug Masters", "Souk")[number % 2]
        said = MatchLine(cabinet.id, room, str(number), stamps[0], stamps[1], 40, seats, figures)
        signed.append(sign(said, bytes([number % 2]) * 32))
    kept = Ledger(moment.folder)
    for line in signed[:hosts]:
        kept.hosts.decide(line.key, counts=True)
    kept.add(signed, _EVENING)


def ledger_empty(moment: Moment) -> Scene:
    """Show a ledger before the first match."""
    return LedgerScene(moment.context, moment.folder, _EVENING)
