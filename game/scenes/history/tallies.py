"""Sums up a history: matches and wins by game, by level and by partner, and memorable matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean

from game.cabinets.listed import CABINETS
from game.cabinets.stages import PRESENTATIONS
from game.core.levels import ADAPTING, adapts, level_of
from game.ground.history import PlayedMatch

LEAST_USUAL = 5
"""How many matches of a game make its usual score known."""


class Grouping(StrEnum):
    """By what matches are grouped."""

    GAME = "game"
    LEVEL = "level"
    PARTNER = "partner"


@dataclass(frozen=True)
class Tally:
    """The matches of one group, newest first: of a game, a level of a game, or with a partner."""

    game: str
    """Id of the group's game; empty where games are mixed."""
    name: str
    """The level's bot, or the partner's name; empty for a whole game and for all matches."""
    matches: tuple[PlayedMatch, ...]

    @property
    def judged(self) -> int:
        """How many matches had exactly one person here, so that they were won or not."""
        return sum(match.mine is not None for match in self.matches)

    @property
    def won(self) -> int:
        """How many of the `judged` matches were won."""
        return sum(match.won for match in self.matches)

    @property
    def won_alone(self) -> int:
        """How many of the `judged` matches were won without a hint."""
        return sum(match.won and not match.hints for match in self.matches)

    @property
    def streak_now(self) -> int:
        """How many of the last matches in a row were won."""
        run = 0
        for match in self.matches:
            if match.mine is not None:
                if not match.won:
                    break
                run += 1
        return run

    @property
    def streak(self) -> int:
        """The longest run of matches won in a row."""
        longest = run = 0
        for match in self.matches:
            if match.mine is not None:
                run = run + 1 if match.won else 0
                longest = max(longest, run)
        return longest


def tallies(matches: Sequence[PlayedMatch], grouping: Grouping) -> list[Tally]:
    """Group matches: the first group holds all of them, the others follow, the most played first."""
    groups: dict[tuple[str, str], list[PlayedMatch]] = {}
    for match in matches:
        for key in _keys(match, grouping):
            groups.setdefault(key, []).append(match)
    found = [Tally(game, name, tuple(group)) for (game, name), group in groups.items()]
    found.sort(key=lambda tally: (-len(tally.matches), tally.game, tally.name))
    return [Tally("", "", tuple(matches)), *found]


def _keys(match: PlayedMatch, grouping: Grouping) -> list[tuple[str, str]]:
    match grouping:
        case Grouping.GAME:
            return [(match.game, "")]
        case Grouping.LEVEL:
            bot = strongest(match)
            return [(match.game, bot)] if bot and match.mine else []
        case Grouping.PARTNER:
            return [("", name) for name in dict.fromkeys(match.people)]


def strongest(match: PlayedMatch) -> str:
    """Return the strongest bot of a match; a person's own bot counts before the game's. Empty for a match without bots.

    All adapting levels count as one, whichever was current.
    """
    if any(map(adapts, match.bots)):
        return ADAPTING
    cabinet = CABINETS.get(match.game)
    known = list(cabinet.bots) if cabinet else []

    def strength(bot: str) -> tuple[int, int]:
        level = level_of(bot, known)
        return (known.index(level.weaker), level.share) if level else (len(known), 0)

    return max(match.bots, key=strength, default="")


def counts_points(game: str) -> bool:
    """Whether a game's scores are points that people count; other scores only rank the seats."""
    return game not in PRESENTATIONS or PRESENTATIONS[game].points


def memorable(matches: Sequence[PlayedMatch]) -> list[tuple[str, PlayedMatch]]:
    """Return a person's memorable matches, each with the last part of the text key that says why."""
    mine = [match for match in matches if match.mine is not None]
    counted = [match for match in mine if counts_points(match.game)]
    won = [match for match in counted if match.won and match.lead > 0]
    found: list[tuple[str, PlayedMatch]] = []
    if len({match.game for match in counted}) == 1 and len({_score(match) for match in counted}) > 1:
        found.append(("best", max(counted, key=_score)))
    if won:
        found.append(("clearest", max(won, key=_share)))
        if len(won) > 1 and _share(min(won, key=_share)) < _share(found[-1][1]):
            found.append(("narrowest", min(won, key=_share)))
    if len(mine) > 1:
        found.append(("longest", max(mine, key=lambda match: match.turns)))
    strange = _strangest(counted)
    return [*found, ("strangest", strange)] if strange else found


def _score(match: PlayedMatch) -> int:
    return match.mine.score if match.mine else 0


def _share(match: PlayedMatch) -> float:
    """Return the winner's lead as a share of all points, to compare games that count differently."""
    return match.lead / max(1, sum(abs(seat.score) for seat in match.seats))


def _strangest(mine: Sequence[PlayedMatch]) -> PlayedMatch | None:
    """Return the match whose score was farthest from the person's usual score in its game; None for too few matches."""
    found: tuple[float, PlayedMatch] | None = None
    for game in dict.fromkeys(match.game for match in mine):
        same = [match for match in mine if match.game == game]
        usual = fmean(map(_score, same))
        spread = fmean(abs(_score(match) - usual) for match in same)
        if len(same) < LEAST_USUAL or not spread:
            continue
        odd = max(same, key=lambda match: abs(_score(match) - usual))
        far = abs(_score(odd) - usual) / spread
        if found is None or far > found[0]:
            found = far, odd
    return found[1] if found else None
