#include "graph/decomposition.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "theory/multiset.hpp"

namespace pipo::graph {
namespace {

// The limit in loony endgames, whose parts have bounds by theorems.
constexpr int kMostStringsOfALoonyPart = 16;
bool is_loony(const Region& strings) {
  return std::ranges::all_of(strings.strings,
                             [](const Span& one) { return one.length >= theory::kLongChain; });
}

// Returns for each string the number of strings of its region.
std::vector<int> strings_of_region(const Region& all) {
  std::vector<int> parent(all.joints + 1);
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int joint) {
    while (parent[joint] != joint) joint = parent[joint] = parent[parent[joint]];
    return joint;
  };
  for (const Span& one : all.strings) {
    if (one.from != kNoJoint) parent[root(one.from)] = root(one.to);
  }
  std::vector<int> count(parent.size());
  for (const Span& one : all.strings) ++count[root(one.to)];
  std::vector<int> result;
  for (const Span& one : all.strings) {
    result.push_back(one.to == kNoJoint ? 1 : count[root(one.to)]);
  }
  return result;
}

}  // namespace

std::optional<Sum> Decomposition::sum_of(const Graph& graph, const EdgeFlags& quiet) {
  const Trace traced = trace(graph, quiet);
  const Region& all = traced.strings;
  const int most =
      is_loony(all) ? std::max(most_strings_, kMostStringsOfALoonyPart) : most_strings_;
  const std::vector<int> counts = strings_of_region(all);
  std::vector<bool> large(counts.size());
  Region small{0, all.joints, {}};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    large[i] = counts[i] > most;
    if (!large[i]) small.strings.push_back(all.strings[i]);
  }
  std::vector<Region> regions = regions_of(std::move(small));
  for (const int loop : traced.loops) regions.push_back({loop, 0, {}});
  const auto strings = strings_of(graph, traced, large);
  if (!strings) return {};
  return Sum{*strings, parts_.numbers(regions)};
}

// Returns the large regions as strings of the network, which it replaces if necessary.
std::optional<Strings> Decomposition::strings_of(const Graph& graph, const Trace& trace,
                                                 const std::vector<bool>& large) {
  std::vector<int> edges;
  int needed = 0;
  for (std::size_t i = 0; i < large.size(); ++i) {
    if (!large[i]) continue;
    edges.insert(edges.end(), trace.edges[i].begin(), trace.edges[i].end());
    needed += Network::strings_needed(trace, i);
  }
  if (edges.empty()) return 0;
  if (network_) {
    if (const auto known = network_->strings_of(edges)) return network_->merged(*known);
  }
  if (needed > Network::kMostStrings) return {};
  network_.emplace(trace, large, graph.edges());
  part_of_piece_.clear();
  ++replaced_;
  return network_->merged(*network_->strings_of(edges));
}

PartId Decomposition::part_of(const Piece& piece) {
  PartId& part = part_of_piece_[piece.strings];
  if (part == kNoPart) part = parts_.number(network_->region(piece));
  return part;
}

}  // namespace pipo::graph
