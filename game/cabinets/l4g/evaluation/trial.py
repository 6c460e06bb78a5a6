"""The trial games of a contest's check: one own player in a room of the regular mix."""

from __future__ import annotations

import msgspec

from game.cabinets.l4g.evaluation.evaluation import game_numbers
from game.cabinets.l4g.evaluation.lineup import Lineup, NumberedGame, counted
from game.cabinets.l4g.evaluation.outsiders import Outsiders
from game.core.bot.loading import BotError, BuiltinSpec, CommandSpec
from game.core.bot.patience import PatienceError
from game.core.cabinet import Cabinet
from game.core.contest.trial import MOST_FAILURES, Trial, Tried, beginning_of, try_in_matches
from game.core.tournament.plan import Contestant

GAMES = 4
SEED = "check"


def try_player(cabinet: Cabinet, trial: Trial) -> Tried:
    """Play four games of fixed numbers; a program in any language plays the usual trial of matches instead."""
    if isinstance(trial.spec, CommandSpec):
        return try_in_matches(cabinet, trial)
    seats = trial.seats or cabinet.info.usual_seats
    calls = GAMES * (trial.options.turns + 2)
    patience = msgspec.structs.replace(trial.patience, seconds=min(trial.patience.seconds or 0.0, trial.each * calls))
    mix = cabinet.filled((), seats - 1)
    lineup = Lineup(
        (Contestant(trial.spec.label, trial.spec), *(Contestant(name, BuiltinSpec(name)) for name in mix)),
        trial.options,
        limits=trial.limits,
        logs=trial.logs,
        patience=patience,
    )
    outsiders = Outsiders(cabinet, lineup)
    games = tuple(NumberedGame(position, number) for position, number in enumerate(game_numbers(SEED, GAMES)))
    given_up, fault, played = "", None, 0
    try:
        outsiders.play(games, 0)
        played = GAMES
    except PatienceError as error:
        given_up = error.values["why"]
    except BotError as error:
        fault = error.key, error.values
    finally:
        outsiders.close()
    cost, log = outsiders.costs[0], outsiders.logs[0]
    return Tried(
        matches=played,
        calls=cost.calls,
        seconds=cost.waited,
        lost=cost.lost,
        given_up=given_up,
        failures=tuple(outsiders.failures[:MOST_FAILURES]),
        failed=counted(outsiders.failures).get(0, {}),
        printed=log.printed,
        beginning=beginning_of(log.beginning),
        fault=fault,
    )
