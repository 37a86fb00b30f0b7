// What checking a table has found, in words.
#pragma once

#include <string>

#include "verify/one_step.hpp"
#include "verify/theory_audit.hpp"

namespace pipo {

// Several lines: the position, both values, a picture with the value of every move.
std::string describe(const Mismatch& mismatch);

// Many lines: a table of the statements, then the first mismatch with a picture.
std::string describe(const TheoryReport& report);

}  // namespace pipo
