// A position whose sweep needs the disk.
#pragma once

#include <cstdint>

#include "pipopipette/notation.hpp"

namespace pipo::test {

inline const Position kSweptOnDisk = parse_position("4x4:0000000010100000001000100001000000010000");

// Bytes. In memory the sweep takes 43 million or more.
constexpr std::uint64_t kMemoryWithDisk = 40'000'000;

}  // namespace pipo::test
