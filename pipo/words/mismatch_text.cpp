#include <fmt/core.h>

#include "pipo/words/answer_text.hpp"
#include "pipo/words/units.hpp"
#include "pipo/words/verify_text.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/signed_number.hpp"

namespace pipo {

std::string describe(const Mismatch& mismatch) {
  return fmt::format(
      "{}\nthe table's value is {}, but its values of the next positions give {}; "
      "the value of each move:\n\n{}",
      to_string(mismatch.position), signed_number(mismatch.table_value),
      signed_number(mismatch.rule_value()), picture_of_moves(mismatch.position, mismatch.moves));
}

}  // namespace pipo
