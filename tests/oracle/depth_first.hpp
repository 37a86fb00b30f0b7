// Values of single positions of boards too large for a flat table, by the rules alone.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tests/oracle/rules.hpp"
#include "tests/oracle/twins.hpp"

namespace oracle {

// A depth-first search that answers the question "is the value at least t?", with a table of bounds
// kept between questions. Boards of at most 40 edges; not thread-safe.
//
// Every shortcut is proven in a few lines where it is taken.
class DepthFirst {
 public:
  // The table takes 8 << table_bits bytes.
  DepthFirst(int rows, int columns, int table_bits = 23);

  const Rules& rules() const { return rules_; }

  // The margin of the player to move, in boxes, under best play.
  int value(Drawn drawn);

  // The number of positions whose moves were searched so far.
  std::uint64_t searched() const { return searched_; }

 private:
  // A position and two bounds of its value, in eight bytes.
  class Entry {
   public:
    Entry() = default;
    Entry(Drawn drawn, int lower, int upper)
        : bits_(drawn << 16 | Drawn{static_cast<std::uint8_t>(lower)} << 8 |
                static_cast<std::uint8_t>(upper)) {}
    Drawn drawn() const { return bits_ >> 16; }
    int lower() const { return static_cast<std::int8_t>(bits_ >> 8 & 255); }
    int upper() const { return static_cast<std::int8_t>(bits_ & 255); }

   private:
    Drawn bits_ = 0;
  };
  // A question: is the value of a position with that many boxes left at least the target?
  struct Question {
    Drawn drawn;
    int left;
    int target;
  };
  // The open edges of a position's boxes.
  struct Lacks {
    Drawn single = 0;  // edges that are the last open edge of a box
    Drawn both = 0;    // edges that are the last open edge of two boxes
    Drawn pairs = 0;   // edges of boxes with two open edges
    Drawn dull = 0;    // in a quiet position, edges dominated by another one
  };

  Lacks look(Drawn drawn) const;
  Lacks take_for_certain(Question& question) const;
  Drawn other_of_pair(Drawn drawn, Drawn single) const;
  bool ask(Question question);
  bool ask_moves(const Question& question, const Lacks& lacks);
  bool ask_quiet(const Question& question, const Lacks& lacks);
  bool ask_capturing(const Question& question, const Lacks& lacks);
  bool ask_move(const Question& question, Drawn edge);
  Entry find(Drawn drawn, int left);
  Entry& slot(Drawn drawn);

  Rules rules_;
  Twins twins_;
  Drawn outer_;
  std::array<std::array<Drawn, 2>, 40> beside_{};  // the boxes beside an edge
  int table_bits_;
  std::vector<Entry> table_;
  std::uint64_t searched_ = 0;
};

}  // namespace oracle
