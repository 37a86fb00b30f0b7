// How the ranks of a run have spent their time, for people.
#pragma once

#include <string>
#include <vector>

#include "generator/cluster/messages.hpp"

namespace pipo {

// A line a rank; nothing if there are none.
std::string rank_report(const std::vector<RankTimes>& times);

}  // namespace pipo
