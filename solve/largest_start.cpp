#include "solve/largest_start.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/board/symmetry.hpp"

namespace pipo {
namespace {

// The most starts that are compared one by one.
constexpr std::uint64_t kMostCompared = 50'000;

// The local searches that begin with completed boxes, and at random starts.
constexpr std::size_t kBestSeeds = 4;
constexpr int kRandomSearches = 8;

EdgeSet bit(int edge) {
  return EdgeSet{1} << edge;
}

// Counts quiet positions box by box. Between two boxes only the edges along the boundary of the
// boxes that are done matter: one above each column, and the one to the left of the next box.
class QuietCounter {
 public:
  explicit QuietCounter(const Board& board)
      : board_(board.rows() < board.columns() ? board.transposed() : board),
        transposed_(board_ != board),
        given_(board),
        counts_(std::size_t{2} << board_.columns()),
        next_(counts_.size()) {}

  std::uint64_t operator()(EdgeSet start) {
    if (transposed_) start = image_of_edges(given_, {.transpose = true}, start);
    const int columns = board_.columns();
    const std::uint32_t states = std::uint32_t{1} << columns;
    std::ranges::fill(counts_, 0);
    for (std::uint32_t above = 0; above < states; ++above) {
      bool contains = true;
      for (int column = 0; column < columns; ++column) {
        contains &= (above >> column & 1U) != 0 || !has(start, horizontal(0, column));
      }
      if (contains) counts_[above] = 1;
    }
    for (int row = 0; row < board_.rows(); ++row) {
      // The left end of the row: the edge may be drawn, too.
      const bool drawn = has(start, vertical(row, 0));
      for (std::uint32_t above = 0; above < states; ++above) {
        counts_[above + states] = counts_[above];
        if (drawn) counts_[above] = 0;
      }
      for (int column = 0; column < columns; ++column) add_box(start, row, column);
      // The edge at the right end of the row matters no more.
      for (std::uint32_t above = 0; above < states; ++above) {
        counts_[above] += counts_[above + states];
        counts_[above + states] = 0;
      }
    }
    return std::reduce(counts_.begin(), counts_.end());
  }

 private:
  static bool has(EdgeSet set, int edge) { return (set >> edge & 1U) != 0; }
  int horizontal(int row, int column) const { return row * board_.columns() + column; }
  int vertical(int row, int column) const {
    return (board_.rows() + 1) * board_.columns() + row * (board_.columns() + 1) + column;
  }

  void add_box(EdgeSet start, int row, int column) {
    const int columns = board_.columns();
    const std::uint32_t states = std::uint32_t{1} << columns;
    const std::array<int, 4> edges = {horizontal(row, column), vertical(row, column),
                                      vertical(row, column + 1), horizontal(row + 1, column)};
    const std::array<bool, 4> outer = {row == 0, column == 0, column + 1 == columns,
                                       row + 1 == board_.rows()};
    // Which states of the four sides a quiet, merged position that contains the start may have.
    std::array<bool, 16> allowed{};
    for (unsigned sides = 0; sides < 16; ++sides) {
      bool good = count_bits(sides) != 3;
      bool all_drawn = true;  // of the open outer edges so far
      for (unsigned side = 0; side < 4; ++side) {
        const bool drawn = (sides >> side & 1U) != 0;
        if (has(start, edges[side])) {
          good &= drawn;
        } else if (outer[side]) {
          good &= all_drawn || !drawn;
          all_drawn &= drawn;
        }
      }
      allowed[sides] = good;
    }
    std::ranges::fill(next_, 0);
    for (std::uint32_t state = 0; state < 2 * states; ++state) {
      const std::uint64_t count = counts_[state];
      if (count == 0) continue;
      const unsigned known = (state >> column & 1U) | (state >= states ? 2U : 0U);
      const std::uint32_t rest = state & (states - 1) & ~(std::uint32_t{1} << column);
      for (unsigned more = 0; more < 4; ++more) {  // the sides on the right and below
        if (!allowed[known | more << 2]) continue;
        next_[rest | (more >> 1) << column | (more & 1U ? states : 0)] += count;
      }
    }
    std::swap(counts_, next_);
  }

  Board board_;
  bool transposed_;
  Board given_;
  std::vector<std::uint64_t> counts_, next_;  // [edges above, and the one on the left]
};

// Looks for the largest start with a number of drawn edges.
class StartSearch {
 public:
  StartSearch(const TableIdentity& table, int layer)
      : board_(table.board),
        fixed_(table.start),
        more_(layer - count_bits(table.start)),
        count_(table.board) {
    for (int edge = 0; edge < board_.edges(); ++edge) {
      if ((fixed_ & bit(edge)) == 0) free_.push_back(edge);
    }
  }

  LargestStart find() {
    if (choices() <= kMostCompared) {
      compare_all(fixed_, 0, more_);
      return {{board_, best_}, values_, true};
    }
    std::vector<std::pair<std::uint64_t, EdgeSet>> seeds;
    for (const EdgeSet blocks : corner_blocks()) {
      if (count_bits(fixed_ | blocks) > layer()) continue;
      const EdgeSet start = best_edge_by_edge(fixed_ | blocks);
      seeds.emplace_back(count_(start), start);
    }
    std::ranges::sort(seeds, std::greater());
    seeds.resize(std::min(seeds.size(), kBestSeeds));
    for (const auto& [values, start] : seeds) improve(start);
    std::mt19937 random(1);
    for (int i = 0; i < kRandomSearches; ++i) {
      std::ranges::shuffle(free_, random);
      EdgeSet start = fixed_;
      for (const int edge : std::span(free_).first(static_cast<std::size_t>(more_))) {
        start |= bit(edge);
      }
      improve(start);
    }
    return {{board_, best_}, values_, false};
  }

 private:
  // Returns the number of starts, or more than kMostCompared.
  std::uint64_t choices() const {
    std::uint64_t result = 1;
    const auto all = static_cast<int>(free_.size());
    for (int i = 0; i < std::min(more_, all - more_); ++i) {
      result = result * static_cast<std::uint64_t>(all - i) / static_cast<std::uint64_t>(i + 1);
      if (result > kMostCompared) break;
    }
    return result;
  }

  std::uint64_t note(EdgeSet start) {
    const std::uint64_t values = count_(start);
    if (values > values_) {
      values_ = values;
      best_ = start;
    }
    return values;
  }

  void compare_all(EdgeSet start, std::size_t from, int more) {
    if (more == 0) {
      note(start);
      return;
    }
    for (std::size_t i = from; i + static_cast<std::size_t>(more) <= free_.size(); ++i) {
      compare_all(start | bit(free_[i]), i + 1, more - 1);
    }
  }

  int layer() const { return count_bits(fixed_) + more_; }

  // Returns the edges of a rectangle of boxes in a corner of the board, and of a line of boxes in
  // the opposite corner, of all sizes. Completed boxes do not restrict the edges of others, so the
  // largest sweeps begin with many of them.
  std::set<EdgeSet> corner_blocks() const {
    std::set<EdgeSet> result;
    for (const bool left : {true, false}) {
      if (!left && fixed_ == 0) break;  // a mirror image
      for (int rows = 0; rows <= board_.rows(); ++rows) {
        for (int columns = 0; columns <= board_.columns(); ++columns) {
          const EdgeSet first = block(true, left, rows, columns);
          for (int size = 0; size <= board_.columns(); ++size) {
            result.insert(first | block(false, !left, 1, size));
          }
          for (int size = 2; size <= board_.rows(); ++size) {
            result.insert(first | block(false, !left, size, 1));
          }
        }
      }
    }
    return result;
  }

  EdgeSet block(bool top, bool left, int rows, int columns) const {
    EdgeSet edges = 0;
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns; ++column) {
        edges |= board_.sides(board_.box(top ? row : board_.rows() - 1 - row,
                                         left ? column : board_.columns() - 1 - column));
      }
    }
    return edges;
  }

  // Adds edges to a start, each time the one that leaves the largest sweep.
  EdgeSet best_edge_by_edge(EdgeSet start) {
    for (int more = layer() - count_bits(start); more > 0; --more) {
      EdgeSet best = start;
      std::uint64_t most = 0;
      for (const int edge : free_) {
        if ((start & bit(edge)) != 0) continue;
        const std::uint64_t values = count_(start | bit(edge));
        if (values <= most) continue;
        most = values;
        best = start | bit(edge);
      }
      start = best;
    }
    return start;
  }

  // Makes the best exchange of two edges, as long as one enlarges the sweep.
  void improve(EdgeSet start) {
    std::uint64_t values = note(start);
    while (true) {
      EdgeSet best = start;
      for (const int out : free_) {
        if ((start & bit(out)) == 0) continue;
        for (const int in : free_) {
          if ((start & bit(in)) != 0) continue;
          const EdgeSet exchanged = (start ^ bit(out)) | bit(in);
          const std::uint64_t more = note(exchanged);
          if (more <= values) continue;
          values = more;
          best = exchanged;
        }
      }
      if (best == start) return;
      start = best;
    }
  }

  Board board_;
  EdgeSet fixed_;
  int more_;
  QuietCounter count_;
  std::vector<int> free_;
  EdgeSet best_ = 0;
  std::uint64_t values_ = 0;
};

}  // namespace

std::uint64_t quiet_positions_from(const Position& start) {
  return QuietCounter(start.board)(static_cast<EdgeSet>(start.drawn));
}

LargestStart largest_start(const TableIdentity& table, int layer) {
  return StartSearch(table, layer).find();
}

std::optional<LargestStart> require_solvable(const KeptLayers& keep, const TableIdentity& table,
                                             std::uint64_t most) {
  const auto from = keep.solved_from();
  if (!from) return {};
  LargestStart largest = largest_start(table, *from);
  if (largest.values <= most) return largest;
  // Four times as many values need at least one more edge: each leaves more than a quarter.
  int enough = *from;
  for (std::uint64_t values = largest.values; values > most;
       values = largest_start(table, enough).values) {
    enough += std::max(
        1, static_cast<int>(std::log(static_cast<double>(values) / static_cast<double>(most)) /
                            std::log(4.0)));
  }
  throw BadInput(fmt::format(
      "layers to keep: {} of {} leaves positions with {} to be solved, by sweeps of up to {} "
      "values "
      "({}), and at most {} are allowed; keep at least every layer up to {}, or omit at most {} in "
      "a row",
      keep.text(), folder_name(table), counted(static_cast<std::uint64_t>(*from), "drawn edge"),
      grouped(largest.values), to_string(largest.position), grouped(most), enough, kMostBridged));
}

}  // namespace pipo
