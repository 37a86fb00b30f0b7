// Progress of the checks of tables, on standard error.
#pragma once

#include "pipo/io/progress.hpp"
#include "verify/checks.hpp"

namespace pipo {

// Returns a function for checks to call. It measures the time from the first call, and anew if the
// count begins from zero again. `progress` must outlive it.
VerifyProgress stage_progress(Progress& progress, const char* unit);

}  // namespace pipo
