"""What a room plays next: a menu of games for its owner, each with the options chosen for it last."""

from __future__ import annotations

from functools import partial

from game.cabinets.listed import CABINETS, offered
from game.core.cabinet import Cabinet
from game.engine.scene import Context
from game.scenes.evening.games import GamesMenu, game_item
from game.scenes.lan.connection import RoomConnection
from game.scenes.lobby.customs import customs_menu
from game.scenes.lobby.open import OpenScene
from game.scenes.page.menu import ButtonMenu, MenuItem
from game.scenes.process.host import CLOSED, OPEN, HostPlan
from game.scenes.setup.house import TableRules


def next_game_menu(context: Context, connection: RoomConnection) -> ButtonMenu:
    """Make a menu of games, the room's own first, and an entry for options and seats.

    The scene below is resumed with the answer: a HostPlan, or a function to call.
    """
    line, room = context.texts.line, connection.room
    now = room.game if room is not None else ""
    games = sorted(offered(), key=lambda game: game != now)
    items = [MenuItem(line("lobby.next.options"), "sliders-horizontal", partial(_choose_options, context, connection))]
    show_customs = partial(_show_customs, context, connection)
    items.append(MenuItem(line("lobby.customs.way"), "repeat", show_customs))
    for game in games:
        plan = plan_for(context, CABINETS[game], players(connection))
        items.append(game_item(line(f"{game}.name"), game, plan, primary=game == now))
    return GamesMenu(context, line("lobby.next.title"), items, connection)


def wish_menu(context: Context, connection: RoomConnection) -> ButtonMenu:
    """Make a menu of games to wish for, in the same order whatever others wish for.

    The scene below is resumed with a function to call.
    """
    line, me = context.texts.line, connection.me
    items: list[MenuItem] = []
    if me is not None and me.wish:
        items.append(MenuItem(line("lobby.wish.none"), "x", partial(connection.wish, None)))
    for game in offered():
        plan = plan_for(context, CABINETS[game], players(connection))
        wish = partial(connection.wish, plan)
        items.append(game_item(line(f"{game}.name"), game, wish, primary=me is not None and game == me.wish))
    return GamesMenu(context, line("lobby.wish.title"), items, connection)


def _show_customs(context: Context, connection: RoomConnection) -> None:
    context.stack.push(customs_menu(context, connection))


def plan_for(context: Context, cabinet: Cabinet, people: int) -> HostPlan:
    """Return a plan of a game with its last options, and open seats for this many people as far as it has them."""
    rules = TableRules(context, cabinet, _nothing, cabinet.info.room_limit)
    counts = cabinet.info.seats
    opened = next((count for count in counts if count >= people), counts[-1])
    seats = (OPEN,) * opened + (CLOSED,) * (counts[-1] - opened)
    limit = None if rules.limit is None else float(rules.limit)
    return HostPlan(cabinet.id, seats, "", options=dict(rules.values), limit=limit, level=cabinet.easy)


def players(connection: RoomConnection) -> int:
    """Return how many people in the room have a seat or wait for one."""
    room = connection.room
    return sum(person.seat >= 0 or person.queue > 0 for person in room.people) if room is not None else 1


def _choose_options(context: Context, connection: RoomConnection) -> None:
    room = connection.room
    if room is not None:
        context.stack.push(OpenScene(context, "", room.game, room=room))


def _nothing() -> None:
    """Do nothing: the default of a hook that these rules need not call."""
