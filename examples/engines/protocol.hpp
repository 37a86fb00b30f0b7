// The protocol of docs/engine.md for simple players: a player is a function of the drawn edges that
// returns an open one.
#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <functional>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace engines {

// The edges and boxes of a board. Edges are numbered as in a DBN string: horizontal ones by rows,
// then vertical ones.
struct Board {
  int rows = 3, columns = 3;

  int horizontal() const { return (rows + 1) * columns; }
  int edges() const { return horizontal() + rows * (columns + 1); }
  int boxes() const { return rows * columns; }

  std::array<int, 4> edges_of(int box) const {
    const int row = box / columns, column = box % columns,
              left = horizontal() + row * (columns + 1) + column;
    return {box, box + columns, left, left + 1};
  }

  std::string name(int edge) const {
    const bool vertical = edge >= horizontal();
    const int width = columns + vertical, place = edge - vertical * horizontal();
    std::string text(1, vertical ? 'v' : 'h');
    text += std::to_string(place / width);
    text += '.';
    return text += std::to_string(place % width);
  }

  // Throws std::invalid_argument if the board has no such edge.
  int edge(const std::string& name) const {
    for (int found = 0; found < edges(); ++found)
      if (this->name(found) == name || std::to_string(found) == name) return found;
    throw std::invalid_argument(name + " is not an edge of the board");
  }
};

// The drawn edges of a board, whose turn it is (1 or 2), and the number of the owner of each box, 0
// if it has none.
struct Game {
  Board board;
  std::vector<bool> drawn = std::vector<bool>(static_cast<std::size_t>(board.edges()));
  std::vector<int> owners = std::vector<int>(static_cast<std::size_t>(board.boxes()));
  int player = 1;

  bool complete(int box) const {
    const auto edges = board.edges_of(box);
    return std::all_of(edges.begin(), edges.end(),
                       [&](int edge) { return drawn[static_cast<std::size_t>(edge)]; });
  }

  bool over() const { return std::find(drawn.begin(), drawn.end(), false) == drawn.end(); }

  // Throws std::invalid_argument if the edge is drawn.
  void draw(int edge) {
    if (drawn[static_cast<std::size_t>(edge)])
      throw std::invalid_argument(board.name(edge) + " is drawn already");
    drawn[static_cast<std::size_t>(edge)] = true;
    if (!give_complete_boxes(player)) player = 3 - player;
  }

  bool give_complete_boxes(int owner) {
    bool any = false;
    for (int box = 0; box < board.boxes(); ++box)
      if (auto& of = owners[static_cast<std::size_t>(box)]; of == 0 && complete(box))
        of = owner, any = true;
    return any;
  }
};

// Answers commands from standard input until `quit` or the end of the input.
class Protocol {
 public:
  using Choose = std::function<int(const Game&)>;

  Protocol(std::string name, Choose choose) : name_(std::move(name)), choose_(std::move(choose)) {}

  void run() {
    for (std::string line; std::getline(std::cin, line);) {
      std::istringstream text(line.substr(0, line.find('#')));
      std::vector<std::string> words;
      for (std::string word; text >> word;) words.push_back(word);
      std::string number;
      if (!words.empty() && std::all_of(words[0].begin(), words[0].end(),
                                        [](unsigned char c) { return std::isdigit(c); })) {
        number = words[0];
        words.erase(words.begin());
      }
      if (words.empty()) continue;
      try {
        const std::string reply = answer(words);
        std::cout << '=' << number << (reply.empty() ? "" : " ") << reply << "\n\n" << std::flush;
      } catch (const std::exception& error) {
        std::cout << '?' << number << ' ' << error.what() << "\n\n" << std::flush;
      }
      if (words[0] == "quit") return;
    }
  }

 private:
  std::string answer(const std::vector<std::string>& words) {
    static const std::vector<std::string> commands{
        "boardsize", "clear_board", "genmove",          "known_command", "list_commands",
        "load",      "name",        "protocol_version", "play",          "quit",
        "score",     "turn",        "version"};
    const std::string& command = words[0];
    const std::string last = words.size() > 1 ? words.back() : "";
    if (command == "name") return name_;
    if (command == "version") return "1";
    if (command == "protocol_version") return "2";
    if (command == "quit") return "";
    if (command == "known_command")
      return std::find(commands.begin(), commands.end(), last) != commands.end() ? "true" : "false";
    if (command == "list_commands") {
      std::string all;
      for (const auto& one : commands) all += (all.empty() ? "" : "\n") + one;
      return all;
    }
    if (command == "boardsize")
      return begin(sized(words.size() == 3 ? words[1] + "x" + last : last));
    if (command == "load") return begin(loaded(last));
    if (command == "clear_board") return begin(first_);
    if (command == "turn") return game_.over() ? "0" : std::to_string(game_.player);
    if (command == "score") return std::to_string(boxes_of(1)) + " " + std::to_string(boxes_of(2));
    if (command == "play") {
      check_turn(words.size() > 2 ? words[1] : "");
      game_.draw(game_.board.edge(last));
      return "";
    }
    if (command == "genmove") {
      check_turn(last);
      if (game_.over()) throw std::invalid_argument("the game is over");
      const int edge = choose_(game_);
      game_.draw(edge);
      return game_.board.name(edge);
    }
    throw std::invalid_argument("unknown command " + command);
  }

  std::string begin(Game game) {
    first_ = game_ = std::move(game);
    return "";
  }

  static Game sized(const std::string& size) {
    std::istringstream text(size);
    Board board;
    char by = 0;
    if (!(text >> board.rows >> by >> board.columns) || by != 'x' ||
        std::min(board.rows, board.columns) < 1 || std::max(board.rows, board.columns) > 20)
      throw std::invalid_argument(size + " is not a board of at most 20x20 boxes");
    Game game;
    game.board = board;
    game.drawn.assign(static_cast<std::size_t>(board.edges()), false);
    game.owners.assign(static_cast<std::size_t>(board.boxes()), 0);
    return game;
  }

  // Reads a DBN string. Nobody gets points for its complete boxes; they count as those of player 2.
  static Game loaded(const std::string& text) {
    const auto colon = text.find(':');
    Game game = sized(text.substr(0, colon));
    const std::string digits = colon == std::string::npos ? "" : text.substr(colon + 1);
    if (digits.size() != game.drawn.size() || digits.find_first_not_of("01") != std::string::npos)
      throw std::invalid_argument(text + " is not a position");
    for (std::size_t edge = 0; edge < digits.size(); ++edge) game.drawn[edge] = digits[edge] == '1';
    game.give_complete_boxes(2);
    return game;
  }

  // Throws if it is the turn of another player than the one given; none is given if `player` is
  // empty.
  void check_turn(const std::string& player) const {
    if (!player.empty() && player != std::to_string(game_.player))
      throw std::invalid_argument("it is the turn of " + std::to_string(game_.player));
  }

  std::ptrdiff_t boxes_of(int player) const {
    return std::count(game_.owners.begin(), game_.owners.end(), player) -
           (player == 2 ? std::count(first_.owners.begin(), first_.owners.end(), 2) : 0);
  }

  std::string name_;
  Choose choose_;
  Game game_, first_;
};

}  // namespace engines
