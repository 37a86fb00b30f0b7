#include "probe/base/instruction_sets.hpp"

#include <hwy/highway.h>

namespace pipo {

std::int64_t supported_instruction_sets() {
  return hwy::SupportedTargets();
}

}  // namespace pipo
