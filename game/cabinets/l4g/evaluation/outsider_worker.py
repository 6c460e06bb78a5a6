"""The process of an own player in an evaluation: many games at once, a player object for each."""

from __future__ import annotations

import contextlib
import mmap
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from game.cabinets.l4g.evaluation.outsider_wire import (
    BATCH,
    BOARD,
    IN_FLIGHT,
    REGION,
    SHEETS,
    Batch,
    Begin,
    CallFailure,
    Done,
    Reply,
)
from game.cabinets.l4g.players.player import Player
from game.cabinets.l4g.rules import packed_view as s
from game.cabinets.l4g.rules import room as r
from game.cabinets.l4g.rules.rules import L4g, Options
from game.core.bot.loading import BotClassError, describe, where
from game.core.bot.wire import Ready, pack_frame
from game.core.bot.worker import failed
from game.core.bots import Bot, BotSetup
from game.core.chance import derive
from game.core.process.output import print_error

FAILED = (r.SILENT,) * s.SPAWN + (s.NOWHERE,)
"""By call: the code that stands for the answer of a call that failed."""


class OutsiderWorker:
    """The loaded player class and its objects, one for each running game, by the slot on their sheets."""

    def __init__(self, load: Callable[[], type[Bot[Any, Any]]], file: str) -> None:
        self._load = load
        self._file = file
        self._message = msgspec.msgpack.Decoder(Begin | Batch)
        self._process = os.getpid()
        self._players: list[Player | None] = [None] * (IN_FLIGHT * BATCH)
        self._sheet = bytes(s.LENGTH)

    def heading(self) -> str:
        """Return the game, player, turn and call that is being answered, as a heading for the log."""
        sheet = self._sheet
        game, turn, *_ = s.HEAD.unpack_from(sheet)
        return s.heading(game, sheet[s.NUMBER], turn, sheet[s.CALL])

    def reply(self, data: bytes) -> bytes:
        """Return the frame that answers a message, whatever the player does."""
        message = self._message.decode(data)
        starting = isinstance(message, Begin)
        try:
            return pack_frame(self._begin(message) if isinstance(message, Begin) else self._answer(message))
        except Exception as error:
            return pack_frame(failed(message.id, error, self._file, "start" if starting else "crash"))

    def _begin(self, message: Begin) -> Reply:
        if message.board:
            with Path(message.board).open("r+b") as file:
                self._board = mmap.mmap(file.fileno(), IN_FLIGHT * REGION)
        else:
            self._board = mmap.mmap(BOARD, IN_FLIGHT * REGION)
            os.close(BOARD)
        self._class: Any = self._load()
        if not issubclass(self._class, Player):
            raise BotClassError("l4g.evaluation.error.no_player", name=self._class.__name__)
        self._seat, self._seats = message.seat, message.seats
        self._options = msgspec.convert(message.options, Options)
        random.seed(0)
        if message.trying:
            self._new(0)
            random.seed(0)
        return Ready(message.id)

    def _answer(self, message: Batch) -> Reply:
        if not message.again:
            return Done(message.id, self._play(message))
        with (
            Path(os.devnull).open("w", encoding="utf-8") as void,
            contextlib.redirect_stdout(void),
            contextlib.redirect_stderr(void),
        ):
            self._play(message)
        return Done(message.id, [])

    def _play(self, message: Batch) -> list[CallFailure]:
        """Answer every sheet on the board. Returns the calls that raised an exception."""
        board, players, failures = self._board, self._players, []
        begun = message.lane * REGION
        sheets = board[begun + SHEETS : begun + SHEETS + message.count * s.LENGTH]
        for index in range(message.count):
            board[begun] = index + 1
            self._sheet = sheet = sheets[index * s.LENGTH : (index + 1) * s.LENGTH]
            slot = sheet[s.SLOT]
            try:
                player = players[slot]
                if player is None or sheet[s.FIRST]:
                    player = players[slot] = None
                    player = players[slot] = self._new(s.HEAD.unpack_from(sheet)[0])
                code = player.decide_by(sheet)
            except MemoryError:
                raise
            except Exception as error:
                print_error(error, self._file)
                failures.append(CallFailure(index, f"{describe(error)} ({where(error, self._file)})"))
                code = FAILED[sheet[s.CALL]]
            if os.getpid() != self._process:
                os._exit(0)
            board[begun + 1 + index] = code
        return failures

    def _new(self, game: int) -> Player:
        """Return a new player object for a game by its number, set up as in a match."""
        seat = self._seat
        seed = derive(game, "bot", seat)
        player: Player = self._class(BotSetup(L4g.info.id, seat, self._seats, self._options, None, seed))
        return player
