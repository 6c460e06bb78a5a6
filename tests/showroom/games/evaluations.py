"""Evaluations for screenshots: figures made up from the seats of a match, the same every time."""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING

import msgspec

from game.cabinets.listed import CABINETS
from game.core.options import describe
from game.core.rules import GameInfo
from game.core.tournament.evaluation import EvaluationDocument, FailedCall, PlayedGame, PlayerFigures, SeatFigures
from game.ground.contests import remember_contest
from game.scenes.process.contest import ContestOrder
from game.scenes.process.evaluation import RunProgress

if TYPE_CHECKING:
    from game.engine.scene import Scene
    from tests.showroom.moment import Moment

_GAMES = 100_000
_BAR, _BARS = 10, 41
_OWN = "my_player.py:MyPlayer"
_PARTS = ("survivor_most", "survivor_total", "corpse_most", "corpse_total", "infected_most", "infected_total")
_MEANS = {"expert": 323.0, "predator": 201.0, "seeker": 191.0, "corpse-bomb": 171.0, "loner": 159.0, "scout": 149.0}
_WORST, _BEST = 60.0, 290.0
_SPREAD = 42.0


def made_up(game: str) -> EvaluationDocument:
    """Return an evaluation of a game's mix that includes one expert and one own player."""
    cabinet, random = CABINETS[game], Random(3)
    players = list(cabinet.filled((list(cabinet.bots)[-1],), cabinet.info.usual_seats))
    players[len(players) // 3] = _OWN
    means = [_mean_of(player, random) for player in players]
    order = sorted(range(len(players)), key=lambda seat: -means[seat])
    seats = tuple(
        SeatFigures(
            seat,
            player,
            order.index(seat) + 1,
            means[seat],
            round(_SPREAD / math.sqrt(_GAMES), 4),
            tuple(round(random.uniform(5, 95), 2) for _ in _PARTS),
            random.randrange(900) if player == _OWN else 0,
            _bell(means[seat]),
            _games(random, means[seat] + 2 * _SPREAD),
            tuple(reversed(_games(random, means[seat] - 2 * _SPREAD))),
        )
        for seat, player in enumerate(players)
    )
    return EvaluationDocument(
        *(game, cabinet.info.version, "souk", _GAMES, _options(cabinet.info)),
        *(seats, _players(seats), _PARTS, _BAR, _failures(seats, random)),
    )


def _failures(seats: tuple[SeatFigures, ...], random: Random) -> tuple[FailedCall, ...]:
    """Return made-up failures of the own player."""
    (own,) = [line.seat for line in seats if line.player == _OWN]
    calls = (
        ("survivor_move", "ZeroDivisionError: division by zero"),
        ("infected_move", "IndexError: list index out of range"),
    )
    return tuple(FailedCall(random.getrandbits(64) - (1 << 63), own, random.randrange(121), *call) for call in calls)


def _options(info: GameInfo) -> dict[str, object]:
    return {option.name: option.default for option in describe(info.options)}


def _mean_of(player: str, random: Random) -> float:
    usual = 246.0 if player == _OWN else _MEANS.get(player)
    return round((random.uniform(_WORST, _BEST) if usual is None else usual) + random.uniform(-2, 2), 2)


def _bell(mean: float) -> tuple[int, ...]:
    """Return how often each score comes, about normally distributed around `mean`."""
    heights = [math.exp(-(((index + 0.5) * _BAR - mean) ** 2) / (2 * _SPREAD**2)) for index in range(_BARS)]
    return tuple(round(_GAMES * high / sum(heights)) for high in heights)


def _games(random: Random, around: float) -> tuple[PlayedGame, ...]:
    """Return five games with falling scores around `around`."""
    scores = sorted((min(400, max(0, round(around + random.uniform(-20, 20)))) for _ in range(5)), reverse=True)
    return tuple(PlayedGame(random.getrandbits(64) - (1 << 63), score) for score in scores)


def _players(seats: tuple[SeatFigures, ...]) -> tuple[PlayerFigures, ...]:
    lines = []
    for player in dict.fromkeys(line.player for line in seats):
        own = [line for line in seats if line.player == player]
        mean = round(sum(line.mean for line in own) / len(own), 2)
        parts = tuple(round(sum(line.parts[part] for line in own) / len(own), 2) for part in range(len(_PARTS)))
        lines.append(PlayerFigures(player, len(own), mean, own[0].error, parts, sum(line.punished for line in own)))
    return tuple(sorted(lines, key=lambda line: -line.mean))


def results_by_seat(moment: Moment) -> Scene:
    """Return the scene with the results, seat by seat."""
    from game.scenes import arcade

    return arcade.evaluation(moment.context, made_up(moment.game))


def results_by_player(moment: Moment) -> Scene:
    """Return the scene with the results, player by player, with the own player selected."""
    from game.scenes.evaluation.scene import EvaluationScene

    document = made_up(moment.game)
    own = [line.player for line in document.players].index(_OWN)
    return EvaluationScene(moment.context, document, lambda _plan: None, None, by_seats=False, selected=own)


def evaluation_shelf(moment: Moment) -> Scene:
    """Return the scene with saved evaluations in a folder, one of which is incomplete."""
    from game.scenes.evaluation.shelf import EvaluationShelf

    data = msgspec.json.encode(made_up(moment.game))
    for name, part in (("monday", data[: len(data) // 2]), ("class 3", data), ("souk 100000", data)):
        (moment.folder / f"{name}.json").write_bytes(part)
    club = moment.folder / "L4G club"
    (club / "results").mkdir(parents=True, exist_ok=True)
    (club / "results" / "results.json").write_bytes(data)
    remember_contest(club, moment.folder)
    return EvaluationShelf(
        moment.context, lambda _document, _path: None, folder=moment.folder, on_contest=lambda _folder: None
    )


def evaluate(moment: Moment) -> Scene:
    from game.scenes import arcade
    from game.scenes.evaluation.start import EvaluateScene
    from game.scenes.process.evaluation import EvaluationPlan

    moment.context.stack.push(arcade.setup(moment.context, moment.game))
    plan = EvaluationPlan(moment.game, tuple(seat.spec for seat in moment.plan.seats), 1000, "souk")
    return EvaluateScene(moment.context, plan, lambda _document, _path: None)


def contest(moment: Moment) -> Scene:
    """Show a contest from a folder while it is played, after the check."""
    from game.scenes.evaluation.contest import ContestScene

    texts = moment.context.texts
    folder = "/home/hana/L4G/2026-05"
    scene = ContestScene(moment.context, lambda path: None, folder=folder, begin=StillContest)  # type: ignore[arg-type]
    run = StillContest(scene.order)
    names = ("scout", "hider", "wolf", "fox", "sheep")
    run.lines = [
        texts.line("entries.folder", count=len(names), path=folder),
        *(texts.line("entries.plays", name=name) for name in names[:3]),
        texts.line("entries.plays_faults", name=names[3]),
        texts.line("entries.is_out", name=names[4], why=texts.line("entries.out.load")),
        texts.line("entries.playing", playing=4, out=1),
    ]
    scene.run = run  # type: ignore[assignment]
    return scene


def contest_asked(moment: Moment) -> Scene:
    """Show the questions before a contest, with the results of an earlier one."""
    from game.scenes.evaluation.contest import ContestScene

    (moment.folder / "results").mkdir(exist_ok=True)
    (moment.folder / "results" / "results.json").write_text("{}", encoding="utf-8")
    return ContestScene(moment.context, lambda path: None, folder=str(moment.folder))


class StillContest:
    """A contest that stands still at a third of its games."""

    def __init__(self, order: ContestOrder) -> None:
        self.order = order
        self.lines: list[str] = []
        self.progress = RunProgress(order.games // 3, 0, order.games)

    def poll(self) -> bool:
        return False

    def stop(self) -> None:
        """Do nothing: nothing runs."""
