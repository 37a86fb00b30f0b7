#include "search/nim_search.hpp"

#include <algorithm>
#include <bitset>
#include <utility>
#include <vector>

#include "search/null_window.hpp"

namespace pipo::graph {
namespace {

// The nim-values of a position's options. A region has at most 64 moves, so nim-values and their
// sums are below 128.
class Options {
 public:
  void add(int value) { seen_.set(static_cast<std::size_t>(value)); }
  int least_missing() const {
    int value = 0;
    while (seen_[static_cast<std::size_t>(value)]) ++value;
    return value;
  }

 private:
  std::bitset<128> seen_;
};

// of_piece_ has the nim-value of a piece together with this bit, or a set of nim-values that the
// piece does not have.
constexpr PartId kExact = PartId{1} << 31;
constexpr int kMostExcluded = 30;

}  // namespace

// The strings that a move leaves, and the nim-value that they must have for the whole to have the
// one sought.
struct NimSearch::Rest {
  Strings strings;
  int sought;
  int move;  // the string
};

NimSearch::NimSearch(Decomposition& decomposition, std::size_t memory_bytes)
    : decomposition_(decomposition), memory_bytes_(memory_bytes) {}

void NimSearch::poll() {
  if ((nodes_++ & kPollMask) == 0 && *stopped_ && (*stopped_)()) throw SearchStopped();
}

int NimSearch::value(const Sum& sum, const std::function<bool()>& stopped) {
  stopped_ = &stopped;
  if (network_ != decomposition_.replaced()) {
    network_ = decomposition_.replaced();
    of_piece_.clear();
    history_ = {};
  }
  int result = 0;
  for (const PartId part : sum.parts) result ^= part_value(part);
  for (Strings rest = sum.strings; rest != 0;) {
    const Piece piece = decomposition_.network().first_piece(rest);
    rest &= ~piece.strings;
    result ^= piece_value(piece);
  }
  return result;
}

int NimSearch::part_value(PartId part) {
  if (of_part_.size() <= part) of_part_.resize(2 * part + 1, -1);
  if (of_part_[part] >= 0) return of_part_[part];
  poll();
  Options options;
  for (const PartMove& move : decomposition_.parts().moves(part)) {
    if (move.handout != Handout::none) continue;
    int sum = 0;
    for (const PartId rest : move.rest) sum ^= part_value(rest);
    options.add(sum);
  }
  return of_part_[part] = options.least_missing();
}

int NimSearch::piece_value(const Piece& piece) {
  int value = 0;
  while (!has_value(piece, value)) ++value;
  return value;
}

// Returns whether the strings, one piece or several, have the nim-value. That of the largest piece
// need not be found.
bool NimSearch::have_value(Strings strings, int value) {
  if (strings == 0) return value == 0;
  const Network& network = decomposition_.network();
  Piece largest = network.first_piece(strings);
  for (strings &= ~largest.strings; strings != 0;) {
    Piece piece = network.first_piece(strings);
    strings &= ~piece.strings;
    if (count_bits(piece.strings) > count_bits(largest.strings)) std::swap(piece, largest);
    value ^= piece_value(piece);
  }
  return has_value(largest, value);
}

bool NimSearch::has_value(const Piece& piece, int value) {
  if (const auto known = known_to_have(piece.strings, value)) return *known;
  poll();
  if (leads_to(piece, value)) {
    exclude(piece.strings, value);
    return false;
  }
  for (int less = 0; less < value; ++less) {
    if (has_value(piece, less)) return false;
  }
  entry(piece.strings) = kExact | static_cast<PartId>(value);
  return true;
}

// Returns whether a move that is not loony leads to the nim-value.
bool NimSearch::leads_to(const Piece& piece, int value) {
  std::vector<Rest> rests;
  decomposition_.each_move(piece, [&](int string, const Network::Run& run, Strings large,
                                      std::span<const PartId> small) {
    if (run.handout != Handout::none) return;
    int sought = value;
    for (const PartId part : small) sought ^= part_value(part);
    rests.push_back({large, sought, string});
  });
  std::size_t unknown = 0;
  for (const Rest& rest : rests) {
    const auto known = known_to_have(rest.strings, rest.sought);
    if (known && *known) return true;
    if (!known) rests[unknown++] = rest;
  }
  rests.resize(unknown);
  // The smallest rests first, which take the least time, and then moves that often led to what was
  // sought.
  std::ranges::sort(rests, [this](const Rest& one, const Rest& other) {
    const int more = count_bits(one.strings) - count_bits(other.strings);
    return more != 0 ? more < 0 : history_[one.move] > history_[other.move];
  });
  const auto found = std::ranges::find_if(
      rests, [this](const Rest& rest) { return have_value(rest.strings, rest.sought); });
  if (found == rests.end()) return false;
  history_[found->move] += rests.size();
  return true;
}

// The strings may be several pieces; then nothing is known.
std::optional<bool> NimSearch::known_to_have(Strings strings, int value) {
  if (strings == 0) return value == 0;
  const PartId known = of_piece_.find(strings);
  if (known == kNoPart) return {};
  if ((known & kExact) != 0) return (known & ~kExact) == static_cast<PartId>(value);
  return value <= kMostExcluded && (known >> value & 1) != 0 ? std::optional(false) : std::nullopt;
}

void NimSearch::exclude(Strings piece, int value) {
  if (value > kMostExcluded) return;
  PartId& known = entry(piece);
  known = (known == kNoPart ? 0 : known) | PartId{1} << value;
}

PartId& NimSearch::entry(Strings piece) {
  if (of_piece_.bytes() > memory_bytes_) of_piece_.clear();
  return of_piece_[piece];
}

}  // namespace pipo::graph
