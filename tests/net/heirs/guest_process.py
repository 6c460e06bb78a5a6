"""A window without its pictures: `python -m tests.net.heirs.guest_process NAME HOST PORT [OWNER]`, told what to do by
standard input, telling what happens by lines of JSON. It plays the first legal action, and is an heir like any window.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from queue import Empty, Queue
from typing import Any

from game.scenes.lan.connection import RoomConnection
from game.scenes.lan.heir import HeirDuty, TakenRoom
from game.scenes.lan.link import RememberedClient, open_room
from game.scenes.lan.log import ConnectionLog
from game.scenes.lan.own_room import fresh_room
from net.address import Address
from net.messages import Play, raw


def tell(what: str, **more: Any) -> None:
    print(json.dumps({"what": what, "at": time.time(), **more}), flush=True)


def main(name: str, host: str, port: str, owner: str = "") -> None:
    """Run until standard input ends."""
    orders: Queue[str | None] = Queue()
    threading.Thread(target=lambda: [*map(orders.put, sys.stdin), orders.put(None)], daemon=True).start()
    key = bytes.fromhex(owner)
    client = RememberedClient(Address(host, int(port)), name, watch=False, password="", owner=key)
    connection = RoomConnection(client, ConnectionLog(lambda: ""))
    connection.duty = HeirDuty(client, open_room, fresh_room, lambda: not owner)
    taken: TakenRoom | None = None
    said = steps = 0
    heir, starts = "", False
    while True:
        connection.poll(time.monotonic())
        for line in connection.log.lines[said:]:
            tell("line", key=line.key, error=str(client.error or ""))
        said = len(connection.log.lines)
        taken, connection.duty.taken = connection.duty.taken or taken, None
        match, room = connection.match, connection.room
        if match is not None and len(match.steps) != steps:
            steps = len(match.steps)
            tell("steps", count=steps, room=client.address.host)
        question = match.question if match is not None else None
        if match is not None and question is not None and question.asked and match.sent is None and question.legal:
            number = match.decide()
            if number is not None:
                client.send(Play(number, raw(question.legal[0])))
        if (connection.heir.name if connection.heir else "") != heir:
            heir = connection.heir.name if connection.heir else ""
            tell("heir", name=heir)
        if starts and room is not None and all(seat.ready or seat.person == client.person for seat in room.seats):
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
            case ["home"]:
                tell("home")
                connection.go_home()
            case []:
                break
    connection.leave()
    if taken is not None:
        taken.host.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
