#include "verify/rebuild.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <mutex>
#include <string>
#include <utility>

#include "parallel/threads.hpp"
#include "probe/file/content_hash.hpp"
#include "verify/section_moves.hpp"

namespace pipo {
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
  std::vector<std::int8_t> best(size,
                                full ? std::int8_t{0} : std::numeric_limits<std::int8_t>::min());
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
