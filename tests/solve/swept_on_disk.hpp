// A position whose sweep needs the disk.
#pragma once

#include <cstdint>

#include "pipopipette/notation.hpp"
#include "tests/support/sanitized.hpp"

namespace pipo::test {

// Sanitizers sweep a third of the values.
inline const Position kSweptOnDisk =
    parse_position(kSanitized ? "4x4:0000000010100000001000100001000000010000"
                              : "5x5:001010100101110000000100010000000100000000000100010010001011");

// Bytes. In memory the sweep takes 43 million with sanitizers and 100 million without, or more.
constexpr std::uint64_t kMemoryWithDisk = kSanitized ? 40'000'000 : 75'000'000;

}  // namespace pipo::test
