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
#include "python/arguments.hpp"
#include "python/bindings.hpp"

namespace pipo::python {

namespace py = pybind11;

namespace {

std::unique_ptr<Game> from_position(const py::object& start, std::optional<int> turn,
                                    std::optional<std::array<int, 2>> score,
                                    std::optional<std::vector<int>> owners,
                                    const py::list& listed) {
  const Position position = position_of(start);
  std::vector<int> edges;
  for (const py::handle edge : listed) edges.push_back(edge_of(position.board, edge));
  return std::make_unique<Game>(
      position,
      GameSetup{
          .turn = turn, .score = score, .owners = std::move(owners), .listed = std::move(edges)});
}

const char* name_of(NotationForm form) {
  switch (form) {
    case NotationForm::line:
      return "line";
    case NotationForm::json:
      return "json";
    case NotationForm::file:
      break;
  }
  return "file";
}

// (name, description, form, lists, order, turn, score)
py::tuple described(const NotationInfo& notation) {
  return py::make_tuple(notation.name, notation.description, name_of(notation.form), notation.lists,
                        notation.order, notation.turn, notation.score);
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

// The margin, and the winner or None. None if there is no result.
py::object result_of(const Game& game) {
  const auto result = game.result();
  if (!result) return py::none();
  return py::make_tuple(result->margin, result->winner);
}

}  // namespace

void bind_games(py::module_& module) {
  py::class_<Game>(module, "HeldGame")
      .def(
          py::init([](const py::object& board) { return std::make_unique<Game>(board_of(board)); }),
          py::arg("board"))
      .def_static("from_position", &from_position, py::arg("start"), py::arg("turn"),
                  py::arg("score"), py::arg("owners"), py::arg("listed"))
      .def_static(
          "read",
          [](const py::object& notation, const py::object& text) {
            return std::make_unique<Game>(read_game(notation_name(notation), text_of_game(text)));
          },
          py::arg("notation"), py::arg("text"))
      .def(
          "write",
          [](const Game& game, const py::object& notation) {
            return text_for_people(write_game(notation_name(notation), game));
          },
          py::arg("notation"))
      .def("copy", [](const Game& game) { return std::make_unique<Game>(game); })
      .def_property_readonly("position",
                             [](const Game& game) { return HeldPosition(game.position()); })
      .def_property_readonly("in_order", &Game::in_order)
      .def_property_readonly("moves",
                             [](const Game& game) {
                               return std::vector<int>(game.moves().begin(), game.moves().end());
                             })
      .def_property_readonly("edges", &Game::edges)
      .def_property_readonly("turn", &Game::turn)
      .def_property_readonly("score", &Game::score)
      .def_property_readonly("owners", &Game::owners)
      .def_property_readonly("over", &Game::over)
      .def_property_readonly("result", &result_of)
      .def(
          "play",
          [](Game& game, const py::object& edge) { return game.play(edge_of(game.board(), edge)); },
          py::arg("edge"))
      .def("undo", &Game::undo)
      .def("__eq__", std::equal_to<Game>(), py::arg("other"));
  module.def("notations", &all_notations);
  module.def(
      "detect",
      [](const py::object& text) { return described(detect_notation(text_of_game(text))); },
      py::arg("text"));
}

}  // namespace pipo::python
