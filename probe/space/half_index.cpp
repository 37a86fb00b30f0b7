#include "probe/space/half_index.hpp"

#include <algorithm>
#include <utility>

#include "probe/base/count_bits.hpp"
#include "probe/base/narrow.hpp"

namespace pipo {
namespace {

std::uint32_t reverse_bits(std::uint32_t bits, int width) {
  std::uint32_t reversed = 0;
  for (int i = 0; i < width; ++i) reversed |= ((bits >> i) & 1U) << (width - 1 - i);
  return reversed;
}

// Returns the outer edges of each box of a row that has two or more of them, as bits of the row's
// symbol. The edges of the start come first; otherwise horizontals come before verticals and left
// before right, which is the order of their DBN indices.
OuterGroups outer_groups_of_row(const HalfShape& shape, int row) {
  const int n = shape.columns;
  const HalfConfiguration start = shape.start >> (row * shape.row_bits());
  OuterGroups groups;
  for (int column = 0; column < n; ++column) {
    std::vector<int> group;
    if (row == 0) group.push_back(n + 1 + column);
    if (column == 0) group.push_back(0);
    if (column == n - 1) group.push_back(n);
    if (group.size() < 2) continue;
    std::stable_partition(group.begin(), group.end(), [&](int bit) { return (start >> bit) & 1U; });
    groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace

BorderState mirror_border(BorderState border, int columns) {
  return reverse_bits(border, columns);
}

HalfIndex::HalfIndex(const HalfShape& shape)
    : shape_(shape), symbol_mask_((1U << shape.row_bits()) - 1) {
  for (int row = 0; row < shape_.rows; ++row) groups_.push_back(outer_groups_of_row(shape_, row));
  for (int row = 0; row < shape_.rows; ++row) build_level(row);
}

// Counts the tables `valid`, `allowed` and `before` of build_level(). `before` is empty for
// states of the nearest border that lack an edge of the start.
std::uint64_t HalfIndex::bytes(const HalfShape& shape) {
  const std::uint64_t symbols = std::uint64_t{1} << shape.row_bits();
  std::uint64_t total = 0;
  for (int row = 0; row < shape.rows; ++row) {
    const int fixed = row == shape.rows - 1 ? count_bits(shape.border_start) : 0;
    const auto groups = static_cast<std::uint64_t>((row + 1) * shape.row_bits() + 1);
    total += (symbols << shape.columns) +
             (symbols << (shape.columns - fixed)) * groups * sizeof(std::uint32_t);
  }
  return total;
}

bool HalfIndex::symbol_allowed(int row, BorderState border, std::uint32_t symbol) const {
  const int n = shape_.columns;
  const std::uint32_t start = this->symbol(shape_.start, row);
  if ((symbol & start) != start || merge_symbol(row, symbol) != symbol) return false;
  for (int column = 0; column < n; ++column) {
    const std::uint32_t sides = ((symbol >> column) & 3U) |
                                ((symbol >> (n + 1 + column)) & 1U) << 2 |
                                ((border >> column) & 1U) << 3;
    if (count_bits(sides) == 3) return false;
  }
  return true;
}

void HalfIndex::build_level(int row) {
  const std::uint32_t borders = 1U << shape_.columns;
  const std::uint32_t symbols = 1U << shape_.row_bits();
  const bool nearest = row == shape_.rows - 1;
  Level level;
  level.maximum = (row + 1) * shape_.row_bits();
  level.valid.assign(borders, {});
  level.allowed.assign(borders, {});
  level.count.assign(borders, std::vector<std::uint64_t>(level.maximum + 1, 0));
  level.self_mirrored = level.count;
  level.before.assign(std::size_t{borders} * (level.maximum + 1), {});
  for (BorderState border = 0; border < borders; ++border) {
    auto& valid = level.valid[border];
    valid.assign(symbols, 0);
    if (nearest && !border_allowed(border)) continue;
    for (std::uint32_t symbol = 0; symbol < symbols; ++symbol) {
      valid[symbol] = symbol_allowed(row, border, symbol);
      if (valid[symbol]) level.allowed[border].push_back(symbol);
    }
    for (int drawn = 0; drawn <= level.maximum; ++drawn) count_group(row, border, drawn, level);
  }
  levels_.push_back(std::move(level));
}

void HalfIndex::count_group(int row, BorderState border, int drawn, Level& level) const {
  const auto& valid = level.valid[border];
  auto& before = level.before[border * (level.maximum + 1) + drawn];
  before.assign(valid.size(), 0);
  const bool own_image = mirror_border(border, shape_.columns) == border;
  std::uint64_t total = 0;
  std::uint64_t self_mirrored = 0;
  for (std::uint32_t symbol = 0; symbol < valid.size(); ++symbol) {
    before[symbol] = static_cast<std::uint32_t>(total);
    const int rest = drawn - count_bits(symbol);
    if (!valid[symbol] || rest < 0) continue;
    const bool symmetric = own_image && mirror_symbol(row, symbol) == symbol;
    if (row == 0) {
      total += rest == 0;
      self_mirrored += symmetric && rest == 0;
    } else if (rest <= levels_[row - 1].maximum) {
      total += levels_[row - 1].count[far_border(symbol)][rest];
      if (symmetric) self_mirrored += levels_[row - 1].self_mirrored[far_border(symbol)][rest];
    }
  }
  level.count[border][drawn] = total;
  level.self_mirrored[border][drawn] = self_mirrored;
}

std::uint64_t HalfIndex::size(BorderState border) const {
  std::uint64_t total = 0;
  for (int drawn = 0; drawn <= maximum_drawn(); ++drawn) total += size(border, drawn);
  return total;
}

std::uint32_t HalfIndex::number(BorderState border, HalfConfiguration configuration) const {
  std::uint32_t number = 0;
  int drawn = count_bits(configuration);
  for (int row = shape_.rows - 1; row >= 0; --row) {
    const std::uint32_t bits = symbol(configuration, row);
    const Level& level = levels_[row];
    number += level.before[border * (level.maximum + 1) + drawn][bits];
    drawn -= count_bits(bits);
    border = far_border(bits);
  }
  return number;
}

HalfConfiguration HalfIndex::configuration(BorderState border, int drawn,
                                           std::uint32_t number) const {
  HalfConfiguration configuration = 0;
  for (int row = shape_.rows - 1; row >= 0; --row) {
    const Level& level = levels_[row];
    // The symbol is the last one that begins at or before the number. Symbols without
    // configurations begin where the next one does, so they are never chosen.
    const auto& before = level.before[border * (level.maximum + 1) + drawn];
    const auto after = std::upper_bound(before.begin(), before.end(), number);
    const auto bits = static_cast<std::uint32_t>(after - before.begin() - 1);
    configuration |= HalfConfiguration{bits} << (row * shape_.row_bits());
    number -= before[bits];
    drawn -= count_bits(bits);
    border = far_border(bits);
  }
  return configuration;
}

bool HalfIndex::contains(BorderState border, HalfConfiguration configuration) const {
  if (!border_allowed(border) || configuration >> shape_.bits() != 0) return false;
  for (int row = shape_.rows - 1; row >= 0; --row) {
    const std::uint32_t bits = symbol(configuration, row);
    if (!levels_[row].valid[border][bits]) return false;
    border = far_border(bits);
  }
  return true;
}

std::vector<HalfConfiguration> HalfIndex::list(BorderState border, int drawn) const {
  std::vector<HalfConfiguration> configurations;
  if (size(border, drawn) == 0) return configurations;
  configurations.reserve(narrow<std::size_t>(size(border, drawn)));
  fill(shape_.rows - 1, border, drawn, 0, configurations);
  return configurations;
}

void HalfIndex::fill(int row, BorderState border, int drawn, HalfConfiguration so_far,
                     std::vector<HalfConfiguration>& out) const {
  if (row < 0) {
    out.push_back(so_far);
    return;
  }
  const Level& level = levels_[row];
  for (const std::uint32_t bits : level.allowed[border]) {
    const int rest = drawn - count_bits(bits);
    if (rest < 0) continue;
    const bool possible = row == 0 ? rest == 0
                                   : rest <= levels_[row - 1].maximum &&
                                         levels_[row - 1].count[far_border(bits)][rest] > 0;
    if (!possible) continue;
    const HalfConfiguration with = so_far | HalfConfiguration{bits} << (row * shape_.row_bits());
    fill(row - 1, far_border(bits), rest, with, out);
  }
}

HalfConfiguration HalfIndex::merge_outer(HalfConfiguration configuration) const {
  HalfConfiguration merged = 0;
  for (int row = 0; row < shape_.rows; ++row) {
    merged |= HalfConfiguration{merge_symbol(row, symbol(configuration, row))}
              << (row * shape_.row_bits());
  }
  return merged;
}

std::uint32_t HalfIndex::mirror_symbol(int row, std::uint32_t symbol) const {
  const int n = shape_.columns;
  const std::uint32_t verticals = reverse_bits(symbol & ((1U << (n + 1)) - 1), n + 1);
  return merge_symbol(row, verticals | mirror_border(far_border(symbol), n) << (n + 1));
}

HalfConfiguration HalfIndex::mirror(HalfConfiguration configuration) const {
  HalfConfiguration image = 0;
  for (int row = 0; row < shape_.rows; ++row) {
    image |= HalfConfiguration{mirror_symbol(row, symbol(configuration, row))}
             << (row * shape_.row_bits());
  }
  return image;
}

}  // namespace pipo
