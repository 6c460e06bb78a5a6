"""The texts that people read, by key and language.

A file `assets/texts/<language>/<stem>.toml` holds the keys that begin with `<stem>.`; tables nest. A value may
have fields in braces, filled by `Texts.line`:

    {count}                 the value; a whole number with its thousands separated: 12,000
    {port:plain}            a whole number without separators, for numbers that are names
    {payer:seat}            the display name of a seat number
    {way:text table.way}    the text under `table.way.<value>`;  for a list, the text of each, with commas
    {played:game}           the name of a game, by its id; the id where it is unknown
    {program}               what starts Souk on this machine's command line; needs no value
    {quote:game.by_hand}    the text under another key; needs no value
    {count:plural rug rugs} the first word for 1, else the second
    {lost:if (−#)}          nothing for 0, else a blank and these words, with the value in place of #
    {payer:seat 이}         with the Korean particle that fits the word before it (이 이/가, 은 은/는, 을 을/를,
                            과 과/와, 으로 으로/로, 이라면 이라면/라면)

A text that names keys, the wheel or what the pointer rests on has a second one under `<key>.touch`, which is taken
where a finger was used last.
"""

from __future__ import annotations

import string
import tomllib
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, count
from pathlib import Path
from typing import Any, Final

from game.core import elsewhere
from game.ground import paths
from game.ground.program import program_name

LANGUAGES = ("ko", "en")
DEFAULT_LANGUAGE = "en"
FOR_FINGERS: Final = ".touch"
"""What follows a key for the text that is taken where a finger was used last."""

_PARTICLES = {
    "이": ("이", "가"),
    "은": ("은", "는"),
    "을": ("을", "를"),
    "과": ("과", "와"),
    "으로": ("으로", "로"),
    "이라면": ("이라면", "라면"),
}
_PRONOUNS = {"나": "내가", "너": "네가", "저": "제가"}
"""What the words for oneself and for who is spoken to become before 가."""
_QUOTE: Final = object()
"""The value of the field that takes in another text."""
_FINAL_OF_DIGIT = "1036780"  # digits whose Korean names end with a consonant: 일 영 삼 육 칠 팔 공
_FINAL_OF_LATIN = "lmnr"


class MissingTextError(KeyError):
    """A key has no text in a language."""

    def __init__(self, language: str, key: str) -> None:
        super().__init__(f"no text {key!r} in language {language!r}; add it to assets/texts/{language}")


class BrokenTextsError(Exception):
    """A file of texts cannot be read. The error's own sentence is in English, for want of texts."""

    def __init__(self, file: Path, why: Exception) -> None:
        super().__init__(
            f"The texts in {file} cannot be read ({why}). Reinstall Souk, or restore its assets/texts folder."
        )


def with_particle(word: str, particle: str) -> str:
    """Return `word` with the form of a Korean particle that fits its last sound.

    >>> with_particle("명인", "이라면"), with_particle("고수", "이라면")
    ('명인이라면', '고수라면')
    >>> with_particle("수아", "이"), with_particle("하늘", "이"), with_particle("하늘", "으로")
    ('수아가', '하늘이', '하늘로')
    >>> with_particle("나", "이"), with_particle("나", "은"), with_particle("하나", "이")
    ('내가', '나는', '하나가')
    """
    if particle == "이" and word in _PRONOUNS:
        return _PRONOUNS[word]
    with_final, without = _PARTICLES[particle]
    last = word[-1:].lower()
    if "가" <= last <= "힣":
        final = (ord(last) - ord("가")) % 28
        closed = final != 0 and not (particle == "으로" and final == 8)
    else:
        closed = last != "" and last in _FINAL_OF_DIGIT + _FINAL_OF_LATIN
        closed = closed and not (particle == "으로" and last in "178lr")
    return word + (with_final if closed else without)


def grouped(number: int) -> str:
    """Return a whole number with its thousands separated.

    >>> grouped(999), grouped(12345), grouped(-4000)
    ('999', '12,345', '-4,000')
    """
    return f"{number:,}"


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """Make names different: number those that occur more than once, without repeating another name.

    >>> told_apart(["Mia", "random", "random"]), told_apart(["Ann", "Ann 2", "Ann"])
    (('Mia', 'random 1', 'random 2'), ('Ann 1', 'Ann 2', 'Ann 3'))
    """
    taken = set(names)
    repeated = {name: count(1) for name in taken if names.count(name) > 1}
    apart = []
    for name in names:
        if name in repeated:
            numbered = (f"{name} {number}" for number in repeated[name])
            name = next(other for other in numbered if other not in taken)
            taken.add(name)
        apart.append(name)
    return tuple(apart)


class _Table(Mapping[str, str]):
    """Every text of a language by its key; each file is read when one of its keys is first asked for."""

    def __init__(self, files: Sequence[Path]) -> None:
        self._files = {file.stem: file for file in files}
        self.read: dict[str, dict[str, str]] = {}
        """The texts by key of each file that has been read, by the file's stem."""

    def __getitem__(self, key: str) -> str:
        """Return the text under a key. Raises BrokenTextsError where its file cannot be read."""
        return self.of(key.partition(".")[0])[key]

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(map(self.of, {**self._files, **self.read}))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def of(self, stem: str) -> dict[str, str]:
        """Return the texts of a file. Raises KeyError where there is no file, BrokenTextsError where it
        cannot be read.
        """
        if stem not in self.read:
            self.read[stem] = _texts_in(self._files[stem])
        return self.read[stem]


def _texts_in(file: Path) -> dict[str, str]:
    """Read the texts of a file, nested keys joined by dots."""
    found: dict[str, str] = {}

    def gather(prefix: str, value: Any) -> None:
        if isinstance(value, Mapping):
            for key, inner in value.items():
                gather(f"{prefix}.{key}", inner)
        else:
            found[prefix] = unicodedata.normalize("NFC", str(value))

    try:
        gather(file.stem, tomllib.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        raise BrokenTextsError(file, error) from error
    return found


@cache
def _table(language: str, folder: Path) -> _Table:
    own = sorted((folder / language).glob("*.toml"))
    return _Table([*elsewhere.texts(language), *own])


def _by_hand() -> bool:
    return False


class Texts(string.Formatter):
    """The texts of one language, with the names of seats to fill into them."""

    def __init__(
        self,
        language: str,
        seat_names: Sequence[str] = (),
        folder: Path | None = None,
        by_finger: Callable[[], bool] = _by_hand,
    ) -> None:
        """`by_finger` says whether the texts for fingers are taken now."""
        self.language = language
        self.by_finger = by_finger
        self.seat_names = tuple(seat_names)
        self.folder = folder or paths.assets() / "texts"

    def with_seats(self, seat_names: Sequence[str]) -> Texts:
        """Return the same texts, naming these seats."""
        return Texts(self.language, seat_names, folder=self.folder, by_finger=self.by_finger)

    def keys(self) -> set[str]:
        """Return every key of this language."""
        return set(_table(self.language, self.folder))

    def has(self, key: str) -> bool:
        """Return whether there is a text under `key`."""
        return key in _table(self.language, self.folder)

    def raw(self, key: str) -> str:
        """Return the text under `key` with its fields unfilled; the one for fingers where those are used. Raises
        MissingTextError.
        """
        table = _table(self.language, self.folder)
        text = table.get(key + FOR_FINGERS) if self.by_finger() else None
        if text is None:
            text = table.get(key)
        if text is None:
            raise MissingTextError(self.language, key)
        return text

    @property
    def computers(self) -> list[str]:
        """Names for computers at a table: people of the souk."""
        return [name.strip() for name in self.line("setup.computer_names").split(",")]

    def line(self, key: str, values: Mapping[str, Any] | None = None, /, **more: Any) -> str:
        """Return the text under `key` with its fields filled. Raises MissingTextError when there is none."""
        return self.vformat(self.raw(key), (), {**(values or {}), **more})

    def maybe(self, key: str, values: Mapping[str, Any] | None = None) -> str | None:
        """Return the text under `key`, or None when there is none."""
        return self.line(key, values) if self.has(key) else None

    def game(self, game: str) -> str:
        """Return a game's name; its id where this program does not have the game."""
        return self.maybe(f"{game}.name") or game

    def attempt(self, key: str, values: Mapping[str, Any]) -> str | None:
        """Return the text under a key from a stranger; None where there is none, or these values do not fit it."""
        try:
            return self.line(key, values)
        except (KeyError, ValueError, IndexError, AttributeError, TypeError):
            return None

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Return the value of a field; two have theirs here, and need none. Raises KeyError for one that is missing."""
        match key:
            case "quote":
                return _QUOTE
            case "program":
                return program_name()
        return super().get_value(key, args, kwargs)

    def format_field(self, value: Any, format_spec: str) -> str:
        """Format one field, as the module's docstring describes."""
        words = format_spec.split()
        particle = words.pop() if words and words[-1] in _PARTICLES else None
        match words:
            case [key] if value is _QUOTE:
                text = self.line(key)
            case ["seat"]:
                text = self.seat_names[value] if 0 <= value < len(self.seat_names) else str(value + 1)
            case ["text", prefix] if isinstance(value, (list, tuple)):
                text = ", ".join(self.line(f"{prefix}.{each}") for each in value)
            case ["text", prefix]:
                text = self.line(f"{prefix}.{value}")
            case ["game"]:
                text = self.maybe(f"{value}.name") or str(value)
            case ["plural", one, other]:
                text = one if value == 1 else other
            case ["if", *shown]:
                text = f" {' '.join(shown)}".replace("#", self.format_field(value, "")) if value else ""
            case []:
                text = grouped(value) if isinstance(value, int) and not isinstance(value, bool) else str(value)
            case ["plain"]:
                text = str(value)
            case _:
                text = format(value, format_spec)
        return with_particle(text, particle) if particle else text
