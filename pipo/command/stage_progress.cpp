#include "pipo/command/stage_progress.hpp"

#include <cstdint>
#include <string>

#include "probe/base/steady_seconds.hpp"

namespace pipo {

VerifyProgress stage_progress(Progress& progress, const char* unit) {
  return
      [&progress, unit, before = std::uint64_t{0}, began = steady_seconds(), all = steady_seconds(),
       last = 0.0](const std::string& stage, std::uint64_t done, std::uint64_t total) mutable {
        if (done < before) began = last;
        before = done;
        last = steady_seconds();
        progress.update({.stage = stage,
                         .done = done,
                         .total = total,
                         .unit = unit,
                         .memory_bytes = 0,
                         .seconds = last - began,
                         .total_seconds = last - all});
      };
}

}  // namespace pipo
