// Claims as plain text: POSITION VALUE [BEST] [MOVES].
#include <algorithm>

#include "pipo/command/claim_reader.hpp"

namespace pipo {
namespace {

std::vector<ClaimField> fields_of(const ClaimField& line, std::string_view separators) {
  std::vector<ClaimField> fields;
  for (std::size_t begin = 0; begin < line.text.size();) {
    const std::size_t end = std::min(line.text.find_first_of(separators, begin), line.text.size());
    if (end > begin) fields.push_back({line.text.substr(begin, end - begin), line.column + begin});
    begin = end + 1;
  }
  return fields;
}

// Returns whether spaces separate the fields. Positions in notations other than dbn contain spaces.
bool spaces_separate(const ClaimField& line, std::string_view notation) {
  if (notation == "dbn") return true;
  const std::string_view first_word = line.text.substr(0, line.text.find_first_of(" \t"));
  return notation == "auto" && first_word.find(':') != first_word.npos && first_word[0] != '{';
}

}  // namespace

Claim read_claim_text(const ClaimField& line, std::string_view notation) {
  const bool spaces = spaces_separate(line, notation);
  const std::vector<ClaimField> fields = fields_of(line, spaces ? " \t" : "\t");
  Claim claim;
  claim.position = read_claimed_position(fields.front(), spaces ? "dbn" : notation);
  if (fields.size() < 2) {
    refuse_column(line.column + line.text.size(),
                  spaces ? "the value of the position is missing"
                         : "the value is missing; positions of this notation contain spaces, so "
                           "separate them from the value by a tab");
  }
  claim.value = read_claimed_value(fields[1]);
  for (std::size_t i = 2; i < fields.size(); ++i) {
    const bool moves = fields[i].text.find('=') != std::string_view::npos;
    if (i > 3 || (moves ? !claim.moves.empty() : claim.best.has_value())) {
      refuse_column(fields[i].column,
                    "expected nothing more after the position, its value, the best moves and the "
                    "values of moves");
    }
    if (moves) {
      claim.moves = read_claimed_moves(fields[i], claim.position);
    } else {
      claim.best = read_claimed_best(fields[i], claim.position);
    }
  }
  return claim;
}

}  // namespace pipo
