"""Reads the fields of a TOML document with the lines where they stand, so that errors can say where they are."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any, Final

from game.cabinets.rails.yards.yard import YardError, wrong
from game.core.given import TextError, toml_of, toml_text

MOST_BYTES: Final = 256 << 10
_HEADER = re.compile(r"\s*\[\[?\s*([A-Za-z0-9_.]{1,80})\s*\]\]?")
_KEY = re.compile(r"\s*([A-Za-z0-9_.]{1,80})\s*=")
_REASONS = {"given.encoding": "utf8", "given.dots": "dots", "given.toml": "toml"}
_QUOTES = re.compile(r'"""|\'\'\'')


def read_document(data: bytes | str) -> tuple[dict[str, Any], dict[str, int]]:
    """Return a TOML document and the line of each field, by `table.key`; `table#n.key` for the n-th of a list of
    tables.

    Raise YardError if the text is no TOML, too long, or would take much longer to read than to write.
    """
    if len(data) > MOST_BYTES:
        raise YardError("size", most=MOST_BYTES >> 10)
    try:
        text = toml_text(data)
        return toml_of(text), _lines(text)
    except TextError as error:
        raise YardError(_REASONS[error.key], line=error.line) from error


def _lines(text: str) -> dict[str, int]:
    """Return the line of each key in a TOML text, by `table.key`; `table#n.key` for the n-th of a list of tables."""
    found: dict[str, int] = {}
    table, quote = "", ""
    counts: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not quote:
            header, key = _HEADER.match(line), _KEY.match(line)
            if header:
                table = header[1]
                if "[[" in line[: header.start(1)]:
                    counts[table] = counts.get(table, 0) + 1
                    table = f"{table}#{counts[table]}"
                found.setdefault(table, number)
            elif key:
                found.setdefault(f"{table}.{key[1]}" if table else key[1], number)
        for mark in _QUOTES.findall(line):
            quote = mark if not quote else "" if mark == quote else quote
    return found


class Fields:
    """One table of a TOML document. Its methods return values of fields; they raise YardError for a value that is
    wrong.
    """

    def __init__(self, data: Mapping[str, Any], lines: Mapping[str, int], name: str = "", line: int = 0) -> None:
        self._data = data
        self._lines = lines
        self._name = name
        self._line = line or lines.get(name, 0)

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def line(self, key: str) -> int:
        """Return the line of a field, or else that of its table; 0 for neither."""
        return self._lines.get(self._path(key), self._line)

    def wrong(self, key: str, expected: str, **values: Any) -> YardError:
        """Return the error for a field of this table; `expected` names what is wrong as in
        `rails_yards.error.<expected>`.
        """
        return wrong(self.line(key), self._path(key), expected, self._data.get(key, ""), **values)

    def only(self, *names: str) -> None:
        """Raise YardError if the table has a field that is not among `names`."""
        for key in self._data:
            if key not in names:
                shown = key if len(key) <= 40 else key[:40] + "…"
                raise wrong(self.line(key) or 1, self._path(shown), "known", key, names=", ".join(names))

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """Return a field that must be a whole number in `low` … `high`."""
        value = self._data.get(key, default)
        if type(value) is not int or not low <= value <= high:
            raise self.wrong(key, "whole", low=low, high=high)
        return value

    def flag(self, key: str, default: bool) -> bool:
        """Return a field that must be true or false."""
        value = self._data.get(key, default)
        if type(value) is not bool:
            raise self.wrong(key, "flag")
        return value

    def text(self, key: str, most: int, default: str | None = None, least: int = 1) -> str:
        """Return a field that must be a text of `least` … `most` characters, or equal to `default`."""
        value = self._data.get(key, default)
        if not isinstance(value, str) or not (value == default or least <= len(value.strip()) <= most):
            raise self.wrong(key, "text", most=most)
        return value

    def one_of(self, key: str, names: Collection[Any], default: Any = None) -> Any:
        """Return a field that must be one of the values in `names`."""
        value = self._data.get(key, default)
        if isinstance(value, bool | dict | list) or value not in names:
            raise self.wrong(key, "one_of", names=", ".join(map(str, names)))
        return value

    def table(self, key: str) -> Fields:
        """Return a field that must be a table."""
        value = self._data.get(key)
        if not isinstance(value, dict):
            raise self.wrong(key, "table")
        return Fields(value, self._lines, self._path(key), self.line(key))

    def tables(self, key: str, most: int) -> list[Fields]:
        """Return a field that must be a list of at most `most` tables; empty if there is no such field."""
        value = self._data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            raise self.wrong(key, "tables")
        if len(value) > most:
            raise self.wrong(key, "fewer", most=most)
        path = self._path(key)
        return [Fields(one, self._lines, f"{path}#{number}") for number, one in enumerate(value, 1)]

    def texts(self, key: str, most: int) -> list[str]:
        """Return a field that must be a list of at most `most` texts; empty if there is no such field."""
        value = self._data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value) or len(value) > most:
            raise self.wrong(key, "texts", most=most)
        return value

    def names(self) -> tuple[str, ...]:
        """Return the names of the table's fields."""
        return tuple(self._data)

    def _path(self, key: str) -> str:
        return f"{self._name}.{key}" if self._name else key
