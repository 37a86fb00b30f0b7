// A game of 5x5 from its first move to its result, with exact values from move 13 on and without
// tables. story.c, story.py and story.mjs tell it in other languages; all print story.txt.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <optional>
#include <pipopipette/graph.hpp>
#include <pipopipette/pipopipette.hpp>
#include <pipopipette/solver.hpp>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr int kStart = 13;  // the first position that is solved

// The moves of the game, in order of play.
const char* const kMoves =
    "v4.2 v2.4 v3.1 v1.3 v3.4 v0.2 v1.2 v3.2 v3.3 v2.1 v2.3 v1.4 v1.1 v2.2 v4.0 h5.3 h3.3 h2.3 "
    "h4.3 v2.0 "
    "h1.3 h1.4 h4.0 v0.5 h1.0 v2.5 h2.4 h3.4 v1.5 h1.1 h2.1 h3.1 h4.1 h2.2 h3.2 h4.2 h1.2 v0.1 "
    "h0.1 v4.5 "
    "h4.4 v3.5 h0.3 v0.0 h0.0 h5.0 v4.1 h5.1 v0.3 h0.2 h0.4 v0.4 h5.4 v4.3 v4.4 h5.2 h2.0 v1.0 "
    "h3.0 v3.0";

const pipo::Board kBoard(5, 5);

// Plays all moves, and reports those that take boxes.
pipo::Game play() {
  pipo::Game game(kBoard);
  std::istringstream moves(kMoves);
  std::string name;
  while (moves >> name) {
    const int boxes = game.play(pipo::parse_edge(kBoard, name));
    if (boxes == 0) continue;
    const auto [first, second] = *game.score();
    std::cout << "move " << game.moves().size() << ' ' << name << " takes " << boxes << ": score "
              << first << '-' << second << ", player " << *game.turn() << " moves\n";
  }
  return game;
}

void report_result(const pipo::Game& game) {
  const pipo::GameResult result = *game.result();
  std::cout << "result: ";
  if (!result.winner) {
    std::cout << "a tie";
  } else {
    std::cout << "player " << *result.winner << " wins by " << std::abs(result.margin);
  }
  std::cout << ", owners ";
  for (const int owner : *game.owners()) std::cout << owner;
  std::cout << '\n';
}

// Returns the game after this number of its moves.
pipo::Game back_to(pipo::Game game, std::size_t moves) {
  while (game.moves().size() > moves) game.undo();
  return game;
}

// Writes the game in notations of other programs, and reads it back without naming them.
void write_and_read(const pipo::Game& game) {
  for (const char* name : {"moves", "knox", "ccgc"}) {
    const std::string text = pipo::write_game(name, game);
    std::cout << name << ": " << text << '\n';
    const pipo::Game read = pipo::read_game("auto", text);
    if (read != game) throw std::runtime_error("another game was read");
    std::cout << "detected " << pipo::detect_notation(text).name << ", " << read.moves().size()
              << " moves\n";
  }
}

// Returns the first move that takes a box.
std::optional<int> first_capture(const pipo::Game& game) {
  for (const int edge : game.legal_moves()) {
    if (game.completed_by(edge) != 0) return edge;
  }
  return std::nullopt;
}

// Returns how many boxes are in a set.
int count(pipo::BoxSet boxes) {
  int result = 0;
  for (; boxes != 0; boxes &= boxes - 1) ++result;
  return result;
}

// Plays on to the first position in which a box can be taken, and takes all that can be taken.
void apply_rules(pipo::Game game, std::span<const int> moves) {
  std::cout << "canonical: " << pipo::canonical(game.position()) << '\n';
  while (!first_capture(game)) game.play(moves[game.moves().size()]);
  const int edge = *first_capture(game);
  std::cout << "after " << game.moves().size() << " moves " << pipo::edge_name(kBoard, edge)
            << " completes " << count(game.completed_by(edge)) << '\n';
  const pipo::Settled settled = pipo::settled(game.position());
  std::cout << "settled: " << settled.quiet << ", " << count(settled.captured) << " boxes taken\n";
}

// Returns the positions after 13, 14, ... moves.
std::vector<pipo::Position> later_positions(const pipo::Game& whole) {
  pipo::Game game = back_to(whole, kStart);
  std::vector<pipo::Position> positions = {game.position()};
  while (!game.over()) {
    game.play(whole.moves()[game.moves().size()]);
    positions.push_back(game.position());
  }
  return positions;
}

const char* name_of(pipo::Method method) {
  switch (method) {
    case pipo::Method::table:
      return "table";
    case pipo::Method::sweep:
      return "sweep";
    case pipo::Method::search:
      return "search";
  }
  return "?";
}

// Steps through the game with its exact values. The first position is solved; that answers the
// rest.
void solve_all(const pipo::Solver& solver, const std::vector<pipo::Position>& positions) {
  int moves = kStart;
  for (const pipo::Position& position : positions) {
    const pipo::Solution solution = solver.solve(position);
    std::cout << moves++ << ": value " << solution.answer.value << ", best";
    if (solution.answer.best.empty()) std::cout << " -";
    for (const int edge : solution.answer.best) std::cout << ' ' << pipo::edge_name(kBoard, edge);
    std::cout << ", by " << name_of(solution.method) << (solution.remembered ? ", remembered" : "")
              << '\n';
  }
}

void show_line(const pipo::Solver& solver, const pipo::Position& position) {
  std::cout << "line:";
  for (const pipo::MoveValue& move : solver.line(position))
    std::cout << ' ' << pipo::edge_name(kBoard, move.edge);
  std::cout << '\n';
}

// Labels for a policy: the value of each move of each position, in an array of positions and edges.
void label(const pipo::Solver& solver, const std::vector<pipo::Position>& positions) {
  std::vector<pipo::EdgeSet> drawn;
  for (const pipo::Position& position : positions) drawn.push_back(position.drawn);
  const auto edges = static_cast<std::size_t>(kBoard.edges());
  std::vector<std::int8_t> labels(drawn.size() * edges);
  solver.move_values(kBoard, drawn, labels);
  for (const std::size_t moves : {13, 30, 50}) {
    std::cout << "labels " << moves << ':';
    for (std::size_t edge = 0; edge < edges; ++edge) {
      const std::int8_t value = labels[(moves - kStart) * edges + edge];
      std::cout << ' ' << (value == pipo::kDrawn ? "." : std::to_string(value));
    }
    std::cout << '\n';
  }
  int known = 0;
  int sum = 0;
  for (const std::int8_t value : labels) {
    if (value == pipo::kDrawn || value == pipo::kNotCovered || value == pipo::kDamaged) continue;
    ++known;
    sum += value;
  }
  std::cout << "labels: " << known << " known, sum " << sum << '\n';
}

// A position beyond the limits is an error with its own type, or has bounds. The solver can be used
// again.
void exceed_limits(const pipo::Solver& solver, const pipo::Position& known) {
  const pipo::Position empty{kBoard, 0};
  pipo::SolverOptions options = solver.options();
  options.memory = 1 << 20;
  try {
    solver.solve(empty, options);
  } catch (const pipo::OutOfMemory&) {
    std::cout << "too large: out of memory\n";
  }
  const pipo::Bounds bounds = solver.try_solve(empty, options).bounds;
  std::cout << "bounds " << bounds.lower << " to " << bounds.upper << '\n';
  std::cout << "again: value " << solver.solve(known).answer.value << '\n';
}

// Strings-and-coins on another graph than that of a board: four coins, one of them joined to the
// ground.
void solve_graph() {
  const pipo::Graph graph = pipo::Graph::parse("a b\nb c\nc a\na d\nd ground\n");
  const pipo::GraphSolution solution = pipo::solve_graph(graph);
  std::cout << "graph: value " << solution.value << ", nim-value " << solution.nim_value
            << ", best";
  for (const int string : solution.best) std::cout << ' ' << graph.name(string);
  std::cout << ", line of " << solution.line.size() << '\n';
}

void tell() {
  const pipo::Game whole = play();
  report_result(whole);
  const pipo::Game start = back_to(whole, kStart);
  std::cout << "after " << start.moves().size() << " moves: " << start.position() << ", player "
            << *start.turn() << " moves, " << start.legal_moves().size() << " legal moves\n";
  write_and_read(start);
  apply_rules(start, whole.moves());

  const pipo::Solver solver(pipo::Tables(std::vector<std::filesystem::path>{}));
  const std::vector<pipo::Position> positions = later_positions(whole);
  solve_all(solver, positions);
  show_line(solver, positions.front());
  label(solver, positions);
  exceed_limits(solver, positions.front());
  solve_graph();
}

}  // namespace

int main() {
  try {
    tell();
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
