// GoogleTest matchers that compare positions with the tables, for example in the tests of a bot.
//
//   const pipo::Tables tables({"tables"});
//   EXPECT_THAT(position, pipo::HasValue(tables, 3));
//   EXPECT_THAT(position, pipo::HasValue(tables, testing::Gt(0)));   // the player to move wins
//   EXPECT_THAT(position, pipo::HasBestMove(tables, "v2.2"));
//
// A position is a pipo::Position or a text, "RxC:BITS". If a match fails, the message shows the
// position as a picture with the value of each move. If no table covers the position, or the text
// is malformed, the test fails with a line that says so, even inside testing::Not.
//
// This header needs gmock and the library does not, so pipopipette.hpp does not include it. Link
// the test with gmock (CMake: GTest::gmock; pkg-config: gmock).
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"
#include "pipopipette/tables.hpp"

namespace pipo {

// This namespace is internal.
namespace matching {

inline Position position_of(const Position& position) {
  return position;
}
inline Position position_of(std::string_view text) {
  return parse_position(text);
}

inline int edge_of(const Board& board, std::string_view text) {
  return parse_edge(board, text);
}
inline int edge_of(const Board& board, int edge) {
  static_cast<void>(edge_name(board, edge));  // throws if the board has no such edge
  return edge;
}

inline std::string shown(int edge) {
  return "edge " + std::to_string(edge);
}
inline std::string shown(const std::string& edge) {
  return edge;
}

inline std::string best_moves(const Answer& answer) {
  std::string names;
  for (const int edge : answer.best) {
    names += (names.empty() ? "" : " ") + edge_name(answer.position.board, edge);
  }
  return names.empty() ? "none" : names;
}

// Describes the value, the best moves, and the board with the value of each move.
inline void explain(const Answer& answer, testing::MatchResultListener& listener) {
  Labels labels;
  labels.edges.resize(static_cast<std::size_t>(answer.position.board.edges()));
  for (const MoveValue& move : answer.moves) {
    labels.edges[static_cast<std::size_t>(move.edge)] = std::to_string(move.value);
  }
  listener << "whose value is " << answer.value << " and whose best moves are "
           << best_moves(answer) << ":\n"
           << picture(answer.position, labels);
}

// Returns match(), or false if it throws an Error. The test fails then, even if the matcher is
// negated. Each assertion first calls a matcher with a listener that ignores explanations; only
// that call adds the failure.
template <typename Match>
bool match_or_fail(testing::MatchResultListener& listener, Match match) {
  try {
    return match();
  } catch (const Error& error) {
    if (!listener.IsInterested()) ADD_FAILURE() << "cannot be compared: " << error.what();
    listener << "which cannot be compared: " << error.what();
    return false;
  }
}

class ValueMatcher {
 public:
  ValueMatcher(const Tables& tables, testing::Matcher<int> inner)
      : tables_(&tables), inner_(std::move(inner)) {}

  template <typename GivenPosition>
  bool MatchAndExplain(const GivenPosition& given, testing::MatchResultListener* listener) const {
    return match_or_fail(*listener, [&] {
      const Answer answer = tables_->answer(position_of(given));
      explain(answer, *listener);
      return inner_.Matches(answer.value);
    });
  }
  void DescribeTo(std::ostream* out) const {
    *out << "has a value that ";
    inner_.DescribeTo(out);
  }
  void DescribeNegationTo(std::ostream* out) const {
    *out << "has a value that ";
    inner_.DescribeNegationTo(out);
  }

 private:
  const Tables* tables_;
  testing::Matcher<int> inner_;
};

template <typename Edge>
class BestMoveMatcher {
 public:
  BestMoveMatcher(const Tables& tables, Edge edge) : tables_(&tables), edge_(std::move(edge)) {}

  template <typename GivenPosition>
  bool MatchAndExplain(const GivenPosition& given, testing::MatchResultListener* listener) const {
    return match_or_fail(*listener, [&] {
      const Answer answer = tables_->answer(position_of(given));
      const Board& board = answer.position.board;
      const int edge = edge_of(board, edge_);
      if ((answer.position.drawn >> edge & 1) != 0) {
        *listener << "in which " << edge_name(board, edge) << " is drawn already, ";
      }
      explain(answer, *listener);
      return std::find(answer.best.begin(), answer.best.end(), edge) != answer.best.end();
    });
  }
  void DescribeTo(std::ostream* out) const { *out << "has the best move " << shown(edge_); }
  void DescribeNegationTo(std::ostream* out) const {
    *out << "does not have the best move " << shown(edge_);
  }

 private:
  const Tables* tables_;
  Edge edge_;
};

}  // namespace matching

// Matches if the position's value, the margin for the player to move, equals this number or matches
// this matcher. The tables must outlive the matcher.
template <typename Inner>
auto HasValue(const Tables& tables, Inner inner) {
  return testing::MakePolymorphicMatcher(
      matching::ValueMatcher(tables, testing::SafeMatcherCast<int>(std::move(inner))));
}

// Matches if this edge, a DBN index or a name, is one of the position's best moves. An edge that is
// already drawn does not match. The test fails if the board has no such edge. The tables must
// outlive the matcher.
inline auto HasBestMove(const Tables& tables, int edge) {
  return testing::MakePolymorphicMatcher(matching::BestMoveMatcher<int>(tables, edge));
}
inline auto HasBestMove(const Tables& tables, std::string_view edge) {
  return testing::MakePolymorphicMatcher(
      matching::BestMoveMatcher<std::string>(tables, std::string(edge)));
}

}  // namespace pipo
