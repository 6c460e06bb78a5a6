"""The dictionary of the word game: all words that fit a pattern, found while typing; in a match, what it allows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec

from game.cabinets.words import lists, tempo
from game.cabinets.words.book import Book, book
from game.cabinets.words.glosses import gloss
from game.cabinets.words.lexicon import LexiconError
from game.cabinets.words.search import (
    LONG,
    USUAL,
    Order,
    PatternError,
    danger,
    longest_of_each,
    matches,
    narrowed,
    ordered,
    with_more,
)
from game.cabinets.words.stage.danger import look
from game.cabinets.words.state import KOREAN, RIDDLES, Options, View
from game.core.attachments import attached
from game.core.language.hangul import from_latin
from game.core.options import names_in, own_digest
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import PAPER
from game.engine.ornament import badge
from game.engine.scene import Context, Scene
from game.engine.stage.presentation import Opened
from game.engine.text import Weight
from game.engine.widgets import Button, Entry, ListView, RowState, Widget
from game.engine.widgets.choice import DropDown, choice
from game.engine.widgets.segments import Option, Segments
from game.kit.drawing.sheet import draw_sheet
from game.scenes.page.page import PageScene

_ROW = 40.0
_FOOT = 84.0
_COLUMNS = {"word": 0.0, "length": 0.54, "points": 0.64, "rank": 0.76, "follow": 0.88}
"""By column of a row: its left edge as a share of the row's width."""
_ORDERS: tuple[Order, ...] = ("length", "ordinary", "danger")
_MOST_LISTS = 4
"""The most list names that are shown for a word."""


class Beside(NamedTuple):
    """A match beside which words are looked up."""

    options: Options
    view: View | None
    whole: bool
    """Whether patterns are allowed, and not only whole words."""


class BrowserScene(PageScene):
    """A line for the pattern, filters and order of the words that fit it, and the selected word in full."""

    def __init__(self, context: Context, pattern: str = "", language: str = "ko", beside: Beside | None = None) -> None:
        super().__init__(context)
        self._beside = beside
        self._pattern = pattern
        self._by: Order = "length"
        self._part, self._length = "", 0
        self.found: Sequence[str] = ()
        """The words that fit the pattern, in order."""
        self._count = 0
        self._problem = ""
        self._entry: Entry | None = None
        self.listed: ListView | None = None
        self._following: dict[str, int] = {}
        self.told_of: dict[str, tuple[str, str]] = {}
        """The texts about words that were selected, by word."""
        self._speak(language if beside is None else "ko" if beside.options.mode in KOREAN else "en")

    def _speak(self, language: str) -> None:
        options = Options(mode="chain" if language == "ko" else "letter")
        self._book: Book = book(self._beside.options if self._beside else options)
        self._language = language
        self._following.clear()

    @property
    def _whole(self) -> bool:
        return self._beside is None or self._beside.whole

    @property
    def heading(self) -> str:
        return self.context.texts.line("words.more.dictionary.title")

    @property
    def subheading(self) -> str:
        if not self._whole and not self._count:
            return self._problem or self.context.texts.line("words.search.whole")
        return self._problem or self.context.texts.line("words.search.count", count=self._count)

    def first_focus(self) -> Widget | None:
        return self._entry

    def build_body(self, body: Box) -> Sequence[Widget]:
        line, high = self.context.texts.line, self.context.typeface.grown(theme.CONTROL_HEIGHT)
        self.told_of.clear()
        hint = line("words.search.placeholder" if self._whole else "words.search.one")
        self._entry = Entry(self.style, self._pattern, placeholder=hint, limit=40, on_change=self.search)
        self._entry.box = Box(body.left, body.top, 380, high)
        rows: list[list[Widget]] = [[self._entry], []]
        if self._whole:
            rows[0] += [
                Button(self.style, line("words.search.fewer"), on_press=partial(self._more, -1)),
                Button(self.style, line("words.search.more"), on_press=partial(self._more, 1)),
                Button(self.style, line("words.search.longest"), on_press=self._longest),
            ]
            rows[1] += self._filters(body.width)
        top = body.top
        for row in filter(None, rows):
            x = body.left
            for widget in row:
                wide = widget.box.width or widget.natural_width()
                widget.box = Box(x, top, wide, high)
                x = widget.box.right + theme.GAP
            top += high + theme.GAP
        self._foot = Box(body.left, body.bottom - self.context.typeface.grown(_FOOT), body.width, 0)
        self._foot.height = body.bottom - self._foot.top
        top += 24
        box = Box(body.left, top, body.width, self._foot.top - theme.GAP - top)
        self.listed = ListView(self.style, self._paint, 0, box, row_height=_ROW, on_choose=self._copy)
        copy = Button(self.style, line("words.search.copy"), icon="copy", on_press=self._copy_selected)
        wide = copy.natural_width()
        copy.box = Box(self._foot.right - wide - 16, self._foot.centery - high / 2, wide, high)
        self._copy_button = copy
        self.search(self._pattern)
        return [*rows[0], *rows[1], self.listed, copy]

    def _filters(self, width: float) -> list[Widget]:
        """Return the widgets for the language (if no match sets it), the list, the length and the order."""
        line, style = self.context.texts.line, self.style
        languages = [Option(name, line(f"words.search.{name}")) for name in ("ko", "en")]
        parts = [Option(name, self._name_of(name)) for name in ("", USUAL, *self._lists())]
        lengths = [Option(0, line("words.search.any_length"))]
        lengths += [Option(n, line("words.search.signs", count=n)) for n in range(2, LONG)]
        lengths.append(Option(LONG, line("words.search.long", count=LONG)))
        orders: list[Option[Order]] = [Option(name, line(f"words.search.order.{name}")) for name in _ORDERS]
        made: list[Widget] = (
            [] if self._beside else [Segments(style, languages, self._language, on_change=self._chosen)]
        )
        made.append(DropDown(style, parts, self._part, on_change=partial(self._set, "_part")))
        made.append(DropDown(style, lengths, self._length, on_change=partial(self._set, "_length")))
        room = width - sum(widget.natural_width() + theme.GAP for widget in made)
        return [*made, choice(style, orders, self._by, room, on_change=partial(self._set, "_by"))]

    def _lists(self) -> Sequence[str]:
        """Return the names of the lists with words of this language."""
        own = [name for name in names_in(self._book.options.extra) if own_digest(name)]
        korean = self._language == "ko"
        themes = [name for name, words in lists.themes().items() if any((word >= "가") == korean for word in words)]
        return [*own, *([lists.OURS] if themes else []), *themes]

    def _name_of(self, part: str) -> str:
        if part == "rare":
            return self.context.texts.line("words.search.rare")
        if not part or part == USUAL:
            return self.context.texts.line(f"words.option.words.{part or 'all'}")
        kind = "extra" if part == lists.OURS else "themes"
        return self.context.texts.maybe(f"words.option.{kind}.{part}") or part.partition("@")[0]

    def _chosen(self, language: str) -> None:
        try:
            self._speak(language)
        except LexiconError as error:
            self.context.notify(self.context.texts.line(error.key, error.values))
        self._part = ""
        self.rebuild()

    def _set(self, name: str, value: Any) -> None:
        setattr(self, name, value)
        self.search(self._pattern)

    def _more(self, more: int) -> None:
        if self._entry is not None:
            self._entry.text = with_more(self._entry.text, more)
            self.search(self._entry.text)

    def _longest(self) -> None:
        self._show(longest_of_each(self._book.lexicon))

    def search(self, pattern: str) -> None:
        """Show the words that fit a pattern; Hangul typed on a Latin keyboard is understood."""
        self._pattern, self._problem = pattern, ""
        if self._language == "ko":
            pattern = from_latin(pattern)
        found: Sequence[str] = ()
        if self._whole:
            try:
                found = narrowed(self._book, matches(self._book.lexicon, pattern), self._part, self._length)
            except PatternError as error:
                self._problem = self.context.texts.line(error.key, error.values)
        elif self._book.lexicon.find(pattern.strip()) is not None:
            found = (pattern.strip(),)
        self._show(ordered(self._book, found, self._by), len(found))

    def _show(self, words: Sequence[str], count: int | None = None) -> None:
        self.found, self._count = words, len(words) if count is None else count
        if self.listed is not None:
            self.listed.refill(len(words), 0)
            empty = "whole" if not self._whole else "none" if self._pattern.strip() else "empty"
            self.listed.empty = self.context.texts.line(f"words.search.{empty}")
        self._copy_button.visible = bool(words)

    @property
    def _selected(self) -> str:
        number = self.listed.selected if self.listed else -1
        return self.found[number] if 0 <= number < len(self.found) else ""

    def _copy_selected(self) -> None:
        if self.listed and self._selected:
            self._copy(self.listed.selected)

    def _copy(self, number: int) -> None:
        self.style.clipboard.write(self.found[number])
        self.context.notify(self.context.texts.line("words.search.copied", word=self.found[number]))

    def draw_ground(self, canvas: Canvas) -> None:
        super().draw_ground(canvas)
        if self.listed is None:
            return
        box = self.listed.box
        for name, share in _COLUMNS.items():
            text = self.context.texts.line(f"words.search.column.{name}")
            x = box.left + 18 + share * (box.width - 54)
            self.context.typeface.line(canvas, text, x, box.top - 14, theme.CAPTION)
        if self._selected:
            self._draw_selected(canvas, self._selected)

    def _draw_selected(self, canvas: Canvas, word: str) -> None:
        """Draw the selected word in full at the foot of the page."""
        box, typeface = self._foot, self.context.typeface
        draw_sheet(canvas, box)
        if word not in self.told_of:
            self.told_of[word] = self._about(word)
        about, says = self.told_of[word]
        x, room = box.left + 18, self._copy_button.box.left - box.left - 36
        told = typeface.line(canvas, word, x, box.top + box.height * 0.3, theme.LABEL, Weight.BOLD, PAPER)
        typeface.line(canvas, about, x + told + 16, box.top + box.height * 0.3 + 2, max_width=room - told - 16)
        typeface.line(canvas, says, x, box.top + box.height * 0.7, theme.CAPTION, colour=theme.TEXT, max_width=room)

    def _about(self, word: str) -> tuple[str, str]:
        """Return the names of a word's lists, and its meaning or else the words that may follow it."""
        usual = USUAL if self._book.usual(self._book.lexicon.find(word) or 0) else "rare"
        named = [name for name in self._lists() if name != lists.OURS and word in dict(lists.chosen(name))[name]]
        about = ", ".join(map(self._name_of, (usual, *named[:_MOST_LISTS])))
        numbers = self._book.candidates(self._book.asks(word), 1)
        best = sorted(numbers, key=lambda number: self._book.lexicon.ranks[number] or 1 << 16)[:8]
        shown = ", ".join(other for number in best if (other := self._book.lexicon.words[number]) != word)
        then = self.context.texts.line("words.search.then", words=shown) if shown and self._whole else ""
        return about, gloss(word) or then

    def _follow(self, word: str) -> int:
        if word not in self._following:
            self._following[word] = danger(self._book, word, self._used)
        return self._following[word]

    @property
    def _used(self) -> Sequence[str]:
        view = self._beside.view if self._beside else None
        return [said.word for said in view.chain] if view else ()

    def worth(self, word: str) -> str:
        """Return the points of a word said now, or at the beginning of a match; a dash for a used word."""
        view = self._beside.view if self._beside else None
        if view is None or view.mode in RIDDLES:
            return str(tempo.points(len(word), 0, 0, 1))
        missions = word.count(view.mission) if view.mission else 0
        said = word in self._used
        return "–" if said else str(tempo.points(len(word), view.words, view.spent, view.turn, 0, missions))

    def _paint(self, canvas: Canvas, number: int, box: Box, state: RowState) -> None:
        words, word, typeface = self._book, self.found[number], self.context.typeface
        place = words.lexicon.find(word)
        rank, follow = words.lexicon.ranks[place] if place is not None else 0, self._follow(word)
        cells = (word, str(len(word)), self.worth(word), str(rank) if rank else "–", str(follow))
        for share, cell in zip(_COLUMNS.values(), cells, strict=True):
            weight = Weight.REGULAR if share else Weight.SEMIBOLD
            x = box.left + 12 + share * (box.width - 28)
            typeface.line(canvas, cell, x, box.centery, theme.BODY, weight, theme.TEXT)
        shape, colour = look(follow)
        canvas.put_middle(badge(shape, colour, canvas.px(16), PAPER), x - 18, box.centery)
        self._paint_gloss(canvas, word, box)

    def _paint_gloss(self, canvas: Canvas, word: str, box: Box) -> None:
        """Draw the meaning of a word behind it, cut where there is no more room."""
        meaning, typeface = gloss(word), self.context.typeface
        x = box.left + 24 + typeface.measure(word, theme.BODY, Weight.SEMIBOLD)
        room = box.left + _COLUMNS["length"] * (box.width - 28) - x
        while meaning and typeface.measure(f"{meaning} …", theme.CAPTION) > room:
            meaning = meaning.removesuffix(" …").rpartition(" ")[0]
        if meaning:
            told = meaning if meaning == gloss(word) else f"{meaning} …"
            typeface.line(canvas, told, x, box.centery, theme.CAPTION, colour=theme.TEXT_MUTED)


def dictionary(context: Context) -> Scene:
    """Return the dictionary in the person's language, else in the other one if its list cannot be read."""
    language, other = ("ko", "en") if context.texts.language == "ko" else ("en", "ko")
    try:
        return BrowserScene(context, language=language)
    except LexiconError as error:
        context.notify(context.texts.line(error.key, error.values))
        return BrowserScene(context, language=other)


def reference(options: Options, view: View | None, under_way: bool) -> Opened | None:
    """Return the dictionary beside a match; None while a match that does not teach is under way.

    While the match is under way, `teach` of `danger` lets a whole word be looked up, `answers` any pattern. Own lists
    that this machine does not have are left out.
    """
    if under_way and options.teach == "off":
        return None
    there = ("", *attached(options))
    held = {
        name: ",".join(each for each in names_in(getattr(options, name)) if own_digest(each) in there)
        for name in ("extra", "themes")
    }
    beside = Beside(msgspec.structs.replace(options, **held), view, not under_way or options.teach == "answers")
    return lambda context: BrowserScene(context, beside=beside)
