"""Whoever has the lines of a mix can draw it again: it comes out as it was played, and what was changed is found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from net.evening import Stop
from net.ledger.kept import Ledger
from net.ledger.lines import LedgerLine, MatchLine, evening_of, fitting
from net.ledger.mixes import Agrees, MixGuest, MixReveal, check_mixes
from net.limits import LINE
from net.mix import MixSalt, MixStop, Strike
from tests.net.mix.evening import BEGAN, Evening, kept_evening

pytest.importorskip("nacl")
SHORTS = {cabinet.id: cabinet.shorts for cabinet in CABINETS.values()}


def lines_of(evening: Evening) -> list[LedgerLine]:
    return Ledger(evening.folder / "ledger").lines(evening_of(BEGAN))


def check(lines: list[LedgerLine]) -> tuple[int, Agrees, str, int]:
    (found,) = check_mixes(lines, SHORTS)
    return found.rounds, found.agrees, found.why, found.round


def changed(line: LedgerLine, change: Callable[[MatchLine], MatchLine]) -> LedgerLine:
    return msgspec.structs.replace(line, said=change(line.said))


def test_a_mix_with_a_strike_a_latecomer_and_one_who_goes_is_drawn_again_from_its_lines_alone(tmp_path: Path) -> None:
    evening = kept_evening(tmp_path, "gems", "volcano", "marrakech")
    evening.begin(rounds=4)
    evening.until("card")
    evening.say(evening.windows[1], Strike(1))
    evening.until("board")
    evening.enter("Ada")
    evening.until("card")
    evening.until("board")
    evening.lose(evening.windows[2])
    evening.until("card")
    assert check(lines_of(evening)) == (2, Agrees.UNKNOWN, "sealed", 0), "nothing is told before the final"
    evening.until("finale")
    assert check(lines_of(evening)) == (4, Agrees.YES, "", 0)
    evening.room.close(evening.now)


@pytest.mark.slow
def test_duels_at_several_tables_are_drawn_again(tmp_path: Path) -> None:
    evening = kept_evening(tmp_path, "tablut", "volcano", "gems", people=5)
    evening.begin(rounds=3)
    evening.until("finale")
    lines = lines_of(evening)
    assert len({line.said.mix.table for line in lines if line.said.mix}) > 1
    assert check(lines) == (3, Agrees.YES, "", 0)
    evening.room.close(evening.now)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> list[LedgerLine]:
    evening = kept_evening(tmp_path_factory.mktemp("mix"), "gems", "volcano", "marrakech")
    evening.begin(rounds=3)
    for _ in range(3):
        evening.until("playing")
        evening.say(evening.windows[0], Stop())
        evening.until("board")
    evening.until("finale")
    evening.room.close(evening.now)
    return lines_of(evening)


def other_seal(said: MatchLine) -> MatchLine:
    return msgspec.structs.replace(said, mix=msgspec.structs.replace(said.mix, seal=b"s" * 32))


def other_game(said: MatchLine) -> MatchLine:
    return msgspec.structs.replace(said, game="gems" if said.game != "gems" else "volcano")


def other_seats(said: MatchLine) -> MatchLine:
    draw = msgspec.structs.replace(said.mix.draw, tables=tuple(row[::-1] for row in said.mix.draw.tables))  # type: ignore[union-attr]
    return msgspec.structs.replace(said, mix=msgspec.structs.replace(said.mix, draw=draw))


def other_forms(said: MatchLine) -> MatchLine:
    draw = msgspec.structs.replace(said.mix.draw, forms="0" * 16)  # type: ignore[union-attr]
    return msgspec.structs.replace(said, mix=msgspec.structs.replace(said.mix, draw=draw))


@pytest.mark.parametrize(
    ("change", "agrees", "why"),
    [
        (other_seal, Agrees.NO, "seal"),
        (other_game, Agrees.NO, "round"),
        (other_seats, Agrees.NO, "round"),
        (other_forms, Agrees.UNKNOWN, "forms"),
    ],
)
def test_what_was_changed_in_a_line_is_found(
    played: list[LedgerLine], change: Callable[[MatchLine], MatchLine], agrees: Agrees, why: str
) -> None:
    assert check(played) == (3, Agrees.YES, "", 0)
    told = [changed(line, change) if line.said.mix.round == 2 else line for line in played]  # type: ignore[union-attr]
    assert check(told) == (3, agrees, why, 2)


def test_a_round_without_a_line_leaves_open_what_came_after_it(played: list[LedgerLine]) -> None:
    told = [line for line in played if line.said.mix.round != 2]  # type: ignore[union-attr]
    assert check(told) == (3, Agrees.UNKNOWN, "missing", 2)


def older(said: MatchLine) -> MatchLine:
    mix = msgspec.structs.replace(said.mix, seal=b"", draw=msgspec.UNSET)
    return msgspec.structs.replace(said, mix=mix)


def test_a_round_at_a_host_with_an_older_program_is_no_reason_to_call_the_mix_false(played: list[LedgerLine]) -> None:
    told = [changed(line, older) if line.said.mix.round == 2 else line for line in played]  # type: ignore[union-attr]
    assert check(told) == (3, Agrees.UNKNOWN, "missing", 2)


def test_a_mix_that_is_ended_in_a_match_tells_its_secret(tmp_path: Path) -> None:
    evening = kept_evening(tmp_path, "gems", "volcano", people=6)
    evening.begin(rounds=5)
    evening.until("playing")
    evening.say(evening.windows[0], MixStop())
    evening.until_one_table()
    assert check(lines_of(evening)) == (1, Agrees.YES, "", 0)
    evening.room.close(evening.now)


@pytest.mark.parametrize("stage", ["board", "card"])
def test_a_mix_that_is_ended_between_two_matches_tells_its_secret(tmp_path: Path, stage: str) -> None:
    evening = kept_evening(tmp_path, "gems", "volcano")
    evening.begin(rounds=5)
    evening.until("playing")
    evening.say(evening.windows[0], Stop())
    evening.until("board")
    evening.until(stage)
    assert check(lines_of(evening)) == (1, Agrees.UNKNOWN, "sealed", 0)
    evening.say(evening.windows[0], MixStop())
    assert check(lines_of(evening)) == (1, Agrees.YES, "", 0)
    evening.room.close(evening.now)


def test_of_a_line_with_and_without_a_secret_the_one_with_it_counts(played: list[LedgerLine], tmp_path: Path) -> None:
    ledger, said = Ledger(tmp_path), played[-1].said
    assert said.mix is not msgspec.UNSET
    sealed = msgspec.structs.replace(said.mix, reveal=msgspec.UNSET)
    for number in range(6):
        one = msgspec.structs.replace(said, match=str(number), origin=str(number))
        for mix in (said.mix, sealed) if number % 2 else (sealed, said.mix):
            ledger.write(msgspec.structs.replace(one, mix=mix), BEGAN)
    lines = ledger.lines(evening_of(BEGAN))
    assert len(lines) == 6 and all(line.said.mix.reveal for line in lines if line.said.mix)


@pytest.mark.parametrize(("people", "told"), [(60, True), (200, False)])
def test_a_line_of_very_many_people_can_be_sent_though_it_cannot_be_checked(
    played: list[LedgerLine], people: int, told: bool
) -> None:
    said = played[-1].said
    assert said.mix is not msgspec.UNSET and said.mix.draw is not msgspec.UNSET
    guests = tuple(MixGuest(1000 + one, ("ko", "en"), 360) for one in range(people))
    reveal = MixReveal(b"s" * 32, tuple(MixSalt(1000 + one, b"x" * 32) for one in range(people)))
    mix = msgspec.structs.replace(said.mix, draw=msgspec.structs.replace(said.mix.draw, guests=guests), reveal=reveal)
    line = fitting(msgspec.structs.replace(said, mix=mix))
    assert len(msgspec.json.encode(line)) <= LINE
    assert line.mix is not msgspec.UNSET and (line.mix.draw is not msgspec.UNSET) == told
    assert line.mix.seal == said.mix.seal and line.seats == said.seats


def test_lines_without_a_mix_have_nothing_to_check() -> None:
    assert check_mixes([], SHORTS) == []
