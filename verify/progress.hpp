// Progress of a check.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace pipo {

// Called from time to time, by one thread at a time: the stage, the positions done and their total.
using VerifyProgress =
    std::function<void(const std::string& stage, std::uint64_t done, std::uint64_t total)>;

}  // namespace pipo
