"""The rules of Gem Merchants: which actions are legal, why others are refused, and what each viewer may know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from random import Random
from typing import Any, ClassVar

from msgspec.structs import astuple

from game.cabinets.gems import board as b
from game.cabinets.gems import moves
from game.cabinets.gems.cards import CARD_OF, COLOURS, FIRST_OF, GEMS, GOLD, LEVELS, NOBLE_OF, NOBLES, Cost
from game.cabinets.gems.state import (
    Action,
    Buy,
    Deed,
    Draw,
    Held,
    Options,
    Phase,
    Reserve,
    Return,
    SeatView,
    State,
    Take,
    Tally,
    View,
    Welcome,
)
from game.cabinets.gems.turn import Turn, outcomes_of, returns_of, visitors
from game.core.compiled import array
from game.core.ranking import ranked
from game.core.rules import (
    NATURE,
    OMNISCIENT,
    Ask,
    Event,
    GameInfo,
    Move,
    Result,
    Rules,
    Seat,
    SeatResult,
    Viewer,
)

_ASKED = {"act": (Take, Reserve, Draw, Buy), "return": (Return,), "noble": (Welcome,)}
"""The types of action that each phase accepts."""


class Gems(Rules[State, Options, Action, View]):
    info = GameInfo(
        "gems",
        version=1,
        seats=(2, 3, 4),
        options=Options,
        action=Action,
        view=View,
        curtain=True,
        open_scores=True,
        goal="target",
    )
    state_type: ClassVar[type] = State

    def start(self, seats: int, options: Options) -> State:
        return State(
            options,
            b.new_board(seats, options.target, int(options.start == "workshops")),
            [[] for _ in range(seats)],
            [Tally() for _ in range(seats)],
            [Deed()] * seats,
            [0] * b.PLACES,
        )

    def ask(self, state: State) -> Ask | None:
        if state.phase == "over":
            return None
        if outcomes := outcomes_of(state):
            return Ask((NATURE,), outcomes=outcomes)
        seat = state.cells[b.MOVER]
        return Ask((seat,), open=not any(blind for _, blind in _hand(state.cells, seat)))

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        if state.phase not in _ASKED or seat != state.cells[b.MOVER]:
            return []
        return listed(array(state.cells), state.phase, state.options)

    def check(self, state: State, seat: Seat, action: Action) -> str | None:
        why = self._why_not(state, seat, action)
        return f"gems.refuse.{why}" if why else None

    def _why_not(self, state: State, seat: Seat, action: Action) -> str | None:
        if state.phase not in _ASKED or seat != state.cells[b.MOVER]:
            return "not_your_turn"
        if not isinstance(action, _ASKED[state.phase]):
            return "not_this_phase"
        board, market = array(state.cells), [card for card in state.cells[b.MARKET : b.MARKET + b.PLACES] if card]
        match action:
            case Take(gems):
                return _why_not_take(state, gems)
            case Reserve(card) if card not in market:
                own = card in [held for held, _ in _hand(state.cells, seat)]
                return "yours_already" if own else self._why_not_there(state, card)
            case Draw(level) if level not in range(1, LEVELS + 1) or not state.cells[b.LEFT + level - 1]:
                return "deck_empty"
            case Reserve() | Draw():
                return "hand_full" if b.held(board, seat) == b.MOST_RESERVED else None
            case Buy(card, gold):
                if card not in market and card not in [held for held, _ in _hand(state.cells, seat)]:
                    return self._why_not_there(state, card)
                if not b.may_buy(board, seat, card):
                    return "cannot_pay"
                return None if gold in payments(board, seat, card) else "wrong_payment"
            case Return(tokens):
                return _why_not_return(state, tokens)
            case Welcome(noble):
                return None if noble in visitors(board, seat) else "not_visiting"
        return "not_this_phase"

    @staticmethod
    def _why_not_there(state: State, card: int) -> str:
        """Return why a card cannot be bought or reserved, without revealing what others have reserved blind."""
        hands = (_hand(state.cells, seat) for seat in range(state.cells[b.SEATS]))
        return "not_yours" if any((card, False) in hand for hand in hands) else "not_there"

    def fallback(self, state: State, seat: Seat) -> Action:
        legal = self.legal(state, seat)
        if state.phase != "return":
            return legal[0]
        at = b.at_seat(seat)
        own = state.cells[at : at + GEMS]
        returns = [action for action in legal if isinstance(action, Return)]
        return min(returns, key=lambda back: max(have - gone for have, gone in zip(own, back.tokens, strict=True)))

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        (move,) = moves
        turn = Turn(state)
        if move.seat == NATURE:
            turn.chance(move.action)
        else:
            turn.act(move.action)
        return turn.close()

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(state.cells[b.at_seat(seat) + b.SCORE] for seat in range(state.cells[b.SEATS]))

    def turns(self, state: State) -> int:
        return state.cells[b.TURNS] + int(state.phase not in ("first", "nobles", "cards", "over"))

    def result(self, state: State) -> Result:
        scores = self.scores(state)
        ranks = ranked([(score, -len(bought)) for score, bought in zip(scores, state.bought, strict=True)])
        details = (self._details(state, seat) for seat in range(len(scores)))
        return Result(tuple(map(SeatResult, ranks, scores, details)), f"gems.end.{state.end}")

    def _details(self, state: State, seat: Seat) -> dict[str, Any]:
        bought, tally = [CARD_OF[card] for card in state.bought[seat]], state.tallies[seat]
        levels = {
            f"level{level}": sum(card.points for card in bought if card.level == level)
            for level in range(1, LEVELS + 1)
        }
        nobles = sum(3 for noble in range(1, NOBLES + 1) if state.cells[b.NOBLE + noble] == 2 + seat)
        return {
            "cards": len(bought),
            **levels,
            "nobles": nobles,
            "tokens": tally.tokens,
            "takes": tally.takes,
            "reserves": tally.reserves,
            "buys": tally.buys,
            "first_noble": tally.first_noble or False,  # a result leaves out False
        }

    def brief(self, state: State, viewer: Viewer) -> Any:
        cards = [{"id": number, **card._asdict()} for number, card in CARD_OF.items()]
        return {"cards": cards, "nobles": [{"id": number, "cards": wants} for number, wants in NOBLE_OF.items()]}

    def view(self, state: State, viewer: Viewer) -> View:
        cells, seats = state.cells, state.cells[b.SEATS]
        nobles = ((noble, cells[b.NOBLE + noble] - 2) for noble in range(1, NOBLES + 1) if cells[b.NOBLE + noble])
        left = cells[b.LEFT : b.DECK]
        return View(
            state.phase,
            -1 if state.phase in ("first", "over") else cells[b.MOVER],
            state.first,
            cells[b.TURNS],
            cells[b.TARGET],
            bool(cells[b.LAST]),
            tuple(cells[b.BANK : b.BANK + GEMS]),
            tuple(cells[b.MARKET : b.MARKET + b.PLACES]),
            tuple(state.laid),
            (left[0], left[1], left[2]),
            tuple(nobles),
            tuple(_seat_view(state, seat, viewer in (seat, OMNISCIENT)) for seat in range(seats)),
            tuple(cells[b.TAKEN : b.TAKEN + GEMS]),
        )

    def sketch(self, view: View) -> str:
        def tokens(counts: Sequence[int]) -> str:
            return " ".join(f"{letter}{count}" for letter, count in zip("WUGRKJ", counts, strict=False))

        lines = [f"bank   {tokens(view.bank)}"]
        for level in range(LEVELS, 0, -1):
            row = view.market[(level - 1) * b.ROW : level * b.ROW]
            lines.append(f"level {level} " + " ".join(f"{card:>2}" for card in row) + f"  +{view.left[level - 1]}")
        for seat, own in enumerate(view.seats):
            hand = " ".join(str(held.card or "?") for held in own.reserved)
            mark = "*" if seat == view.mover else " "
            has = f"{tokens(own.tokens)} | {tokens(own.bonuses)} | {hand}"
            lines.append(f"{mark}seat {seat + 1} {own.points:>2}  {has}")
        return "\n".join(lines)

    def redeal(self, state: State, viewer: Viewer, random: Random) -> State:
        other: State = self.load(self.dump(state))
        if viewer == OMNISCIENT:
            return other
        cells = other.cells
        for level in range(1, LEVELS + 1):
            deck, left = b.DECK + FIRST_OF[level - 1] - 1, cells[b.LEFT + level - 1]
            slots = [at for at in _blind_slots(cells, viewer) if CARD_OF[cells[at]].level == level]
            unseen = sorted([*cells[deck : deck + left], *(cells[at] for at in slots)])
            random.shuffle(unseen)
            for at in slots:
                cells[at] = unseen.pop()
            cells[deck : deck + left] = sorted(unseen)
        return other


def _blind_slots(cells: Sequence[int], viewer: Viewer) -> Iterator[int]:
    """Yield the offsets of blind cards that a viewer may not know."""
    for seat in range(cells[b.SEATS]):
        at = b.at_seat(seat)
        for slot in range(b.MOST_RESERVED):
            if seat != viewer and cells[at + b.BLIND + slot]:
                yield at + b.RESERVED + slot


def _seat_view(state: State, seat: Seat, knows: bool) -> SeatView:
    at, cells = b.at_seat(seat), state.cells
    hand = _hand(cells, seat)
    return SeatView(
        tuple(cells[at : at + GEMS]),
        tuple(cells[at + b.BONUSES : at + b.BONUSES + COLOURS]),
        cells[at + b.SCORE],
        tuple(state.bought[seat]),
        tuple(Held(card if knows or not blind else 0, CARD_OF[card].level, blind) for card, blind in hand),
        astuple(state.tallies[seat]),
        state.deeds[seat],
    )


def listed(board: b.Board, phase: Phase, options: Options) -> list[Action]:
    """Return the mover's legal actions, in the order of `legal`."""
    seat = int(board[b.MOVER])
    match phase:
        case "return":
            return [Return(tokens) for tokens in returns_of(board, seat, taken=options.returns == "taken")]
        case "noble":
            return [Welcome(noble) for noble in visitors(board, seat)]
    numbers = sorted(moves.numbers(board, free=options.fewer == "free"))
    takes = sorted(
        (moves.SETS[number] for number in numbers if number < moves.RESERVE), key=lambda gems: (-len(gems), gems)
    )
    actions: list[Action] = [Take(gems) for gems in takes]
    actions += [Reserve(number - moves.RESERVE) for number in numbers if moves.RESERVE < number < moves.DRAW]
    actions += [Draw(number - moves.DRAW) for number in numbers if moves.DRAW < number < moves.BUY]
    for card in (number - moves.BUY for number in numbers if moves.BUY < number < moves.PASS):
        actions += [Buy(card, gold) for gold in payments(board, seat, card)]
    return actions


def _hand(board: b.Board, seat: Seat) -> list[tuple[int, bool]]:
    """Return the cards that a seat has reserved, and whether each is blind."""
    at = b.at_seat(seat)
    cards, blind = (board[first : first + b.MOST_RESERVED] for first in (at + b.RESERVED, at + b.BLIND))
    return [(int(card), bool(hidden)) for card, hidden in zip(cards, blind, strict=True) if card]


def _why_not_take(state: State, gems: Sequence[int]) -> str | None:
    cells = state.cells
    if any(colour not in range(COLOURS) or not cells[b.BANK + colour] for colour in gems):
        return "none_left"
    if len(gems) == 2 and gems[0] == gems[1]:
        return None if cells[b.BANK + gems[0]] >= 4 else "needs_four"
    if any(first >= second for first, second in pairwise(gems)):
        return "not_different"
    may = moves.numbers(array(cells), free=state.options.fewer == "free")
    return None if moves.TAKES.get(tuple(gems)) in may else "too_few"


def payments(board: b.Board, seat: Seat, card: int) -> Iterator[Cost]:
    """Yield every way to pay for a card, as the gold paid in place of each colour, ascending."""
    own = b.at_seat(seat)
    wants = [b.need(board, seat, card, colour) for colour in range(COLOURS)]
    most = int(board[own + GOLD])
    white, blue, green, red, black = (
        range(max(0, want - int(board[own + colour])), min(want, most) + 1) for colour, want in enumerate(wants)
    )
    for gold in product(white, blue, green, red, black):
        if sum(gold) <= most:
            yield gold


def _why_not_return(state: State, tokens: Sequence[int]) -> str | None:
    board, seat = array(state.cells), state.cells[b.MOVER]
    at = b.at_seat(seat)
    if sum(tokens) != b.surplus(board, seat) or any(back > state.cells[at + c] for c, back in enumerate(tokens)):
        return "wrong_surplus"
    taken = state.options.returns == "taken"
    return None if tokens in list(returns_of(board, seat, taken=taken)) else "none_of_taken"
