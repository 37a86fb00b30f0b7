// Reports how the ranks of a run spent their time.
#pragma once

#include <string>
#include <vector>

#include "generator/cluster/messages.hpp"

namespace pipo {

// Returns one line per rank; empty if there are none.
std::string rank_report(const std::vector<RankTimes>& times);

}  // namespace pipo
