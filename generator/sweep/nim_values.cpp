#include "generator/sweep/nim_values.hpp"

#include <fmt/core.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <span>

#include "generator/kernels/kernels.hpp"
#include "pipopipette/error.hpp"

namespace pipo {
namespace {

// Entries that one task finishes; a multiple of 64.
constexpr std::size_t kEntriesATask = 1 << 18;

// Memory for second sets of options, in bytes, from which on no further section takes part.
constexpr std::uint64_t kEnoughMemory = std::uint64_t{4} << 20;

std::span<std::int8_t> entries_of(const StateSpace& space, LoadedSections& sections,
                                  const SectionKey& key) {
  return {sections.data(key), std::size_t{space.rows(key)} * space.columns(key)};
}

// Returns the sections that have full sets, whose entries are now kOptionsASet.
std::vector<SectionKey> finish(const StateSpace& space, LoadedSections& sections,
                               const std::vector<SectionKey>& keys) {
  struct Part {
    std::span<std::int8_t> entries;
    std::size_t section;
  };
  std::vector<Part> parts;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    std::span<std::int8_t> rest = entries_of(space, sections, keys[i]);
    for (; rest.size() > kEntriesATask; rest = rest.subspan(kEntriesATask)) {
      parts.push_back({rest.first(kEntriesATask), i});
    }
    parts.push_back({rest, i});
  }
  std::vector<std::atomic<bool>> full(keys.size());
  tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t i) {
    const auto [entries, section] = parts[i];
    if (kernels().finish_options(entries.data(), entries.size())) full[section] = true;
  });
  std::vector<SectionKey> result;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (full[i]) result.push_back(keys[i]);
  }
  return result;
}

// Lends memory to sections in place of their own as long as it exists.
class Lent {
 public:
  // `memory` is made large enough.
  Lent(const StateSpace& space, LoadedSections& sections, std::span<const SectionKey> keys,
       std::vector<std::int8_t>& memory)
      : sections_(sections), keys_(keys.begin(), keys.end()) {
    std::size_t bytes = 0;
    for (const SectionKey& key : keys_) {
      own_.push_back(entries_of(space, sections, key));
      bytes += own_.back().size() + kSectionSlack;
    }
    memory.resize(bytes);
    std::int8_t* next = memory.data();
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      sections_.set(keys_[i], next);
      next += own_[i].size() + kSectionSlack;
    }
  }
  ~Lent() {
    for (std::size_t i = 0; i < keys_.size(); ++i) sections_.set(keys_[i], own_[i].data());
  }
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;

  const std::vector<SectionKey>& keys() const { return keys_; }
  std::span<std::int8_t> own(std::size_t i) const { return own_[i]; }
  const std::int8_t* lent(std::size_t i) const { return sections_.data(keys_[i]); }

 private:
  LoadedSections& sections_;
  std::vector<SectionKey> keys_;
  std::vector<std::span<std::int8_t>> own_;
};

SweepTables with_second_set(SweepTables tables) {
  static_assert(kOptionSets == 2);
  tables.option_set = 1;
  return tables;
}

[[noreturn]] void throw_too_large(const StateSpace& space) {
  throw BadInput(fmt::format(
      "{}: a position has a nim-value of more than {}, which no table can store; choose a start "
      "with more edges or a smaller board",
      space.cut().turned().name(), kMostNimValue));
}

// Adds the number of options in the second set to entries whose first one is full. These are few.
void add_second_set(const StateSpace& space, std::span<std::int8_t> entries,
                    const std::int8_t* second) {
  const std::int8_t* const first = entries.data();
  for (std::size_t at = 0; at < entries.size(); ++at) {
    const void* const found = std::memchr(first + at, kOptionsASet, entries.size() - at);
    if (found == nullptr) return;
    at = static_cast<std::size_t>(static_cast<const std::int8_t*>(found) - first);
    const int more = std::countr_one(static_cast<std::uint8_t>(second[at]));
    if (more == kOptionsASet) throw_too_large(space);
    entries[at] = static_cast<std::int8_t>(kOptionsASet + more);
  }
}

}  // namespace

std::uint64_t second_set_bytes(const StateSpace& space) {
  std::uint64_t all = 0;
  for (int layer = space.first_layer(); layer <= space.last_layer(); ++layer) {
    all += space.section_values(layer) + kSectionSlack * space.sections(layer).size();
  }
  return std::min(all, kEnoughMemory + largest_section(space) + kSectionSlack);
}

void finish_sections(const SweepTables& tables, LoadedSections& sections,
                     const std::vector<SectionKey>& keys, const Poll& poll) {
  const StateSpace& space = tables.space;
  const std::vector<SectionKey> full = finish(space, sections, keys);
  std::vector<std::int8_t> memory;
  for (std::size_t next = 0; next < full.size();) {
    const std::size_t first = next;
    for (std::size_t bytes = 0; next < full.size() && bytes < kEnoughMemory;) {
      bytes += entries_of(space, sections, full[next++]).size() + kSectionSlack;
    }
    const Lent lent(space, sections, std::span(full).subspan(first, next - first), memory);
    compute_sections(with_second_set(tables), sections, lent.keys(), Targets::fresh, poll);
    tbb::parallel_for(std::size_t{0}, next - first,
                      [&](std::size_t i) { add_second_set(space, lent.own(i), lent.lent(i)); });
  }
}

void SectionInParts::compute(const SweepTables& tables, LoadedSections& sections,
                             const SectionKey& key, Targets state, const Poll& poll) {
  compute_sections(tables, sections, {key}, state, poll);
  const Lent lent(tables.space, sections, std::span(&key, 1), second_);
  compute_sections(with_second_set(tables), sections, {key}, state, poll);
}

void SectionInParts::finish(const SweepTables& tables, LoadedSections& sections,
                            const SectionKey& key) {
  if (!pipo::finish(tables.space, sections, {key}).empty()) {
    add_second_set(tables.space, entries_of(tables.space, sections, key), second_.data());
  }
  second_ = {};
}

}  // namespace pipo
