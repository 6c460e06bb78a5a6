"""Souk's own window, in which a robot sits: `python -m tests.bench.robot_window PACE WORDS…` is `main.py WORDS…`.

The game's easy computer chooses for the person, by what their window was told; the window shows the match as ever. What
happens is told by lines of JSON in the home, `robot.jsonl`; where a button lies is told for who asks in `where.txt`.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from game.cabinets.listed import CABINETS
from game.commands import main
from game.core.bot.loading import parse_spec
from game.engine.loop.app import App
from game.engine.scene import Context
from game.engine.widgets import Button
from game.ground import paths
from game.scenes.lan.connection import RoomConnection
from net.client.bot_player import BotPlayer
from net.heirs import Moved
from net.messages import Begun, Ended, HostMessage, Stepped, Waiting
from net.states import ClientState

_FIRST_WORDS = "Good evening!"


class Robot:
    """Plays the seat of one window's connection, and notes what the window is told."""

    def __init__(self, connection: RoomConnection, pace: float, told: Path) -> None:
        self._connection = connection
        self._pace = pace
        self._told = told
        self._player: BotPlayer | None = None
        self._last = ""
        self._steps = 0
        self._said = False

    def tell(self, what: str, **more: Any) -> None:
        """Add a line."""
        with self._told.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"what": what, "at": time.time(), **more}) + "\n")

    def hear(self, message: HostMessage) -> None:
        """Take in what the window was told."""
        room = self._connection.client.room
        match message:
            case Begun(viewer=viewer) if room is not None:
                self._leave_seat()
                cabinet = CABINETS[room.game]
                spec = parse_spec(cabinet.easy or cabinet.table_bots[0], cabinet.bots)
                if viewer >= 0:
                    seed = self._connection.client.person
                    self._player = BotPlayer(
                        self._connection.client, cabinet, spec, seed, paths.logs() / "robot", pace=self._pace
                    )
                self._steps = 0
                self.tell("begun", game=room.game, port=self._connection.client.address.port, seat=viewer)
            case Waiting(standing=True) if self._player is not None:
                self._player._pace = 0.0  # where decisions flow, the game itself sets the pace
            case Stepped(step=step):
                self._steps += 1
                if self._steps == 1 or self._steps % 20 == 0:
                    self.tell("step", number=step.number, port=self._connection.client.address.port)
            case Ended(number=number):
                self.tell("ended", steps=number)
            case Moved(person=person):
                self.tell("moved", heir=person)
            case _:
                pass
        if self._player is not None:
            self._player.hear([message])

    def play(self) -> None:
        """Decide if it is time to, and note what has changed in the room."""
        connection = self._connection
        if self._player is not None and connection.client.connected:
            self._player.play(time.monotonic())
            for failure in self._player.take_failures():
                self.tell("failure", why=str(failure))
        room, mix = connection.room, connection.room.mix if connection.room is not None else None
        if room is None:
            return
        if connection.owner and not self._said and mix is None and connection.client.state is ClientState.ROOM:
            self._said = True
            connection.say(_FIRST_WORDS)
        known = {
            "phase": room.phase,
            "stage": mix.stage if mix is not None else "",
            "round": mix.round if mix is not None else 0,
            "of": mix.of if mix is not None else 0,
            "game": mix.game if mix is not None else room.game,
            "short": mix.short if mix is not None else "",
            "seconds": mix.seconds if mix is not None else 0,
            "weight": mix.weight if mix is not None else 1,
            "points": {one.person: one.points for one in mix.points} if mix is not None else {},
            "people": {one.name: one.person for one in room.people if one.present},
            "tables": len(room.tables),
            "connected": connection.client.connected,
            "chat": [line.text for line in connection.chat],
        }
        if (now := json.dumps(known)) != self._last:
            self._last = now
            self.tell("room", **known)

    def _leave_seat(self) -> None:
        if self._player is not None:
            self._player.close()
            self._player = None


class _Places:
    """Tells where a button lies: asked by its icon or its words in `where.txt`, it answers in `found.txt`."""

    def __init__(self, home: Path) -> None:
        self._asked, self._found = home / "where.txt", home / "found.txt"
        self.contexts: list[Context] = []

    def answer(self) -> None:
        """Answer a question if there is one."""
        if not self.contexts or not self._asked.exists():
            return
        wanted = self._asked.read_text("utf-8")
        group = getattr(self.contexts[-1].stack.top, "group", None)
        for one in group.walk() if group is not None else ():
            if isinstance(one, Button) and one.enabled and one.visible and wanted in (one.icon, one.label):
                self._asked.unlink()
                self._found.write_text(json.dumps([one.box.centerx, one.box.centery]), "utf-8")
                return


def sit_down(pace: float, home: Path) -> None:
    """Let a robot sit at every connection of this process."""
    robots: dict[int, Robot] = {}
    places = _Places(home)
    take, poll, opened = RoomConnection._take, RoomConnection.poll, App.__init__

    def robot_of(connection: RoomConnection) -> Robot:
        return robots.setdefault(id(connection), Robot(connection, pace, home / "robot.jsonl"))

    def taking(connection: RoomConnection, message: HostMessage) -> None:
        take(connection, message)
        robot_of(connection).hear(message)

    def polling(connection: RoomConnection, now: float) -> None:
        poll(connection, now)
        robot_of(connection).play()
        places.answer()

    def opening(app: App, *words: Any, **more: Any) -> None:
        opened(app, *words, **more)
        places.contexts.append(app.context)

    RoomConnection._take, RoomConnection.poll = taking, polling  # type: ignore[method-assign]
    App.__init__ = opening  # type: ignore[method-assign]


if __name__ == "__main__":
    sit_down(float(sys.argv[1]), Path(os.environ["SOUK_HOME"]))
    sys.argv = ["main.py", *sys.argv[2:]]
    sys.exit(main())
