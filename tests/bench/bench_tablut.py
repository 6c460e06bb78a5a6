"""How fast Tablut's computers see, and what its competition server bears.

    python -m tests.bench.bench_tablut             with numba where it is installed
    SOUK_PLAIN=1 python -m tests.bench.bench_tablut

prints nodes a second of the search in three presets and seconds of the expert's decisions, in processor time of this
process, of how many of the puzzles expert and master find the win, and how many matches by chance a second there are;
then plays 100 matches of our player's two ends through the server on sockets of this machine, and sends it
10,000 mutated messages.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import threading
import time
from collections import Counter
from random import Random
from typing import Any

from game.cabinets.tablut.cabinet import TABLUT
from game.cabinets.tablut.net.player import Player, play
from game.cabinets.tablut.net.wire import WireError, framed, read_move, read_name, read_position, told_move
from game.cabinets.tablut.players import search
from game.cabinets.tablut.players.bots import ExpertBot, MasterBot
from game.cabinets.tablut.players.puzzles import TablutPuzzles
from game.cabinets.tablut.players.values import weights_of, worths_of
from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules.law import PRESETS, Law
from game.core.bots import BotSetup, Request
from game.core.compiled import COMPILED, array, compiled, next_chance, plain
from game.core.rules import SPECTATOR
from tests.cabinets.tablut.clients import Room

NODES = ExpertBot.nodes
POSITIONS = 6
MATCHES, MUTATED = 100, 10_000
PUZZLES: int | None = None
"""How many of the puzzles are tried; None for all."""
PLAYER_NODES = 40
QUIET = PRESETS["seed"].quiet


def position(law: Law, seed: int, moves: int = 8) -> b.Board:
    """A position after so many moves by chance, in which nobody has won."""
    chance = Random(seed)
    side = b.ATTACKER if law.first == "attackers" else b.DEFENDER
    board = b.new_board(b.START, side, law, worths_of(law))
    room = array([0] * b.MOST_MOVES)
    for _ in range(moves):
        code = chance.choice(plain(room[: b.moves(board, room, 0)]))
        b.play(board, code >> 7, code & 127)
        if board.info[b.END]:
            return position(law, seed + 1000, moves)
    return board


def speed() -> None:
    """Nodes a second, and what a decision costs."""
    print("machine code" if COMPILED else "plain Python")
    seconds: list[float] = []
    for name in ("seed", "linnaeus", "unibo"):
        law, spent, room = PRESETS[name], 0.0, array([0] * b.MOST_MOVES)  # type: ignore[index]
        looked = 0
        for seed in range(POSITIONS):
            board = position(law, seed)
            codes, notes = plain(room[: b.moves(board, room, 0)]), search.new_notes(NODES)
            weights = weights_of(law, int(board.info[b.MOVER]))
            search.best_moves(board, weights, codes, {}, 50)
            began = time.process_time()
            found, _ = search.best_moves(board, weights, codes, {}, NODES, notes=notes)
            taken = time.process_time() - began
            if abs(found[0].worth) < search.SURE:
                looked, spent = looked + NODES, spent + taken
                seconds.append(taken)
        print(f"{name:9} {looked / max(spent, 1e-9):10.0f} nodes/s")
    print(f"a decision of {NODES} nodes: median {statistics.median(seconds):.2f} s, worst {max(seconds):.2f} s")


def wins() -> None:
    """How many forced wins are found, by the number of own moves they take."""
    book = TablutPuzzles()
    for bot in (ExpertBot, MasterBot) if COMPILED else (ExpertBot,):
        told, found = Counter[int](), Counter[int]()
        for puzzle in book.puzzles()[:PUZZLES]:
            view = TABLUT.rules.view(TABLUT.rules.start(2, book.options(puzzle)), SPECTATOR)
            move = bot(BotSetup(TABLUT.id, view.mover, 2, book.options(puzzle), None, 1)).decide(
                Request(1, view, (), (), 1)
            )
            told[puzzle.level] += 1
            found[puzzle.level] += move == book.best(puzzle, view)
        shares = ", ".join(f"in {level}: {found[level]} of {told[level]}" for level in sorted(told))
        print(f"forced wins by {bot.nodes} nodes: {shares}")


@compiled
def by_chance(board: b.Board, found: Any, played: Any, chance: int) -> int:
    """Play a match by chance and take it back; the next number of chance."""
    number = quiet = 0
    while number < len(played) // 2 and board.info[b.END] == 0 and quiet < QUIET:
        end = b.moves(board, found, 0)
        if end == 0:
            break
        chance = next_chance(chance)
        code = found[chance % end]
        played[2 * number] = code
        played[2 * number + 1] = b.play(board, code >> 7, code & 127)
        quiet = quiet + 1 if played[2 * number + 1] == 0 else 0
        number += 1
    for back in range(number - 1, -1, -1):
        b.unplay(board, played[2 * back] >> 7, played[2 * back] & 127, played[2 * back + 1])
    return chance


def chances() -> None:
    """Matches by chance a second, on one core; repetitions are not looked for."""
    board, found, played = (
        b.new_board(b.START, b.ATTACKER, PRESETS["seed"]),
        array([0] * b.MOST_MOVES),
        array([0] * 2000),
    )
    chance, count = by_chance(board, found, played, 12345), 2_000 if COMPILED else 20
    began = time.process_time()
    for _ in range(count):
        chance = by_chance(board, found, played, chance)
    print(f"matches by chance: {count / (time.process_time() - began):.0f} a second")


def matches() -> None:
    """Our player against itself through the server."""
    began, ends, faults = time.process_time(), Counter[str](), 0
    for number in range(MATCHES):
        room = Room(seconds=600.0)
        law, told = PRESETS[room.contest.plan.rules], list[str]()
        players = []
        for colour, port in room.contest.server.ports.items():
            seat = Player(colour, law, PLAYER_NODES + 7 * ((number if colour == "white" else number // 10) % 10))
            players.append(threading.Thread(target=_play, args=(port, seat, told), daemon=True))
        for player in players:
            player.start()
        while room.contest.played == 0:
            room.poll()
            room.contest.server.wait(0.05)
        ended = room.feed.ended
        while any(player.is_alive() for player in players):
            room.poll()
            room.contest.server.wait(0.05)
        assert told == [ended, ended], (told, ended)
        ends[ended] += 1
        faults += len(room.contest.faults)
        room.close()
    print(f"{MATCHES} matches: {dict(ends)}, {faults} faults, {time.process_time() - began:.0f} s")


def _play(port: int, player: Player, told: list[str]) -> None:
    import socket

    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        told.append(play(connection, "Souk", player, lambda position: None))


def mutated() -> None:
    """Messages of which some bytes were changed are read or refused, and nothing else."""
    chance, refused = Random(9), 0
    whole = [framed(told_move(38, 39, "white"))[4:], framed("Souk")[4:]]
    whole.append(framed({"board": [["EMPTY"] * 9] * 9, "turn": "DRAW"})[4:])
    readers = (read_move, read_name, read_position)
    for number in range(MUTATED):
        data = bytearray(whole[number % 3])
        for _ in range(chance.randrange(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            readers[number % 3](bytes(data))
        except WireError:
            refused += 1
    print(f"{MUTATED} mutated messages: {refused} refused, the others read")


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        os.environ["SOUK_HOME"] = home
        speed()
        wins()
        chances()
        mutated()
        matches()


if __name__ == "__main__":
    main()
