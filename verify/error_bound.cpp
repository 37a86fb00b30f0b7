#include "verify/error_bound.hpp"

#include <boost/math/distributions/binomial.hpp>
#include <cmath>

namespace pipo {

double most_wrong_share(std::uint64_t wrong, std::uint64_t size) {
  return boost::math::binomial_distribution<double>::find_upper_bound_on_p(
      static_cast<double>(size), static_cast<double>(wrong), 1 - kConfidence);
}

std::uint64_t most_wrong_in_size(std::uint64_t wrong, std::uint64_t size) {
  return static_cast<std::uint64_t>(
      std::ceil(most_wrong_share(wrong, size) * static_cast<double>(size)));
}

}  // namespace pipo
