#include "verify/drawing.hpp"

#include <algorithm>

#include "parallel/threads.hpp"
#include "probe/board/symmetry.hpp"

namespace pipo {
namespace {

constexpr Image kTransposition{.transpose = true, .left_right = false, .top_bottom = false};

}  // namespace

CountedPositions::CountedPositions(const Position& start, Kind kind)
    : board_(start.board),
      turned_(board_.columns() <= board_.rows() ? board_ : board_.transposed()),
      kind_(kind),
      states_(std::size_t{1} << (turned_.columns() + 2)) {
  const EdgeSet drawn = start.drawn;
  list_steps(turned_ == board_ ? drawn : image_of_edges(board_, kTransposition, drawn));
  ways_.resize((steps_.size() + 1) * states_ * (kSmallBoardEdges + 1));
  for (std::uint32_t state = 0; state < states_; ++state) ways(steps_.size(), state, 0) = 1;
  for (std::size_t step = steps_.size(); step-- > 0;) {
    const int edges_left = static_cast<int>(steps_.size() - step);
    for (std::uint32_t state = 0; state < states_; ++state) {
      for (int left = 0; left <= edges_left; ++left) {
        ways(step, state, left) =
            ways_with(step, state, left, false) + ways_with(step, state, left, true);
      }
    }
  }
}

void CountedPositions::list_steps(EdgeSet start) {
  const auto add = [&](int edge, Role role, int column) {
    steps_.push_back({edge, role, column, (start >> edge & 1) != 0});
  };
  for (int c = 0; c < turned_.columns(); ++c) add(turned_.horizontal(0, c), Role::top_line, c);
  for (int r = 0; r < turned_.rows(); ++r) {
    add(turned_.vertical(r, 0), Role::left_side, 0);
    for (int c = 0; c < turned_.columns(); ++c) {
      add(turned_.vertical(r, c + 1), Role::right_side, c);
      add(turned_.horizontal(r + 1, c), Role::bottom, c);
    }
  }
}

int CountedPositions::after(const Step& step, std::uint32_t state, bool drawn) const {
  const std::uint32_t line = std::uint32_t{1} << step.column;
  const std::uint32_t left = std::uint32_t{1} << turned_.columns(), right = left << 1;
  const auto with = [&](std::uint32_t bit) {
    return static_cast<int>(drawn ? state | bit : state & ~bit);
  };
  switch (step.role) {
    case Role::top_line:
      return with(line);
    case Role::left_side:
      return with(left);
    case Role::right_side:
      return with(right);
    case Role::bottom:
      break;
  }
  const int sides =
      ((state & line) != 0) + ((state & left) != 0) + ((state & right) != 0) + (drawn ? 1 : 0);
  if (kind_ == Kind::quiet && sides == 3) return -1;
  // The right side of this box is the left side of the next one.
  state = (state & right) != 0 ? state | left : state & ~left;
  state &= ~right;
  return with(line);
}

std::uint64_t CountedPositions::ways_with(std::size_t step, std::uint32_t state, int left,
                                          bool drawn) const {
  if ((drawn && left == 0) || (!drawn && steps_[step].forced)) return 0;
  const int next = after(steps_[step], state, drawn);
  if (next < 0) return 0;
  return ways(step + 1, static_cast<std::uint32_t>(next), left - (drawn ? 1 : 0));
}

Position CountedPositions::at(int layer, std::uint64_t number) const {
  Position position{turned_, 0};
  std::uint32_t state = 0;
  for (std::size_t step = 0; step < steps_.size(); ++step) {
    const std::uint64_t open = ways_with(step, state, layer, false);
    const bool drawn = number >= open;
    if (drawn) {
      number -= open;
      position.drawn |= EdgeSet{1} << steps_[step].edge;
      --layer;
    }
    state = static_cast<std::uint32_t>(after(steps_[step], state, drawn));
  }
  return turned_ == board_ ? position : image_of(position, kTransposition);
}

namespace {

constexpr std::uint64_t kDrawnAtOnce = 4096;

std::vector<std::uint64_t> by_layer(const DrawingOptions& options,
                                    const std::function<std::uint64_t(int)>& size) {
  std::vector<std::uint64_t> sizes;
  for (int layer = options.first_layer; layer <= options.last_layer; ++layer) {
    sizes.push_back(size(layer));
  }
  return sizes;
}

// Draws from the layers with equal probability for every position.
void draw_equally(const PositionPool& pool, const DrawingOptions& options,
                  const std::function<void(const std::vector<Position>&)>& take) {
  const LayerNumbers numbers(options.first_layer,
                             by_layer(options, [&](int layer) { return pool.positions(layer); }));
  const Permutation order(numbers.total(), options.seed);
  const std::uint64_t count = std::min(options.count, order.size());
  std::vector<Position> drawn;
  for (std::uint64_t begin = 0; begin < count; begin += drawn.size()) {
    drawn.resize(std::min(kDrawnAtOnce, count - begin));
    parallel_loop(std::size_t{0}, drawn.size(), [&](std::size_t i) {
      const auto [layer, number] = numbers.place(order[begin + i]);
      drawn[i] = pool.at(layer, number);
    });
    take(drawn);
  }
}

}  // namespace

LayerNumbers stored_entries(const Table& table) {
  std::vector<std::uint64_t> sizes;
  for (int layer = table.first_layer(); layer <= table.last_layer(); ++layer) {
    sizes.push_back(table.keeps(layer) ? table.layout(layer).entries() : 0);
  }
  return {table.first_layer(), std::move(sizes)};
}

std::uint64_t StoredPool::positions(int layer) const {
  const Table& table = sections_.table();
  if (layer < table.first_layer() || layer > table.last_layer() || !table.keeps(layer)) return 0;
  return table.layout(layer).entries();
}

Position StoredPool::at(int layer, std::uint64_t number) const {
  const Position position = sections_.position(layer, number);
  if (position.board == board_) return position;
  return image_of(position, kTransposition);
}

std::uint64_t available(const PositionPool& pool, const DrawingOptions& options) {
  const auto sizes = by_layer(options, [&](int layer) { return pool.positions(layer); });
  return LayerNumbers(options.first_layer, sizes).total();
}

std::vector<std::uint64_t> balanced_counts(const std::vector<std::uint64_t>& available,
                                           std::uint64_t count, std::uint64_t seed) {
  std::vector<std::uint64_t> counts(available.size(), 0);
  std::vector<std::size_t> open;  // layers with positions left
  for (std::size_t i = 0; i < available.size(); ++i) {
    if (available[i] > 0) open.push_back(i);
  }
  while (count >= open.size() && !open.empty()) {
    std::uint64_t each = count / open.size();
    for (const std::size_t i : open) each = std::min(each, available[i] - counts[i]);
    for (const std::size_t i : open) counts[i] += each;
    count -= each * open.size();
    std::erase_if(open, [&](std::size_t i) { return counts[i] == available[i]; });
  }
  const Permutation order(open.size(), seed);
  for (std::uint64_t i = 0; i < count && i < open.size(); ++i) ++counts[open[order[i]]];
  return counts;
}

void draw(const PositionPool& pool, const DrawingOptions& options,
          const std::function<void(const std::vector<Position>&)>& take) {
  if (!options.balanced) return draw_equally(pool, options, take);
  const auto sizes = by_layer(options, [&](int layer) { return pool.positions(layer); });
  const auto counts = balanced_counts(sizes, options.count, options.seed);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const int layer = options.first_layer + static_cast<int>(i);
    // Each layer has its own order.
    const std::uint64_t seed = options.seed + scrambled(static_cast<std::uint64_t>(layer) + 1);
    draw_equally(pool, {layer, layer, counts[i], seed, false}, take);
  }
}

}  // namespace pipo
