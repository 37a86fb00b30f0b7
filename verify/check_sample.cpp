#include <tbb/parallel_for.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include "probe/base/count_bits.hpp"
#include "probe/board/settle.hpp"
#include "verify/checks.hpp"
#include "verify/first_mismatch.hpp"
#include "verify/layer_numbers.hpp"
#include "verify/random.hpp"

namespace pipo {
namespace {

constexpr std::uint64_t kSampleRound = 4096;  // positions between two reports of progress

// Numbers the entries of all blocks of the table.
LayerNumbers entries(const Table& table) {
  std::vector<std::uint64_t> sizes;
  for (int layer = table.first_layer(); layer <= table.last_layer(); ++layer) {
    sizes.push_back(table.layout(layer).entries());
  }
  return {table.first_layer(), std::move(sizes)};
}

int random_open_edge(const Position& position, Random& random) {
  EdgeSet open = position.open();
  for (auto skip = random.below(static_cast<std::uint64_t>(count_bits(open))); skip > 0; --skip) {
    open &= open - 1;
  }
  return std::countr_zero(open);
}

// Draws random edges until the position is not quiet, at the latest when one edge is open. Then,
// with probability 1/2 each time, draws another edge as long as the position stays so.
Position unsettled(Position position, Random& random) {
  const auto draw = [&] {
    return position.drawn | EdgeSet{1} << random_open_edge(position, random);
  };
  while (is_quiet(position.board, position.drawn)) position.drawn = draw();
  while (random.below(2) == 0) {
    const EdgeSet further = draw();
    if (is_quiet(position.board, further)) break;
    position.drawn = further;
  }
  return position;
}

class Sample {
 public:
  Sample(const CheckedTable& checked, std::uint64_t seed)
      : checked_(checked), seed_(seed), entries_(entries(checked.table())) {}

  // Checks the number-th random stored position and one reached from it.
  void check(std::uint64_t number, FirstMismatch& first) const {
    Random random(seed_, number);
    std::optional<TableSections::Entry> drawn;
    while (!drawn) {  // an entry may be a don't-care entry
      const auto [layer, entry] = entries_.place(random.below(entries_.total()));
      drawn = checked_.sections.entry(layer, entry);
    }
    const Position& position = drawn->position;
    offer(number, position, drawn->value, first);
    offer(number, position, checked_.values.value(position), first);
    if (position.open() == 0) return;
    const Position next = unsettled(position, random);
    offer(number, next, checked_.values.value(next), first);
  }

 private:
  void offer(std::uint64_t number, const Position& position, int value,
             FirstMismatch& first) const {
    if (auto mismatch = check_value(checked_.values, position, value)) {
      first.offer(number, *std::move(mismatch));
    }
  }

  CheckedTable checked_;
  std::uint64_t seed_;
  LayerNumbers entries_;
};

}  // namespace

CheckResult check_sample(const CheckedTable& checked, std::uint64_t count, std::uint64_t seed,
                         const VerifyProgress& progress) {
  const Sample sample(checked, seed);
  FirstMismatch first;
  std::uint64_t done = 0;
  while (done < count && !first.get()) {
    const std::uint64_t end = std::min(count, done + kSampleRound);
    tbb::parallel_for(done, end, [&](std::uint64_t number) {
      if (first.improves(number)) sample.check(number, first);
    });
    done = end;
    if (progress) progress("sample", done, count);
  }
  return {.stored = done, .not_stored = done, .mismatch = first.get()};
}

}  // namespace pipo
