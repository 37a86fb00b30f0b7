// The findings of a check of a table, as text.
#pragma once

#include <string>

#include "verify/one_step.hpp"
#include "verify/theory_audit.hpp"

namespace pipo {

// Returns several lines: the position, both values, and a picture with the value of every move.
std::string describe(const Mismatch& mismatch);

// Returns many lines: a table of the statements, then the first mismatch with a picture.
std::string describe(const TheoryReport& report);

}  // namespace pipo
