#include "theory/audit.hpp"

namespace pipo::theory {
namespace {

void keep_least(std::optional<Tally::Mismatch>& kept, const Tally::Mismatch& found) {
  if (!kept || found.quiet < kept->quiet) kept = found;
}

}  // namespace

void Audit::check(EdgeSet quiet, int value) {
  const std::optional<Subject> subject = theory_.subject(quiet);
  if (!subject) return;
  ++positions_;
  for (std::size_t i = 0; i < tallies_.size(); ++i) {
    const Verdict verdict = statements()[i].check(*subject, value);
    if (verdict == Verdict::holds) ++tallies_[i].held;
    if (verdict != Verdict::mismatch) continue;
    ++tallies_[i].mismatched;
    keep_least(tallies_[i].example, {quiet, value});
  }
}

void Audit::merge(const Audit& other) {
  positions_ += other.positions_;
  for (std::size_t i = 0; i < tallies_.size(); ++i) {
    tallies_[i].held += other.tallies_[i].held;
    tallies_[i].mismatched += other.tallies_[i].mismatched;
    if (other.tallies_[i].example) keep_least(tallies_[i].example, *other.tallies_[i].example);
  }
}

}  // namespace pipo::theory
