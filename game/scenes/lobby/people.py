"""The people of a room: a menu of them, and the actions for each."""

from __future__ import annotations

from functools import partial

from game.engine.scene import Context
from game.scenes.evening.portrait import PortraitScene
from game.scenes.lan.connection import RoomConnection
from game.scenes.lobby.dialogs import hand_over_dialog, kick_dialog
from game.scenes.page.menu import ButtonMenu, MenuItem
from net.parts import PersonState


def people_menu(context: Context, connection: RoomConnection) -> ButtonMenu:
    """Make a menu of everybody in the room, each with their actions, and of those sent away, who can be let
    in again.
    """
    room, texts = connection.room, context.texts
    assert room is not None
    items: list[MenuItem] = []
    for person in room.people:
        mine = person.person == connection.client.person
        icon = "volume-x" if person.person in connection.muted else "armchair" if person.seat >= 0 else "eye"
        ask = None if mine else partial(ask_about_person, context, connection, person)
        items.append(MenuItem(_told(context, person), icon, ask))
    for away in room.away:
        label = texts.line("lobby.people.pardon" if connection.owner else "lobby.people.away", name=away.name)
        items.append(MenuItem(label, "user-x", partial(connection.pardon, away.person) if connection.owner else None))
    draw = MenuItem(texts.line("portrait.way"), "pencil", partial(_draw_own, context, connection))
    close = MenuItem(texts.line("widgets.ok"), "check", None, primary=True)
    return ButtonMenu(context, texts.line("lobby.room.people"), [close, draw, *items])


def _draw_own(context: Context, connection: RoomConnection) -> None:
    """Open the paper on which this person draws their sign."""
    context.stack.push(PortraitScene(context, connection.portray))


def _told(context: Context, person: PersonState) -> str:
    """Return a person's name, place and role in the room, in words."""
    line = context.texts.line
    kind = "seat" if person.seat >= 0 else "queues" if person.queue else "watches"
    told = line(f"lobby.people.{kind}", name=person.name, seat=person.seat + 1)
    if person.lacks:
        told = f"{told} · {line('lobby.people.lacks')}"
    role = "owner" if person.owner else "deputy" if person.deputy else ""
    return f"{told} · {line(f'lobby.seat.{role}')}" if role else told


def ask_about_person(context: Context, connection: RoomConnection, person: PersonState) -> None:
    """Offer the actions for a person in the room."""
    line, number = context.texts.line, person.person
    items = [MenuItem(line("lobby.people.stay"), "check", None, primary=True)]
    if person.present:
        items.append(MenuItem(line("lobby.people.nudge"), "bell", partial(connection.nudge, number)))
    muted = number in connection.muted
    items.append(
        MenuItem(
            line("lobby.people.unmute" if muted else "lobby.people.mute"),
            "volume-2" if muted else "volume-x",
            partial(connection.mute, number),
        )
    )
    if connection.first_owner:
        if person.present:
            hand = partial(_ask_to_hand_over, context, connection, person)
            items.append(MenuItem(line("lobby.people.hand_over"), "crown", hand))
        key = "lobby.people.dismiss" if person.deputy else "lobby.people.appoint"
        appoint = partial(connection.appoint, number, deputy=not person.deputy)
        items.append(MenuItem(line(key), "user-check", appoint))
    if connection.owner and not person.owner and (connection.first_owner or not person.deputy):
        kick = partial(ask_to_kick, context, connection, number, person.name)
        items.append(MenuItem(line("lobby.people.kick"), "user-x", kick))
    context.stack.push(ButtonMenu(context, person.name, items))


def ask_to_kick(context: Context, connection: RoomConnection, person: int, name: str) -> None:
    """Ask for how long a person is sent away; resumes the scene below with a function to call."""
    context.stack.push(kick_dialog(context, name, partial(connection.kick, person)))


def _ask_to_hand_over(context: Context, connection: RoomConnection, person: PersonState) -> None:
    """Ask before another person becomes the owner, who alone could give the room back."""
    context.stack.push(hand_over_dialog(context, person.name, partial(connection.hand_over, person.person)))


def late_menu(context: Context, connection: RoomConnection) -> ButtonMenu:
    """Make a menu of the people who are not ready: nudge them, or begin without them."""
    line, room = context.texts.line, connection.room
    assert room is not None
    late = [seat for seat in room.seats if seat.person not in (0, connection.client.person) and not seat.ready]
    items = [MenuItem(line("lobby.late.wait"), "hourglass", None, primary=True)]
    for seat in late:
        label = line("lobby.late.nudge", name=seat.name)
        items.append(MenuItem(label, "bell", partial(connection.nudge, seat.person)))
    items.append(MenuItem(line("lobby.late.without"), "play", partial(connection.start, without=True)))
    return ButtonMenu(context, line("lobby.late.title"), items)
