"""Pictures for the rules page: the four states, and three moments of a turn, each a piece of the real room."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from game.cabinets.l4g.rules import room as r
from game.cabinets.l4g.rules import turn as t
from game.cabinets.l4g.rules.rules import Options
from game.cabinets.l4g.rules.views import Phase, PlayerState, View, view_of
from game.cabinets.l4g.stage.floor.layout import SIDE
from game.core.compiled import array, plain
from game.core.rules import SPECTATOR
from game.engine.canvas import Canvas
from game.engine.light import dusk
from game.engine.stage import Look, Stage, Surroundings
from game.engine.stage.illustration import Piece, illustration
from game.engine.widgets.parts.richtext import Picture

_FRAME_SECONDS = 1 / 60
_SIDE = 5
"""Rows and columns of the room that is shown."""
Placed = Sequence[tuple[PlayerState, tuple[int, int], int, int]]
"""For each player its state, square, health and cooldown."""

_BEFORE: Placed = (
    (PlayerState.SURVIVOR, (1, 1), 0, 0),
    (PlayerState.SURVIVOR, (2, 3), 0, 0),
    (PlayerState.INFECTED, (2, 1), 9, 0),
    (PlayerState.CORPSE, (3, 3), 10, 2),
    (PlayerState.INFECTED, (3, 2), 4, 0),
    (PlayerState.CORPSE, (0, 3), 12, 1),
    (PlayerState.SURVIVOR, (3, 0), 0, 0),
    (PlayerState.SOUL, (0, 0), 0, 2),
)
_WAYS = (r.DOWN, r.UP, r.STAY, r.STAY, r.RIGHT, r.STAY, r.DOWN, r.STAY)
"""The players' decisions: the first runs into an infected, the fifth comes to a corpse, the sixth rises."""


def _room() -> list[int]:
    options = Options(rows=_SIDE, columns=_SIDE)
    room = array(r.new_room(len(_BEFORE), msgspec.structs.astuple(options)))
    r.open_game(room, 0, 0)
    for player, (state, place, health, cooldown) in enumerate(_BEFORE):
        square = r.SKY if state is PlayerState.SOUL else r.square_at(*place)
        r.become(room, player, tuple(PlayerState).index(state), square)
        room[r.HEALTH + player] = health
        room[r.COOLDOWN + player] = cooldown
    room[r.TURN] = 30
    t.begin(room)
    return plain(room)


def _views() -> tuple[View, View]:
    """Return the views before and after the turn."""
    before = _room()
    room = array(before)
    filler = [r.STAY] * (r.MOST_PLAYERS - len(_WAYS))
    t.move(room, array([*_WAYS, *filler]), array([0] * r.MOST_PLAYERS))
    t.place(room, array([r.SKY] * r.MOST_PLAYERS))
    t.finish(room)
    t.begin(room)
    return view_of(Phase.MOVE, before, SPECTATOR), view_of(Phase.MOVE, plain(room), SPECTATOR)


def _moment(stage: Stage[View, Any], seconds: float, follow: int | None = None) -> Callable[[Canvas], None]:
    """Return a function that draws the turn `seconds` after its start, as the player `follow` sees it if given."""
    before, after = _views()
    stage.reset(before)
    follows = getattr(stage, "follow", None)
    if follow is not None and follows is not None:
        follows(follow)
    if seconds:
        stage.show(after, ())
        for _ in range(round(seconds / _FRAME_SECONDS)):
            stage.update(_FRAME_SECONDS)

    def draw(canvas: Canvas) -> None:
        canvas.surface.blit(dusk(*canvas.surface.get_size()), (0, 0))
        stage.draw(canvas)

    return draw


def rules_pictures(stage_type: type[Stage[View, Any]], surroundings: Surroundings) -> Mapping[str, Picture]:
    """Return the picture that the rules name `![turn]`: a survivor's sight, the moves half way, and the turn's end."""
    look = Look("", "#F2B134", "stripe", "square")
    given = replace(
        surroundings,
        options=Options(rows=_SIDE, columns=_SIDE),
        looks=(look,) * len(_BEFORE),
        speed=1.0,
        reduced_motion=False,
    )
    moments = ((1, 0.2, None), (5, 0.42 + 0.40 + 0.42, None), (8, 0.0, 1))
    pieces = [
        Piece(number, _moment(stage_type(given), seconds, follow), (SIDE / 2, SIDE / 2))
        for number, seconds, follow in moments
    ]
    return {"turn": illustration(pieces, surroundings.typeface, SIDE)}
