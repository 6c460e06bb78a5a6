"""A complete player for the Tablut competition: the king escapes where he can, else it moves at random.

python3 player.py white|black [SECONDS [HOST [NAME]]]

Make it yours in `choose`. White connects to port 5800, black to 5801.
"""

import json
import random
import socket
import struct
import sys

CAMPS = {"a4", "a5", "a6", "b5", "i4", "i5", "i6", "h5", "d1", "e1", "f1", "e2", "d9", "e9", "f9", "e8"}
THRONE = (4, 4)


def choose(board, colour, moves):
    """Return one of `moves`, each ((row, column), (row, column)); `board[row][column]` is as the server sends it."""
    for start, end in moves:
        if board[start[0]][start[1]] == "KING" and (end[0] in (0, 8) or end[1] in (0, 8)):
            return start, end
    return random.choice(moves)


def moves_of(board, colour):
    """Return every move of a colour by the competition's rules."""
    own = {"WHITE": ("WHITE", "KING"), "BLACK": ("BLACK",)}[colour]
    found = []
    for row in range(9):
        for column in range(9):
            if board[row][column] not in own:
                continue
            start = (row, column)
            for down, across in ((-1, 0), (0, 1), (1, 0), (0, -1)):
                square = (row + down, column + across)
                while may_enter(board, start, square):
                    found.append((start, square))
                    square = (square[0] + down, square[1] + across)
    return found


def may_enter(board, start, square):
    """Return whether a piece from `start` may pass or stop on a square."""
    row, column = square
    if not (0 <= row < 9 and 0 <= column < 9) or board[row][column] != "EMPTY" or square == THRONE:
        return False
    if name_of(square) not in CAMPS:
        return True
    near = abs(row - start[0]) + abs(column - start[1]) <= 5
    return name_of(start) in CAMPS and near


def name_of(square):
    return "abcdefghi"[square[1]] + str(square[0] + 1)


def send(server, value):
    data = json.dumps(value).encode()
    server.sendall(struct.pack(">i", len(data)) + data)


def receive(server):
    """Receive the next message: TCP may deliver it in pieces."""
    (length,) = struct.unpack(">i", exactly(server, 4))
    return json.loads(exactly(server, length))


def exactly(server, count):
    data = b""
    while len(data) < count:
        piece = server.recv(count - len(data))
        if not piece:
            sys.exit("The server ended the connection.")
        data += piece
    return data


def main():
    if len(sys.argv) < 2 or sys.argv[1] not in ("white", "black"):
        sys.exit(__doc__)
    # This player ignores the seconds for a move; yours may use them.
    colour, _seconds, host, name = (sys.argv[1:] + [None, "60", "localhost", "Python"][len(sys.argv) - 1 :])[:4]
    colour = colour.upper()
    host, _, port = host.partition(":")
    with socket.create_connection((host, int(port or {"WHITE": 5800, "BLACK": 5801}[colour]))) as server:
        send(server, name)
        while True:
            state = receive(server)
            if state["turn"] == colour:
                start, end = choose(state["board"], colour, moves_of(state["board"], colour))
                send(server, {"from": name_of(start), "to": name_of(end), "turn": colour})
            elif state["turn"] not in ("WHITE", "BLACK"):
                print(state["turn"])
                return


main()
