// Formats sizes for people, in KiB, MiB and so on: powers of 1024, like the 6G of --memory 6G.
#pragma once

#include <cstdint>
#include <string>

namespace pipo {

// "512 B", "45.2 KiB", "1.36 GiB"
std::string human_bytes(std::uint64_t bytes);

// Like human_bytes, but rounded up. Use it for required sizes, so that passing the printed size to
// --memory suffices.
std::string human_bytes_rounded_up(std::uint64_t bytes);

}  // namespace pipo
