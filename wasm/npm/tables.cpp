// Tables as questions of JavaScript.
#include "pipopipette/tables.hpp"

#include <array>
#include <optional>

#include "pipopipette/error.hpp"
#include "wasm/npm/questions.hpp"

namespace pipo {
namespace {

const Tables& tables_of(const LibraryQuestion& question) {
  return question.solver.tables();
}

Json found_tables(const LibraryQuestion& question) {
  Json list = Json::array();
  for (const FoundTable& found : tables_of(question).found()) {
    list.push_back({{"name", folder_name(found.table)},
                    {"board", found.table.board.name()},
                    {"start", start_name(found.table)},
                    {"folder", found.folder.string()},
                    {"atlas", found.atlas},
                    {"last_move_cost", found.table.last_move_cost}});
  }
  return list;
}

Json table_problems(const LibraryQuestion& question) {
  Json list = Json::array();
  for (const TableProblem& problem : tables_of(question).problems()) {
    list.push_back({{"folder", problem.folder.string()}, {"message", problem.message}});
  }
  return list;
}

Json is_covered(const LibraryQuestion& question) {
  return tables_of(question).covers(position_given(question.given));
}

// Returns null instead of an error if no table covers the position and `or_null` is set.
Json table_value(const LibraryQuestion& question) {
  const Position position = position_given(question.given);
  if (!question.given.value("or_null", false)) return tables_of(question).value(position);
  const auto value = tables_of(question).find_value(position);
  return value ? Json(*value) : Json();
}

Json table_answer(const LibraryQuestion& question) {
  const Answer answer = tables_of(question).answer(position_given(question.given));
  return {{"value", answer.value},
          {"moves", moves_json(answer.position.board, answer.moves)},
          {"computed", answer.computed},
          {"atlas", answer.atlas}};
}

Json table_line(const LibraryQuestion& question) {
  const Position position = position_given(question.given);
  return moves_json(position.board, tables_of(question).line(position));
}

// Answers a question about many positions by look_up(board, positions, results). With `marked`,
// positions that cannot be answered keep their marks.
template <typename Result, typename LookUp>
Json look_up_many(const LibraryQuestion& question, bool by_edge, LookUp look_up) {
  const Board board = small_board_given(question.given);
  const std::vector<EdgeSet> drawn = masks_given(question.given, board);
  const auto each = static_cast<std::size_t>(by_edge ? board.edges() : 1);
  std::vector<Result> results(drawn.size() * each);
  const bool marked = question.given.value("marked", false);
  try {
    look_up(board, drawn, std::span(results));
  } catch (const DamagedTable&) {
    if (!marked) throw;
  } catch (const MissingTable&) {
    if (!marked) throw;
  }
  return hexadecimal(results);
}

// With `or_mark`, positions that no table covers keep their mark.
Json table_values(const LibraryQuestion& question) {
  const Tables& tables = tables_of(question);
  const bool or_mark = question.given.value("or_mark", false);
  return look_up_many<std::int8_t>(
      question, false, [&](const Board& board, auto drawn, std::span<std::int8_t> results) {
        if (or_mark) {
          tables.find_values(board, drawn, results);
        } else {
          tables.values(board, drawn, results);
        }
      });
}

Json table_move_values(const LibraryQuestion& question) {
  return look_up_many<std::int8_t>(
      question, true, [&](const Board& board, auto drawn, std::span<std::int8_t> results) {
        tables_of(question).move_values(board, drawn, results);
      });
}

Json table_best_moves(const LibraryQuestion& question) {
  return look_up_many<EdgeSet>(question, false,
                               [&](const Board& board, auto drawn, std::span<EdgeSet> results) {
                                 tables_of(question).best_moves(board, drawn, results);
                               });
}

constexpr std::array kTablesFunctions = std::to_array<LibraryFunction>({
    {"tables/found", found_tables},
    {"tables/problems", table_problems},
    {"tables/covers", is_covered},
    {"tables/value", table_value},
    {"tables/answer", table_answer},
    {"tables/line", table_line},
    {"tables/values", table_values},
    {"tables/move_values", table_move_values},
    {"tables/best_moves", table_best_moves},
});

}  // namespace

std::span<const LibraryFunction> tables_functions() {
  return kTablesFunctions;
}

}  // namespace pipo
