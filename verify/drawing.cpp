#include "verify/drawing.hpp"

#include <algorithm>

#include "parallel/threads.hpp"
#include "probe/board/symmetry.hpp"

namespace pipo {
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

std::uint64_t StoredPool::positions(int layer) const {
  const Table& table = sections_.table();
  if (layer < table.first_layer() || layer > table.last_layer() || !table.keeps(layer)) return 0;
  return table.layout(layer).entries();
}

Position StoredPool::at(int layer, std::uint64_t number) const {
  const Position position = sections_.position(layer, number);
  if (position.board == board_) return position;
  return image_of(position, {.transpose = true, .left_right = false, .top_bottom = false});
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
