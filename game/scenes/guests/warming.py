"""Pictures that are drawn before a process is forked for a guest, so that guests share them instead of each having
their own.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

import msgspec
import pygame

from game.cabinets.listed import CABINETS
from game.core.work.pieces import at_once
from game.engine import sprites
from game.engine.clock import FakeClock
from game.engine.loop.app import App
from game.engine.loop.window import Sheet
from game.engine.scene import Context, Scene
from game.engine.sprites import KEPT_BYTES, drop_sprites, give_back, kept_bytes, sprite_clock
from game.engine.text.typeface import Kept, Typeface
from game.engine.thrift import Thrift
from game.ground.crash import crashed
from game.ground.settings import Settings
from game.scenes.feeds.local import starting_local
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.guests.drawer import games_here
from game.scenes.guests.room import GuestRoom
from game.scenes.guests.tiles import Tiles
from game.scenes.review.table import review_table, watched
from game.scenes.table.scene import TableScene
from net.address import Address
from net.client.client import LanClient
from net.limits import PROTOCOL
from net.messages import HostMessage, RoomState, Welcome
from net.parts import PersonState, SeatState
from net.states import ClientState
from net.web.guest import Knock, Order

_FRAMES = 90
"""Frames in which what moves at the beginning of a match has come to rest."""
_LETTERS, _FONTS = 32 << 20, 256
"""Bytes of letters, and how many fonts, for all sizes together."""
_SIZES = 8
"""Sizes and languages of pages whose pictures are kept."""
_SHARED = 4 * KEPT_BYTES
"""Bytes of sprites for all sizes and games together."""


class _Alone(LanClient):
    """A connection to a room in which one person sits; there is no host, and nothing is opened."""

    def __init__(self, game: str) -> None:
        super().__init__(Address("127.0.0.1", 1), "Souk", {})
        info = CABINETS[game].info
        seats = [SeatState("person", "Souk", person=1), *[SeatState("open")] * (info.usual_seats - 1)]
        options = msgspec.to_builtins(info.options())
        people = (PersonState(1, "Souk", 0),)
        room = RoomState("Souk", game, info.version, options, "waiting", tuple(seats), people, 0)
        self.room, self.person, self.state = room, 1, ClientState.ROOM
        self._told: list[HostMessage] = [Welcome(PROTOCOL, 1, bytes(32), room)]

    def poll(self, now: float) -> list[HostMessage]:
        told, self._told = self._told, []
        return told


def _table(game: str) -> Callable[[Context], Scene]:
    info = CABINETS[game].info
    plan = MatchPlan(game, tuple(SeatPlan("Souk") for _ in range(info.usual_seats)), info.options(), 1)

    def make(context: Context) -> Scene:
        return TableScene(context, at_once(starting_local(plan, context.settings)), watched, review_table)

    return make


class Warmth:
    """What this process has drawn in advance."""

    def __init__(self) -> None:
        Typeface.shared = Kept(_LETTERS, _FONTS)
        sprites.ROOMIER = _SIZES
        games_here()
        self._drawn: set[tuple[object, ...]] = set()

    def pictures(self, order: Order, unless: Callable[[], bool] = lambda: False) -> None:
        """See to it that the room has been drawn for a page of this size and language, and a table of the room's game
        if that is known. What has not been begun is left out as soon as `unless` says so.
        """
        known = order.game in CABINETS
        game = order.game if known else next(iter(CABINETS))
        if not unless():
            self._ready(order.knock, "", lambda context: GuestRoom(context, _Alone(game)))
        if known and not unless():
            self._ready(order.knock, game, _table(game))

    def _ready(self, knock: Knock, what: str, make: Callable[[Context], Scene]) -> None:
        """Draw a scene unless that has been done, and leave nothing else about in memory: it would no longer be shared
        as soon as one of the processes used it. A picture that breaks is left out.
        """
        picture = knock.width, knock.height, knock.language, what
        if picture in self._drawn:
            return
        self._drawn.add(picture)
        try:
            pygame.display.init()
            began = sprite_clock()
            draw(knock, make)
            again = sprite_clock()
            draw(knock, make)  # uses what a guest will use; the rest was only needed to make that
            drop_sprites(began, again)
        except Exception as error:
            crashed(error, "pictures for guests")
        App.thrift = Thrift(sprite_bytes=kept_bytes() + KEPT_BYTES, all_sizes=True)
        gc.collect()
        give_back()
        gc.freeze()


def draw(knock: Knock, make: Callable[[Context], Scene]) -> None:
    """Draw a scene for a page of this size and language, from its beginning until it has come to rest."""
    settings = Settings()
    settings.language = knock.language
    App.thrift = Thrift(sprite_bytes=_SHARED, all_sizes=True)
    app = App(settings, Sheet((knock.width, knock.height)), FakeClock(), audible=False, keeps_settings=False)
    try:
        app.start(make(app.context))
        for number in range(_FRAMES):
            app.step([], draw=number % 10 == 0)
        Tiles().messages(app.screen.surface, 0.0)  # loads what packs pictures
    finally:
        app.close()
