// A plain Monte-Carlo tree search that plays by the protocol of docs/engine.md, to compare other
// engines with.
//
//     g++ -O3 -std=c++20 mcts.cpp -o mcts
//     ./mcts [--playouts N] [--seed N]         10,000 play-outs a move unless told otherwise
//
// UCT with the margin as its reward: each play-out goes down the tree by the upper confidence
// bound, adds a node, plays random moves to the end, and adds the margin to the nodes it passed.
// Play-outs take a box whenever they can, and otherwise draw any edge. The move with the most
// visits is played. The tree is not kept between moves.

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "protocol.hpp"

namespace {

using engines::Board;
using engines::Game;

// Wide enough for boards of at most 128 edges: 7x7 has 112.
__extension__ using Edges = unsigned __int128;
constexpr std::size_t kMostEdges = 128;

std::uint64_t low(Edges edges) {
  return static_cast<std::uint64_t>(edges);
}
std::uint64_t high(Edges edges) {
  return static_cast<std::uint64_t>(edges >> 64);
}

int count(Edges edges) {
  return std::popcount(low(edges)) + std::popcount(high(edges));
}

int first(Edges edges) {
  return low(edges) != 0 ? std::countr_zero(low(edges)) : 64 + std::countr_zero(high(edges));
}

constexpr double kExploration =
    0.5;  // in the unit of rewards, which are margins divided by the number of boxes

class Search {
 public:
  Search(const Board& board, std::uint64_t seed) : board_(board), source_(seed) {
    for (int edge = 0; edge < board.edges(); ++edge) {
      boxes_.emplace_back();
      for (int box = 0; box < board.boxes(); ++box) {
        Edges around = 0;
        for (const int one : board.edges_of(box)) around |= Edges{1} << one;
        if (around >> edge & 1) boxes_.back().push_back(around);
      }
    }
  }

  // Returns the chosen edge. `open` has at least one.
  int choose(Edges open, int playouts) {
    nodes_.assign(1, Node{});
    for (int done = 0; done < playouts; ++done) play_out(open);
    std::size_t best = nodes_[0].first;
    for (std::size_t child = best; child < nodes_[0].first + nodes_[0].count; ++child)
      if (nodes_[child].visits > nodes_[best].visits) best = child;
    return nodes_[best].edge;
  }

 private:
  struct Node {
    std::size_t first = 0;  // its children are consecutive
    int count = 0;          // of children; 0 before the node is expanded
    int edge = -1;
    int mover = 0;  // +1 if the player to move at the root drew the edge, else -1
    int visits = 0;
    double total = 0;  // sum of the rewards of `mover`
  };

  // Draws an edge for `mover`. Returns its number of boxes, with the sign of the mover.
  int draw(Edges& open, int edge, int& mover) const {
    open &= ~(Edges{1} << edge);
    int boxes = 0;
    for (const Edges around : boxes_[static_cast<std::size_t>(edge)]) boxes += (open & around) == 0;
    const int gain = boxes * mover;
    if (boxes == 0) mover = -mover;
    return gain;
  }

  void expand(std::size_t at, Edges open, int mover) {
    nodes_[at].first = nodes_.size();
    nodes_[at].count = count(open);
    for (; open != 0; open &= open - 1) {
      Node child;
      child.edge = first(open);
      child.mover = mover;
      nodes_.push_back(child);
    }
  }

  // Returns the child with the greatest upper confidence bound; among those not visited yet, a
  // random one.
  std::size_t selected(const Node& node) {
    std::size_t best = node.first, unvisited = 0;
    double greatest = -1e9;
    for (std::size_t child = node.first; child < node.first + static_cast<std::size_t>(node.count);
         ++child) {
      const Node& one = nodes_[child];
      if (one.visits == 0) {
        if (below(++unvisited) == 0) best = child;
      } else if (unvisited == 0) {
        const double bound =
            one.total / one.visits + kExploration * std::sqrt(std::log(node.visits) / one.visits);
        if (bound > greatest) greatest = bound, best = child;
      }
    }
    return best;
  }

  void play_out(Edges open) {
    std::vector<std::size_t> path{0};
    int mover = 1, margin = 0;
    while (open != 0) {
      const std::size_t at = path.back();
      if (nodes_[at].count == 0) {
        if (at != 0 && nodes_[at].visits == 0) break;
        expand(at, open, mover);
      }
      path.push_back(selected(nodes_[at]));
      margin += draw(open, nodes_[path.back()].edge, mover);
    }
    while (open != 0) margin += draw(open, random_move(open), mover);
    const double reward = static_cast<double>(margin) / board_.boxes();
    for (const std::size_t at : path) {
      ++nodes_[at].visits;
      nodes_[at].total += reward * nodes_[at].mover;
    }
  }

  int random_move(Edges open) {
    int chosen = -1;
    std::size_t captures = 0;
    for (Edges left = open; left != 0; left &= left - 1) {
      const int edge = first(left);
      for (const Edges around : boxes_[static_cast<std::size_t>(edge)]) {
        if (count(open & around) != 1) continue;
        if (below(++captures) == 0) chosen = edge;
        break;
      }
    }
    if (captures > 0) return chosen;
    for (auto skip = below(static_cast<std::size_t>(count(open))); skip > 0; --skip)
      open &= open - 1;
    return first(open);
  }

  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(source_() % bound); }

  Board board_;
  std::mt19937_64 source_;
  std::vector<std::vector<Edges>> boxes_;  // of each edge: the edges around its boxes
  std::vector<Node> nodes_;
};

int choose(const Game& game, int playouts, std::uint64_t& seed) {
  if (game.drawn.size() > kMostEdges)
    throw std::invalid_argument("boards with more than 128 edges are too large");
  Edges open = 0;
  for (std::size_t edge = 0; edge < game.drawn.size(); ++edge)
    open |= Edges{!game.drawn[edge]} << edge;
  return Search(game.board, seed++).choose(open, playouts);
}

}  // namespace

int main(int count, char** words) {
  int playouts = 10'000;
  std::uint64_t seed = 1;
  try {
    for (int at = 1; at < count; at += 2) {
      const std::string option = words[at];
      if (at + 1 == count) throw std::invalid_argument(option);
      if (option == "--playouts") {
        playouts = std::stoi(words[at + 1]);
      } else if (option == "--seed") {
        seed = std::stoull(words[at + 1]);
      } else {
        throw std::invalid_argument(option);
      }
    }
    if (playouts < 1) throw std::invalid_argument("--playouts");
  } catch (const std::exception&) {
    std::cerr << "usage: mcts [--playouts N] [--seed N]\n";
    return 2;
  }
  engines::Protocol("mcts", [&](const Game& game) { return choose(game, playouts, seed); }).run();
}
