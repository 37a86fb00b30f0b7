// The player who has to make the first loony move, as David Wilson's analyzeL tells it.
//
// A move is loony if it leaves boxes on offer that the opponent may either take or hand back: three
// or more of a string, two of one in which they can be handed back, four or more of a loop. The
// player who makes the first loony move gives the opponent control. So let both players avoid it:
// play Dots-and-Boxes by its rules, but the first player who makes a loony move, or has no move
// left to complete a turn, loses. That is Nimstring, in which loony moves lose (Sierra, proposition
// 36). So the player to move loses it if and only if the nim-value is 0 (corollary 24).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "probe/board/settle.hpp"
#include "theory/advice.hpp"
#include "theory/structure.hpp"

namespace pipo::theory {

// The player who makes the first loony move if both avoid it as long as they can.
enum class FirstLoony {
  none,      // no edge is open
  made,      // it has been made: the player to move may take boxes or hand them back
  mover,     // the player to move
  opponent,  // the opponent
};

// Returns "none", "made", "mover", "opponent".
std::string_view word(FirstLoony who);

// The prediction of the long chain rule: the player to move avoids it if the number of long chains
// has the parity that the chain formula wants.
struct ChainRule {
  int wanted = 0;        // 0 even, 1 odd
  int long_chains = 0;   // independent ones so far; in a loony endgame the number that counts, d
  bool certain = false;  // in a loony endgame
  FirstLoony predicts = FirstLoony::none;  // mover or opponent
};

struct FirstLoonyMove {
  FirstLoony who = FirstLoony::none;
  NimValue nim_value;
  // If the opponent makes it, or has made it: the moves after which that is still so, by DBN index.
  std::vector<int> keeping;
};

// Returns who it is in a position with this nim-value.
FirstLoony first_loony(const Position& position, const NimValue& nim_value);

// Returns nothing if no edge is open or the opponent has made a loony move.
std::optional<ChainRule> chain_rule(const Position& position);

// The same, where these are known: `rest` is the structure of the settled position.
std::optional<ChainRule> chain_rule(const WideSettlement& settled, const ChainFormula& formula,
                                    const Structure& rest);

// The board may be of any size. Returns nothing if a nim-value is not known.
std::optional<FirstLoonyMove> first_loony_move(const Position& position,
                                               const NimValueOf& nim_value);

}  // namespace pipo::theory
