#include "verify/game_counts.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

#include "pipopipette/rules.hpp"

namespace pipo {
namespace {

// Sets between two reports.
constexpr std::uint64_t kReport = std::uint64_t{1} << 16;

// More than the rounding errors of a count.
constexpr double kRounding = 1 + 1e-9;

// Binomial coefficients C(n, k), at most `most`, k <= largest.
class Binomials {
 public:
  Binomials(int n, int largest) : largest_(largest), values_((n + 1) * (largest + 1)) {
    for (int of = 0; of <= n; ++of) {
      at(of, 0) = 1;
      for (int k = 1; k <= std::min(of, largest); ++k) {
        const std::uint64_t one = (*this)(of - 1, k - 1), other = (*this)(of - 1, k);
        at(of, k) = one > kMost - other ? kMost : one + other;
      }
    }
  }

  static constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t operator()(int n, int k) const {
    return n < 0 || k < 0 || k > largest_ ? 0 : values_[index(n, k)];
  }

 private:
  std::uint64_t& at(int n, int k) { return values_[index(n, k)]; }
  std::size_t index(int n, int k) const { return static_cast<std::size_t>(n) * (largest_ + 1) + k; }

  int largest_;
  std::vector<std::uint64_t> values_;
};

// The open edges of a start, numbered in order, and the boxes that they can complete.
class OpenEdges {
 public:
  explicit OpenEdges(const Position& start) : edges_(legal_moves(start)) {
    std::vector<int> number(start.board.boxes(), -1);
    for (const int edge : edges_) {
      std::array<int, 2> beside{};
      for (std::size_t side = 0; side < 2; ++side) {
        const int box = start.board.neighbours(edge)[side];
        beside[side] = box;
        if (box < 0) continue;
        if (number[box] < 0) {
          number[box] = static_cast<int>(open_.size());
          open_.push_back(0);
        }
        beside[side] = number[box];
        ++open_[beside[side]];
      }
      boxes_.push_back(beside);
    }
  }

  int count() const { return static_cast<int>(edges_.size()); }
  int edge(int number) const { return edges_[number]; }

  // Returns the boxes beside an edge; -1: the outside.
  const std::array<int, 2>& boxes(int number) const { return boxes_[number]; }

  // Returns the number of open edges of each box.
  const std::vector<int>& open() const { return open_; }

 private:
  std::vector<int> edges_;
  std::vector<std::array<int, 2>> boxes_;
  std::vector<int> open_;
};

// A set of edges, in the order of colexicographic ranks: all sets of one size follow each other,
// and their ranks are 0, 1, 2 and so on. Knows the boxes that the set completes.
class EdgeSubset {
 public:
  EdgeSubset(const OpenEdges& edges, const Binomials& choose, int size)
      : edges_(edges), choose_(choose), members_(size), left_(edges.open()) {
    std::iota(members_.begin(), members_.end(), 0);
    for (const int member : members_) draw(member);
  }

  int size() const { return static_cast<int>(members_.size()); }
  int completed() const { return completed_; }

  // Returns how many boxes a member completes if it is drawn last.
  int captures(int place) const {
    int count = 0;
    for (const int box : edges_.boxes(members_[place])) count += box >= 0 && left_[box] == 0;
    return count;
  }

  // Sets ranks[i] to the rank of the set without member i.
  void ranks_without(std::vector<std::uint64_t>& ranks) const {
    std::uint64_t above = 0;
    for (int i = 0; i < size(); ++i) above += choose_(members_[i], i);
    std::uint64_t below = 0;
    for (int i = 0; i < size(); ++i) {
      above -= choose_(members_[i], i);
      ranks[i] = below + above;
      below += choose_(members_[i], i + 1);
    }
  }

  // Goes on to the next set. Must not be called for the last one.
  void advance() {
    int place = 0;
    while (place + 1 < size() && members_[place] + 1 == members_[place + 1]) ++place;
    for (int i = 0; i <= place; ++i) erase(members_[i]);
    ++members_[place];
    std::iota(members_.begin(), members_.begin() + place, 0);
    for (int i = 0; i <= place; ++i) draw(members_[i]);
  }

 private:
  void draw(int member) {
    for (const int box : edges_.boxes(member)) completed_ += box >= 0 && --left_[box] == 0;
  }
  void erase(int member) {
    for (const int box : edges_.boxes(member)) completed_ -= box >= 0 && left_[box]++ == 0;
  }

  const OpenEdges& edges_;
  const Binomials& choose_;
  std::vector<int> members_;
  std::vector<int> left_;  // open edges of each box
  int completed_ = 0;
};

// The games that end in each set of one size: a number for each score and player to move. The set
// of rank r has the numbers from begin[r] to begin[r + 1]; games in which the first player has b
// boxes and player p is to move are number 2 b + p.
struct Layer {
  std::vector<std::uint64_t> begin{0};
  std::vector<GameCount> games;
};

// Returns the sum of the numbers of boxes plus one that the sets of a size complete.
double scores(const OpenEdges& edges, int size) {
  // C(n - k, size - k) / C(n, size) is the share of the sets that contain k edges.
  double sets = 1;
  for (int i = 0; i < size; ++i) sets *= static_cast<double>(edges.count() - i) / (i + 1);
  double sum = 1;
  for (const int open : edges.open()) {
    double share = 1;
    for (int i = 0; i < open; ++i) {
      share *= static_cast<double>(std::max(size - i, 0)) / (edges.count() - i);
    }
    sum += share;
  }
  return sum * sets;
}

class Counting {
 public:
  Counting(const Position& start, int depth, const VerifyProgress& progress)
      : edges_(start), choose_(edges_.count(), depth + 1), progress_(progress) {
    layer_.begin = {0, 2};
    layer_.games = {1, 0};
    found_.push_back({.games = 1, .positions = 1, .states = 1});
    finish(found_.back());
    for (int size = 1; size <= depth; ++size) add(size);
  }

  std::vector<GameCounts> found() && { return std::move(found_); }

 private:
  void add(int size) {
    GameCounts counts{.depth = size, .positions = choose_(edges_.count(), size)};
    Layer before = std::exchange(layer_, {});
    layer_.begin.reserve(counts.positions + 1);
    layer_.games.reserve(static_cast<std::size_t>(2 * scores(edges_, size) * kRounding) + 2);
    EdgeSubset set(edges_, choose_, size);
    std::vector<std::uint64_t> ranks(size);
    const std::string stage = "depth " + std::to_string(size);
    for (std::uint64_t rank = 0;; set.advance()) {
      layer_.games.resize(layer_.games.size() + 2 * (set.completed() + 1));
      set.ranks_without(ranks);
      for (int i = 0; i < size; ++i) add(before, ranks[i], set.captures(i), counts);
      layer_.begin.push_back(layer_.games.size());
      note(layer_.begin[rank], set.completed(), counts);
      if (++rank % kReport == 0 && progress_) progress_(stage, rank, counts.positions);
      if (rank == counts.positions) break;
    }
    finish(counts);
    found_.push_back(std::move(counts));
  }

  // Adds the games that end in the set of this rank and go on with a move to the last set.
  void add(const Layer& before, std::uint64_t rank, int captures, GameCounts& counts) {
    GameCount* const to = layer_.games.data() + layer_.begin.back();
    GameCount all = 0;
    for (std::uint64_t i = before.begin[rank]; i < before.begin[rank + 1]; ++i) {
      const std::uint64_t state = i - before.begin[rank];
      const bool second = (state & 1) != 0;
      // A player who completes boxes keeps the turn.
      const std::uint64_t after = captures == 0 ? state ^ 1 : second ? state : state + 2 * captures;
      to[after] += before.games[i];
      all += before.games[i];
    }
    counts.games += all;
    if (captures > 0) counts.captures += all;
    if (captures > 1) counts.doubles += all;
  }

  // Adds the last set to the counts.
  void note(std::uint64_t begin, int completed, GameCounts& counts) {
    for (std::uint64_t i = begin; i < layer_.games.size(); ++i) {
      const GameCount games = layer_.games[i];
      if (games == 0) continue;
      const auto state = static_cast<int>(i - begin);
      ++counts.states;
      if (state % 2 == 0) counts.first_to_move += games;
      counts.leads[2 * (state / 2) - completed] += games;
    }
  }

  void finish(GameCounts& counts) const {
    if (counts.leads.empty()) counts.leads[0] = counts.first_to_move = counts.games;
    if (counts.depth < edges_.count()) return;
    counts.ended = counts.games;
    counts.first_to_move = 0;
  }

  OpenEdges edges_;
  Binomials choose_;
  const VerifyProgress& progress_;
  Layer layer_;
  std::vector<GameCounts> found_;
};

GameCount sum_of(const GameCounts& counts, int sign) {
  GameCount sum = 0;
  for (const auto& [lead, games] : counts.leads) {
    if ((lead > 0) - (lead < 0) == sign) sum += games;
  }
  return sum;
}

// Returns the counts from the view of the player who made a move before them.
GameCounts after_move(GameCounts counts, int captures) {
  std::map<int, GameCount> leads;
  for (const auto& [lead, games] : counts.leads) {
    leads[captures > 0 ? lead + captures : -lead] = games;
  }
  counts.leads = std::move(leads);
  if (captures == 0) counts.first_to_move = counts.games - counts.ended - counts.first_to_move;
  if (counts.depth == 0) {
    counts.captures = captures > 0 ? 1 : 0;
    counts.doubles = captures > 1 ? 1 : 0;
  }
  ++counts.depth;
  return counts;
}

}  // namespace

GameCount GameCounts::ahead() const {
  return sum_of(*this, 1);
}

GameCount GameCounts::level() const {
  return sum_of(*this, 0);
}

GameCount GameCounts::behind() const {
  return sum_of(*this, -1);
}

std::uint64_t memory_to_count(const Position& start, int depth) {
  const OpenEdges edges(start);
  double most = 0, before = 0;
  for (int size = 0; size <= depth; ++size) {
    const double all = scores(edges, size) * (2 * sizeof(GameCount) + sizeof(std::uint64_t));
    most = std::max(most, before + all);
    before = all;
  }
  constexpr auto kMost = static_cast<double>(std::uint64_t{1} << 62);
  return static_cast<std::uint64_t>(std::min(most, kMost));
}

int deepest_count(const Position& start) {
  constexpr GameCount kMost = ~GameCount{0};
  const int open = start.open().size();
  GameCount games = 1;
  int depth = 0;
  while (depth < open && games <= kMost / static_cast<unsigned>(open - depth)) {
    games *= static_cast<unsigned>(open - depth++);
  }
  return depth;
}

std::vector<GameCounts> count_games(const Position& start, int depth,
                                    const VerifyProgress& progress) {
  return Counting(start, depth, progress).found();
}

std::vector<MoveCounts> count_games_by_move(const Position& start, int depth,
                                            const VerifyProgress& progress) {
  std::vector<MoveCounts> result;
  for (const int edge : legal_moves(start)) {
    Position after = start;
    after.drawn.insert(edge);
    const int captures = completed_by(start, edge).size();
    result.push_back({edge, after_move(count_games(after, depth - 1, progress).back(), captures)});
  }
  return result;
}

std::string decimal(GameCount count) {
  std::string digits;
  do {
    digits += static_cast<char>('0' + static_cast<int>(count % 10));
    count /= 10;
  } while (count > 0);
  return {digits.rbegin(), digits.rend()};
}

}  // namespace pipo
