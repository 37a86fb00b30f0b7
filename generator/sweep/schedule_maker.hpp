// Makes a schedule: simulates the steps as the sweep will run them.
#pragma once

#include <cstdint>
#include <vector>

#include "generator/sweep/furthest_use.hpp"
#include "generator/sweep/schedule.hpp"
#include "generator/sweep/value_memory.hpp"

namespace pipo {

class ScheduleMaker {
 public:
  // `sections` must outlive this. `budget` is in bytes of memory for values.
  ScheduleMaker(const LoadedSections& sections, std::vector<Step> steps, std::uint64_t budget);

  // Call it once.
  Schedule make();

 private:
  using Sections = std::vector<SectionNumber>;

  // `written` means in memory and in its file; `idle`, in addition, that no step uses the section
  // now, and a later one will.
  enum class State : std::uint8_t { away, computed, written, idle };
  enum class IfNone : bool { drop_nothing, drop_all };

  std::uint64_t bytes(SectionNumber section) const { return piece_bytes(sections_.bytes(section)); }
  std::uint64_t bytes(const Sections& sections) const;
  void note_uses();
  void begin(std::uint32_t i);
  void load_early(std::uint32_t i);
  void end(std::uint32_t i);
  Sections missing(std::uint32_t i) const;
  bool make_room(std::uint64_t wanted, std::uint32_t last_used, Sections& drops,
                 IfNone if_none = IfNone::drop_nothing);
  void drop(SectionNumber section, Sections& drops);
  void drop_done(Sections& drops);
  void load(const Sections& sections);
  void take(SectionNumber section, State state);
  Sections take_to_write();
  void set_written(const Sections& sections);
  void rest(SectionNumber section);
  void set_idle(SectionNumber section);

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

}  // namespace pipo
