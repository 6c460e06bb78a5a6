"""A room's customs: how it goes from one match to the next, set by its owner and shown to everybody."""

from __future__ import annotations

from functools import partial

import msgspec

from game.engine.scene import Context
from game.ground.texts import Texts
from game.scenes.evening.tally import series_told
from game.scenes.lan.connection import RoomConnection
from game.scenes.lan.facts import wishes_in
from game.scenes.page.menu import ButtonMenu, MenuItem
from net.messages import RoomState
from net.parts import Customs

SERIES = (0, 3, 5, 7)
"""The lengths of a series to choose from; 0 is no series."""
_SWITCHES = (("votes", "vote"), ("rotate", "repeat"), ("latecomers", "door-open"))


def customs_menu(context: Context, connection: RoomConnection) -> ButtonMenu:
    """Make a menu of the customs as switches; each press is sent to the host, and the menu opens again with
    the change.
    """
    line, room = context.texts.line, connection.room
    customs = room.customs if room is not None else Customs()

    def item(icon: str, label: str, changed: Customs) -> MenuItem:
        return MenuItem(label, icon, partial(_set, context, connection, changed))

    items = [MenuItem(line("widgets.ok"), "check", None, primary=True)]
    items += mix_items(context, connection)
    for name, icon in _SWITCHES:
        on = bool(getattr(customs, name))
        label = f"{line(f'lobby.customs.{name}')}: {line('setup.yes' if on else 'setup.no')}"
        items.append(item(icon, label, msgspec.structs.replace(customs, **{name: not on})))
    following = SERIES[(SERIES.index(customs.best_of) + 1) % len(SERIES)] if customs.best_of in SERIES else 0
    count = customs.best_of
    told = line("lobby.customs.best_of_n", count=count) if count else line("setup.no")
    label = f"{line('lobby.customs.best_of')}: {told}"
    items.append(item("trophy", label, msgspec.structs.replace(customs, best_of=following)))
    return ButtonMenu(context, line("lobby.customs.title"), items)


def mixes(connection: RoomConnection) -> bool:
    """Whether a mix goes on in the room."""
    mix = connection.room.mix if connection.room is not None else None
    return mix is not None and mix.goes_on


def mix_items(context: Context, connection: RoomConnection) -> list[MenuItem]:
    """Return the entry that begins a mix, or ends the one that goes on."""
    line = context.texts.line
    if mixes(connection):
        return [MenuItem(line("mix.end"), "x", connection.end_mix)]
    return [MenuItem(line("mix.begin"), "party-popper", partial(ask_length, context, connection))]


def ask_length(context: Context, connection: RoomConnection) -> None:
    """Ask how long a mix shall last, and begin it."""
    line = context.texts.line
    lengths = [
        MenuItem(
            line("mix.minutes", count=count), "hourglass", partial(connection.begin_mix, count), primary=count == 20
        )
        for count in (20, 40, 60)
    ]
    context.stack.push(ButtonMenu(context, line("mix.title"), lengths))


def _set(context: Context, connection: RoomConnection, customs: Customs) -> None:
    connection.set_customs(customs)
    if connection.room is not None:
        connection.expect(customs)
    context.stack.push(customs_menu(context, connection))


def customs_told(room: RoomState, texts: Texts) -> list[str]:
    """Return a phrase for each custom that is not the default, and the standing of a series."""
    told = [f"lobby.customs.told_{name}" for name in ("votes", "rotate") if getattr(room.customs, name)]
    return [*filter(None, [series_told(room, texts)]), *map(texts.line, told)]


def wishes_told(room: RoomState, texts: Texts) -> str:
    """Return the wished games with their counts, in words; empty where nobody wishes."""
    said = ", ".join(f"{texts.maybe(f'{game}.name') or game} {count}" for game, count in wishes_in(room).items())
    return texts.line("lobby.wish.told", wishes=said) if said else ""
