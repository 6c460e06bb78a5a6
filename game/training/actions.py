"""The actions of a game, numbered, so that a learner can name one.

If the type of a game allows few enough, each action has a fixed number. Otherwise its number is its place among the
actions that may be played now.

>>> from game.cabinets.nullgame.rules import Take
>>> table = ActionTable.of(Take)
>>> len(table), table[0]
(50, Take(stones=0))
>>> table.index(Take(3))
3
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from msgspec import NODEFAULT, inspect

from game.training.layout import UnboundedError, values_of

MOST = 100_000
"""More actions than these are not numbered one by one."""
OFFERED = 4096
"""The most actions at one moment that get a number in a game of more than `MOST`; further ones cannot be played."""


class FreeTextError(UnboundedError):
    """An action is a text that people write, so there is nothing to number."""


@dataclass(frozen=True)
class ActionTable:
    """All actions of a type in its order, each under its number from 0."""

    actions: tuple[Any, ...]
    numbers: Mapping[Any, int]

    @classmethod
    def of(cls, declared: Any) -> ActionTable:
        """Return every value of a type of actions. A free text keeps its default.

        Raises UnboundedError for a number without a range and for more than `MOST` actions, FreeTextError for a text
        without a default.
        """
        actions = []
        for action in _values(inspect.type_info(declared), "action"):
            actions.append(action)
            if len(actions) > MOST:
                raise UnboundedError(f"there are more than {MOST} actions; declare narrower ranges")
        return cls(tuple(actions), {action: number for number, action in enumerate(actions)})

    def offered(self, legal: Sequence[Any] | None) -> Sequence[int]:
        """Return the numbers of what may be played, ascending; all numbers if the game cannot list it."""
        return range(len(self)) if legal is None else sorted(map(self.index, legal))

    def action(self, number: int, legal: Sequence[Any] | None) -> Any:
        """Return the action to play for a number."""
        return self[number]

    def __len__(self) -> int:
        return len(self.actions)

    def __getitem__(self, number: int) -> Any:
        return self.actions[number]

    def index(self, action: Any) -> int:
        """Return the number of an action. Raises KeyError for one that the type does not allow."""
        return self.numbers[action]


class OfferedActions:
    """Each action under its place among those that may be played now, from 0."""

    def offered(self, legal: Sequence[Any] | None) -> Sequence[int]:
        """Return the numbers in use. Raises UnboundedError if the game cannot list what may be played."""
        if legal is None:
            raise UnboundedError("this game can neither number its actions nor list those that may be played")
        return range(min(len(legal), OFFERED))

    def action(self, number: int, legal: Sequence[Any] | None) -> Any:
        """Return the action to play for a number; None, which no game accepts, for a number that no action has."""
        return legal[number] if legal is not None and 0 <= number < len(legal) else None

    def __len__(self) -> int:
        return OFFERED


def numbered(declared: Any) -> ActionTable | OfferedActions:
    """Return the actions of a type under fixed numbers; under their places if it has too many, or no ranges.

    Raises FreeTextError.
    """
    try:
        return ActionTable.of(declared)
    except FreeTextError:
        raise
    except UnboundedError:
        return OfferedActions()


def _values(kind: inspect.Type, path: str) -> Iterator[Any]:
    match kind:
        case inspect.Metadata(type=bare):
            yield from _values(bare, path)
        case inspect.IntType(ge=int(low), le=int(high)) if high - low <= MOST:
            yield from range(low, high + 1)
        case inspect.BoolType():
            yield from (False, True)
        case inspect.EnumType() | inspect.LiteralType():
            yield from values_of(kind)
        case inspect.NoneType():
            yield None
        case inspect.UnionType(types=types):
            for one in types:
                yield from _values(one, path)
        case inspect.TupleType(item_types=types):
            yield from product(*(tuple(_values(item, f"{path}[{place}]")) for place, item in enumerate(types)))
        case inspect.StructType(cls=cls, fields=fields):
            chosen = [field for field in fields if not _is_text(field)]
            names = [field.name for field in chosen]
            for values in product(*(tuple(_values(field.type, f"{path}.{field.name}")) for field in chosen)):
                yield cls(**dict(zip(names, values, strict=True)))
        case inspect.StrType():
            raise FreeTextError(f"{path} is a text: a game in which people write has no numbered actions")
        case _:
            raise UnboundedError(f"{path}: declare a range (ge=, le=) of at most {MOST}")


def _is_text(field: inspect.Field) -> bool:
    """Return whether a field is a free text that may be left at its default."""
    declared = field.type.type if isinstance(field.type, inspect.Metadata) else field.type
    kinds = declared.types if isinstance(declared, inspect.UnionType) else (declared,)
    return field.default is not NODEFAULT and any(isinstance(kind, inspect.StrType) for kind in kinds)
