#include "pipo/mpi/rank_report.hpp"

#include <fmt/core.h>

#include "pipo/words/units.hpp"
#include "probe/base/human_numbers.hpp"

namespace pipo {

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

}  // namespace pipo
