"""Bots that need the compiler: a compiled process of their own behind a plain window, and no seat without it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.commands.listing import describe_cabinet
from game.core import cabinet as cabinets
from game.core.bot import seats
from game.core.bot.loading import HUMAN, BotError, BuiltinSpec
from game.core.bot.seats import bot_session
from game.core.bots import Bot, Request
from game.core.cabinet import Cabinet
from game.core.match.match import Match
from game.scenes.feeds.adviser import Adviser
from game.scenes.setup.seats import Seating
from tests.games.sealed import Bid, Options, Sealed


class Quick(Bot[Any, Bid]):
    """Bids 1 where its process was told to do without the compiler, else 2."""

    def decide(self, request: Request) -> Bid:
        return Bid(1 if os.environ.get("SOUK_PLAIN") else 2)


class Deep(Quick):
    compiled = True


CABINET = Cabinet(Sealed(), {"quick": Quick, "deep": Deep})


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for module in (cabinets, seats):
        monkeypatch.setattr(module, "compiler_installed", lambda: False)
    yield


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for module in (cabinets, seats):
        monkeypatch.setattr(module, "compiler_installed", lambda: True)
    yield


def bids(tmp_path: Path, *names: str, inline: bool | None = None) -> list[int]:
    match = Match(Sealed(), 2, Options(), 1)
    bots = {seat: BuiltinSpec(name) for seat, name in enumerate(names)}
    session = bot_session(CABINET, match, bots, logs=tmp_path, inline=inline)
    try:
        session.run()
    finally:
        session.close()
    assert session.troubles == []
    return [move.action.amount for move in match.steps[2].moves]


@pytest.mark.usefixtures("compiler")
def test_behind_a_window_only_its_own_process_compiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_PLAIN", "1")
    assert bids(tmp_path, "quick", "deep") == [1, 2]


@pytest.mark.usefixtures("no_compiler")
def test_without_the_compiler_it_sits_at_no_table(tmp_path: Path) -> None:
    assert CABINET.table_bots == ("quick",)
    assert CABINET.filled((HUMAN,), 2) == (HUMAN, "quick")
    seating = Seating.first(CABINET, (HUMAN, "deep"))
    assert seating.bots == ("quick",) and [seat.spec for seat in seating.seats].count("deep") == 0
    assert Adviser(CABINET, Match(Sealed(), 2, Options(), 1), tmp_path).bot == "quick"
    with pytest.raises(BotError) as refused:
        bids(tmp_path, "quick", "deep")
    assert (refused.value.key, refused.value.values) == ("bots.start.no_compiler", {"bot": "deep"})


@pytest.mark.usefixtures("no_compiler")
def test_where_nobody_waits_it_plays_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_PLAIN", "1")
    assert bids(tmp_path, "deep", "deep", inline=True) == [1, 1]


@pytest.mark.usefixtures("compiler")
def test_with_the_compiler_it_is_the_strongest() -> None:
    assert CABINET.table_bots == ("quick", "deep")
    assert Seating.first(CABINET).bots == ("quick", "deep")
    assert replace(CABINET, mix=("quick",)).filled((), 1) == ("quick",)


@pytest.mark.usefixtures("compiler")
def test_with_the_compiler_seats_that_nobody_named_have_the_bots_of_every_machine() -> None:
    assert CABINET.filled((HUMAN,), 2) == (HUMAN, "quick")
    assert CABINET.filled((), 2, ("deep",)) == ("deep", "deep")


@pytest.mark.usefixtures("no_compiler")
def test_other_programs_can_see_who_sits_at_tables() -> None:
    document = describe_cabinet(CABINET)
    assert (document["bots"], document["table_bots"]) == (["quick", "deep"], ["quick"])
