#include "python/answers.hpp"

#include "pipopipette/notation.hpp"

namespace pipo::python {

namespace py = pybind11;

py::list moves_of(const Answer& answer) {
  py::list list;
  for (const MoveValue& move : answer.moves) {
    list.append(py::make_tuple(move.edge, edge_name(answer.position.board, move.edge),
                               move.captures, move.value));
  }
  return list;
}

py::list line_of(const Board& board, const std::vector<LineMove>& line) {
  py::list list;
  for (const LineMove& move : line) {
    list.append(py::make_tuple(move.edge, edge_name(board, move.edge), move.captures, move.value,
                               move.player));
  }
  return list;
}

}  // namespace pipo::python
