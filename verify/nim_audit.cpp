#include "verify/nim_audit.hpp"

#include <mutex>
#include <utility>
#include <vector>

#include "parallel/threads.hpp"
#include "probe/table/nim_tables.hpp"
#include "theory/nimstring.hpp"
#include "verify/layer_numbers.hpp"
#include "verify/random.hpp"
#include "verify/stored_endgames.hpp"

namespace pipo {
namespace {

// The results of one thread for the loony endgames of the turned board.
class LoonyEndgames {
 public:
  explicit LoonyEndgames(const Board& board) : board_(board), stage_test_(board) {}

  void check(EdgeSet quiet, int value) {
    if (stage_test_.stage(quiet) != theory::Stage::loony_endgame) return;
    ++count_;
    if (value != 0) note(NimAudit::Contradicted::loony_endgame, quiet, value);
    const theory::ChainFormula formula = theory::chain_formula({board_, quiet});
    if (!formula.d || *formula.d % 2 == formula.wanted) {
      note(NimAudit::Contradicted::chain_formula, quiet, value);
    }
  }

  void merge(const LoonyEndgames& other) {
    count_ += other.count_;
    if (other.first_)
      note(other.first_->statement, other.first_->position.drawn, other.first_->table_value);
  }

  std::uint64_t count() const { return count_; }
  const std::optional<NimAudit::Mismatch>& first() const { return first_; }

 private:
  // Keeps the position with the lowest set of edges, as a number.
  void note(NimAudit::Contradicted statement, EdgeSet quiet, int value) {
    if (first_ && first_->position.drawn <= quiet) return;
    first_ = {statement, {board_, quiet}, value, 0};
  }

  Board board_;
  theory::StageTest stage_test_;
  std::uint64_t count_ = 0;
  std::optional<NimAudit::Mismatch> first_;
};

class Searches {
 public:
  Searches(const TableSections& sections, std::size_t limit, NimAudit& report)
      : sections_(sections),
        table_(sections.table()),
        board_(table_.identity().board),
        limit_(limit),
        report_(report) {}

  void run(std::uint64_t count, std::uint64_t seed, const VerifyProgress& progress) {
    std::vector<std::uint64_t> sizes;
    for (int layer = table_.first_layer(); layer <= table_.last_layer(); ++layer) {
      sizes.push_back(table_.layout(layer).entries());
    }
    const LayerNumbers entries(table_.first_layer(), std::move(sizes));
    const Position start{board_, table_.identity().start};
    compare(count, start, StoredValues::only(table_.folder(), TableGame::nimstring).value(start));
    parallel_loop(std::uint64_t{0}, count, [&](std::uint64_t number) {
      Random random(seed, number);
      const auto [layer, place] = entries.place(random.below(entries.total()));
      const TableSections::Entry entry = sections_.entry(layer, place);
      compare(number, entry.position, entry.value);
      const std::lock_guard lock(mutex_);
      if (progress) progress("search", ++done_, count);
    });
  }

 private:
  void compare(std::uint64_t number, const Position& position, int value) {
    std::optional<NimValue> found;
    try {
      found = theory::NimstringSolver(board_, limit_).value(position.drawn);
    } catch (const theory::SearchTooLarge&) {
      // It is counted below.
    }
    const std::lock_guard lock(mutex_);
    ++report_.drawn;
    if (!found) {
      ++report_.too_large;
    } else if (nim_value_of(value) != *found && number <= first_) {
      first_ = number;
      const int expected = found->loony ? kLoony : found->number;
      report_.first = {NimAudit::Contradicted::search, position, value, expected};
    }
  }

  const TableSections& sections_;
  const Table& table_;
  Board board_;
  std::size_t limit_;
  NimAudit& report_;
  std::mutex mutex_;
  std::uint64_t done_ = 0;
  std::uint64_t first_ = ~std::uint64_t{0};  // number of the position in report_.first
};

}  // namespace

NimAudit audit_nimstring(const TableSections& sections, std::uint64_t count, std::uint64_t seed,
                         std::size_t limit, const VerifyProgress& progress) {
  const Table& table = sections.table();
  NimAudit report;
  report.stored = table.manifest().stored();
  StoredEndgames<LoonyEndgames> check(sections, progress);
  check.run();
  const LoonyEndgames endgames = check.audit();
  report.endgames = endgames.count();
  if (endgames.first()) {
    report.first = endgames.first();
    const EdgeSet quiet = report.first->position.drawn;
    report.first->position = {table.identity().board, table.space().turn_back(quiet)};
    return report;
  }
  Searches(sections, limit, report).run(count, seed, progress);
  return report;
}

}  // namespace pipo
