#include "theory/simple_loony.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "pipopipette/error.hpp"

namespace pipo::theory {

int value_of_offer(Shape shape, int length, int rest) {
  const int handout = handout_boxes(shape);
  return length - handout + std::abs(rest - handout);
}

int SimpleSolver::value(const Multiset& multiset) {
  require_simple_loony(multiset);
  return search(multiset);
}

int SimpleSolver::value_of_opening(const Multiset& multiset, Simple component) {
  return value_of_offer(component.shape, component.length, value(multiset.without(component)));
}

int SimpleSolver::search(const Multiset& multiset) {
  if (multiset.empty()) return 0;
  if (const auto found = known_.find(multiset); found != known_.end()) return found->second;
  int least = std::numeric_limits<int>::max();
  for (const Simple component : multiset.distinct()) {
    const int rest = search(multiset.without(component));
    least = std::min(least, value_of_offer(component.shape, component.length, rest));
  }
  known_.emplace(multiset, least);
  return least;
}

int fully_controlled_value(const Multiset& multiset) {
  return multiset.size() - 4 * static_cast<int>(multiset.chains().size()) -
         8 * static_cast<int>(multiset.loops().size());
}

int terminal_bonus(const Multiset& multiset) {
  const std::vector<int>& chains = multiset.chains();
  const bool very_long_chain = !chains.empty() && chains.back() >= kVeryLongChain;
  return terminal_bonus(!chains.empty(), !multiset.loops().empty(), very_long_chain);
}

int controlled_value(const Multiset& multiset) {
  require_simple_loony(multiset);
  return fully_controlled_value(multiset) + terminal_bonus(multiset);
}

namespace allcock {
namespace {

// The numbers in which the theorems are stated.
struct Counts {
  int c, f, s, theta, size, chains, loops;

  explicit Counts(const Multiset& multiset)
      : c(controlled_value(multiset)),
        f(multiset.loops_of(4)),
        s(multiset.loops_of(6)),
        theta(multiset.chains_of(3)),
        size(multiset.size()),
        chains(static_cast<int>(multiset.chains().size())),
        loops(static_cast<int>(multiset.loops().size())) {}

  bool odd() const { return size % 2 != 0; }
  // Returns whether the endgame is one 4-loop and this many 3-chains.
  bool is_four_loop_and_three_chains(int count) const {
    return f == 1 && loops == 1 && theta == count && chains == count;
  }
  // Returns whether the 4-loops decide the value.
  bool four_loops_decide() const { return theta == 0 || (theta == 1 && size % 4 == 3); }
};

// Returns the distance of a number from the nearest multiple of 8: 0, 1, 2, 3 or 4.
int distance_modulo_8(int number) {
  const int remainder = ((number % 8) + 8) % 8;
  return remainder <= 4 ? remainder : 8 - remainder;
}

// Returns the value by part (3)(b) of theorem 4.1: c + 4f < 2.
int value_of_many_six_loops(const Counts& counts) {
  const bool f_odd = counts.f % 2 != 0;
  if (counts.odd()) return f_odd ? 1 : 3;
  if (counts.size % 4 == 2) return 2;
  return f_odd ? 0 : 4;
}

// These maps of theorem 4.2 give the effect of one more 6-loop, 3-chain or 4-loop.
int with_six_loop(int value) {
  return std::abs(value - 4) + 2;
}
int with_three_chain(int value) {
  return value - 1;
}
int with_four_loop(int value) {
  return std::abs(value - 4);
}

Simple standard_move(const Multiset& multiset) {
  if (multiset.chains_of(3) > 0) return {Shape::chain, 3};
  if (!multiset.loops().empty()) return {Shape::loop, multiset.loops().front()};
  return {Shape::chain, multiset.chains().front()};
}

}  // namespace

Derived explicit_value(const Multiset& multiset) {
  const auto by = [](int value, std::string_view number) {
    return Derived{value, {"Allcock", number}};
  };
  if (multiset.empty()) return by(0, "section 1");
  const Counts counts(multiset);
  if (counts.c >= 2) return by(counts.c, "theorem 4.1(1)");
  if (counts.c == 0 && counts.f > 0 && !counts.is_four_loop_and_three_chains(2)) {
    return by(0, "theorem 4.1(2)");
  }
  if (counts.four_loops_decide()) {
    if (counts.c + 4 * counts.f >= 2) return by(distance_modulo_8(counts.c), "theorem 4.1(3)(a)");
    return by(value_of_many_six_loops(counts), "theorem 4.1(3)(b)");
  }
  return by(counts.odd() ? 1 : 2, "theorem 4.1(4)");
}

Multiset core(const Multiset& multiset) {
  std::vector<int> chains, loops;
  for (const int length : multiset.chains()) {
    if (length >= kVeryLongChain) chains.push_back(length);
  }
  if (chains.empty()) chains = multiset.chains();
  for (const int length : multiset.loops()) {
    if (length >= 8) loops.push_back(length);
  }
  return Multiset(std::move(chains), std::move(loops));
}

Derived procedural_value(const Multiset& multiset) {
  const auto by = [](int value, std::string_view number) {
    return Derived{value, {"Allcock", number}};
  };
  if (multiset.empty()) return by(0, "section 1");
  const Counts counts(multiset);
  if (counts.c >= 2) return by(counts.c, "theorem 4.2(1)");
  if (counts.c == 0 && counts.f > 0 && !counts.is_four_loop_and_three_chains(2)) {
    return by(0, "theorem 4.2(2)");
  }
  if (!counts.four_loops_decide()) return by(counts.odd() ? 1 : 2, "theorem 4.2, all other cases");
  const Multiset kernel = core(multiset);
  int value = controlled_value(kernel);
  for (int i = 0; i < counts.s; ++i) value = with_six_loop(value);
  if (counts.theta > kernel.chains_of(3)) value = with_three_chain(value);
  for (int i = 0; i < counts.f; ++i) value = with_four_loop(value);
  return by(value, "theorem 4.2(3)");
}

Simple opening(const Multiset& multiset) {
  if (multiset.empty()) throw BadInput("no component is left to open");
  const Counts counts(multiset);
  const bool one_three_chain_and_loops =
      counts.chains == 1 && counts.theta == 1 && counts.loops > 0;
  const bool shortest_loop =
      (counts.c >= 2 && one_three_chain_and_loops) ||
      (std::abs(counts.c) <= 1 && counts.f > 0 && !counts.is_four_loop_and_three_chains(3)) ||
      (counts.c <= -2 && counts.f > 0 && counts.theta == 1 && counts.size % 4 == 3);
  if (shortest_loop) return {Shape::loop, multiset.loops().front()};
  return standard_move(multiset);
}

bool keeps_control(Simple opened, const Multiset& rest) {
  return opened.shape == Shape::loop ? controlled_value(rest) > 4 : exceeds_two(rest);
}

bool exceeds_two(const Multiset& multiset) {
  const Counts counts(multiset);
  if (multiset.empty()) return false;
  if (counts.c > 2) return true;
  const bool size_allows =
      (counts.theta == 1 && counts.size % 4 == 3) || (counts.theta == 0 && counts.size % 4 != 2);
  if (!size_allows) return false;
  const int bound = counts.c + 4 * counts.f;
  return (bound > 2 && distance_modulo_8(counts.c) >= 3) || (bound < 2 && counts.f % 2 == 0);
}

}  // namespace allcock

namespace buzzard_ciere {
namespace {

constexpr Simple kThreeChain{Shape::chain, 3};
constexpr Simple kFourLoop{Shape::loop, 4};

Derived by(int value, std::string_view number) {
  return {value, {"Buzzard-Ciere", number}};
}

bool is_odd(int number) {
  return number % 2 != 0;
}

// Returns the value with the 4-loops put back: each of them maps x to |x - 4|.
int with_four_loops(const Multiset& multiset) {
  int result = value(multiset.without_loops(4)).value;
  for (int f = multiset.loops_of(4); f > 0; --f) result = std::abs(result - 4);
  return result;
}

// Applies theorem 10: no loops, c < 2.
Derived value_of_chains(int c) {
  return by(is_odd(c) ? 1 : 2, "theorem 10");
}

// Applies corollary 22 (theorem 12 if there are no chains either): loops, no 3-chain, c < 2.
Derived value_without_three_chains(const Multiset& multiset, int c) {
  if (multiset.loops_of(4) > 0) return by(with_four_loops(multiset), "corollary 22(d)");
  if (is_odd(c)) return by(3, "corollary 22(b)");
  return by(((c % 4) + 4) % 4 == 2 ? 2 : 4, "corollary 22(c)");
}

// Applies corollary 24: loops and one 3-chain, nothing else, c < 2.
Derived value_of_three_chain_and_loops(const Multiset& multiset) {
  if (value(multiset.without(kThreeChain)).value == 2) return by(1, "corollary 24(b)");
  if (multiset.loops_of(4) == 0) return by(3, "corollary 24(c)");
  return by(with_four_loops(multiset), "corollary 24(d)");
}

// Applies corollaries 27(b) and 30(b): loops and a 3-chain, c even and < 2.
int even_value(const Multiset& multiset) {
  const bool zero = multiset.loops_of(4) > 0 && controlled_value(multiset.without(kFourLoop)) == 4;
  return zero ? 0 : 2;
}

// Applies corollary 27: loops, one 3-chain and longer chains, c < 2.
Derived value_with_one_three_chain(const Multiset& multiset, int c) {
  if (!is_odd(c)) return by(even_value(multiset), "corollary 27(b)");
  if (value(multiset.without(kThreeChain)).value == 2) return by(1, "corollary 27(c)");
  if (multiset.loops_of(4) == 0) return by(3, "corollary 27(d)");
  return by(with_four_loops(multiset), "corollary 27(e)");
}

// Applies corollary 30: loops and two or more 3-chains, c < 2.
Derived value_with_three_chains(const Multiset& multiset, int c) {
  if (is_odd(c)) return by(1, "corollary 30(c)");
  return by(even_value(multiset), "corollary 30(b)");
}

int cost(const Multiset& multiset, Simple component) {
  const int rest = value(multiset.without(component)).value;
  return value_of_offer(component.shape, component.length, rest);
}

}  // namespace

Derived value(const Multiset& multiset) {
  if (multiset.empty()) return by(0, "section 3");
  const int c = controlled_value(multiset);
  if (c >= 2) return by(c, "lemma 15(a)");
  if (multiset.loops().empty()) return value_of_chains(c);
  const int three_chains = multiset.chains_of(3);
  if (three_chains == 0) return value_without_three_chains(multiset, c);
  if (three_chains > 1) return value_with_three_chains(multiset, c);
  if (multiset.chains().size() == 1) return value_of_three_chain_and_loops(multiset);
  return value_with_one_three_chain(multiset, c);
}

Simple opening(const Multiset& multiset) {
  require_simple_loony(multiset);
  if (multiset.empty()) throw BadInput("no component is left to open");
  if (multiset.loops().empty()) return {Shape::chain, multiset.chains().front()};
  const Simple loop{Shape::loop, multiset.loops().front()};
  if (multiset.chains_of(3) == 0) return loop;
  return cost(multiset, loop) < cost(multiset, kThreeChain) ? loop : kThreeChain;
}

}  // namespace buzzard_ciere

}  // namespace pipo::theory
