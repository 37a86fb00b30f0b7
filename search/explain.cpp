#include "search/explain.hpp"

#include <algorithm>
#include <utility>

#include "probe/base/steady_seconds.hpp"
#include "search/graph.hpp"

namespace pipo::graph {
namespace {

constexpr std::size_t kMemory = std::size_t{64} << 20;

// The longest time for the value of a loony endgame, in seconds.
constexpr double kLongest = 0.5;

}  // namespace

NimValues::NimValues(const Board& board, std::size_t memory_bytes, Stop stopped)
    : solver_(graph_of(canonical(Position{board, {}}).board), memory_bytes),
      stopped_(std::move(stopped)) {}

std::optional<NimValue> NimValues::operator()(const Position& position) {
  const auto [found, is_new] = known_.try_emplace(canonical(position));
  if (is_new) found->second = solver_.nim_value(open_edges(found->first), stopped_);
  return found->second;
}

theory::Explanation explain(const Position& position, const ExplainLimits& limits,
                            LastMoveCost last_move_cost) {
  const Deadline deadline(limits.seconds), soon(std::min(limits.seconds, kLongest));
  NimValues nim_values(position.board, kMemory, [&] {
    return nim_values.solver().nodes() >= limits.positions || deadline.over();
  });
  Solver& solver = nim_values.solver();
  const auto nim_value = [&](const Position& of) { return nim_values(of); };
  const auto loony_value = [&](const Position& of) -> std::optional<int> {
    const Bounds value = solver.value(open_edges(canonical(of)), [&soon] { return soon.over(); });
    return value.exact() ? std::optional(-value.lower) : std::nullopt;
  };
  theory::Explanation result =
      theory::explain(position, {.nim_value = nim_value, .loony_value = loony_value});
  if (last_move_cost > 0) theory::remove_values(result, last_move_cost);
  return result;
}

}  // namespace pipo::graph
