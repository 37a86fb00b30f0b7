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
  require((position.drawn & ~position.board.all()) == 0, "its edges are of the board");
  require(claim.value >= -kSmallBoardEdges && claim.value <= kSmallBoardEdges,
          "a value has a limit");
  require(!claim.best || (*claim.best & ~position.open()) == 0, "best moves are open edges");
  EdgeSet moves = 0;
  for (const ClaimedMove& move : claim.moves) {
    const EdgeSet bit = EdgeSet{1} << move.edge;
    require((position.open() & bit) != 0, "a move is an open edge");
    require((moves & bit) == 0, "a move is given once");
    moves |= bit;
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
