"""Addresses as people type them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.ground.texts import LANGUAGES, Texts
from net.address import Address, AddressError, parse_address


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("192.168.0.7", Address("192.168.0.7", 25250)), ("192.168.0.7:4000", Address("192.168.0.7", 4000)),
        (" 127.0.0.1 : 65535 ", Address("127.0.0.1", 65535)), ("localhost", Address("localhost", 25250)),
        ("Mia-PC.local", Address("mia-pc.local", 25250)), ("host.:1", Address("host.", 1)),
        ("１９２．１６８．０．７：４０００", Address("192.168.0.7", 4000)),
        ("수아의맥북.local", Address("수아의맥북.local", 25250)),
        ("4x4", Address("4x4", 25250)), ("a.b-c.d9", Address("a.b-c.d9", 25250)),
    ],
)  # fmt: skip
def test_what_is_an_address(text: str, expected: Address) -> None:
    assert parse_address(text) == expected


REFUSED = {
    "empty": ["", "   "],
    "four": ["1.2.3", "1.2.3.256", "1.2.3.4.5", "017.0.0.1", "7"],
    "six": ["::1", "fe80::1", "a:1:2"],
    "port": ["http://host", "host:", "host:0", "host:65536", "host:-1", "host:+1", "host:1e3", "host:٣"],
    "name": ["-a", "a-", "a..b", "a b", "a_b!", ".", ":5", "a" * 64, "a." * 130 + "a", "a\x00b", "a/../b", "%s"],
}


@pytest.mark.parametrize(("why", "text"), [(why, text) for why, texts in REFUSED.items() for text in texts])
def test_what_is_none_says_why(why: str, text: str) -> None:
    with pytest.raises(AddressError) as caught:
        parse_address(text)
    assert caught.value.key == f"discovery.address.{why}"
    for language in LANGUAGES:
        assert Texts(language).line(caught.value.key, caught.value.values).isprintable()


@settings(max_examples=60)
@given(st.text(max_size=300))
def test_whatever_is_typed_is_an_address_or_explained(text: str) -> None:
    try:
        address = parse_address(text)
    except AddressError as error:
        assert Texts("ko").line(error.key, error.values).isprintable()
    else:
        assert parse_address(str(address)) == address
        assert 1 <= address.port <= 65535


@given(st.ip_addresses(v=4), st.integers(1, 65535))
def test_every_ipv4_address_is_one(host: object, port: int) -> None:
    assert parse_address(f"{host}:{port}") == Address(str(host), port)
