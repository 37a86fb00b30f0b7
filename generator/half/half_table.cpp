#include "generator/half/half_table.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "parallel/threads.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/base/narrow.hpp"

namespace pipo {
namespace {

// Makes the table of one state of the border.
class BorderTableMaker {
 public:
  BorderTableMaker(const HalfIndex& index, const HalfGeometry& geometry, BorderState border,
                   std::uint32_t part_size, const Poll& poll)
      : index_(index),
        geometry_(geometry),
        part_size_(part_size),
        poll_(poll),
        border_(border),
        borders_(1U << index.shape().columns) {}

  BorderTable make(bool with_mirror) {
    list_configurations();
    make_moves();
    group_moves();
    make_reactions();
    make_classes();
    if (with_mirror) make_mirrored();
    return std::move(table_);
  }

 private:
  void list_configurations() {
    std::uint32_t parts = 0;
    for (int drawn = 0; drawn <= index_.maximum_drawn(); ++drawn) {
      table_.first.push_back(narrow<std::uint32_t>(table_.configurations.size()));
      const auto group = index_.list(border_, drawn);
      table_.first_part.push_back(parts);
      parts += parts_of(narrow<std::uint32_t>(group.size()), part_size_);
      table_.configurations.insert(table_.configurations.end(), group.begin(), group.end());
    }
    table_.first.push_back(narrow<std::uint32_t>(table_.configurations.size()));
    table_.first_part.push_back(parts);
  }

  void make_moves() {
    for (const HalfConfiguration configuration : table_.configurations) {
      poll();
      table_.first_move.push_back(narrow<std::uint32_t>(table_.moves.size()));
      table_.first_runout.push_back(narrow<std::uint32_t>(table_.runout_owner.size()));
      make_moves_of(configuration);
    }
    table_.first_move.push_back(narrow<std::uint32_t>(table_.moves.size()));
    table_.first_runout.push_back(narrow<std::uint32_t>(table_.runout_owner.size()));
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
    table_.moves_by_reached.resize(table_.parts());
    for (int drawn = 0; drawn < static_cast<int>(table_.groups()); ++drawn) {
      for (PartNumber part = 0; part < parts_of(table_.size(drawn), part_size_); ++part) {
        table_.moves_by_reached[table_.part_index(drawn, part)] = group_moves(drawn, part);
      }
    }
  }

  std::vector<MovesThatReach> group_moves(int drawn, PartNumber part) const {
    std::map<Reached, std::vector<bool>> marked;  // blocks with a target
    const auto [first, end] = table_.part(drawn, part, part_size_);
    for (std::uint32_t i = table_.first_move[first]; i < table_.first_move[end]; ++i) {
      const InnerMove& move = table_.moves[i];
      auto& blocks = marked[{move.drawn, part_of(move.target, part_size_)}];
      blocks.resize(std::min(part_size_, size_after(drawn, move.drawn)) / kTargetBlock + 1);
      blocks[move.target % part_size_ / kTargetBlock] = true;
    }
    std::vector<MovesThatReach> moves;
    for (const auto& [reached, blocks] : marked) {
      const std::uint32_t size = size_after(drawn, reached.drawn) - reached.part * part_size_;
      moves.push_back({reached, ranges(blocks, std::min(part_size_, size))});
    }
    return moves;
  }

  std::uint32_t size_after(int group, int drawn) const { return table_.size(group + drawn); }

  // Joins marked blocks of a part of this size.
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
    const auto owner = narrow<std::uint32_t>(table_.first_move.size() - 1);
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
      poll();
      if (member == table_.configurations.size()) {
        table_.plain_classes = static_cast<int>(known.size());
      }
      for (BorderState newly = 0; newly < borders_; ++newly) {
        returned[newly] = newly & border_ ? 0 : table_.reactions[newly][member].returned;
      }
      const auto [place, added] = known.try_emplace(returned, narrow<std::uint16_t>(known.size()));
      if (added) table_.class_returned.push_back(returned);
      table_.class_of.push_back(place->second);
    }
    if (table_.runout_owner.empty()) table_.plain_classes = static_cast<int>(known.size());
  }

  void make_mirrored() {
    const BorderState image = mirror_border(border_, index_.shape().columns);
    table_.mirrored.reserve(table_.configurations.size());
    for (const HalfConfiguration configuration : table_.configurations) {
      poll();
      table_.mirrored.push_back(index_.number(image, index_.mirror(configuration)));
    }
  }

  // Asks once for every 1024 configurations.
  void poll() {
    if (poll_ && ++polled_ % 1024 == 0) poll_();
  }

  const HalfIndex& index_;
  const HalfGeometry& geometry_;
  std::uint32_t part_size_;
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

ReachedLists::ReachedLists(std::size_t lists, std::vector<std::pair<std::uint32_t, Reached>> pairs)
    : first_(lists + 1) {
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  reached_.reserve(pairs.size());
  for (const auto& [list, reached] : pairs) {
    ++first_[list + 1];
    reached_.push_back(reached);
  }
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
}

std::uint64_t ReachedLists::bytes() const {
  return bytes_of(first_) + bytes_of(reached_);
}

HalfTable::HalfTable(const HalfIndex& index, bool with_mirror, std::uint32_t part_size,
                     const Poll& poll)
    : index_(index),
      part_size_(part_size),
      geometry_(index.shape()),
      borders_(std::size_t{1} << index.shape().columns) {
  const auto for_borders = [&](const auto& work) {
    parallel_loop(std::size_t{0}, borders_.size(), [&](std::size_t border) {
      const auto state = static_cast<BorderState>(border);
      if (poll) poll();
      if (index_.size(state) > 0) work(state);
    });
  };
  for_borders([&](BorderState border) {
    borders_[border] =
        BorderTableMaker(index_, geometry_, border, part_size, poll).make(with_mirror);
  });
  // Needs the tables of the borders that are reached.
  for_borders([&](BorderState border) { list_reached(border, with_mirror, poll); });
}

// Lists what classes reach by the reactions to each set of newly drawn edges.
void HalfTable::list_reached(BorderState border, bool with_mirror, const Poll& poll) {
  BorderTable& table = borders_[border];
  const std::size_t sets = borders_.size();
  table.reached_by_reactions.resize(sets);
  const bool other_parts = with_mirror && part_size_ != kUndivided;
  if (other_parts) table.mirrors_reached.resize(sets);
  for (std::size_t newly = 0; newly < sets; ++newly) {
    if (table.reactions[newly].empty()) continue;
    if (poll) poll();
    const BorderTable& target = borders_[border | newly];
    table.reached_by_reactions[newly] = reached(table, newly, nullptr);
    if (other_parts) table.mirrors_reached[newly] = reached(table, newly, &target);
  }
}

// `mirrored`: the table whose mirror images are the targets; null if the targets are meant.
ReachedLists HalfTable::reached(const BorderTable& table, std::size_t newly,
                                const BorderTable* mirrored) const {
  const std::size_t lists = table.class_returned.size() * table.parts();
  std::vector<std::pair<std::uint32_t, Reached>> pairs;
  // The last part added to a list, and bits of the edges drawn: most members reach it again.
  struct Last {
    PartNumber part = 0;
    std::uint32_t drawn = 0;
  };
  std::vector<Last> last(lists);
  const auto add = [&](int drawn, std::uint32_t configuration, std::uint32_t member) {
    const Reaction& reaction = table.reactions[newly][member];
    if (reaction.returned != 0) return;
    const std::uint32_t target =
        mirrored == nullptr
            ? reaction.target
            : mirrored->mirrored[mirrored->first[drawn + reaction.drawn] + reaction.target];
    const Reached reached{reaction.drawn, part_of(target, part_size_)};
    const auto list = static_cast<std::uint32_t>(table.list_of(
        table.class_of[member], drawn, part_of(configuration - table.first[drawn], part_size_)));
    if (last[list].part != reached.part) last[list] = {reached.part, 0};
    const std::uint32_t bit = std::uint32_t{1} << reached.drawn;
    if ((last[list].drawn & bit) == 0) pairs.emplace_back(list, reached);
    last[list].drawn |= bit;
  };
  for (int drawn = 0; drawn < static_cast<int>(table.groups()); ++drawn) {
    for (std::uint32_t i = table.first[drawn]; i < table.first[drawn + 1]; ++i) {
      add(drawn, i, i);
      for (std::uint32_t runout = table.first_runout[i]; runout < table.first_runout[i + 1];
           ++runout) {
        add(drawn, i, table.runout_member(runout));
      }
    }
  }
  return {lists, std::move(pairs)};
}

std::size_t HalfTable::most_reached() const {
  std::size_t most = 0;
  for (const BorderTable& table : borders_) {
    for (const auto& of_part : table.moves_by_reached) most = std::max(most, of_part.size());
  }
  return most;
}

std::uint64_t HalfTable::bytes() const {
  std::uint64_t total = 0;
  for (const BorderTable& table : borders_) {
    total += bytes_of(table.configurations) + bytes_of(table.moves) + bytes_of(table.first_move) +
             bytes_of(table.first_runout) + bytes_of(table.class_of) + bytes_of(table.mirrored);
    for (const auto& of_part : table.moves_by_reached) {
      for (const MovesThatReach& moves : of_part) total += bytes_of(moves.targets);
    }
    for (const auto& reactions : table.reactions) total += bytes_of(reactions);
    for (const auto* const of_sets : {&table.reached_by_reactions, &table.mirrors_reached}) {
      for (const ReachedLists& lists : *of_sets) total += lists.bytes();
    }
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
