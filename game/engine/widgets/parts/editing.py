"""A line of text being edited: the text, the caret, the selection, and a composition under way. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from game.engine.text import tidy


@dataclass
class EditedLine:
    """At most `limit` characters, and `most_bytes` of UTF-8 where that is given.

    Caret and anchor lie between characters; what lies between them is selected.

    >>> line = EditedLine("하늘", limit=4)
    >>> line.insert("바람개비"), line.text, line.caret
    (False, '하늘바람', 4)
    """

    text: str = ""
    limit: int = 200
    caret: int = -1
    anchor: int = -1
    composition: str = ""
    """Text of an input method that is not finished yet; it stands at the caret and is no part of `text`."""
    most_bytes: int | None = None

    def __post_init__(self) -> None:
        self.set(self.text)

    @property
    def selection(self) -> tuple[int, int]:
        """First and last end of what is selected; equal when nothing is."""
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    @property
    def selected(self) -> str:
        start, end = self.selection
        return self.text[start:end]

    @property
    def shown(self) -> str:
        """The text as it is seen, the composition in its place."""
        return self.text[: self.caret] + self.composition + self.text[self.caret :]

    @property
    def shown_caret(self) -> int:
        """Where the caret is seen: at the end of a composition."""
        return self.caret + len(self.composition)

    def set(self, text: str) -> None:
        """Replace all; the caret goes to the end."""
        self.text = ""
        self.text = self._fitting(tidy(text).replace("\n", " "))
        self.caret = self.anchor = len(self.text)
        self.composition = ""

    def insert(self, text: str) -> bool:
        """Write in place of what is selected and of a composition. Returns whether all of it found room."""
        self.composition = ""
        self.delete_selected()
        words = " ".join(tidy(text).split("\n"))
        kept = self._fitting(words)
        before = tidy(self.text[: self.caret] + kept)  # a mark may join the letter before it
        self.text = before + self.text[self.caret :]
        self.caret = self.anchor = len(before)
        return len(kept) == len(words)

    def _fitting(self, words: str) -> str:
        """As much of words from their beginning as there is room for beside the text."""
        kept = words[: self.limit - len(self.text)]
        if self.most_bytes is None:
            return kept
        return kept.encode()[: self.most_bytes - len(self.text.encode())].decode(errors="ignore")

    def compose(self, text: str) -> None:
        """Show an unfinished text; it replaces what is selected."""
        if text:
            self.delete_selected()
        self.composition = tidy(text)

    def keep_composition(self) -> None:
        """Take the composition as finished, when nothing else will."""
        if self.composition:
            self.insert(self.composition)

    def delete_selected(self) -> bool:
        """Remove what is selected. Returns whether anything was."""
        start, end = self.selection
        self.text = self.text[:start] + self.text[end:]
        self.caret = self.anchor = start
        return end > start

    def backspace(self) -> None:
        """Remove what is selected, else the character before the caret."""
        if not self.delete_selected() and self.caret:
            self.anchor = self.caret - 1
            self.delete_selected()

    def delete(self) -> None:
        """Remove what is selected, else the character behind the caret."""
        if not self.delete_selected() and self.caret < len(self.text):
            self.anchor = self.caret + 1
            self.delete_selected()

    def move_to(self, place: int, select: bool = False) -> None:
        """Put the caret between two characters; `select` keeps the other end of the selection."""
        self.caret = max(0, min(len(self.text), place))
        if not select:
            self.anchor = self.caret

    def step(self, by: int, select: bool = False) -> None:
        """Move the caret by characters; without `select`, a selection is left at its end on that side."""
        start, end = self.selection
        if start != end and not select:
            self.move_to(start if by < 0 else end)
        else:
            self.move_to(self.caret + by, select)

    def step_word(self, by: int, select: bool = False) -> None:
        """Move the caret to the next end of a word, backwards for `by` < 0."""
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
