"""The course of a turn: refilling the market, returning tokens, nobles, the target, forced passes, the end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from game.cabinets.gems import board as b
from game.cabinets.gems import moves
from game.cabinets.gems.cards import CARD_OF, COLOURS, GEMS, GOLD, NOBLES, Tokens
from game.cabinets.gems.state import Action, Buy, Deed, Draw, Reserve, Return, State, Take, Welcome
from game.core.compiled import array, plain
from game.core.rules import SPECTATOR, Event, Seat

SOURCES = ("market", "reserved", "blind")
"""Names of where a bought card came from, by the number that `board.lift` returns."""


def returns_of(board: b.Board, seat: Seat, *, taken: bool) -> Iterator[Tokens]:
    """Yield every way to return a seat's surplus, ascending; with `taken` only those with a colour taken this turn."""
    own = b.at_seat(seat)
    count = b.surplus(board, seat)
    white, blue, green, red, black, gold = (range(min(int(board[own + colour]), count) + 1) for colour in range(GEMS))
    for tokens in product(white, blue, green, red, black, gold):
        if sum(tokens) != count:
            continue
        if not taken or any(back and board[b.TAKEN + colour] for colour, back in enumerate(tokens)):
            yield tokens


def visitors(board: b.Board, seat: Seat) -> list[int]:
    """Return the nobles that would visit a seat now."""
    return [noble for noble in range(1, NOBLES + 1) if b.visits(board, seat, noble)]


class Turn:
    """One step of a match: it changes a state and collects its events."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._board = array(state.cells)
        self.events: list[Event] = []

    def close(self) -> list[Event]:
        """Write the board back into the state, and return the events."""
        self._state.cells[:] = plain(self._board)
        return self.events

    @property
    def _seat(self) -> Seat:
        return int(self._board[b.MOVER])

    def _tell(self, kind: str, audience: tuple[int, ...] | None = None, /, **data: Any) -> None:
        self.events.append(Event(kind, data, audience))

    def chance(self, number: int) -> None:
        """Apply the outcome that chance drew."""
        state, board = self._state, self._board
        match state.phase:
            case "first":
                state.first = board[b.MOVER] = number
                self._tell("began", seat=number)
                state.phase = "nobles"
                self._set_up()
            case "nobles":
                noble = self.absent(board)[number]
                board[b.NOBLE + noble] = 1
                self._tell("noble_shown", noble=noble)
                self._set_up()
            case "cards":
                board[b.GAP] = plain(board[b.MARKET : b.MARKET + b.PLACES]).index(0)
                self._reveal(number)
                self._set_up()
            case "reveal":
                self._reveal(number)
                self._returns()
            case "draw":
                card = b.draw(board, state.level, number)
                b.keep(board, self._seat, card, 1)
                state.level = 0
                self._tell("peeked", (self._seat,), seat=self._seat, **described(card))
                self._returns()

    @staticmethod
    def absent(board: b.Board) -> list[int]:
        """Return the nobles that are not in the match."""
        return [noble for noble in range(1, NOBLES + 1) if not board[b.NOBLE + noble]]

    def _set_up(self) -> None:
        state, board = self._state, self._board
        if state.options.nobles == "all":
            board[b.NOBLE + 1 : b.NOBLE + NOBLES + 1] = array([1] * NOBLES)
        wanted = {"none": 0, "usual": board[b.SEATS] + 1, "all": NOBLES}[state.options.nobles]
        if NOBLES - len(self.absent(board)) >= wanted:
            state.phase = "cards" if 0 in plain(board[b.MARKET : b.MARKET + b.PLACES]) else "act"

    def _reveal(self, number: int) -> None:
        place = int(self._board[b.GAP])
        card = b.fill_gap(self._board, number)
        self._state.laid[place] = int(self._board[b.TURNS])
        self._tell("revealed", place=place, **described(card))

    def act(self, action: Action) -> None:
        """Carry out the mover's action, which must be legal."""
        state, board, seat = self._state, self._board, self._seat
        tally = state.tallies[seat]
        match action:
            case Take(gems):
                for colour in gems:
                    b.take(board, seat, colour, 1)
                tally.tokens += len(gems)
                tally.takes += 1
                self._did(Deed("take"))
                self._tell("took", seat=seat, gems=list(gems))
            case Reserve(card):
                b.lift(board, seat, card)
                b.keep(board, seat, card, 0)
                self._reserved("reserve", card)
                self._tell("reserved", seat=seat, **described(card), gold=int(board[b.TAKEN + GOLD]))
            case Draw(level):
                state.level = level
                self._reserved("draw", 0)
                self._tell("drew", seat=seat, level=level, gold=int(board[b.TAKEN + GOLD]))
            case Buy():
                self._buy(action)
            case Return(tokens):
                self._give_back(tokens)
                self._noble()
                return
            case Welcome(noble):
                self._welcome(noble)
                self._end_turn()
                return
        board[b.PASSES] = 0
        if state.level:
            state.phase = "draw"
        elif b.gap_level(board):
            state.phase = "reveal"
        else:
            self._returns()

    def _did(self, deed: Deed) -> None:
        self._state.deeds[self._seat] = deed

    def _reserved(self, kind: str, card: int) -> None:
        self._state.tallies[self._seat].tokens += b.take_gold(self._board, self._seat)
        self._state.tallies[self._seat].reserves += 1
        self._did(Deed("reserve", card) if kind == "reserve" else Deed("draw"))

    def _buy(self, buy: Buy) -> None:
        board, seat, card = self._board, self._seat, buy.card
        paid = [b.pay(board, seat, card, colour, buy.gold[colour]) - buy.gold[colour] for colour in range(COLOURS)]
        source = SOURCES[b.lift(board, seat, card)]
        b.own(board, seat, card)
        self._state.bought[seat].append(card)
        self._state.tallies[seat].buys += 1
        self._did(Deed("buy", card))
        paid.append(sum(buy.gold))
        self._tell("bought", seat=seat, **described(card), paid=paid, tokens=sum(paid), source=source)
        if source == "blind":
            others = (SPECTATOR, *(other for other in range(board[b.SEATS]) if other != seat))
            self._tell("unveiled", others, seat=seat, card=card)

    def _returns(self) -> None:
        board, seat = self._board, self._seat
        if b.surplus(board, seat):
            ways = returns_of(board, seat, taken=self._state.options.returns == "taken")
            only, another = next(ways), next(ways, None)
            if another is not None:
                self._state.phase = "return"
                return
            self._give_back(only)
        self._noble()

    def _give_back(self, tokens: tuple[int, ...]) -> None:
        for colour, count in enumerate(tokens):
            b.give_back(self._board, self._seat, colour, count)
        gems = [colour for colour, count in enumerate(tokens) for _ in range(count)]
        self._tell("returned", seat=self._seat, gems=gems)

    def _noble(self) -> None:
        coming = visitors(self._board, self._seat)
        if len(coming) > 1:
            self._state.phase = "noble"
            return
        if coming:
            self._welcome(coming[0])
        self._end_turn()

    def _welcome(self, noble: int) -> None:
        board, seat = self._board, self._seat
        b.welcome(board, seat, noble)
        board[b.PASSES] = 0
        tally = self._state.tallies[seat]
        tally.first_noble = tally.first_noble or int(board[b.TURNS] // board[b.SEATS]) + 1
        self._tell("visited", seat=seat, noble=noble)

    def _end_turn(self) -> None:
        state, board, seat, announced = self._state, self._board, self._seat, self._board[b.LAST]
        state.end = b.ENDS[b.end_turn(board)]
        if board[b.LAST] and not announced:
            self._tell("last_round", seat=seat)
        if state.end:
            state.phase = "over"
            self._tell("over", reason=state.end)
            return
        state.phase = "act"
        if moves.numbers(board, free=False) == [moves.PASS]:
            self._pass()

    def _pass(self) -> None:
        self._state.tallies[self._seat].passes += 1
        self._board[b.PASSES] += 1
        self._did(Deed("pass"))
        self._tell("passed", seat=self._seat)
        self._noble()


def described(card: int) -> dict[str, int]:
    """Return a card in the form in which events tell it."""
    of = CARD_OF[card]
    return {"card": card, "level": of.level, "bonus": of.bonus, "points": of.points}


def outcomes_of(state: State) -> int:
    """Return the number of outcomes that chance draws among now; 0 if chance is not asked."""
    cells = state.cells
    match state.phase:
        case "first":
            return cells[b.SEATS]
        case "nobles":
            return len(Turn.absent(cells))
        case "cards":
            place = cells.index(0, b.MARKET) - b.MARKET
            return cells[b.LEFT + place // b.ROW]
        case "reveal":
            return cells[b.LEFT + cells[b.GAP] // b.ROW]
        case "draw":
            return cells[b.LEFT + state.level - 1]
    return 0
