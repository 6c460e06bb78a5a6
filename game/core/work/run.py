"""Running what is played in chunks: matches between bots, or an evaluation that a game brings itself.

A tournament is a list of chunks that depend on nothing else, and a task that plays one. An executor has them played
here, by processes or on a cluster; what comes back is put together in the order of the list. So the figures are the
same bit for bit whoever played which chunk, and when.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from game.core.errors import SpokenError
from game.core.sources import sources_of
from game.core.work.failure import MatchFailure
from game.core.work.journal import Journal
from game.core.work.place import Workplace, executor
from game.core.work.workers import Task

ItemT = TypeVar("ItemT")
DoneT = TypeVar("DoneT")

CHUNKS = 100
"""How many chunks a tournament is cut into, if it has enough matches: each worker gets many of them."""


class OrderError(SpokenError):
    """A tournament was asked for that the game does not have."""


@dataclass(frozen=True)
class Order:
    """What was asked for, as people write it. A tournament reads of it what it has a use for."""

    options: Any
    bots: tuple[str, ...] = ()
    fill: tuple[str, ...] = ()
    """Who takes the seats of a match that `bots` leaves free."""
    seats: int | None = None
    seed: str = "0"
    games: int = 1
    numbers: tuple[int, ...] | None = None
    """The number of every match; None lets them follow from the seed."""
    pairs: bool = False
    """Every lineup plays in every seating with one number: `games` is rounded up, each of `numbers` is played so."""
    logs: Path | None = None
    """The folder of the bots' logs."""
    key: int | None = None
    """What the matches follow from beside their numbers; None draws it where a stranger's program plays."""


@dataclass(frozen=True)
class Table:
    """Rows of text under headings, for people."""

    columns: tuple[str, ...]
    """Text keys."""
    rows: tuple[tuple[str, ...], ...]
    texts: int = 1
    """So many columns from the left are text; the others are figures."""


class Outcome(Protocol):
    """What a tournament says in the end; none of its figures depends on how it was computed."""

    def document(self) -> dict[str, Any]: ...

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """The CSV: a heading, then the rows."""

    def title(self) -> tuple[str, dict[str, Any]]:
        """What stands above the tables: a text key and its values, to which comes `game`, its name."""

    def tables(self) -> Sequence[Table]:
        """The figures as people read them."""

    def failed(self) -> Sequence[MatchFailure]:
        """The first failure of each bot that had one."""


OutcomeT_co = TypeVar("OutcomeT_co", bound=Outcome, covariant=True)


class Tournament(ABC, Generic[ItemT, DoneT, OutcomeT_co]):
    """What is played, in chunks. An item is one match."""

    done_type: Any
    """What a chunk gives: a type that msgspec can write and read."""

    @abstractmethod
    def check(self) -> None:
        """Raise SpokenError for what would only come to light while it is played."""

    @abstractmethod
    def identity(self) -> Any:
        """What the figures depend on besides the sources, in values that msgspec can write."""

    def keyed(self, earlier: int | None) -> Tournament[ItemT, DoneT, OutcomeT_co]:
        """The same tournament with its key. Where none is set it is the key of an `earlier` run, or a new one."""
        return self

    @property
    def key(self) -> int:
        """The key of its matches, once it is `keyed`; 0 is none."""
        return 0

    @abstractmethod
    def files(self) -> Sequence[str]:
        """The files of the bots that people brought."""

    @abstractmethod
    def chunks(self) -> Sequence[tuple[ItemT, ...]]:
        """The matches in pieces of work, which follow from what is asked for alone."""

    @abstractmethod
    def task(self) -> Task[tuple[ItemT, ...], DoneT]:
        """What plays a chunk."""

    @abstractmethod
    def outcome(self, done: Sequence[DoneT]) -> OutcomeT_co:
        """Put together what the chunks gave, in their order."""


AnyTournament = Tournament[Any, Any, Outcome]


@dataclass(frozen=True)
class Progress:
    """How far a tournament is, in matches. `kept` of the `done` ones were played by an earlier run."""

    done: int
    kept: int
    games: int


Report = Callable[[Progress], None]


def cut(items: Sequence[ItemT], least: int, most: int) -> list[tuple[ItemT, ...]]:
    """The items in chunks of `least` to `most`, about `CHUNKS` of them where that is possible.

    The first chunk is one item and each next one twice as long, up to that size: whoever stops a tournament in its
    first seconds keeps what was played.

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
    """The digest under which the finished chunks of a tournament are kept. It covers all that its figures depend on,
    the sources included: with a changed bot it begins again.
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
    """Play a tournament, or what an interrupted run of the same one left of it.

    `journals` is the folder where finished chunks are kept until it is complete and `keep` has kept the outcome:
    what `keep` raises leaves them there. `hear` is told what each chunk gave as soon as it is known.
    Raises SpokenError for what cannot be played, and WorkerDiedError. On KeyboardInterrupt the finished chunks stay,
    and the next run goes on after them.
    """
    tournament.check()
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
