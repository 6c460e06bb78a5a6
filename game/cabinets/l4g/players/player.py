"""The base class of people's own players: one file, one class, five calls. Guide: docs/writing-a-player.md.

What is known is set before every call and cannot be changed. An exception in a call, or an answer of the wrong type, is
punished as the rules say.
"""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Iterator
from itertools import repeat
from operator import index
from typing import Any, ClassVar

import msgspec

from game.cabinets.l4g.rules import packed_view as s
from game.cabinets.l4g.rules import room as r
from game.cabinets.l4g.rules.rules import WAYS, Action, Go, Place, Wait, Way
from game.cabinets.l4g.rules.views import (
    ACTION_KINDS,
    EVENT_KINDS,
    STATES,
    Deed,
    Phase,
    PlayerState,
    PlayerView,
    Scores,
    Sight,
    View,
)
from game.core.bots import Bot, Request
from game.core.limits import Limits

__all__ = ["Cell", "Deed", "Direction", "Myself", "Player", "PlayerView", "Scores", "Sight", "State"]

Direction = Way
State = PlayerState

LIMITS = Limits(decision=2.0, first=2.0, restarts=9)
"""Limits of a player in a game: a call that hangs is punished; after ten calls that cost its process it is out."""
ACCEPTS = 8
"""The number added to the code of a way when direct infection is accepted."""
_WAY_CODES = {way: code for code, way in enumerate(WAYS)}
_SIGHTS = tuple(Sight)
_STEPS = {Way.UP: (-1, 0), Way.LEFT: (0, -1), Way.RIGHT: (0, 1), Way.DOWN: (1, 0), Way.STAY: (0, 0)}


class PlayerExitError(Exception):
    """A player's call tried to end its program, as `sys.exit` does; it is punished like any exception."""


class Cell(msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """What is known of one square. A cell keeps its values when the next call comes."""

    _sheet: bytes
    _square: int

    @property
    def survivors(self) -> int:
        """Number of survivors known to be on the square."""
        return self._sheet[s.SURVIVORS + self._square]

    @property
    def corpses(self) -> int:
        """Number of corpses known to be on the square."""
        return self._sheet[s.CORPSES + self._square]

    @property
    def infected(self) -> int:
        """Number of infected known to be on the square."""
        return self._sheet[s.INFECTED + self._square]

    def count(self, state: PlayerState) -> int:
        """Return how many players of a state are known to be on the square."""
        if state is PlayerState.SOUL:
            return 0
        return self._sheet[s.SURVIVORS + STATES.index(state) * s.MOST_AREA + self._square]

    @property
    def sight(self) -> Sight:
        """How much is known of the square: nothing, the players, or everything."""
        return _SIGHTS[self._sheet[s.SIGHT + self._square]]

    @property
    def position(self) -> tuple[int, int]:
        """The row and column of the square."""
        return divmod(self._square, self._sheet[s.COLUMNS])

    @property
    def players(self) -> tuple[PlayerView, ...]:
        """The players known to be on the square, oneself included."""
        sheet, place = self._sheet, self.position
        health = s.HEAD.unpack_from(sheet)[2]
        return tuple(
            PlayerView(number, STATES[sheet[s.STATE + number]], place, health if number == sheet[s.NUMBER] else None)
            for number in self._found(s.PLACE)
        )

    @property
    def actions(self) -> tuple[Deed, ...]:
        """The actions seen on the square in the last turn."""
        sheet, place = self._sheet, self.position
        return tuple(
            Deed(ACTION_KINDS[sheet[s.ACTION + number]], number, place)
            for number in self._found(s.SPOT)
            if sheet[s.ACTION + number]
        )

    @property
    def events(self) -> tuple[Deed, ...]:
        """The events seen on the square in the last turn."""
        sheet, place, found = self._sheet, self.position, []
        for number in self._found(s.SPOT):
            bits = sheet[s.EVENTS + 2 * number] | sheet[s.EVENTS + 2 * number + 1] << 8
            found += [Deed(kind, number, place) for bit, kind in enumerate(EVENT_KINDS) if bits >> bit & 1]
        return tuple(found)

    def _found(self, row: int) -> Iterator[int]:
        """Yield the players whose entry in a row of the sheet is this square."""
        at = self._sheet.find(self._square, row, row + r.MOST_PLAYERS)
        while at >= 0:
            yield at - row
            at = self._sheet.find(self._square, at + 1, row + r.MOST_PLAYERS)


class Myself(msgspec.Struct, frozen=True, gc=False):
    """What a player knows of itself."""

    state: PlayerState
    hp: int
    position: tuple[int, int] | None
    """Row and column; None in the sky."""
    cooldown: int
    """Turns until the player rises as a corpse, or may choose a square as a soul."""


class Player(Bot[View, Action]):
    """A player of L4G. Write the five calls; the properties tell what is known."""

    survives_errors = True
    name: ClassVar[str] = ""
    __cells: tuple[tuple[Cell, ...], ...] | None
    accept_direct_infection: bool = False
    """Whether to accept direct infection; read on choosing turns, after `survivor_move`."""

    @property
    def number(self) -> int:
        """The player's own number, from 0."""
        return self.__sheet[s.NUMBER]

    @property
    def game_number(self) -> int:
        """The number of the game."""
        return self.__head[0]  # type: ignore[no-any-return]

    @property
    def turn(self) -> int:
        """The turn, from 0."""
        return self.__head[1]  # type: ignore[no-any-return]

    @property
    def choosing(self) -> bool:
        """Whether direct infection is offered in this turn."""
        return self.__sheet[s.CHOOSING] == 1

    @property
    def me(self) -> Myself:
        """What the player knows of itself."""
        return self.__me

    @property
    def score(self) -> Scores:
        """The player's six scores so far."""
        return Scores(*self.__head[3 : 3 + r.PARTS])

    @property
    def cells(self) -> tuple[tuple[Cell, ...], ...]:
        """What the player knows of each square: `cells[row][column]`, (0, 0) at the top left."""
        cells = self.__cells
        if cells is None:
            rows, columns = self.__sheet[s.ROWS], self.__sheet[s.COLUMNS]
            flat = tuple(map(Cell, repeat(self.__sheet), range(rows * columns)))
            cells = self.__cells = tuple(flat[at : at + columns] for at in range(0, len(flat), columns))
        return cells

    @abstractmethod
    def survivor_move(self) -> Way:
        """Return where to go as a survivor: one square, never `STAY`."""

    @abstractmethod
    def corpse_stay(self) -> None:
        """Called each turn as a corpse, which can only lie still."""

    @abstractmethod
    def infected_move(self) -> Way:
        """Return where to go as an infected; `STAY` is a prayer."""

    @abstractmethod
    def soul_stay(self) -> None:
        """Called each turn as a soul. The first call of a game, in turn 0: prepare here."""

    @abstractmethod
    def soul_spawn(self) -> tuple[int, int] | None:
        """Return the row and column to come down on; None puts it off by a turn."""

    def decide(self, request: Request) -> Action:
        """Answer a request with the call that fits. An exception in the call is raised on."""
        view: View = request.view
        code = self.decide_by(s.sheet_of(view))
        if view.phase is Phase.PLACE:
            return Place(None if code == s.NOWHERE else divmod(code, view.columns))
        if view.me.state in (PlayerState.CORPSE, PlayerState.SOUL):
            return Wait()
        return Go(WAYS[code % ACCEPTS], accept=code >= ACCEPTS)

    def decide_by(self, sheet: bytes) -> int:
        """Answer the call of a sheet with a code: a way (room.UP …), plus ACCEPTS if it accepts, or a square.

        Squares are counted row by row; NOWHERE puts placing off. A player that may only wait answers STAY. Exceptions
        are raised on, one that would end the program as PlayerExitError.
        """
        self.__sheet = sheet
        self.__head = head = s.HEAD.unpack_from(sheet)
        self.__cells = None
        call, square = sheet[s.CALL], sheet[s.SQUARE]
        place = None if square == s.NOWHERE else divmod(square, sheet[s.COLUMNS])
        self.__me = Myself(STATES[min(call, r.SOUL)], head[2], place, sheet[s.COOLDOWN])
        try:
            return self.__code(call)
        except Exception:
            raise
        except BaseException as error:
            told = PlayerExitError(f"{s.CALLS[call]} ended with {type(error).__name__}")
            raise told.with_traceback(error.__traceback__) from error

    def __code(self, call: int) -> int:
        if call == r.SURVIVOR:
            code = self.__way(self.survivor_move(), call)
            return code + ACCEPTS if self.choosing and self.accept_direct_infection else code
        if call == r.INFECTED:
            return self.__way(self.infected_move(), call)
        if call == s.SPAWN:
            return self.__square(self.soul_spawn())
        if call == r.CORPSE:
            self.corpse_stay()
        else:
            self.soul_stay()
        return r.STAY

    def __way(self, way: Any, call: int) -> int:
        """Return the code of a way.

        Raises TypeError for any other answer; a way that breaks a rule is noted in the log.
        """
        if not isinstance(way, Way):
            raise TypeError(f"{s.CALLS[call]} answered {way!r}; it must answer a Direction")
        (down, right), sheet = _STEPS[way], self.__sheet
        row, column = divmod(sheet[s.SQUARE], sheet[s.COLUMNS])
        if not (0 <= row + down < sheet[s.ROWS] and 0 <= column + right < sheet[s.COLUMNS]):
            print(f"punished: {way.name} from ({row}, {column}) leaves the room", file=sys.stderr)
        elif way is Way.STAY and call == r.SURVIVOR:
            print("punished: a survivor must move", file=sys.stderr)
        return _WAY_CODES[way]

    def __square(self, place: Any) -> int:
        """Return the code of a square, NOWHERE for None. Raises ValueError or TypeError for anything else."""
        if place is None:
            return s.NOWHERE
        sheet = self.__sheet
        row, column = map(index, place)
        if not (0 <= row < sheet[s.ROWS] and 0 <= column < sheet[s.COLUMNS]):
            raise ValueError(f"soul_spawn answered {place!r}, which is no square of the room")
        return row * sheet[s.COLUMNS] + column
