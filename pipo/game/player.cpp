#include "pipo/game/player.hpp"

#include <fmt/core.h>

#include <array>
#include <map>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/human_numbers.hpp"

namespace pipo {
namespace {

// The most positions searched to count the opponent's replies after runs of captures, whose order
// branches. Beyond that, a move counts as if every reply kept the value.
constexpr std::size_t kMostLookedAt = 2000;

bool smaller(const ReplyCount& a, const ReplyCount& b) {
  return a.keep * b.moves < b.keep * a.moves;
}

// Searches the captures of one turn.
class ReplySearch {
 public:
  explicit ReplySearch(const Tables& tables) : tables_(tables) {}

  ReplyCount after(Position position, int edge, bool captures) {
    position.drawn |= EdgeSet{1} << edge;
    if (position.open() == 0) return {};
    if (const auto seen = seen_.find(position.drawn); captures && seen != seen_.end()) {
      return seen->second;
    }
    if (++asked_ > kMostLookedAt) return {};
    const Answer answer = tables_.answer(position);
    if (!captures) {
      return {static_cast<int>(answer.best.size()), static_cast<int>(answer.moves.size())};
    }
    ReplyCount least;
    for (const MoveValue& move : answer.moves) {
      if (move.value != answer.value) continue;
      const ReplyCount replies = after(position, move.edge, move.captures > 0);
      if (smaller(replies, least)) least = replies;
    }
    return seen_[position.drawn] = least;
  }

 private:
  const Tables& tables_;
  std::size_t asked_ = 0;
  std::map<EdgeSet, ReplyCount> seen_;  // positions where the same player moves again
};

const MoveValue& move_of(const Answer& answer, int edge) {
  for (const MoveValue& move : answer.moves) {
    if (move.edge == edge) return move;
  }
  throw BadInput(fmt::format("{} is drawn already", edge_name(answer.position.board, edge)));
}

std::string reason(const Answer& answer, const ReplyCount& replies) {
  std::string text = fmt::format("exact: {} of {} {} {}", answer.best.size(), answer.moves.size(),
                                 answer.moves.size() == 1 ? "move keeps" : "moves keep",
                                 signed_number(answer.value));
  if (answer.best.size() > 1 && replies.keep < replies.moves) {
    text += fmt::format("; after this one {} of the opponent's {} replies {} the value",
                        replies.keep, replies.moves, replies.keep == 1 ? "keeps" : "keep");
  }
  return text;
}

}  // namespace

std::string_view word(Knowledge knowledge) {
  constexpr std::array kWords = {"table", "theory", "rule-of-thumb"};
  return kWords.at(static_cast<std::size_t>(knowledge));
}

ReplyCount Player::replies_after(const Position& position, int edge) const {
  const MoveValue move = move_of(tables_.answer(position), edge);
  return ReplySearch(tables_).after(position, edge, move.captures > 0);
}

Choice Player::by_table(const Position& position) const {
  const Answer answer = tables_.answer(position);
  ReplySearch search(tables_);
  int chosen = answer.best.front();
  ReplyCount least;
  if (answer.best.size() > 1) {
    bool any = false;
    for (const int edge : answer.best) {
      const ReplyCount replies = search.after(position, edge, move_of(answer, edge).captures > 0);
      if (any && !smaller(replies, least)) continue;
      any = true;
      least = replies;
      chosen = edge;
    }
  }
  return {chosen, Knowledge::table, answer.value, reason(answer, least)};
}

Choice Player::choose(const Position& position) const {
  if (position.open() == 0) throw BadInput("the game is over: every edge is drawn");
  try {
    return by_table(position);
  } catch (const MissingTable&) {
    return choose_by_theory(position);
  } catch (const DamagedTable&) {
    return choose_by_theory(position);
  }
}

}  // namespace pipo
