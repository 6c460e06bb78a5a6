"""Ends of a match by agreement: a draw that is offered along with a move, and giving up.

Rules that use it keep in their state which seat offers a draw (`draw_by`, -1 for nobody), do not list Accept and GiveUp
among the legal actions, and give a field `draw` to the actions that may carry an offer.
"""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from game.core.rules import Event, Move, Seat


class Accept(msgspec.Struct, frozen=True, tag="accept", tag_field="do"):
    """Accept the draw that the other seat offered."""


class GiveUp(msgspec.Struct, frozen=True, tag="give_up", tag_field="do"):
    """Give up: the other seat wins the match, or the round where there are several."""


class Offered(Protocol):
    """A state of a match in which a draw may be offered; `draw_by` is the seat that offers one, or -1."""

    draw_by: Seat


def why_not(state: Offered, seat: Seat, action: Any) -> str | None:
    """Return why a seat may not accept a draw, as a text key; None where it may, and for every other action."""
    return "settling.nothing_offered" if isinstance(action, Accept) and state.draw_by != 1 - seat else None


def offer(state: Offered, seat: Seat, draw: bool) -> list[Event]:
    """Record an offer of a draw by `seat` if `draw` is true. Returns the event that tells of it, if any."""
    if not draw:
        return []
    state.draw_by = seat
    return [Event("draw_offered", {"seat": seat})]


def decline(state: Offered, move: Move) -> list[Event]:
    """Withdraw an offered draw when the other seat moves without accepting it.

    Returns the event that tells of it, if any.
    """
    offered, state.draw_by = state.draw_by, -1
    if offered != 1 - move.seat or isinstance(move.action, Accept | GiveUp):
        return []
    return [Event("draw_declined", {"seat": move.seat})]


def settle(move: Move) -> list[Event]:
    """Return the event of accepting a draw or giving up; empty for other actions."""
    kinds = {Accept: "agreed", GiveUp: "gave_up"}
    kind = kinds.get(type(move.action))
    return [Event(kind, {"seat": move.seat})] if kind else []
