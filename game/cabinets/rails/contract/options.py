"""The options of a match of Caravan Rails."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from game.core.options import OptionError, names, names_in

VERSION: Final = 4
"""The version of the rules; recordings and saved matches of another version are refused."""
TICKS_A_MINUTE: Final = 480
LESSON: Final = "lesson_"
"""The prefix that distinguishes names of lessons from names of yards."""
LESSONS: Final = (
    "single",
    "passing_loop",
    "simple_double",
    "loop",
    "tree",
    "loop_double",
    "signals",
    "transfer",
)
YARDS: Final = (
    "valley",
    "first_coal",
    "two_towns",
    "missing_piece",
    "nose_to_nose",
    "wrong_signal",
    "little_money",
    "one_more",
    "deep_woods",
    "oil_inland",
    "far_apart",
    "busy_loop",
    "broken_tree",
    "mixed_speeds",
    "four_towns",
    "over_the_rails",
    "oil_at_sea",
    "hub",
    "last_coins",
    "wide_land",
    "long_haul",
)
"""Names of the yards that come with the game, easiest first: those of the files in `yards/data`."""
_TASKS: Final = (*YARDS, *(LESSON + name for name in LESSONS))

_SEVERAL = {"seats": (2, 3, 4)}
_ALONE = {"seats": (1,)}


class Options(msgspec.Struct, frozen=True):
    """The options of a match of Caravan Rails."""

    time: Annotated[Literal["rounds", "running"], msgspec.Meta(extra=_SEVERAL)] = "rounds"
    """Whether several seats play in sealed rounds or against a running clock."""
    size: Literal[32, 64, 96, 128] = 64
    """Tiles along each side of the map."""
    cash: Annotated[int, msgspec.Meta(ge=10_000, le=500_000)] = 60_000
    """Coins of each company at the start."""
    free: bool = False
    """Whether building and buying cost nothing."""
    rounds: Annotated[int, msgspec.Meta(ge=4, le=48, extra=_SEVERAL)] = 20
    ticks: Annotated[int, msgspec.Meta(ge=100, le=800, extra=_SEVERAL)] = 400
    """Number of ticks that pass after each round of plans."""
    seconds: Annotated[int, msgspec.Meta(ge=0, le=120, extra=_SEVERAL)] = 60
    """Seconds for the plans of a round; 0 waits for everybody."""
    minutes: Annotated[int, msgspec.Meta(ge=5, le=30)] = 10
    """Length of a running match, or of a match alone, in minutes of 480 ticks."""
    collisions: Literal["never", "classic"] = "never"
    """Whether trains of a network without signals run by sight, and crash."""
    company: Annotated[Literal["own", "shared"], msgspec.Meta(extra=_SEVERAL)] = "own"
    """Whether each seat is a company of its own, or all seats are one company."""
    story: Annotated[bool, msgspec.Meta(extra=_ALONE)] = False
    """Whether milestones bring coins, and served towns grow fast, in a match alone without a set task."""
    yard: Annotated[str, names(*_TASKS)] = ""
    """The name of a set task, which replaces land, budget and time, and makes all seats one company; "" for none."""

    def __post_init__(self) -> None:
        if len(names_in(self.yard)) > 1:
            raise OptionError("rails.option_error.one_yard")
