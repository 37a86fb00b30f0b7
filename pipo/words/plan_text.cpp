#include <fmt/core.h>

#include <algorithm>

#include "pipo/words/plan_report.hpp"
#include "pipo/words/units.hpp"
#include "pipopipette/notation.hpp"

namespace pipo {
namespace {

std::string layer_table(const TableCounts& counts) {
  std::string text =
      fmt::format("{:>7}{:>22}{:>22}\n", "layer", "quiet positions", "stored values");
  for (const LayerCounts& layer : counts.layers) {
    text += fmt::format("{:>7}{:>22}{:>22}\n", layer.layer, grouped(layer.quiet),
                        grouped(layer.stored));
  }
  return text;
}

// Returns "A to B", the range over all ranks.
template <typename Of>
std::string spread(const RankPlan& plan, Of of) {
  const auto [least, most] = std::ranges::minmax(plan.ranks, {}, of);
  const std::string low = human_bytes(of(least));
  const std::string high = human_bytes(of(most));
  return low == high ? low : low + " to " + high;
}

std::string text_of(const RankPlan& plan, std::uint64_t values) {
  std::string text =
      fmt::format("  {}, {} tasks\n", counted(plan.ranks.size(), "rank"), grouped(plan.tasks));
  text += fmt::format("    time             about {}, {:.0f}% of it waiting\n",
                      human_seconds(plan.seconds), 100 * plan.waiting());
  text += fmt::format("    each writes      {}\n",
                      spread(plan, [](const RankShare& share) { return share.bytes_written; }));
  const auto times = [&](std::uint64_t count) {
    return static_cast<double>(count) / static_cast<double>(values);
  };
  text += fmt::format("    each fetches     {} from the others, every value {:.2f} times in all\n",
                      spread(plan, [](const RankShare& share) { return share.values_fetched; }),
                      times(plan.sum(&RankShare::values_fetched)));
  text += fmt::format("    each reads       {} of files, every value {:.2f} times in all\n",
                      spread(plan, [](const RankShare& share) { return share.bytes_read; }),
                      times(plan.sum(&RankShare::values_read)));
  text += fmt::format("    each holds       {}\n",
                      spread(plan, [](const RankShare& share) { return share.memory; }));
  const auto a_second = [&](std::uint64_t bytes) {
    return human_bytes(static_cast<std::uint64_t>(static_cast<double>(bytes) / plan.seconds));
  };
  text += fmt::format(
      "    the files        {} a second are read and {} written, by all together\n\n",
      a_second(plan.sum(&RankShare::bytes_read)), a_second(plan.sum(&RankShare::bytes_written)));
  return text;
}

// Returns whether the table can be made here, and how.
std::string verdict(const TablePlan& plan, bool by_ranks, const std::string& remedy,
                    std::uint64_t disk) {
  if (!plan.fits_memory()) {
    return fmt::format(
        "does not fit: it needs at least {} of memory, but only {} may be used; {}\n",
        human_bytes_rounded_up(plan.least_memory()), human_bytes(plan.available_memory), remedy);
  }
  if (!plan.fits(disk)) {
    return fmt::format(
        "does not fit: the disk has only {} free; choose another disk with --tables; {}\n",
        human_bytes(disk), remedy);
  }
  if (by_ranks)
    return fmt::format("fits, with {} for each rank\n", human_bytes(plan.available_memory));
  if (plan.memory.all_in_memory) return "fits, all values in memory\n";
  return fmt::format(
      "fits within {} of memory, but finished layers are read back, each value about {:.1f} times; "
      "with {} of memory nothing is read back\n",
      human_bytes(plan.available_memory), plan.read_back,
      human_bytes_rounded_up(plan.memory.full_bytes));
}

std::string disk_of(const TablePlan& plan) {
  if (plan.square) return fmt::format("about {} with --square", human_bytes(plan.square_disk));
  std::string text = fmt::format("about {}", human_bytes(plan.disk));
  if (plan.square_disk > 0) {
    text += fmt::format(", with --square about {}", human_bytes(plan.square_disk));
  }
  return text;
}

std::string solved_of(const std::optional<LargestSweep>& largest) {
  if (!largest) return "nothing: all other layers are computed from the kept ones";
  const auto& [position, values, certain] = largest->start;
  return fmt::format(
      "positions with {} or more drawn edges; the largest sweep{} takes up to {}, "
      "about {} of memory and {}: {}",
      position.layer(), certain ? "" : " found", counted(values, "value"),
      human_bytes_rounded_up(largest->memory), human_seconds(largest->seconds),
      to_string(position));
}

std::string memory_of(const TablePlan& plan) {
  return fmt::format("{} for all of it, {}; the two largest layers {}",
                     human_bytes_rounded_up(plan.memory.full_bytes),
                     plan.square ? "which --square needs"
                                 : "at least " + human_bytes_rounded_up(plan.memory.least_bytes),
                     human_bytes(plan.two_largest_layers));
}

}  // namespace

std::string plan_text(const TablePlan& plan, const std::optional<LargestSweep>& largest,
                      const std::optional<RankPlan>& ranks, std::uint64_t disk,
                      const std::string& remedy) {
  const LayerCounts total = plan.counts.total();
  const Board& board = plan.table.board;
  std::string text = fmt::format("{}: {} edges, {} boxes\n\n{}\n", folder_name(plan.table),
                                 board.edges(), board.boxes(), layer_table(plan.counts));
  const int open = plan.counts.open_edges;
  text += fmt::format("  positions          {} (2^{})\n", grouped(power_of_two(open)), open);
  text += fmt::format("  quiet positions    {} (merged outer edges counted once)\n",
                      grouped(total.quiet));
  text += fmt::format("  stored values      {}\n", grouped(total.stored));
  text += fmt::format("  disk               {}\n", disk_of(plan));
  if (plan.keep) {
    text += fmt::format(
        "  with --keep        about {} on disk, up to {} on the way; it keeps the layers {}\n",
        human_bytes(plan.kept_disk), human_bytes(plan.largest_disk), plan.keep->text());
    text += "  solved             " + solved_of(largest) + "\n";
  }
  text += fmt::format("  memory             {}\n", memory_of(plan));
  text +=
      fmt::format("  time               about {} on this machine\n\n", human_seconds(plan.seconds));
  if (ranks) text += text_of(*ranks, total.values);
  return text + "  " + verdict(plan, ranks.has_value(), remedy, disk);
}

}  // namespace pipo
