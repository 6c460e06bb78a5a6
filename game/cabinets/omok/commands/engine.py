"""`main.py omok-engine COMMAND …`: a foreign engine of the Gomocup protocol as a program that plays a seat of Omok.

It speaks the protocol of program bots (docs/bot-protocol.md) towards the match, so it is named wherever `cmd:` may be.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import msgspec

from game.cabinets.omok.bots import ExpertBot
from game.cabinets.omok.engine import MEMORY, START_SECONDS, Engine
from game.cabinets.omok.engine import EngineError as NoAnswerError
from game.cabinets.omok.state import Action, Choose, Options, Place, View
from game.core.analysis.program import SILENT, EngineError, LineProgram
from game.core.bots import BotSetup, Request

GRACE = 5.0
"""Seconds beyond its time that an answer may take; the match has a limit of its own."""
SILENCE = 2.0
"""Seconds beyond its time after which an engine that has not answered to swap2 does not know it."""


def add_parser(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser("omok-engine", help="let an engine of the Gomocup protocol play a seat (cmd:)")
    parser.add_argument("--seconds", type=float, default=2.0, help="seconds a move, else 2")
    parser.add_argument("engine", nargs=argparse.REMAINDER, help="the engine and its arguments")


def run(arguments: argparse.Namespace) -> int:
    """Answer for a seat until the match ends; what the engine says besides goes to the log."""
    words = [word for word in arguments.engine if word != "--"]
    program = LineProgram(words)
    try:
        seat = Seat(program, arguments.seconds)
        for line in sys.stdin:
            answer = seat.answered(msgspec.json.decode(line))
            if answer is None:
                break
            print(msgspec.json.encode(answer).decode(), flush=True)
    except NoAnswerError as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        program.close()
    return 0


class Seat:
    """A seat of a match, with an engine that decides for it."""

    def __init__(self, program: LineProgram, seconds: float) -> None:
        self._program = program
        self._seconds = seconds
        self._engine = Engine(program.send, program.receive, lambda line: print(line, file=sys.stderr))
        self._expert: ExpertBot | None = None
        self._kept: list[int] = []
        """Stones of swap2 that it has told and that are not placed yet."""
        self._speaks_swap2 = True

    def answered(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """The reply to a line of the match; None when it is over."""
        match message["type"]:
            case "hello":
                options = msgspec.convert(message["options"], Options)
                setup = BotSetup("omok", message["seat"], message["seats"], options, None, message["seed"])
                self._expert = ExpertBot(setup)
                self._program.give(START_SECONDS)
                self._engine.start(options.size, options.rule, round(1000 * self._seconds), MEMORY)
                return {"type": "ready", "id": message["id"]}
            case "ask":
                self._program.give(self._seconds + GRACE)
                action = self._decided(message)
                return {"type": "answer", "id": message["id"], "action": msgspec.to_builtins(action)}
        self._engine.end()
        return None

    def _decided(self, message: dict[str, Any]) -> Action:
        view = msgspec.convert(message["view"], View)
        action = self._swap2(view) if view.opening == "swap2" else None
        if action is not None:
            return action
        if view.phase == "stone" and not view.steps:
            return Place.on(self._engine.move(view.moves, view.size), view.size)
        assert self._expert is not None
        legal = msgspec.convert(message["legal"], list[Action])
        return self._expert.decide(Request(message["number"], view, legal, (), message["seed"]))

    def _swap2(self, view: View) -> Action | None:
        """Its answer to an ask of swap2, or a stone that belongs to one; None where it has none."""
        begun = view.phase == "stone" and not view.moves
        if (begun or view.phase == "choose") and self._speaks_swap2:
            told = self._told_of_swap2(view)
            self._kept = list(told or ())
            if told is not None and view.phase == "choose":
                return Choose(("black", "white", "two")[len(told)])
        if view.phase == "stone" and self._kept:
            point = self._kept.pop(0)
            return Place.on(point, view.size) if point not in view.moves else None
        return None

    def _told_of_swap2(self, view: View) -> tuple[int, ...] | None:
        """What it says of the stones; one that passes over them in silence does not know swap2 and is asked no more."""
        self._program.give(self._seconds + SILENCE)
        try:
            return self._engine.swap2(view.moves, view.size)
        except EngineError as error:
            if error.key != SILENT:
                raise
            self._speaks_swap2 = False
            return None
        finally:
            self._program.give(self._seconds + GRACE)
