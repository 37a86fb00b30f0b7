#include "generator/sweep/schedule.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "generator/sweep/furthest_use.hpp"
#include "generator/sweep/tiling.hpp"
#include "probe/base/operating_system.hpp"

namespace pipo {
namespace {

// Returns the seam's vertical edges as a number, the least among its images; 0 if the seam is a
// line.
SeamState vertical_edges(const Cut& cut, SeamState seam) {
  if (!cut.has_box_row()) return 0;
  const int n = cut.columns();
  SeamState least = cut.seam_count();
  for (const CutImage& image : cut.images()) {
    const SeamState verticals =
        cut.image_of_seam(seam, image) >> n & ((SeamState{1} << (n + 1)) - 1);
    least = std::min(least, verticals);
  }
  return least;
}

std::vector<SeamState> seams_in_order(const StateSpace& space) {
  std::vector<std::pair<SeamState, SeamState>> seams;
  for (const SeamState seam : space.representatives()) {
    seams.emplace_back(vertical_edges(space.cut(), seam), seam);
  }
  std::sort(seams.rbegin(), seams.rend());
  std::vector<SeamState> order;
  for (const auto& [verticals, seam] : seams) order.push_back(seam);
  return order;
}

}  // namespace

std::vector<TileNumber> order_of_work(const Tiling& tiling, const std::vector<bool>& to_make) {
  const StateSpace& space = tiling.space();
  const std::vector<SeamState> seams = seams_in_order(space);
  std::vector<TileNumber> order;
  for (int last = space.last_layer(); last >= space.first_layer(); last -= kBandLayers) {
    const int first = std::max(last - kBandLayers + 1, space.first_layer());
    for (const SeamState seam : seams) {
      for (int layer = last; layer >= first; --layer) {
        if (!to_make[static_cast<std::size_t>(layer)]) continue;
        for (const SectionKey& key : space.sections(layer, seam)) {
          const std::vector<TileNumber> tiles = tiling.tiles(key);
          order.insert(order.end(), tiles.begin(), tiles.end());
        }
      }
    }
  }
  return order;
}

namespace {

// Finished tiles are written in batches, large enough to keep all threads busy: this part of the
// table, within these bounds in bytes, but at most this part of the budget.
constexpr std::uint64_t kMostToWrite = std::uint64_t{32} << 20;
constexpr std::uint64_t kLeastToWrite = std::uint64_t{1} << 20;
constexpr std::uint64_t kWritesATable = 64;
constexpr std::uint64_t kWritesABudget = 32;

// For 2x8 within 120 MiB, where a schedule takes minutes, Ctrl-C ends the program after 0.02 s.
constexpr std::uint32_t kStepsAPoll = 256;

constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

// Makes a schedule: simulates the steps as the sweep will run them.
class ScheduleMaker {
 public:
  // `tiles` must outlive this. `budget` is in bytes of memory for values.
  ScheduleMaker(const Tiling& tiles, std::vector<Step> steps, std::uint64_t budget)
      : tiles_(tiles),
        budget_(budget),
        next_use_(tiles.count(), kNever),
        state_(tiles.count(), State::away),
        seen_(tiles.count()),
        idle_(steps.size()) {
    if (tiles.part_size() != kUndivided) unwritten_.resize(tiles.sections());
    steps_.reserve(steps.size());
    for (Step& step : steps) steps_.emplace_back().Step::operator=(std::move(step));
  }

  // Call it once.
  Schedule make(const Poll& poll) {
    note_uses();
    for (std::uint32_t i = 0; i < steps_.size(); ++i) {
      if (poll && i % kStepsAPoll == 0) poll();
      begin(i);
      if (i + 1 < steps_.size()) load_early(i);
      end(i);
      // A whole step may read any loaded tile, so its long list of sources is not needed.
      if (!steps_[i].partial()) steps_[i].sources.clear();
      schedule_.steps.add(std::exchange(steps_[i], {}));
    }
    schedule_.steps.shrink_to_fit();
    return std::move(schedule_);
  }

 private:
  using Tiles = std::vector<TileNumber>;

  // `written` means in memory and in its file; `idle`, in addition, that no step uses the tile
  // now, and a later one will.
  enum class State : std::uint8_t { away, computed, written, idle };
  enum class IfNone : bool { drop_nothing, drop_all };

  // Finds, from the last step back, the next use of each source of a step and the first use of each
  // tile.
  void note_uses() {
    first_later_.resize(steps_.size() + 1);
    std::size_t all = 0;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      first_later_[i] = all;
      all += steps_[i].sources.size();
      if (!steps_[i].completes) continue;
      for (const TileNumber target : steps_[i].targets) {
        schedule_.computed += tiles_.values(target);
      }
    }
    later_.resize(all);
    for (std::size_t i = steps_.size(); i-- > 0;) {
      for (std::size_t k = 0; k < steps_[i].sources.size(); ++k) {
        later_[first_later_[i] + k] =
            std::exchange(next_use_[steps_[i].sources[k]], static_cast<std::uint32_t>(i));
      }
    }
    write_at_once_ =
        std::min(std::clamp(schedule_.computed / kWritesATable, kLeastToWrite, kMostToWrite),
                 budget_ / kWritesABudget);
  }

  void begin(std::uint32_t i) {
    ScheduledStep& step = steps_[i];
    drop_done(step.drops);
    if (!step.loads_early) step.loads = missing(i);
    if (!step.loads_early && !loadable(step.loads)) flush(step);
    std::uint64_t wanted = step.loads_early ? 0 : tiles_.bytes(step.loads);
    if (step.state == Targets::fresh) wanted += tiles_.bytes(step.targets);
    if (!make_room(wanted, i, step.drops)) {
      flush(step);
      // If the budget is still too small, it is exceeded by as little as possible.
      make_room(wanted, i, step.drops, IfNone::drop_all);
    }
    if (!step.loads_early) load(step.loads);
    if (step.state == Targets::fresh) {
      for (const TileNumber target : step.targets) {
        take(target, State::computed);
        if (!unwritten_.empty()) ++unwritten_[tiles_.section_of(target)];
      }
    }
  }

  // Writes all rows of tiles finished so far.
  void flush(ScheduledStep& step) {
    step.flush = true;
    set_written(std::exchange(on_the_way_, {}));
    set_written(take_to_write());
    drop_done(step.drops);
  }

  // A file has the entries of a tile only once the whole section is written: their twins may be in
  // later rows, and a row of blocks may end in the next row of tiles.
  bool loadable(const Tiles& tiles) const {
    return unwritten_.empty() || std::ranges::all_of(tiles, [this](TileNumber tile) {
             return unwritten_[tiles_.section_of(tile)] == 0;
           });
  }

  // Loads the next step's sources now if they fit alongside those of step i.
  void load_early(std::uint32_t i) {
    ScheduledStep& next = steps_[i + 1];
    Tiles loads = missing(i + 1);
    if (!loadable(loads)) return;
    next.loads_early = make_room(tiles_.bytes(loads), i + 1, steps_[i].drops);
    if (!next.loads_early) return;
    next.loads = std::move(loads);
    load(next.loads);
  }

  void end(std::uint32_t i) {
    ScheduledStep& step = steps_[i];
    for (std::size_t k = 0; k < step.sources.size(); ++k) {
      const TileNumber source = step.sources[k];
      next_use_[source] = later_[first_later_[i] + k];
      if (state_[source] == State::computed) continue;
      state_[source] = State::written;
      rest(source);
    }
    idle_.pass(i + 1);
    if (!step.completes) return;
    to_write_.insert(to_write_.end(), step.targets.begin(), step.targets.end());
    bytes_to_write_ += tiles_.bytes(step.targets);
    step.write = bytes_to_write_ >= write_at_once_ || i + 1 == steps_.size();
    if (step.write) set_written(std::exchange(on_the_way_, take_to_write()));
  }

  Tiles missing(std::uint32_t i) const {
    Tiles missing;
    for (const TileNumber source : steps_[i].sources) {
      if (state_[source] == State::away) missing.push_back(source);
    }
    return missing;
  }

  // Evicts idle tiles until `wanted` bytes fit into the budget, but none that is used up to step
  // `last_used`. Returns false if that is not enough.
  bool make_room(std::uint64_t wanted, std::uint32_t last_used, Tiles& drops,
                 IfNone if_none = IfNone::drop_nothing) {
    Tiles going;
    std::uint64_t free = 0;
    bool room = true;
    while (room && resident_ + wanted > budget_ + free) {
      const auto latest = idle_.furthest([this](const FurthestUse::Entry& entry) {
        return state_[entry.tile] == State::idle && next_use_[entry.tile] == entry.use;
      });
      room = latest && latest->use > last_used;
      if (!room) break;
      idle_.pop();
      going.push_back(latest->tile);
      free += tiles_.bytes(latest->tile);
    }
    for (const TileNumber tile : going) {
      if (room || if_none == IfNone::drop_all) {
        drop(tile, drops);
      } else {
        set_idle(tile);
      }
    }
    return room;
  }

  void drop(TileNumber tile, Tiles& drops) {
    state_[tile] = State::away;
    resident_ -= tiles_.bytes(tile);
    drops.push_back(tile);
  }

  void drop_done(Tiles& drops) {
    for (const TileNumber tile : done_) drop(tile, drops);
    done_.clear();
  }

  void load(const Tiles& tiles) {
    for (const TileNumber tile : tiles) {
      take(tile, State::written);
      set_idle(tile);
      schedule_.read_back += tiles_.values(tile);
    }
  }

  void take(TileNumber tile, State state) {
    state_[tile] = state;
    resident_ += tiles_.bytes(tile);
    schedule_.peak_bytes = std::max(schedule_.peak_bytes, resident_);
    if (seen_[tile]) return;
    seen_[tile] = true;
    wanted_bytes_ += tiles_.bytes(tile);
    schedule_.full_bytes = std::max(schedule_.full_bytes, wanted_bytes_);
  }

  // Files take whole rows of tiles.
  Tiles take_to_write() {
    const std::size_t count = tiles_.in_whole_rows(to_write_);
    const auto end = to_write_.begin() + static_cast<std::ptrdiff_t>(count);
    Tiles taken(to_write_.begin(), end);
    to_write_.erase(to_write_.begin(), end);
    bytes_to_write_ = tiles_.bytes(to_write_);
    return taken;
  }

  void set_written(const Tiles& tiles) {
    for (const TileNumber tile : tiles) {
      state_[tile] = State::written;
      rest(tile);
      if (!unwritten_.empty()) --unwritten_[tiles_.section_of(tile)];
    }
  }

  // Handles a tile that is written and not in use: it becomes idle, or is done if nothing uses
  // it again.
  void rest(TileNumber tile) {
    if (next_use_[tile] != kNever) return set_idle(tile);
    done_.push_back(tile);
    wanted_bytes_ -= tiles_.bytes(tile);
  }

  void set_idle(TileNumber tile) {
    state_[tile] = State::idle;
    idle_.add({.use = next_use_[tile], .tile = tile});
  }

  const Tiling& tiles_;
  std::uint64_t budget_;
  std::vector<ScheduledStep> steps_;
  Schedule schedule_;
  std::uint64_t write_at_once_ = 0;
  std::vector<std::size_t> first_later_;  // [step]: where its sources begin in later_
  std::vector<std::uint32_t> later_;      // [source of a step]: the step that uses it next
  std::vector<std::uint32_t> next_use_;   // [tile]
  std::vector<State> state_;              // [tile]
  std::vector<bool> seen_;                // [tile]: was it ever in memory?
  std::vector<std::uint32_t> unwritten_;  // [section]: tiles computed but not in their file; empty
                                          // if sections are not divided
  FurthestUse idle_;                      // an entry counts if its tile is idle until that use
  Tiles done_;                            // not needed again
  Tiles to_write_;                        // computed since the last write
  Tiles on_the_way_;                      // being written to the files
  std::uint64_t bytes_to_write_ = 0;
  std::uint64_t resident_ = 0;
  std::uint64_t wanted_bytes_ = 0;  // bytes of tiles that were in memory and will be used again
};

}  // namespace

Schedule make_schedule(const SweepTables& tables, const std::vector<bool>& to_make,
                       std::uint64_t budget, const Poll& poll) {
  const Tiling tiles(tables.space, tables.part_size());
  const std::vector<TileNumber> order = order_of_work(tiles, to_make);
  std::vector<Step> steps =
      plan_steps(tiles, order, source_lists(tables, tiles, order),
                 budget_of_step(tile_sizes(tables.space, tables.part_size()), budget));
  Schedule schedule = ScheduleMaker(tiles, std::move(steps), budget).make(poll);
  return_freed_memory();  // the lists were many small pieces, and values do not come from the heap
  return schedule;
}

}  // namespace pipo
