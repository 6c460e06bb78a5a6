// A program that plays every game at random over JSON lines. It needs nothing but a C++17 compiler:
//
//     g++ -std=c++17 -O2 -o chooser examples/bots/chooser.cpp
//     python main.py play marrakech --seats "cmd:./chooser,random" --headless
//
// It reads no more of the JSON than it must: an action out of `legal` goes back as it came.

#include <cstdint>
#include <iostream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

using Text = std::string_view;

// Returns where the string or value that begins at `at` ends. The lines have no spaces between their parts.
std::size_t end_of(Text text, std::size_t at) {
    int depth = 0;
    bool quoted = false;
    for (; at < text.size(); ++at) {
        const char sign = text[at];
        if (quoted) {
            if (sign == '\\') ++at;
            if (sign == '"') quoted = false;
        } else if (sign == '"') {
            quoted = true;
        } else if (sign == '[' || sign == '{') {
            ++depth;
        } else if (sign == ']' || sign == '}') {
            if (depth-- == 0) break;
        } else if ((sign == ',' || sign == ':') && depth == 0) {
            break;
        }
    }
    return at;
}

// Returns the parts of an array, or the keys and values of an object in turn.
std::vector<Text> parts_of(Text whole) {
    std::vector<Text> parts;
    for (std::size_t at = 1; at + 1 < whole.size();) {
        const std::size_t end = end_of(whole, at);
        parts.push_back(whole.substr(at, end - at));
        at = end + 1;
    }
    return parts;
}

// Returns a field of an object; empty if there is none.
Text field(Text object, Text name) {
    const auto parts = parts_of(object);
    for (std::size_t i = 0; i + 1 < parts.size(); i += 2)
        if (parts[i].substr(1, parts[i].size() - 2) == name) return parts[i + 1];
    return {};
}

int main() {
    std::string line, game;
    while (std::getline(std::cin, line)) {
        const Text type = field(line, "type"), id = field(line, "id");
        if (type == "\"hello\"") {
            game = field(line, "game");
            std::cout << R"({"type":"ready","id":)" << id << "}" << std::endl;
        } else if (type == "\"ask\"") {
            std::mt19937_64 random(std::stoull(std::string(field(line, "seed"))));
            std::string action;
            if (const auto legal = field(line, "legal"); legal != "null") {
                const auto actions = parts_of(legal);
                action = actions[random() % actions.size()];
            } else if (game == "\"slime\"") {  // it lists no actions: a heading for each of five slimes
                for (int slime = 0; slime < 5; ++slime) action += (slime ? "," : "") + std::to_string(random() % 4);
                action = R"({"headings":[)" + action + "]}";
            } else {  // a game of words: this program knows none
                action = R"({"type":"give_up"})";
            }
            std::cout << R"({"type":"answer","id":)" << id << R"(,"action":)" << action << "}" << std::endl;
        }
    }
}
