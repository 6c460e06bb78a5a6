// A complete AI for the Slime contest: it moves at random. Make it yours in `choose`.
//
//     ./client [HOST [PORT [TEAM [NAME]]]]

#ifdef _WIN32
#include <winsock2.h>
#include <ws2tcpip.h>
#else
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#endif

#include <array>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

constexpr int TURNS = 180, WIDTH = 25, HEIGHT = 13, SLIMES = 5;
enum Direction : unsigned char { RIGHT, UP, LEFT, DOWN };
constexpr unsigned char NEUTRAL = 255;

struct Place { int x, y; };  // (0, 0) is the bottom left square

struct State {
    int turn;                             // turns played so far
    unsigned char owner[WIDTH][HEIGHT];   // owner[x][y]: 0 (A), 1 (B) or NEUTRAL
    Place slimes[2][SLIMES];              // the slimes of team A, then those of team B
};

// Returns the directions of your five slimes for the next turn; team 0 is A, 1 is B.
std::array<Direction, SLIMES> choose(int /*team*/, const State& /*state*/) {
    static std::mt19937 random(std::random_device{}());
    std::array<Direction, SLIMES> directions;
    for (Direction& direction : directions) direction = Direction(random() % 4);
    return directions;
}

[[noreturn]] void fail(const char* why) {
    std::fprintf(stderr, "%s\n", why);
    std::exit(1);
}

// Receives exactly the wanted number of bytes: TCP may deliver them in pieces.
void receive(int server, unsigned char* data, int count) {
    for (int have = 0; have < count;) {
        int got = recv(server, reinterpret_cast<char*>(data) + have, count - have, 0);
        if (got <= 0) fail("The server ended the connection.");
        have += got;
    }
}

void send_all(int server, const std::string& data) {
    for (std::size_t sent = 0; sent < data.size();) {
        int got = send(server, data.data() + sent, int(data.size() - sent), 0);
        if (got <= 0) fail("The server ended the connection.");
        sent += got;
    }
}

// Returns the text padded with zero bytes or cut to the wanted length.
std::string padded(std::string text, std::size_t length) {
    text.resize(length, '\0');
    return text;
}

State read_state(const unsigned char* bytes) {
    State state;
    state.turn = bytes[0] | bytes[1] << 8;
    for (int x = 0; x < WIDTH; x++)
        for (int y = 0; y < HEIGHT; y++) state.owner[x][y] = bytes[2 + x * HEIGHT + y];
    for (int slime = 0; slime < 2 * SLIMES; slime++)
        state.slimes[slime / SLIMES][slime % SLIMES] = {bytes[327 + 2 * slime], bytes[328 + 2 * slime]};
    return state;
}

int connect_to(const char* host, const char* port) {
#ifdef _WIN32
    WSADATA data;
    WSAStartup(MAKEWORD(2, 2), &data);
#endif
    addrinfo hints{}, *found = nullptr;
    hints.ai_family = AF_INET;
    hints.ai_socktype = SOCK_STREAM;
    if (getaddrinfo(host, port, &hints, &found) != 0) fail("There is no such host.");
    int server = int(socket(found->ai_family, found->ai_socktype, found->ai_protocol));
    if (connect(server, found->ai_addr, int(found->ai_addrlen)) != 0) fail("There is no server.");
    freeaddrinfo(found);
    int yes = 1;
    setsockopt(server, IPPROTO_TCP, TCP_NODELAY, reinterpret_cast<char*>(&yes), sizeof yes);
    return server;
}

int main(int count, char** words) {
    auto word = [&](int number, const char* otherwise) { return count > number ? words[number] : otherwise; };
    int server = connect_to(word(1, "localhost"), word(2, "25252"));
    send_all(server, std::string(1, char(std::atoi(word(3, "0")))) + padded(word(4, "C++"), 23));
    unsigned char team;
    receive(server, &team, 1);
    if (team == 255) fail("The server has no place for us.");
    send_all(server, "\xff" + padded("Hello!", 40));  // a message beside your banner

    unsigned char bytes[347];
    for (int turn = 0; turn < TURNS;) {
        receive(server, bytes, 1);
        if (bytes[0] == 255) {
            std::fprintf(stderr, "The server could not read a message of ours.\n");
            continue;
        }
        receive(server, bytes + 1, 346);
        State state = read_state(bytes);
        turn = state.turn;
        if (turn == TURNS) break;
        std::string command{char(turn & 255), char(turn >> 8)};
        for (Direction direction : choose(team, state)) command += char(direction);
        send_all(server, command);
    }
}
