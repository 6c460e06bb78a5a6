"""A line of text while it is edited: text, caret, selection, and the composition under way. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from game.engine.text import printable
from game.engine.text.pictures import signs


@dataclass
class EditedLine:
    """An edited line of at most `limit` characters, and at most `most_bytes` bytes of UTF-8 if given.

    Caret and anchor are places between characters; the text between the two is selected. An emoji of several characters
    counts as one: the caret stands before or after it.

    >>> line = EditedLine("하늘", limit=4)
    >>> line.insert("바람개비"), line.text, line.caret
    (False, '하늘바람', 4)
    """

    text: str = ""
    limit: int = 200
    caret: int = -1
    anchor: int = -1
    composition: str = ""
    """Unfinished text of an input method; it is shown at the caret and is no part of `text`."""
    most_bytes: int | None = None

    def __post_init__(self) -> None:
        self.set(self.text)

    @property
    def selection(self) -> tuple[int, int]:
        """Start and end of the selection; equal when nothing is selected."""
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    @property
    def selected(self) -> str:
        start, end = self.selection
        return self.text[start:end]

    @property
    def shown(self) -> str:
        """The text as shown, with the composition at the caret."""
        return self.text[: self.caret] + self.composition + self.text[self.caret :]

    @property
    def shown_caret(self) -> int:
        """Place of the caret as shown: after the composition."""
        return self.caret + len(self.composition)

    def set(self, text: str) -> None:
        """Replace the whole text and put the caret at its end."""
        self.text = ""
        self.text = self._fitting(printable(text).replace("\n", " "))
        self.caret = self.anchor = len(self.text)
        self.composition = ""

    def insert(self, text: str) -> bool:
        """Insert text in place of the selection and of the composition. Return whether there was room for all of it."""
        self.composition = ""
        self.delete_selected()
        words = " ".join(printable(text).split("\n"))
        kept = self._fitting(words)
        before = printable(self.text[: self.caret] + kept)  # a mark may join the letter before it
        self.text = before + self.text[self.caret :]
        self.caret = self.anchor = len(before)
        return len(kept) == len(words)

    def _fitting(self, words: str) -> str:
        """Return as much of the beginning of `words` as there is room for in addition to the text."""
        kept = words[: self.limit - len(self.text)]
        if self.most_bytes is None:
            return kept
        return kept.encode()[: self.most_bytes - len(self.text.encode())].decode(errors="ignore")

    def compose(self, text: str) -> None:
        """Show unfinished text at the caret, replacing the selection."""
        if text:
            self.delete_selected()
        self.composition = printable(text)

    def keep_composition(self) -> None:
        """Make the composition a part of the text, when no input method will finish it."""
        if self.composition:
            self.insert(self.composition)

    def delete_selected(self) -> bool:
        """Remove the selected text. Return whether anything was selected."""
        start, end = self.selection
        self.text = self.text[:start] + self.text[end:]
        self.caret = self.anchor = start
        return end > start

    def backspace(self) -> None:
        """Remove the selected text, else the sign before the caret."""
        if not self.delete_selected() and self.caret:
            self.anchor = self._beside(-1)
            self.delete_selected()

    def delete(self) -> None:
        """Remove the selected text, else the sign after the caret."""
        if not self.delete_selected() and self.caret < len(self.text):
            self.anchor = self._beside(1)
            self.delete_selected()

    def _places(self) -> list[int]:
        """Return the places of the text where the caret may stand."""
        return [0, *accumulate(map(len, signs(self.text)))]

    def _beside(self, by: int) -> int:
        """Return the place `by` signs after the caret, or before it if `by` < 0."""
        places = self._places()
        return places[max(0, min(len(places) - 1, places.index(self.caret) + by))]

    def move_to(self, place: int, select: bool = False) -> None:
        """Move the caret to a place between characters; `select` extends the selection to it."""
        self.caret = next((stands for stands in self._places() if stands >= place), len(self.text))
        if not select:
            self.anchor = self.caret

    def step(self, by: int, select: bool = False) -> None:
        """Move the caret by `by` signs. Without `select`, a selection is dropped and the caret goes to its end
        on that side.
        """
        start, end = self.selection
        if start != end and not select:
            self.move_to(start if by < 0 else end)
        else:
            self.move_to(self._beside(by), select)

    def step_word(self, by: int, select: bool = False) -> None:
        """Move the caret to the next end of a word, or to the previous beginning if `by` < 0."""
        place = self.caret
        if by < 0:
            place = self.text[:place].rstrip().rfind(" ") + 1
        else:
            rest = self.text[place:]
            skipped = len(rest) - len(rest.lstrip())
            found = rest.find(" ", skipped)
            place = len(self.text) if found < 0 else place + found
        self.move_to(place, select)

    def select_all(self) -> None:
        self.anchor, self.caret = 0, len(self.text)
