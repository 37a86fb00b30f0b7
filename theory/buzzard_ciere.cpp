#include "theory/buzzard_ciere.hpp"

#include <cstdlib>

#include "pipopipette/error.hpp"
#include "theory/controlled_value.hpp"
#include "theory/simple_value.hpp"

namespace pipo::theory::buzzard_ciere {
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

}  // namespace pipo::theory::buzzard_ciere
