"""Carries out what people of a room ask for besides its matches. A returned text key says why something is refused."""

from __future__ import annotations

from game.ground.portrait import PortraitError, strokes_of
from net.evening import Reacted, Wish
from net.host.room.choosing import chosen_places, chosen_terms
from net.host.room.core import RoomCore
from net.host.room.people import Person
from net.messages import Choose
from net.parts import Reaction


def wish(core: RoomCore, person: Person, message: Wish) -> Choose | None:
    """Note the game that a person wishes for, or that they wish for none. Return the choice if the room's votes have
    decided one.

    Raises ChoiceError for what cannot be played.
    """
    kept = core.evening
    if not message.game:
        kept.wish(person.number, None)
        return None
    choice = Choose(message.game, message.options, message.seats, message.limit)
    terms = chosen_terms(core.plan.games, core.plan.terms, core.plan.lists, choice)
    chosen_places(terms.cabinet, choice)
    kept.wish(person.number, choice)
    granted = kept.granted([one.number for one in core.people.present if not one.program])
    return granted if kept.customs.votes else None


def queue(core: RoomCore, person: Person, *, waits: bool) -> None:
    """Let a person begin or stop waiting for a seat. People with a seat wait for none."""
    if waits and core.seat_of(person) is None:
        core.evening.queue(person.number)
    else:
        core.evening.leave_queue(person.number)


def appoint(core: RoomCore, number: int, *, deputy: bool) -> str | None:
    """Let a person arrange the room as a deputy, or no longer. Return why this is refused, or None."""
    heir = core.people.get(number)
    if heir is None or number == core.people.owner:
        return "net.refuse.no_person"
    deputies = core.evening.deputies
    if deputy != (number in deputies):
        (deputies.add if deputy else deputies.discard)(number)
        core.log("appointed" if deputy else "dismissed", name=heir.name)
    return None


def hand_over(core: RoomCore, number: int) -> str | None:
    """Make another person the owner of the room. Return why this is refused, or None."""
    heir = core.people.get(number)
    if heir is None or not heir.present or number == core.people.owner:
        return "net.refuse.no_person"
    core.people.owner, core.people.handed = number, True
    core.log("handed_over", name=heir.name)
    return None


def nudge(core: RoomCore, person: Person, number: int) -> str | None:
    """Nudge a person: their window calls them by a sound. Return why this is refused, or None."""
    called = core.people.get(number)
    if called is None or not called.present or called is person:
        return "net.refuse.no_person"
    if not core.may_talk:
        return "net.refuse.too_often"
    core.log("nudged", name=called.name, by=person.name)
    return None


def react(core: RoomCore, person: Person, what: Reaction, now: float) -> str | None:
    """Show a person's reaction to everybody. Return why this is refused, or None."""
    if not core.may_talk or not person.chat.take(now, core.share(core.limits.chat_burst)):
        return "net.refuse.chat_rate"
    core.tell_all(Reacted(person.number, what))
    return None


def portray(core: RoomCore, person: Person, portrait: bytes) -> str | None:
    """Show the sign that a person drew to everybody. Return why this is refused, or None."""
    try:
        strokes_of(portrait)
    except PortraitError as error:
        return error.key
    core.changed = core.changed or person.portrait != portrait
    person.portrait = portrait
    return None
