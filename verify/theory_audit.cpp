#include "verify/theory_audit.hpp"

#include "theory/audit.hpp"
#include "theory/short_chains.hpp"
#include "verify/stored_endgames.hpp"

namespace pipo {
namespace {

theory::Derived expected_value(const Board& board, EdgeSet quiet) {
  const theory::Subject subject = theory::Theory(board).subject(quiet).value();
  if (!subject.exchange) return {-subject.value, {"Sierra", "proposition 75"}};
  return {value_before_exchange(*subject.exchange, subject.value), {"Sierra", "proposition 39"}};
}

}  // namespace

TheoryReport audit_theory(const TableSections& sections, const VerifyProgress& progress) {
  const Table& table = sections.table();
  StoredEndgames<theory::Audit> check(sections, progress);
  check.run();
  const theory::Audit audit = check.audit();
  TheoryReport report{.stored = table.manifest().stored(),
                      .endgames = audit.positions(),
                      .statements = {},
                      .first = {}};
  for (std::size_t i = 0; i < audit.tallies().size(); ++i) {
    const theory::Statement& statement = theory::statements()[i];
    const theory::Tally& tally = audit.tallies()[i];
    report.statements.push_back({statement, tally.held + tally.mismatched, tally.mismatched});
    if (!tally.example || report.first) continue;
    const EdgeSet quiet = tally.example->quiet;
    report.first = {statement,
                    {table.identity().board, table.space().turn_back(quiet)},
                    tally.example->value,
                    expected_value(table.space().states().cut().turned(), quiet)};
  }
  return report;
}

}  // namespace pipo
