#include "probe/codec/frequency_kernels.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace pipo {
namespace {

// From place `from` on, a multiple of kCodesPerByte.
std::size_t codes_portable(const std::uint8_t* values, const std::uint8_t* reference,
                           const FrequencyTable& table, std::size_t from, std::size_t length,
                           std::byte* packed, std::uint16_t* escapes) {
  std::size_t found = 0;
  for (std::size_t i = from; i < length; i += kCodesPerByte) {
    unsigned byte = 0;
    for (std::size_t j = i; j < std::min(i + kCodesPerByte, length); ++j) {
      const std::uint8_t* const ranked = table.value[reference[j]].data();
      const std::uint8_t value = values[j];
      const unsigned code = value == ranked[0]   ? 0
                            : value == ranked[1] ? 1
                            : value == ranked[2] ? 2
                                                 : kEscape;
      byte |= code << (2 * (j - i));
      escapes[found] = static_cast<std::uint16_t>(j);
      found += code == kEscape;
    }
    packed[i / kCodesPerByte] = static_cast<std::byte>(byte);
  }
  return found;
}

std::size_t values_portable(const std::byte* packed, const std::uint8_t* reference,
                            const FrequencyTable& table, std::size_t from, std::size_t length,
                            std::uint8_t* values, std::uint16_t* escapes) {
  std::size_t found = 0;
  for (std::size_t i = from; i < length; ++i) {
    const auto byte = std::to_integer<unsigned>(packed[i / kCodesPerByte]);
    const unsigned code = byte >> (i % kCodesPerByte * 2) & 3;
    values[i] = table.value[reference[i]][code];
    escapes[found] = static_cast<std::uint16_t>(i);
    found += code == kEscape;
  }
  return found;
}

// For the compiler to turn into vector code of whatever width its target has.
[[gnu::always_inline]] inline void count_body(const std::uint8_t* columns,
                                              const std::uint8_t* values, std::size_t samples,
                                              std::size_t lines, std::uint8_t* scores) {
  constexpr std::size_t kChunk = 64;
  for (std::size_t first = 0; first < lines; first += kChunk) {
    std::uint8_t sums[kChunk] = {};
    for (std::size_t place = 0; place < samples; ++place) {
      const std::uint8_t* const column = columns + place * 256 + first;
      const std::uint8_t value = values[place];
      for (std::size_t k = 0; k < kChunk; ++k) {
        sums[k] = static_cast<std::uint8_t>(sums[k] + (column[k] == value));
      }
    }
    std::copy_n(sums, kChunk, scores + first);
  }
}

#if defined(__x86_64__)

__attribute__((target("avx2"))) __m256i look_up(const std::array<std::uint8_t, 16>& list,
                                                __m256i index) {
  const __m128i once = _mm_loadu_si128(reinterpret_cast<const __m128i*>(list.data()));
  return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(once), index);
}

// Notes the places of the bits of a mask, `first` and up. Returns how many there are.
std::size_t note_places(std::uint32_t mask, std::size_t first, std::uint16_t* places) {
  std::size_t found = 0;
  for (; mask != 0; mask &= mask - 1) {
    places[found++] =
        static_cast<std::uint16_t>(first + static_cast<std::size_t>(std::countr_zero(mask)));
  }
  return found;
}

__attribute__((target("avx2"))) std::size_t codes_avx2(const std::uint8_t* values,
                                                       const std::uint8_t* reference,
                                                       const FrequencyTable& table,
                                                       std::size_t length, std::byte* packed,
                                                       std::uint16_t* escapes) {
  const __m256i all_escapes = _mm256_set1_epi8(kEscape);
  // The lowest byte of each number of four bytes.
  const __m256i lowest =
      _mm256_setr_epi8(0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 4, 8, 12, -1,
                       -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
  std::size_t found = 0;
  std::size_t i = 0;
  for (; i + 32 <= length; i += 32) {
    const __m256i value = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(values + i));
    const __m256i below = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(reference + i));
    __m256i code = all_escapes;
    // At most one of the ranks fits; each lowers the code from kEscape to itself.
    for (int rank = 0; rank < kEscape; ++rank) {
      const __m256i fits = _mm256_cmpeq_epi8(value, look_up(table.by_rank[rank], below));
      const __m256i less = _mm256_set1_epi8(static_cast<char>(kEscape - rank));
      code = _mm256_sub_epi8(code, _mm256_and_si256(fits, less));
    }
    // Pairs of codes to four bits, pairs of these to eight.
    const __m256i pairs = _mm256_maddubs_epi16(code, _mm256_set1_epi16(0x0401));
    const __m256i fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x0010'0001));
    const __m256i bytes = _mm256_shuffle_epi8(fours, lowest);
    const int low = _mm_cvtsi128_si32(_mm256_castsi256_si128(bytes));
    const int high = _mm_cvtsi128_si32(_mm256_extracti128_si256(bytes, 1));
    std::memcpy(packed + i / kCodesPerByte, &low, sizeof(low));
    std::memcpy(packed + i / kCodesPerByte + sizeof(low), &high, sizeof(high));
    const int open = _mm256_movemask_epi8(_mm256_cmpeq_epi8(code, all_escapes));
    found += note_places(static_cast<std::uint32_t>(open), i, escapes + found);
  }
  return found + codes_portable(values, reference, table, i, length, packed, escapes + found);
}

__attribute__((target("avx2"))) std::size_t values_avx2(const std::byte* packed,
                                                        const std::uint8_t* reference,
                                                        const FrequencyTable& table,
                                                        std::size_t length, std::uint8_t* values,
                                                        std::uint16_t* escapes) {
  // Each packed byte four times, and of each copy the two bits that belong to its place.
  const __m256i spread = _mm256_setr_epi8(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3,  //
                                          4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7);
  const __m256i low_bit = _mm256_set1_epi32(0x40100401);
  const __m256i high_bit = _mm256_set1_epi32(static_cast<int>(0x80200802));
  std::size_t found = 0;
  std::size_t i = 0;
  for (; i + 32 <= length; i += 32) {
    const __m128i eight =
        _mm_loadl_epi64(reinterpret_cast<const __m128i*>(packed + i / kCodesPerByte));
    const __m256i copies = _mm256_shuffle_epi8(_mm256_broadcastq_epi64(eight), spread);
    const __m256i low = _mm256_cmpeq_epi8(_mm256_and_si256(copies, low_bit), low_bit);
    const __m256i high = _mm256_cmpeq_epi8(_mm256_and_si256(copies, high_bit), high_bit);
    const __m256i below = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(reference + i));
    const __m256i first =
        _mm256_blendv_epi8(look_up(table.by_rank[0], below), look_up(table.by_rank[1], below), low);
    const __m256i value = _mm256_blendv_epi8(first, look_up(table.by_rank[2], below), high);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(values + i), value);
    const int open = _mm256_movemask_epi8(_mm256_and_si256(low, high));
    found += note_places(static_cast<std::uint32_t>(open), i, escapes + found);
  }
  return found + values_portable(packed, reference, table, i, length, values, escapes + found);
}

__attribute__((target("avx2"))) void count_avx2(const std::uint8_t* columns,
                                                const std::uint8_t* values, std::size_t samples,
                                                std::size_t lines, std::uint8_t* scores) {
  count_body(columns, values, samples, lines, scores);
}

// 64 lines an instruction.
__attribute__((target("avx512bw"))) void count_avx512(const std::uint8_t* columns,
                                                      const std::uint8_t* values,
                                                      std::size_t samples, std::size_t lines,
                                                      std::uint8_t* scores) {
  // Numbers of four bytes are loaded into all of a register faster than single bytes.
  std::array<std::uint32_t, 255> fours;
  for (std::size_t place = 0; place < samples; ++place) fours[place] = values[place] * 0x0101'0101U;
  const __m512i minus_one = _mm512_set1_epi8(-1);
  for (std::size_t first = 0; first < lines; first += 64) {
    __m512i sums = _mm512_setzero_si512();
    for (std::size_t place = 0; place < samples; ++place) {
      const __m512i value = _mm512_set1_epi32(static_cast<int>(fours[place]));
      const __m512i column = _mm512_loadu_si512(columns + place * 256 + first);
      const __mmask64 same = _mm512_cmpeq_epi8_mask(value, column);
      sums = _mm512_mask_sub_epi8(sums, same, sums, minus_one);
    }
    _mm512_storeu_si512(scores + first, sums);
  }
}

#endif

std::size_t all_codes_portable(const std::uint8_t* values, const std::uint8_t* reference,
                               const FrequencyTable& table, std::size_t length, std::byte* packed,
                               std::uint16_t* escapes) {
  return codes_portable(values, reference, table, 0, length, packed, escapes);
}

std::size_t all_values_portable(const std::byte* packed, const std::uint8_t* reference,
                                const FrequencyTable& table, std::size_t length,
                                std::uint8_t* values, std::uint16_t* escapes) {
  return values_portable(packed, reference, table, 0, length, values, escapes);
}

void count_portable(const std::uint8_t* columns, const std::uint8_t* values, std::size_t samples,
                    std::size_t lines, std::uint8_t* scores) {
  count_body(columns, values, samples, lines, scores);
}

}  // namespace

const std::vector<FrequencyKernels>& available_frequency_kernels() {
  static const std::vector<FrequencyKernels> available = [] {
    std::vector<FrequencyKernels> found;
#if defined(__x86_64__)
    __builtin_cpu_init();
    const bool avx2 = __builtin_cpu_supports("avx2") != 0;
    if (avx2 && __builtin_cpu_supports("avx512bw")) {
      found.push_back({"AVX-512", codes_avx2, values_avx2, count_avx512});
    }
    if (avx2) found.push_back({"AVX2", codes_avx2, values_avx2, count_avx2});
#endif
    found.push_back({"portable", all_codes_portable, all_values_portable, count_portable});
    return found;
  }();
  return available;
}

}  // namespace pipo
