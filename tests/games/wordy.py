"""A test game with every kind of option: numbers to choose among, a text, and lists of names, own ones too."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from game.core.attachments import attachment
from game.core.bots import Bot, Request
from game.core.cabinet import Cabinet
from game.core.options import OptionError, names, names_in, own_digest
from tests.games.sealed import Bid, Sealed


class Options(msgspec.Struct, frozen=True):
    size: Literal[10, 6, 8] = 8
    pace: Literal["slow", "fast", "even"] = "even"
    opening: Annotated[str, msgspec.Meta(max_length=12, examples=["h8 i9"])] = ""
    lists: Annotated[str, names("sea", "fruit")] = ""
    slices: bool = False
    most: Annotated[int, msgspec.Meta(ge=1, le=9)] = 5

    def __post_init__(self) -> None:
        if self.opening == "h8 h8":
            raise OptionError("wordy.refuse.opening", word="h8")


class Wordy(Sealed):
    """The most that may be bid is the number of words in the lists, where there are any."""

    info = msgspec.structs.replace(Sealed.info, id="wordy", options=Options)

    def start(self, seats: int, options: Options) -> Any:
        words = words_of(options)
        return super().start(seats, msgspec.structs.replace(options, most=len(words) or options.most))


def words_of(options: Options) -> list[str]:
    """The words of the lists of people's own."""
    digests = filter(None, map(own_digest, names_in(options.lists)))
    return [word for digest in digests for word in attachment(digest).decode().split()]


class Reader(Bot[Any, Bid]):
    """Bids as many as the lists have words."""

    def decide(self, request: Request) -> Bid:
        return Bid(len(words_of(self.setup.options)))


WORDY = Cabinet(Wordy(), {"reader": Reader})
