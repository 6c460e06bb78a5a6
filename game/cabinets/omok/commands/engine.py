"""`main.py omok-engine COMMAND …`: lets a foreign engine of the Gomocup protocol play a seat of Omok.

Towards the match it speaks the protocol of program bots (docs/bot-protocol.md), so it can be named wherever `cmd:` is
allowed.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import msgspec

from game.cabinets.omok.bots import ExpertBot
from game.cabinets.omok.engine import Engine
from game.cabinets.omok.state import Action, Choose, Options, Place, View
from game.commands.shared.declaring import declare
from game.core.analysis.program import LineProgram
from game.core.bots import BotSetup, Request


def add_parser(subparsers: Any) -> None:
    """Declare the command `omok-engine`."""
    parser = declare(
        subparsers,
        "omok-engine",
        "let an engine of the Gomocup protocol play a seat (cmd:)",
        example="--seconds 2 ./pbrain-rapfi",
    )
    parser.add_argument("--seconds", type=float, default=2.0, help="seconds a move, else 2")
    parser.add_argument("engine", nargs=argparse.REMAINDER, help="the engine and its arguments")


def run(arguments: argparse.Namespace) -> int:
    """Answer for a seat until the match ends; other messages of the engine go to the log. Returns the exit code."""
    words = [word for word in arguments.engine if word != "--"]
    program = LineProgram(words)
    try:
        seat = Seat(program, arguments.seconds)
        for line in sys.stdin:
            answer = seat.answered(msgspec.json.decode(line))
            if answer is None:
                break
            print(msgspec.json.encode(answer).decode(), flush=True)
    finally:
        program.close()
    return 0


class Seat:
    """A seat of a match for which an engine decides; the match's first line must be its `hello`."""

    _engine: Engine
    _expert: ExpertBot

    def __init__(self, program: LineProgram, seconds: float) -> None:
        self._program = program
        self._seconds = seconds
        self._kept: list[int] = []
        """Stones of swap2 that the engine has decided on and that are not placed yet."""
        self._speaks_swap2 = True

    def answered(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Return the reply to a line of the match; None when the match is over."""
        match message["type"]:
            case "hello":
                options = msgspec.convert(message["options"], Options)
                setup = BotSetup("omok", message["seat"], message["seats"], options, None, message["seed"])
                self._expert = ExpertBot(setup)
                self._engine = Engine(self._program, options.size, self._seconds, _log)
                self._engine.start(options.rule)
                return {"type": "ready", "id": message["id"]}
            case "ask":
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
            return Place.on(self._engine.move(view.moves), view.size)
        legal = msgspec.convert(message["legal"], list[Action])
        return self._expert.decide(Request(message["number"], view, legal, (), message["seed"]))

    def _swap2(self, view: View) -> Action | None:
        """Return the engine's answer to an ask of swap2, or the next stone of such an answer; None if it has none.

        An engine that does not know swap2 is not asked about it again.
        """
        begun = view.phase == "stone" and not view.moves
        if (begun or view.phase == "choose") and self._speaks_swap2:
            told = self._engine.swap2(view.moves)
            self._speaks_swap2, self._kept = told is not None, list(told or ())
            if told is not None and view.phase == "choose":
                return Choose(("black", "white", "two")[len(told)])
        if view.phase == "stone" and self._kept:
            point = self._kept.pop(0)
            return Place.on(point, view.size) if point not in view.moves else None
        return None


def _log(line: str) -> None:
    print(line, file=sys.stderr)
