// The bound on the share of wrong values that follows from a random sample.
#pragma once

#include <cstdint>

namespace pipo {

constexpr double kConfidence = 0.95;

// Returns the upper limit of the share of wrong items in a population, from the number of wrong
// ones in a sample of `size` drawn at random with repetition: the one-sided interval of C. J.
// Clopper and E. S. Pearson (1934) with kConfidence. If none is wrong, this is 1 - 0.05^(1 / size),
// a little less than 3 / size: the "rule of three". wrong <= size, size > 0.
double most_wrong_share(std::uint64_t wrong, std::uint64_t size);

// The same as a number of items in as many as were drawn, rounded up.
std::uint64_t most_wrong_in_size(std::uint64_t wrong, std::uint64_t size);

}  // namespace pipo
