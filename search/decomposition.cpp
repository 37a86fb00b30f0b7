#include "search/decomposition.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "theory/multiset.hpp"

namespace pipo::graph {
namespace {

std::uint64_t bit(int number) {
  return std::uint64_t{1} << number;
}

bool is_single(std::uint64_t set) {
  return set != 0 && (set & (set - 1)) == 0;
}

bool has_three(std::uint64_t set) {
  set &= set - 1;
  return (set & (set - 1)) != 0;
}

// The limit in loony endgames, whose parts have bounds by theorems.
constexpr int kMostStringsOfALoonyPart = 16;
bool is_loony(const Region& strings) {
  return std::ranges::all_of(strings.strings,
                             [](const String& one) { return one.length >= theory::kLongChain; });
}

// Returns for each string the number of strings of its region.
std::vector<int> strings_of_region(const Region& all) {
  const std::vector<int> root = roots_of(all);
  std::vector<int> count(root.size());
  for (const String& one : all.strings) ++count[root[one.to]];
  std::vector<int> result;
  for (const String& one : all.strings) {
    result.push_back(one.to == kGroundStop ? 1 : count[root[one.to]]);
  }
  return result;
}

}  // namespace

// Collects the strings of a trace. A string from a joint to itself becomes two strings with a joint
// between them, so that a joint has as many strings as open edges.
Network::Network(const Trace& trace, const std::vector<bool>& chosen, int edges)
    : string_of_edge_(edges, std::int8_t{-1}) {
  std::vector<int> number(trace.strings.joints + 1, -1);  // of each joint here
  int joints = 0;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (!chosen[i]) continue;
    const auto& [from, to, length] = trace.strings.strings[i];
    for (const int stop : {from, to}) {
      if (stop != kGroundStop && number[stop] < 0) number[stop] = joints++;
    }
    for (const int edge : trace.edges[i]) string_of_edge_[edge] = static_cast<std::int8_t>(count_);
    if (from == to && from != kGroundStop) {
      add(number[from], joints, 0);
      string_of_edge_[trace.edges[i].back()] = static_cast<std::int8_t>(count_);
      add(joints++, number[to], length - 1);
    } else {
      add(number[from], number[to], length);
    }
  }
  for (int i = 0; i < count_; ++i) {
    for (std::uint64_t rest = joints_[i]; rest != 0; rest &= rest - 1) {
      around_[i] |= sides_[std::countr_zero(rest)];
    }
  }
  find_alike();
  find_depths();
}

int Network::strings_needed(const Trace& trace, std::size_t string) {
  const auto& [from, to, length] = trace.strings.strings[string];
  return from == to && from != kGroundStop ? 2 : 1;
}

void Network::add(int from, int to, int length) {
  ends_[count_] = {static_cast<std::int8_t>(from), static_cast<std::int8_t>(to),
                   static_cast<std::int16_t>(length)};
  for (const int joint : {from, to}) {
    if (joint < 0) continue;
    joints_[count_] |= bit(joint);
    sides_[joint] |= bit(count_);
  }
  ++count_;
}

void Network::find_alike() {
  std::map<std::tuple<std::uint64_t, int>, std::vector<int>> alike;
  for (int i = 0; i < count_; ++i) alike[{joints_[i], ends_[i].length}].push_back(i);
  for (const auto& [kind, strings] : alike) {
    if (strings.size() < 2) continue;
    Alike group{0, {0}};
    for (const int string : strings) group.first.push_back(group.all |= bit(string));
    alike_.push_back(std::move(group));
  }
}

void Network::find_depths() {
  for (int i = 0; i < count_; ++i) {
    depth_[i] = ends_[i].from < 0 || ends_[i].to < 0 ? 0 : kMostStrings;
  }
  for (int depth = 1; depth < kMostStrings; ++depth) {
    for (int i = 0; i < count_; ++i) {
      if (depth_[i] != depth - 1) continue;
      for (Strings rest = around_[i]; rest != 0; rest &= rest - 1) {
        int& other = depth_[std::countr_zero(rest)];
        other = std::min(other, depth);
      }
    }
  }
}

std::optional<Strings> Network::strings_of(const std::vector<int>& edges) const {
  Strings result = 0;
  for (const int edge : edges) {
    if (string_of_edge_[edge] < 0) return {};
    result |= bit(string_of_edge_[edge]);
  }
  return result;
}

int Network::boxes(Strings set) const {
  int sum = 0;
  std::uint64_t joints = 0;
  for (; set != 0; set &= set - 1) {
    const int i = std::countr_zero(set);
    sum += ends_[i].length;
    joints |= joints_[i];
  }
  return sum + count_bits(joints);
}

// Returns the piece of `set` that contains `start`. Ends early, with a part of it, once the joint
// `until` is reached.
Piece Network::piece_of(Strings set, Strings start, int until) const {
  Piece piece{start, 0};
  for (Strings fresh = start; fresh != 0;) {
    const int i = std::countr_zero(fresh);
    piece.joints |= joints_[i];
    if (until >= 0 && (joints_[i] >> until & 1) != 0) break;
    const Strings more = around_[i] & set & ~piece.strings;
    piece.strings |= more;
    fresh = (fresh & (fresh - 1)) | more;
  }
  return piece;
}

Piece Network::left_by(const Piece& piece, const Run& run) const {
  const Piece all{piece.strings & ~run.removed, piece.joints & ~run.joints};
  const auto [first, second] = run.stops;
  if (first < 0 || second < 0 || first == second) return all;
  const Piece found = piece_of(all.strings, all.strings & sides_[first], second);
  return (found.joints >> second & 1) != 0 ? all : found;
}

std::uint64_t Network::true_joints(const Piece& piece) const {
  std::uint64_t result = 0;
  for (std::uint64_t rest = piece.joints; rest != 0; rest &= rest - 1) {
    const int joint = std::countr_zero(rest);
    if (has_three(piece.strings & sides_[joint])) result |= bit(joint);
  }
  return result;
}

Strings Network::merged(Strings set) const {
  for (const Alike& group : alike_) {
    set = (set & ~group.all) | group.first[count_bits(set & group.all)];
  }
  return set;
}

Strings Network::distinct(Strings set) const {
  for (const Alike& group : alike_) {
    const Strings here = set & group.all;
    set = (set & ~group.all) | (here & -here);
  }
  return set;
}

// Captures the boxes that a move offers, string by string. Pieces contain no independent loop, so
// the two ends of the run never meet.
Network::Run Network::run(const Piece& piece, std::uint64_t true_joints, int string) const {
  Run result{.removed = bit(string), .same = bit(string), .captured = ends_[string].length};
  for (const int end : {0, 1}) {
    int joint = end == 0 ? ends_[string].from : ends_[string].to;
    bool same_string = true;
    while (joint >= 0) {
      const Strings last = piece.strings & ~result.removed & sides_[joint];
      if (!is_single(last)) break;
      same_string = same_string && (true_joints >> joint & 1) == 0;
      const Ends& next = ends_[std::countr_zero(last)];
      result.removed |= last;
      if (same_string) result.same |= last;
      result.joints |= bit(joint);
      result.captured += 1 + next.length;
      joint = next.from == joint ? next.to : next.from;
    }
    result.stops[end] = joint;
  }
  result.handout = handout_of_string(result.captured, (result.joints & true_joints) != 0);
  // The first run may have ended at a joint that the second one captured.
  if (result.stops[0] >= 0 && (result.joints >> result.stops[0] & 1) != 0) result.stops[0] = -1;
  if (result.stops[1] >= 0 && (result.joints >> result.stops[1] & 1) != 0) result.stops[1] = -1;
  return result;
}

std::uint64_t Network::kept_joints(Strings left, std::uint64_t true_joints, const Run& run) const {
  true_joints &= ~run.joints;
  for (const int stop : run.stops) {
    if (stop >= 0 && !has_three(left & sides_[stop])) true_joints &= ~bit(stop);
  }
  return true_joints;
}

Region Network::region(const Piece& piece) const {
  Region all;
  all.joints = static_cast<int>(std::bit_width(piece.joints));
  for (Strings rest = piece.strings; rest != 0; rest &= rest - 1) {
    const auto& [from, to, length] = ends_[std::countr_zero(rest)];
    const auto [low, high] = std::minmax({from + 1, to + 1});
    all.strings.push_back({low, high, length});
  }
  return regions_of(std::move(all)).front();
}

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
