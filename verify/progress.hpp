// How far a check has come.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace pipo {

// Told now and then, by one thread at a time: what is being done, positions done and in all.
using VerifyProgress =
    std::function<void(const std::string& stage, std::uint64_t done, std::uint64_t total)>;

}  // namespace pipo
