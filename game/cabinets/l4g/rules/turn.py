"""A turn of L4G (spec, "A turn"), over a room of room.py.

The order of calls is `begin`, `move`, `place`, `finish`. Players decide on the room as it is before `move`; souls that
may choose a square, as it is before `place`.
"""

from __future__ import annotations

from typing import Any, Final

# Imported name by name: as plain Python, which windows play, a turn with `room.NAME` takes a tenth longer.
from game.cabinets.l4g.rules.room import (
    ACCEPTED,
    ACTION,
    ARRESTED,
    CHOOSING,
    COOLDOWN,
    CORPSE,
    CORPSE_HEALTH,
    CORPSE_MOST,
    CORPSE_TOTAL,
    COUNTER,
    CROWD,
    DIED,
    DIRECT_HEALTH,
    EVENTS,
    FIRING,
    GAINED,
    GAVE,
    HEAL,
    HEALED,
    HEALTH,
    INCUBATION,
    INFECT,
    INFECTED,
    INFECTED_MOST,
    INFECTED_TOTAL,
    INSIDE,
    KILLED,
    KILLS,
    LAST_SQUARE,
    LAST_STATE,
    MOST_PLAYERS,
    MOVED,
    NOTHING,
    PENALTY,
    PLACED,
    PLAYERS,
    POWER,
    PRAYED_WAIT,
    PUNISHED,
    PUNISHMENTS,
    RISE,
    ROSE,
    SCORE,
    SIGHT,
    SILENT,
    SKY,
    SOUL,
    SPOT,
    SQUARE,
    STATE,
    STAY,
    STAYED,
    STREAK,
    SURVIVOR,
    SURVIVOR_MOST,
    SURVIVOR_TOTAL,
    TURN,
    TURNED,
    VANISHED,
    WAIT,
    WAYS,
    Room,
    become,
    corpses,
    distance,
    infected,
    survivors,
)
from game.core.compiled import bit_count, in_place

Decisions = Any
"""A decision for each player."""

ANSWERED: Final = 6
"""A prayer is answered when the counter reaches this number."""
REACH: Final = 2
"""How far a survivor sees, in steps."""


@in_place
def begin(room: Room) -> None:
    """Start a turn: cooldowns fall, states and squares are noted, direct infection is offered if it may be."""
    living = 0
    others = 0
    for player in range(room[PLAYERS]):
        if room[COOLDOWN + player] > 0:
            room[COOLDOWN + player] -= 1
        room[LAST_STATE + player] = room[STATE + player]
        room[LAST_SQUARE + player] = room[SQUARE + player]
        if room[STATE + player] == SURVIVOR:
            living += 1
        elif room[STATE + player] != SOUL:
            others += 1
    room[CHOOSING] = 1 if living > 0 and others == 0 and room[FIRING] == 0 else 0


@in_place
def move(room: Room, decisions: Decisions, accepts: Decisions) -> None:
    """Step 1: carry out all decisions at once.

    `accepts` counts on choosing turns, for survivors whose move broke no rule.
    """
    if room[CHOOSING]:
        room[FIRING] = room[TURN] + room[INCUBATION]
    for player in range(room[PLAYERS]):
        state = room[STATE + player]
        square = room[SQUARE + player]
        way = decisions[player]
        room[EVENTS + player] = 0
        room[ACTION + player] = NOTHING
        room[SPOT + player] = square
        if way == SILENT:
            _punish(room, player, ARRESTED)
        elif state in (SURVIVOR, INFECTED):
            target = square + WAYS[way]
            if room[INSIDE + target] == 0 or (state == SURVIVOR and way == STAY):
                _punish(room, player, PUNISHED)
            else:
                become(room, player, state, target)
                room[SPOT + player] = target
                room[ACTION + player] = STAYED if way == STAY else MOVED + 4 * way
                if room[CHOOSING] and state == SURVIVOR and accepts[player]:
                    room[ACCEPTED + player] = 1


@in_place
def _punish(room: Room, player: int, event: int) -> None:
    """Put a player into the sky for breaking a rule. Its streak goes on and no list is cleared."""
    become(room, player, SOUL, SKY)
    room[HEALTH + player] = 0
    room[COOLDOWN + player] = room[PENALTY]
    room[EVENTS + player] = event
    room[PUNISHMENTS + player] += 1


@in_place
def may_place(room: Room, player: int) -> bool:
    """Return whether a player is a soul whose wait is over."""
    return bool(room[STATE + player] == SOUL and room[COOLDOWN + player] == 0)


@in_place
def place(room: Room, places: Decisions) -> None:
    """Step 2: put each soul whose wait is over on the square it chose; a square outside the room puts it off."""
    for player in range(room[PLAYERS]):
        if may_place(room, player) and room[INSIDE + places[player]]:
            become(room, player, SURVIVOR, places[player])
            room[HEALTH + player] = 0
            room[SPOT + player] = places[player]
            room[ACTION + player] = PLACED


@in_place
def finish(room: Room) -> None:
    """Carry out steps 3 to 8 and end the turn."""
    _rise(room)
    if room[FIRING] and room[FIRING] == room[TURN]:
        _fire(room)
    _kill(room)
    _heal(room)
    _fade(room)
    _spot(room)
    room[CHOOSING] = 0
    room[TURN] += 1


@in_place
def _rise(room: Room) -> None:
    for player in range(room[PLAYERS]):
        if room[STATE + player] == CORPSE and room[COOLDOWN + player] == 0:
            room[HEALED + player] = 0
            _infect(room, player, ROSE)


@in_place
def _fire(room: Room) -> None:
    for player in range(room[PLAYERS]):
        if room[ACCEPTED + player] and room[STATE + player] == SURVIVOR:
            room[HEALTH + player] = room[DIRECT_HEALTH]
            _infect(room, player, TURNED)
        room[ACCEPTED + player] = 0
    room[FIRING] = 0


@in_place
def _infect(room: Room, player: int, event: int) -> None:
    become(room, player, INFECTED, room[SQUARE + player])
    room[COUNTER + player] = 0
    room[POWER + player] = 1
    room[EVENTS + player] |= event


@in_place
def _kill(room: Room) -> None:
    """Kill all survivors that share a square with infected, as if at once: the crowds of infected stay the same."""
    for victim in range(room[PLAYERS]):
        if room[STATE + victim] != SURVIVOR:
            continue
        square = room[SQUARE + victim]
        if infected(room[CROWD + square]) == 0:
            room[STREAK + victim] += 1
            _raise(room, victim, SURVIVOR_MOST, room[STREAK + victim])
            continue
        become(room, victim, CORPSE, square)
        room[HEALTH + victim] = room[CORPSE_HEALTH]
        room[COOLDOWN + victim] = room[RISE]
        room[STREAK + victim] = 0
        room[EVENTS + victim] |= DIED
        _credit(room, victim, square)


@in_place
def _credit(room: Room, victim: int, square: int) -> None:
    """Credit a death to the infected that killed, and to those that stood in the victim's sight when the turn began."""
    counted = room[LAST_STATE + victim] == SURVIVOR
    last = room[LAST_SQUARE + victim]
    for player in range(room[PLAYERS]):
        if room[STATE + player] != INFECTED:
            continue
        here = room[SQUARE + player] == square
        if here:
            room[EVENTS + player] |= KILLED
        before = room[LAST_SQUARE + player]
        if counted and (here or (before != SKY and distance(before, last) <= REACH)):
            room[KILLS + player] += 1
            _raise(room, player, INFECTED_MOST, room[KILLS + player])


@in_place
def _heal(room: Room) -> None:
    for corpse in range(room[PLAYERS]):
        if room[STATE + corpse] != CORPSE:
            continue
        square = room[SQUARE + corpse]
        visitors = infected(room[CROWD + square])
        if visitors == 0:
            continue
        room[EVENTS + corpse] |= GAVE
        room[HEALTH + corpse] += room[INFECT] * visitors
        room[SCORE + CORPSE_TOTAL * MOST_PLAYERS + corpse] += room[HEAL] * visitors
        for player in range(room[PLAYERS]):
            if room[STATE + player] == INFECTED and room[SQUARE + player] == square:
                room[HEALED + corpse] |= 1 << player
                room[HEALTH + player] += room[HEAL]
                room[EVENTS + player] |= GAINED
                room[SCORE + INFECTED_TOTAL * MOST_PLAYERS + player] += room[INFECT]
        _raise(room, corpse, CORPSE_MOST, bit_count(room[HEALED + corpse]))


@in_place
def _fade(room: Room) -> None:
    for player in range(room[PLAYERS]):
        if room[STATE + player] != INFECTED:
            continue
        wait = room[WAIT]
        if room[EVENTS + player] & (ROSE | TURNED | GAINED):
            room[POWER + player] = 1
        elif room[ACTION + player] != STAYED:
            room[HEALTH + player] -= 1
            room[POWER + player] = 1
        else:
            room[COUNTER + player] += room[POWER + player]
            if room[COUNTER + player] >= ANSWERED:
                room[HEALTH + player] = 0
                room[COUNTER + player] = 0
                wait = room[PRAYED_WAIT]
            else:
                room[HEALTH + player] -= 1
                room[POWER + player] += 1
        if room[HEALTH + player] <= 0:
            become(room, player, SOUL, SKY)
            room[HEALTH + player] = 0
            room[COOLDOWN + player] = wait
            room[KILLS + player] = 0
            room[EVENTS + player] |= VANISHED


@in_place
def _spot(room: Room) -> None:
    for player in range(room[PLAYERS]):
        if room[STATE + player] == SURVIVOR:
            crowd = 0
            for step in SIGHT:
                crowd += room[CROWD + room[SQUARE + player] + step]
            found = (corpses(crowd) + infected(crowd)) * (survivors(crowd) - 1)
            room[SCORE + SURVIVOR_TOTAL * MOST_PLAYERS + player] += found


@in_place
def _raise(room: Room, player: int, part: int, value: int) -> None:
    """Raise a score to `value` if that is greater."""
    if value > room[SCORE + part * MOST_PLAYERS + player]:
        room[SCORE + part * MOST_PLAYERS + player] = value
