#include "generator/sweep/schedule.hpp"

#include <malloc.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "generator/sweep/furthest_use.hpp"
#include "generator/sweep/section_sources.hpp"
#include "generator/sweep/value_memory.hpp"
#include "generator/sweep/work_order.hpp"

namespace pipo {
namespace {

// The share of the budget for one step. A smaller share leaves more memory for other sections, so
// less is read back (3x6 within 14 GiB: 2.4 times instead of 2.7 with a third), but more sections
// need several steps.
constexpr std::uint64_t kStepsABudget = 6;

// Returns the largest piece of memory that a section's values take.
std::uint64_t largest_piece(const StateSpace& space) {
  return piece_bytes(largest_section(space) + kSectionSlack);
}

// Finished sections are written in batches, large enough to keep all threads busy: this part of the
// table, within these bounds in bytes, but at most this part of the budget.
constexpr std::uint64_t kMostToWrite = std::uint64_t{32} << 20;
constexpr std::uint64_t kLeastToWrite = std::uint64_t{1} << 20;
constexpr std::uint64_t kWritesATable = 64;
constexpr std::uint64_t kWritesABudget = 32;

constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

// Makes a schedule: simulates the steps as the sweep will run them.
class ScheduleMaker {
 public:
  // `sections` must outlive this. `budget` is in bytes of memory for values.
  ScheduleMaker(const LoadedSections& sections, std::vector<Step> steps, std::uint64_t budget)
      : sections_(sections),
        budget_(budget),
        next_use_(sections.count(), kNever),
        state_(sections.count(), State::away),
        seen_(sections.count()),
        idle_(steps.size()) {
    for (Step& step : steps) schedule_.steps.emplace_back().Step::operator=(std::move(step));
  }

  // Call it once.
  Schedule make() {
    note_uses();
    auto& steps = schedule_.steps;
    for (std::uint32_t i = 0; i < steps.size(); ++i) {
      begin(i);
      if (i + 1 < steps.size()) load_early(i);
      end(i);
    }
    // A whole step may read any loaded section, so its long list of sources is not needed.
    for (ScheduledStep& step : steps) {
      if (!step.partial()) step.sources = {};
    }
    return std::move(schedule_);
  }

 private:
  using Sections = std::vector<SectionNumber>;

  // `written` means in memory and in its file; `idle`, in addition, that no step uses the section
  // now, and a later one will.
  enum class State : std::uint8_t { away, computed, written, idle };
  enum class IfNone : bool { drop_nothing, drop_all };

  std::uint64_t bytes(SectionNumber section) const { return piece_bytes(sections_.bytes(section)); }

  std::uint64_t bytes(const Sections& sections) const {
    std::uint64_t total = 0;
    for (const SectionNumber section : sections) total += bytes(section);
    return total;
  }

  // Finds, from the last step back, the next use of each source of a step and the first use of each
  // section.
  void note_uses() {
    const auto& steps = schedule_.steps;
    first_later_.resize(steps.size() + 1);
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      first_later_[i] = all;
      all += steps[i].sources.size();
      if (!steps[i].completes) continue;
      for (const SectionNumber target : steps[i].targets) {
        schedule_.computed += sections_.bytes(target) - kSectionSlack;
      }
    }
    later_.resize(all);
    for (std::size_t i = steps.size(); i-- > 0;) {
      for (std::size_t k = 0; k < steps[i].sources.size(); ++k) {
        later_[first_later_[i] + k] =
            std::exchange(next_use_[steps[i].sources[k]], static_cast<std::uint32_t>(i));
      }
    }
    write_at_once_ =
        std::min(std::clamp(schedule_.computed / kWritesATable, kLeastToWrite, kMostToWrite),
                 budget_ / kWritesABudget);
  }

  void begin(std::uint32_t i) {
    ScheduledStep& step = schedule_.steps[i];
    drop_done(step.drops);
    if (!step.loads_early) step.loads = missing(i);
    std::uint64_t wanted = step.loads_early ? 0 : bytes(step.loads);
    if (step.state == Targets::fresh) wanted += bytes(step.targets);
    if (!make_room(wanted, i, step.drops)) {
      step.flush = true;
      set_written(std::exchange(on_the_way_, {}));
      set_written(take_to_write());
      drop_done(step.drops);
      // If the budget is still too small, it is exceeded by as little as possible.
      make_room(wanted, i, step.drops, IfNone::drop_all);
    }
    if (!step.loads_early) load(step.loads);
    if (step.state == Targets::fresh) {
      for (const SectionNumber target : step.targets) take(target, State::computed);
    }
  }

  // Loads the next step's sources now if they fit beside those of step i.
  void load_early(std::uint32_t i) {
    ScheduledStep& next = schedule_.steps[i + 1];
    Sections loads = missing(i + 1);
    next.loads_early = make_room(bytes(loads), i + 1, schedule_.steps[i].drops);
    if (!next.loads_early) return;
    next.loads = std::move(loads);
    load(next.loads);
  }

  void end(std::uint32_t i) {
    ScheduledStep& step = schedule_.steps[i];
    for (std::size_t k = 0; k < step.sources.size(); ++k) {
      const SectionNumber source = step.sources[k];
      next_use_[source] = later_[first_later_[i] + k];
      if (state_[source] == State::computed) continue;
      state_[source] = State::written;
      rest(source);
    }
    idle_.pass(i + 1);
    if (!step.completes) return;
    to_write_.insert(to_write_.end(), step.targets.begin(), step.targets.end());
    bytes_to_write_ += bytes(step.targets);
    step.write = bytes_to_write_ >= write_at_once_ || i + 1 == schedule_.steps.size();
    if (step.write) set_written(std::exchange(on_the_way_, take_to_write()));
  }

  Sections missing(std::uint32_t i) const {
    Sections missing;
    for (const SectionNumber source : schedule_.steps[i].sources) {
      if (state_[source] == State::away) missing.push_back(source);
    }
    return missing;
  }

  // Evicts idle sections until `wanted` bytes fit into the budget, but none that is used up to step
  // `last_used`. Returns false if that is not enough.
  bool make_room(std::uint64_t wanted, std::uint32_t last_used, Sections& drops,
                 IfNone if_none = IfNone::drop_nothing) {
    Sections going;
    std::uint64_t free = 0;
    bool room = true;
    while (room && resident_ + wanted > budget_ + free) {
      const auto latest = idle_.furthest([this](const FurthestUse::Entry& entry) {
        return state_[entry.section] == State::idle && next_use_[entry.section] == entry.use;
      });
      room = latest && latest->use > last_used;
      if (!room) break;
      idle_.pop();
      going.push_back(latest->section);
      free += bytes(latest->section);
    }
    for (const SectionNumber section : going) {
      if (room || if_none == IfNone::drop_all) {
        drop(section, drops);
      } else {
        set_idle(section);
      }
    }
    return room;
  }

  void drop(SectionNumber section, Sections& drops) {
    state_[section] = State::away;
    resident_ -= bytes(section);
    drops.push_back(section);
  }

  void drop_done(Sections& drops) {
    for (const SectionNumber section : done_) drop(section, drops);
    done_.clear();
  }

  void load(const Sections& sections) {
    for (const SectionNumber section : sections) {
      take(section, State::written);
      set_idle(section);
      schedule_.read_back += sections_.bytes(section) - kSectionSlack;
    }
  }

  void take(SectionNumber section, State state) {
    state_[section] = state;
    resident_ += bytes(section);
    schedule_.peak_bytes = std::max(schedule_.peak_bytes, resident_);
    if (seen_[section]) return;
    seen_[section] = true;
    wanted_bytes_ += bytes(section);
    schedule_.full_bytes = std::max(schedule_.full_bytes, wanted_bytes_);
  }

  Sections take_to_write() {
    bytes_to_write_ = 0;
    return std::exchange(to_write_, {});
  }

  void set_written(const Sections& sections) {
    for (const SectionNumber section : sections) {
      state_[section] = State::written;
      rest(section);
    }
  }

  // Handles a section that is written and not in use: it becomes idle, or is done if nothing uses
  // it again.
  void rest(SectionNumber section) {
    if (next_use_[section] != kNever) return set_idle(section);
    done_.push_back(section);
    wanted_bytes_ -= bytes(section);
  }

  void set_idle(SectionNumber section) {
    state_[section] = State::idle;
    idle_.add({.use = next_use_[section], .section = section});
  }

  const LoadedSections& sections_;
  std::uint64_t budget_;
  Schedule schedule_;
  std::uint64_t write_at_once_ = 0;
  std::vector<std::uint64_t> first_later_;  // [step]: where its sources begin in later_
  std::vector<std::uint32_t> later_;        // [source of a step]: the step that uses it next
  std::vector<std::uint32_t> next_use_;     // [section]
  std::vector<State> state_;                // [section]
  std::vector<bool> seen_;                  // [section]: was it ever in memory?
  FurthestUse idle_;                        // an entry counts if its section is idle until that use
  Sections done_;                           // not needed again
  Sections to_write_;                       // computed since the last write
  Sections on_the_way_;                     // being written to the files
  std::uint64_t bytes_to_write_ = 0;
  std::uint64_t resident_ = 0;
  std::uint64_t wanted_bytes_ = 0;  // bytes of sections that were in memory and will be used again
};

}  // namespace

Schedule make_schedule(const SweepTables& tables, const std::vector<bool>& made,
                       std::uint64_t budget) {
  const LoadedSections sections(tables.space);
  const std::vector<SectionKey> order = order_of_work(tables.space, made);
  std::vector<Step> steps = plan_steps(sections, order, source_lists(tables, sections, order),
                                       budget_of_step(tables.space, budget));
  Schedule schedule = ScheduleMaker(sections, std::move(steps), budget).make();
  malloc_trim(0);  // the lists were many small pieces, and values do not come from the heap
  return schedule;
}

std::uint64_t budget_of_step(const StateSpace& space, std::uint64_t budget) {
  return std::max(budget / kStepsABudget, 2 * largest_piece(space));
}

// Enough for a section, one of its sources, and a source of the next step.
std::uint64_t least_budget(const StateSpace& space) {
  return 3 * largest_piece(space);
}

}  // namespace pipo
