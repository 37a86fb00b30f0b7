#include "pipo/words/answer_text.hpp"
#include "pipo/words/units.hpp"
#include "pipo/words/verify_text.hpp"
#include "pipopipette/notation.hpp"

namespace pipo {

std::string describe(const Mismatch& mismatch) {
  return to_string(mismatch.position) + "\nthe table says " + signed_number(mismatch.table_value) +
         ", but by its own values of the positions that follow it is " +
         signed_number(mismatch.rule_value()) + "; the value of each move:\n\n" +
         picture_of_moves(mismatch.position, mismatch.moves);
}

}  // namespace pipo
