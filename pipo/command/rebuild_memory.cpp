#include "pipo/command/rebuild_memory.hpp"

#include <fmt/core.h>

#include "generator/plan/machine.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/human_numbers.hpp"
#include "verify/rebuild.hpp"

namespace pipo {

void require_memory_to_rebuild(const Table& table) {
  const std::uint64_t needed = values_to_rebuild(table);
  const std::uint64_t available = memory_to_use(0);
  if (needed <= available) return;
  throw OutOfMemory(fmt::format(
      "{}: omits layers, whose values take {} of memory when all are computed again; {} are "
      "available; use the complete table",
      table.folder().string(), human_bytes_rounded_up(needed), human_bytes(available)));
}

}  // namespace pipo
