// Makes a table by several processes that share a file system.
//
//   rank 0:  const RankedResult result = generate_on_ranks(ranks, options, "1.2").value();
//   others:  the same call, which returns nothing
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/cluster/messages.hpp"
#include "generator/cluster/ranks.hpp"
#include "generator/run/generate.hpp"

namespace pipo {

struct RankedResult {
  GenerateResult made;
  std::vector<RankTimes> times;  // by rank; empty if nothing had to be made
};

// Works like generate(); the files are the same, byte for byte, for every number of ranks. All
// ranks call it with the same board, start and folder, each with its own memory and threads. An
// error on any rank is thrown on rank 0 alone, which says where it happened; the others return as
// soon as rank 0 says so. `options.stopped` on any rank stops all; a rank to which rank 0 does not
// reply then throws Stopped.
//
// Throws BadInput if ranks were started with different programs or commands; CannotWrite if they do
// not see the same folder.
std::optional<RankedResult> generate_on_ranks(Ranks& ranks, const GenerateOptions& options,
                                              const std::string& version);

// Reports the failure of a rank that cannot even begin: rank 0 throws it. On rank 0, dismisses the
// others.
void give_up(Ranks& ranks, const Failure& failure);

}  // namespace pipo
