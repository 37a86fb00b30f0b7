#include "generator/half/half_table.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <map>

#include "probe/base/count_bits.hpp"

namespace pipo {
namespace {

// Makes the table of one state of the border.
class BorderTableMaker {
 public:
  BorderTableMaker(const HalfIndex& index, const HalfGeometry& geometry, BorderState border,
                   const Poll& poll)
      : index_(index),
        geometry_(geometry),
        poll_(poll),
        border_(border),
        borders_(1U << index.shape().columns) {}

  BorderTable make(bool with_mirror) {
    list_configurations();
    make_moves();
    group_moves();
    make_reactions();
    make_classes();
    note_drawn_by_reactions();
    if (with_mirror) make_mirrored();
    return std::move(table_);
  }

 private:
  void list_configurations() {
    for (int drawn = 0; drawn <= index_.maximum_drawn(); ++drawn) {
      table_.first.push_back(static_cast<std::uint32_t>(table_.configurations.size()));
      const auto group = index_.list(border_, drawn);
      table_.configurations.insert(table_.configurations.end(), group.begin(), group.end());
    }
    table_.first.push_back(static_cast<std::uint32_t>(table_.configurations.size()));
  }

  void make_moves() {
    for (const HalfConfiguration configuration : table_.configurations) {
      poll();
      table_.first_move.push_back(static_cast<std::uint32_t>(table_.moves.size()));
      table_.first_runout.push_back(static_cast<std::uint32_t>(table_.runout_owner.size()));
      make_moves_of(configuration);
    }
    table_.first_move.push_back(static_cast<std::uint32_t>(table_.moves.size()));
    table_.first_runout.push_back(static_cast<std::uint32_t>(table_.runout_owner.size()));
  }

  void make_moves_of(HalfConfiguration configuration) {
    const HalfEdges before = geometry_.combine(configuration, border_);
    const int boxes_before = geometry_.complete_boxes(before);
    const std::size_t first = table_.moves.size();
    HalfEdges seen_runouts = 0;
    for (int bit = 0; bit < index_.shape().bits(); ++bit) {
      const HalfEdges edge = HalfEdges{1} << bit;
      if (before & edge) continue;
      const HalfEdges after = geometry_.draw_and_settle(before, edge);
      if (geometry_.border(after) != border_) {
        if (!(seen_runouts & edge)) note_runout(before, edge, after);
        seen_runouts |= after & ~before;
        continue;
      }
      const HalfConfiguration reached = geometry_.configuration(after);
      const int drawn = count_bits(reached) - count_bits(configuration);
      const int captured = geometry_.complete_boxes(after) - boxes_before;
      const InnerMove move{.target = index_.number(border_, index_.merge_outer(reached)),
                           .drawn = static_cast<std::uint8_t>(drawn),
                           .captured = static_cast<std::int8_t>(captured),
                           .handout = static_cast<std::int8_t>(handout_of(captured, drawn))};
      // All edges of a string, and merged outer edges, lead to the same place.
      if (std::find(table_.moves.begin() + first, table_.moves.end(), move) == table_.moves.end()) {
        table_.moves.push_back(move);
      }
    }
    // Puts moves without a handout first, as the kernels require.
    std::stable_sort(
        table_.moves.begin() + first, table_.moves.end(),
        [](const InnerMove& a, const InnerMove& b) { return (a.handout > 0) < (b.handout > 0); });
  }

  // Targets are rounded to blocks of this many, which are transposed as fast as fewer.
  static constexpr std::uint32_t kTargetBlock = 16;

  void group_moves() {
    table_.moves_by_drawn.resize(table_.groups());
    for (std::size_t group = 0; group < table_.groups(); ++group) {
      std::vector<std::vector<bool>> blocks(table_.groups());  // [edges drawn][block]: has a target
      const std::uint32_t end = table_.first_move[table_.first[group + 1]];
      for (std::uint32_t i = table_.first_move[table_.first[group]]; i < end; ++i) {
        const InnerMove& move = table_.moves[i];
        auto& marked = blocks[move.drawn];
        marked.resize(size_after(group, move.drawn) / kTargetBlock + 1);
        marked[move.target / kTargetBlock] = true;
      }
      for (int drawn = 1; drawn < static_cast<int>(blocks.size()); ++drawn) {
        if (blocks[drawn].empty()) continue;
        table_.moves_by_drawn[group].push_back(
            {drawn, ranges(blocks[drawn], size_after(group, drawn))});
      }
    }
  }

  std::uint32_t size_after(std::size_t group, int drawn) const {
    return table_.size(static_cast<int>(group) + drawn);
  }

  // Joins marked blocks of a group of this size.
  static std::vector<ConfigurationRange> ranges(const std::vector<bool>& marked,
                                                std::uint32_t size) {
    std::vector<ConfigurationRange> ranges;
    for (std::uint32_t block = 0; block < marked.size(); ++block) {
      if (!marked[block]) continue;
      const std::uint32_t first = block * kTargetBlock;
      if (ranges.empty() || ranges.back().end != first) ranges.push_back({first, first});
      ranges.back().end = std::min(first + kTargetBlock, size);
    }
    return ranges;
  }

  // Lists a move that reaches the border as a run-out, unless a border edge stands for it. Most
  // such moves lie on a string that passes through the border: drawing the string's border edge
  // comes back to the move's edge.
  void note_runout(HalfEdges before, HalfEdges edge, HalfEdges after) {
    const BorderState reached = geometry_.border(after) & ~border_;
    for (BorderState rest = reached; rest != 0; rest &= rest - 1) {
      const HalfEdges through = geometry_.combine(0, rest & -rest);
      if (geometry_.draw_and_settle(before, through) & edge) return;
    }
    const auto owner = static_cast<std::uint32_t>(table_.first_move.size() - 1);
    table_.runout_owner.push_back(owner);
    runout_edges_.push_back(edge);
  }

  void make_reactions() {
    table_.reactions.resize(borders_);
    for (BorderState newly = 0; newly < borders_; ++newly) {
      if (newly & border_) continue;
      auto& reactions = table_.reactions[newly];
      reactions.reserve(table_.configurations.size() + table_.runout_owner.size());
      for (const HalfConfiguration configuration : table_.configurations) {
        poll();
        reactions.push_back(reaction(configuration, 0, newly));
      }
      for (std::size_t i = 0; i < table_.runout_owner.size(); ++i) {
        reactions.push_back(
            reaction(table_.configurations[table_.runout_owner[i]], runout_edges_[i], newly));
      }
    }
  }

  Reaction reaction(HalfConfiguration configuration, HalfEdges edge, BorderState newly) const {
    const HalfEdges before = geometry_.combine(configuration, border_);
    const HalfEdges after = geometry_.draw_and_settle(before, edge | geometry_.combine(0, newly));
    const HalfConfiguration reached = geometry_.configuration(after);
    Reaction reaction;
    reaction.returned = static_cast<std::uint16_t>(geometry_.border(after) & ~(border_ | newly));
    reaction.drawn = static_cast<std::uint8_t>(count_bits(reached) - count_bits(configuration));
    reaction.captured = static_cast<std::int8_t>(geometry_.complete_boxes(after) -
                                                 geometry_.complete_boxes(before));
    if (reaction.returned == 0) {
      reaction.target = index_.number(border_ | newly, index_.merge_outer(reached));
    }
    return reaction;
  }

  void make_classes() {
    std::map<std::vector<std::uint16_t>, std::uint16_t> known;
    const std::size_t members = table_.configurations.size() + table_.runout_owner.size();
    table_.class_of.reserve(members);
    std::vector<std::uint16_t> returned(borders_);
    for (std::size_t member = 0; member < members; ++member) {
      if (member == table_.configurations.size()) {
        table_.plain_classes = static_cast<int>(known.size());
      }
      for (BorderState newly = 0; newly < borders_; ++newly) {
        returned[newly] = newly & border_ ? 0 : table_.reactions[newly][member].returned;
      }
      const auto [place, added] =
          known.try_emplace(returned, static_cast<std::uint16_t>(known.size()));
      if (added) table_.class_returned.push_back(returned);
      table_.class_of.push_back(place->second);
    }
    if (table_.runout_owner.empty()) table_.plain_classes = static_cast<int>(known.size());
  }

  void note_drawn_by_reactions() {
    table_.drawn_by_reactions.resize(borders_);
    for (BorderState newly = 0; newly < borders_; ++newly) {
      if (newly & border_) continue;
      auto& masks = table_.drawn_by_reactions[newly];
      masks.assign(table_.class_returned.size() * table_.groups(), 0);
      for (std::size_t member = 0; member < table_.class_of.size(); ++member) {
        const bool runout = member >= table_.configurations.size();
        const std::size_t configuration =
            runout ? table_.runout_owner[member - table_.configurations.size()] : member;
        const int drawn = count_bits(table_.configurations[configuration]);
        masks[table_.class_of[member] * table_.groups() + static_cast<std::size_t>(drawn)] |=
            1U << table_.reactions[newly][member].drawn;
      }
    }
  }

  void make_mirrored() {
    const BorderState image = mirror_border(border_, index_.shape().columns);
    table_.mirrored.reserve(table_.configurations.size());
    for (const HalfConfiguration configuration : table_.configurations) {
      table_.mirrored.push_back(index_.number(image, index_.mirror(configuration)));
    }
  }

  // Asks once for every 1024 configurations.
  void poll() {
    if (poll_ && ++polled_ % 1024 == 0) poll_();
  }

  const HalfIndex& index_;
  const HalfGeometry& geometry_;
  const Poll& poll_;
  unsigned polled_ = 0;
  BorderState border_;
  BorderState borders_;
  BorderTable table_;
  std::vector<HalfEdges> runout_edges_;
};

template <typename T>
std::uint64_t bytes_of(const std::vector<T>& vector) {
  return vector.capacity() * sizeof(T);
}

}  // namespace

HalfTable::HalfTable(const HalfIndex& index, bool with_mirror, const Poll& poll)
    : index_(index), geometry_(index.shape()), borders_(std::size_t{1} << index.shape().columns) {
  tbb::parallel_for(std::size_t{0}, borders_.size(), [&](std::size_t border) {
    const auto state = static_cast<BorderState>(border);
    if (poll) poll();
    if (index_.size(state) > 0)
      borders_[border] = BorderTableMaker(index_, geometry_, state, poll).make(with_mirror);
  });
}

std::uint64_t HalfTable::bytes() const {
  std::uint64_t total = 0;
  for (const BorderTable& table : borders_) {
    total += bytes_of(table.configurations) + bytes_of(table.moves) + bytes_of(table.first_move) +
             bytes_of(table.first_runout) + bytes_of(table.class_of) + bytes_of(table.mirrored);
    for (const auto& group : table.moves_by_drawn) {
      for (const MovesThatDraw& moves : group) total += bytes_of(moves.targets);
    }
    for (const auto& reactions : table.reactions) total += bytes_of(reactions);
    for (const auto& drawn : table.drawn_by_reactions) total += bytes_of(drawn);
    for (const auto& returned : table.class_returned) total += bytes_of(returned);
  }
  return total;
}

std::uint64_t HalfTable::expected_bytes(const HalfIndex& index) {
  std::uint64_t total = 0;
  const int columns = index.shape().columns;
  for (BorderState border = 0; border < BorderState{1} << columns; ++border) {
    const std::uint64_t sets = std::uint64_t{1} << (columns - count_bits(border));
    const auto moves = static_cast<std::uint64_t>(index.shape().bits()) / 2;
    total += index.size(border) * (sets * sizeof(Reaction) + moves * sizeof(InnerMove) + 18);
  }
  return total;
}

}  // namespace pipo
