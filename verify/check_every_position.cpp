
#include <algorithm>
#include <atomic>
#include <bit>

#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/board/edge_map.hpp"
#include "verify/checks.hpp"

namespace pipo {
namespace {

constexpr std::uint32_t kPositionsATask =
    1U << 16;  // positions a task, and between two reports of progress

// Numbers the positions that contain a start: bit i of a number is the i-th edge that the start
// leaves open.
class Numbering {
 public:
  explicit Numbering(const TableIdentity& table)
      : table_(table), edges_(open_edges(table)), spread_(edges_) {}

  int bits() const { return static_cast<int>(edges_.size()); }
  std::uint32_t count() const { return std::uint32_t{1} << bits(); }
  int edge(int bit) const { return edges_[static_cast<std::size_t>(bit)]; }

  Position position(std::uint32_t number) const {
    return {table_.board, table_.start | spread_(number)};
  }

 private:
  static std::vector<int> open_edges(const TableIdentity& table) {
    std::vector<int> edges;
    for (EdgeSet open = table.board.all() & ~table.start; open != 0; open &= open - 1) {
      edges.push_back(std::countr_zero(open));
    }
    return edges;
  }

  TableIdentity table_;
  std::vector<int> edges_;
  EdgeMap spread_;
};

class EveryPosition {
 public:
  EveryPosition(const CheckedTable& checked, const VerifyProgress& progress)
      : checked_(checked),
        progress_(progress),
        numbering_(checked.table().identity()),
        values_(numbering_.count()) {}

  CheckResult run() {
    in_rounds("reading", [this](std::uint32_t number) {
      const auto value = checked_.values.find_value(numbering_.position(number));
      values_[number] = value ? static_cast<std::int8_t>(*value) : kNotCovered;
    });
    in_rounds("checking", [this](std::uint32_t number) {
      if (!checked_.has(numbering_.position(number))) {
        ++left_out_;
      } else if (values_[number] != by_rule(number)) {
        offer(number);
      }
    });
    return {.not_stored = numbering_.count() - left_out_,
            .left_out = left_out_,
            .mismatch = first_.get()};
  }

 private:
  int by_rule(std::uint32_t number) const {
    const Position position = numbering_.position(number);
    ValueByRule rule(checked_.table().identity().game);
    for (int bit = 0; bit < numbering_.bits(); ++bit) {
      if (number >> bit & 1) continue;
      const int captures = boxes_by_rule(position.board, position.drawn, numbering_.edge(bit));
      rule.add(captures, values_[number | 1U << bit]);
    }
    return rule.value();
  }

  // Ranks fuller positions first, so that all successors of the reported position are right.
  void offer(std::uint32_t number) {
    const auto open = static_cast<std::uint64_t>(numbering_.bits() - count_bits(number));
    const Position position = numbering_.position(number);
    if (!first_.improves(open << 32 | number)) return;
    first_.offer(open << 32 | number,
                 mismatch(checked_, looked_up(checked_.values), position, values_[number]));
  }

  template <typename F>
  void in_rounds(const char* stage, F&& f) {
    const std::uint32_t count = numbering_.count();
    std::uint64_t done = 0;
    std::mutex mutex;
    parallel_loop(std::uint32_t{0}, (count + kPositionsATask - 1) / kPositionsATask,
                  [&](std::uint32_t round) {
                    const std::uint32_t end = std::min(count, (round + 1) * kPositionsATask);
                    for (std::uint32_t number = round * kPositionsATask; number < end; ++number)
                      f(number);
                    const std::lock_guard lock(mutex);
                    done += end - round * kPositionsATask;
                    if (progress_) progress_(stage, done, count);
                  });
  }

  CheckedTable checked_;
  const VerifyProgress& progress_;
  Numbering numbering_;
  std::vector<std::int8_t> values_;
  std::atomic<std::uint64_t> left_out_ = 0;
  FirstMismatch first_;
};

}  // namespace

int free_edges(const TableIdentity& table) {
  return table.board.edges() - count_bits(table.start);
}

CheckResult check_every_position(const CheckedTable& checked, const VerifyProgress& progress) {
  if (free_edges(checked.table().identity()) > kMostFreeEdges) {
    throw BadInput(folder_name(checked.table().identity()) +
                   " has too many positions to check every one of them");
  }
  return EveryPosition(checked, progress).run();
}

}  // namespace pipo
