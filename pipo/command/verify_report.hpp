// The findings of `pipo verify` about a table, as text.
#pragma once

#include <string>

#include "verify/audits.hpp"
#include "verify/checks.hpp"

namespace pipo {

// Returns several lines: the position, both values, and a picture with the value of every move.
std::string describe(const Mismatch& mismatch);

// Returns the bound on wrong stored values that follows from a sample: "with 95% confidence at most
// 3 in 10,000 stored values contradict the rule".
std::string bound_text(const CheckResult& sample);

// Returns a line on how many mismatches a sample has, and what follows.
std::string mismatches_text(const CheckResult& sample);

// Returns many lines: a table of the statements, then the first mismatch with a picture.
std::string describe(const TheoryReport& report);

// "all 100 stored positions checked, 9 of them loony endgames ...", and the mismatch if there is
// one.
std::string describe(const NimAudit& audit);

}  // namespace pipo
