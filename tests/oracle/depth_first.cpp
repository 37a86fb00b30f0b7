#include "tests/oracle/depth_first.hpp"

#include <algorithm>

// In the proofs V(P) is the value of a position, P+x the position with the edge x drawn in P, and a
// move x that captures g boxes is worth g + V(P+x), one that captures none -V(P+x).

namespace oracle {
namespace {

constexpr Drawn kNoBox = ~Drawn{0};  // lacks 24 edges at least on a board of 40

bool is_single(Drawn edges) {
  return edges != 0 && (edges & (edges - 1)) == 0;
}

}  // namespace

DepthFirst::DepthFirst(int rows, int columns, int table_bits)
    : rules_(rows, columns),
      twins_(rows, columns),
      outer_(rules_.outer()),
      table_bits_(table_bits),
      table_(std::size_t{1} << table_bits) {
  if (rules_.edges() > 40) throw std::invalid_argument("oracle: too many edges to search");
  for (int edge = 0; edge < rules_.edges(); ++edge) {
    const auto [first, second] = rules_.boxes_of_edge(edge);
    beside_[edge] = {first, second != 0 ? second : kNoBox};
  }
  // An unused entry is a true statement about the full board, whose value is 0.
  std::ranges::fill(table_, Entry(rules_.full(), 0, 0));
}

// A value has the parity of the number of boxes left, because each goes to one of the players. So
// targets have steps of two.
int DepthFirst::value(Drawn drawn) {
  drawn = twins_.outer_first(drawn);
  const int left = rules_.boxes_left(drawn);
  int lower = -left;
  int upper = left;
  while (lower < upper) {
    const int target = lower + 2 + (upper - lower - 2) / 4 * 2;
    if (ask({drawn, left, target})) {
      lower = target;
    } else {
      upper = target - 2;
    }
  }
  return lower;
}

// Two kinds of moves of a quiet position are dominated:
DepthFirst::Lacks DepthFirst::look(Drawn drawn) const {
  Lacks result;
  for (const Drawn box : rules_.all_boxes()) {
    const Drawn lacks = box & ~drawn;
    if (lacks == 0) continue;
    const Drawn outer = lacks & outer_;
    const Drawn but_one = lacks & (lacks - 1);
    if (but_one == 0) {
      result.both |= result.single & lacks;
      result.single |= lacks;
    } else {
      result.dull |= outer & (outer - 1);
    }
    if (is_single(but_one)) {
      result.pairs |= lacks;
      if (lacks != outer) result.dull |= outer;
    }
  }
  return result;
}

// Takes the boxes that it is always best to take first.
//
// A box is free if its last edge x touches no other box, or one that lacks the same edge only. With
// g boxes so gained V(P) = g + V(P+x), by induction on the open edges: any other move y leaves x as
// free as it was, so if y captures h boxes it is worth h + g + V(P+y+x), and in P+x it would be
// worth h + V(P+x+y); if it captures none it is worth -g - V(P+y+x), less than in P+x.
//
// The only capturing edge is best drawn when no other edge captures after it: see ask_capturing.
DepthFirst::Lacks DepthFirst::take_for_certain(Question& question) const {
  while (true) {
    Lacks lacks = look(question.drawn);
    const Drawn free = lacks.single & (outer_ | lacks.both);
    lacks.single &= ~free;
    const bool only = is_single(lacks.single) && (lacks.single & lacks.pairs) == 0;
    const Drawn taken = only ? free | lacks.single : free;
    const int gain = std::popcount(taken) + std::popcount(taken & lacks.both);
    question.drawn |= taken;
    question.left -= gain;
    question.target -= gain;
    if (!only) return lacks;
  }
}

bool DepthFirst::ask(Question question) {
  const Lacks lacks = take_for_certain(question);
  if (question.target <= -question.left) return true;
  if (question.target > question.left) return false;
  const Drawn key = twins_.lowest_image(question.drawn);
  const Entry known = find(key, question.left);
  if (question.target <= known.lower()) return true;
  if (question.target > known.upper()) return false;
  const bool yes = ask_moves(question, lacks);
  const Entry learnt = find(key, question.left);  // the search may have changed the entry
  slot(key) = yes ? Entry(key, question.target, learnt.upper())
                  : Entry(key, learnt.lower(), question.target - 2);
  return yes;
}

DepthFirst::Entry DepthFirst::find(Drawn drawn, int left) {
  const Entry& entry = slot(drawn);
  return entry.drawn() == drawn ? entry : Entry(drawn, -left, left);
}

bool DepthFirst::ask_moves(const Question& question, const Lacks& lacks) {
  ++searched_;
  return lacks.single != 0 ? ask_capturing(question, lacks) : ask_quiet(question, lacks);
}

// Moves that offer no box come first, because they are more often good.
bool DepthFirst::ask_quiet(const Question& question, const Lacks& lacks) {
  const Drawn open = rules_.full() & ~question.drawn & ~lacks.dull;
  for (const Drawn group : {open & ~lacks.pairs, open & lacks.pairs}) {
    for (Drawn rest = group; rest != 0; rest &= rest - 1) {
      if (ask_move(question, rest & -rest)) return true;
    }
  }
  return false;
}

// Where x captures g boxes, a move y that captures neither now nor after x is not worth trying:
// drawing x and then y is worth g - V(P+x+y), while after y at once the opponent may take x, so
// y is worth at most -(g + V(P+x+y)). What captures only after x is the other edge of the box
// across x, if that lacks two. So there is at most one move to try that does not capture, and it
// must be such for every capturing x.
bool DepthFirst::ask_capturing(const Question& question, const Lacks& lacks) {
  Drawn decline = rules_.full();
  for (Drawn rest = lacks.single; rest != 0; rest &= rest - 1) {
    const Drawn edge = rest & -rest;
    if (ask_move(question, edge)) return true;
    decline &= other_of_pair(question.drawn, edge);
  }
  return decline != 0 && ask_move(question, decline);
}

// The other edge of the box that lacks two edges, one of which is `single`; 0 if there is none.
Drawn DepthFirst::other_of_pair(Drawn drawn, Drawn single) const {
  for (const Drawn box : beside_[std::countr_zero(single)]) {
    const Drawn lacks = box & ~drawn;
    if (std::popcount(lacks) == 2) return lacks & ~single;
  }
  return 0;
}

bool DepthFirst::ask_move(const Question& question, Drawn edge) {
  const Drawn next = question.drawn | edge;
  int gain = 0;
  for (const Drawn box : beside_[std::countr_zero(edge)]) gain += (box & ~next) == 0;
  if (gain > 0) return ask({next, question.left - gain, question.target - gain});
  return !ask({next, question.left, 2 - question.target});
}

DepthFirst::Entry& DepthFirst::slot(Drawn drawn) {
  return table_[static_cast<std::size_t>((drawn * 0x9e3779b97f4a7c15u) >> (64 - table_bits_))];
}

}  // namespace oracle
