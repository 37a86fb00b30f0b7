// Making a table by several processes that share a file system.
//
//   rank 0:  const GenerateResult result = generate_on_ranks(ranks, options, "1.2");
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
  std::vector<RankTimes> times;  // by rank; empty where nothing had to be made
};

// As generate(); the files are the same, byte for byte, for every number of ranks. All ranks call
// it, with the same board, start and folder, each with its own memory and threads. What goes wrong
// on any of them is thrown on rank 0 alone, which says where; the others return as soon as rank 0
// says so. `options.stopped` on any of them stops all; RankZeroIsSilent is thrown where rank 0 says
// nothing then.
//
// Throws BadInput where ranks were started with different things, or for options.square with more
// than one rank; NoSpace where they do not see the same folder.
std::optional<RankedResult> generate_on_ranks(Ranks& ranks, const GenerateOptions& options,
                                              const std::string& version);

// For a rank that cannot even begin: rank 0 throws what is wrong. Rank 0 lets the others go.
void give_up(Ranks& ranks, const Failure& failure);

}  // namespace pipo
