"""The messages of discovery: every bound of an offer, garbage, and what the document says."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.discovery.discovery import (
    ANSWERS_EACH,
    ANSWERS_TOTAL,
    CHANGE_SECONDS,
    DISCOVERY_PORT,
    FIRST_QUERY_SECONDS,
    LOST_SECONDS,
    MOST_NONCES,
    MOST_OFFERS,
    MOST_OFFERS_OF_SOURCE,
    MOST_ROUTES,
    QUERY_SECONDS,
)
from net.discovery.interfaces import MOST_BYTES, REFRESH_SECONDS
from net.discovery.messages import Answer, Beacon, GarbageError, Goodbye, Offer, Query, decode, encode
from net.limits import NAME
from tests.commands.command_line import ROOT
from tests.net.discovery.on_loopback import offer

LONGEST = offer(
    host_id="f" * 16, game="g" * 32, game_version=2**31 - 1, protocol=2**31 - 1, name="𝕊" * 32, port=65535, seats=999,
    free=999, spectators=999, password=True, playing=True, owner="𝕊" * 32,
)  # fmt: skip


@pytest.mark.parametrize(
    "message",
    [Query(1, 0), Query(1, 2**53 - 1), Beacon(1, offer()), Answer(1, 2**53 - 1, LONGEST), Goodbye(1, "0" * 16)],
    ids=lambda message: type(message).__name__,
)
def test_messages_travel(message: Any) -> None:
    data = encode(message)
    back = decode(data)
    assert back == (msgspec.structs.replace(message, pad=back.pad) if isinstance(back, Query) else message)
    assert len(data) == MOST_BYTES if isinstance(message, Query) else len(data) < MOST_BYTES - 32


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("host_id", "0" * 15), ("host_id", "0" * 17), ("host_id", "G" * 16), ("host_id", "0" * 16 + "\n"),
        ("host_id", 5), ("game", ""), ("game", "Null"), ("game", "a" * 33), ("game", "../x"), ("game", "nullgame\n"),
        ("game_version", -1), ("game_version", 2**31), ("game_version", 1.5), ("game_version", True), ("protocol", -1),
        ("name", ""), ("name", "n" * 33), ("name", "a\x00b"), ("name", "a\nb"), ("name", "\u202eb"), ("name", b"raw"),
        ("port", 0), ("port", 65536), ("port", "25250"), ("seats", 1000), ("seats", -1), ("free", 5), ("free", -1),
        ("spectators", -1), ("spectators", None), ("password", 1), ("playing", "yes"),
        ("owner", "n" * 33), ("owner", "a\x00b"), ("owner", " a"), ("owner", "\u202eb"), ("owner", None),
    ],
)  # fmt: skip
def test_every_bound_of_an_offer(field: str, value: Any) -> None:
    fields = msgspec.to_builtins(offer())
    decode(msgspec.msgpack.encode({"do": "beacon", "souk": 1, "offer": fields}))
    with pytest.raises(GarbageError):
        decode(msgspec.msgpack.encode({"do": "beacon", "souk": 1, "offer": fields | {field: value}}))
    del fields[field]
    if field not in {"playing", "owner"}:
        with pytest.raises(GarbageError):
            decode(msgspec.msgpack.encode({"do": "beacon", "souk": 1, "offer": fields}))


@pytest.mark.parametrize(
    "message",
    [
        {}, [], 1, {"do": "query"}, {"do": "query", "souk": 2, "nonce": 1}, {"do": "query", "souk": 1, "nonce": -1},
        {"do": "query", "souk": 1, "nonce": 2**53}, {"do": "dance", "souk": 1}, {"do": 1, "souk": 1},
        {"do": "goodbye", "souk": 1}, {"souk": 1, "nonce": 1},
    ],
)  # fmt: skip
def test_what_is_no_message(message: Any) -> None:
    with pytest.raises(GarbageError):
        decode(msgspec.msgpack.encode(message))


def test_the_document_names_every_field_and_figure() -> None:
    document = (ROOT / "docs" / "lan-discovery.md").read_text(encoding="utf-8")
    for kind in (Query, Beacon, Answer, Goodbye):
        assert f"| `{kind.__struct_config__.tag}` |" in document
        for field in kind.__struct_fields__:
            assert f"`{field}`" in document
    for field in Offer.__struct_fields__:
        assert f"| `{field}` |" in document
    each, total = ANSWERS_EACH, ANSWERS_TOTAL
    for figure in (
        f"port **{DISCOVERY_PORT}**",
        f"at most {MOST_BYTES} bytes",
        f"{LOST_SECONDS:g} s without a word",
        f"every {QUERY_SECONDS:g} s",
        f"again after {FIRST_QUERY_SECONDS:g} s",
        f"at the earliest {CHANGE_SECONDS:g} s",
        f"anew every {REFRESH_SECONDS:g} seconds",
        f"{each[0]:g} answers a second and {each[1]:g} at once",
        f"{total[0]:g} a second and {total[1]:g} at once",
        f"room for {MOST_OFFERS} matches, {MOST_OFFERS_OF_SOURCE} first",
        f"and {MOST_ROUTES} ways each",
        f"last {MOST_NONCES} queries",
        f"1 … {NAME} characters",
    ):
        assert figure in document, figure


def test_fields_that_are_not_known_are_passed_over() -> None:
    fields = msgspec.to_builtins(offer()) | {"mood": "good"}
    message = decode(msgspec.msgpack.encode({"do": "beacon", "souk": 1, "offer": fields, "more": [1]}))
    assert message == Beacon(1, offer())


VALID = [encode(Query(1, 77)), encode(Beacon(1, offer())), encode(Answer(1, 77, LONGEST)), encode(Goodbye(1, "0" * 16))]


@given(st.sampled_from(VALID), st.lists(st.tuples(st.integers(0, MOST_BYTES), st.binary(max_size=6)), max_size=5))
def test_mutated_messages_are_messages_or_garbage(data: bytes, changes: list[tuple[int, bytes]]) -> None:
    for place, bytes_ in changes:
        data = data[:place] + bytes_ + data[place + len(bytes_) :]
    try:
        message = decode(data)
    except GarbageError:
        return
    if not isinstance(message, Query):
        assert decode(encode(message)) == message


@given(st.binary(max_size=2 * MOST_BYTES))
def test_random_bytes_are_messages_or_garbage(data: bytes) -> None:
    try:
        decode(data)
    except GarbageError:
        return
