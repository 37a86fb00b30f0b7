// Python's games and notations.
#include "pipopipette/game.hpp"

#include <pybind11/stl.h>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pipopipette/notations.hpp"
#include "pipopipette/rules.hpp"
#include "python/arguments.hpp"
#include "python/bindings.hpp"

namespace pipo::python {

namespace py = pybind11;

namespace {

// Makes a game that begins at a board or a position. A board without other facts is empty.
std::unique_ptr<Game> make_game(const py::object& start, std::optional<int> turn,
                                std::optional<std::array<int, 2>> score,
                                const std::optional<std::vector<std::optional<int>>>& owners,
                                const py::list& listed, std::uint64_t last_move_cost) {
  const bool board_only =
      PyUnicode_Check(start.ptr()) != 0 && text_of(start, "").find(':') == std::string::npos;
  if (board_only && !turn && !score && !owners && listed.empty() && last_move_cost == 0) {
    return std::make_unique<Game>(board_of(start));
  }
  const Position position = board_only ? Position{board_of(start), {}} : position_of(start);
  GameSetup setup{.turn = turn, .score = score};
  if (owners) {
    setup.owners.emplace();
    for (const std::optional<int> owner : *owners) setup.owners->push_back(owner.value_or(-1));
  }
  for (const py::handle edge : listed) setup.listed.push_back(edge_of(position.board, edge));
  setup.last_move_cost = last_move_cost;
  return std::make_unique<Game>(position, setup);
}

constexpr std::array kForms = {"line", "json", "file"};

py::object described(const NotationInfo& notation) {
  return result("Notation", notation.name, notation.description,
                kForms.at(static_cast<std::size_t>(notation.form)), notation.lists, notation.order,
                notation.turn, notation.score);
}

py::list all_notations() {
  py::list list;
  for (const NotationInfo& notation : notations()) list.append(described(notation));
  return list;
}

std::string text_of_game(const py::object& text) {
  return text_of(text, "a game must be text");
}

std::string notation_name(const py::object& name) {
  return text_of(name, "a notation must be its name, such as \"moves\"");
}

Game read(const py::object& text, const py::object& notation) {
  return read_game(notation_name(notation), text_of_game(text));
}

py::object score_of(const Game& game) {
  const auto score = game.score();
  if (!score) return py::none();
  return py::make_tuple((*score)[0], (*score)[1]);
}

py::object owners_of(const Game& game) {
  const auto owners = game.owners();
  if (!owners) return py::none();
  py::list list;
  for (const int owner : *owners) {
    list.append(owner < 0 ? py::object(py::none()) : py::object(py::int_(owner)));
  }
  return list;
}

py::object result_of(const Game& game) {
  const auto outcome = game.result();
  if (!outcome) return py::none();
  return result("GameResult", outcome->margin, outcome->winner);
}

}  // namespace

void bind_games(py::module_& module) {
  py::class_<Game>(module, "Game", "The compiled part of pipopipette.Game.")
      .def(py::init<const Game&>(), py::arg("game"))
      .def(py::init(&make_game), py::arg("start"), py::arg("turn") = py::none(),
           py::arg("score") = py::none(), py::arg("owners") = py::none(),
           py::arg("listed") = py::list(), py::arg("last_move_cost") = 0)
      .def(
          "write",
          [](const Game& game, const py::object& notation) {
            return text_for_people(write_game(notation_name(notation), game));
          },
          py::arg("notation"),
          R"(Returns the game in a notation: a line without a newline, or a whole file.

Raises PositionError if the notation cannot express it: it is for other boards, or the game lacks the
order of play, the turn or the owners.)")
      .def_property_readonly(
          "board", [](const Game& game) { return game.board().name(); }, "The board, \"3x3\".")
      .def_property_readonly(
          "position", [](const Game& game) { return HeldPosition(game.position()); },
          "The position now.")
      .def_property_readonly(
          "moves",
          [](const Game& game) {
            return std::vector<int>(game.moves().begin(), game.moves().end());
          },
          "The moves since the start, in order of play, as indices of edges.")
      .def_property_readonly("edges", &Game::edges,
                             "All drawn edges, as indices: those of the start as listed, or else "
                             "ascending, then the moves.")
      .def_property_readonly("in_order", &Game::in_order,
                             "True if player 0 began on an empty board, so that `moves` are all "
                             "moves of the game.")
      .def_property_readonly("turn", &Game::turn,
                             "The player to move, 0 or 1, or at the end the player who moved last; "
                             "None if unknown.")
      .def_property_readonly("score", &score_of,
                             "The boxes of player 0 and of player 1; None if unknown.")
      .def_property_readonly("owners", &owners_of,
                             "For each box, by number, the player who took it, or None; None in "
                             "place of the list if no owner is known.")
      .def_property_readonly(
          "last_move_cost", [](const Game& game) { return int{game.last_move_cost()}; },
          "The points that the last move costs its player, as a problem of Wilson's "
          "programs may say; usually 0. Tables and Solver need the same cost.")
      .def_property_readonly("over", &Game::over, "True if every edge is drawn.")
      .def_property_readonly(
          "result", &result_of,
          "The result, a GameResult; None if the game is not over or the score is unknown.")
      .def(
          "legal_moves", [](const Game& game) { return legal_moves(game.position()); },
          "Returns the indices of the open edges, ascending.")
      .def(
          "completed_by",
          [](const Game& game, const py::object& edge) {
            return completed_by(game.position(), edge_of(game.board(), edge)).members();
          },
          py::arg("edge"),
          "Returns the numbers of the boxes that drawing an open edge completes: none, one or two.")
      .def(
          "play",
          [](Game& game, const py::object& edge) { return game.play(edge_of(game.board(), edge)); },
          py::arg("edge"),
          R"(Draws an edge, given by name or index, and returns how many boxes the player takes: 0, 1 or 2.

Raises PositionError if it is drawn already or not on the board; the game is then unchanged.)")
      .def("undo", &Game::undo,
           "Takes back the last move since the start. Raises PositionError if there is none.")
      .def("__eq__", std::equal_to<Game>(), py::is_operator());
  module.def("read_game", &read, py::arg("text"), py::arg("notation"));
  module.def("notations", &all_notations,
             "Returns the notations that Game.read() and Game.write() know, in the order of "
             "docs/notations.md.");
  module.def(
      "detect",
      [](const py::object& text) { return described(detect_notation(text_of_game(text))); },
      py::arg("text"),
      R"(Returns the notation in which Game.read() reads a text if none is given.

Raises PositionError if no notation fits, or if several read different games; the message names them.)");
}

}  // namespace pipo::python
