#include "generator/sweep/section_cache.hpp"

#include <tbb/parallel_for.h>

#include <iterator>
#include <utility>

namespace pipo {
namespace {

// Pieces of memory kept although they do not fit what is wanted now.
constexpr std::size_t kMostSpare = 8;

}  // namespace

SectionCache::SectionCache(const LoadedSections& sections, std::uint64_t budget, Load load)
    : sections_(sections), budget_(budget), load_(std::move(load)) {}

void SectionCache::add(const SectionKey& key) {
  const std::lock_guard lock(mutex_);
  take(key);
}

void SectionCache::use(const std::vector<SectionKey>& keys) {
  std::vector<std::pair<SectionKey, std::int8_t*>> missing;
  {
    const std::lock_guard lock(mutex_);
    for (const SectionKey& key : keys) {
      const auto [values, is_new] = take(key);
      if (!is_new) continue;
      missing.emplace_back(key, values);
      loaded_values_ += sections_.bytes(key) - kSectionSlack;
    }
  }
  tbb::parallel_for(std::size_t{0}, missing.size(),
                    [&](std::size_t i) { load_(missing[i].first, missing[i].second); });
}

void SectionCache::release(const std::vector<SectionKey>& keys) {
  const std::lock_guard lock(mutex_);
  for (const SectionKey& key : keys) {
    const std::size_t index = sections_.index(key);
    Entry& entry = entries_.at(index);
    if (--entry.uses == 0) entry.place = idle_.insert(idle_.end(), index);
  }
}

std::pair<std::int8_t*, bool> SectionCache::take(const SectionKey& key) {
  const std::size_t index = sections_.index(key);
  const auto found = entries_.find(index);
  if (found != entries_.end()) {
    Entry& entry = found->second;
    if (entry.uses++ == 0) idle_.erase(entry.place);
    return {entry.values.data(), false};
  }
  const std::size_t bytes = sections_.bytes(key);
  ValueMemory memory = memory_for(bytes);
  Entry& entry = entries_[index];
  entry.values = std::move(memory);
  entry.uses = 1;
  return {entry.values.data(), true};
}

ValueMemory SectionCache::memory_for(std::size_t bytes) {
  for (;;) {
    const auto fitting = spare_.lower_bound(bytes);
    if (fitting != spare_.end() && fitting->first <= bytes + bytes / 4) {
      ValueMemory memory = std::move(fitting->second);
      spare_.erase(fitting);
      return memory;
    }
    if (bytes_ + bytes <= budget_) break;
    if (spare_.size() > kMostSpare) {
      drop_spare();
    } else if (!evict()) {
      if (spare_.empty()) break;  // all of it is in use: the budget is exceeded
      drop_spare();
    }
  }
  ValueMemory memory(bytes);
  bytes_ += memory.bytes();
  return memory;
}

// Of the section that was not used for longest; false if all are in use.
bool SectionCache::evict() {
  if (idle_.empty()) return false;
  const auto oldest = entries_.find(idle_.front());
  idle_.pop_front();
  ValueMemory memory = std::move(oldest->second.values);
  entries_.erase(oldest);
  const std::size_t size = memory.bytes();
  spare_.emplace(size, std::move(memory));
  return true;
}

// The largest piece goes back to the system.
void SectionCache::drop_spare() {
  const auto largest = std::prev(spare_.end());
  bytes_ -= largest->first;
  spare_.erase(largest);
}

std::int8_t* SectionCache::data(const SectionKey& key) const {
  const std::lock_guard lock(mutex_);
  return entries_.at(sections_.index(key)).values.data();
}

std::uint64_t SectionCache::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

std::uint64_t SectionCache::loaded_values() const {
  const std::lock_guard lock(mutex_);
  return loaded_values_;
}

}  // namespace pipo
