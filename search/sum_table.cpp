#include "search/sum_table.hpp"

#include <algorithm>
#include <utility>

namespace pipo::graph {
namespace {

constexpr std::size_t kFewestPlaces = 1024;
constexpr std::size_t kFewestBytes = std::size_t{64} << 10;
// Every index of a word of a half fits into a place.
constexpr std::uint64_t kMostBytes = std::uint64_t{4} << SumPlace::kIndexBits;

// The words of an entry: two of the strings, the bounds, the best move, the number of parts, parts.
constexpr std::size_t kHeader = 5;

std::uint64_t mixed(std::uint64_t number) {
  number *= 0x9e3779b97f4a7c15U;
  return number ^ number >> 32;
}

SumTable::Key key_at(const std::uint32_t* words) {
  return {words[0] | std::uint64_t{words[1]} << 32, {words + kHeader, words[4]}};
}

bool equal(const SumTable::Key& one, const SumTable::Key& other) {
  return one.strings == other.strings && std::ranges::equal(one.parts, other.parts);
}

SumTable::Entry entry_at(const std::uint32_t* words) {
  return {static_cast<std::int16_t>(words[2]), static_cast<std::int16_t>(words[2] >> 16), words[3]};
}

void set_entry(std::uint32_t* words, const SumTable::Entry& entry) {
  words[2] = std::uint32_t{static_cast<std::uint16_t>(entry.lower)} |
             std::uint32_t{static_cast<std::uint16_t>(entry.upper)} << 16;
  words[3] = entry.best;
}

}  // namespace

std::uint64_t SumTable::Key::hash() const {
  std::uint64_t result = mixed(strings);
  for (const PartId part : parts) result = mixed(result + part + 1);
  return mixed(result);
}

SumTable::SumTable(std::size_t most_bytes)
    : most_bytes_(static_cast<std::size_t>(
          std::clamp<std::uint64_t>(most_bytes, kFewestBytes, kMostBytes) / 2)) {
  clear();
}

void SumTable::clear() {
  for (Half& half : halves_) half.clear();
}

void SumTable::Half::clear() {
  words = {};
  places.assign(kFewestPlaces, 0);
  used = 0;
}

const std::uint32_t* SumTable::Half::find(const Key& key, std::uint64_t hash) const {
  for (std::size_t i = hash & (places.size() - 1);; i = (i + 1) & (places.size() - 1)) {
    if (places[i] == 0) return nullptr;
    if (!SumPlace::has_tag(places[i], hash)) continue;
    const std::uint32_t* const at = words.data() + SumPlace::index(places[i]);
    if (equal(key_at(at), key)) return at;
  }
}

std::uint32_t* SumTable::Half::find(const Key& key, std::uint64_t hash) {
  return const_cast<std::uint32_t*>(std::as_const(*this).find(key, hash));
}

void SumTable::Half::add(const Key& key, std::uint64_t hash, const Entry& entry) {
  if (2 * used >= places.size()) grow();
  std::size_t i = hash & (places.size() - 1);
  while (places[i] != 0) i = (i + 1) & (places.size() - 1);
  places[i] = SumPlace::of(hash, words.size());
  ++used;
  const std::size_t at = words.size();
  words.resize(at + kHeader);
  words[at] = static_cast<std::uint32_t>(key.strings);
  words[at + 1] = static_cast<std::uint32_t>(key.strings >> 32);
  set_entry(&words[at], entry);
  words[at + 4] = static_cast<std::uint32_t>(key.parts.size());
  words.insert(words.end(), key.parts.begin(), key.parts.end());
}

void SumTable::Half::grow() {
  places.assign(2 * places.size(), 0);
  for (std::size_t at = 0; at < words.size(); at += kHeader + words[at + 4]) {
    const std::uint64_t hash = key_at(&words[at]).hash();
    std::size_t i = hash & (places.size() - 1);
    while (places[i] != 0) i = (i + 1) & (places.size() - 1);
    places[i] = SumPlace::of(hash, at);
  }
}

std::optional<SumTable::Entry> SumTable::find(const Key& key, std::uint64_t hash) const {
  for (const int half : {young_, 1 - young_}) {
    if (halves_[half].used == 0) continue;
    if (const std::uint32_t* const at = halves_[half].find(key, hash)) return entry_at(at);
  }
  return {};
}

void SumTable::keep(const Key& key, std::uint64_t hash, const Entry& entry) {
  if (std::uint32_t* const at = halves_[young_].find(key, hash)) {
    set_entry(at, entry);
    return;
  }
  if (halves_[young_].bytes() + 64 > most_bytes_) {
    young_ = 1 - young_;
    halves_[young_].clear();
  }
  halves_[young_].add(key, hash, entry);
}

}  // namespace pipo::graph
