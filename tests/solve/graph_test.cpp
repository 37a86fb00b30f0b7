// Strings-and-coins on any graph, compared with values from the rules alone.
#include "pipopipette/graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "pipopipette/error.hpp"
#include "pipopipette/solver.h"
#include "tests/oracle/coins.hpp"

namespace pipo::string_graph_test {

// The values of a graph by the rules.
struct Right {
  explicit Right(const Graph& graph)
      : coins(graph.coins(), strings_of(graph)), value(coins), nimber(coins) {}

  static std::vector<std::array<int, 2>> strings_of(const Graph& graph) {
    std::vector<std::array<int, 2>> strings;
    for (int string = 0; string < graph.strings(); ++string) {
      strings.push_back(graph.ends(string));
    }
    return strings;
  }

  int move(oracle::Uncut uncut, int string) const {
    const int after = value(uncut & ~(oracle::Uncut{1} << string));
    const int freed = coins.freed(uncut, string);
    return freed > 0 ? freed + after : -after;
  }

  oracle::Coins coins;
  oracle::CoinValues value;
  oracle::CoinNimbers nimber;
};

void expect_right(const Graph& graph) {
  const Right right(graph);
  const oracle::Uncut all = right.coins.all();
  const GraphSolution solution = solve_graph(graph);
  ASSERT_EQ(solution.value, right.value(all));
  ASSERT_EQ(solution.loony ? -1 : solution.nim_value, right.nimber(all));
  ASSERT_EQ(solution.moves.size(), static_cast<std::size_t>(graph.strings()));
  for (int string = 0; string < graph.strings(); ++string) {
    const MoveValue& move = solution.moves[static_cast<std::size_t>(string)];
    ASSERT_EQ(move.edge, string);
    ASSERT_EQ(move.value, right.move(all, string)) << graph.name(string);
    ASSERT_EQ(move.captures, right.coins.freed(all, string));
    ASSERT_EQ(std::ranges::count(solution.best, string), move.value == solution.value);
  }
  // The line is played by the rules, and each of its moves is best.
  oracle::Uncut uncut = all;
  int player = 0, margin = 0;
  for (const MoveValue& move : solution.line) {
    ASSERT_NE(uncut >> move.edge & 1, 0U);
    ASSERT_EQ(move.player, player);
    ASSERT_EQ(move.value, right.value(uncut));
    ASSERT_EQ(move.value, right.move(uncut, move.edge));
    ASSERT_EQ(move.captures, right.coins.freed(uncut, move.edge));
    margin += player == 0 ? move.captures : -move.captures;
    if (move.captures == 0) player = 1 - player;
    uncut &= ~(oracle::Uncut{1} << move.edge);
  }
  ASSERT_EQ(uncut, 0U);
  ASSERT_EQ(margin, solution.value);
}

std::string named(int number) {
  return "c" + std::to_string(number);
}

Graph complete(int coins) {
  Graph graph;
  for (int i = 0; i < coins; ++i) {
    for (int j = 0; j < i; ++j) graph.add(named(i), named(j));
  }
  return graph;
}

// A hub that is joined to each coin of a cycle.
Graph wheel(int coins) {
  Graph graph;
  for (int i = 1; i < coins; ++i) {
    graph.add("hub", named(i));
    graph.add(named(i), named(i % (coins - 1) + 1));
  }
  return graph;
}

// Triangles that share a coin.
Graph friendship(int triangles) {
  Graph graph;
  for (int i = 0; i < triangles; ++i) {
    graph.add("hub", named(2 * i));
    graph.add("hub", named(2 * i + 1));
    graph.add(named(2 * i), named(2 * i + 1));
  }
  return graph;
}

TEST(StringGraph, CompleteGraphsEqualTheOracle) {
  for (int coins = 2; coins <= 6; ++coins) expect_right(complete(coins));
}
TEST(StringGraph, WheelsEqualTheOracle) {
  for (int coins = 4; coins <= 10; ++coins) expect_right(wheel(coins));
}
TEST(StringGraph, FriendshipGraphsEqualTheOracle) {
  for (int triangles = 1; triangles <= 6; ++triangles) expect_right(friendship(triangles));
}
TEST(StringGraph, LongRunFamiliesEqualTheOracle) {
  expect_right(complete(7));
  expect_right(wheel(12));
  expect_right(friendship(8));
}

// docs/results.md has these values.
TEST(StringGraph, LargerMembersOfFamilies) {
  EXPECT_EQ(solve_graph(wheel(14)).value, -2);
  for (int triangles = 7; triangles <= 16; ++triangles) {
    EXPECT_EQ(solve_graph(friendship(triangles)).value, triangles % 2 == 0 ? 1 : -3);
  }
}

TEST(StringGraph, RandomMultigraphsEqualTheOracle) {
  std::mt19937_64 random(81);
  for (int i = 0; i < 300; ++i) {
    Graph graph;
    const int coins = 2 + static_cast<int>(random() % 6);
    const int strings = 1 + static_cast<int>(random() % 12);
    while (graph.strings() < strings) {
      const auto pick = [&] { return named(static_cast<int>(random() % coins)); };
      const std::string one = pick();
      const std::string other = random() % 4 == 0 ? "ground" : pick();
      if (one != other) graph.add(one, other);
    }
    expect_right(graph);
  }
}

// The winner of Nimstring also wins together with a chain of more coins than the rest (Sierra,
// chapter 5).
TEST(StringGraph, NimstringDecidesWithALongChain) {
  std::mt19937_64 random(83);
  int won = 0;
  for (int i = 0; i < 200; ++i) {
    Graph graph;
    while (graph.strings() < 4 + i % 8) {
      const auto pick = [&] { return named(static_cast<int>(random() % 5)); };
      const std::string one = pick();
      const std::string other = random() % 3 == 0 ? "ground" : pick();
      if (one != other) graph.add(one, other);
    }
    const GraphSolution alone = solve_graph(graph);
    const bool wins = alone.loony || alone.nim_value != 0;
    const int length = std::max(3, graph.coins() + 1);
    for (int j = 0; j <= length; ++j) {
      graph.add(j == 0 ? "ground" : "k" + named(j), j == length ? "ground" : "k" + named(j + 1));
    }
    EXPECT_EQ(solve_graph(graph).value > 0, wins) << i;
    won += wins;
  }
  EXPECT_GT(won, 50);
  EXPECT_LT(won, 150);
}

// The search compares shapes: as sets of strings there are 326,978 positions.
TEST(StringGraph, ManySymmetriesAreUsed) {
  const GraphSolution solution = solve_graph(complete(7), {.seconds = 600});
  EXPECT_EQ(solution.value, -3);
  EXPECT_LT(solution.looked_at, 20'000U);
}

TEST(StringGraph, ReadsEdgeLists) {
  const Graph graph =
      Graph::parse("# a comment\n\n a\tb # another\r\nb a\nground x\xc3\xa9\nb ground");
  EXPECT_EQ(graph.coins(), 3);
  EXPECT_EQ(graph.strings(), 4);
  EXPECT_EQ(graph.coin(2), "x\xc3\xa9");
  EXPECT_EQ(graph.ends(2), (std::array{Graph::kGround, 2}));
  EXPECT_EQ(graph.name(0), "a-b");
  EXPECT_EQ(graph.name(1), "b-a#2");
  EXPECT_EQ(graph.name(3), "b-ground");
  EXPECT_EQ(Graph::parse("").strings(), 0);
  EXPECT_EQ(solve_graph(Graph()).value, 0);
}

std::string refusal(const std::string& text) {
  try {
    Graph::parse(text);
  } catch (const BadInput& error) {
    return error.what();
  }
  return "none";
}

TEST(StringGraph, RefusesWhatIsNoEdgeList) {
  EXPECT_EQ(refusal("a b\nb b\n"),
            "line 2: a string joins 'b' to itself; a string to the wall is 'b ground'");
  EXPECT_EQ(refusal("ground ground"),
            "line 1: a string joins 'ground' to itself; a string to the wall is 'a ground'");
  EXPECT_EQ(refusal("\n\na"),
            "line 3: a string has two ends, not 1; give the names of two coins, or of a coin and "
            "ground");
  EXPECT_EQ(refusal("a b c").substr(0, 36), "line 1: a string has two ends, not 3");
  EXPECT_EQ(refusal("a \x01"),
            "line 1: the name '\\x01' has a space or a character that cannot be "
            "printed");
  EXPECT_EQ(refusal("a \xff").substr(0, 24), "line 1: the name '\\xff' ");
  EXPECT_NE(refusal("a " + std::string(65, 'b')).find("is too long; give at most 64 bytes"),
            std::string::npos);
  EXPECT_EQ(refusal("a " + std::string(64, 'b')), "none");
  std::string many;
  for (int i = 0; i <= Graph::kMostCoins; i += 2) many += named(i) + " " + named(i + 1) + "\n";
  EXPECT_EQ(refusal(many), "line 501: there are more than 1,000 coins");
  many.clear();
  for (int i = 0; i <= Graph::kMostStrings; ++i) many += "a ground\n";
  EXPECT_EQ(refusal(many), "line 1001: there are more than 1,000 strings");
  Graph graph;
  EXPECT_THROW(graph.add("", "a"), BadInput);
  EXPECT_THROW(graph.add("a b", "a"), BadInput);
  EXPECT_THROW(graph.coin(0), BadInput);
  EXPECT_THROW(graph.ends(-1), BadInput);
  EXPECT_EQ(graph.coins(), 0);
}

// A cycle of joints, each with a string to the ground: large, and with few symmetries.
Graph crown(int joints) {
  Graph graph;
  for (int i = 0; i < joints; ++i) {
    graph.add(named(i), named((i + 1) % joints));
    graph.add(named(i), i % 3 == 0 ? "far" + named(i) : "ground");
    if (i % 3 == 0) graph.add("far" + named(i), "ground");
  }
  return graph;
}

template <typename SomeError>
std::string error_of(const Graph& graph, const SolverOptions& options) {
  try {
    solve_graph(graph, options);
  } catch (const SomeError& error) {
    return error.what();
  }
  return "none";
}

TEST(StringGraph, BeyondTheLimits) {
  EXPECT_EQ(error_of<OutOfTime>(crown(40), {}),
            "a graph of 54 coins and 94 strings is too large: more than 64 strings hang together; "
            "cut some of them");
  EXPECT_EQ(
      error_of<OutOfTime>(complete(11), {.seconds = 0.05}),
      "a graph of 11 coins and 55 strings could not be solved in 0.05 s; cut some strings, or "
      "allow more");
  EXPECT_EQ(error_of<Stopped>(complete(11), {.stopped = [] { return true; }}),
            "stopped before the graph was solved");
  EXPECT_EQ(error_of<OutOfMemory>(complete(11), {.memory = 40 << 20}),
            "a graph of 11 coins and 55 strings has more positions than the memory holds; cut some "
            "strings, or allow more");
  EXPECT_NE(error_of<OutOfMemory>(complete(4), {.memory = 1000}), "none");
  EXPECT_THROW(solve_graph(complete(4), {.seconds = -1}), BadInput);
  // The deepest games, of many parts that no theorem solves.
  Graph parts;
  for (int i = 0; i < 166; ++i) {
    for (int j = 0; j < 6; ++j) {
      const std::string of = std::to_string(i) + ".";
      parts.add(of + named(j < 3   ? 0
                           : j < 5 ? 1
                                   : 2),
                of + named(j < 3   ? j + 1
                           : j < 5 ? j - 1
                                   : 3));
    }
  }
  EXPECT_NE(error_of<OutOfTime>(parts, {.seconds = 0.2}), "none");
}

// Long graphs whose parts are small.
TEST(StringGraph, ManySmallPartsAreSolved) {
  Graph graph;
  for (int i = 0; i < 100; ++i) {
    const std::string prefix = std::to_string(i) + ".";
    for (int j = 0; j < 5 + i % 2; ++j) {
      graph.add(prefix + named(j), j == 0 ? "ground" : prefix + named(j - 1));
    }
    graph.add(prefix + named(4 + i % 2), "ground");
  }
  // Chains of 5 and of 6: the controller gets all but two of each, and the whole last one.
  EXPECT_EQ(solve_graph(graph).value, -(50 * 1 + 50 * 2 + 4));
}

TEST(StringGraph, InC) {
  pipo_graph* graph = nullptr;
  EXPECT_EQ(pipo_graph_open("a b\nb c\nc a\na ground\n", &graph), PIPO_OK);
  int32_t coins = 0, strings = 0;
  EXPECT_EQ(pipo_graph_size(graph, &coins, &strings), PIPO_OK);
  EXPECT_EQ(coins, 3);
  EXPECT_EQ(strings, 4);
  const Graph same = Graph::parse("a b\nb c\nc a\na ground\n");
  const GraphSolution right = solve_graph(same);
  pipo_graph_answer answer = PIPO_GRAPH_ANSWER_INIT;
  std::array<pipo_move, 4> moves{}, line{};
  EXPECT_EQ(pipo_graph_solve(graph, nullptr, &answer, moves.data(), line.data()), PIPO_OK);
  EXPECT_EQ(answer.value, right.value);
  EXPECT_EQ(answer.nim_value, right.nim_value);
  EXPECT_EQ(answer.loony, right.loony ? 1 : 0);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(moves[i].edge, static_cast<int>(i));
    EXPECT_EQ(moves[i].value, right.moves[i].value);
    EXPECT_EQ(line[i].edge, right.line[i].edge);
    EXPECT_EQ(line[i].player, right.line[i].player);
  }
  EXPECT_EQ(pipo_graph_solve(graph, nullptr, &answer, nullptr, nullptr), PIPO_OK);
  EXPECT_EQ(pipo_graph_solve(graph, nullptr, nullptr, nullptr, nullptr), PIPO_BAD_INPUT);
  EXPECT_STREQ(pipo_graph_error_text(graph), "answer is a null pointer");
  answer.struct_size = 4;
  EXPECT_EQ(pipo_graph_solve(graph, nullptr, &answer, nullptr, nullptr), PIPO_BAD_INPUT);
  pipo_graph_close(&graph);
  EXPECT_EQ(graph, nullptr);
  EXPECT_EQ(pipo_graph_open("a a", &graph), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_graph_error_code(graph), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_graph_size(graph, &coins, &strings), PIPO_BAD_INPUT);
  pipo_graph_close(&graph);
  EXPECT_EQ(pipo_graph_open(nullptr, &graph), PIPO_BAD_INPUT);
  pipo_graph_close(&graph);
}

}  // namespace pipo::string_graph_test
