// Run-time dispatch for functions that are compiled for several instruction sets.
//
// A file with such functions includes itself with Highway's foreach_target.h, once per instruction
// set. Each time it defines a kTableFor with pointers to its functions. The tables are constants,
// so no code compiled for an instruction set runs on a processor without it. Include this header
// before Highway's.
#pragma once

// Disables the sets with vectors of unknown size, which cannot be array elements.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

#include <cstdint>
#include <utility>
#include <vector>

namespace pipo {

// The table for an instruction set, by its Highway number HWY_TARGET; null if none is compiled.
template <class Table, std::int64_t kTarget>
inline constexpr const Table* kTableFor = nullptr;

// Returns a mask of the instruction sets that this processor supports, by their Highway numbers.
// Each number is one bit; lower bits are wider sets. Sets beyond AVX-512 as of 2017 (HWY_AVX3) are
// not looked for. Highway's own function is not used: its library measures the clock whenever it is
// loaded, which takes milliseconds and an instruction that valgrind does not know everywhere.
std::int64_t supported_instruction_sets();

// Returns the tables that this processor can use, the widest first; there is always at least one.
// Call it at the end of the file that defines the functions.
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
