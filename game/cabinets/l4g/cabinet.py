"""Left 4 Grade (2019): a classroom of survivors, corpses, infected and souls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.cabinets.l4g.players.bots import BOTS, MIX
from game.cabinets.l4g.players.crew import StyleCrew
from game.cabinets.l4g.players.player import LIMITS
from game.cabinets.l4g.rules.rules import L4g
from game.core.cabinet import Cabinet, Kind
from game.core.honours import Honour
from game.core.levels import Ladder
from game.core.short import Form, Mood, Short

if TYPE_CHECKING:
    from game.core.contest.film import Filming, Films
    from game.core.contest.trial import Trial, Tried
    from game.core.work.run import AnyTournament, Order


def _evaluation(cabinet: Cabinet, order: Order) -> AnyTournament:
    """Return the evaluation that was ordered; imported only here, as neither the street nor a table needs it."""
    from game.cabinets.l4g.evaluation.evaluation import evaluation_of
    from game.cabinets.l4g.evaluation.several_rooms import rooms_of

    if order.rooms and len(order.bots) > cabinet.info.usual_seats:
        return rooms_of(cabinet, order)
    return evaluation_of(cabinet, order)


def _trial(cabinet: Cabinet, trial: Trial) -> Tried:
    """Play the trial games of a contest's entry; imported only here, like the evaluation."""
    from game.cabinets.l4g.evaluation.trial import try_player

    return try_player(cabinet, trial)


def _film(cabinet: Cabinet, filming: Filming) -> Films:
    """Film games of an evaluation; imported only here, like the evaluation."""
    from game.cabinets.l4g.evaluation.film import film_games

    return film_games(cabinet, filming)


L4G = Cabinet(
    L4g(),
    BOTS,
    ladder=Ladder.KINDS,
    mix=MIX,
    shorts=(
        Short(
            "room",
            {seats: Form(175, 180) for seats in range(1, 10)},
            {"turns": 24, "rows": 3, "columns": 3},
            mood=Mood.LUCK,
            own_window=True,
            limit=10,
            filled=9,
        ),
        Short(
            "crowd",
            {seats: Form(224, 230) for seats in range(10, 41)},
            {"turns": 24},
            mood=Mood.LUCK,
            own_window=True,
            limit=10,
            filled=49,
        ),
    ),
    crew=StyleCrew,
    limits=LIMITS,
    tournament=_evaluation,
    trial=_trial,
    film=_film,
    honours=(Honour("survivor_most"), Honour("corpse_total"), Honour("infected_most")),
    kind=Kind.CONTEST,
    commands={"l4g-new": "l4g.commands.new"},
)
