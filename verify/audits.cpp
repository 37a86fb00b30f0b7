#include "verify/audits.hpp"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "parallel/threads.hpp"
#include "probe/codec/packed_block.hpp"
#include "probe/table/nim_tables.hpp"
#include "search/graph.hpp"
#include "search/graph_solver.hpp"
#include "theory/advice.hpp"
#include "theory/loony_endgame.hpp"
#include "theory/stage.hpp"
#include "theory/statements.hpp"
#include "verify/drawing.hpp"

namespace pipo {
namespace {

constexpr std::size_t kSearchMemory = std::size_t{64} << 20;

// All stored endgames of a table. Positions are pairs of a configuration of the lower half and one
// of the upper half. Some boxes of a half show that no position with this configuration is an
// endgame, so all of its pairs are dismissed at once. The remaining positions are tested; the
// values of those that pass are read.

// A configuration of one half whose boxes do not rule out an endgame.
struct Candidate {
  std::uint32_t number = 0;  // number of the stored row, or of the column
  EdgeSet edges = 0;         // including the seam's
};

// Returns the candidates among a block's rows or columns.
std::span<const Candidate> within(const std::vector<Candidate>& all, std::uint32_t first,
                                  std::uint32_t count) {
  const auto begin = std::ranges::lower_bound(all, first, {}, &Candidate::number);
  const auto end = std::ranges::lower_bound(all, first + count, {}, &Candidate::number);
  return {begin, end};
}

// The positions are those of the turned board throughout: the theory does not depend on the board's
// orientation. Each thread has an Audit, constructed from the board, whose check(quiet, value) gets
// the stored endgames.
template <class Audit>
class StoredEndgames {
 public:
  StoredEndgames(const TableSections& sections, const VerifyProgress& progress)
      : table_(sections.table()),
        cut_(table_.space().states().cut()),
        board_(cut_.turned()),
        stage_test_(board_),
        progress_(progress),
        total_(table_.manifest().stored()),
        audits_([this] { return Audit(board_); }) {}

  void run() {
    for (int layer = table_.last_layer(); layer >= table_.first_layer(); --layer) {
      if (!table_.keeps(layer)) continue;
      const std::size_t sections = table_.layout(layer).sections().size();
      parallel_loop(std::size_t{0}, sections,
                    [&](std::size_t section) { check_section(layer, section); });
    }
  }

  // Returns the results of all threads together.
  Audit audit() {
    Audit sum(board_);
    audits_.each([&](const Audit& one) { sum.merge(one); });
    return sum;
  }

 private:
  void check_section(int layer, std::size_t number) {
    const LayerLayout& layout = table_.layout(layer);
    const StoredSection& section = layout.sections()[number];
    const bool last = number + 1 == layout.sections().size();
    const std::uint64_t end = last ? layout.blocks() : layout.sections()[number + 1].first_block;
    std::vector<Candidate> rows = candidates(section.key, Side::lower);
    if (section.storage == Storage::kept_rows) number_kept_rows(section.key, rows);
    const std::vector<Candidate> columns = candidates(section.key, Side::upper);
    parallel_loop(section.first_block, end, [&](std::uint64_t block) {
      const BlockExtent place = layout.block(block);
      check_block(layer, block, within(rows, place.first_row, place.rows),
                  within(columns, place.first_column, place.columns));
      finished(layer, std::uint64_t{place.rows} * place.columns);
    });
  }

  // The configuration and the seam alone determine the boxes of a half and of the seam.
  std::vector<Candidate> candidates(const SectionKey& key, Side side) const {
    const bool lower = side == Side::lower;
    const BoxSet known =
        rows_of_boxes(lower ? cut_.half_rows(Side::upper) : 0,
                      lower ? board_.rows() : board_.rows() - cut_.half_rows(Side::lower));
    std::vector<Candidate> result;
    std::uint32_t number = 0;
    for (const HalfConfiguration half : table_.space().states().half(side).list(
             cut_.border(key.seam, side), lower ? key.lower : key.upper)) {
      const EdgeSet edges =
          cut_.join({.seam = key.seam, .lower = lower ? half : 0, .upper = lower ? 0 : half});
      if (!stage_test_.rules_out(edges, known)) result.push_back({number, edges});
      ++number;
    }
    return result;
  }

  BoxSet rows_of_boxes(int first, int end) const {
    return ((BoxSet{1} << end * board_.columns()) - 1) &
           ~((BoxSet{1} << first * board_.columns()) - 1);
  }

  void number_kept_rows(const SectionKey& key, std::vector<Candidate>& rows) const {
    const KeptGroup& kept = table_.space().kept_rows().group(key);
    std::erase_if(rows, [&](const Candidate& row) { return !kept.kept(row.number); });
    for (Candidate& row : rows) row.number = kept.compact(row.number);
  }

  void check_block(int layer, std::uint64_t number, std::span<const Candidate> rows,
                   std::span<const Candidate> columns) {
    const BlockExtent place = table_.layout(layer).block(number);
    thread_local PackedBlock values;
    Audit& audit = audits_.local();
    bool read = false;  // most blocks hold no endgame
    for (const Candidate& row : rows) {
      for (const Candidate& column : columns) {
        const EdgeSet quiet = row.edges | column.edges;
        if (stage_test_.stage(quiet) == theory::Stage::before) continue;
        if (!read) table_.file(layer).read_block(number, values);
        read = true;
        const int halved =
            values.halved(row.number - place.first_row, column.number - place.first_column);
        audit.check(quiet, table_.value(halved, {board_, quiet}));
      }
    }
  }

  // Reports progress in values; every block is assumed to have an average share of its layer's
  // values.
  void finished(int layer, std::uint64_t entries) {
    const double values = static_cast<double>(table_.file(layer).header().stored) *
                          static_cast<double>(entries) /
                          static_cast<double>(table_.layout(layer).entries());
    const std::lock_guard lock(mutex_);
    done_ += values;
    if (progress_)
      progress_("layer " + std::to_string(layer), static_cast<std::uint64_t>(done_ + 0.5), total_);
  }

  const Table& table_;
  const Cut& cut_;
  Board board_;
  theory::StageTest stage_test_;
  const VerifyProgress& progress_;
  std::uint64_t total_;
  PerThread<Audit> audits_;
  std::mutex mutex_;
  double done_ = 0;
};

theory::Derived expected_value(const Board& board, EdgeSet quiet) {
  const theory::EndgameFacts facts = theory::Theory(board).facts(quiet).value();
  if (!facts.exchange) return {-facts.value, {"Sierra", "proposition 75"}};
  return {value_before_exchange(*facts.exchange, facts.value), {"Sierra", "proposition 39"}};
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
    const LayerNumbers entries = stored_entries(table_);
    const Position start{board_, table_.identity().start};
    compare(count, start, StoredValues::only(table_.folder(), table_.identity()).value(start));
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
    graph::Solver search(graph::graph_of(board_), kSearchMemory);
    const std::optional<NimValue> found =
        search.nim_value(graph::open_edges(position), [&] { return search.nodes() >= limit_; });
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
