"""A history with a dozen matches, and one that has not begun."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from random import Random

from game.cabinets.listed import CABINETS
from game.commands.samples.moment import Moment
from game.core.rules import Result, SeatResult
from game.engine.scene import Scene
from game.history import keep_played, played_match
from game.scenes.history.scene import HistoryScene

_EVENING = datetime(2026, 11, 20, 19, 5, tzinfo=timezone(timedelta(hours=9)))
_FRIENDS = ("Leila", "Kenji")


def history(moment: Moment) -> Scene:
    """Matches against computers and with friends."""
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
        keep_played(path, played_match(when, game, turns, seats, Result(lines, ""), lan=friend is not None))
    return HistoryScene(moment.context, lambda _path: None, path)


def empty(moment: Moment) -> Scene:
    """A history before the first match."""
    return HistoryScene(moment.context, lambda _path: None, moment.folder / "souk-history.jsonl")
