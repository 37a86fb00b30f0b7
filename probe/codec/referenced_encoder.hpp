// Lines of small numbers into the form of referenced_lines.hpp: finds a good reference for each,
// then ranks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "probe/codec/frequency_kernels.hpp"
#include "probe/codec/referenced_lines.hpp"

namespace pipo {

// Reuses its memory from block to block; use one a thread.
class ReferencedEncoder {
 public:
  // Of `lines` lines of `length` numbers each, one after the other. With `some_blank`, numbers
  // greater than `greatest` are blank: what costs least takes their place. Else there are none.
  void encode(std::vector<std::uint8_t>& numbers, const ReferencedShape& shape,
              bool some_blank = false);

  // What encode() made: the parts in order, alike in kind within each.
  std::span<const std::byte> head() const { return head_; }
  std::span<const std::byte> codes() const { return codes_; }
  std::span<const std::byte> tail() const { return tail_; }

 private:
  void find_references();
  LineSample sample_of(const std::uint8_t* line) const;
  void fill_blanks(std::uint32_t number);
  void refill_blanks();
  void rank_numbers();
  void write_head();
  void write_codes();
  void write_line(std::uint32_t number, const std::uint8_t* above);
  const std::uint8_t* reference(std::uint32_t line) const;
  std::uint8_t* line(std::uint32_t number) const {
    return numbers_ + std::size_t{number} * length_;
  }
  // As it was given, with its blanks.
  const std::uint8_t* given(std::uint32_t number) const {
    return (some_blank_ ? given_.data() : numbers_) + std::size_t{number} * length_;
  }

  std::uint8_t* numbers_ = nullptr;
  bool some_blank_ = false;
  std::vector<std::uint8_t> given_;
  std::uint32_t lines_ = 0;
  std::uint32_t length_ = 0;
  std::uint32_t greatest_ = 0;

  LineSample places_{};  // of the samples
  alignas(64) std::array<LineSample, kMaximumLines> samples_{};
  std::array<std::uint8_t, kMaximumLines> references_{};
  std::array<std::uint8_t, kMaximumLines> depths_{};  // references to follow up to the first line
  std::array<std::uint8_t, kMaximumLines> open_{};    // 255 for lines that may be referred to, or 0
  FrequencyTable table_;
  std::array<std::array<std::uint8_t, 16>, 16> ranks_{};  // [reference][number]
  std::vector<std::uint8_t> seconds_;
  std::vector<std::byte> rest_;
  std::vector<std::byte> head_;
  std::vector<std::byte> codes_;
  std::vector<std::byte> tail_;
};

}  // namespace pipo
