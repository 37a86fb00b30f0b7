// The code of the error that a call throws.
#pragma once

#include <exception>
#include <optional>

#include "probe/base/failure.hpp"

namespace pipo::test {

// Returns nothing if the call throws nothing.
template <typename Call>
std::optional<ErrorCode> thrown_code(const Call& call) {
  try {
    call();
    return std::nullopt;
  } catch (const std::exception&) {
    return current_failure().code;
  }
}

}  // namespace pipo::test
