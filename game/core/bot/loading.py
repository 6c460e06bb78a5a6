"""Specifications of who plays a seat, as people write them, and loading the class of a bot.

    human                     a person, where people can take part
    greedy                    a built-in bot of the game
    path/to/file.py:Class     a class in a Python file
    cmd:node my_bot.js        any program that speaks JSON lines
    entry:programs/d.json     an entry of a contest, which keeps to its folder

Only a bot's own process loads a file: code in a person's file must not run in the main process.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import shlex
import shutil
import sys
import traceback
from collections.abc import Collection
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, TypeAlias

import msgspec

from game.core.bots import Bot
from game.core.errors import UNDECODABLE, SpokenError
from game.core.given import ending
from game.core.levels import ADAPTING

HUMAN = "human"
"""The specification of a seat that a person plays."""
COMMAND_PREFIX = "cmd:"
ENTRY_PREFIX = "entry:"
"""Before the path of the file that says how an entry of a contest is started (`Copied`)."""
_SUFFIX = ".py"
_SOUK = Path(__file__).parents[2]
"""The folder of Souk's own modules."""
USER_MODULE = "souk_user_bot"
"""The module name of a person's file in a bot's process, whatever the file is called."""


class BotError(SpokenError):
    """A bot cannot be found, loaded or started."""


class UnknownBotError(BotError):
    """The game has no built-in bot of this name."""


class BotFileError(BotError):
    """A bot's file or program does not exist or cannot be read."""


class BotSyntaxError(BotError):
    """A bot's file is not Python."""


class BotImportError(BotError):
    """A bot's file raised an exception while it was loaded."""


class BotClassError(BotError):
    """A bot's file has no class of this name, or the class is no Bot."""


class Entrant(msgspec.Struct, frozen=True):
    """What a contest adds to a bot: the name that tables and sentences give it, and the folder that it must keep to."""

    name: str
    folder: str
    """Where its own copy lies: it runs there, and of people's files it can read these alone (process/landlock.py)."""
    conduct: str = ""
    """The file in which its process notes what it tries besides playing (bot/conduct.py); empty for none."""


class Copied(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the copy of a contest's entry is started; the copy lies in the folder of this file's name without ending."""

    name: str
    main: str = ""
    """The Python file with its only class, relative to the folder; empty for a program."""
    command: tuple[str, ...] = ()
    """The words of a program's command line; those that name files of the folder mean the copies."""


class BuiltinSpec(msgspec.Struct, frozen=True, tag="builtin"):
    """A bot that comes with the game."""

    name: str

    @property
    def label(self) -> str:
        """Name of this bot in tables and sentences."""
        return self.name


class FileSpec(msgspec.Struct, frozen=True, tag="file"):
    """A class in a person's Python file."""

    path: str
    name: str
    """The class; empty for the only bot that the file defines."""
    entrant: Entrant | None = None
    """Set in a contest."""

    @property
    def label(self) -> str:
        """File and class of this bot, as tables and sentences name it; in a contest the entry's name."""
        return self.entrant.name if self.entrant else f"{Path(self.path).name}:{self.name}"


class CommandSpec(msgspec.Struct, frozen=True, tag="command"):
    """A program in any language, as the words of its command line."""

    words: tuple[str, ...]
    entrant: Entrant | None = None
    """Set in a contest."""

    @property
    def label(self) -> str:
        """Command line of this program without folders, as tables and sentences name it; in a contest the entry's
        name.
        """
        if self.entrant:
            return self.entrant.name
        return COMMAND_PREFIX + " ".join([Path(self.words[0]).name, *(Path(word).name for word in self.words[1:])])


BotSpec: TypeAlias = BuiltinSpec | FileSpec | CommandSpec


def parse_spec(text: str, builtins: Collection[str]) -> BotSpec:
    """Return the bot that the specification `text` names.

    Runs nothing of the bot. Raises UnknownBotError, BotFileError or BotClassError.
    """
    if text.startswith(COMMAND_PREFIX):
        return _parse_command(text.removeprefix(COMMAND_PREFIX))
    if text.startswith(ENTRY_PREFIX):
        return _parse_entry(Path(text.removeprefix(ENTRY_PREFIX)))
    path, colon, name = text.rpartition(":")
    if colon and ending(path) == _SUFFIX:
        if not name.isidentifier():
            raise BotClassError("bots.load.no_name", path=path)
        if not Path(path).is_file():
            raise BotFileError("bots.load.no_file", path=path)
        return FileSpec(str(Path(path).resolve()), name)
    if ending(text) == _SUFFIX:
        raise BotClassError("bots.load.no_name", path=text)
    if text.partition(":")[0] == ADAPTING:
        raise UnknownBotError("adapting.headless", known=", ".join(builtins))
    if text not in builtins:
        raise UnknownBotError("bots.load.unknown", name=text, known=", ".join(builtins))
    return BuiltinSpec(text)


def _parse_command(command: str) -> CommandSpec:
    try:
        words = list(_lexer(command))
    except ValueError as error:
        raise BotFileError("bots.load.command_quotes", command=command, error=str(error)) from error
    if not words:
        raise BotFileError("bots.load.command_empty")
    program = shutil.which(words[0])
    if program is None:
        raise BotFileError("bots.load.no_command", command=words[0])
    return CommandSpec((str(Path(program).absolute()), *words[1:]))


def _parse_entry(path: Path) -> BotSpec:
    try:
        copied = msgspec.json.decode(path.read_bytes(), type=Copied)
    except (OSError, *UNDECODABLE) as error:
        raise BotFileError("bots.load.no_file", path=str(path)) from error
    return copied_spec(copied, path.with_suffix("").resolve())


def copied_spec(copied: Copied, folder: Path) -> FileSpec | CommandSpec:
    """Return how the copy of an entry in a folder is started. Raises BotFileError where its program is missing."""
    entrant = Entrant(copied.name, str(folder))
    if copied.main:
        return FileSpec(str(folder / copied.main), "", entrant)
    words = [_placed(word, folder) for word in copied.command]
    program = shutil.which(words[0])
    if program is None:
        raise BotFileError("bots.load.no_command", command=words[0])
    return CommandSpec((str(Path(program).absolute()), *words[1:]), entrant)


def _placed(word: str, folder: Path) -> str:
    """Return a word of a command line, with the path of the copy if it names one of the entry's files."""
    name = word.removeprefix("./")
    path = folder / name
    return str(path) if name and not Path(name).is_absolute() and ".." not in path.parts and path.exists() else word


def command_words(text: str) -> tuple[str, ...]:
    """Return the words of a program that a person named: by a path, which may hold blanks, or by a command line.

    Empty for an empty text. Raises BotFileError where there is no such program.
    """
    text = text.strip()
    if not text:
        return ()
    return (str(Path(text).absolute()),) if Path(text).is_file() else _parse_command(text).words


def _lexer(command: str) -> shlex.shlex:
    """Return a lexer for the words of a command line; quotation marks hold words together.

    On Windows a backslash is an ordinary character, because paths are full of them.
    """
    lexer = shlex.shlex(command, posix=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    if sys.platform == "win32":
        lexer.escape = ""
    return lexer


def load_file_class(path: str, name: str, base: type[Bot[Any, Any]] = Bot) -> type[Bot[Any, Any]]:
    """Return the class `name` of the Python file at `path`, which may import from its own folder.

    With an empty `name` it is the only class of the kind of `base` that the file itself defines. If the class is no
    bot, the error says that it must inherit from `base`. Raises BotFileError, BotSyntaxError,
    BotImportError or BotClassError.
    """
    module = _load_file(Path(path))
    told = {"base": f"{base.__module__}.{base.__qualname__}", "method": ", ".join(sorted(base.__abstractmethods__))}
    if not name:
        kinds = {value.__name__: value for value in vars(module).values() if _is_own(value, base)}
        if len(kinds) != 1:
            key = "which_plays" if kinds else "no_kind"
            raise BotClassError(f"bots.load.{key}", path=path, classes=", ".join(kinds), **told)
        only: type[Bot[Any, Any]] = next(iter(kinds.values()))
        return only
    found = getattr(module, name, None)
    if found is None:
        own = [key for key, value in vars(module).items() if _is_bot(value)]
        raise BotClassError("bots.load.no_class", path=path, name=name, classes=", ".join(own) or "–")
    if not _is_bot(found):
        raise BotClassError("bots.load.not_a_bot", path=path, name=name, **told)
    bot: type[Bot[Any, Any]] = found
    return bot


def load_named(name: str) -> Any:
    """Import and return what `package.module:Name` names.

    A bot's process is told its rules and built-in bots this way.
    """
    module, _, attribute = name.partition(":")
    return getattr(importlib.import_module(module), attribute)


def name_of(kind: type) -> str:
    """Return the name under which `load_named` finds a class."""
    return f"{kind.__module__}:{kind.__qualname__}"


def _is_bot(value: object) -> bool:
    return inspect.isclass(value) and issubclass(value, Bot) and not inspect.isabstract(value)


def _is_own(value: object, base: type[Bot[Any, Any]]) -> bool:
    """Return whether a value is a bot of the kind of `base` that the loaded file defines itself."""
    return _is_bot(value) and issubclass(value, base) and value.__module__ == USER_MODULE  # type: ignore[arg-type]


class _FromSource(SourceFileLoader):
    """Compiles a file's source each time it is loaded.

    Python recognises an outdated compiled copy only by the source's size and its time in whole seconds. A digit changed
    right after the file was loaded would go unnoticed.
    """

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self.get_data(self.path), self.path)


def _load_file(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(USER_MODULE, path, loader=_FromSource(USER_MODULE, str(path)))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[USER_MODULE] = module
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except FileNotFoundError as error:
        if Path(error.filename or "") != path:
            raise _import_error(path, error) from error
        raise BotFileError("bots.load.no_file", path=str(path)) from error
    except SyntaxError as error:
        where = error.filename or str(path)
        raise BotSyntaxError("bots.load.syntax", path=where, line=error.lineno or 0, error=error.msg) from error
    except Exception as error:
        raise _import_error(path, error) from error
    return module


def _import_error(path: Path, error: Exception) -> BotImportError:
    return BotImportError("bots.load.import", path=str(path), where=where(error, path), error=describe(error))


def describe(error: BaseException) -> str:
    """Return an exception in one line, as Python prints it; a class of a person's file by its name alone."""
    return traceback.format_exception_only(error)[-1].strip().splitlines()[0].removeprefix(f"{USER_MODULE}.")


def where(error: BaseException, path: Path | str) -> str:
    """Return the last line of the file at `path` that an exception passed through (`bot.py:12`), or else of any file
    but Souk's own; the file's name alone where Souk raised it about an answer.
    """
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename == str(path)]
    own = own or [frame for frame in frames if not Path(frame.filename).is_relative_to(_SOUK)]
    return f"{Path(own[-1].filename).name}:{own[-1].lineno}" if own else Path(path).name
