"""A window without its pictures: `python -m tests.net.heirs.guest_process NAME HOST PORT [OWNER]`, told what to do by
standard input, telling what happens by lines of JSON. It plays the first legal action or, where a host tells no list of
them, what the game's easy computer chooses; and it is an heir like any window.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from queue import Empty, Queue
from typing import Any

from game.cabinets.listed import CABINETS
from game.core.bot.loading import parse_spec
from game.scenes.lan.connection import RoomConnection
from game.scenes.lan.heir import HeirDuty, TakenRoom
from game.scenes.lan.link import RememberedClient, open_room
from game.scenes.lan.log import ConnectionLog
from game.scenes.lan.own_room import fresh_room
from net.address import Address
from net.client.bot_player import BotPlayer
from net.client.client import LanClient
from net.messages import Begun, HostMessage, Play, RoomState, raw

UNLISTED = ("slime", "l4g")
"""Games whose hosts tell no list of legal actions."""


class Chooser:
    """Lets a computer choose at a connection while one of these games is played."""

    def __init__(self, connection: RoomConnection, client: LanClient) -> None:
        self._client = client
        self._player: BotPlayer | None = None
        self._plays_at = 0.0
        take = connection._take

        def taking(message: HostMessage) -> None:
            take(message)
            self._hear(message)

        connection._take = taking  # type: ignore[method-assign]

    def _hear(self, message: HostMessage) -> None:
        room = self._client.room
        if isinstance(message, Begun) and room is not None and room.game in UNLISTED:
            self.close()
            cabinet = CABINETS[room.game]
            spec = parse_spec(cabinet.easy or cabinet.table_bots[0], cabinet.bots)
            self._player = BotPlayer(self._client, cabinet, spec, self._client.person, None)
        if self._player is not None:
            self._player.hear([message])

    def play(self, now: float, pace: float) -> None:
        """Decide, at most every `pace` seconds."""
        if self._player is not None and now >= self._plays_at and self._player.play(now):
            self._plays_at = now + pace

    def close(self) -> None:
        if self._player is not None:
            self._player.close()
            self._player = None


def tell(what: str, **more: Any) -> None:
    print(json.dumps({"what": what, "at": time.time(), **more}), flush=True)


def shown_of(room: RoomState) -> str:
    """What of a room must be the same wherever it goes on."""
    seats = [(seat.kind, seat.person, bool(seat.bot)) for seat in room.seats]
    wins = [(one.person, one.wins) for one in room.series]
    return json.dumps({"phase": room.phase, "seats": seats, "series": wins, "waits": room.waits})


def main(name: str, host: str, port: str, owner: str = "") -> None:
    """Run until standard input ends."""
    orders: Queue[str | None] = Queue()
    threading.Thread(target=lambda: [*map(orders.put, sys.stdin), orders.put(None)], daemon=True).start()
    key = bytes.fromhex(owner)
    client = RememberedClient(Address(host, int(port)), name, watch=False, password="", owner=key)
    connection = RoomConnection(client, ConnectionLog(lambda: ""))
    connection.duty = HeirDuty(client, open_room, fresh_room, lambda: not owner and taken is None)
    chooser = Chooser(connection, client)
    taken: TakenRoom | None = None
    said = steps = 0
    heir, starts, shown = "", False, ""
    pace = plays_at = 0.0
    asked = held = 0
    while True:
        connection.poll(time.monotonic())
        for line in connection.log.lines[said:]:
            tell("line", key=line.key, error=str(client.error or ""))
        said = len(connection.log.lines)
        taken, connection.duty.taken = connection.duty.taken or taken, None
        match, room = connection.match, connection.room
        if match is not None and len(match.steps) != steps:
            steps = len(match.steps)
            tell("steps", count=steps, room=client.address.host, port=client.address.port)
        question = match.question if match is not None else None
        chooser.play(time.monotonic(), pace)
        mine = match is not None and question is not None and question.asked and match.sent is None and question.legal
        if mine and time.monotonic() >= plays_at:
            assert match is not None and question is not None and question.legal
            plays_at = time.monotonic() + pace
            number = match.decide()
            if number is not None:
                client.send(Play(number, raw(question.legal[0])))
        kept = connection.duty.held
        windows = len(kept.windows) if kept is not None else 0
        if windows != held:
            held = windows
            tell("held", windows=held)
        turn = connection.turn
        if (turn.person if turn is not None else 0) != asked:
            asked = turn.person if turn is not None else 0
            tell("turn", person=asked)
        if (connection.heir.name if connection.heir else "") != heir:
            heir = connection.heir.name if connection.heir else ""
            tell("heir", name=heir)
        if room is not None and (here := shown_of(room)) != shown:
            shown = here
            tell("room", **json.loads(here))
        people = [seat for seat in room.seats if seat.kind != "bot"] if room is not None else []
        if starts and people and all(seat.ready or seat.person == client.person for seat in people):
            starts = False
            connection.start()
        try:
            order = orders.get(timeout=0.01)
        except Empty:
            continue
        match order.split() if order else []:
            case ["ready"]:
                connection.set_ready(True)
            case ["start"]:
                starts = True
            case ["say", *words]:
                connection.say(" ".join(words))
            case ["chat"]:
                tell("chat", lines=[line.text for line in connection.chat])
            case ["pace", seconds]:
                pace = float(seconds)
            case ["not_here"]:
                connection.duty.not_here()
            case ["home"]:
                tell("home")
                connection.go_home()
            case []:
                break
    chooser.close()
    connection.leave()
    if taken is not None:
        taken.host.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
