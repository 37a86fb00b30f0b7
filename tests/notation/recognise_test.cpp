// Recognises the notation of a text.
#include <map>

#include "pipopipette/notations.hpp"
#include "tests/notation/random_games.hpp"
#include "tests/support/board_support.hpp"

namespace pipo::recognise_test {

using test::complaint;
using test::contains;

TEST(Recognising, RecognisesUnambiguousTexts) {
  const std::vector<std::pair<std::string, std::string>> texts = {
      {"dbn", "2x2:110000000000"},
      {"moves", "3x3 h0.1; v2.0"},
      {"openspiel", "2x2 P1(v,1,1)"},
      {"openspiel", "2x2 [10, 4]"},
      {"kaggle", "2x2 v 1 1"},
      {"kaggle", R"(2x2 {"location":[1,1],"orientation":"v"})"},
      {"columns", R"({"NX":4,"NY":4,"M":[{"E":13}]})"},
      {"trmph", "#7,i14k12"},
      {"kaggle-observation", R"({"currentPlayer":0,"observationString":"┌╴ ╶┐\n     \n└╴ ╶┘\n"})"},
      {"kaggle", R"(2x2 {"move": "h 0 0"})"},
      {"kaggle", "2x2 H 0 0, v 1 1"},
      {"kaggle-replay", write_game("kaggle-replay", read_game("moves", "1x1 v0.0"))},
      {"leuven",
       "{\"type\":\"start\",\"grid\":[1,1]}\n"
       "{\"type\":\"action\",\"location\":[0,0],\"orientation\":\"h\"}\n"},
      {"leuven", "\n{\"type\":\"start\",\"grid\":[1,1]}"},
      {"picture", "+ . +---+\n: * : * |\n+---+---+\n"},
      {"ksquares", "3,3\n(1, 0) - (2, 0)\n"},
      {"knox", "5x5 1. b4-b5; 2. d3-e3"},
      {"knox", "5x5 a1-b1"},
      {"amdw", "3x3 2 1 b"},
      {"ksquares", "# a game\n3,3\n# a move\n(1, 0) - (2, 0)\n"},
      {"ksquares", "2\n1,Ann\n1,Bob\n3,3\n(1, 0) - (2, 0)\n"},
      {"amdw-pos", "3 2\n2 0 t\n"},
      {"amdw-pos", "# a corner\n3 2\n# a move\n2 0 t\n"},
      {"trmph", "# a game\n#7,i14k12"},
      {"wilson-problem", "# a problem\n0 7000 25 A\n+-+\n| |\n+-+\n"},
      {"moves", "# a game\n\n3x3 h0.1; v2.0"},
      {"picture", "#-----+\n|\n#     +\n"},
      {"wilson", "3x3 de"},
      {"wilson-problem", "0 7000 25 A\n+-+\n| |\n+-+\n"},
      {"wilson-problem", "0\n+-+\n| |\n+-+\n"},
      {"wilson-problem", "0 16\n+-+\n| |\n+-+\n"},
      {"qdab", R"({"H":128,"V":0})"},
      {"ccgc", "5x5 r(a6,h)"},
      {"sau", "3x3 BCB"},
      {"row-column", R"(2x3 {"type":"h","row":2,"col":1})"},
      {"row-column", "2x3 v:0:3; h:1:2"},
      {"row-column", "2x3 (0,0)-(0,1); (1,3)-(2,3)"},
      {"column-row", "2x3 v:3:0; h:2:1"},
      {"column-row", "2x3 0,0 1,0; 3,1 3,2"},
      {"row-column", "2x2 v:1:1; h:0:0"},  // both notations read the same
      {"arrays", "[[[0,1],[0,0],[0,0]],[[0,0,1],[1,0,0]]]"},
      {"arrays", "h = [[0,1],[0,0]]\nv = [[0,0,1]]\n"},
      {"arrays", "(((0 0) (0 0) (0 0) (0 1)) ((0 0 0) (0 1 0) (0 0 0)))"},
      {"arrays-columns", "(((0 1) (0 0) (0 0) (0 0) (0 0)) ((0 1 0 0) (0 0 0 0) (1 0 0 0)))"},
      {"arrays-xy", "{\"h\":[[0,0,0],[1,0,0]],\"v\":[[0,0],[0,0],[1,0]]}"},
      {"codingame", "2x2 A1 R"},
      {"mathpuzzle", "3x3 A3_"},
      {"gamescrafters", "2x2 o010000000000----"},
      {"picture", "\n  +--+\n  |  |\n  +  +\n"},
      {"picture", "┌╴ ╶┐\n│   │\n└───┘\n"},
  };
  for (const auto& [name, text] : texts) {
    EXPECT_EQ(detect_notation(text).name, name) << text;
    EXPECT_EQ(read_game("auto", text), read_game(name, text)) << text;
    EXPECT_EQ(detect_notation("\xef\xbb\xbf" + text + "\n").name, name) << text;
  }
}

TEST(Recognising, AmbiguousTextsAreRefusedWithTheNamesOfTheNotations) {
  EXPECT_EQ(complaint([] { read_game("auto", "3x3 13; 4"); }),
            "this can be read as openspiel, columns and ksquares-line; name its notation");
  EXPECT_EQ(complaint([] { read_game("auto", "3,3\n"); }),
            "this can be read as ksquares and dabble; name its notation");
  // KSquares accepts everything that Dabble writes.
  EXPECT_EQ(complaint([] { read_game("auto", "4,3\n(1, 0) - (1, 1)\n(4, 2) - (3, 2)\n"); }),
            "this can be read as ksquares and dabble; name its notation");
  EXPECT_TRUE(contains(complaint([] { read_game("auto", "5x5 1 0"); }), "and botzone"));
  EXPECT_TRUE(contains(complaint([] { read_game("auto", "3x3"); }), "moves, openspiel, kaggle"));
}

// Texts that differ only in which index comes first.
TEST(Recognising, AmbiguousCoordinatesAndArrays) {
  const auto says = [](const std::string& text, const std::string& message) {
    EXPECT_EQ(complaint([&] { read_game("auto", text); }), message) << text;
  };
  for (const char* text : {"2x3 h:0:1", "2x3 V-1-0", "3x3 (0,0)-(0,1)", "3x3 0,0 0,1",
                           "3x3 [[0,0],[0,1]]", "3x3 {\"from\":[0,0],\"to\":[0,1]}"}) {
    says(text, "this can be read as row-column and column-row; name its notation");
  }
  // 3x2 and 2x2 boards.
  says("(((0 0) (0 0) (0 0) (0 1)) ((0 0 1) (0 0 0) (0 0 0)))",
       "this can be read as arrays and arrays-columns; name its notation");
  says("{\"h\":[[0,0],[1,0]],\"v\":[[0],[0],[0]]}",
       "this can be read as arrays-columns and arrays-xy; name its notation");
  // Two dots without a board, and a matrix, are no arrays.
  for (const char* flat : {"((0, 1), (0, 2))", "[[0,0],[0,1]]", "(0,1),(0,2)"}) {
    EXPECT_TRUE(contains(complaint([&] { read_game("auto", flat); }), "not in any notation; "));
  }
  // A 2x1 board by columns, or a 1x2 board with the vertical edges first.
  says("[[[0,0,1]],[[0,1],[0,0]]]",
       "this can be read as arrays-xy, or as arrays with the vertical edges first; name its "
       "notation, or the arrays");
  says("{\"h\":[0,0,0,0,0,1],\"v\":[0,1,0,0,0,0]}",
       "this can be read as arrays, arrays-columns and arrays-xy; name its notation");
}

TEST(Recognising, UnreadableTextsGetTheErrorOfTheNotationThatReadFurthest) {
  const auto says = [](const std::string& text, const std::string& words) {
    const std::string message = complaint([&] { read_game("auto", text); });
    EXPECT_TRUE(contains(message, words)) << message;
  };
  says("3x3 h0.0 v0.0 h9.9",
       "not in any notation; read as moves: column 16: expected an edge such as h0.0, got '9'");
  says("2x2 A1 X", "read as codingame: column 8: expected an edge");
  says("3,3\n(1, 0) - (2, 0)\n(0, 0) -", "read as ksquares: line 3, column 9: expected an edge");
  // Comments count as lines.
  says("# one\n# two\n3,3\n# three\n(1, 0) - (2, 0)\n(0, 0) -",
       "line 6, column 9: expected an edge");
  says("# one\n+--+\n|  x\n", "line 3, column 4: expected");
  says("{\"H\":1}", "read as qdab: \"V\" is missing");
  says("{\"A\":1}", "not in any notation; read as ");
  // The members of an object, at its first level, tell the notation.
  says("{\"M\":{\"steps\":[\"}\"]},\"NX\":4}", "read as columns: \"NY\" is missing");
  says("{\"steps\":[]}", "read as kaggle-replay: \"steps\", the moves, is missing");
  says("{\"type\":\"start\",\"grid\":[1,1]}\n{\"type\":\"move\"}",
       "read as leuven: line 2, column 1: \"type\" must be");
  for (const char* worth : {"-0", "-0 16 1", "-0\r"}) {
    says(std::string(worth) + "\n+-+\n| |\n+-+\n",
         "read as wilson-problem: line 1, column 1: the first number is what the last move is "
         "worth");
  }
  says("2x2:01", "2x2 needs 12 edges, got 2");
  says("+--+\n|  x\n", "line 2");
  says("hello",
       "not in any notation: expected a board with its edges (2x2 h0.1; v1.0), a picture (+--+)");
  says(" \n", "or a file of another program, got nothing");
  // A word and a colon begin data only if a bracket follows.
  says("position: 3x3", "not in any notation: expected a board with its edges");
  says("21x9 h0.0", "21x9");
}

TEST(Recognising, ReadsMovesOnSeparateLines) {
  const Game game = read_game("moves", "3x3 h0.0; v1.1; h2.2");
  for (const std::string text : {"3x3\nh0.0\nv1.1\nh2.2\n", "3x3 h0.0;\r\nv1.1;\r\n h2.2\r\n"}) {
    EXPECT_EQ(read_game("auto", text), game) << text;
    EXPECT_EQ(read_game("moves", text), game) << text;
  }
  EXPECT_TRUE(contains(complaint([] { read_game("auto", "3x3 h0.0\n3x3 h0.0\n"); }), "'3'"));
}

// A game written in one notation is never read as another position.
TEST(Recognising, NeverReadsAnotherPosition) {
  std::mt19937_64 random(11);
  int found = 0;
  for (const Board& board : test::all_boards()) {
    const int moves = 1 + static_cast<int>(random() % static_cast<unsigned>(board.edges() / 2));
    const Game game = test::random_game(board, moves, random);
    for (const NotationInfo& info : notations()) {
      if ((info.name == "qdab" || info.name == "botzone") && board != Board(5, 5)) continue;
      if (info.name == "trmph" && board.rows() != board.columns()) continue;
      if (info.name == "wilson" && std::max(board.rows(), board.columns()) > 12) continue;
      const std::string text = write_game(info.name, game);
      try {
        EXPECT_EQ(read_game("auto", text).position(), game.position()) << text;
        const std::string_view detected = detect_notation(text).name;
        EXPECT_EQ(read_game(detected, text), read_game(info.name, text)) << text;
        ++found;
      } catch (const BadInput& error) {
        EXPECT_TRUE(contains(error.what(), std::string(info.name))) << text << "\n" << error.what();
      }
    }
  }
  EXPECT_GT(found, 79 * 12);
}

}  // namespace pipo::recognise_test
