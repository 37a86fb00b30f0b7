// The kernels of every instruction set do what their declarations say.
#include "probe/codec/line_samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>
#include <string>

namespace pipo::line_samples_test {

class SampleKernelsTest : public testing::TestWithParam<const SampleKernels*> {
 protected:
  const SampleKernels& kernels() const { return *GetParam(); }

  std::minstd_rand random_{1};
};

TEST_P(SampleKernelsTest, SamplesAreTheNumbersAtTheirPlaces) {
  for (std::size_t length = 1; length <= 256; ++length) {
    std::vector<std::uint8_t> line(length);
    for (std::uint8_t& byte : line) byte = static_cast<std::uint8_t>(random_());
    const LineSample sample = kernels().sample_of(line.data(), length, sample_places(length));
    for (std::size_t i = 0; i < sample.size(); ++i) {
      const std::size_t place = length <= sample.size() ? i : i * length / sample.size();
      ASSERT_EQ(sample[i], place < length ? line[place] : 0) << length << " " << i;
    }
  }
}

TEST_P(SampleKernelsTest, FindsTheMostSimilarSample) {
  for (const int number : {1, 2, 3, 4, 8, 15}) {
    const auto greatest = static_cast<std::uint8_t>(number);
    for (const std::size_t lines : {1UL, 2UL, 9UL, 17UL, 100UL, 255UL}) {
      const auto random_sample = [&] {
        LineSample sample;
        for (std::uint8_t& byte : sample)
          byte = static_cast<std::uint8_t>(random_() % (greatest + 1U));
        return sample;
      };
      std::vector<SampleGroup> groups((lines + SampleGroup::kLines - 1) / SampleGroup::kLines);
      const LineSample other = random_sample();
      std::size_t first = 0;
      long most = 0;
      for (std::size_t k = 0; k < lines; ++k) {
        const LineSample sample = random_sample();
        if (k % 3 == 1) continue;
        groups[k / SampleGroup::kLines].set(k, kernels().bits_of(sample, greatest));
        long same = 0;
        for (std::size_t i = 0; i < other.size(); ++i) same += sample[i] == other[i];
        if (same > most) first = k;
        most = std::max(most, same);
      }
      const std::size_t planes = std::bit_width(greatest);
      EXPECT_EQ(kernels().most_alike(groups, kernels().bits_of(other, greatest), planes), first)
          << unsigned{greatest} << " " << lines;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EveryInstructionSet, SampleKernelsTest,
                         testing::ValuesIn(available_sample_kernels()), [](const auto& kernels) {
                           return std::string(kernels.param->instructions);
                         });

}  // namespace pipo::line_samples_test
