"""A complete AI for the Slime contest: it moves at random. Make it yours in `choose`.

python3 client.py [HOST [PORT [TEAM [NAME]]]]
"""

import random
import socket
import sys

TURNS, WIDTH, HEIGHT, SLIMES = 180, 25, 13, 5
RIGHT, UP, LEFT, DOWN = 0, 1, 2, 3
NEUTRAL = 255


def choose(team, turn, owner, slimes):
    """Return the directions of your five slimes for the next turn.

    team    your team: 0 is A, 1 is B
    turn    turns played so far
    owner   owner[x][y] is 0 (A), 1 (B) or NEUTRAL; (0, 0) is the bottom left square
    slimes  slimes[0] are the five (x, y) of team A, slimes[1] those of team B
    """
    return [random.choice((RIGHT, UP, LEFT, DOWN)) for _ in range(SLIMES)]


def receive(server, count):
    """Receive exactly `count` bytes: TCP may deliver them in pieces."""
    data = b""
    while len(data) < count:
        piece = server.recv(count - len(data))
        if not piece:
            sys.exit("The server ended the connection.")
        data += piece
    return data


def play(server, team):
    """Answer every state with directions until the last turn."""
    turn = 0
    while turn < TURNS:
        first = receive(server, 1)
        if first[0] == 255:
            print("The server could not read a message of ours.", file=sys.stderr)
            continue
        state = first + receive(server, 346)
        turn = int.from_bytes(state[:2], "little")
        owner = [list(state[2 + x * HEIGHT : 2 + (x + 1) * HEIGHT]) for x in range(WIDTH)]
        places = [(state[at], state[at + 1]) for at in range(327, 347, 2)]
        if turn < TURNS:
            directions = choose(team, turn, owner, (places[:SLIMES], places[SLIMES:]))
            server.sendall(turn.to_bytes(2, "little") + bytes(directions))


def say(server, text):
    """Show a message of up to 40 bytes beside your banner."""
    server.sendall(b"\xff" + text.encode()[:40].ljust(40, b"\0"))


def main():
    host, port, wanted, name = (sys.argv[1:] + ["localhost", "25252", "0", "Python"][len(sys.argv) - 1 :])[:4]
    with socket.create_connection((host, int(port))) as server:
        server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        server.sendall(bytes([int(wanted)]) + name.encode()[:23].ljust(23, b"\0"))
        team = receive(server, 1)[0]
        if team == 255:
            sys.exit("The server has no place for us.")
        say(server, "Hello!")
        play(server, team)


main()
