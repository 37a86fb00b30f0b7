// Functions written once, compiled for several sets of instructions, and chosen by the processor
// the program runs on.
//
// A file with such functions includes itself by Highway's foreach_target.h, once for each set. Each
// time it puts a table of pointers to them into kTableFor; a table is constant, so that nothing
// compiled for a set runs where that set is missing. This header comes before Highway's.
#pragma once

// Vectors whose size is not known when compiling do not fit into arrays.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace pipo {

// The table for the set of instructions of Highway's number HWY_TARGET; none where not compiled.
template <class Table, std::int64_t kTarget>
inline constexpr const Table* kTableFor = nullptr;

// The numbers, one bit each, of the sets this processor has. The lower, the wider.
std::int64_t supported_instruction_sets();

// The tables this processor can use, the widest first; there is always one. To be called in the
// file with the functions, at its end.
template <class Table>
std::vector<const Table*> tables_for_processor() {
  std::vector<const Table*> found;
  const auto add = [&found, supported = supported_instruction_sets()](std::int64_t target,
                                                                      const Table* table) {
    if (table != nullptr && (supported & target) != 0) found.push_back(table);
  };
  [&add]<int... kBits>(std::integer_sequence<int, kBits...>) {
    (add(std::int64_t{1} << kBits, kTableFor<Table, std::int64_t{1} << kBits>), ...);
  }
  (std::make_integer_sequence<int, 63>());
  return found;
}

}  // namespace pipo
