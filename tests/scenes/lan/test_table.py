"""The table of a LAN match on a made-up network: chat, proposals, a lost connection, the end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest

from game.cabinets.nullgame.rules import Take, View
from game.core.rules import SPECTATOR, Result, SeatResult
from game.engine.audio import Sound
from game.engine.canvas import Box
from game.engine.input import FIRST_PAD, KEYBOARD, CommandName, Device, KeyPressed, TextTyped
from game.engine.scene import Context, SceneStack
from game.engine.widgets import Button, Dialog
from game.scenes.feeds.lan import LanFeed
from game.scenes.lan.connection import RoomConnection
from game.scenes.lan.log import ConnectionLog
from game.scenes.lobby.count_button import CountButton
from game.scenes.lobby.table import LanTable
from game.scenes.settings.scene import SettingsScene
from game.scenes.table.menu import MenuChoice, TableMenu
from game.scenes.table.results import ResultsScene
from game.scenes.table.widgets.banner import BannerText
from net.client.remote_match import MOST_NEWS
from net.errors import HostGoneError
from net.limits import SECRET
from net.messages import (
    Accepted,
    Begun,
    Ended,
    HostMessage,
    Past,
    Play,
    Propose,
    Proposed,
    Rejected,
    Rematch,
    Resume,
    RoomChanged,
    Said,
    SeatLine,
    Stepped,
    Surrender,
    Vote,
    Waiting,
    raw,
)
from net.mix import MixPoints, MixState
from net.parts import PastStep
from net.states import ClientState
from tests.engine.widgets.page_driver import click, go_to, the, widgets
from tests.scenes.scene_driver import Driver, Told, driving
from tests.showroom.lan import ME, OWNER, StillClient, room, welcome
from tests.showroom.lan_evening import FACE

SEATS = (SeatLine("Skylark", person=ME), SeatLine("Leila", person=OWNER), SeatLine("expert", bot="expert"))
RESULT = Result((SeatResult(1, 3), SeatResult(2, 1), SeatResult(2, 1)), "nullgame.end.last_stone")


def view(heap: int, mover: int = 0, turn: int = 0) -> msgspec.Raw:
    return raw(View(heap, mover, (0, 0, 0), turn))


def asked(number: int = 1) -> Waiting:
    return Waiting(number, (0,), True, raw([Take(1), Take(2)]), 20_000, 30_000)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


class AtTable:
    """Somebody at a LAN table, and the host that is made up."""

    def __init__(self, driver: Driver, client: StillClient, connection: RoomConnection) -> None:
        self.driver = driver
        self.client = client
        self.connection = connection
        table = driver.top
        assert isinstance(table, LanTable)
        self.table: LanTable = table

    def hear(self, *messages: HostMessage, frames: int = 3) -> None:
        self.client.messages += messages
        self.driver.step(frames)

    def phase(self, phase: str, owner: int = OWNER) -> RoomChanged:
        state = room("en", "nullgame", phase, owner=owner)
        return RoomChanged(msgspec.structs.replace(state, limit=0))

    def press(self, label: str) -> None:
        click(self.driver, the(self.driver, Button, lambda widget: widget.label == label))
        self.driver.step(2)

    def choose(self, choice: MenuChoice) -> None:
        """Something in the menu of the table."""
        self.driver.command(CommandName.MENU)
        self.driver.until(lambda: isinstance(self.driver.top, TableMenu))
        self.press(self.driver.context.texts.line(choice.text_key))

    def offered(self) -> tuple[MenuChoice, ...]:
        """What the menu offers."""
        self.driver.command(CommandName.MENU)
        self.driver.until(lambda: isinstance(self.driver.top, TableMenu))
        menu = self.driver.top
        assert isinstance(menu, TableMenu)
        self.driver.command(CommandName.BACK)
        self.driver.step(2)
        return menu.choices


@contextmanager
def at_table(*messages: HostMessage, viewer: int = 0, owner: int = OWNER, **window: Any) -> Iterator[AtTable]:
    state = msgspec.structs.replace(room("en", "nullgame", "playing", owner=owner), limit=0)
    begun = Begun(viewer, 1, SEATS, raw(None), view(9))
    client = StillClient([*welcome("en", state), begun, Past((PastStep(0, (), (), (), 0),)), *messages])
    connection = RoomConnection(client, ConnectionLog(lambda: ""))
    connection.poll(0.0)
    connection.take_asides()
    connection.read = connection.said

    def make(context: Context) -> LanTable:
        context.companions.append(connection.poll)
        return LanTable(context, LanFeed(connection, context.texts))

    with driving(make, **window) as driver:
        driver.step(2)
        yield AtTable(driver, client, connection)


@pytest.mark.parametrize("device", [KEYBOARD, FIRST_PAD], ids=str)
def test_whose_turn_it_is_hears_it_and_plays(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    with at_table(Waiting(1, (1,))) as here:
        heard: list[Sound] = []
        monkeypatch.setattr(here.driver.context.audio, "play", heard.append)
        assert not here.table.board.choosing and here.table.conductor.lit == (1,)
        here.hear(asked())
        here.driver.until(lambda: here.table.board.choosing)
        assert Sound.YOUR_TURN in heard
        here.driver.command(CommandName.LEFT, device)
        here.driver.command(CommandName.CONFIRM, device)
        assert here.client.sent == [Play(1, raw(Take(1)))] and not here.table.board.choosing
        here.hear(Accepted(1), Stepped(PastStep(1, (0,), (), (), 0), view(8, 1)), Waiting(2, (1,)))
        here.driver.until(lambda: here.table.conductor.idle)
        assert len(here.table.conductor.seen) == 2


def test_what_the_host_refuses_is_said_and_asked_for_again() -> None:
    with at_table(asked()) as here:
        here.driver.until(lambda: here.table.board.choosing)
        here.driver.command(CommandName.LEFT)
        here.driver.command(CommandName.CONFIRM)
        here.hear(Rejected("play", "nullgame.refuse.number", number=1))
        assert here.table.board.choosing
        assert [refusal.key for refusal in here.table.conductor.refusals] == ["nullgame.refuse.number"]


def test_the_match_goes_on_under_a_menu() -> None:
    with at_table(Waiting(1, (1,))) as here:
        here.driver.command(CommandName.MENU)
        here.driver.until(lambda: isinstance(here.driver.top, TableMenu))
        here.hear(Stepped(PastStep(1, (1,), (), (), 0), view(8, 0)), asked(2), frames=90)
        assert here.table.feed.view.heap == 8 and here.table.conductor.showing == 2


def test_a_match_that_goes_on_behind_another_page_waits_in_bounds_and_is_shown_as_it_stands() -> None:
    with at_table(Waiting(1, (1,))) as here:
        here.choose(MenuChoice.SETTINGS)
        here.driver.until(lambda: isinstance(here.driver.top, SettingsScene))
        for number in range(1, 200):
            here.hear(Stepped(PastStep(number, (1,), (), (), number), view(9 - number % 9, number % 3)), frames=1)
        assert here.connection.match is not None
        assert len(here.connection.match.steps) == 200
        assert len(here.connection.match._news) <= MOST_NEWS
        here.driver.command(CommandName.BACK)
        here.driver.until(lambda: here.table.conductor.shown == 200 and here.table.conductor.idle)
        assert here.driver.top is here.table and len(here.table.conductor.seen) == 200
        assert here.table.stage.surroundings.viewer == 0 and here.table.feed.view == here.connection.match.view


def test_chat_is_counted_until_it_is_opened_and_written_in() -> None:
    with at_table(Waiting(1, (1,))) as here:
        button = the(here.driver, CountButton, lambda widget: widget.icon == "message-circle")
        here.hear(Said(OWNER, "Leila", "hello"), Said(OWNER, "Leila", "hurry"))
        assert button.count == 2 and not here.table.chat.visible
        here.driver.send(KeyPressed("c"))
        here.driver.step(2)
        assert button.count == 0 and here.table.chat.visible and not here.table.log.visible
        here.driver.send(TextTyped("coming"))
        here.driver.command(CommandName.CONFIRM)
        assert here.client.sent[-1].text == "coming"  # type: ignore[attr-defined]
        here.driver.command(CommandName.BACK)
        assert here.table.group.focused_widget is here.table.board and here.driver.top is here.table
        assert not here.table.chat.visible
        for visible in (True, False):
            click(here.driver, button)
            assert here.table.chat.visible is visible


def test_what_is_said_is_in_sight_for_a_while_and_covers_no_press() -> None:
    with at_table(asked()) as here:
        talk = here.table.talk
        assert talk.shown == [], "what was said before the match is read in the chat"
        before = shown(here.driver, here.table.layout.board)
        here.hear(Said(OWNER, "Leila", "Carl is the odd one!"))
        assert [line.text for line, _ in talk.shown] == ["Carl is the odd one!"]
        assert shown(here.driver, here.table.layout.board) != before
        here.hear(*(Said(OWNER, "Leila", "a" * 300) for _ in range(5)))
        here.driver.step(60)
        assert here.driver.context.typeface.overflows == []
        here.driver.step(60 * 11)
        assert talk.shown == []


def test_messages_beside_an_open_chat_lie_on_it_and_cover_neither_heads_nor_words() -> None:
    with at_table(asked()) as here:
        app, chat = here.driver.app, here.table.chat
        here.driver.send(KeyPressed("c"))
        whole = chat.list.box.copy()
        here.driver.context.notify("Omar lost the connection")
        here.driver.step(3)
        (box,) = app.toasts.boxes(here.driver.context.stack.notice_place)
        assert here.table.layout.log.contains(box) and not box.colliderect(chat.list.box)
        assert chat.list.box.bottom == pytest.approx(whole.bottom)
        here.driver.until(lambda: not app.toasts.texts)
        here.driver.step(2)
        assert chat.list.box == whole


def test_escape_closes_the_chat_that_it_left() -> None:
    with at_table(asked()) as here:
        here.driver.send(KeyPressed("c"))
        assert here.table.chat.visible
        here.driver.command(CommandName.BACK)
        assert not here.table.chat.visible and here.driver.top is here.table


def test_how_many_look_on_is_shown() -> None:
    with at_table(Waiting(1, (1,))) as here:
        eyes = the(here.driver, CountButton, lambda widget: widget.icon != "message-circle")
        assert eyes.icon != "eye", "games have tools with that one"
        here.driver.step()
        assert eyes.count == 2
        assert here.connection.room is not None
        here.hear(RoomChanged(msgspec.structs.replace(here.connection.room, watching=5)))
        assert eyes.count == 5


@pytest.mark.parametrize(("label", "agree"), [("Agree", True), ("Decline", False)])
def test_a_proposal_is_voted_on_by_keys_alone(label: str, agree: bool) -> None:
    with at_table(asked()) as here:
        here.hear(Proposed(4, "end", OWNER, (OWNER,), (ME,)))
        assert here.table.banner.visible and not here.table.banner.box.colliderect(here.table.board.box)
        button = the(here.driver, Button, lambda widget: widget.label == label)
        go_to(here.driver, button)
        here.driver.command(CommandName.CONFIRM)
        assert here.client.sent == [Vote(4, agree)]
        here.hear(Proposed(4, "end", OWNER, (OWNER, ME), ()))
        assert not [widget for widget in widgets(here.driver, Button) if widget.label == label]


def test_undo_pause_and_draw_are_proposed() -> None:
    with at_table(Stepped(PastStep(1, (0,), (), (), 0), view(8, 0)), asked(2)) as here:
        here.driver.until(lambda: here.table.conductor.idle)
        here.driver.command(CommandName.UNDO)
        assert here.client.sent == [Propose("undo")]
        for choice, what in ((MenuChoice.PAUSE, "pause"), (MenuChoice.END, "end")):
            here.choose(choice)
            assert here.client.sent[-1] == Propose(what)  # type: ignore[arg-type]
        here.hear(here.phase("paused"))
        assert not here.table.board.choosing
        here.press("Go on")
        assert here.client.sent[-1] == Resume()


def test_a_lost_connection_is_said_and_nothing_can_be_played() -> None:
    with at_table(asked()) as here:
        here.driver.until(lambda: here.table.board.choosing)
        here.client.state = ClientState.LOST
        here.driver.step(3)
        notice = here.table.banner.said
        assert notice is not None and notice.icon == "wifi-off" and not here.table.board.choosing
        assert not here.table.banner.box.colliderect(here.table.layout.board), "the board can still be read"
        here.driver.command(CommandName.CONFIRM)
        assert here.client.sent == []
        again = room("en", "nullgame", "playing")
        here.hear(*welcome("en", again), Begun(0, 1, SEATS, raw(None), view(9)), Past(()), asked())
        here.driver.until(lambda: here.table.board.choosing)
        assert here.table.banner.said is None


def test_a_host_that_is_gone_for_good_leads_back() -> None:
    with at_table(asked()) as here:
        here.client.give_up(HostGoneError("net.error.host_gone", seconds=120))
        here.driver.step(3)
        here.press("To the lobby")
        assert here.driver.context.stack.top is None


def test_who_surrenders_goes_on_as_a_spectator() -> None:
    with at_table(asked()) as here:
        here.choose(MenuChoice.SURRENDER)
        assert isinstance(here.driver.top, Dialog) and not here.client.sent
        here.press("Surrender")
        assert here.client.sent == [Surrender()]
        here.hear(Begun(SPECTATOR, 1, SEATS, raw(None), view(9)), Past((PastStep(0, (), (), (), 0),)), Waiting(1, (0,)))
        assert here.table.watching and here.table.stage.surroundings.viewer == SPECTATOR
        assert not here.table.board.choosing and MenuChoice.SURRENDER not in here.offered()


def test_a_spectator_watches_and_keeps_what_was_seen(home: Path) -> None:
    with at_table(Waiting(1, (0,)), viewer=SPECTATOR) as here:
        assert not here.table.board.choosing
        assert {MenuChoice.UNDO, MenuChoice.END, MenuChoice.SURRENDER}.isdisjoint(here.offered())
        here.choose(MenuChoice.SAVE)
        assert len(list((home / "replays").glob("*.views"))) == 1


def test_leaving_a_running_match_is_asked_for() -> None:
    with at_table(asked()) as here:
        here.choose(MenuChoice.LEAVE)
        here.press("Go on")
        assert here.driver.top is here.table and here.client.state is ClientState.MATCH
        here.choose(MenuChoice.LEAVE)
        here.press("Leave")
        assert here.client.state is ClientState.CLOSED and here.driver.context.stack.top is None


@pytest.mark.parametrize("owner", [ME, OWNER])
def test_after_the_end_the_owner_may_play_again_and_all_go_back_to_the_room(owner: int) -> None:
    with at_table(asked(), owner=owner) as here:
        here.hear(Ended("over", 1, "00", RESULT), here.phase("after", owner))
        here.driver.until(lambda: isinstance(here.driver.top, ResultsScene))
        again = [widget for widget in widgets(here.driver, Button) if widget.icon == "rotate-cw"]
        assert bool(again) is (owner == ME)
        if again:
            click(here.driver, again[0])
            here.driver.step(2)
            assert here.client.sent == [Rematch()]
        here.hear(here.phase("waiting", owner), frames=8)
        assert here.driver.context.stack.top is None


def test_the_menu_after_a_match_offers_nothing_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LanTable, "look_up_choices", lambda _: [MenuChoice.LOOK_UP])
    with at_table(asked()) as here:
        here.hear(Ended("over", 1, "h" * 16, RESULT), here.phase("after"), frames=90)
        here.driver.until(lambda: isinstance(here.driver.top, ResultsScene))
        here.driver.command(CommandName.BACK)
        here.driver.until(lambda: here.driver.top is here.table)
        offered = here.offered()
        assert len(offered) == len(set(offered)) and MenuChoice.LOOK_UP in offered


def test_an_end_by_agreement_is_told_without_a_winner() -> None:
    with at_table(asked()) as here:
        here.hear(Ended("agreed", 1, "00"), here.phase("after"))
        here.driver.until(lambda: isinstance(here.driver.top, Dialog))
        here.press("To the waiting room")
        assert here.driver.context.stack.top is None


def test_who_has_lost_the_connection_is_marked_as_long_as_it_is_lost() -> None:
    with at_table(Waiting(1, (1,), False, raw([]), 20_000, 30_000)) as at:
        at.driver.until(lambda: at.table.conductor.lit == (1,))
        state = at.connection.room
        assert state is not None and not at.table.feed.away
        panel = at.table.frame.panels[1] if at.table.frame else None
        assert panel is not None
        for present in (False, True):
            people = tuple(
                msgspec.structs.replace(person, present=present) if person.person == OWNER else person
                for person in state.people
            )
            before = shown(at.driver, panel.box)
            at.hear(RoomChanged(msgspec.structs.replace(state, people=people)))
            at.driver.step(3)
            assert at.table.feed.away == (() if present else (1,))
            assert ("lost the connection" in at.table.ribbon().text) is not present
            assert shown(at.driver, panel.box) != before


def shown(driver: Driver, box: Box) -> bytes:
    return pygame.image.tobytes(driver.context.canvas.surface.subsurface(driver.context.canvas.pixels(box)), "RGB")


def leave_text(here: AtTable) -> str:
    """What is said to whoever is about to leave."""
    here.choose(MenuChoice.LEAVE)
    here.driver.until(lambda: isinstance(here.driver.top, Dialog))
    text = here.driver.top.text  # type: ignore[union-attr]
    here.driver.command(CommandName.BACK)
    here.driver.step(3)
    return str(text)


def test_a_connection_that_is_over_is_no_match_that_is_over() -> None:
    with at_table(asked()) as here:
        here.driver.until(lambda: here.table.board.choosing)
        here.client.give_up(HostGoneError("net.error.host_gone", seconds=120))
        here.driver.step(3)
        line = here.driver.context.texts.line
        assert here.table.ribbon().text == line("table.lan.closed") != line("table.turn.over")
        assert here.table.lan.choice is None and not here.table.board.choosing
        assert here.table.menu_heading() == "table.lan.menu_lost"
        assert MenuChoice.SURRENDER not in here.offered()


def test_who_leaves_is_told_what_becomes_of_the_match() -> None:
    with at_table(asked()) as here:
        line = here.driver.context.texts.line
        assert leave_text(here) == line("table.lan.leave_play")
        here.client.state = ClientState.LOST
        here.driver.step(2)
        assert leave_text(here) == line("table.lan.leave_lost")
        assert here.table.menu_heading() == "table.lan.menu_lost"
        here.connection.hosting = True
        assert leave_text(here) == line("table.lan.leave_host_alone")
        here.client.state = ClientState.MATCH
        assert leave_text(here) == line("table.lan.leave_host")


def test_a_resumed_match_says_whom_it_waits_for_and_its_owner_may_go_on() -> None:
    with at_table(asked(), owner=ME) as here:
        waiting = here.phase("paused", ME).room
        people = tuple(msgspec.structs.replace(person, present=person.person != OWNER) for person in waiting.people)
        here.hear(RoomChanged(msgspec.structs.replace(waiting, waits=True, people=people)))
        said = here.table.notices.now()
        assert said is not None and "Leila" in said.text and "Skylark" not in said.text
        assert here.table.lan.choice is None
        here.press(here.driver.context.texts.line("table.lan.without"))
        assert here.client.sent[-1] == Resume()


def test_a_room_that_could_not_be_opened_again_can_be_tried_once_more() -> None:
    with at_table(asked()) as here:
        tried: list[bool] = []
        here.client.state = ClientState.LOST
        here.connection.stranded = HostGoneError("net.error.port_taken", port=4)
        here.connection.start_again = lambda: tried.append(True)
        here.driver.step(3)
        here.press(here.driver.context.texts.line("table.lan.host_again"))
        assert tried == [True] and not here.driver.context.typeface.overflows


def test_the_key_for_a_hint_does_nothing_where_nobody_gives_hints() -> None:
    with at_table(asked()) as here:
        here.driver.until(lambda: here.table.board.choosing)
        here.driver.command(CommandName.HINT)
        here.driver.step(5)
        assert here.driver.top is here.table and not here.connection.over


def test_a_stage_that_breaks_closes_its_table_and_its_person_stays_in_the_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SceneStack, "forgiving", True)
    with at_table(Waiting(1, (1,))) as here:
        here.driver.context.notify = told = Told()  # type: ignore[method-assign]

        def broken(*_: object) -> None:
            raise IndexError("tuple index out of range")

        monkeypatch.setattr(here.table.stage, "draw", broken)
        here.driver.step(2)
        assert here.client.error is None and here.client.sent == [Surrender()]
        assert len(told) == 1 and "IndexError" in told[0] and "crash" in told[0]
        here.driver.context.stack.begin_frame()
        assert here.table not in here.driver.context.stack.scenes
        connection = here.connection
        connection.client.messages.append(Begun(0, 1, SEATS, raw(None), view(9)))  # type: ignore[attr-defined]
        connection.poll(1.0)
        assert not connection.table_waits and not connection.table_open, "it would break again"
        assert here.client.sent == [Surrender(), Surrender()]


def test_a_banner_that_counts_keeps_the_button_that_is_being_pressed() -> None:
    with at_table() as here:
        banner, pressed = here.table.banner, []
        for seconds in (5, 4):
            answers = [("Open here", "house", partial(pressed.append, seconds)), ("Not here", "x", lambda: None)]
            banner.show(BannerText(f"It opens in {seconds} s.", "house", answers=answers))
            if seconds == 5:
                button = banner.widgets[0]
        assert banner.widgets[0] is button and banner.text == "It opens in 4 s."
        button.on_press()  # type: ignore[attr-defined]
        assert pressed == [4]
        banner.show(BannerText("Paused", "house", answers=[("Go on", "play", lambda: None)]))
        assert [one.label for one in banner.widgets] == ["Go on"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("owner", [ME, OWNER])
def test_at_an_end_in_a_mix_nobody_is_offered_what_the_mix_refuses(owner: int) -> None:
    mix = MixState("mix", "board", b"s" * SECRET, 1, 3, 10_000, points=(MixPoints(ME, 12),))
    with at_table(owner=owner) as here:
        next_ones = {MenuChoice.AGAIN, MenuChoice.OTHER, MenuChoice.WISH}
        here.hear(Ended("over", 1, "h", RESULT), here.phase("after", owner))
        assert next_ones & set(here.table.results_choices())
        state = here.phase("after", owner).room
        here.hear(RoomChanged(msgspec.structs.replace(state, mix=mix)))
        assert not next_ones & set(here.table.results_choices())
        assert MenuChoice.ROOM in here.table.results_choices()


def test_the_signs_that_people_drew_hang_at_their_panels(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[bytes, float, float, float]] = []
    monkeypatch.setattr("game.scenes.lobby.table.put_portrait", lambda _, *words: drawn.append(words))
    with at_table() as here:
        here.driver.step(2)
        assert not drawn
        state = here.client.room
        assert state is not None and here.table.frame is not None
        people = [msgspec.structs.replace(one, portrait=FACE if one.person == ME else b"") for one in state.people]
        here.hear(RoomChanged(msgspec.structs.replace(state, people=tuple(people))), frames=1)
        (panel,) = [one for one in here.table.frame.panels if state.seats[one.seat].person == ME]
        portrait, x, y, side = drawn[-1]
        assert portrait == FACE and panel.box.collidepoint((x, y)) and x + side / 2 < panel.text_left
