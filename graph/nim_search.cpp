#include "graph/nim_search.hpp"

#include <bitset>

#include "graph/search_stopped.hpp"

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

}  // namespace

NimSearch::NimSearch(Decomposition& decomposition, std::size_t memory_bytes)
    : decomposition_(decomposition), memory_bytes_(memory_bytes) {}

void NimSearch::poll() {
  if ((++nodes_ & kPollMask) == 0 && *stopped_ && (*stopped_)()) throw SearchStopped();
}

int NimSearch::value(const Sum& sum, const std::function<bool()>& stopped) {
  stopped_ = &stopped;
  if (network_ != decomposition_.replaced()) {
    network_ = decomposition_.replaced();
    of_piece_.clear();
  }
  int result = value_of_strings(sum.strings);
  for (const PartId part : sum.parts) result ^= part_value(part);
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

int NimSearch::value_of_strings(Strings strings) {
  int sum = 0;
  while (strings != 0) {
    const Piece piece = decomposition_.network().first_piece(strings);
    strings &= ~piece.strings;
    sum ^= piece_value(piece);
  }
  return sum;
}

int NimSearch::piece_value(const Piece& piece) {
  if (const PartId known = of_piece_[piece.strings]; known != kNoPart) {
    return static_cast<int>(known);
  }
  poll();
  // The rests of the moves that are not loony.
  std::vector<std::pair<Strings, int>> rests;
  decomposition_.each_move(
      piece, [&](int, const Network::Run& run, Strings large, std::span<const PartId> small) {
        if (run.captured >= 3) return;
        int sum = 0;
        for (const PartId part : small) sum ^= part_value(part);
        rests.emplace_back(large, sum);
      });
  Options options;
  for (const auto& [large, small] : rests) options.add(value_of_strings(large) ^ small);
  const int result = options.least_missing();
  if (of_piece_.bytes() > memory_bytes_) of_piece_.clear();
  of_piece_[piece.strings] = static_cast<PartId>(result);
  return result;
}

}  // namespace pipo::graph
