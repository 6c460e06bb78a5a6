"""Options, actions, state and views of Gem Merchants."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from game.cabinets.gems import board as b
from game.cabinets.gems.cards import CARD_OF, CARDS, GEMS, GOLD, NOBLES

Phase = Literal["first", "nobles", "cards", "act", "reveal", "draw", "return", "noble", "over"]
"""What is asked for next: of chance the first seat, nobles, first cards, a card for a gap, a blind card; of the mover
an action, tokens to return, a noble; or nothing, at the end."""
End = Literal["", "target", "stuck", "long"]

_Colour: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=4)]
_Tokens: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=b.MOST_TOKENS + 3)]
_Card: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=CARDS)]
_CardOrNone: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=CARDS)]
_Noble: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=NOBLES)]
_SeatOrNone: TypeAlias = Annotated[int, msgspec.Meta(ge=-1, le=3)]
_Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=4 * b.MOST_ROUNDS * 3)]
_EachPlace = msgspec.Meta(min_length=b.PLACES, max_length=b.PLACES)
_EachGem = msgspec.Meta(min_length=GEMS, max_length=GEMS)


class Options(msgspec.Struct, frozen=True):
    target: Annotated[int, msgspec.Meta(ge=5, le=30)] = 15
    returns: Literal["taken", "any"] = "taken"
    """Whether returned tokens must include one of a colour taken this turn ("taken"), or may be any."""
    fewer: Literal["forced", "free"] = "forced"
    """Whether fewer than three different tokens may be taken while three colours are left ("free")."""
    nobles: Literal["usual", "none", "all"] = "usual"
    start: Literal["empty", "workshops"] = "empty"
    """Whether everybody begins with a discount of one on each colour, as if they had bought a card of each."""


class Take(msgspec.Struct, frozen=True, tag="take", tag_field="do"):
    """Take tokens of these colours, in ascending order; a colour listed twice means two of a kind."""

    gems: Annotated[tuple[_Colour, ...], msgspec.Meta(min_length=1, max_length=3)]


class Reserve(msgspec.Struct, frozen=True, tag="reserve", tag_field="do"):
    """Reserve a card of the market."""

    card: _Card


class Draw(msgspec.Struct, frozen=True, tag="draw", tag_field="do"):
    """Reserve the top card of a level's deck."""

    level: Annotated[int, msgspec.Meta(ge=1, le=3)]


class Buy(msgspec.Struct, frozen=True, tag="buy", tag_field="do"):
    """Buy a card of the market or one the seat reserved; `gold` is the gold paid in place of each colour."""

    card: _Card
    gold: tuple[_Tokens, _Tokens, _Tokens, _Tokens, _Tokens]


class Return(msgspec.Struct, frozen=True, tag="return", tag_field="do"):
    """Return tokens of each of the six colours."""

    tokens: tuple[_Tokens, _Tokens, _Tokens, _Tokens, _Tokens, _Tokens]


class Welcome(msgspec.Struct, frozen=True, tag="welcome", tag_field="do"):
    """Choose which of several nobles visits."""

    noble: _Noble


Action: TypeAlias = Take | Reserve | Draw | Buy | Return | Welcome


class Tally(msgspec.Struct):
    """Counts of what a seat has done, for its line in the results."""

    tokens: int = 0
    takes: int = 0
    reserves: int = 0
    buys: int = 0
    passes: int = 0
    first_noble: int = 0
    """The round in which the seat's first noble came; 0 for none."""


class Deed(msgspec.Struct, frozen=True):
    """What a seat did in its last turn, so that a picture can show it after a jump."""

    kind: Literal["", "take", "reserve", "draw", "buy", "pass"] = ""
    card: _CardOrNone = 0


class State(msgspec.Struct):
    """The state of a match. `cells` is the flat table of `board` as a list."""

    options: Options
    cells: list[int]
    bought: list[list[int]]
    """The bought cards of each seat, in the order of buying."""
    tallies: list[Tally]
    deeds: list[Deed]
    laid: list[int]
    """For each market place the number of turns ended when its card came."""
    phase: Phase = "first"
    first: int = -1
    """The seat that began; -1 before it is drawn."""
    level: int = 0
    """Level of the deck that a blind card is drawn from."""
    end: End = ""


class Held(msgspec.Struct, frozen=True):
    """A reserved card; `card` is 0 if the viewer may not know it."""

    card: _CardOrNone
    level: Annotated[int, msgspec.Meta(ge=1, le=3)]
    blind: bool


class SeatView(msgspec.Struct, frozen=True):
    """What one seat has."""

    tokens: Annotated[tuple[_Tokens, ...], _EachGem]
    bonuses: Annotated[tuple[Annotated[int, msgspec.Meta(ge=0, le=19)], ...], msgspec.Meta(min_length=5, max_length=5)]
    points: Annotated[int, msgspec.Meta(ge=0, le=120)]
    bought: Annotated[tuple[_Card, ...], msgspec.Meta(max_length=CARDS)]
    """Ids of the bought cards, in the order of buying."""
    reserved: Annotated[tuple[Held, ...], msgspec.Meta(max_length=b.MOST_RESERVED)]
    tally: Annotated[tuple[_Count, ...], msgspec.Meta(min_length=6, max_length=6)]
    """Tokens taken; turns of taking, reserving, buying, passing; the round of the first noble (0 for none)."""
    deed: Deed
    """What the seat did in its last turn."""

    @property
    def paid(self) -> int:
        """Number of tokens the seat paid for its cards: each card's cost, less the bonuses it had by then."""
        own = [CARD_OF[card].bonus for card in self.bought]
        paid, bonuses = 0, [have - own.count(colour) for colour, have in enumerate(self.bonuses)]
        for card in self.bought:
            paid += sum(max(0, cost - bonus) for cost, bonus in zip(CARD_OF[card].cost, bonuses, strict=True))
            bonuses[CARD_OF[card].bonus] += 1
        return paid

    def needs(self, card: int) -> list[int]:
        """Return how many tokens of each colour a card costs the seat after bonuses."""
        return [max(0, cost - bonus) for cost, bonus in zip(CARD_OF[card].cost, self.bonuses, strict=True)]

    def lacks(self, card: int) -> list[int]:
        """Return how many tokens of each colour the seat lacks for a card, not counting gold."""
        return [max(0, need - have) for need, have in zip(self.needs(card), self.tokens, strict=False)]

    def missing(self, card: int) -> int:
        """Return how many tokens the seat lacks for a card, gold counted."""
        return max(0, sum(self.lacks(card)) - self.tokens[GOLD])


class View(msgspec.Struct, frozen=True):
    """What a viewer knows: everything except blind cards that other seats reserved."""

    phase: Phase
    mover: _SeatOrNone
    first: _SeatOrNone
    turns: _Count
    """Number of turns ended; a round has one turn per seat."""
    target: Annotated[int, msgspec.Meta(ge=5, le=30)]
    last_round: bool
    bank: Annotated[tuple[_Tokens, ...], _EachGem]
    market: Annotated[tuple[_CardOrNone, ...], _EachPlace]
    """Card ids of four places of level 1, then of level 2 and 3; 0 for an empty place."""
    laid: Annotated[tuple[_Count, ...], _EachPlace]
    """For each market place the number of turns ended when its card came."""
    left: tuple[_Count, _Count, _Count]
    """Number of undealt cards of each level."""
    nobles: Annotated[tuple[tuple[_Noble, _SeatOrNone], ...], msgspec.Meta(max_length=NOBLES)]
    """Every noble of the match with the seat it visited, -1 while it waits."""
    seats: Annotated[tuple[SeatView, ...], msgspec.Meta(max_length=4)]
    taken: Annotated[tuple[_Tokens, ...], _EachGem]
    """Tokens of each colour that the mover took this turn."""

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return self.turns // max(1, len(self.seats)) + 1

    @property
    def surplus(self) -> int:
        """Number of tokens that the mover must return."""
        return max(0, sum(self.seats[self.mover].tokens) - b.MOST_TOKENS) if self.mover >= 0 else 0
