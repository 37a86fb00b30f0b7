// The functions of the library as questions of JavaScript: a name and arguments in JSON, and the
// answer in JSON. The names and types that programs see are in index.d.ts.
//
// Positions are text, edges names or DBN indices, and arrays hexadecimal digits: 16 for each mask,
// 2 for each value.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipopipette/position.hpp"
#include "pipopipette/solver.hpp"
#include "probe/file/layer_json.hpp"

namespace pipo {

// A question, and the function that takes what becomes known before its answer.
struct LibraryQuestion {
  const Solver& solver;
  const Json& given;
  std::function<void(std::string_view name, const Json& json)> tell;
};

struct LibraryFunction {
  std::string_view name;
  Json (*answer)(const LibraryQuestion& question);
};

std::span<const LibraryFunction> rules_functions();   // rules.cpp: positions, games, notations
std::span<const LibraryFunction> tables_functions();  // tables.cpp: Tables
std::span<const LibraryFunction> layers_functions();  // layers.cpp: whole layers of tables
std::span<const LibraryFunction> solver_functions();  // solver.cpp: Solver
std::span<const LibraryFunction> graph_functions();   // graph.cpp: Graph

// Answers the question with this name. Throws what the library throws.
Json answer_to(std::string_view name, const LibraryQuestion& question);

// Describes an error by its code, its message, and the files and tables that it names.
Json error_json(const Error& error);

// Describes the exception that is being handled. `out_of_memory` is the text for std::bad_alloc.
Json current_error_json(const char* out_of_memory);

// The arguments that several questions have.
std::string text_given(const Json& given, const char* name);
int int_given(const Json& value, const char* name);  // throws BadInput for any other value
Position position_given(const Json& given);
int edge_given(const Board& board, const Json& edge);
std::vector<EdgeSet> masks_given(const Json& given, const Board& board);

// Returns the board, which has at most 64 edges.
Board small_board_given(const Json& given);

// Returns the limits of a question: those that it gives, else those of the solver.
SolverOptions limits_given(const LibraryQuestion& question);

// Returns the edge, its name, the boxes it takes, its value and its player of each move.
Json moves_json(const Board& board, std::span<const MoveValue> moves);

std::string hexadecimal(std::span<const std::int8_t> values);
std::string hexadecimal(std::span<const EdgeSet> masks);

}  // namespace pipo
