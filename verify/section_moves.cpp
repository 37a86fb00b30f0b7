#include "verify/section_moves.hpp"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

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

namespace {

// Rows (or columns) that react alike after a move.
struct Alike {
  HalfConfiguration example = 0;
  struct Member {
    std::uint32_t number = 0;
    HalfConfiguration after = 0;  // its configuration with the move's edge
  };
  std::vector<Member> members;
};

class Moves {
 public:
  Moves(const StateSpace& states, HalfMoves& halves, const SectionKey& key)
      : states_(states), cut_(states.cut()), halves_(halves), key_(key) {}

  std::vector<MovesTo> run() {
    inner(Side::lower);
    inner(Side::upper);
    const std::vector<Alike> lower = unmoved(Side::lower), upper = unmoved(Side::upper);
    for (SeamState open = ~key_.seam & (cut_.seam_count() - 1); open != 0; open &= open - 1) {
      pairs(key_.seam | (open & -open), lower, upper);
    }
    pairs(key_.seam, moved(Side::lower), upper);
    pairs(key_.seam, lower, moved(Side::upper));
    std::vector<MovesTo> result;
    for (auto& [name, moves] : found_) {
      const auto& [seam, a, b] = name;
      result.push_back({{seam, a, b}, std::move(moves)});
    }
    return result;
  }

 private:
  using List = std::shared_ptr<const NumberPairs>;

  BorderState border(Side side) const { return cut_.border(key_.seam, side); }
  const HalfGroup& group(Side side) const {
    return halves_.group(side, border(side), side == Side::lower ? key_.lower : key_.upper);
  }
  std::vector<AlikeMoves>& to(const SectionKey& target) {
    return found_[{target.seam, target.lower, target.upper}];
  }

  void inner(Side side) {
    for (const HalfGroup::Inner& inner : group(side).inner) {
      // The group outlives these moves, so it need not be shared.
      const List pairs(List(), &inner.pairs);
      SectionKey target = key_;
      (side == Side::lower ? target.lower : target.upper) += inner.edges;
      to(target).push_back({.rows = side == Side::lower ? pairs : nullptr,
                            .columns = side == Side::lower ? nullptr : pairs,
                            .captured = inner.captured,
                            .handout = inner.handout});
    }
  }

  std::vector<Alike> alike(Side side, std::map<std::uint32_t, Alike> by_reaction) const {
    std::vector<Alike> result;
    for (auto& [reaction, alike] : by_reaction) {
      alike.example = halves_.example(side, border(side), reaction);
      result.push_back(std::move(alike));
    }
    return result;
  }

  std::vector<Alike> unmoved(Side side) const {
    const HalfGroup& in = group(side);
    std::map<std::uint32_t, Alike> by_reaction;
    for (std::uint32_t i = 0; i < in.configurations.size(); ++i) {
      by_reaction[in.reactions[i]].members.push_back({i, in.configurations[i]});
    }
    return alike(side, std::move(by_reaction));
  }

  std::vector<Alike> moved(Side side) const {
    std::map<std::uint32_t, Alike> by_reaction;
    for (const HalfGroup::Crossing& move : group(side).crossing) {
      by_reaction[move.reaction].members.push_back({move.number, move.after});
    }
    return alike(side, std::move(by_reaction));
  }

  // Settles one position of each pair of kinds.
  void pairs(SeamState seam, const std::vector<Alike>& lower, const std::vector<Alike>& upper) {
    std::vector<Lists> rows(lower.size()), columns(upper.size());
    for (std::size_t row = 0; row < lower.size(); ++row) {
      for (std::size_t column = 0; column < upper.size(); ++column) {
        const Parts before{seam, lower[row].example, upper[column].example};
        const Settlement settled = settle(cut_.turned(), cut_.join(before));
        const Parts after = cut_.split(settled.quiet);
        const SeamState target = cut_.merge_seam(after.seam);
        const List& from_rows =
            list(rows[row], lower[row], Side::lower, target, after.lower & ~before.lower);
        const List& from_columns =
            list(columns[column], upper[column], Side::upper, target, after.upper & ~before.upper);
        to({target, drawn(lower[row], after.lower & ~before.lower),
            drawn(upper[column], after.upper & ~before.upper)})
            .push_back({from_rows, from_columns, settled.captured, settled.handout});
      }
    }
  }

  // The lists of the members of one kind, by the seam and by the edges that settling draws in the
  // half.
  using Lists = std::map<std::pair<SeamState, HalfConfiguration>, List>;

  static int drawn(const Alike& alike, HalfConfiguration settling) {
    return count_bits(alike.members.front().after | settling);
  }

  const List& list(Lists& lists, const Alike& alike, Side side, SeamState target,
                   HalfConfiguration settling) const {
    List& list = lists[{target, settling}];
    if (list) return list;
    const HalfIndex& half = states_.half(side);
    auto pairs = std::make_shared<NumberPairs>();
    for (const Alike::Member& member : alike.members) {
      pairs->push_back({member.number, half.number(cut_.border(target, side),
                                                   half.merge_outer(member.after | settling))});
    }
    list = std::move(pairs);
    return list;
  }

  const StateSpace& states_;
  const Cut& cut_;
  HalfMoves& halves_;
  SectionKey key_;
  std::map<std::tuple<SeamState, int, int>, std::vector<AlikeMoves>> found_;
};

// Returns the value of the move for the player who makes it: no move of a quiet position captures.
// The position after the move has the value of identity (A).
inline std::int8_t move_value(std::int8_t settled, std::int8_t captured, std::int8_t handout) {
  const auto declined = static_cast<std::int8_t>(-handout - settled);
  const std::int8_t best = handout == 0 ? settled : std::max(settled, declined);
  return static_cast<std::int8_t>(-captured - best);
}

// Calls take(entry of the section, value of the target) for each of the moves.
template <typename Entry, typename Take>
void each_move(const AlikeMoves& alike, std::size_t columns, std::size_t target_columns,
               const std::vector<std::int8_t>& target, std::vector<Entry>& entries, Take take) {
  const std::size_t rows = alike.rows ? alike.rows->size() : entries.size() / columns;
  for (std::size_t i = 0; i < rows; ++i) {
    const auto [row, target_row] =
        alike.rows ? (*alike.rows)[i]
                   : std::pair(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i));
    Entry* const to = entries.data() + row * columns;
    const std::int8_t* const from = target.data() + target_row * target_columns;
    if (!alike.columns) {
      for (std::size_t column = 0; column < columns; ++column) take(to[column], from[column]);
      continue;
    }
    for (const auto& [column, target_column] : *alike.columns) {
      take(to[column], from[target_column]);
    }
  }
}

}  // namespace

std::vector<MovesTo> section_moves(const StateSpace& states, HalfMoves& halves,
                                   const SectionKey& key) {
  return Moves(states, halves, key).run();
}

void take_options(const MovesTo& moves, std::size_t columns, std::size_t target_columns,
                  const std::vector<std::int8_t>& target, std::vector<std::uint64_t>& options) {
  for (const AlikeMoves& alike : moves.moves) {
    if (alike.handout != Handout::none) continue;
    each_move(alike, columns, target_columns, target, options,
              [](std::uint64_t& to, std::int8_t from) { to |= std::uint64_t{1} << (from & 63); });
  }
}

void take_best(const MovesTo& moves, std::size_t columns, std::size_t target_columns,
               const std::vector<std::int8_t>& target, std::vector<std::int8_t>& best) {
  for (const AlikeMoves& alike : moves.moves) {
    const auto captured = static_cast<std::int8_t>(alike.captured);
    const auto handout = static_cast<std::int8_t>(alike.handout);
    each_move(alike, columns, target_columns, target, best, [=](std::int8_t& to, std::int8_t from) {
      to = std::max(to, move_value(from, captured, handout));
    });
  }
}

}  // namespace pipo
