// Sizes as people read them: KiB, MiB and so on, powers of 1024 like the 6G of --memory 6G.
#pragma once

#include <cstdint>
#include <string>

namespace pipo {

// "512 B", "45.2 KiB", "1.36 GiB"
std::string human_bytes(std::uint64_t bytes);

// The same, but rounded up: never too little. For what somebody has to provide: given back as
// --memory it is enough.
std::string human_bytes_rounded_up(std::uint64_t bytes);

}  // namespace pipo
