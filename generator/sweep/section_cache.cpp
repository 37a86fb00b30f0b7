#include "generator/sweep/section_cache.hpp"

#include <tbb/parallel_for.h>

#include <utility>

namespace pipo {

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
  make_room(0);
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
  make_room(bytes);
  Entry& entry = entries_[index];
  entry.values = ValueMemory(bytes);
  entry.uses = 1;
  bytes_ += entry.values.bytes();
  return {entry.values.data(), true};
}

void SectionCache::make_room(std::size_t bytes) {
  while (bytes_ + bytes > budget_ && !idle_.empty()) {
    const auto oldest = entries_.find(idle_.front());
    idle_.pop_front();
    bytes_ -= oldest->second.values.bytes();
    entries_.erase(oldest);
  }
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
