"""The picture of the word game: what is asked for, large; the line to write in; the chain of words."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Any, ClassVar

from game.cabinets.words.book import hides
from game.cabinets.words.glosses import gloss
from game.cabinets.words.lexicon import LexiconError
from game.cabinets.words.manners import prepared
from game.cabinets.words.presentation import PRESENTATION
from game.cabinets.words.stage.clock import LAST_SECONDS, draw_clock
from game.cabinets.words.stage.danger import Judge, draw_danger
from game.cabinets.words.stage.lanterns import draw_lanterns, draw_told, lantern_at, with_lanterns
from game.cabinets.words.stage.places import CHAIN, KEYS, LINE, SMALL_CHAIN
from game.cabinets.words.stage.riddle import draw_guesses
from game.cabinets.words.stage.sheet import draw_middle, theme_name
from game.cabinets.words.stage.typing import How, Typing
from game.cabinets.words.state import KOREAN, MOST_LETTERS, RIDDLES, Action, GiveUp, Try, View
from game.cabinets.words.turning import turnings
from game.core.language.hangul import from_latin, is_syllable
from game.core.rules import Event, Seat
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, MUTED, PAPER, ROSE, SAND
from game.engine.input import Command, CommandName, InputEvent, PointerMoved, PointerPressed
from game.engine.ornament import GLASS, SHEET
from game.engine.stage import (
    READABLE_FROM,
    FindsTurnings,
    HasLine,
    MarksTimeline,
    Surroundings,
    TakesBack,
    WrittenLine,
)
from game.engine.stage.parts import Tick
from game.engine.text import Weight
from game.engine.text.fitting import first_fitting, fitted
from game.ground.texts import grouped
from game.kit.drawing.announcement import Announcement
from game.kit.drawing.sheet import draw_sheet
from game.kit.entry import TextLine
from game.kit.keyboard import SEND, Keys
from game.kit.panel.forms import Figure, Panel, figures_panel
from game.kit.stage import PictureStage
from game.kit.widgets import StageButton, StageWidgets

PAD_TEMPO = 150
"""The value of the option `tempo` that people with a pad are advised to set."""
TONES = ("tone1", "tone2", "tone3", "tone4", "tone5")
"""The tones behind each word: the longer a round lasts, the higher."""
WORDS_A_TONE = 4
A_RUN = 10
"""Number of words after which the length of the chain is announced."""
_SMALL_WORDS = 44.0
_GAVE_UP = {"ㅈㅈ", "gg"}
_FLAG = "give_up"
_ASIDE = 16.0
_NOTE = 408.0
"""Height at which the reason is shown why a word does not count."""
_NOTE_ROOM = 590.0
_LOW = 32.0
"""The height of the buttons that leaves all the room below them to the lanterns."""
_SAID = 6
"""The most words of the chain that are named above the open keyboard."""


@dataclass
class Picture:
    view: View
    sung: str = ""
    """The part of the last word that has been sung so far; empty when no word is being sung."""


class WordsStage(
    PictureStage[View, Action, Picture],
    MarksTimeline,
    FindsTurnings,
    HasLine,
    TakesBack,
):
    """Shows what is asked for and lets a person write."""

    upright = True
    delays: ClassVar = PRESENTATION.delays
    ticks: ClassVar[Mapping[str, Tick]] = {"timed_out": Tick.LOSS, "gave_up": Tick.LOSS, "solved": Tick.GAIN}

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        options = surroundings.options
        placeholder, korean = surroundings.texts.line("words.stage.placeholder"), options.mode in KOREAN
        self.line = TextLine(surroundings, LINE, limit=MOST_LETTERS, placeholder=placeholder, hangul=korean)
        self._ahead: Action | None = None
        """A line that was sent before it could be played; it is played once it can be."""
        self._left: float | None = None
        """Seconds left for the awaited move; None without a clock."""
        self.keys = Keys(KEYS, korean=korean, more={_FLAG: "flag"})
        self.buttons = StageWidgets(surroundings)
        """The buttons below the line, which the open keyboard covers."""
        self._place_buttons()
        how: How = "dots" if options.mode in RIDDLES else options.typing
        self.typing = Typing(how, MOST_LETTERS, partial(hides, options))
        self._judge = Judge(surroundings.options, len(surroundings.looks))

    def warm(self, canvas: Canvas) -> Iterator[None]:
        with suppress(LexiconError):  # a damaged word file stops no guest: the host knows the words
            yield from prepared(self.surroundings.options)
            yield from self._judge.pieces()
        if self.surroundings.options.mode not in KOREAN:
            gloss("")
            yield

    @property
    def wants_text(self) -> bool:
        if self.view is not None and self.view.phase == "over":
            return False
        return self.asked is not None or any(look.person for look in self.surroundings.looks)

    @property
    def takes_back(self) -> bool:
        return self.keys.takes_back

    @property
    def composing(self) -> bool:
        return self.line.composing

    @property
    def text_box(self) -> Box:
        return self.line.text_box

    @property
    def written(self) -> WrittenLine | None:
        return self.line.written if self.wants_text else None

    @property
    def decides_alone(self) -> bool:
        return self._ahead is not None

    def alone(self) -> Action | None:
        action, self._ahead = self._ahead, None
        return action

    def tell_time(self, left: float | None, seconds: float) -> None:
        before, self._left = self._left, left
        if self.asked is None or before is None or left is None:
            return
        if 0 < left <= LAST_SECONDS and ceil(left) < ceil(before):
            self.surroundings.play_sound(Sound.TOGGLE)

    def gestures(self) -> Sequence[tuple[str, bytes]]:
        return self.typing.tell(self.line.draft) if self.asked is not None else ()

    def gestured(self, seat: Seat, kind: str, data: bytes) -> None:
        self.typing.hear(seat, kind, data)

    def turnings(self, steps: Sequence[Sequence[Event]]) -> Iterator[tuple[int, str] | None]:
        options, seats = self.surroundings.options, len(self.surroundings.looks)
        for found in turnings(options, seats, steps):
            key = "words.stage.won" if found and found.wins else "words.stage.held"
            yield found and (found.step, self.surroundings.texts.line(key, word=found.word))

    def still(self, view: View) -> Picture:
        return Picture(view)

    def play(self, view: View, events: Sequence[Event]) -> None:
        texts = self.surroundings.texts
        for event in events:
            match event.kind:
                case "said":
                    self._sing(view, event.data["word"])
                case "missed":
                    self.script.sound(Sound.REFUSE)
                case "timed_out" | "gave_up":
                    self.script.sound(Sound.ELIMINATED)
                    self._announce(texts.line(f"words.event.{event.kind}", event.data), event.data["seat"])
                case "solved":
                    self.script.sound(Sound.COIN)
                case "hinted":
                    self.script.sound(Sound.NOTICE)
                case "could_have" | "titled" | "revealed" | "used_up":
                    self._announce(texts.line(f"words.event.{event.kind}", event.data))
                case "begun" if view.words == 0:
                    self.script.sound(Sound.NOTICE)

    def _sing(self, view: View, word: str) -> None:
        """Show the word sign by sign, each with a drum stroke; the last stroke sounds different."""
        picture, beat = self.picture, min(self.script.seconds("sung"), view.turn / 6000)
        if picture is None:
            return

        def show(share: float) -> None:
            picture.sung = word[: 1 + int(share * len(word))]

        self.script.then(beat, show)
        for number in range(1, len(word) + 1):
            stroke = Sound.STEP if number < len(word) else Sound.DICE_LAND
            self.script.sound(stroke, (number - 1) * beat / len(word))
        self.script.sound(TONES[min(len(TONES), -(-view.words // WORDS_A_TONE)) - 1], beat)
        if view.words % A_RUN == 0:
            self._announce(self.surroundings.texts.line("words.stage.run", count=view.words))

    def _announce(self, text: str, *seats: Seat) -> None:
        self.script.effect(Announcement(text, seats, self.width, self.height), self.script.seconds("told"))

    def handle(self, event: InputEvent) -> None:
        if isinstance(event, PointerMoved | PointerPressed):
            self.pointer, self.by_keys = (event.x, event.y), False
        if not self.wants_text:
            return
        if not self.keys.shown and (pressed := self.buttons.pressed_by(event)):
            if pressed == "keys":
                self.keys.open(self.line)
            elif self.asked is not None:
                self.decide(GiveUp())
            return
        down = isinstance(event, Command) and event.name is CommandName.DOWN and not self.keys.shown
        if down or self.keys.asked_for(event, self.line):
            self.keys.open(self.line, "q")
            return
        sent = self._keyed(event) if self.keys.takes(event) else self.line.handle(event)
        action = None if sent is None else self._meant(sent)
        if action is not None and self.asked is not None and not self.busy:
            self.decide(action)
        elif action is not None:
            self._ahead = action

    def _keyed(self, event: InputEvent) -> str | None:
        """Take an input on the stage's keyboard. Returns the text once it is sent, else None."""
        pressed = self.keys.use(event, self.line)
        if pressed == _FLAG:
            return "gg"
        return self.line.handle(Command(CommandName.CONFIRM)) if pressed == SEND else None

    def _meant(self, text: str) -> Action:
        """Return the action of a line that was sent: giving up, or a word to try."""
        word = self._word(text)
        if word not in _GAVE_UP:
            return Try(word)
        self.line.clear()
        return GiveUp()

    def _word(self, text: str) -> str:
        """Return a text as a word: lower case, without invisible signs; Hangul typed in Latin becomes syllables."""
        word = "".join(filter(str.isprintable, "".join(unicodedata.normalize("NFC", text).split())))
        korean = self.view is not None and self.view.mode in KOREAN
        if korean and word and word.isascii() and word.lower() not in _GAVE_UP:
            made = from_latin(word)
            return made if made in _GAVE_UP or all(map(is_syllable, made)) else word
        return word if korean and not word.isascii() else word.lower()

    def show(self, view: View, events: Sequence[Event]) -> None:
        if any(event.kind == "said" and event.data["word"] == self._word(self.line.text) for event in events):
            self.line.clear()
        if any(event.kind in ("begun", "riddle", "own_riddle", "revealed") for event in events):
            self._ahead = None
            if view.mode in RIDDLES:
                self.line.clear()
        self.typing.begin()
        super().show(view, events)

    def suggest(self, action: Action) -> None:
        if isinstance(action, Try):
            self.line.write(action.text)

    @property
    def still_for(self) -> float:
        return min(super().still_for, self.line.still_for)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self.line.update(seconds)
        self.typing.update(seconds)

    def instruction(self) -> tuple[str, dict[str, Any]] | None:
        view = self.view
        if self.asked is None or view is None or not (view.asked or view.seen):
            return None
        if view.seen:
            return "words.stage.ask.quiz", {"theme": theme_name(self.surroundings.texts, view)}
        key = view.mode if view.mode in ("front", "consonants") else "any"
        return f"words.stage.ask.{key}", {"sign": _forms(view.asked)}

    def turn_line(self) -> tuple[str, dict[str, Any]] | None:
        view = self.shown
        if view is not None and view.mode in RIDDLES:
            return "words.stage.turn_quiz", {"round": view.round + 1, "rounds": view.rounds}
        if view is None or not view.title:
            return None
        return "words.stage.turn", {"round": view.round + 1, "rounds": view.rounds, "words": view.words}

    def _place_buttons(self) -> None:
        style, line = self.buttons.style, self.surroundings.texts.line
        icons = {"give_up": "flag", "keys": "keyboard"}
        give_up, keys = (StageButton(style, icons[name], line(f"words.stage.{name}"), name=name) for name in icons)
        foot = 463 + (max(0.0, give_up.natural_height(0) - _LOW) if self.surroundings.least_press else 0.0)
        self._chain = Box(CHAIN.left, foot + 5, CHAIN.width, CHAIN.bottom - foot - 5)
        give_up.stand(236, foot)
        keys.stand(388, foot)
        if self.surroundings.hand.finger:  # a phone has a keyboard of its own
            give_up.stand(LINE.centerx, foot)
            self.buttons.show(give_up)
            return
        apart = max(0.0, give_up.box.right + 12 - keys.box.left) / 2
        give_up.move(-apart, 0)
        keys.move(apart, 0)
        self.buttons.show(give_up, keys)

    def draw(self, canvas: Canvas) -> None:
        picture = self.picture
        if picture is None:
            return
        view = picture.view
        readable = canvas.scale >= READABLE_FROM
        self._draw_title(canvas, view)
        if readable:
            draw_clock(canvas, self.surroundings.typeface, view, self._left, self.surroundings.options.seconds)
        draw_middle(canvas, self.surroundings, view, picture.sung)
        if not readable:
            draw_lanterns(canvas, self.surroundings, with_lanterns(view), SMALL_CHAIN, _SMALL_WORDS)
            return
        if view.follow >= 0 and view.phase == "turn" and not picture.sung:
            draw_danger(canvas, self.surroundings, view.follow, self._judge.label(view))
        if not self.keys.shown and view.mode in RIDDLES:
            draw_guesses(canvas, self.surroundings, view, self._chain)
        elif not self.keys.shown:
            used = [missed.text for missed in view.tries[-1:] if missed.why == "used"]
            draw_lanterns(canvas, self.surroundings, view.chain, self._chain, lit=used)
            if self.pointer and (hovered := lantern_at(self.surroundings, view.chain, self._chain, *self.pointer)):
                draw_told(canvas, self.surroundings, *hovered, CHAIN.right)
        self._draw_line(canvas, view)

    def _draw_title(self, canvas: Canvas, view: View) -> None:
        """Draw the signs that the rounds begin with, the current one lit."""
        if not view.title:
            return
        say, wide = self.surroundings.typeface.line, min(46.0, 560 / len(view.title))
        left = 312 - wide * len(view.title) / 2
        for number, sign in enumerate(view.title):
            now = number == view.round and view.phase != "over"
            box = Box(left + number * wide + 3, 4, wide - 6, 40)
            draw_sheet(canvas, box, 8, SHEET if now else GLASS)
            ink = theme.TEXT_ON_PAPER if now else MUTED if number < view.round else SAND
            say(canvas, sign, box.centerx, box.centery, theme.LABEL, Weight.BOLD, ink, "middle")

    def _draw_line(self, canvas: Canvas, view: View) -> None:
        if not self.wants_text:
            self._draw_tries(canvas, view, LINE.centery)
            return
        typeface = self.surroundings.typeface
        self.line.draw(canvas)
        if made := self._made():
            typeface.line(canvas, made, LINE.centerx, _NOTE, theme.LABEL, Weight.BOLD, LANTERN, "middle")
        else:
            self._draw_tries(canvas, view, _NOTE)
            if (hint := self.said_last() or self.typing_advice()) and not view.tries:
                typeface.line(canvas, hint, LINE.centerx, _NOTE, theme.CAPTION, Weight.REGULAR, MUTED, "middle")
        if not self.keys.shown:
            self.buttons.draw(canvas)
        self.keys.draw(canvas, typeface)

    def _made(self) -> str:
        """Return the Hangul that was meant by keys pressed on a Latin keyboard; empty if there is none."""
        written = self.line.text
        word = self._word(written) if written else ""
        return word if word and word != written and not word.isascii() else ""

    def said_last(self) -> str:
        """Return the last words of the chain, as many as fit above the keyboard that hides it; empty without one."""
        view = self.shown
        if not self.keys.shown or view is None or view.mode in RIDDLES:
            return ""
        said = [link.word for link in view.chain[-_SAID:]]
        rows = [" → ".join(said[number:]) for number in range(len(said))]
        return first_fitting(self.surroundings.typeface, rows, _NOTE_ROOM, theme.CAPTION) if rows else ""

    def typing_advice(self) -> str:
        """Return advice on how to write: a slower `tempo` for pads, or how to switch the keyboard; else empty, as
        for a phone, which has a keyboard of its own.
        """
        options, line = self.surroundings.options, self.surroundings.texts.line
        by_pad = self.surroundings.hand.kind == "pad"
        if self.keys.shown:
            slow = by_pad and options.seconds and options.tempo < PAD_TEMPO
            return line("words.stage.slow", tempo=PAD_TEMPO) if slow else ""
        if by_pad:
            return line("words.stage.by_pad")
        if self.surroundings.hand.finger:
            return ""
        return line("words.stage.switch") if self.line.two_set is not None else ""

    def _draw_tries(self, canvas: Canvas, view: View, y: float) -> None:
        """Draw the last wrong word and why it does not count; in the quiz only a word of the person's own."""
        mine = [missed for missed in view.tries if view.mode not in RIDDLES or missed.seat == self.asked]
        if not mine:
            return
        missed = mine[-1]
        why = self.surroundings.texts.line(f"words.why.{missed.why}")
        typeface = self.surroundings.typeface
        room = _NOTE_ROOM - typeface.measure(f" – {why}", theme.BODY, Weight.SEMIBOLD)
        text = f"{fitted(typeface, missed.text, room, theme.BODY)} – {why}" if missed.text else why
        typeface.line(canvas, text, LINE.centerx, y, theme.BODY, Weight.SEMIBOLD, ROSE, "middle", _NOTE_ROOM)

    def panel(self, view: View, seat: Seat) -> Panel:
        line = self.surroundings.texts.line
        figures = [Figure(grouped(view.points[seat]), line("words.stage.points"), "star", PAPER)]
        if view.lost[seat]:
            figures.append(Figure(str(view.lost[seat]), line("words.stage.lost"), "hourglass"))
        return figures_panel(figures)

    def draw_panel(self, canvas: Canvas, seat: Seat, box: Box) -> None:
        super().draw_panel(canvas, seat, box)
        if self.shown is not None:
            rest = self.beside_panel[seat]
            room = Box(rest.left + _ASIDE, rest.top, rest.width - _ASIDE, rest.height)
            self.typing.draw(canvas, self.surroundings.typeface, seat, room)


def _forms(asked: Sequence[str]) -> str:
    """Return what is asked for, its other forms in brackets.

    >>> _forms(("리", "이")), _forms(("가",))
    ('리(이)', '가')
    """
    return asked[0] + (f"({', '.join(asked[1:])})" if asked[1:] else "")
