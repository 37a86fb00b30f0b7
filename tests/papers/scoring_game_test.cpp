// Checks the theorems of Mao-Peng, section 2, on all small well-tempered games, and what they say
// about Dots-and-Boxes.
#include "tests/papers/scoring_game.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "pipopipette/error.hpp"
#include "tests/oracle/rules.hpp"
#include "theory/multiset.hpp"

namespace pipo::theory::scoring_game_test {

ScoringGame pair(const ScoringGame& left, const ScoringGame& right) {
  return {{left}, {right}};
}

const ScoringGame star = pair(0, 0);

// A game played out: the same outcomes by a plain recursion over positions of both games.
int played(const ScoringGame& one, const ScoringGame& other, bool left_moves) {
  if (one.number() && other.number()) return *one.number() + *other.number();
  std::vector<int> margins;
  for (const ScoringGame& next : left_moves ? one.left() : one.right()) {
    margins.push_back(played(next, other, !left_moves));
  }
  for (const ScoringGame& next : left_moves ? other.left() : other.right()) {
    margins.push_back(played(one, next, !left_moves));
  }
  return left_moves ? std::ranges::max(margins) : std::ranges::min(margins);
}

// Numbers from -2 to 2; all odd-tempered games of one option each over them; the even-tempered and
// odd-tempered games of one or two options each over some of these.
const std::vector<ScoringGame>& games() {
  static const std::vector<ScoringGame> all = [] {
    std::vector<ScoringGame> numbers, odd, result;
    for (int number = -2; number <= 2; ++number) numbers.emplace_back(number);
    for (const auto& left : numbers) {
      for (const auto& right : numbers) odd.push_back(pair(left, right));
    }
    result = numbers;
    result.insert(result.end(), odd.begin(), odd.end());
    std::vector<ScoringGame> even;
    for (std::size_t i = 0; i < odd.size(); i += 4) {
      for (std::size_t j = 0; j < odd.size(); j += 5) {
        even.push_back(pair(odd[i], odd[j]));
        if ((i + j) % 3 == 0) even.push_back({{odd[i], odd[24 - j]}, {odd[j], odd[(7 * i) % 25]}});
      }
    }
    result.insert(result.end(), even.begin(), even.end());
    for (std::size_t i = 0; i < even.size(); i += 5) {
      const ScoringGame& other = even[(i * 31 + 7) % even.size()];
      result.push_back(pair(even[i], other));
      result.push_back({{even[i], numbers[i % 5]}, {other}});
    }
    return result;
  }();
  return all;
}

// Visits every step-th pair of games.
template <class Visit>
int for_every_pair(int step, const Visit& visit) {
  int seen = 0;
  for (const ScoringGame& one : games()) {
    for (const ScoringGame& other : games()) {
      if ((&one - &other) % step != 0) continue;
      seen += visit(one, other, one + other);
    }
  }
  return seen;
}

TEST(ScoringGame, OutcomesOfExamples) {
  EXPECT_EQ(pair(1, -1).outcome(), OutcomeClass::next);
  EXPECT_EQ(pair(-1, 1).outcome(), OutcomeClass::previous);
  EXPECT_EQ(pair(3, 1).outcome(), OutcomeClass::left);
  EXPECT_EQ(pair(-1, -3).outcome(), OutcomeClass::right);
  EXPECT_EQ(star.outcome(), OutcomeClass::tied);
  EXPECT_EQ(pair(1, 0).outcome(), OutcomeClass::tied);
  EXPECT_EQ(word(pair(-1, 1).outcome()), "P");
  EXPECT_THROW(ScoringGame({}, {1}), BadInput);
  EXPECT_EQ(ScoringGame({pair(2, 1)}, {0}).temper(), std::nullopt) << "one move, or two";
  EXPECT_FALSE(ScoringGame({pair(2, 1)}, {0}).is_i_game());
}

void expect_sums_are_both_games_at_once(int step) {
  const int seen = for_every_pair(step, [](const auto& one, const auto& other, const auto& sum) {
    EXPECT_EQ(sum.left_outcome(), played(one, other, true));
    EXPECT_EQ(sum.right_outcome(), played(one, other, false));
    EXPECT_EQ(sum.temper(), (*one.temper() + *other.temper()) % 2);
    const ScoringGame negative = -one + -other;
    EXPECT_EQ(negative.left_outcome(), -sum.right_outcome());
    EXPECT_EQ(negative.right_outcome(), -sum.left_outcome());
    return 1;
  });
  EXPECT_GT(seen, 5'000 / step);
}

// Mao-Peng, proposition 2.3.
TEST(ScoringGame, NumbersShiftOutcomes) {
  for (const ScoringGame& game : games()) {
    for (const int number : {-3, 1, 4}) {
      EXPECT_EQ((game + number).left_outcome(), game.left_outcome() + number);
      EXPECT_EQ((game + number).right_outcome(), game.right_outcome() + number);
    }
  }
}

// Mao-Peng, theorem 2.3.
void expect_outcomes_of_sums_with_an_even_tempered_game(int step) {
  const int seen = for_every_pair(step, [](const auto& one, const auto& other, const auto& sum) {
    if (other.temper() != 0) return 0;
    if (one.temper() == 0) {
      EXPECT_GE(sum.right_outcome(), one.right_outcome() + other.right_outcome());
    } else {
      EXPECT_GE(sum.left_outcome(), one.left_outcome() + other.right_outcome());
    }
    return 1;
  });
  EXPECT_GT(seen, 2'000 / step);
}

// Mao-Peng, theorem 2.5. The paper prints "both odd-tempered" in (6), but its proof of theorem 2.6
// uses (6) for an even-tempered G and an even-tempered X, and so does the proof of (4).
void expect_outcomes_of_sums_with_an_i_game(int step) {
  int four = 0, five = 0, six = 0, printed = 0, printed_fails = 0;
  for_every_pair(step, [&](const auto& one, const auto& other, const auto& sum) {
    if (!one.is_i_game()) return 0;
    if (one.temper() == 0 && other.temper() == 1) {
      ++four;
      EXPECT_GE(sum.right_outcome(), one.right_outcome() + other.right_outcome());
    }
    if (one.temper() == 1 && other.temper() == 1) {
      ++five;
      EXPECT_GE(sum.left_outcome(), one.left_outcome() + other.right_outcome());
      ++printed;
      printed_fails += sum.left_outcome() < one.right_outcome() + other.left_outcome();
    }
    if (one.temper() == 0 && other.temper() == 0) {
      ++six;
      EXPECT_GE(sum.left_outcome(), one.right_outcome() + other.left_outcome());
    }
    return 0;
  });
  EXPECT_GT(four, step == 1 ? 300 : 200);
  EXPECT_GT(five, step == 1 ? 300 : 200);
  EXPECT_GT(six, step == 1 ? 300 : 200);
  testing::Test::RecordProperty("(6) as printed", printed);
  EXPECT_GT(printed_fails, 0);
}

// Mao-Peng, theorem 2.6.
void expect_even_i_games_do_not_harm_left(int step) {
  int seen = 0;
  for_every_pair(step, [&](const auto& one, const auto& other, const auto& sum) {
    if (!one.is_i_game() || one.temper() != 0 || one.right_outcome() < 0) return 0;
    ++seen;
    EXPECT_GE(sum.left_outcome(), other.left_outcome());
    EXPECT_GE(sum.right_outcome(), other.right_outcome());
    return 0;
  });
  EXPECT_GT(seen, step == 1 ? 300 : 200);
}

constexpr int kSomePairs = 5;

TEST(ScoringGame, SumsAreBothGamesAtOnce) {
  expect_sums_are_both_games_at_once(kSomePairs);
}

TEST(ScoringGame, OutcomesOfSumsWithAnEvenTemperedGame) {
  expect_outcomes_of_sums_with_an_even_tempered_game(kSomePairs);
}

TEST(ScoringGame, OutcomesOfSumsWithAnIGame) {
  expect_outcomes_of_sums_with_an_i_game(kSomePairs);
}

TEST(ScoringGame, EvenIGamesThatAreNotNegativeDoNotHarmLeft) {
  expect_even_i_games_do_not_harm_left(kSomePairs);
}

TEST(ScoringGame, LongRunSumsOfAllPairs) {
  expect_sums_are_both_games_at_once(1);
  expect_outcomes_of_sums_with_an_even_tempered_game(1);
  expect_outcomes_of_sums_with_an_i_game(1);
  expect_even_i_games_do_not_harm_left(1);
}

// Examples of Mao-Peng, section 2.2, that are not what the paper says.
TEST(ScoringGame, ExamplesOfTheirSection22) {
  // The paper says that G = <-1|-1||1|1> has right outcome 1, which is right, and that H = <G|G>
  // has it, too; but H has -1.
  const ScoringGame g = pair(pair(-1, -1), pair(1, 1)), h = pair(g, g);
  EXPECT_EQ(g.right_outcome(), 1);
  EXPECT_EQ(g.left_outcome(), -1);
  EXPECT_EQ(h.right_outcome(), -1);
  EXPECT_FALSE(g.is_i_game());
  // Inequality (4) fails for it, since G is not an i-game.
  EXPECT_EQ((g + h).right_outcome(), -2);
  EXPECT_LT((g + h).right_outcome(), g.right_outcome() + h.right_outcome());
  // <1+*|-1+*> is printed as an example that is not an i-game. It is one, but <-1+*|1+*> is not.
  EXPECT_TRUE(pair(star + 1, star + -1).is_i_game());
  EXPECT_FALSE(pair(star + -1, star + 1).is_i_game());
  EXPECT_TRUE(star.is_i_game());
}

// The turns of a Dots-and-Boxes position as a scoring game. A turn ends with the first edge that
// completes no box.
class Turns {
 public:
  explicit Turns(const oracle::Rules& rules) : rules_(rules) {}

  const ScoringGame& game(oracle::Drawn drawn) {
    if (const auto found = known_.find(drawn); found != known_.end()) return found->second;
    std::vector<ScoringGame> left;
    collect(drawn, 0, left);
    std::vector<ScoringGame> right;
    for (const ScoringGame& one : left) right.push_back(-one);
    return known_
        .emplace(drawn, left.empty() ? ScoringGame(0) : ScoringGame(std::move(left), right))
        .first->second;
  }

 private:
  void collect(oracle::Drawn drawn, int taken, std::vector<ScoringGame>& turns) {
    if (drawn == rules_.full() && taken > 0) turns.emplace_back(taken);
    for (int edge = 0; edge < rules_.edges(); ++edge) {
      if ((drawn >> edge & 1) != 0) continue;
      const int boxes = rules_.captures(drawn, edge);
      const oracle::Drawn next = drawn | oracle::Drawn{1} << edge;
      if (boxes > 0) {
        collect(next, taken + boxes, turns);
      } else {
        turns.push_back(game(next) + taken);
      }
    }
  }

  const oracle::Rules& rules_;
  std::map<oracle::Drawn, ScoringGame> known_;
};

// Every position of 1x1 and 1x2: Right's outcome is the negative of Left's, which is the margin. So
// the class is N, P or a tie without a score.
TEST(ScoringGame, OutcomesOfDotsAndBoxes) {
  for (const int columns : {1, 2}) {
    const oracle::Rules rules(1, columns);
    Turns turns(rules);
    std::vector<int> margins(rules.full() + 1);
    for (oracle::Drawn drawn = rules.full(); drawn-- > 0;) {
      int best = -100;
      for (int edge = 0; edge < rules.edges(); ++edge) {
        if ((drawn >> edge & 1) != 0) continue;
        const int boxes = rules.captures(drawn, edge);
        const int next = margins[drawn | oracle::Drawn{1} << edge];
        best = std::max(best, boxes > 0 ? boxes + next : -next);
      }
      margins[drawn] = best;
      const ScoringGame& game = turns.game(drawn);
      EXPECT_EQ(game.left_outcome(), best) << drawn;
      EXPECT_EQ(game.right_outcome(), -best) << drawn;
      EXPECT_NE(game.outcome(), OutcomeClass::left);
      EXPECT_NE(game.outcome(), OutcomeClass::right);
    }
  }
}

// A short chain of k boxes is <-k|k>: the opponent takes it and moves again. The exchange of short
// chains (Sierra, proposition 39) is the sum of these games.
TEST(ScoringGame, TheExchangeOfShortChainsIsASum) {
  for (int ones = 0; ones <= 5; ++ones) {
    for (int twos = 0; ones + twos <= 5; ++twos) {
      ScoringGame sum = 0;
      for (int i = 0; i < ones; ++i) sum = sum + pair(-1, 1);
      for (int i = 0; i < twos; ++i) sum = sum + pair(-2, 2);
      // From the last chain offered: l1 - l2 + l3 - ..., two boxes each before one each.
      int cost = 0, sign = 1;
      for (int i = 0; i < ones + twos; ++i, sign = -sign) cost += sign * (i < twos ? 2 : 1);
      const int mover = (ones + twos) % 2 == 1 ? -cost : cost;
      EXPECT_EQ(sum.left_outcome(), mover) << ones << " " << twos;
      EXPECT_EQ(sum.right_outcome(), -mover) << ones << " " << twos;
      EXPECT_TRUE(cost >= 0 && cost <= 2);
    }
  }
}

// A controller who keeps control replies in the component just opened. With that reply a chain of k
// is the even-tempered game <4-k|4-k||k-4|k-4>: the player who opens it gives k - 4 away. A loop
// of l is the same with l - 8. By theorem 2.3(1) the controller of a sum, Left, gains at least the
// sum of these if Right opens: the fully controlled value (Sierra, propositions 33 and 77).
TEST(ScoringGame, TheFullyControlledValueIsTheorem23) {
  const auto component = [](int gain) { return pair(pair(-gain, -gain), pair(gain, gain)); };
  for (const char* text : {"3+4l", "3+5+6", "4l+6l", "3+3+8l", "7+10l", "3+3+3", "5+12l"}) {
    const Multiset endgame = Multiset::parse(text);
    ScoringGame sum = 0;
    int fully_controlled = 0;
    for (const int length : endgame.chains()) {
      sum = sum + component(length - 4);
      fully_controlled += length - 4;
    }
    for (const int length : endgame.loops()) {
      sum = sum + component(length - 8);
      fully_controlled += length - 8;
    }
    EXPECT_EQ(sum.temper(), 0);
    EXPECT_GE(sum.right_outcome(), fully_controlled) << text;
  }
}

// Loony endgames are not well-tempered games: giving up control saves a turn. In the 3-chain of 1x3
// the opponent of the opener takes all boxes at once, or hands two back for one more turn.
TEST(ScoringGame, LoonyEndgamesAreNotWellTempered) {
  const oracle::Rules rules(1, 3);
  Turns turns(rules);
  const ScoringGame& chain = turns.game(0b0000111111);
  EXPECT_EQ(chain.left_outcome(), -3);
  EXPECT_EQ(chain.temper(), std::nullopt);
  // A 1-chain of 1x1 has no such choice.
  const oracle::Rules box(1, 1);
  EXPECT_EQ(Turns(box).game(0b0011).temper(), 0);
}

}  // namespace pipo::theory::scoring_game_test
