// Part of every test program: hides the atlas, so that no test depends on what it has
// (support/atlas.hpp).
#include <cstdlib>

namespace {

[[maybe_unused]] const int kHidden = ::setenv("PIPO_ATLAS", "", 1);

}  // namespace
