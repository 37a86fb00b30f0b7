// Whether this build has sanitizers. They are about ten times slower, so tests over every position
// use smaller boards or fewer positions.
#pragma once

namespace pipo::test {

#if defined(PIPO_SANITIZED)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

}  // namespace pipo::test
