"""A cabinet: one game with its rules, bots and everything else that the arcade needs to know of it."""

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
from game.core.short import Short

if TYPE_CHECKING:
    from game.core.contest.film import Filming, Films
    from game.core.contest.trial import Trial, Tried
    from game.core.tournament.figures import Figures
    from game.core.work.run import AnyTournament, Order


class Kind(StrEnum):
    """What a stall offers; each kind is a quarter of the bazaar."""

    BOARD = "board"
    """Boards, cards and tiles."""
    PARTY = "party"
    """Party games: many people, quick rounds, much laughter."""
    CONTEST = "contest"
    """Games in which programs that people wrote compete."""
    WORKSHOP = "workshop"
    """Games in which something is built rather than won."""


@dataclass(frozen=True, eq=False)
class Cabinet:
    """One game as the arcade knows it, equal to itself alone. `bots` are its built-in bots by name, weakest first."""

    rules: AnyRules
    bots: Mapping[str, type[Bot[Any, Any]]]
    mix: tuple[str, ...] = ()
    """Names of the bots that take seats nobody was named for, in turn; empty for the strongest bot in all of them."""
    usual: str = ""
    """Name of the bot that a first match is played against; empty for the second weakest."""
    crew: Callable[[], AnyCrew] | None = None
    """Makes the crew that decides for all light bots of a match at once; None where each decides by its own view."""
    analyst: type[AnyAnalyst] | None = None
    """Class that judges the positions of a recorded match; None where the game has no analyst."""
    engine_analyst: type[EngineAnalyst[Any, Any]] | None = None
    """Class that lets somebody else's program, given its command line, judge positions;
    None where the game supports none."""
    own: str = "game.core.bots:Bot"
    """The base class of people's own bots as `module:Class`, named in the message to somebody whose class is no bot."""
    limits: Limits = field(default_factory=Limits)
    """Limits for people's own bots in a match. Built-in bots have the default limits."""
    tournament: Callable[[Cabinet, Order], AnyTournament] | None = None
    """Makes the tournament that the game brings itself; None for the usual one, in which bots rotate seats."""
    trial: Callable[[Cabinet, Trial], Tried] | None = None
    """Plays the trial matches of a contest's entry; None for the usual ones, in which it is a bot of a match."""
    film: Callable[[Cabinet, Filming], Films] | None = None
    """Films single games of the game's own evaluation for a report; None where there are no such pictures."""
    figures: Callable[[], Figures] | None = None
    """Makes what computes the game's own figures of the usual tournament; None where wins and points are enough."""
    hints_last: bool = False
    """Whether a hint is still good when the match has moved on before it was ready, as where time passes meanwhile."""
    honours: tuple[Honour, ...] = ()
    """Titles of honour that people may win in an evening on the LAN."""
    spoken: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By language, values of options that differ from the defaults for people who read that language."""
    kind: Kind = Kind.BOARD
    ladder: Ladder = Ladder.MIXED
    """How the bots follow one another in strength, and so whether a level can adapt to the person who plays."""
    commands: Mapping[str, str] = field(default_factory=dict)
    """The game's own commands: name to module below `game.cabinets`.

    A module has `add_parser` and `run` like those in `game.commands`. The command of a name that begins with the game's
    id and a hyphen is found without loading every cabinet.
    """
    reads: Mapping[str, str] = field(default_factory=dict)
    """Files of other programs that hold matches of the game: their ending in small letters to the `ForeignReader` as
    `module:function` below `game.cabinets`. Several games may read the same ending."""
    shorts: tuple[Short, ...] = ()
    """Short forms for an evening of many games; a game without any is never drawn for one."""
    sprint: Short | None = None
    """Short form of one match in which those who share the first place of an evening play for it; None for none."""
    checks: Mapping[str, str] = field(default_factory=dict)
    """The game's own parts of the self-test: name to `module:function` below `game.cabinets`.
    Their texts are `<game>.check.<name>`."""

    @property
    def info(self) -> GameInfo:
        """Declaration of the game: seats, options, types of actions and views."""
        return self.rules.info

    @property
    def id(self) -> str:
        """Id of the game in file names, on the command line and on the wire."""
        return self.rules.info.id

    def options_in(self, language: str) -> dict[str, Any]:
        """Return the initial values of all options, by name, for people who read `language`."""
        return {option.name: option.default for option in describe(self.info.options)} | dict(
            self.spoken.get(language, {})
        )

    @property
    def table_bots(self) -> tuple[str, ...]:
        """Names of the bots that are fast enough for a table, weakest first. Without the compiler some are missing."""
        return tuple(name for name, bot in self.bots.items() if not bot.compiled or compiler_installed())

    @property
    def easy(self) -> str:
        """Name of a weak but sensible bot that answers quickly; "" where there is none."""
        return self.usual or next(iter(self.table_bots[1::-1]), "")

    @property
    def levels(self) -> tuple[Level, ...]:
        """Every level that a seat at a table may play at, weakest first; empty where bots are kinds and not levels."""
        return ladder_of(self.table_bots, self.ladder)

    @property
    def gentle(self) -> tuple[str, ...]:
        """Names of the bots that a first match is played against: the game's mix, else one easy bot."""
        return self.mix or ((self.easy,) if self.easy else ())

    def filled(self, seats: Sequence[str], count: int, fillers: Sequence[str] = ()) -> tuple[str, ...]:
        """Return `seats` filled up to `count` with `fillers` in turn, else with the game's mix, else with its strongest
        bot that needs no compiler: the same bots on every machine.

        >>> from game.cabinets.listed import CABINETS
        >>> CABINETS["nullgame"].filled(["human"], 3, ["random", "expert"])
        ('human', 'random', 'expert')
        """
        names = tuple(fillers) or self.mix or tuple(name for name, bot in self.bots.items() if not bot.compiled)[-1:]
        missing = count - len(seats)
        return (*seats, *islice(cycle(names), max(0, missing)))
