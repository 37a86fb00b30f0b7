// Values of sums of loony components, with many boxes, by the recursion over all offers of the
// opener: the controller takes everything, or all but two boxes of a string and four of a loop.
// Shares no code with the project.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <map>
#include <vector>

#include "tests/oracle/loony_graphs.hpp"

namespace oracle {

class LoonySums {
 public:
  // The margin of the player who does not move first, under best play by both.
  int value(const std::vector<Graph>& components) {
    Sum sum;
    for (const Graph& one : components) add(sum, number(one));
    return value_of(sum);
  }

 private:
  using Sum = std::vector<short>;  // how often each component occurs; the last number is not 0
  struct Offer {
    bool loop;
    int length;
    std::vector<int> rest;
  };

  static void add(Sum& sum, int component) {
    if (sum.size() <= static_cast<std::size_t>(component)) sum.resize(component + 1);
    ++sum[component];
  }

  int number(const Graph& graph) {
    const auto [found, is_new] = numbers_.try_emplace(canonical(graph), offers_.size());
    const int result = static_cast<int>(found->second);
    if (!is_new) return result;
    offers_.emplace_back();
    std::vector<Offer> offers;
    for (const GivenAway& one : given_away(graph)) {
      offers.push_back({one.loop, one.length, {}});
      for (const Graph& rest : one.rest) offers.back().rest.push_back(number(rest));
    }
    offers_[result] = std::move(offers);
    return result;
  }

  int value_of(const Sum& sum) {
    if (sum.empty()) return 0;
    if (const auto found = known_.find(sum); found != known_.end()) return found->second;
    int least = 10'000;
    for (std::size_t i = 0; i < sum.size(); ++i) {
      if (sum[i] == 0) continue;
      for (const Offer& offer : offers_[i]) {
        Sum rest = sum;
        --rest[i];
        for (const int one : offer.rest) add(rest, one);
        while (!rest.empty() && rest.back() == 0) rest.pop_back();
        const int left = value_of(rest);
        const int handed_back = offer.loop ? 4 : 2;
        least =
            std::min(least, std::max(offer.length - left, offer.length - 2 * handed_back + left));
      }
    }
    return known_[sum] = least;
  }

  std::map<Graph, std::size_t> numbers_;
  std::vector<std::vector<Offer>> offers_;
  std::map<Sum, int> known_;
};

}  // namespace oracle
