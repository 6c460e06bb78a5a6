"""Splits a turn into its eight acts (spec, "A turn") from the views before and after it. Pure: no pixels, no time.

A view tells of the whole turn at once. What happened in which act follows from the states before and after, and from
the deeds that the viewer knows of; nothing is invented.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from game.cabinets.l4g.rules.views import Deed, Kind, Phase, PlayerState, PlayerView, View
from game.cabinets.l4g.stage.floor.layout import Place
from game.core.rules import Event


class Act(IntEnum):
    """The phases of a turn, in order."""

    MOVE = 0
    SOULS = 1
    RISE = 2
    INFECTION = 3
    KILLS = 4
    HEALING = 5
    FADING = 6
    SPOTTING = 7


ICONS: Final = ("footprints", "sun", "chevrons-up", "syringe", "skull", "heart", "wind", "eye")
"""The icon of each act."""
STEPS: Final[Mapping[str, tuple[int, int]]] = {"up": (-1, 0), "left": (0, -1), "right": (0, 1), "down": (1, 0)}
"""What each way adds to row and column."""
ACT_OF: Final[Mapping[str, Act]] = {
    **dict.fromkeys((*STEPS, "stay", "punished", "arrested"), Act.MOVE),
    "place": Act.SOULS,
    "rose": Act.RISE,
    "turned": Act.INFECTION,
    "died": Act.KILLS,
    "killed": Act.KILLS,
    "gave": Act.HEALING,
    "gained": Act.HEALING,
    "vanished": Act.FADING,
}
"""The act in which each kind of deed happens."""
_OWN: Final[Mapping[str, Kind]] = {
    "you_rose": "rose",
    "you_turned": "turned",
    "you_killed": "died",
    "you_healed": "gave",
    "you_vanished": "vanished",
    "you_punished": "punished",
    "you_arrested": "arrested",
}
"""By event that a seat hears of itself: the kind of deed it means."""


@dataclass(frozen=True)
class Change:
    """The state and square of a player from an act on."""

    number: int
    state: PlayerState
    square: Place | None
    origin: Place | None = None
    """The square a player that was not known before comes from."""


@dataclass(frozen=True)
class Scene:
    """What there is to see of one act."""

    act: Act
    changes: tuple[Change, ...] = ()
    appear: tuple[Change, ...] = ()
    """Players that are known from this act on."""
    vanish: tuple[int, ...] = ()
    """Players that are not known any more."""
    deeds: tuple[Deed, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether there is nothing to see of the act."""
        return not (self.changes or self.appear or self.vanish or self.deeds)


def scenes(before: View, after: View, events: Iterable[Event]) -> tuple[Scene, ...]:
    """Return the acts between two views, in order: all eight, those up to the moves, or those after the moves."""
    acts = _acts_between(before, after)
    if not acts:
        return ()
    deeds = deeds_of(before, after, events)
    old = {player.number: player for player in before.players}
    new = {player.number: player for player in after.players}
    made: dict[Act, dict[str, list[Change | int]]] = {act: {"changes": [], "appear": [], "vanish": []} for act in acts}
    turning = _turning(old.get(after.number), new.get(after.number), deeds, acts)
    for number in sorted(old.keys() | new.keys()):
        mine = [deed for deed in deeds if deed.number == number]
        was, now = old.get(number), new.get(number)
        if now is None:
            leaving = turning
            for act, change in _on_its_way_out(was, mine, acts):
                made[act]["changes"].append(change)
                leaving = max(leaving, act)
            made[leaving]["vanish"].append(number)
        elif was is None:
            act, change = _arrival(now, mine, turning, acts)
            made[act]["appear"].append(change)
            seen = PlayerView(number, change.state, change.square)
            for later, next_change in _changes(seen, now, mine):
                if later > act:
                    made[later]["changes"].append(next_change)
        else:
            for act, change in _changes(was, now, mine):
                made[max(act, acts[0])]["changes"].append(change)
    return tuple(
        Scene(
            act,
            tuple(made[act]["changes"]),  # type: ignore[arg-type]
            tuple(made[act]["appear"]),  # type: ignore[arg-type]
            tuple(made[act]["vanish"]),  # type: ignore[arg-type]
            tuple(deed for deed in deeds if ACT_OF[deed.kind] is act),
        )
        for act in acts
    )


def _acts_between(before: View, after: View) -> Sequence[Act]:
    if before.phase is Phase.NUMBER or before.phase is Phase.OVER:
        return ()
    if after.phase is Phase.PLACE:
        return (Act.MOVE,)
    return tuple(Act)[1:] if before.phase is Phase.PLACE else tuple(Act)


def deeds_of(before: View, after: View, events: Iterable[Event]) -> tuple[Deed, ...]:
    """Return what is known of the turn: actions and events seen, and what the viewer is told of itself."""
    deeds = [*after.actions, *after.events]
    me = next((player for player in before.players if player.number == after.number), None)
    here = next((player.square for player in after.players if player.number == after.number and player.square), None)
    for event in events:
        kind = _OWN.get(event.kind)
        square = here or (me.square if me else None)
        if kind and square and not any(deed.kind == kind and deed.number == after.number for deed in deeds):
            deeds.append(Deed(kind, after.number, square))
    return tuple(deeds)


def _turning(was: PlayerView | None, now: PlayerView | None, deeds: Sequence[Deed], acts: Sequence[Act]) -> Act:
    """Return the act in which the viewer's own sight changes: when it moves, or changes its state."""
    if was is None or now is None or was.state is now.state:
        return acts[0]
    mine = [deed for deed in deeds if deed.number == now.number]
    changes = [act for act, change in _changes(was, now, mine) if change.state is now.state]
    return max(acts[0], *changes) if changes else acts[0]


def _changes(was: PlayerView, now: PlayerView, deeds: Sequence[Deed]) -> Iterator[tuple[Act, Change]]:
    """Yield the changes, with their acts, that lead a player from its old state and square to the new ones."""
    kinds = {deed.kind: deed.square for deed in deeds}
    state, square = was.state, was.square
    if state is not PlayerState.SOUL and (kinds.keys() & {"punished", "arrested"}):
        yield Act.MOVE, Change(now.number, PlayerState.SOUL, None)
        return
    if state is PlayerState.SOUL and now.state is not PlayerState.SOUL:
        square = kinds.get("place", now.square)
        state = PlayerState.SURVIVOR
        yield Act.SOULS, Change(now.number, state, square)
    target = now.square or kinds.get("vanished") or square
    if state in (PlayerState.SURVIVOR, PlayerState.INFECTED) and target != square:
        square = target
        yield Act.MOVE, Change(now.number, state, square)
    if now.state is state:
        return
    act = _act_to(state, now.state)
    yield act, Change(now.number, now.state, None if now.state is PlayerState.SOUL else square)


def _act_to(state: PlayerState, other: PlayerState) -> Act:
    """Return the act in which a player changes from `state` to `other`, if no deed tells."""
    if other is PlayerState.CORPSE:
        return Act.KILLS
    if other is PlayerState.INFECTED:
        return Act.RISE if state is PlayerState.CORPSE else Act.INFECTION
    return Act.FADING if state is PlayerState.INFECTED else Act.MOVE


_BEFORE = {
    "rose": PlayerState.CORPSE,
    "died": PlayerState.SURVIVOR,
    "turned": PlayerState.SURVIVOR,
    "vanished": PlayerState.INFECTED,
}
"""By event: the state of the player before it."""


def _arrival(now: PlayerView, deeds: Sequence[Deed], turning: Act, acts: Sequence[Act]) -> tuple[Act, Change]:
    """Return the act in which a player becomes known, and its state and square; its own move tells, if it was seen."""
    kinds = {deed.kind: deed.square for deed in deeds}
    state = next((_BEFORE[kind] for kind in _BEFORE if kind in kinds), now.state)
    first = acts[0]
    if turning > first and now.state is PlayerState.SOUL:
        return turning, Change(now.number, now.state, None)
    if "place" in kinds:
        return max(first, Act.SOULS), Change(now.number, PlayerState.SURVIVOR, kinds["place"])
    square = now.square or next(iter(kinds.values()), None)
    if square is None:
        return turning, Change(now.number, now.state, None)
    way = next((STEPS[kind] for kind in kinds if kind in STEPS), None)
    origin = (square[0] - way[0], square[1] - way[1]) if way and first is Act.MOVE else None
    return first, Change(now.number, state, square, origin)


def _on_its_way_out(was: PlayerView | None, deeds: Sequence[Deed], acts: Sequence[Act]) -> Iterator[tuple[Act, Change]]:
    """Yield what is seen of a player that is not known after the turn: its events, as far as they were seen."""
    if was is None:
        return
    kinds = {deed.kind: deed.square for deed in deeds}
    if kinds.keys() & {"punished", "arrested"} and acts[0] is Act.MOVE:
        yield Act.MOVE, Change(was.number, PlayerState.SOUL, None)
        return
    way = next((deed.square for deed in deeds if deed.kind in STEPS), None)
    if way and acts[0] is Act.MOVE and way != was.square:
        yield Act.MOVE, Change(was.number, was.state, way)
    if "vanished" in kinds:
        yield Act.FADING, Change(was.number, PlayerState.SOUL, None)
