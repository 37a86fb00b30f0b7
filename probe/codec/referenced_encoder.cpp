#include "probe/codec/referenced_encoder.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>

namespace pipo {
namespace {

// The limit makes reading a single number fast. Without it chains would hardly be longer.
constexpr std::uint8_t kLongestChain = 16;
constexpr std::array<std::uint8_t, kMaximumLineLength> kZeros{};

// Packs four codes of two bits into each byte, the first in the lowest bits.
void pack_codes(const std::uint8_t* codes, std::size_t bytes, std::byte* to) {
  for (std::size_t i = 0; i < bytes; ++i) {
    const std::uint8_t* const four = codes + kCodesPerByte * i;
    to[i] = static_cast<std::byte>(four[0] | four[1] << 2 | four[2] << 4 | four[3] << 6);
  }
}

}  // namespace

void ReferencedEncoder::encode(std::span<const std::uint8_t> numbers,
                               const ReferencedShape& shape) {
  numbers_ = numbers.data();
  lines_ = shape.lines;
  length_ = shape.length;
  greatest_ = shape.greatest;
  find_references();
  rank_numbers();
  write_head();
  codes_.resize(std::size_t{lines_} * shape.line_bytes);
  write_codes();
}

const std::uint8_t* ReferencedEncoder::reference(std::uint32_t line) const {
  if (line == 0) return kZeros.data();
  return this->line(line - 1U - references_[line]);
}

void ReferencedEncoder::find_references() {
  places_ = sample_places(length_);
  for (SampleGroup& group : samples_) group.scores.fill(0);
  const std::size_t planes = std::bit_width(greatest_);
  for (std::uint32_t number = 0; number < lines_; ++number) {
    const SampleBits sample = sample_of(line(number));
    if (number > 0) {
      const std::size_t groups = (number + SampleGroup::kLines - 1) / SampleGroup::kLines;
      const std::size_t best =
          sample_kernels().most_alike(std::span(samples_).first(groups), sample, planes);
      references_[number] = static_cast<std::uint8_t>(number - 1 - best);
      depths_[number] = static_cast<std::uint8_t>(depths_[best] + 1);
    }
    if (depths_[number] == kLongestChain) continue;
    samples_[number / SampleGroup::kLines].set(number, sample);
  }
}

SampleBits ReferencedEncoder::sample_of(const std::uint8_t* line) const {
  const SampleKernels& kernels = sample_kernels();
  return kernels.bits_of(kernels.sample_of(line, length_, places_),
                         static_cast<std::uint8_t>(greatest_));
}

// Counts how often each number occurs under each reference number, in every fourth line.
void ReferencedEncoder::count_numbers() {
  // The same few counters are increased again and again. Several tables take turns, so that an
  // increment need not wait for the previous one.
  constexpr std::size_t kTables = 8;
  std::array<Counts, kTables> counts{};
  std::array<std::uint16_t, kMaximumLineLength> counters;
  for (std::uint32_t number = 0; number < lines_; number += 4) {
    const std::uint8_t* const above = reference(number);
    const std::uint8_t* const values = line(number);
    for (std::uint32_t i = 0; i < length_; ++i) {
      counters[i] = static_cast<std::uint16_t>(above[i] * 16 + values[i]);
    }
    std::uint32_t i = 0;
    for (; i + kTables <= length_; i += kTables) {
      for (std::size_t table = 0; table < kTables; ++table) ++counts[table][counters[i + table]];
    }
    for (; i < length_; ++i) ++counts[0][counters[i]];
  }
  counts_ = {};
  for (const Counts& some : counts) {
    for (std::size_t i = 0; i < some.size(); ++i) {
      counts_[i] = static_cast<std::uint16_t>(counts_[i] + some[i]);
    }
  }
}

// Ranks the numbers by how often each occurs under each reference number.
void ReferencedEncoder::rank_numbers() {
  count_numbers();
  for (int above = 0; above <= static_cast<int>(greatest_); ++above) {
    auto& list = table_.value[above];
    std::iota(list.begin(), list.end(), std::uint8_t{0});
    const auto count = [&](std::uint8_t value) { return counts_[above * 16U + value]; };
    // The nearer of two equally frequent numbers comes first.
    const auto distance = [&](std::uint8_t value) { return std::abs(value - above); };
    std::sort(list.begin(), list.begin() + greatest_ + 1, [&](std::uint8_t a, std::uint8_t b) {
      if (count(a) != count(b)) return count(a) > count(b);
      return distance(a) != distance(b) ? distance(a) < distance(b) : a < b;
    });
    for (std::uint8_t rank = 0; rank < 16; ++rank) ranks_[above][list[rank]] = rank;
    for (std::uint8_t rank = 0; rank < kEscape; ++rank) table_.by_rank[rank][above] = list[rank];
  }
}

void ReferencedEncoder::write_head() {
  head_.clear();
  for (std::uint32_t number = 1; number < lines_; ++number) {
    head_.push_back(static_cast<std::byte>(references_[number]));
  }
  for (std::uint32_t above = 0; above <= greatest_; ++above) {
    const auto& list = table_.value[above];
    for (std::uint32_t rank = 0; rank <= greatest_; rank += 2) {
      const unsigned second = rank < greatest_ ? list[rank + 1] : 0U;
      head_.push_back(static_cast<std::byte>(list[rank] | second << 4));
    }
  }
}

void ReferencedEncoder::write_codes() {
  seconds_.clear();
  rest_.clear();
  for (std::uint32_t number = 0; number < lines_; ++number) write_line(number, reference(number));
  const std::size_t bytes = (seconds_.size() + 3) / 4;
  seconds_.resize(4 * bytes);
  tail_.resize(bytes);
  pack_codes(seconds_.data(), bytes, tail_.data());
  tail_.insert(tail_.end(), rest_.begin(), rest_.end());
}

void ReferencedEncoder::write_line(std::uint32_t number, const std::uint8_t* above) {
  std::array<std::uint16_t, kMaximumLineLength> escapes;
  const std::uint8_t* const values = line(number);
  const std::size_t bytes = (length_ + kCodesPerByte - 1) / kCodesPerByte;
  const std::size_t found = frequency_kernels().codes_of_line(
      values, above, table_, length_, codes_.data() + number * bytes, escapes.data());
  const std::size_t before = seconds_.size();
  seconds_.resize(before + found);
  for (std::size_t i = 0; i < found; ++i) {
    const std::size_t place = escapes[i];
    const auto beyond = static_cast<std::uint8_t>(ranks_[above[place]][values[place]] - kEscape);
    seconds_[before + i] = std::min(beyond, kEscape);
    if (beyond >= kEscape) rest_.push_back(static_cast<std::byte>(beyond - kEscape));
  }
}

}  // namespace pipo
