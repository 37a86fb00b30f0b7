// Sections within a budget of memory: those in use stay, the others as long as there is room, and
// the least recently used go first. What has gone is loaded again when it is wanted.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "generator/sweep/loaded_sections.hpp"
#include "generator/sweep/value_memory.hpp"

namespace pipo {

class SectionCache {
 public:
  // Writes a finished section's values, dense and row by row. Any thread.
  using Load = std::function<void(const SectionKey& key, std::int8_t* values)>;

  // `sections` must outlive the cache. The budget is in bytes; what is in use is kept even if it
  // exceeds it.
  SectionCache(const LoadedSections& sections, std::uint64_t budget, Load load);

  // Room for a section to be computed, in use until released.
  void add(const SectionKey& key);

  // Takes sections into use, loading those that are not there, several at once.
  void use(const std::vector<SectionKey>& keys);

  void release(const std::vector<SectionKey>& keys);

  // The values of a section in use.
  std::int8_t* data(const SectionKey& key) const;

  std::uint64_t bytes() const;

  // Values loaded so far: how often the files were decoded.
  std::uint64_t loaded_values() const;

 private:
  using Order = std::list<std::size_t>;  // of sections not in use, the least recently used first
  struct Entry {
    ValueMemory values;
    int uses = 0;
    Order::iterator place;  // where uses == 0
  };

  // With the lock held: an entry in use, and whether it is new and so has no values.
  std::pair<std::int8_t*, bool> take(const SectionKey& key);

  // Memory for so many bytes: what an evicted section leaves behind if it fits well enough, since
  // fresh memory has to be cleared by the system first.
  ValueMemory memory_for(std::size_t bytes);
  bool evict();
  void drop_spare();

  const LoadedSections& sections_;
  std::uint64_t budget_;
  Load load_;
  mutable std::mutex mutex_;
  std::unordered_map<std::size_t, Entry> entries_;  // by LoadedSections::index
  Order idle_;
  std::multimap<std::size_t, ValueMemory> spare_;  // by size
  std::uint64_t bytes_ = 0;                        // of all memory, spare or not
  std::uint64_t loaded_values_ = 0;
};

}  // namespace pipo
