// Files of positions and values as `pipo audit` reads them: text, csv, JSON. Each line is a claim
// that can be checked, or an error whose message begins with the column.
#include <sstream>
#include <string>
#include <vector>

#include "pipo/command/claim_reader.hpp"
#include "tests/fuzz/property.hpp"

namespace pipo::fuzz {
namespace {

void check_claim(const Claim& claim) {
  const Position& position = claim.position;
  const IndexSet open = position.open();
  require(position.drawn.largest() < position.board.edges(), "its edges are of the board");
  require(claim.value >= -kMaximumBoxes && claim.value <= kMaximumBoxes, "a value has a limit");
  require(!claim.best || (*claim.best - open).empty(), "best moves are open edges");
  IndexSet moves;
  for (const ClaimedMove& move : claim.moves) {
    require(open.contains(move.edge), "a move is an open edge");
    require(!moves.contains(move.edge), "a move is given once");
    moves.insert(move.edge);
  }
}

void check_line(const ClaimLine& line) {
  require(line.claim.has_value() == line.problem.empty(), "a claim, or what is wrong with it");
  if (line.claim) return check_claim(*line.claim);
  require_message(line.problem);
  require(line.problem.starts_with("column "), "what is wrong has its column");
}

void read_claims(std::string_view bytes, const std::string& notation) {
  std::istringstream stream{std::string(bytes)};
  LineReader reader(stream, "input");
  ClaimReader claims(notation, {});
  const auto broken_off = reader.read_all([&](const std::vector<TextLine>& lines) {
    for (const ClaimLine& line : claims.read(lines)) check_line(line);
  });
  if (broken_off) require_message(*broken_off);
}

}  // namespace
}  // namespace pipo::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pipo::fuzz;
  for (const char* notation : {"dbn", "moves", "auto"}) read_claims(as_text(data, size), notation);
  return 0;
}
