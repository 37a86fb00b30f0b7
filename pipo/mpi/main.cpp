// The `pipo-mpi` command: several machines make a table together.

#include <fmt/core.h>

#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "generator/cluster/generate_on_ranks.hpp"
#include "generator/cluster/messages.hpp"
#include "generator/plan/machine.hpp"
#include "pipo/command/context.hpp"
#include "pipo/mpi/mpi_ranks.hpp"
#include "pipo/run.hpp"
#include "pipopipette/version.h"
#include "probe/base/human_numbers.hpp"

namespace pipo {
namespace {

// Reports how the ranks of a run spent their time: one line per rank.
std::string rank_report(const std::vector<RankTimes>& times) {
  std::string text;
  for (std::size_t rank = 0; rank < times.size(); ++rank) {
    const RankTimes& spent = times[rank];
    const double all = spent.waiting + spent.loading + spent.computing + spent.encoding;
    const auto part = [all](double seconds) { return all > 0 ? 100 * seconds / all : 0; };
    text += fmt::format(
        "pipo: rank {}: {}, {:.0f}% computing, {:.0f}% encoding, {:.0f}% fetching and reading, "
        "{:.0f}% waiting; {} written, {} read, {} fetched from other ranks\n",
        rank, human_seconds(all), part(spent.computing), part(spent.encoding), part(spent.loading),
        part(spent.waiting), human_bytes(spent.bytes_written), human_bytes(spent.bytes_loaded),
        human_bytes(spent.values_fetched));
  }
  return text;
}

// Without --memory, divides the memory of this machine among its ranks.
GenerateOptions share_of(GenerateOptions options, int ranks_here) {
  const auto ranks = static_cast<unsigned>(ranks_here);
  if (options.memory == 0 && ranks > 1) options.memory = usable_memory() / ranks;
  return options;
}

// Runs this rank and returns its exit code. Only rank 0 prints; errors of other ranks are sent to
// it.
int run_rank(MpiRanks& ranks, int argc, const char* const* argv) {
  bool joined = false;
  const MakeTable make = [&](const GenerateOptions& options) {
    joined = true;
    ranks.set_patience(options.patience);
    auto result =
        generate_on_ranks(ranks, share_of(options, ranks.count_here()), PIPOPIPETTE_VERSION);
    if (!result) throw OnlyRankZeroSpeaks();
    std::cerr << rank_report(result->times);
    return result->made;
  };
  if (ranks.rank() == 0) {
    const int code = run_with(make, argc, argv, std::cin, std::cout, std::cerr);
    if (!joined) give_up(ranks, {});
    return code;
  }
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  const int code = run_with(make, argc, argv, in, out, err);
  if (joined) return ExitCode::done;
  std::string text = err.str();
  text = text.substr(0, text.find('\n'));
  if (text.starts_with("pipo: ")) text.erase(0, 6);
  const auto* const kind = std::ranges::find(kErrorKinds, code, &ErrorKind::exit_status);
  give_up(ranks, {kind == kErrorKinds.end() ? ErrorCode::internal : kind->code, text});
  return ExitCode::done;
}

}  // namespace

}  // namespace pipo

int main(int argc, char** argv) {
  pipo::prepare_process();
  // Never destroyed: a rank that dies of a signal while MPI starts or ends takes the whole job with
  // it, and mpirun then reports the signal in place of the exit code.
  static const auto* const interruption = new pipo::Interruption;
  static_cast<void>(interruption);
  return pipo::call_program([&] {
    pipo::MpiRanks ranks(argc, argv);
    return pipo::run_rank(ranks, argc, argv);
  });
}
