"""Questions before a person enters a room, leaves it, or is sent away."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.engine.scene import Context
from game.engine.widgets import Answer, Dialog, Entry, escape
from game.engine.widgets.parts.style import Style
from game.scenes.lan.connection import RoomConnection
from game.scenes.lan.heir import HeirDuty
from game.scenes.lobby.customs import mixes
from net.client.succession import Turn

PASSWORD_LIMIT = 100
MINUTE, EVENING = 60, 6 * 3600
"""Lengths of time, in seconds, for which a person can be sent away."""


def password_dialog(context: Context, style: Style, *, watch: bool) -> Dialog:
    """Ask for a room's password, to play or to `watch`; the answer is the text, None to stay out."""
    line = context.texts.line
    entry = Entry(style, placeholder=line("lobby.password.placeholder"), limit=PASSWORD_LIMIT, icon="lock")
    answers = [
        Answer(line("widgets.cancel"), None),
        Answer(line("lobby.join.watch" if watch else "lobby.join.join"), Dialog.TEXT, "log-in", primary=True),
    ]
    return Dialog(context, line("lobby.password.title"), line("lobby.password.text"), answers, entry=entry)


def kick_dialog(context: Context, name: str, kick: Callable[[int], None]) -> Dialog:
    """Ask for how long a person is sent away; the answer is a function to call, None to let them stay."""
    line = context.texts.line
    answers = [
        Answer(line("lobby.kick.for_a_minute"), partial(kick, MINUTE), "user-x"),
        Answer(line("lobby.kick.for_the_evening"), partial(kick, EVENING), "user-x"),
        Answer(line("lobby.kick.stay"), None, primary=True),
    ]
    return Dialog(context, line("lobby.kick.title", name=escape(name)), line("lobby.kick.text"), answers, width=640)


def hand_over_dialog(context: Context, name: str, hand_over: Callable[[], None]) -> Dialog:
    """Ask whether another person shall own the room; the answer is a function to call, None to keep it."""
    line = context.texts.line
    answers = [
        Answer(line("lobby.hand_over.keep"), None, primary=True),
        Answer(line("lobby.people.hand_over"), hand_over, "crown"),
    ]
    title, text = line("lobby.hand_over.title", name=escape(name)), line("lobby.hand_over.text", name=escape(name))
    return Dialog(context, title, text, answers)


def stop_dialog(context: Context, connection: RoomConnection) -> Dialog:
    """Ask whether all shall end that the owner can end: the match, in a mix the round or all of it; the answer is a
    function to call, None to go on.
    """
    line = context.texts.line
    stay = Answer(line("table.leave.stay"), None, primary=True)
    if not mixes(connection):
        stop = Answer(line("table.menu.stop"), connection.stop, icon="octagon-x")
        return Dialog(context, line("table.lan.stop"), line("table.lan.stop_text"), (stay, stop))
    answers = (
        stay,
        Answer(line("mix.stop.round"), connection.stop, icon="octagon-x"),
        Answer(line("mix.end"), connection.end_mix, icon="x"),
    )
    return Dialog(context, line("mix.stop.title"), line("mix.stop.text"), answers)


def hosting_dialog(
    context: Context, connection: RoomConnection, *, leave: Callable[[], None], close: Callable[[], None]
) -> Dialog:
    """Ask what becomes of a room on this computer as its owner leaves; the answer is a function to call, None to stay.
    It can move where an heir was reached.
    """
    line, heir = context.texts.line, connection.heir
    answers = [
        Answer(line("lobby.leave.stay"), None, primary=True),
        Answer(line("lobby.room.close"), close, "x"),
        Answer(line("lobby.home.open"), leave, "door-open"),
        *([Answer(line("lobby.home.move"), connection.go_home, "house")] if heir else []),
    ]
    title = line("lobby.leave.leave_title")
    text = (
        line("lobby.home.text", heir=escape(heir.name)) if heir else line("lobby.home.alone", count=connection.others)
    )
    return Dialog(context, title, text, answers, width=560)


class CloseRoomDialog(Dialog):
    """Asks what becomes of a room on this computer as its owner closes the window. It may lie on any scene, so it acts
    on the answer itself.
    """

    def __init__(
        self,
        context: Context,
        connection: RoomConnection,
        *,
        move: Callable[[], None],
        close: Callable[[], None],
        gone: Callable[[], None],
    ) -> None:
        """`gone`: called when the question is gone, however it was answered."""
        line, heir = context.texts.line, connection.heir
        answers = [
            Answer(line("lobby.leave.stay"), None, primary=True),
            Answer(line("lobby.home.close"), close, "x"),
            Answer(line("lobby.home.open"), context.quit, "door-open"),
            *([Answer(line("lobby.home.move"), move, "house")] if heir else []),
        ]
        alone = line("lobby.home.alone", count=connection.others)
        text = line("lobby.home.text", heir=escape(heir.name)) if heir else alone
        super().__init__(context, line("lobby.home.title"), text, answers, width=560)
        self._gone = gone

    def _answer(self, answer: Answer) -> None:
        if callable(answer.value):
            answer.value()
        super()._answer(Answer(answer.label, None))

    def leave(self) -> None:
        self._gone()


def succession_dialog(context: Context, connection: RoomConnection, turn: Turn, duty: HeirDuty) -> Dialog:
    """Ask whether the room of a host that was lost is opened here; the answer is a function to call, or None."""
    line = context.texts.line
    values = {name: escape(str(value)) for name, value in connection.succession(turn).items()}
    answers = [
        Answer(line("table.lan.not_here"), duty.not_here, "x"),
        Answer(line("table.lan.open_here"), duty.open_here, "house", primary=True),
    ]
    return Dialog(context, line("lobby.lost.title"), line("table.lan.open_room", values), answers, width=560)


def differing_dialog(context: Context, leave: Callable[[], None]) -> Dialog:
    """Ask whether to play on where the room's new host shows another match; the answer is a function or None."""
    line = context.texts.line
    answers = [
        Answer(line("lobby.differs.leave"), leave, "log-out"),
        Answer(line("lobby.differs.play_on"), None, primary=True),
    ]
    return Dialog(context, line("lobby.differs.title"), line("lobby.differs.text"), answers)


def leaving_dialog(context: Context, others: int, *, hosting: bool) -> Dialog:
    """Ask whether to leave a room with this many `others`, or to close it for them; the answer is True or None."""
    line = context.texts.line
    kind = "close" if hosting else "leave"
    answers = [
        Answer(line("lobby.leave.stay"), None, primary=True),
        Answer(line(f"lobby.room.{kind}"), True, "log-out"),
    ]
    title, text = line(f"lobby.leave.{kind}_title"), line(f"lobby.leave.{kind}_text", count=others)
    return Dialog(context, title, text, answers)
