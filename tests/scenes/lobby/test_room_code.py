"""The short code of a room's address, the page that shows it, and how others use it."""

from __future__ import annotations

from argparse import ArgumentParser
from ipaddress import IPv4Address, IPv4Interface
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from game.commands import join
from game.commands.shared import window
from game.engine.widgets import Button
from game.scenes.evening.poster import PosterScene
from game.scenes.lobby.floor import RoomFloor
from net.address import Address
from net.discovery import code as codes
from net.discovery.code import addresses_of, code_of
from net.errors import RefusedError
from net.limits import PORT
from net.parts import PersonState, SeatState
from tests.engine.widgets.page_driver import click, the
from tests.in_turns import in_turns
from tests.scenes.lobby.lobby_driver import at_lobby
from tests.showroom.lan import OWNER, room, welcome

HERE = IPv4Interface("192.168.4.20/16")


@given(some.integers(1, 0xFFFE), some.sampled_from((PORT, 1, 4000, 65535)))
def test_a_code_leads_to_its_address_from_everywhere_on_the_network(low: int, port: int) -> None:
    address = Address(str(IPv4Address(int(HERE.network.network_address) + low)), port)
    code = code_of(address)
    assert len(code) == (4 if port == PORT else 9)
    for written in (code, code.lower(), f" #{code} ", code.replace("0", "o").replace("1", "l")):
        assert addresses_of(written, [IPv4Interface("10.0.0.7/24"), HERE]) == [address]


@given(some.integers(1, 0xFFFE), some.integers(0, 3), some.sampled_from("0123456789ABCDEFGHJKMNPQRSTVWXYZ"))
def test_a_code_with_a_slip_hardly_ever_leads_elsewhere(low: int, place: int, sign: str) -> None:
    address = Address(str(IPv4Address(int(HERE.network.network_address) + low)), PORT)
    code = code_of(address)
    slipped = code[:place] + sign + code[place + 1 :]
    assert all(found == address or code_of(found) == slipped for found in addresses_of(slipped, [HERE]))


@pytest.mark.parametrize("text", ["", "192.168.0.7", "leila.local", "K7Q", "K7QM2", "K7U!", "K7QM-12"])
def test_what_is_no_code_is_left_to_be_an_address(text: str) -> None:
    assert addresses_of(text, [HERE]) == []


def test_a_code_of_another_network_leads_nowhere() -> None:
    code = code_of(Address("192.168.0.12", PORT))
    assert addresses_of(code, [IPv4Interface("192.168.9.3/24")]) == []
    with pytest.raises(ValueError):
        code_of(Address("leila.local", PORT))


LOOPBACK = IPv4Interface("127.0.0.1/8")


@pytest.mark.parametrize("network", ["10.16.3.1/16", "10.23.9.1/16", "10.130.0.1/16", "192.0.2.2/24", "10.0.0.1/8"])
def test_a_code_never_leads_to_ones_own_machine_first(network: str) -> None:
    here = IPv4Interface(network)
    for low in range(1, 255):
        address = Address(str(IPv4Address(int(here.network.network_address) + low)), PORT)
        found = addresses_of(code_of(address), [LOOPBACK, here])
        assert found[0] == address and all(other.host.startswith("127.") for other in found[1:])
    ours = Address("127.0.0.1", 4000)
    assert addresses_of(code_of(ours), [LOOPBACK]) == [ours], "a room of one's own without a network"


def test_every_address_that_a_code_fits_is_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    room_at = Address("10.16.2.2", PORT)
    networks = [LOOPBACK, IPv4Interface("10.16.0.9/16")]
    monkeypatch.setattr(codes, "interfaces", lambda: networks)
    with at_lobby() as lobby:
        lobby.write(lobby.entry("Address"), code_of(room_at))
        lobby.press("Join")
        tried = [lobby.net.asked[0][0]]
        while lobby.lobby.connection is not None and len(tried) < 5:
            lobby.fail(RefusedError("net.error.refused", address=tried[-1].host, port=PORT))
            tried = [asked[0] for asked in lobby.net.asked]
        assert tried == addresses_of(code_of(room_at), networks) and tried[-1].host.startswith("127."), tried


@pytest.mark.parametrize("written", ["10.0.0.5:4000", code_of(Address("10.0.0.5", 4000)).lower()])
def test_a_code_is_an_address_on_the_command_line_too(written: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "interfaces", lambda: (IPv4Interface("10.0.0.99/24"),))
    asked: list[Address] = []
    monkeypatch.setattr(window, "run_join", lambda address, *_: asked.append(address) or 0)
    parser = ArgumentParser()
    join.add_parser(parser.add_subparsers())
    assert join.run(parser.parse_args(["join", written])) == 0
    assert asked == [Address("10.0.0.5", 4000)]


@in_turns(language=["ko", "en"], text_size=[100, 150])
def test_the_page_for_the_projector_shows_a_code_that_leads_in(
    language: str, text_size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setattr(codes, "interfaces", lambda: (IPv4Interface("10.0.0.99/24"),))
    with at_lobby(size=(960, 540), language=language, text_size=text_size) as lobby:
        line = lobby.driver.context.texts.line
        lobby.come_in(OWNER)
        click(lobby.driver, the(lobby.driver, Button, lambda button: button.tooltip == line("lobby.poster.title")))
        lobby.driver.until(lambda: isinstance(lobby.driver.top, PosterScene) and not lobby.driver.context.stack.fading)
        lobby.driver.step(3)
        poster = lobby.driver.top
        assert isinstance(poster, PosterScene) and poster.addresses == (Address("10.0.0.5", PORT),)
        assert lobby.driver.context.typeface.overflows == []
        code = poster.code
    with at_lobby(language=language) as lobby:
        line = lobby.driver.context.texts.line
        lobby.write(lobby.entry(line("lobby.join.address")), code.lower())
        lobby.press(line("lobby.join.join"))
        assert lobby.net.asked[0][0] == Address("10.0.0.5", PORT)
        lobby.client.messages += welcome(language, room(language, "marrakech"), OWNER)
        lobby.driver.step(3)
        assert lobby.entry(line("lobby.join.address")).text == "10.0.0.5"


@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("text_size", [100, 150])
def test_all_seats_of_a_room_for_eight_are_in_sight_ones_own_always(
    language: str, text_size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    with at_lobby(size=(960, 540), language=language, text_size=text_size) as lobby:
        panel = lobby.come_in(4)
        assert not panel.wide
        state = lobby.client.room
        assert state is not None
        seats = tuple(SeatState("person", f"P{number}", person=number) for number in range(1, 13))
        people = tuple(PersonState(seat.person, seat.name, number) for number, seat in enumerate(seats))
        for count in (8, 12):
            lobby.change(seats=seats[:count], people=people[:count])
            lobby.driver.step(3)
            assert panel.wide and not lobby.lobby.cards.visible and len(panel.rows) == count
            floor = the(lobby.driver, RoomFloor, bool)
            mine = next(row for row in panel.rows if row.facts.mine)
            assert floor.box.contains(mine.box)
            if count == 8 and text_size == 100:
                assert all(floor.box.contains(row.box) for row in panel.rows)
        assert lobby.driver.context.typeface.overflows == []
        lobby.change(seats=state.seats, people=state.people)
        lobby.driver.step(3)
        assert lobby.lobby.cards.visible and not panel.wide
