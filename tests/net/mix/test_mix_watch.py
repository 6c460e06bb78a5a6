"""A window says at the end of a mix whether its host could have chosen the games."""

from __future__ import annotations

import hashlib

import msgspec
import pytest

from net.client.mix_watch import MixWatch
from net.mix import MixPoints, MixSalt, MixState

SECRET = b"s" * 32
BEGINS = MixState("m", "salt", hashlib.sha256(SECRET).digest(), points=(MixPoints(1, 0), MixPoints(2, 0)))


def ended(*salts: MixSalt, secret: bytes = SECRET) -> MixState:
    seal = hashlib.sha256(secret).digest()
    return msgspec.structs.replace(BEGINS, stage="finale", seal=seal, secret=secret, salts=salts)


PLAYED = msgspec.structs.replace(BEGINS, stage="playing", round=1)


@pytest.fixture
def watch() -> MixWatch:
    return MixWatch()


def test_a_mix_is_as_it_was_sealed_with_what_this_window_sent(watch: MixWatch) -> None:
    salt = watch.salt(BEGINS, 2)
    assert salt is not None and watch.salt(BEGINS, 2) is None, "sent once"
    assert watch.verdict(BEGINS) is None and watch.verdict(PLAYED) is None, "nothing is told before the end"
    told = ended(MixSalt(1, b"o" * 32), MixSalt(2, salt))
    assert watch.verdict(told) is True and watch.verdict(told) is None, "said once"


def test_another_secret_than_the_sealed_one_is_found_even_with_a_seal_of_its_own(watch: MixWatch) -> None:
    salt = watch.salt(BEGINS, 2)
    assert salt is not None and watch.verdict(PLAYED) is None
    assert watch.verdict(ended(MixSalt(2, salt), secret=b"x" * 32)) is False


@pytest.mark.parametrize("salts", [(), (MixSalt(2, b"x" * 32),)], ids=["left out", "changed"])
def test_what_this_window_sent_is_missed(watch: MixWatch, salts: tuple[MixSalt, ...]) -> None:
    assert watch.salt(BEGINS, 2) is not None and watch.verdict(PLAYED) is None
    assert watch.verdict(ended(*salts)) is False


def test_who_was_refused_does_not_vouch_for_a_seed_that_the_host_could_choose(watch: MixWatch) -> None:
    assert watch.salt(BEGINS, 2) is not None
    watch.refused()
    assert watch.verdict(PLAYED) is None
    assert watch.verdict(ended(MixSalt(1, b"o" * 32))) is None


def test_no_host_is_blamed_for_bytes_that_a_lost_connection_may_have_swallowed(watch: MixWatch) -> None:
    assert watch.salt(BEGINS, 2) is not None
    watch.lost()
    assert watch.verdict(PLAYED) is None and watch.verdict(ended()) is None


def test_a_connection_that_is_lost_later_hides_nothing(watch: MixWatch) -> None:
    salt = watch.salt(BEGINS, 2)
    assert salt is not None and watch.verdict(PLAYED) is None
    watch.lost()
    assert watch.verdict(ended(MixSalt(2, salt))) is True


def test_a_mix_that_ends_before_its_first_match_needs_no_verdict(watch: MixWatch) -> None:
    assert watch.salt(BEGINS, 2) is not None
    assert watch.verdict(ended()) is None, "our bytes may still have been on their way"


def test_who_does_not_play_or_came_later_says_nothing(watch: MixWatch) -> None:
    assert watch.salt(BEGINS, 9) is None
    assert watch.verdict(ended(MixSalt(1, b"o" * 32))) is None
