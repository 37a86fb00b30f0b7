#include "generator/seam/seam_plan.hpp"

#include <optional>
#include <utility>

#include "generator/seam/column_map.hpp"
#include "parallel/threads.hpp"

namespace pipo {
namespace {

// Bytes that the heap adds to a list, and bytes of a column map with its key and the heap's part of
// its lists.
constexpr std::uint64_t kBytesAList = 16;
constexpr std::uint64_t kBytesAMap = 500;

// An outcome before its columns are known.
struct Effect {
  SeamState target = 0;
  BorderState row_newly = 0;
  BorderState column_newly = 0;
  std::int8_t captured = 0;
  std::uint8_t drawn = 0;
  bool mirror = false;
  bool folded = false;

  friend auto operator<=>(const Effect&, const Effect&) = default;
};

// The effects of one class of rows, each with the column classes that it applies to.
using Effects = std::map<Effect, std::vector<bool>>;

class SeamPlanner {
 public:
  SeamPlanner(const StateSpace& space, const HalfTable& lower, const HalfTable& upper,
              Orientation orientation, SeamState seam)
      : space_(space),
        orientation_(orientation),
        seam_(seam),
        rows_((orientation == Orientation::lower_rows ? lower : upper)
                  .border(space.cut().border(seam, row_side(orientation)))),
        columns_((orientation == Orientation::lower_rows ? upper : lower)
                     .border(space.cut().border(seam, column_side(orientation)))) {}

  std::vector<Effects> effects() const {
    std::vector<Effects> by_class(rows_.class_returned.size());
    const int row_classes = static_cast<int>(rows_.class_returned.size());
    const int column_classes = static_cast<int>(columns_.class_returned.size());
    const SeamState open = ~seam_ & (space_.cut().seam_count() - 1);
    for (int row = 0; row < row_classes; ++row) {
      for (int column = 0; column < column_classes; ++column) {
        const bool row_runs_out = row >= rows_.plain_classes;
        const bool column_runs_out = column >= columns_.plain_classes;
        // A move starts in one place; two run-outs at once would draw two edges. No real value has
        // been seen to change without this line, because such moves give too much away. Artificial
        // values do change (made_up_layers_test.cpp).
        if (row_runs_out && column_runs_out) continue;
        if (row_runs_out || column_runs_out) {
          add(by_class[row], row, column, 0);
        } else {
          for (SeamState rest = open; rest != 0; rest &= rest - 1) {
            add(by_class[row], row, column, rest & -rest);
          }
        }
      }
    }
    return by_class;
  }

 private:
  void add(Effects& effects, int row, int column, SeamState edges) const {
    const Returned& row_returned = rows_.class_returned[row];
    const Returned& column_returned = columns_.class_returned[column];
    const bool lower_rows = orientation_ == Orientation::lower_rows;
    const Closure closure =
        close_over_seam(space_.cut(), seam_, edges, lower_rows ? row_returned : column_returned,
                        lower_rows ? column_returned : row_returned);
    const SeamState merged = space_.cut().merge_seam(closure.seam);
    const std::optional<CutImage> image = image_for(merged);
    if (!image) return;
    const SeamOrbit& orbit = space_.orbit(merged);
    Effect effect{.target = orbit.representative,
                  .row_newly = lower_rows ? closure.lower_newly : closure.upper_newly,
                  .column_newly = lower_rows ? closure.upper_newly : closure.lower_newly,
                  .captured = closure.captured,
                  .drawn = closure.drawn,
                  .mirror = image->mirror,
                  .folded = orbit.folded};
    auto& classes = effects[effect];
    classes.resize(columns_.class_returned.size());
    classes[column] = true;
  }

  // Returns the image under which rows of this orientation read sources with this seam, if there is
  // one.
  std::optional<CutImage> image_for(SeamState seam) const {
    const SeamOrbit& orbit = space_.orbit(seam);
    const bool swap = orientation_ == Orientation::upper_rows;
    if (!orbit.folded) {
      const CutImage& image = orbit.images.front();
      return image.swap == swap ? std::optional(image) : std::nullopt;
    }
    for (const CutImage& image : orbit.images) {
      if (image.swap == swap) return image;
    }
    return std::nullopt;
  }

  const StateSpace& space_;
  Orientation orientation_;
  SeamState seam_;
  const BorderTable& rows_;
  const BorderTable& columns_;
};

using ColumnMaps = std::map<ColumnMapKey, std::unique_ptr<ColumnMap>>;

// Returns the effects of every seam, by class of rows.
std::vector<std::vector<Effects>> effects_of_seams(const StateSpace& space, const HalfTable& lower,
                                                   const HalfTable& upper, Orientation orientation,
                                                   const Poll& poll) {
  const auto& seams = space.representatives();
  std::vector<std::vector<Effects>> effects(seams.size());
  parallel_loop(std::size_t{0}, seams.size(), [&](std::size_t i) {
    if (poll) poll();
    effects[i] = SeamPlanner(space, lower, upper, orientation, seams[i]).effects();
  });
  return effects;
}

// Calls `visit` with each effect of a seam, the key of its column map, and the class of its rows.
template <typename Visit>
void each_effect(const StateSpace& space, Orientation orientation, SeamState seam,
                 const std::vector<Effects>& by_class, Visit visit) {
  const BorderState border = space.cut().border(seam, column_side(orientation));
  for (std::size_t of_class = 0; of_class < by_class.size(); ++of_class) {
    for (const auto& [effect, classes] : by_class[of_class]) {
      visit(effect, ColumnMapKey{border, effect.column_newly, effect.mirror, classes}, of_class);
    }
  }
}

ColumnMaps maps_for(const StateSpace& space, const HalfTable& columns, Orientation orientation,
                    const std::vector<std::vector<Effects>>& effects, const Poll& poll) {
  ColumnMaps maps;
  for (std::size_t i = 0; i < effects.size(); ++i) {
    if (poll) poll();
    each_effect(space, orientation, space.representatives()[i], effects[i],
                [&](const Effect&, ColumnMapKey key, std::size_t) { maps[std::move(key)]; });
  }
  std::vector<ColumnMaps::value_type*> entries;
  for (auto& entry : maps) entries.push_back(&entry);
  parallel_loop(std::size_t{0}, entries.size(), [&](std::size_t i) {
    if (poll) poll();
    auto& [key, map] = *entries[i];
    map =
        std::make_unique<ColumnMap>(columns, key, chunk_columns(orientation, columns.part_size()));
  });
  return maps;
}

}  // namespace

SeamPlans::SeamPlans(const StateSpace& space, const HalfTable& lower, const HalfTable& upper,
                     const Poll& poll) {
  for (const Orientation orientation : {Orientation::lower_rows, Orientation::upper_rows}) {
    const auto effects = effects_of_seams(space, lower, upper, orientation, poll);
    const auto o = static_cast<std::size_t>(orientation);
    maps_[o] = maps_for(space, column_side(orientation) == Side::lower ? lower : upper, orientation,
                        effects, poll);
    plans_[o].resize(space.cut().seam_count());
    for (std::size_t i = 0; i < effects.size(); ++i) {
      if (poll) poll();
      const SeamState seam = space.representatives()[i];
      SeamPlan& plan = plans_[o][seam];
      plan.resize(effects[i].size());
      each_effect(space, orientation, seam, effects[i],
                  [&](const Effect& effect, const ColumnMapKey& key, std::size_t of_class) {
                    plan[of_class].push_back({.target = effect.target,
                                              .row_newly = effect.row_newly,
                                              .captured = effect.captured,
                                              .drawn = effect.drawn,
                                              .mirror = effect.mirror,
                                              .folded = effect.folded,
                                              .columns = maps_[o].at(key).get()});
                  });
    }
  }
}

std::uint64_t SeamPlans::bytes() const {
  std::uint64_t total = 0;
  for (const auto& maps : maps_) {
    for (const auto& [key, map] : maps) total += map->bytes() + kBytesAMap;
  }
  for (const auto& plans : plans_) {
    total += plans.capacity() * sizeof(SeamPlan);
    for (const SeamPlan& plan : plans) {
      for (const auto& outcomes : plan) {
        total += sizeof outcomes + outcomes.capacity() * sizeof(Outcome) + kBytesAList;
      }
    }
  }
  return total;
}

}  // namespace pipo
