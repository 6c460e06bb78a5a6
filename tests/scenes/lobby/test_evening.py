"""What people do about an evening in the room's panel: wish, wait, begin without the late, set how it goes on."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pygame
import pytest

from game.core.rules import SPECTATOR
from game.engine.canvas import Box
from game.engine.input import CommandName, KeyPressed, PointerMoved, PointerPressed, PointerReleased, TextTyped
from game.engine.widgets import Button, Dialog
from game.ground.texts import Texts
from game.scenes.lan.connection import FRESH, ChatLine
from game.scenes.lan.facts import wishes_in
from game.scenes.lobby.customs import customs_told
from game.scenes.page.menu import ButtonMenu
from game.scenes.table.menu import MenuChoice
from net.evening import Appoint, Nudge, Queue, React, Reacted, SetCustoms, Stop, Talk, Wish
from net.messages import Ended, Ready, RoomChanged, RoomState, Said, Say, Start, Take, Told, Waiting
from net.mix import MixState, MixStop
from net.parts import Customs, SeatState, TalkLine, Wins
from net.wire import clean
from tests.engine.widgets.page_driver import click, group_of, the, widgets
from tests.scenes.lan.test_table import AtTable, at_table
from tests.scenes.lobby.lobby_driver import Lobby, at_lobby
from tests.scenes.scene_driver import Told as Toasts
from tests.showroom.lan import LATE, ME, OWNER
from tests.showroom.lan import room as sample_room


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))


def use(lobby: Lobby, icon: str) -> None:
    """Press a button that has only an icon."""
    click(lobby.driver, the(lobby.driver, Button, lambda button: button.icon == icon and not button.label))
    lobby.driver.step(2)


def wishing(lobby: Lobby, votes: bool = True, **wishes: int) -> None:
    """The host tells what people wish for, by game and person."""
    room = lobby.client.room
    assert room is not None
    by = {person: game for game, person in wishes.items()}
    people = tuple(msgspec.structs.replace(one, wish=by.get(one.person, "")) for one in room.people)
    lobby.change(people=people, customs=Customs(votes=votes))


def test_a_guest_says_yes_to_a_wish_by_one_press() -> None:
    with at_lobby() as lobby:
        panel = lobby.come_in()
        wishing(lobby, omok=OWNER)
        lobby.press("Omok, me too")
        (wish,) = lobby.sent
        assert isinstance(wish, Wish) and wish.game == "omok" and len(wish.seats) == 2
        wishing(lobby, omok=ME)
        assert panel.primary.label == "Ready"
        wishing(lobby, votes=False, omok=OWNER)
        assert panel.primary.label == "Ready", "there is no vote in this room"


def test_the_wish_that_is_offered_does_not_change_under_a_finger() -> None:
    with at_lobby() as lobby:
        panel = lobby.come_in()
        wishing(lobby, omok=LATE)
        assert panel.primary.label == "Omok, me too"
        wishing(lobby, omok=LATE, marrakech=OWNER)
        assert panel.primary.label == "Omok, me too", "it was there first"
        wishing(lobby, marrakech=OWNER)
        assert panel.primary.label == "Marrakech, me too"


def test_what_changes_in_a_room_in_the_middle_of_a_press_moves_nothing_and_loses_no_focus() -> None:
    with at_lobby() as lobby:
        panel = lobby.come_in()
        place = panel.primary.box.copy()
        lobby.driver.send(PointerMoved(*place.center), PointerPressed(*place.center))
        wishing(lobby, votes=False, omok=OWNER)
        assert panel.primary.box == place
        lobby.driver.send(PointerReleased(*place.center))
        assert lobby.sent == [Ready(True)]
        room = lobby.client.room
        assert room is not None
        lobby.driver.send(PointerPressed(*place.center))
        lobby.change(options={**room.options, "hands": 9}, customs=Customs(rotate=True))
        assert group_of(lobby.driver).focused_widget is panel.primary and panel.primary.pressed
        lobby.driver.send(PointerReleased(*place.center))
        assert lobby.sent == [Ready(True), Ready(True)]
        lobby.driver.send(PointerPressed(*place.center))
        seats = tuple(msgspec.structs.replace(seat, ready=True) for seat in room.seats)
        lobby.change(seats=seats)
        assert panel.primary.label == "Unready"
        lobby.driver.send(PointerReleased(*place.center))
        assert len(lobby.sent) == 2, "what was pressed is not there any more"


def test_a_guest_wishes_for_a_game_and_takes_it_back() -> None:
    with at_lobby() as lobby:
        lobby.come_in()
        tooltip = "I would like to play…"
        click(lobby.driver, the(lobby.driver, Button, lambda button: button.tooltip == tooltip))
        lobby.driver.step(2)
        lobby.press("Tablut")
        assert isinstance(lobby.sent[0], Wish) and lobby.sent[0].game == "tablut"
        wishing(lobby, tablut=ME)
        click(lobby.driver, the(lobby.driver, Button, lambda button: button.tooltip == tooltip))
        lobby.driver.step(2)
        lobby.press("Nothing for now")
        assert lobby.sent[1] == Wish("")


def test_who_finds_no_seat_waits_for_one() -> None:
    with at_lobby() as lobby:
        panel = lobby.come_in(4)
        room = lobby.client.room
        assert room is not None
        lobby.change(seats=tuple(seat for seat in room.seats if seat.kind == "person"))
        lobby.press("Wait for a seat")
        assert lobby.sent == [Queue(True)]
        people = tuple(msgspec.structs.replace(one, queue=7 if one.person == 4 else 0) for one in room.people)
        lobby.change(people=people)
        assert panel.primary.label == "Waiting: number 1"
        click(lobby.driver, panel.primary)
        assert lobby.sent[1:] == [Queue(False)]


def test_the_owner_nudges_the_late_or_begins_without_them() -> None:
    with at_lobby() as lobby:
        lobby.come_in(OWNER)
        for answer in ("Nudge Skylark", "Start without them"):
            use(lobby, "bell")
            lobby.press(answer)
        assert lobby.sent == [Nudge(ME), Start(without=True)]
        room = lobby.client.room
        assert room is not None
        lobby.change(seats=tuple(msgspec.structs.replace(seat, ready=True) for seat in room.seats))
        assert not [one for one in widgets(lobby.driver, Button) if one.icon == "bell" and one.visible]


def test_the_owner_sets_how_the_room_goes_on() -> None:
    with at_lobby() as lobby:
        lobby.come_in(OWNER)
        use(lobby, "layout-grid")
        lobby.press("How the room goes on…")
        for label in ("Vote on the next game: No", "Series: No", "Series: Best of 3", "Rotate seats: No"):
            lobby.press(label)
            assert isinstance(lobby.driver.top, ButtonMenu)
        assert lobby.sent[-1] == SetCustoms(Customs(votes=True, best_of=5, rotate=True))


def test_the_panel_tells_how_a_series_stands_and_what_is_wished_for() -> None:
    room = sample_room("en", "marrakech")
    room = msgspec.structs.replace(room, customs=Customs(best_of=3, rotate=True), series=(Wins(LATE, 1),))
    assert customs_told(room, Texts("en")) == ["Best of 3: Omar 1", "Seats rotate"]
    wishes = {OWNER: "gems", LATE: "omok", ME: "omok"}
    people = tuple(msgspec.structs.replace(one, wish=wishes.get(one.person, "")) for one in room.people)
    assert wishes_in(msgspec.structs.replace(room, people=people)) == {"omok": 2, "gems": 1}


def test_people_are_muted_here_and_appointed_by_the_owner() -> None:
    with at_lobby() as lobby:
        lobby.come_in(OWNER)
        use(lobby, "users")
        lobby.press("Omar · seat 2")
        lobby.press("Mute")
        assert lobby.sent == []
        connection = lobby.lobby.connection
        assert connection is not None
        before = connection.said
        lobby.client.messages += [Said(LATE, "Omar", "spam"), Reacted(LATE, "hurry"), Said(ME, "Skylark", "hello")]
        lobby.driver.step(2)
        assert [line.text for line in connection.chat[before:]] == ["hello"] and not connection.reactions
        use(lobby, "users")
        lobby.press("Omar · seat 2")
        lobby.press("Make co-host")
        assert lobby.sent == [Appoint(LATE, True)]


def test_earlier_talk_is_there_for_newcomers_once_and_emoji_have_names() -> None:
    with at_lobby(language="ko") as lobby:
        lobby.come_in()
        connection = lobby.lobby.connection
        assert connection is not None
        connection.chat.clear()
        for _ in range(2):
            lobby.client.messages.append(Talk((TalkLine(OWNER, "Leila", "👍 좋아요"),)))
            lobby.driver.step(2)
        assert [line.text for line in connection.chat] == ["[엄지 척] 좋아요"]


EMOJI = "😀🎉 👨‍👩‍👧‍👦 👍🏽 🇰🇷 ☆"


def test_emoji_that_are_typed_are_sent_and_have_names_at_every_screen() -> None:
    with at_lobby() as lobby:
        panel = lobby.come_in()
        lobby.driver.click(*panel.chat.entry.box.center)
        lobby.driver.send(TextTyped(EMOJI))
        lobby.driver.command(CommandName.CONFIRM)
        (said,) = lobby.sent
        assert said == Say(EMOJI), "what is drawn as a star is no star"
        lobby.client.messages.append(Said(OWNER, "Leila", clean(EMOJI, joined=True)))
        lobby.driver.step(2)
        connection = lobby.lobby.connection
        assert connection is not None
        named = "[grinning face][party popper] [family] [thumbs up sign] [KR] ☆"
        assert connection.chat[-1].text == named


def test_who_is_nudged_hears_it() -> None:
    with at_lobby() as lobby:
        lobby.come_in()
        lobby.driver.context.notify = told = Toasts()  # type: ignore[method-assign]
        lobby.client.messages.append(Told("net.log.nudged", {"name": "Omar", "by": "Leila"}))
        lobby.driver.step(2)
        assert told == []
        lobby.client.messages.append(Told("net.log.nudged", {"name": "Skylark", "by": "Leila"}))
        lobby.driver.step(2)
        assert told == ["You are waited for."]


def test_signs_are_shown_at_the_seats_of_a_waiting_room() -> None:
    with at_lobby() as lobby:
        panel = lobby.come_in()
        lobby.driver.step(2)
        before = picture(lobby)
        nudged = Told("net.log.nudged", {"name": "Leila", "by": "Omar"})
        lobby.client.messages += [Reacted(LATE, "heart"), Reacted(4, "clap"), nudged]
        lobby.driver.step(2)
        signs = [(line.person, line.reaction) for line in panel.signs.shown]
        assert signs == [(LATE, "heart"), (4, "clap"), (OWNER, "nudge")]
        after = picture(lobby)
        rows = {row.facts.name: row.box for row in panel.rows}
        for name in ("Omar", "Leila"):
            assert differs(lobby, before, after, rows[name]), "over the seat"
        assert not differs(lobby, before, after, rows["Skylark"])
        assert differs(lobby, before, after, panel.chat.list.box), "who has no seat is named"
        lobby.driver.until(lambda: panel.signs.shown == [])
        assert lobby.driver.context.typeface.overflows == []


def test_a_sign_that_nobody_saw_in_time_is_not_shown_later() -> None:
    with at_table(Waiting(1, (1,))) as here:
        here.connection.take_signs()
        here.connection.reactions.append(ChatLine(OWNER, "Leila", "", 0, "heart", here.connection.now - FRESH - 1))
        here.hear(Reacted(OWNER, "clap"))
        assert [line.reaction for line, _ in here.table.talk.shown] == ["clap"]


def test_who_is_nudged_at_a_table_is_told_there() -> None:
    with at_table(Waiting(1, (1,))) as here:
        here.hear(Told("net.log.nudged", {"name": "Skylark", "by": "Leila"}))
        assert [line.reaction for line, _ in here.table.talk.shown] == ["nudge"]


def picture(lobby: Lobby) -> pygame.Surface:
    return lobby.driver.app.screen.surface.copy()


def differs(lobby: Lobby, before: pygame.Surface, after: pygame.Surface, box: Box) -> bool:
    """Whether more of a box has changed than a light that breathes."""
    area = lobby.driver.context.canvas.pixels(box).clip(before.get_rect())
    spots = [(x, y) for x in range(area.left, area.right, 3) for y in range(area.top, area.bottom, 3)]
    changed = sum(
        max(abs(a - b) for a, b in zip(before.get_at(at)[:3], after.get_at(at)[:3], strict=True)) > 60 for at in spots
    )
    return changed > 20


def test_reactions_are_a_press_away() -> None:
    with at_lobby() as lobby:
        lobby.come_in()
        click(lobby.driver, the(lobby.driver, Button, lambda button: button.tooltip == "Applause (F5)"))
        assert lobby.sent == [React("clap")]


def test_who_looks_on_takes_over_a_computer_and_others_see_their_name() -> None:
    with at_table(Waiting(1, (1,)), viewer=SPECTATOR) as here:
        bot, seats = 2, room_of(here).seats
        seats = (*seats[:bot], SeatState("bot", bot="expert"))
        here.hear(RoomChanged(msgspec.structs.replace(room_of(here), seats=seats)))
        here.choose(MenuChoice.TAKE_OVER)
        here.press(f"{bot + 1} · expert")
        assert here.client.sent == [Take(bot)]
        late = SeatState("person", "Minjun", person=4, ready=True)
        here.hear(RoomChanged(msgspec.structs.replace(room_of(here), seats=(*seats[:bot], late))))
        assert [seat.name for seat in here.table.feed.seats][bot] == "Minjun"
        assert here.table.looks[bot].name == "Minjun"
        assert MenuChoice.TAKE_OVER not in here.offered()


def test_the_owner_alone_ends_a_match_for_all_and_is_asked() -> None:
    with at_table(Waiting(1, (1,))) as here:
        assert MenuChoice.STOP not in here.offered()
    with at_table(Waiting(1, (1,)), owner=ME) as here:
        here.choose(MenuChoice.STOP)
        here.driver.command(CommandName.CONFIRM)
        assert here.client.sent == [], "the lit answer lets it go on"
        here.choose(MenuChoice.STOP)
        here.press("End the match for all")
        assert here.client.sent == [Stop()]
        here.hear(Ended("stopped", 1, "h" * 16), here.phase("after", owner=ME), frames=90)
        assert isinstance(here.driver.top, Dialog) and here.table.lan.stopped
        here.press("Another game")
        here.driver.step(3)
        assert isinstance(here.driver.top, ButtonMenu), "as after a match that was played to its end"


def test_in_a_mix_the_owner_is_asked_whether_the_round_or_all_shall_end() -> None:
    for answer, sent in (("End this round for all", Stop()), ("End the mix", MixStop())):
        with at_table(Waiting(1, (1,)), owner=ME) as here:
            mix = MixState("m", "playing", b"s" * 32, round=2, of=5, game="gems", short="workshops")
            here.hear(RoomChanged(msgspec.structs.replace(room_of(here), mix=mix)))
            here.choose(MenuChoice.STOP)
            here.driver.command(CommandName.CONFIRM)
            assert here.client.sent == [], "the lit answer lets it go on"
            here.choose(MenuChoice.STOP)
            here.press(answer)
            assert here.client.sent == [sent]


def test_one_key_shows_what_one_feels_and_words_have_a_line_of_their_own() -> None:
    with at_table(Waiting(1, (1,))) as here:
        here.driver.send(KeyPressed("f3"), KeyPressed("f4", repeated=True))
        assert here.client.sent == [React("laugh")]
        here.hear(Reacted(OWNER, "heart"), Said(OWNER, "Leila", "well played"))
        assert [line.reaction for line, _ in here.table.talk.shown] == ["heart", None]
        foot = here.table.log.foot
        assert foot.height > 0 and not foot.colliderect(here.table.log.view)
        assert here.table.log.box.contains(foot)
        here.driver.until(lambda: here.table.talk.shown == [])


def room_of(here: AtTable) -> RoomState:
    assert here.connection.room is not None
    return here.connection.room
