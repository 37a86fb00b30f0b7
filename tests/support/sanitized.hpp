// Is this a build with sanitizers? It is some ten times slower, so tests over every position take
// smaller boards there, or fewer positions.
#pragma once

namespace pipo::test {

#if defined(PIPO_SANITIZED)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

}  // namespace pipo::test
