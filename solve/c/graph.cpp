// The functions of solver.h about graphs.
#include "pipopipette/graph.hpp"

#include <cstddef>
#include <cstdint>

#include "pipopipette/solver.h"
#include "probe/c/handle.hpp"
#include "solve/c/limits.hpp"

struct pipo_graph : pipo::HandleOf<pipo::Graph> {};

namespace pipo {
namespace {

// The size of the structure in its first version; later members are added at the end.
constexpr std::size_t kGraphAnswerSize = offsetof(pipo_graph_answer, seconds) + sizeof(double);

}  // namespace
}  // namespace pipo

extern "C" {

pipo_code pipo_graph_open(const char* edges, pipo_graph** graph) {
  return pipo::open_handle(graph, [&] {
    pipo::check_pointer(edges, "edges");
    return pipo::Graph::parse(edges);
  });
}

void pipo_graph_close(pipo_graph** graph) {
  pipo::close_handle(graph);
}

pipo_code pipo_graph_error_code(const pipo_graph* graph) {
  return pipo::code_of(graph);
}

const char* pipo_graph_error_text(const pipo_graph* graph) {
  return pipo::text_of(graph);
}

pipo_code pipo_graph_size(const pipo_graph* graph, int32_t* coins, int32_t* strings) {
  return pipo::guarded(graph, [&] {
    pipo::check_pointer(coins, "coins");
    pipo::check_pointer(strings, "strings");
    const pipo::Graph& asked = pipo::opened(*graph);
    *coins = asked.coins();
    *strings = asked.strings();
  });
}

pipo_code pipo_graph_solve(const pipo_graph* graph, const pipo_limits* limits,
                           pipo_graph_answer* answer, pipo_move* moves, pipo_move* line) {
  return pipo::guarded(graph, [&] {
    pipo::check_pointer(answer, "answer");
    pipo::check_struct_size(answer->struct_size, pipo::kGraphAnswerSize, "pipo_graph_answer");
    const pipo::GraphSolution solution =
        pipo::solve_graph(pipo::opened(*graph),
                          limits == nullptr ? pipo::SolverOptions() : pipo::options_of(*limits));
    answer->value = solution.value;
    answer->nim_value = solution.nim_value;
    answer->loony = solution.loony ? 1 : 0;
    answer->looked_at = solution.looked_at;
    answer->seconds = solution.seconds;
    if (moves != nullptr) pipo::write_moves(solution.moves, moves);
    if (line != nullptr) pipo::write_moves(solution.line, line);
  });
}

}  // extern "C"
