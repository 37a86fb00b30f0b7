#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <unordered_map>
#include <utility>

#include "verify/position_counts.hpp"

namespace pipo {
namespace {

// A tree of boxes joined by edges of F, as far as the boxes have been reached.
enum class Tree : std::uint8_t {
  single,       // one box, no edge
  single_open,  // one box, and the edge that leads out
  star,         // two boxes or more, all joined to one of them, which has no path of four boxes
  other,        // any other without an edge that leads out
  open          // two boxes or more, and an edge that leads out
};

constexpr int kMostCells = 7;  // boxes of a row, and the next one
constexpr std::uint8_t kNoTree = 15;

// The boxes at the frontier, each with its tree.
struct Frontier {
  std::array<std::uint8_t, kMostCells> tree{};  // the number of its tree, or kNoTree
  std::array<bool, kMostCells> centre{};        // whether a box added here leaves the tree a star
  std::array<Tree, kMostCells> trees{};
  Handout handout = Handout::none;  // of all trees, as far as it is certain

  Frontier() { tree.fill(kNoTree); }

  // Returns whether this cell's box is complete in Q.
  bool complete(int cell) const { return tree[static_cast<std::size_t>(cell)] != kNoTree; }
  Tree& of(int cell) { return trees[tree[static_cast<std::size_t>(cell)]]; }

  void add_box(int cell) {
    std::uint8_t number = 0;
    while (std::ranges::find(tree, number) != tree.end()) ++number;
    tree[static_cast<std::size_t>(cell)] = number;
    trees[number] = Tree::single;
    centre[static_cast<std::size_t>(cell)] = false;
  }

  // Leaves a box behind. A tree is whole when its last box is.
  void leave(int cell) {
    if (!complete(cell)) return;
    const Tree kind = of(cell);
    const std::uint8_t number = std::exchange(tree[static_cast<std::size_t>(cell)], kNoTree);
    if (kind == Tree::other && std::ranges::find(tree, number) == tree.end()) {
      handout = handout == Handout::none ? Handout::four_boxes : handout;
    }
  }

  // Draws the edge from this cell's box out of its tree. Returns how many more boxes are captured,
  // or nothing if the tree has such an edge.
  std::optional<int> lead_out(int cell) {
    Tree& kind = of(cell);
    if (kind == Tree::single_open || kind == Tree::open) return std::nullopt;
    const bool single = kind == Tree::single;
    kind = single ? Tree::single_open : Tree::open;
    if (!single) handout = Handout::two_boxes;
    return single ? 1 : 0;
  }

  // Joins the trees of two boxes by the edge between them, if the result is a tree with at most one
  // edge that leads out.
  std::optional<int> join(int one, int other) {
    const auto a = static_cast<std::size_t>(one), b = static_cast<std::size_t>(other);
    if (tree[a] == tree[b]) return std::nullopt;
    const Tree first = of(one), second = of(other);
    const auto leads_out = [](Tree kind) {
      return kind == Tree::single_open || kind == Tree::open;
    };
    if (leads_out(first) && leads_out(second)) return std::nullopt;
    const bool star_at_a = second == Tree::single && (first == Tree::star && centre[a]);
    const bool star_at_b = first == Tree::single && (second == Tree::star && centre[b]);
    const bool pair = first == Tree::single && second == Tree::single;
    const std::uint8_t merged = tree[b];
    for (std::uint8_t& number : tree) {
      if (number == merged) number = tree[a];
    }
    for (std::size_t cell = 0; cell < tree.size(); ++cell) {
      if (tree[cell] == tree[a]) centre[cell] = false;
    }
    centre[a] = pair || star_at_a;
    centre[b] = pair || star_at_b;
    Tree& kind = trees[tree[a]];
    if (leads_out(first) || leads_out(second)) {
      kind = Tree::open;
      handout = Handout::two_boxes;
    } else {
      kind = pair || star_at_a || star_at_b ? Tree::star : Tree::other;
    }
    return (first == Tree::single) + (second == Tree::single);
  }

  // Returns a number that equal states share. What cannot matter any more is left out.
  std::uint64_t key() const {
    std::uint64_t next = 1, key = static_cast<std::uint64_t>(handout);
    std::array<std::uint64_t, kMostCells> renamed{};
    const bool decided = handout == Handout::two_boxes;
    for (std::size_t cell = 0; cell < tree.size(); ++cell) {
      if (tree[cell] == kNoTree) {
        key = key << 7;
        continue;
      }
      std::uint64_t& name = renamed[tree[cell]];
      if (name == 0) name = next++;
      Tree kind = trees[tree[cell]];
      if (decided && kind == Tree::star) kind = Tree::other;
      const bool at_centre = kind == Tree::star && centre[cell];
      key = key << 7 | name << 4 | static_cast<std::uint64_t>(kind) << 1 | (at_centre ? 1U : 0U);
    }
    return key;
  }
};

// Numbers of ways, by captured boxes and drawn edges.
class Ways {
 public:
  explicit Ways(int boxes) : size_(static_cast<std::size_t>(boxes) + 1), counts_(size_ * size_) {}

  std::uint64_t& at(int captured, int edges) {
    return counts_[static_cast<std::size_t>(captured) * size_ + static_cast<std::size_t>(edges)];
  }

  // Adds the ways of `other`, each with this many more captured boxes and edges.
  void add(const Ways& other, int captured, int edges) {
    const std::size_t shift =
        static_cast<std::size_t>(captured) * size_ + static_cast<std::size_t>(edges);
    for (std::size_t i = 0; i + shift < counts_.size(); ++i) counts_[i + shift] += other.counts_[i];
  }

 private:
  std::size_t size_;
  std::vector<std::uint64_t> counts_;
};

class BoxByBox {
 public:
  BoxByBox(const Board& board, EdgeSet start, BoxSet complete)
      : board_(board.columns() <= board.rows() ? board : board.transposed()),
        turned_(board_ != board),
        start_(start),
        complete_(complete),
        given_(board) {
    states_.emplace(Frontier().key(), std::pair(Frontier(), Ways(board.boxes())));
    states_.begin()->second.second.at(0, 0) = 1;
  }

  std::vector<SettlingWays> run() {
    for (int r = 0; r < board_.rows(); ++r) {
      for (int c = 0; c < board_.columns(); ++c) add_box(r, c);
    }
    for (int c = 0; c < board_.columns(); ++c) {
      change([&](Frontier& frontier) { frontier.leave(c); });
    }
    std::vector<SettlingWays> result;
    for (auto& [key, state] : states_) {
      for (int captured = 0; captured <= board_.boxes(); ++captured) {
        for (int edges = 0; edges <= captured; ++edges) {
          const std::uint64_t ways = state.second.at(captured, edges);
          if (ways > 0) result.push_back({edges, captured, state.first.handout, ways});
        }
      }
    }
    return result;
  }

 private:
  using States = std::unordered_map<std::uint64_t, std::pair<Frontier, Ways>>;

  static constexpr int kNext = kMostCells - 1;  // the cell of the box that is being added

  bool complete(int r, int c) const {
    const int box = turned_ ? c * given_.columns() + r : r * given_.columns() + c;
    return (complete_ >> box & 1) != 0;
  }
  bool may_be_drawn(int edge_on_given) const { return (start_ >> edge_on_given & 1) == 0; }
  // The edges of the turned board by their number on the given one.
  int horizontal(int r, int c) const {
    return turned_ ? given_.vertical(c, r) : given_.horizontal(r, c);
  }
  int vertical(int r, int c) const {
    return turned_ ? given_.horizontal(c, r) : given_.vertical(r, c);
  }

  void add_box(int r, int c) {
    const bool whole = complete(r, c);
    if (whole) change([](Frontier& frontier) { frontier.add_box(kNext); });
    if (r > 0) {
      edge(horizontal(r, c), kNext, whole, c, complete(r - 1, c));
      change([&](Frontier& frontier) { frontier.leave(c); });
    } else {
      edge(horizontal(r, c), kNext, whole, c, false);
    }
    change([&](Frontier& frontier) {
      const auto next = static_cast<std::size_t>(kNext), here = static_cast<std::size_t>(c);
      frontier.tree[here] = std::exchange(frontier.tree[next], kNoTree);
      frontier.centre[here] = std::exchange(frontier.centre[next], false);
    });
    edge(vertical(r, c), c, whole, c - 1, c > 0 && complete(r, c - 1));
    if (c + 1 == board_.columns()) edge(vertical(r, c + 1), c, whole, 0, false);
    if (r + 1 == board_.rows()) edge(horizontal(r + 1, c), c, whole, 0, false);
  }

  // Tries both choices for an edge between two cells: F has it or not. An edge leads out if only
  // one of its boxes is complete.
  void edge(int number, int one, bool one_complete, int other, bool other_complete) {
    if (!may_be_drawn(number) || (!one_complete && !other_complete)) return;
    States next;
    for (const auto& [key, state] : states_) {
      add(next, state.first, state.second, 0, 0);
      Frontier with = state.first;
      const std::optional<int> captured = one_complete && other_complete
                                              ? with.join(one, other)
                                              : with.lead_out(one_complete ? one : other);
      if (captured) add(next, with, state.second, *captured, 1);
    }
    states_ = std::move(next);
  }

  template <typename Change>
  void change(Change make) {
    States next;
    for (auto& [key, state] : states_) {
      make(state.first);
      add(next, state.first, state.second, 0, 0);
    }
    states_ = std::move(next);
  }

  void add(States& states, const Frontier& frontier, const Ways& ways, int captured,
           int edges) const {
    const auto [place, added] = states.try_emplace(frontier.key(), frontier, Ways(board_.boxes()));
    place->second.second.add(ways, captured, edges);
  }

  Board board_;  // turned so that it has no more columns than rows
  bool turned_;
  EdgeSet start_;
  BoxSet complete_;
  Board given_;
  States states_;
};

}  // namespace

std::vector<SettlingWays> settling_ways(const Board& board, EdgeSet start, BoxSet complete) {
  return BoxByBox(board, start, complete).run();
}

}  // namespace pipo
