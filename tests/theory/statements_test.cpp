// Compares every statement with the exact values of every quiet position of small boards, and with
// wrong values.
#include "theory/statements.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"
#include "tests/theory/below.hpp"
#include "tests/theory/quiet_positions.hpp"
#include "tests/theory/shapes.hpp"

namespace pipo::theory::statements_test {

const Statement& statement(std::string_view id) {
  for (const Statement& one : statements()) {
    if (one.id == id) return one;
  }
  throw std::invalid_argument(std::string(id));
}

Verdict check(const Statement& statement, Theory& theory, EdgeSet quiet, int value) {
  const std::optional<EndgameFacts> facts = theory.facts(quiet);
  return facts ? statement.check(*facts, value) : Verdict::not_applicable;
}

TEST(Statements, HaveDistinctIdsAndOneLineEach) {
  std::set<std::string_view> ids;
  for (const Statement& one : statements()) {
    EXPECT_TRUE(ids.insert(one.id).second) << one.id;
    EXPECT_EQ(one.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-"), one.id.npos);
    EXPECT_FALSE(one.text.empty());
    EXPECT_LE(one.text.size(), 90u) << one.id;
    EXPECT_EQ(one.text.find('\n'), one.text.npos);
    EXPECT_FALSE(one.source.author.empty());
    EXPECT_FALSE(one.source.number.empty());
  }
}

TEST(Statements, HoldOnEveryQuietPositionOfSmallBoards) {
  std::vector<std::uint64_t> applied(statements().size());
  for (const Board& board : kSmallBoards) {
    Audit audit(board);
    for_every_quiet_position(
        board, [&](EdgeSet quiet) { audit.check(quiet, flat_table(board).value(quiet)); });
    for (std::size_t i = 0; i < applied.size(); ++i) {
      const Tally& tally = audit.tallies()[i];
      applied[i] += tally.held;
      EXPECT_EQ(tally.mismatched, 0u)
          << board.name() << " " << statements()[i].id << " at " << tally.example->quiet;
    }
    RecordProperty(board.name(), static_cast<int>(audit.positions()));
  }
  for (std::size_t i = 0; i < applied.size(); ++i) {
    RecordProperty(std::string(statements()[i].id), static_cast<int>(applied[i]));
    EXPECT_GT(applied[i], 0u) << statements()[i].id;
  }
}

// Larger boards, with joints.
TEST(Statements, HoldOnRandomPositionsOfLargerBoards) {
  std::vector<std::uint64_t> applied(statements().size());
  for (const Board& board : {Board(4, 4), Board(3, 5), Board(2, 7), Board(1, 18), Board(5, 5)}) {
    const oracle::Rules rules(board.rows(), board.columns());
    Audit audit(board);
    Theory theory(board);
    RandomPositions positions(board);
    RandomEndgames endgames(board);
    for (int i = 0; i < 100'000 && audit.positions() < 200; ++i) {
      const EdgeSet quiet = i % 2 == 0 ? positions.next() : endgames.next();
      const int open = std::popcount(board.all() & ~quiet);
      if (open < 8 || open > 17 || !theory.facts(quiet)) continue;
      audit.check(quiet, oracle::value_below(rules, quiet));
    }
    EXPECT_GE(audit.positions(), 100u) << board.name();
    for (std::size_t i = 0; i < applied.size(); ++i) {
      applied[i] += audit.tallies()[i].held;
      EXPECT_EQ(audit.tallies()[i].mismatched, 0u) << board.name() << " " << statements()[i].id;
    }
  }
  for (std::size_t i = 0; i < applied.size(); ++i) EXPECT_GT(applied[i], 0u) << statements()[i].id;
}

// A 3-chain and a 4-loop, worth 1 to the controller: -1 is right, and any other value is wrong.
TEST(Statements, CatchAWrongValue) {
  const Board board(2, 4);
  Theory theory(board);
  const StageTest stage(board);
  int seen = 0;
  for_every_quiet_position(board, [&](EdgeSet quiet) {
    if (stage.stage(quiet) != Stage::loony_endgame) return;
    const auto facts = theory.facts(quiet);
    if (!facts->simple || *facts->simple != Multiset::parse("3+4l")) return;
    ++seen;
    for (const char* id : {"recursion", "simple-recursion", "allcock-4.1", "allcock-4.2",
                           "allcock-1.1", "allcock-1.3", "buzzard-ciere", "buzzard-ciere-opening",
                           "last-two", "shortest-first", "loop-first"}) {
      EXPECT_EQ(check(statement(id), theory, quiet, -1), Verdict::holds) << id;
      EXPECT_EQ(check(statement(id), theory, quiet, 1), Verdict::mismatch) << id;
      EXPECT_EQ(check(statement(id), theory, quiet, -3), Verdict::mismatch) << id;
    }
    EXPECT_EQ(check(statement("non-negative"), theory, quiet, 1), Verdict::mismatch);
    EXPECT_EQ(check(statement("half-win"), theory, quiet, 1), Verdict::mismatch);
    EXPECT_EQ(check(statement("parity"), theory, quiet, -2), Verdict::mismatch);
    EXPECT_EQ(check(statement("allcock-1.4"), theory, quiet, -3), Verdict::mismatch);
    EXPECT_EQ(check(statement("controlled"), theory, quiet, 1), Verdict::mismatch);
    EXPECT_EQ(check(statement("terminal-bonus"), theory, quiet, 1), Verdict::holds);
    EXPECT_EQ(check(statement("terminal-bonus"), theory, quiet, 3), Verdict::mismatch);
    EXPECT_EQ(check(statement("controlled-with-joints"), theory, quiet, -1),
              Verdict::not_applicable);
    EXPECT_EQ(check(statement("short-chains"), theory, quiet, -1), Verdict::not_applicable);
    EXPECT_EQ(check(statement("modulo-four"), theory, quiet, -1), Verdict::not_applicable);
  });
  EXPECT_GT(seen, 0);
}

TEST(Statements, DoNotApplyBeforeTheEndgame) {
  const Board board(3, 3);
  Theory theory(board);
  EXPECT_FALSE(theory.facts(0));
  for (const Statement& one : statements()) {
    EXPECT_EQ(check(one, theory, 0, 3), Verdict::not_applicable) << one.id;
  }
}

// The bound from which a controlled value is the value.
TEST(Statements, ApplyFromTheirBoundOn) {
  EndgameFacts facts;
  const Statement& simple = statement("controlled-from-2");
  EXPECT_EQ(simple.check(facts, -12), Verdict::not_applicable);
  facts.simple = Multiset::parse("3+6l+6l");  // c = 1, v = 3
  facts.controlled = 1;
  EXPECT_EQ(simple.check(facts, -3), Verdict::not_applicable);
  facts.simple = Multiset::parse("3+3");
  facts.controlled = 2;
  EXPECT_EQ(simple.check(facts, -2), Verdict::holds);
  EXPECT_EQ(simple.check(facts, -4), Verdict::mismatch);
}

TEST(Statements, ApplyTheoremOneToEndgamesWithJoints) {
  EndgameFacts facts;
  const Statement& joints = statement("controlled-with-joints");
  facts.controlled = 8;
  EXPECT_EQ(joints.check(facts, -8), Verdict::not_applicable);
  facts.forced_control = true;
  EXPECT_EQ(joints.check(facts, -8), Verdict::holds);
  EXPECT_EQ(joints.check(facts, -10), Verdict::mismatch);
  facts.simple = Multiset::parse("12");
  EXPECT_EQ(joints.check(facts, -10), Verdict::not_applicable);
  facts.simple.reset();
  facts.stage = Stage::short_chains;
  EXPECT_EQ(joints.check(facts, -10), Verdict::not_applicable);
}

// The examples have cups of 3 boxes, except the T, the X and the eight.
TEST(Statements, TheoremOneNeedsAControlledValueAndNoLockedLoops) {
  for (const Example& example : kShapes) {
    const Structure structure = structure_of(parse_picture(example.picture));
    const bool locked = example.kind == Kind::dipper || example.kind == Kind::earmuffs;
    EXPECT_EQ(controlled_value_is_value(structure, 2), !locked) << example.name;
    EXPECT_FALSE(controlled_value_is_value(structure, 1)) << example.name;
  }
}

// The opener offers the dipper's handle. The rest is worth less than 2, so the controller gains
// more by taking the whole handle than by keeping control.
TEST(Statements, HoldWhereAControlledValueOfTenIsNotTheValue) {
  struct {
    const char* position;
    int controlled, value;
  } const examples[] = {
      // 3+dipper(3+13)
      {"4x5:1111101000101100100010110100101101011010011101011", 10, 12},
      // 5+dipper(3+13)
      {"4x6:1111110011101101111011101110101000001101000100100011100111", 10, 12},
      // 4+dipper(3+15)
      {"5x5:111110011011011011101001110110100001101001011001101001111001", 11, 15},
  };
  for (const auto& example : examples) {
    const Position position = parse_position(example.position);
    Theory theory(position.board);
    const auto facts = theory.facts(position.drawn);
    ASSERT_TRUE(facts);
    EXPECT_EQ(facts->controlled, example.controlled) << example.position;
    EXPECT_EQ(facts->value, example.value) << example.position;
    for (const Statement& one : statements()) {
      EXPECT_NE(one.check(*facts, -example.value), Verdict::mismatch)
          << one.id << " " << example.position;
    }
  }
}

TEST(Audit, MergesIndependentlyOfTheOrder) {
  const Board board(2, 3);
  Audit whole(board), first(board), second(board);
  bool turn = false;
  for_every_quiet_position(board, [&](EdgeSet quiet) {
    const int wrong = flat_table(board).value(quiet) + 1;
    whole.check(quiet, wrong);
    ((turn = !turn) ? first : second).check(quiet, wrong);
  });
  second.merge(first);
  EXPECT_TRUE(
      std::ranges::any_of(whole.tallies(), [](const Tally& one) { return one.mismatched > 0; }));
  EXPECT_EQ(second.positions(), whole.positions());
  for (std::size_t i = 0; i < statements().size(); ++i) {
    const Tally& one = whole.tallies()[i];
    const Tally& other = second.tallies()[i];
    EXPECT_EQ(one.held, other.held);
    EXPECT_EQ(one.mismatched, other.mismatched);
    ASSERT_EQ(one.example.has_value(), other.example.has_value());
    EXPECT_TRUE(!one.example || one.example->quiet == other.example->quiet);
  }
}

}  // namespace pipo::theory::statements_test
