#include "verify/section_rule.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <mutex>
#include <string>
#include <utility>

#include "parallel/threads.hpp"
#include "probe/board/outer.hpp"
#include "probe/board/settle.hpp"
#include "probe/file/content_hash.hpp"
#include "probe/space/game_values.hpp"
#include "verify/section_moves.hpp"

namespace pipo {
namespace {

// Rows and columns of the squares in which matrices are transposed.
constexpr std::size_t kSquare = 64;

}  // namespace

SectionMatrix WholeSections::get(const SectionKey& key) {
  const Name name = name_of(key);
  {
    const std::lock_guard lock(mutex_);
    if (const auto rebuilt = rebuilt_.find(name); rebuilt != rebuilt_.end()) return rebuilt->second;
    const auto found = kept_.find(name);
    if (found != kept_.end()) {
      used_.splice(used_.begin(), used_, found->second.use);
      return found->second.matrix;
    }
  }
  SectionMatrix matrix = read(key);
  const std::lock_guard lock(mutex_);
  if (kept_.contains(name)) return matrix;  // read by another thread meanwhile
  used_.push_front(name);
  kept_[name] = {matrix, used_.begin()};
  bytes_ += matrix->size();
  while (bytes_ > limit_ && used_.size() > 1) {
    const auto last = kept_.find(used_.back());
    bytes_ -= last->second.matrix->size();
    kept_.erase(last);
    used_.pop_back();
  }
  return matrix;
}

int WholeSections::value(const Position& position) {
  const StateSpace& states = sections_.table().space().states();
  const Cut& cut = states.cut();
  const Settlement settled = settle(position.board, position.drawn);
  const EdgeSet turned = cut.turn(position.board, settled.quiet);
  const MatrixCell at = states.locate(merge_outer(cut.turned(), turned, cut.start()));
  return settled_value(sections_.table().identity().game, settled,
                       (*get(at.key))[std::size_t{at.row} * states.columns(at.key) + at.column]);
}

void WholeSections::put(const SectionKey& key, std::vector<std::int8_t> values) {
  auto matrix = std::make_shared<const std::vector<std::int8_t>>(std::move(values));
  const std::lock_guard lock(mutex_);
  rebuilt_[name_of(key)] = std::move(matrix);
}

SectionMatrix WholeSections::canonical(const SectionKey& key) {
  if (sections_.table().keeps(key.layer())) {
    return std::make_shared<const std::vector<std::int8_t>>(sections_.section(key));
  }
  const std::lock_guard lock(mutex_);
  return rebuilt_.at(name_of(key));
}

// Returns the row or column of the canonical section for each configuration of a side.
std::vector<std::uint32_t> WholeSections::numbers(const SectionKey& key, Side side,
                                                  const CanonicalSection& canonical) const {
  const StateSpace& states = sections_.table().space().states();
  const HalfIndex& half = states.half(side);
  const Side to = canonical.image.swap ? (side == Side::lower ? Side::upper : Side::lower) : side;
  const BorderState border = states.cut().border(canonical.key.seam, to);
  std::vector<std::uint32_t> numbers;
  for (const HalfConfiguration one : half.list(states.cut().border(key.seam, side),
                                               side == Side::lower ? key.lower : key.upper)) {
    numbers.push_back(
        states.half(to).number(border, canonical.image.mirror ? half.mirror(one) : one));
  }
  return numbers;
}

SectionMatrix WholeSections::read(const SectionKey& key) {
  const CanonicalSection to = sections_.table().space().states().canonical(key);
  const SectionMatrix matrix = canonical(to.key);
  if (!to.image.swap && !to.image.mirror) return matrix;
  const std::vector<std::uint32_t> lower = numbers(key, Side::lower, to);
  const std::vector<std::uint32_t> upper = numbers(key, Side::upper, to);
  const std::size_t columns = to.image.swap ? lower.size() : upper.size();
  const std::size_t by_lower = to.image.swap ? 1 : columns, by_upper = to.image.swap ? columns : 1;
  auto image = std::make_shared<std::vector<std::int8_t>>(matrix->size());
  for (std::size_t top = 0; top < lower.size(); top += kSquare) {
    for (std::size_t left = 0; left < upper.size(); left += kSquare) {
      for (std::size_t row = top; row < std::min(top + kSquare, lower.size()); ++row) {
        const std::int8_t* const from = matrix->data() + lower[row] * by_lower;
        std::int8_t* const into = image->data() + row * upper.size();
        for (std::size_t column = left; column < std::min(left + kSquare, upper.size()); ++column) {
          into[column] = from[upper[column] * by_upper];
        }
      }
    }
  }
  return image;
}

namespace {

std::uint64_t values_of(const Table& table, int layer) {
  std::uint64_t count = 0;
  for (const StoredSection& section : table.layout(layer).sections()) {
    count += std::uint64_t{table.space().states().rows(section.key)} * section.columns;
  }
  return count;
}

}  // namespace

std::uint64_t values_to_rebuild(const Table& table) {
  std::uint64_t count = 0;
  for (int layer = table.first_layer(); layer <= table.last_layer(); ++layer) {
    if (!table.keeps(layer)) count += values_of(table, layer);
  }
  return count;
}

std::vector<std::int8_t> SectionRule::values(const SectionKey& key) {
  const StateSpace& states = table_.space().states();
  const std::size_t columns = states.columns(key);
  const std::size_t size = std::size_t{states.rows(key)} * columns;
  if (table_.identity().game == TableGame::nimstring) {
    std::vector<std::uint64_t> options(size);
    for (const MovesTo& moves : section_moves(states, halves_, key)) {
      take_options(moves, columns, states.columns(moves.target), *whole_.get(moves.target),
                   options);
    }
    std::vector<std::int8_t> values(size);
    std::ranges::transform(options, values.begin(), [](std::uint64_t set) {
      return static_cast<std::int8_t>(std::countr_one(set));
    });
    return values;
  }
  const bool full = key.layer() == table_.last_layer();
  const auto of_full = static_cast<std::int8_t>(-table_.identity().last_move_cost);
  std::vector<std::int8_t> best(size, full ? of_full : std::numeric_limits<std::int8_t>::min());
  for (const MovesTo& moves : section_moves(states, halves_, key)) {
    take_best(moves, columns, states.columns(moves.target), *whole_.get(moves.target), best);
  }
  return best;
}

std::optional<int> SectionRule::rebuild(const VerifyProgress& progress) {
  const std::uint64_t total = values_to_rebuild(table_);
  std::optional<int> wrong;
  std::uint64_t done = 0;
  std::mutex mutex;
  for (int layer = table_.last_layer(); layer >= table_.first_layer(); --layer) {
    if (table_.keeps(layer)) continue;
    const std::vector<StoredSection>& sections = table_.layout(layer).sections();
    std::vector<std::uint64_t> hashes(sections.size());
    parallel_loop(std::size_t{0}, sections.size(), [&](std::size_t i) {
      std::vector<std::int8_t> matrix = values(sections[i].key);
      hashes[i] = section_hash(sections[i].key, matrix);
      const std::lock_guard lock(mutex);
      done += matrix.size();
      whole_.put(sections[i].key, std::move(matrix));
      if (progress) progress("rebuilding layer " + std::to_string(layer), done, total);
    });
    const auto number = static_cast<std::size_t>(layer - table_.first_layer());
    const bool right = combined_hash(hashes) == table_.manifest().layers[number].content_hash;
    if (!right && !wrong) wrong = layer;
  }
  return wrong;
}

}  // namespace pipo
