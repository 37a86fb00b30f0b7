// Encodes lines of small numbers in the format of referenced_lines.hpp. It first finds a good
// reference for each line, then the ranks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "probe/codec/frequency_kernels.hpp"
#include "probe/codec/line_samples.hpp"
#include "probe/codec/referenced_lines.hpp"

namespace pipo {

// Reuses its memory from block to block. Use one encoder per thread.
class ReferencedEncoder {
 public:
  // Encodes shape.lines lines of shape.length numbers each, one after the other.
  void encode(std::span<const std::uint8_t> numbers, const ReferencedShape& shape);

  // The result of encode(): three parts in the order of the format, each with one kind of data.
  std::span<const std::byte> head() const { return head_; }
  std::span<const std::byte> codes() const { return codes_; }
  std::span<const std::byte> tail() const { return tail_; }

 private:
  // [reference * 16 + number]: how often the number occurs under this reference number.
  using Counts = std::array<std::uint16_t, 256>;

  void find_references();
  SampleBits sample_of(const std::uint8_t* line) const;
  void count_numbers();
  void rank_numbers();
  void write_head();
  void write_codes();
  void write_line(std::uint32_t number, const std::uint8_t* above);
  const std::uint8_t* reference(std::uint32_t line) const;
  const std::uint8_t* line(std::uint32_t number) const {
    return numbers_ + std::size_t{number} * length_;
  }

  const std::uint8_t* numbers_ = nullptr;
  std::uint32_t lines_ = 0;
  std::uint32_t length_ = 0;
  std::uint32_t greatest_ = 0;

  LineSample places_{};  // sample_places(length_)
  std::array<SampleGroup, kMaximumLines / SampleGroup::kLines> samples_{};
  std::array<std::uint8_t, kMaximumLines> references_{};
  std::array<std::uint8_t, kMaximumLines> depths_{};  // length of the chain to the first line
  Counts counts_{};
  FrequencyTable table_;
  std::array<std::array<std::uint8_t, 16>, 16> ranks_{};  // [reference][number]
  std::vector<std::uint8_t> seconds_;
  std::vector<std::byte> rest_;
  std::vector<std::byte> head_;
  std::vector<std::byte> codes_;
  std::vector<std::byte> tail_;
};

}  // namespace pipo
