"""When a drawer draws, no more often than that is seen; and what its page writes."""

from __future__ import annotations

import errno
import json
import os
import socket
import struct
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.cabinets.words.stage.stage import WordsStage
from game.engine.canvas import Canvas
from game.scenes.guests import drawer, nursery
from game.scenes.guests.drawer import Drawer
from game.scenes.guests.tiles import Flow
from game.scenes.table.scene import TableScene
from net.address import Address
from net.messages import RoomChanged
from net.web.guest import Knock, Written
from net.web.pipe import Kind, Pipe, framed
from tests.processes import wait_until
from tests.showroom.lan import StillClient, match_messages, room, welcome
from tests.showroom.moment import Moment, played

pytestmark = pytest.mark.usefixtures("plain_home")
SIZE = (824, 1240)
_POINT = struct.Struct(">BBBHHI")


class Told(StillClient):
    """A connection whose host tells nothing by itself."""

    token, watch = b"", False

    def __init__(self, *_: Any, **__: Any) -> None:
        super().__init__(welcome("en", room("en", "omok")))
        self._host, self.tells = socket.socketpair()

    def fileno(self) -> int:
        return self._host.fileno()

    def close(self) -> None:
        self._host.close()
        self.tells.close()


class Counted(Drawer):
    """Counts the pictures that it draws."""

    drawn = 0

    def _draw(self, now: float) -> None:
        self.drawn += 1
        super()._draw(now)


class Unread(Pipe):
    """A pipe whose gate tells, and does not read."""

    def send(self, kind: Kind, data: bytes) -> None:
        """Do nothing."""


@pytest.fixture
def at_rest(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Counted, socket.socket]]:
    """A drawer whose page shows the room, finely, and the gate's end of its pipe."""
    monkeypatch.setattr(drawer, "LanClient", Told)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        made = Counted(Unread(theirs), Knock("", "0" * 32, "Mina", *SIZE), Address("127.0.0.1", 1), "", b"")
        made._app.start(made.room)

        def rests() -> bool:
            made._draw(time.monotonic())
            made._flow.show(made._tiles.number)
            return not made.context.stack.fading and made.context.stack.still_for > 0.0

        wait_until(rests, "a room in which nothing moves")
        made._tiles._coarse.clear()
        yield made, ours
        made._client.close()


@pytest.fixture
def writing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[tuple[Drawer, list[dict[str, Any]], Callable[..., None]]]:
    """A drawer at a table of Word Lanterns, what its page is told of its field, and what lets the page speak."""
    monkeypatch.setattr(drawer, "LanClient", Told)
    ours, theirs = socket.socketpair()
    told: list[dict[str, Any]] = []

    class Noted(Pipe):
        def send(self, kind: Kind, data: bytes) -> None:
            said = json.loads(data) if kind == "text" else {}
            told.extend([said["field"]] if "field" in said else [])

    with ours, theirs:
        made = Drawer(Noted(theirs), Knock("", "0" * 32, "Mina", 824, 1360), Address("127.0.0.1", 1), "", b"")
        made._app.start(made.room)
        feed = played(Moment(made.context, "words", 1, 2, tmp_path))

        def say(*messages: Written) -> None:
            for message in messages or [None]:
                made._unheard += made._events(message) if message is not None else ()
                made._draw(time.monotonic())

        client = made._client
        assert isinstance(client, Told)
        client.messages += [RoomChanged(room("en", "words", "playing")), *match_messages(feed, 0, seconds=None)]
        feed.close()
        wait_until(lambda: (say(), told and told[-1] and not made.context.stack.fading)[1], "the field")
        yield made, told, say
        made._client.close()


def test_the_page_writes_in_the_very_line_of_the_stage(
    writing: tuple[Drawer, list[dict[str, Any]], Callable[..., None]],
) -> None:
    drawer, told, say = writing
    table = drawer.context.stack.top
    assert isinstance(table, TableScene) and isinstance(table.stage, WordsStage)
    line = table.stage.line
    assert told[-1]["box"] == [*drawer._pixels(table.board.outside(line.written.box))]
    assert told[-1]["text"] == "" and told[-1]["limit"] == line.written.limit
    before = len(told)
    say(Written("ㄱ"), Written("가"), Written("가바"), Written("가방"))
    assert line.draft == "가방" and len(told) == before, "nothing is told of what the page wrote itself"
    line.clear()  # as after a word that counted
    say()
    assert told[-1]["text"] == "" and not told[-1]["selected"]
    say(Written("기차"))
    line._entry.line.select_all()  # as after a word that did not count
    say()
    assert told[-1]["text"] == "기차" and told[-1]["selected"]
    say(Written("기차역"))
    assert line.draft == "기차역", "it can be corrected"
    line._entry.line.select_all()
    say()
    say(Written("역"))
    assert line.draft == "역", "or written anew"


def shown(number: int) -> bytes:
    return framed("text", json.dumps({"type": "shown", "number": number}).encode())


def test_that_a_picture_has_come_is_no_reason_to_draw_another(at_rest: tuple[Counted, socket.socket]) -> None:
    drawer, page = at_rest
    drawer._draw(time.monotonic())
    before = drawer.drawn
    for _ in range(8):
        page.send(shown(drawer._tiles.number))
        drawer._due = time.monotonic() + 9.0
        drawer._frame()
    assert drawer.drawn == before


def test_a_touch_is_answered_at_once_and_what_follows_right_after_by_one_picture(
    at_rest: tuple[Counted, socket.socket],
) -> None:
    drawer, page = at_rest
    drawer._drawn = time.monotonic() - 1.0
    before = drawer.drawn
    for number in range(5):
        page.send(framed("bytes", _POINT.pack(min(number, 1), 0, 1, 8 * (300 + number), 8 * 300, number)))
        drawer._frame()
        if number == 0:
            assert drawer.drawn == before + 1, "the finger's first point is seen without a wait"
            drawer._drawn = time.monotonic() + 9.0
            drawer._due = drawer._drawn + 9.0
    assert drawer.drawn == before + 1 and len(drawer._unheard) == 8
    drawer._drawn = time.monotonic() - 1.0
    drawer._frame()
    assert drawer.drawn == before + 2 and not drawer._unheard


def test_a_picture_that_had_to_wait_is_sent_as_soon_as_the_page_can_take_it(
    at_rest: tuple[Counted, socket.socket],
) -> None:
    drawer, page = at_rest
    drawer._tiles.number += Flow.MOST
    drawer._flow.send(drawer._tiles.number)
    drawer.context.notify("told")
    drawer._draw(time.monotonic())
    before, number = drawer.drawn, drawer._tiles.number
    page.send(shown(number))
    drawer._due = time.monotonic() + 9.0
    drawer._frame()
    assert drawer._tiles.number > number and drawer.drawn == before


def test_what_rests_is_drawn_once_a_second_unless_somebody_touches_or_tells_something(
    at_rest: tuple[Counted, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawer, _ = at_rest
    pace, stack, drawn = drawer._app.pace, drawer.context.stack, list[Canvas]()
    draw = stack.draw

    def counted(canvas: Canvas) -> None:
        drawn.append(canvas)
        draw(canvas)

    monkeypatch.setattr(stack, "draw", counted)
    pace.passed(60.0)
    drawer._draw(time.monotonic())
    assert len(drawn) == 1
    for _ in range(3):
        drawer._draw(time.monotonic())
    assert len(drawn) == 1
    drawer._news = True
    drawer._draw(time.monotonic())
    assert len(drawn) == 2
    pace.passed(1.0)
    drawer._draw(time.monotonic())
    assert len(drawn) == 3
    drawer._unheard = [pygame.Event(pygame.FINGERDOWN, touch_id=0, finger_id=0, x=0.5, y=0.5)]
    drawer._draw(time.monotonic())
    assert len(drawn) == 4


def test_what_is_drawn_as_before_is_neither_painted_nor_compared(
    at_rest: tuple[Counted, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawer, _ = at_rest
    drawer._draw(time.monotonic())
    before = drawer._sheet.pictures
    compared = list[pygame.Surface]()

    def messages(surface: pygame.Surface, _: float) -> list[bytes]:
        compared.append(surface)
        return []

    monkeypatch.setattr(drawer._tiles, "messages", messages)
    drawer._draw(time.monotonic())
    assert drawer._sheet.pictures == before and not compared
    drawer.context.notify("told")
    drawer._draw(time.monotonic())
    assert drawer._sheet.pictures == before + 1 and compared


@pytest.mark.skipif(sys.platform != "linux", reason="drawers are forked on Linux alone")
def test_drawers_begin_where_the_system_knows_no_other_rank_or_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSYS, "not here")

    done = list[str]()
    monkeypatch.setattr(os, "setsid", lambda: done.append("session"))
    monkeypatch.setattr(os, "nice", lambda _: done.append("nice"))
    monkeypatch.setattr(os, "sched_setscheduler", missing)
    monkeypatch.setattr(Path, "write_text", missing)
    nursery._stand_behind()
    assert done == ["session", "nice"]
