#include "verify/half_moves.hpp"

#include <algorithm>
#include <tuple>

#include "probe/base/count_bits.hpp"

namespace pipo {

// Both sides use the same if they are alike; it then works on the lower one.
class HalfMoves::Half {
 public:
  Half(const StateSpace& states, Side side)
      : index_(states.half(side)), cut_(states.cut()), side_(side) {}

  const HalfGroup& group(BorderState border, int drawn) {
    const std::lock_guard lock(mutex_);
    auto& group = groups_[{border, drawn}];
    if (!group) group = make(border, drawn);
    return *group;
  }

  HalfConfiguration example(BorderState border, std::uint32_t reaction) {
    const std::lock_guard lock(mutex_);
    return reactions_[border].examples[reaction];
  }

 private:
  // The edges that settling the half alone draws, and the boxes that it completes, for each set of
  // edges drawn at the border.
  using Reaction = std::vector<std::pair<EdgeSet, BoxSet>>;

  // All reactions under one state of the border.
  struct Reactions {
    std::map<Reaction, std::uint32_t> numbers;
    std::vector<HalfConfiguration> examples;
  };

  // The rest of the board is open, so that no box there can be captured.
  EdgeSet alone(BorderState border, HalfConfiguration configuration) const {
    const bool lower = side_ == Side::lower;
    return cut_.join({.seam = cut_.border_edges(border, side_),
                      .lower = lower ? configuration : 0,
                      .upper = lower ? 0 : configuration});
  }
  HalfConfiguration own_part(EdgeSet turned) const {
    const Parts parts = cut_.split(turned);
    return side_ == Side::lower ? parts.lower : parts.upper;
  }

  std::uint32_t reaction(BorderState border, HalfConfiguration configuration) {
    Reaction reaction;
    const BorderState open = cut_.border_mask() & ~border;
    for (BorderState drawn = open;; drawn = (drawn - 1) & open) {
      const EdgeSet before = alone(border | drawn, configuration);
      const EdgeSet after = settle(cut_.turned(), before).quiet;
      reaction.push_back(
          {after & ~before, complete_boxes(cut_.turned(), after) &
                                ~complete_boxes(cut_.turned(), alone(border, configuration))});
      if (drawn == 0) break;
    }
    Reactions& known = reactions_[border];
    const auto [place, added] = known.numbers.emplace(
        std::move(reaction), static_cast<std::uint32_t>(known.examples.size()));
    if (added) known.examples.push_back(configuration);
    return place->second;
  }

  std::unique_ptr<HalfGroup> make(BorderState border, int drawn) {
    auto group = std::make_unique<HalfGroup>();
    group->configurations = index_.list(border, drawn);
    std::map<std::tuple<int, int, Handout>, NumberPairs> inner;
    for (std::uint32_t number = 0; number < group->configurations.size(); ++number) {
      const HalfConfiguration before = group->configurations[number];
      group->reactions.push_back(reaction(border, before));
      for (int bit = 0; bit < index_.shape().bits(); ++bit) {
        if ((before >> bit & 1) != 0) continue;
        const HalfConfiguration after = before | HalfConfiguration{1} << bit;
        const EdgeSet moved = alone(border, after);
        const Settlement settled = settle(cut_.turned(), moved);
        const HalfConfiguration left = own_part(settled.quiet);
        if (settled.quiet != alone(border, left)) {  // it draws an edge at the border
          group->crossing.push_back({number, after, reaction(border, after)});
          continue;
        }
        inner[{count_bits(left) - drawn, settled.captured, settled.handout}].push_back(
            {number, index_.number(border, index_.merge_outer(left))});
      }
    }
    for (auto& [effect, pairs] : inner) {
      const auto& [edges, captured, handout] = effect;
      group->inner.push_back({edges, captured, handout, std::move(pairs)});
    }
    return group;
  }

  const HalfIndex& index_;
  const Cut& cut_;
  Side side_;
  std::mutex mutex_;
  std::map<std::pair<BorderState, int>, std::unique_ptr<HalfGroup>> groups_;
  std::map<BorderState, Reactions> reactions_;
};

HalfMoves::HalfMoves(const StateSpace& states) {
  halves_[0] = std::make_unique<Half>(states, Side::lower);
  if (!states.halves_alike()) halves_[1] = std::make_unique<Half>(states, Side::upper);
}

HalfMoves::~HalfMoves() = default;

HalfMoves::Half& HalfMoves::half(Side side) {
  return *halves_[side == Side::upper && halves_[1] ? 1 : 0];
}

const HalfGroup& HalfMoves::group(Side side, BorderState border, int drawn) {
  return half(side).group(border, drawn);
}

HalfConfiguration HalfMoves::example(Side side, BorderState border, std::uint32_t reaction) {
  return half(side).example(border, reaction);
}

}  // namespace pipo
