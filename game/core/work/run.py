"""Plays what is cut into chunks: matches between bots, or an evaluation that a game brings itself.

A tournament is a list of chunks that are independent of each other, and a task that plays one chunk. An executor plays
them in this process, in other processes or on a cluster; the results are combined in the order of the list. So the
figures are the same to the bit, no matter who played which chunk, and when.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from game.core.bot.loading import BotSpec, parse_spec
from game.core.bot.patience import Patience
from game.core.errors import SpokenError
from game.core.sources import sources_of
from game.core.work.failure import MatchFailure
from game.core.work.journal import Journal
from game.core.work.place import Workplace, executor
from game.core.work.workers import Task

ItemT = TypeVar("ItemT")
DoneT = TypeVar("DoneT")

CHUNKS = 100
"""Into about how many chunks a tournament with enough matches is cut, so that each worker gets many."""


class OrderError(SpokenError):
    """The game has no tournament of the kind that was ordered."""


@dataclass(frozen=True)
class Order:
    """A tournament as a person orders it. Each kind of tournament uses the fields that concern it."""

    options: Any
    bots: tuple[str, ...] = ()
    fill: tuple[str, ...] = ()
    """The bots for the seats that `bots` leaves free."""
    seats: int | None = None
    seed: str = "0"
    games: int = 1
    numbers: tuple[int, ...] | None = None
    """The seeds of all matches; None to derive them from `seed`."""
    pairs: bool = False
    """Whether every lineup plays in every seating with one seed:
    `games` is rounded up, and each of `numbers` is played in every seating."""
    logs: Path | None = None
    """The folder of the bots' logs; None for no logs."""
    key: int | None = None
    """The key of all matches; None to draw one if a stranger's program plays."""
    own: Mapping[str, BotSpec] = field(default_factory=dict)
    """The specifications of bots that `bots` gives by names, as a contest does."""
    patience: Patience | None = None
    """What a person's own bot may cost, in games that count it."""
    rooms: bool = False
    """Whether more bots than fit into one room are drawn into several, in games that know how."""
    checked: bool = False
    """Whether every bot is known to start, so that none is started once more to learn it."""

    def spec(self, name: str, builtins: Collection[str]) -> BotSpec:
        """Return the bot that is meant by one of `bots` or `fill`. Raises BotError."""
        return self.own[name] if name in self.own else parse_spec(name, builtins)


@dataclass(frozen=True)
class Table:
    """A table of text with column headings, for people."""

    columns: tuple[str, ...]
    """Text keys of the column headings."""
    rows: tuple[tuple[str, ...], ...]
    texts: int = 1
    """How many columns from the left hold text; the others hold figures."""


class Outcome(Protocol):
    """The results of a tournament; no figure depends on how they were computed."""

    def document(self) -> dict[str, Any]: ...

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of the CSV, headings first."""

    def title(self) -> tuple[str, dict[str, Any]]:
        """Return the title above the tables: a text key and its values; the caller adds `game`, the game's name."""

    def tables(self) -> Sequence[Table]:
        """Return the figures as tables for people."""

    def failed(self) -> Sequence[MatchFailure]:
        """Return the first failure of each bot that had one."""


OutcomeT_co = TypeVar("OutcomeT_co", bound=Outcome, covariant=True)


class Tournament(ABC, Generic[ItemT, DoneT, OutcomeT_co]):
    """A list of items to play, in chunks. An item is one match."""

    done_type: Any
    """The type of a chunk's result, which msgspec must be able to write and read."""

    @abstractmethod
    def check(self) -> None:
        """Raise SpokenError for errors that would otherwise appear only during play.

        What was started for that may stay for the task, which then ends it in `close`.
        """

    @abstractmethod
    def identity(self) -> Any:
        """Return what the figures depend on besides the sources, in values that msgspec can write."""

    def keyed(self, earlier: int | None) -> Tournament[ItemT, DoneT, OutcomeT_co]:
        """Return the same tournament with its key set: if it has none, the key of an `earlier` run, or a new one."""
        return self

    @property
    def key(self) -> int:
        """The key of the matches after `keyed`; 0 for none."""
        return 0

    def workers(self, wanted: int) -> int:
        """Return how many of the `wanted` processes of this machine are worth having, at least 1."""
        return wanted

    @abstractmethod
    def files(self) -> Sequence[str]:
        """Return the paths of the files of people's own bots."""

    @abstractmethod
    def chunks(self) -> Sequence[tuple[ItemT, ...]]:
        """Return the matches in chunks, which follow from the order alone."""

    @abstractmethod
    def task(self) -> Task[tuple[ItemT, ...], DoneT]:
        """Return what plays a chunk."""

    @abstractmethod
    def outcome(self, done: Sequence[DoneT]) -> OutcomeT_co:
        """Combine the results of all chunks, in their order."""


AnyTournament = Tournament[Any, Any, Outcome]


@dataclass(frozen=True)
class Progress:
    """How far a tournament is, in matches. `kept` of the `done` matches were played by an earlier run."""

    done: int
    kept: int
    games: int


Report = Callable[[Progress], None]


def cut(items: Sequence[ItemT], least: int, most: int) -> list[tuple[ItemT, ...]]:
    """Cut the items into chunks of `least` to `most`, about `CHUNKS` chunks where possible.

    The first chunk is one item, and each next one is twice as long up to the full size: if a tournament is stopped in
    its first seconds, what was played is kept.

    >>> cut("abcdefgh", 3, 9)
    [('a',), ('b', 'c'), ('d', 'e', 'f'), ('g', 'h')]
    """
    size = max(least, min(most, len(items) // CHUNKS))
    chunks: list[tuple[ItemT, ...]] = []
    start, length = 0, 1
    while start < len(items):
        chunks.append(tuple(items[start : start + length]))
        start += length
        length = min(2 * length, size)
    return chunks


def digest_of(tournament: AnyTournament) -> str:
    """Return the digest under which a tournament's finished chunks are kept.

    It covers everything that the figures depend on, sources included: with a changed bot the tournament begins anew.
    """
    document = [tournament.identity(), sources_of(tournament.files())]
    return blake2b(msgspec.msgpack.encode(document), digest_size=16).hexdigest()


def run(
    tournament: Tournament[ItemT, DoneT, OutcomeT_co],
    report: Report,
    place: Workplace = Workplace(),  # noqa: B008
    journals: Path | None = None,
    keep: Callable[[Outcome], None] = lambda outcome: None,
    hear: Callable[[DoneT], None] = lambda done: None,
) -> OutcomeT_co:
    """Play a tournament, or the rest of it if an earlier run was interrupted.

    `journals` is the folder for finished chunks, which are deleted once `keep` has stored the outcome; if `keep`
    raises, they stay. `hear` gets the result of each chunk as soon as it is known. `report` gets the progress.

    Raises SpokenError for what cannot be played, and WorkerDiedError. After a KeyboardInterrupt the finished chunks
    stay, and the next run goes on from there.
    """
    try:
        tournament.check()
        return _play(tournament, report, place, journals, keep, hear)
    finally:
        tournament.task().close()


def _play(
    tournament: Tournament[ItemT, DoneT, OutcomeT_co],
    report: Report,
    place: Workplace,
    journals: Path | None,
    keep: Callable[[Outcome], None],
    hear: Callable[[DoneT], None],
) -> OutcomeT_co:
    """Play what an earlier run has left, as `run` says."""
    sources = sources_of(tournament.files())
    journal: Journal[DoneT] = Journal(journals, digest_of(tournament), tournament.done_type)
    key, finished = journal.read()
    tournament = tournament.keyed(key)
    chunks = tournament.chunks()
    games = sum(map(len, chunks))
    kept = done = sum(len(chunks[index]) for index in finished)
    for found in finished.values():
        hear(found)
    report(Progress(done, kept, games))
    missing = {index: chunk for index, chunk in enumerate(chunks) if index not in finished}
    place = replace(place, workers=tournament.workers(place.workers))
    with executor(tournament.task(), place, len(missing), sources) as doing:
        for index, found in doing.run(missing):
            finished[index] = found
            journal.append(index, found, tournament.key)
            hear(found)
            done += len(chunks[index])
            report(Progress(done, kept, games))
    outcome = tournament.outcome([finished[index] for index in range(len(chunks))])
    keep(outcome)
    journal.remove()
    return outcome
