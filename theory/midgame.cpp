#include "theory/midgame.hpp"

#include "theory/simple_loony.hpp"

namespace pipo::theory {
namespace {

int three_chains(const Multiset& endgame) {
  return endgame.chains_of(3);
}

// Returns whether there are few 6-loops: c + 4f >= 2.
bool few_six_loops(const Multiset& endgame) {
  return controlled_value(endgame) + 4 * endgame.loops_of(4) >= 2;
}

bool odd_four_loops(const Multiset& endgame) {
  return endgame.loops_of(4) % 2 != 0;
}

// Returns c modulo 8, 0 to 7.
int c_modulo_8(const Multiset& endgame) {
  return ((controlled_value(endgame) % 8) + 8) % 8;
}

bool is_zero_with_four_loop(const Multiset& endgame) {
  return controlled_value(endgame) == 0 && endgame.loops_of(4) > 0 &&
         endgame != Multiset({3, 3}, {4});
}

bool has_no_three_chain_and_fours(const Multiset& endgame) {
  return three_chains(endgame) == 0 && endgame.size() % 4 == 0;
}

constexpr Aim kAims[] = {
    {1, "a controlled value of 0 with a 4-loop, other than two 3-chains and a 4-loop",
     is_zero_with_four_loop},
    {1, "no 3-chain, a multiple of 4 boxes, few 6-loops (c + 4f >= 2) and c a multiple of 8",
     [](const Multiset& g) {
       return has_no_three_chain_and_fours(g) && few_six_loops(g) && c_modulo_8(g) == 0;
     }},
    {1, "no 3-chain, a multiple of 4 boxes, many 6-loops (c + 4f < 2) and an odd number of 4-loops",
     [](const Multiset& g) {
       return has_no_three_chain_and_fours(g) && !few_six_loops(g) && odd_four_loops(g);
     }},
    {2, "two or more 3-chains", [](const Multiset& g) { return three_chains(g) >= 2; }},
    {2, "one 3-chain and a number of boxes that is not 3 modulo 4",
     [](const Multiset& g) { return three_chains(g) == 1 && g.size() % 4 != 3; }},
    {2, "few 6-loops (c + 4f >= 2) and c next to a multiple of 8",
     [](const Multiset& g) {
       return few_six_loops(g) && (c_modulo_8(g) == 1 || c_modulo_8(g) == 7);
     }},
    {2, "many 6-loops (c + 4f < 2) and an odd number of 4-loops",
     [](const Multiset& g) { return !few_six_loops(g) && odd_four_loops(g); }},
    {3, "a 3-chain", [](const Multiset& g) { return three_chains(g) > 0; }},
    {3, "a number of boxes that is 2 modulo 4",
     [](const Multiset& g) { return g.size() % 4 == 2; }},
    {3, "few 6-loops (c + 4f >= 2) and c a multiple of 8",
     [](const Multiset& g) { return few_six_loops(g) && c_modulo_8(g) == 0; }},
    {3, "many 6-loops (c + 4f < 2) and an odd number of 4-loops",
     [](const Multiset& g) { return !few_six_loops(g) && odd_four_loops(g); }},
};

}  // namespace

Prospect prospect(int lead) {
  if (lead <= 0) return Prospect::lost;
  if (lead == 1) return Prospect::likely_lost;
  return lead < 4 ? Prospect::likely_won : Prospect::won;
}

std::span<const Aim> aims() {
  return kAims;
}

}  // namespace pipo::theory
