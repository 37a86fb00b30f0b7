#include "verify/position_counts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>

#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/board/settle.hpp"
#include "verify/section_rule.hpp"

namespace pipo {
namespace {

constexpr std::size_t kSectionCache = std::size_t{1} << 28;

std::uint64_t choose(int of, int count) {
  std::uint64_t ways = 1;
  for (int i = 0; i < count; ++i) {
    ways = ways * static_cast<std::uint64_t>(of - i) / static_cast<std::uint64_t>(i + 1);
  }
  return ways;
}

// The images of boxes of the turned board that leave the number of ways to settle as it is.
class BoxImages {
 public:
  // With a start only the identity is used.
  BoxImages(const Board& turned, EdgeSet start) {
    const int rows = turned.rows(), columns = turned.columns();
    for (int image = 0; image < (start != 0 ? 1 : rows == columns ? 8 : 4); ++image) {
      std::vector<int> map;
      for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c) {
          int to_r = (image & 1) != 0 ? rows - 1 - r : r;
          int to_c = (image & 2) != 0 ? columns - 1 - c : c;
          if ((image & 4) != 0) std::swap(to_r, to_c);
          map.push_back(to_r * columns + to_c);
        }
      }
      maps_.push_back(std::move(map));
    }
  }

  // Returns the least image of a set of boxes.
  BoxSet least(BoxSet boxes) const {
    BoxSet least = boxes;
    for (const std::vector<int>& map : maps_) {
      BoxSet image = 0;
      for (BoxSet rest = boxes; rest != 0; rest &= rest - 1) {
        image |= BoxSet{1} << map[static_cast<std::size_t>(std::countr_zero(rest))];
      }
      least = std::min(least, image);
    }
    return least;
  }

 private:
  std::vector<std::vector<int>> maps_;
};

// Configurations of a half that complete the same boxes, and how often each of them counts.
struct HalfClass {
  BoxSet complete = 0;
  std::uint64_t weight = 0;

  friend auto operator<=>(const HalfClass&, const HalfClass&) = default;
};

// The rows or columns of a section: the class of each.
struct Classes {
  std::vector<HalfClass> classes;
  std::vector<std::uint32_t> of;  // by number of the configuration
};

class CountedTable {
 public:
  CountedTable(const CheckedTable& checked, const VerifyProgress& progress)
      : table_(checked.table()),
        whole_(checked.sections, kSectionCache),
        states_(table_.space().states()),
        cut_(states_.cut()),
        groups_(outer_groups(cut_.turned(), cut_.start())),
        images_(cut_.turned(), cut_.start()),
        progress_(progress),
        orbits_(cut_.seam_count()),
        layers_(static_cast<std::size_t>(table_.last_layer()) + 1) {
    for (SeamState seam = 0; seam < cut_.seam_count(); ++seam) {
      if (cut_.seam_allowed(seam)) orbits_[states_.orbit(seam).representative].push_back(seam);
    }
  }

  std::vector<Histogram> run() {
    SectionRule(table_, whole_).rebuild(progress_);
    for (int layer = table_.last_layer(); layer >= table_.first_layer(); --layer) {
      std::unordered_map<BoxSet, Histogram> counts;
      const std::vector<StoredSection>& all = table_.layout(layer).sections();
      parallel_loop(std::size_t{0}, all.size(),
                    [&](std::size_t i) { count_section(all[i].key, counts); });
      settle_all(layer, counts);
      if (table_.keeps(layer)) stored_ += table_.file(layer).header().stored;
      if (progress_) {
        progress_("layer " + std::to_string(layer), stored_, table_.manifest().stored());
      }
    }
    for (int layer = table_.first_layer(); layer <= table_.last_layer(); ++layer) check(layer);
    return {layers_.begin() + table_.first_layer(), layers_.end()};
  }

 private:
  // Returns how many sections have the values of a canonical one.
  std::uint64_t sections_of(const SectionKey& key) const {
    std::uint64_t count = 0;
    for (const SeamState seam : orbits_[key.seam]) {
      count += states_.canonical({seam, key.lower, key.upper}).key == key;
      if (key.lower == key.upper) continue;
      count += states_.canonical({seam, key.upper, key.lower}).key == key;
    }
    return count;
  }

  // Returns in how many ways the outer edges of boxes can be chosen so that they are merged to
  // these. `part` are the edges of the half or of the seam.
  std::uint64_t choices(EdgeSet drawn, EdgeSet part) const {
    std::uint64_t ways = 1;
    for (const std::vector<int>& group : groups_) {
      if ((part >> group.front() & 1) == 0) continue;
      int fixed = 0, count = 0;
      for (const int edge : group) {
        fixed += static_cast<int>(cut_.start() >> edge & 1);
        count += static_cast<int>(drawn >> edge & 1);
      }
      ways *= choose(static_cast<int>(group.size()) - fixed, count - fixed);
    }
    return ways;
  }

  // The seam's own boxes and choices go to the rows.
  Classes classes_of(const SectionKey& key, Side side) const {
    const bool lower = side == Side::lower;
    const EdgeSet seam = cut_.join({.seam = cut_.seam_count() - 1, .lower = 0, .upper = 0});
    const HalfConfiguration all = (HalfConfiguration{1} << states_.half(side).shape().bits()) - 1;
    const EdgeSet half = cut_.join({.seam = 0, .lower = lower ? all : 0, .upper = lower ? 0 : all});
    std::map<HalfClass, std::uint32_t> numbers;
    Classes result;
    for (const HalfConfiguration one :
         states_.half(side).list(cut_.border(key.seam, side), lower ? key.lower : key.upper)) {
      const EdgeSet drawn =
          cut_.join({.seam = key.seam, .lower = lower ? one : 0, .upper = lower ? 0 : one});
      const HalfClass found{complete_boxes(cut_.turned(), drawn),
                            choices(drawn, lower ? half | seam : half)};
      const auto [place, added] =
          numbers.emplace(found, static_cast<std::uint32_t>(result.classes.size()));
      if (added) result.classes.push_back(found);
      result.of.push_back(place->second);
    }
    return result;
  }

  void count_section(const SectionKey& key, std::unordered_map<BoxSet, Histogram>& counts) {
    const SectionMatrix matrix = whole_.get(key);
    const Classes rows = classes_of(key, Side::lower), columns = classes_of(key, Side::upper);
    std::vector<Histogram> found(rows.classes.size() * columns.classes.size());
    for (std::size_t row = 0; row < rows.of.size(); ++row) {
      Histogram* const of_row = found.data() + rows.of[row] * columns.classes.size();
      const std::int8_t* const values = matrix->data() + row * columns.of.size();
      for (std::size_t column = 0; column < columns.of.size(); ++column) {
        ++of_row[columns.of[column]][values[column]];
      }
    }
    const std::uint64_t sections = sections_of(key);
    const std::lock_guard lock(mutex_);
    for (std::size_t row = 0; row < rows.classes.size(); ++row) {
      for (std::size_t column = 0; column < columns.classes.size(); ++column) {
        const HalfClass &lower = rows.classes[row], &upper = columns.classes[column];
        Histogram& sum = counts[images_.least(lower.complete | upper.complete)];
        const Histogram& one = found[row * columns.classes.size() + column];
        for (int value = -kMaximumMargin; value <= kMaximumMargin; ++value) {
          sum[value] += sections * lower.weight * upper.weight * one[value];
        }
      }
    }
  }

  // Adds the quiet positions of a layer, and all positions that settle to them.
  void settle_all(int layer, const std::unordered_map<BoxSet, Histogram>& counts) {
    std::vector<std::pair<BoxSet, Histogram>> list(counts.begin(), counts.end());
    parallel_parts(0, list.size(), 64, [&](std::size_t first, std::size_t last) {
      std::vector<Histogram> layers(layers_.size());
      for (std::size_t i = first; i != last; ++i) {
        for (const SettlingWays& way : ways_of(list[i].first)) {
          Histogram& to = layers[static_cast<std::size_t>(layer - way.edges)];
          const Settlement settlement{.quiet = 0, .captured = way.captured, .handout = way.handout};
          for (int value = -kMaximumMargin; value <= kMaximumMargin; ++value) {
            const std::uint64_t count = list[i].second[value];
            if (count > 0) to[settled_value(settlement, value)] += way.ways * count;
          }
        }
      }
      const std::lock_guard lock(mutex_);
      for (std::size_t i = 0; i < layers.size(); ++i) layers_[i].add(layers[i]);
    });
  }

  // The same boxes are complete in positions of many layers.
  const std::vector<SettlingWays>& ways_of(BoxSet complete) {
    {
      const std::lock_guard lock(ways_mutex_);
      const auto known = ways_.find(complete);
      if (known != ways_.end()) return known->second;
    }
    std::vector<SettlingWays> made = settling_ways(cut_.turned(), cut_.start(), complete);
    const std::lock_guard lock(ways_mutex_);
    return ways_.try_emplace(complete, std::move(made)).first->second;
  }

  void check(int layer) const {
    const int open = table_.identity().board.edges() - count_bits(cut_.start());
    const std::uint64_t counted = layers_[static_cast<std::size_t>(layer)].total();
    if (counted == choose(open, layer - count_bits(cut_.start()))) return;
    throw std::logic_error(fmt::format("the counts of layer {} do not add up: {}", layer, counted));
  }

  const Table& table_;
  WholeSections whole_;
  const StateSpace& states_;
  const Cut& cut_;
  OuterGroups groups_;
  BoxImages images_;
  const VerifyProgress& progress_;
  std::vector<std::vector<SeamState>> orbits_;  // by representative
  std::vector<Histogram> layers_;               // by number of drawn edges
  std::uint64_t stored_ = 0;
  std::mutex mutex_;
  std::mutex ways_mutex_;
  std::unordered_map<BoxSet, std::vector<SettlingWays>> ways_;
};

}  // namespace

std::vector<Histogram> count_positions(const CheckedTable& checked,
                                       const VerifyProgress& progress) {
  return CountedTable(checked, progress).run();
}

}  // namespace pipo
