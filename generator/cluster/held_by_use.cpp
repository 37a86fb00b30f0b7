#include "generator/cluster/held_by_use.hpp"

namespace pipo {
namespace {

// In plans, a factor of 3 reduces how often every value is read back from 1.15 to 0.7 (4x4, 2 ranks
// with 900 MiB) and from 5.0 to 4.5 (3x6, 10 GiB). With 10 and 100 it is the same, and more is
// fetched.
constexpr std::uint64_t kLaterWithTwo = 3;

// Returns the effective next use of a section that another rank holds as well: this many times as
// far away. Fetching it again costs less than reading it, and half of its users get it there.
std::uint64_t with_two(std::uint32_t use, std::uint32_t task) {
  return use <= task ? use : task + kLaterWithTwo * (use - task);
}

}  // namespace

HeldByUse::HeldByUse(const TaskList& tasks, RankMemories& memories, Limits limits)
    : tasks_(tasks),
      memories_(memories),
      looks_(limits.looks),
      held_(static_cast<std::size_t>(memories.ranks())),
      dealt_(tasks.tasks().size()),
      used_(tasks.sections().count()),
      next_use_(tasks.sections().count(), kNever) {
  while (dealt_.size() >> shift_ > limits.places) ++shift_;
  for (Held& held : held_) {
    held.alone.at.resize((dealt_.size() >> shift_) + 1);
    held.shared.at.resize((dealt_.size() >> shift_) + 1);
  }
  for (SectionNumber section = 0; section < next_use_.size(); ++section) {
    const auto users = tasks_.users(section);
    if (!users.empty()) next_use_[section] = users.front();
  }
}

void HeldByUse::note_dealt(std::uint32_t task) {
  dealt_[task] = true;
  for (const Step& step : tasks_.tasks()[task].steps) {
    for (const SectionNumber source : step.sources) {
      if (next_use_[source] != task) continue;
      const auto users = tasks_.users(source);
      std::uint32_t& used = used_[source];
      while (used < users.size() && dealt_[users[used]]) ++used;
      next_use_[source] = used < users.size() ? users[used] : kNever;
      if (used < users.size()) continue;
      memories_.each_holder(source, [&](int rank) { of(rank).unwanted.push_back(source); });
    }
  }
}

// Moves a section to the other list when it gains a second holder.
void HeldByUse::note_taken(int rank, SectionNumber section) {
  if (next_use_[section] == kNever) of(rank).unwanted.push_back(section);
  place(rank, section);
  if (memories_.holders(section) != 2) return;
  memories_.each_holder(section, [&](int holder) {
    if (holder != rank) place(holder, section);
  });
}

void HeldByUse::note_dropped(SectionNumber section) {
  if (memories_.holders(section) != 1) return;
  memories_.each_holder(section, [&](int holder) { place(holder, section); });
}

// Enters the section where it belongs now; older entries for it become outdated.
void HeldByUse::place(int rank, SectionNumber section) {
  memories_.mark(rank, section) = ++marks_;
  const std::uint32_t use = next_use_[section];
  if (use == kNever) return;
  Entries& entries = memories_.holders(section) > 1 ? of(rank).shared : of(rank).alone;
  const std::size_t at = use >> shift_;
  entries.at[at].push_back({.use = use, .section = section, .mark = marks_});
  entries.first = std::min(entries.first, at);
  entries.end = std::max(entries.end, at + 1);
}

void HeldByUse::look_again(int rank) {
  look_again(rank, of(rank).alone);
  look_again(rank, of(rank).shared);
}

// Checks entries in order of their next use.
void HeldByUse::look_again(int rank, Entries& entries) {
  std::size_t looks = 0;
  for (std::size_t at = entries.first; at < entries.end && looks < looks_; ++at) {
    std::vector<Entry>& here = entries.at[at];
    for (std::size_t i = 0; i < here.size(); ++looks) {
      const Entry entry = here[i];
      if (!dealt_[entry.use]) {
        ++i;
        continue;
      }
      here[i] = here.back();
      here.pop_back();
      if (memories_.marked(rank, entry.section, entry.mark)) place(rank, entry.section);
    }
    if (!here.empty()) continue;
    here = {};  // its memory
    if (at == entries.first) ++entries.first;
  }
}

// Returns the entry needed latest; nullptr if there is none.
const HeldByUse::Entry* HeldByUse::last(int rank, Entries& entries) {
  while (entries.end > entries.first) {
    std::vector<Entry>& here = entries.at[entries.end - 1];
    if (here.empty()) {
      here = {};
      --entries.end;
      continue;
    }
    const Entry entry = here.back();
    if (!memories_.marked(rank, entry.section, entry.mark)) {
      here.pop_back();
    } else if (dealt_[entry.use]) {
      here.pop_back();
      place(rank, entry.section);
    } else {
      return &here.back();
    }
  }
  return nullptr;
}

std::optional<SectionNumber> HeldByUse::take_last(int rank, std::uint32_t task) {
  // The second call below does not move the entry that the first one returned: a valid entry of
  // `shared` that it re-enters goes to `shared` again.
  Entries& alone = of(rank).alone;
  Entries& shared = of(rank).shared;
  const Entry* const own = last(rank, alone);
  const Entry* const with_others = last(rank, shared);
  if (own == nullptr && with_others == nullptr) return std::nullopt;
  const bool take_shared =
      own == nullptr || (with_others != nullptr && with_two(with_others->use, task) > own->use);
  const SectionNumber section = (take_shared ? with_others : own)->section;
  Entries& from = take_shared ? shared : alone;
  from.at[from.end - 1].pop_back();
  return section;
}

}  // namespace pipo
