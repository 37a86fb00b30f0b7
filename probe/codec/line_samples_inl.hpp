// Part of kernels.cpp: the functions of line_samples.hpp. It is read once per instruction set.

HWY_BEFORE_NAMESPACE();
namespace pipo::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

LineSample sample_of(const std::uint8_t* line, std::size_t length, const LineSample& places) {
  LineSample sample{};
  if (length <= sample.size()) {
    for (std::size_t i = 0; i < length; ++i) sample[i] = line[i];
  } else if (length == 2 * sample.size()) {
    for (std::size_t i = 0; i < sample.size(); ++i) sample[i] = line[2 * i];
  } else {
#if HWY_TARGET == HWY_SCALAR
    for (std::size_t i = 0; i < sample.size(); ++i) sample[i] = line[places[i]];
#else
    // Sixteen places lie within 32 numbers. A look-up in each half of these gives 0 for the places
    // of the other half: their indices have the highest bit set.
    const hn::FixedTag<std::uint8_t, 16> d;
    for (std::size_t i = 0; i < sample.size(); i += 16) {
      const std::size_t first = places[i] < length - 32 ? places[i] : length - 32;
      const auto place =
          hn::Sub(hn::LoadU(d, places.data() + i), hn::Set(d, static_cast<std::uint8_t>(first)));
      const auto lower =
          hn::Xor(hn::SaturatedAdd(place, hn::Set(d, 0x70)), hn::Set(d, std::uint8_t{0x70}));
      const auto upper = hn::Sub(place, hn::Set(d, 16));
      const auto numbers = hn::Or(hn::TableLookupBytesOr0(hn::LoadU(d, line + first), lower),
                                  hn::TableLookupBytesOr0(hn::LoadU(d, line + first + 16), upper));
      hn::StoreU(numbers, d, sample.data() + i);
    }
#endif
  }
  return sample;
}

SampleBits bits_of(const LineSample& sample, std::uint8_t greatest) {
  const hn::CappedTag<std::uint8_t, 64> d;
  SampleBits bits{};
  std::size_t planes = 0;
  const auto set_plane = [&](auto is_set) HWY_ATTR {
    auto* const to = reinterpret_cast<std::uint8_t*>(bits[planes++].data());
#if HWY_TARGET == HWY_SCALAR
    for (std::size_t i = 0; i < sample.size(); ++i) {
      const bool one = hn::CountTrue(d, is_set(hn::Set(d, sample[i]))) != 0;
      to[i / 8] = static_cast<std::uint8_t>(to[i / 8] | static_cast<unsigned>(one) << (i % 8));
    }
#else
    for (std::size_t i = 0; i < sample.size(); i += hn::Lanes(d)) {
      hn::StoreMaskBits(d, is_set(hn::LoadU(d, sample.data() + i)), to + i / 8);
    }
#endif
  };
  for (unsigned bit = 1; bit <= greatest; bit *= 2) {
    const auto tested = hn::Set(d, static_cast<std::uint8_t>(bit));
    set_plane([&](auto numbers) HWY_ATTR { return hn::TestBit(numbers, tested); });
  }
  return bits;
}

// Lowers scores by 256 for each bit set in either word, to 0 at least. Returns the larger of these
// and `best`.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V best_of([[maybe_unused]] D d, V best, V scores, V one, V other) {
#if HWY_TARGET == HWY_SCALAR
  const V lost = hn::ShiftLeft<8>(hn::Add(hn::PopulationCount(one), hn::PopulationCount(other)));
  return hn::GetLane(scores) > hn::GetLane(best) + hn::GetLane(lost) ? hn::Sub(scores, lost) : best;
#else
  const hn::Repartition<std::uint8_t, D> d8;
  // Scores have at most 16 bits, for which every x86-64 has vector subtraction and maximum.
  const hn::Repartition<std::uint16_t, D> d16;
  const auto bits = hn::Add(hn::PopulationCount(hn::BitCast(d8, one)),
                            hn::PopulationCount(hn::BitCast(d8, other)));
  const auto lost = hn::BitCast(d16, hn::ShiftLeft<8>(hn::SumsOf8(bits)));
  const auto rest = hn::SaturatedSub(hn::BitCast(d16, scores), lost);
  return hn::BitCast(d, hn::Max(hn::BitCast(d16, best), rest));
#endif
}

template <std::size_t kPlanes>
HWY_INLINE std::size_t most_alike_in(std::span<const SampleGroup> groups,
                                     const SampleBits& sample) {
  static_assert(kSampleWords == 2);
  const hn::CappedTag<std::uint64_t, SampleGroup::kLines> d;
  auto best = hn::Zero(d);
  for (const SampleGroup& group : groups) {
    for (std::size_t i = 0; i < SampleGroup::kLines; i += hn::Lanes(d)) {
      const auto different = [&](std::size_t plane, std::size_t word) HWY_ATTR {
        return hn::Xor(hn::Load(d, group.words[plane][word].data() + i),
                       hn::Set(d, sample[plane][word]));
      };
      auto first = different(0, 0);
      auto second = different(0, 1);
      for (std::size_t plane = 1; plane < kPlanes; ++plane) {
        first = hn::Or(first, different(plane, 0));
        second = hn::Or(second, different(plane, 1));
      }
      best = best_of(d, best, hn::Load(d, group.scores.data() + i), first, second);
    }
  }
  alignas(64) std::uint64_t scores[hn::MaxLanes(d)];
  hn::Store(best, d, scores);
  std::uint64_t most = 0;
  for (const std::uint64_t score : scores) most = score > most ? score : most;
  return 255 - most % 256;
}

std::size_t most_alike(std::span<const SampleGroup> groups, const SampleBits& sample,
                       std::size_t planes) {
  if (planes == 1) return most_alike_in<1>(groups, sample);
  if (planes == 2) return most_alike_in<2>(groups, sample);
  if (planes == 3) return most_alike_in<3>(groups, sample);
  return most_alike_in<4>(groups, sample);
}

constexpr SampleKernels kSampleKernels{std::string_view(HWY_STR(HWY_NAMESPACE)).substr(2),
                                       sample_of, bits_of, most_alike};

}  // namespace
}  // namespace pipo::HWY_NAMESPACE

template <>
inline constexpr const pipo::SampleKernels* pipo::kTableFor<pipo::SampleKernels, HWY_TARGET> =
    &pipo::HWY_NAMESPACE::kSampleKernels;
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pipo {

LineSample sample_places(std::size_t length) {
  LineSample places;
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i] = static_cast<std::uint8_t>(i * length / places.size());
  }
  return places;
}

void SampleGroup::set(std::size_t index, const SampleBits& sample) {
  const std::size_t line = index % kLines;
  for (std::size_t plane = 0; plane < kMostPlanes; ++plane) {
    for (std::size_t word = 0; word < kSampleWords; ++word) {
      words[plane][word][line] = sample[plane][word];
    }
  }
  scores[line] = 256 * sizeof(LineSample) + 255 - index;
}

}  // namespace pipo
#endif
