"""A cabinet: one game with its computer players, as the arcade knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any

from game.core.analyst import AnyAnalyst, EngineAnalyst
from game.core.bots import Bot
from game.core.compiler import compiler_installed
from game.core.crew import AnyCrew
from game.core.honours import Honour
from game.core.levels import Ladder, Level, ladder_of
from game.core.limits import Limits
from game.core.options import describe
from game.core.rules import AnyRules, GameInfo

if TYPE_CHECKING:
    from game.core.tournament.figures import Figures
    from game.core.work.run import AnyTournament, Order


class Kind(StrEnum):
    """What a stall offers; each kind is a quarter of the bazaar."""

    BOARD = "board"
    """Boards, cards and tiles."""
    PARTY = "party"
    """Laughing together: many people, quick rounds."""
    CONTEST = "contest"
    """Players that people wrote compete."""
    WORKSHOP = "workshop"
    """Something is built rather than won."""


@dataclass(frozen=True)
class Cabinet:
    """The rules of a game and its built-in bots, weakest first."""

    rules: AnyRules
    bots: Mapping[str, type[Bot[Any, Any]]]
    mix: tuple[str, ...] = ()
    """The bots that take the seats nobody was named for, one after the other; empty is the strongest for all."""
    usual: str = ""
    """The bot that a first match is played against; empty is the second weakest."""
    crew: Callable[[], AnyCrew] | None = None
    """Makes the crew that decides for all light bots of a match at once; None where each decides by its view."""
    analyst: type[AnyAnalyst] | None = None
    """Judges the positions of a recorded match; None where nobody can."""
    engine_analyst: type[EngineAnalyst[Any, Any]] | None = None
    """Judges them by somebody else's program, given its command line; None where the game supports none."""
    own: str = "game.core.bots:Bot"
    """`module:Class` that a class of somebody's own is told to inherit from."""
    limits: Limits = field(default_factory=Limits)
    """What people's own players may take in a match; built-in ones are measured by what is usual."""
    tournament: Callable[[Cabinet, Order], AnyTournament] | None = None
    """Makes the tournament that the game brings itself; None where it has matches between bots whose seats go round."""
    figures: Callable[[], Figures] | None = None
    """Makes what reads the game's own figures of such matches; None where wins and points say all."""
    honours: tuple[Honour, ...] = ()
    """What an evening on the LAN names people for."""
    spoken: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By language, options that begin otherwise than their defaults where that language is read."""
    kind: Kind = Kind.BOARD
    ladder: Ladder = Ladder.MIXED
    """How its bots follow one another, and so whether a level of theirs can adapt to who plays."""
    commands: Mapping[str, str] = field(default_factory=dict)
    """The modules below `game.cabinets` of its own commands, by name.

    A module has `add_parser` and `run` like those in `game.commands`; a name begins with the game's id and a hyphen
    (others are found later).
    """
    checks: Mapping[str, str] = field(default_factory=dict)
    """Parts of the self-test of its own, `<game>.check.<name>` in texts: `module:function`, also below there."""

    @property
    def info(self) -> GameInfo:
        """What the game declares about itself."""
        return self.rules.info

    @property
    def id(self) -> str:
        """The game's name in files, on the command line and on the wire."""
        return self.rules.info.id

    def options_in(self, language: str) -> dict[str, Any]:
        """What the options begin as for people who read a language."""
        return {option.name: option.default for option in describe(self.info.options)} | dict(
            self.spoken.get(language, {})
        )

    @property
    def table_bots(self) -> tuple[str, ...]:
        """The bots that can be offered where people wait for them, weakest first: not all without the compiler."""
        return tuple(name for name, bot in self.bots.items() if not bot.compiled or compiler_installed())

    @property
    def easy(self) -> str:
        """A weak bot that looks at what it does, and takes no time over it. "" where there is none."""
        return self.usual or next(iter(self.table_bots[1::-1]), "")

    @property
    def levels(self) -> tuple[Level, ...]:
        """Every level that may come into force at a table, the gentlest first; empty where the bots are kinds."""
        return ladder_of(self.table_bots, self.ladder)

    @property
    def gentle(self) -> tuple[str, ...]:
        """Whom a first match is played against: the mix of the game, else an easy bot."""
        return self.mix or ((self.easy,) if self.easy else ())

    def filled(self, seats: Sequence[str], count: int, fillers: Sequence[str] = ()) -> tuple[str, ...]:
        """`seats`, and after them `fillers` (else the mix of the game) in turn until there are `count`.

        >>> from game.cabinets.listed import CABINETS
        >>> CABINETS["nullgame"].filled(["human"], 3, ["random", "expert"])
        ('human', 'random', 'expert')
        """
        names = tuple(fillers) or self.mix or self.table_bots[-1:]
        missing = count - len(seats)
        return (*seats, *islice(cycle(names), max(0, missing)))
