// Malformed texts in lines, lists, pictures and files, and the place that the message names.
#include <map>

#include "pipopipette/notations.hpp"
#include "tests/notation/expect_refused.hpp"
#include "tests/notation/random_games.hpp"
#include "tests/support/board_support.hpp"

namespace pipo::refusals_test {

using test::complaint;
using test::contains;
using test::expect_refused;

TEST(NotationRefusals, Boards) {
  for (const NotationInfo& info : notations()) {
    if (info.form != NotationForm::line || info.name == "dbn") continue;
    for (const char* text : {"", "3y3 x", "x", "0x3", "9x21", " 3x3", "3x3;"}) {
      const std::string message = complaint([&] { read_game(info.name, text); });
      EXPECT_TRUE(message.starts_with("column 1: ")) << info.name << ": " << message;
    }
  }
}

TEST(NotationRefusals, Lists) {
  expect_refused({
      {"moves", "2x2 h0.0;", "column 10: expected one more edge, got the end"},
      {"moves", "2x2 h0.0; ", "column 10: expected one more edge, got the end"},
      {"moves", "2x2 h0.0;; v0.0", "column 10: expected an edge such as h0.0, got ';'"},
      {"moves", "2x2 h0.0, v0.0", "column 9: expected a semicolon between two edges, got ','"},
      {"moves", "2x2 h0.0; v0.0; h0.0", "column 17: this edge, h0.0, is drawn already in column 5"},
      {"moves", "1x1 h0.0 h1.0 v0.0 v0.1 h0.0",
       "column 25: no edge can follow: all 4 edges of 1x1 are drawn"},
      {"moves", "2x2 h0.0 7", "column 10: expected an edge such as h0.0, got '7'"},
      {"moves", "2x2 h0.2", "column 8: expected an edge such as h0.0, got '2'"},
      {"moves", "2x2 [h0.0]", "column 5: "},
      {"openspiel", "2x2 1;1", "column 7: this edge, h0.1, is drawn already in column 5"},
      {"openspiel", "2x2 P1(v,1,1); P1(h,0,0)", "column 16: it is the other player's turn"},
      {"openspiel", "2x2 P2(v,1,1)", "column 5: it is the other player's turn to draw v1.1"},
      {"openspiel", "2x2 [10, 4", "column 11: expected a closing bracket, got the end"},
      {"openspiel", "2x2 [10, ]", "column 10: expected one more edge, got ']'"},
      {"openspiel", "2x2 10]", "column 7: expected the end, got ']'"},
      {"openspiel", "2x2 [10] 4", "column 9: expected the end, got ' '"},
      {"openspiel", "[10, 4]", "column 1: "},
      {"kaggle", "2x2 v 1 1 h 0 0", "column 11: expected a semicolon between two edges, got 'h'"},
      {"kaggle", R"(2x2 {"location":[2,1],"orientation":"v"})",
       "column 18: expected a row from 0 to 1"},
      {"kaggle", R"(2x2 {"location":[1,1]})",
       "column 22: expected \"orientation\" or \"move\", got '}'"},
      {"kaggle", R"(2x2 {"orientation":"h"})", "column 23: expected \"location\", got '}'"},
      {"kaggle", R"(2x2 {"move":"h 0 0","orientation":"h"})",
       "column 13: this message gives an edge in two ways"},
      {"kaggle", R"(2x2 {"move":"h 0 2"})", "column 18: expected an edge such as h 0 0, got '2'"},
      {"kaggle", R"(2x2 {"move":"h 0 0 v 1 1"})", "column 19: expected the end of the move"},
      {"kaggle", R"(2x2 {"move":7})", "column 13: expected a move in quotes, got '7'"},
      {"kaggle", R"(2x2 {"move":"h 0 0"; h 1 0)", "column 20: expected a closing brace or a comma"},
      {"kaggle", R"(2x2 {"move":"h 0 0","move":"h 0 0"})", "column 21: \"move\" occurs twice"},
      {"kaggle", R"(2x2 {"score":[0,,0],"move":"h 0 0"})", "column 14: this is not JSON"},
      {"kaggle", R"(2x2 {"move":"h 0 0)", "column 13: this is not JSON"},
      {"kaggle", R"(2x2 {})", "column 6: expected the name of a member, in quotes, got '}'"},
      {"kaggle", R"(2x2 {"type":"start","location":[1,1],"orientation":"v"})",
       "column 13: expected a message with an edge, of type \"action\" or \"end\""},
      {"kaggle", "2x2 h 0 0,", "column 11: expected one more edge, got the end"},
      {"kaggle", R"(2x2 {"orientation":"z","location":[1,1]})",
       "column 20: expected \"h\" or \"v\""},
      {"kaggle", R"(2x2 {"location":[1,1],"orientation":"v")",
       "column 40: expected a closing brace or a comma"},
      {"ksquares-line", "3x3 7 7", "column 7: this edge, h1.0, is drawn already in column 5"},
      {"amdw", "3x3 1 1 b; 1 2 t", "column 12: this edge, h2.1, is drawn already in column 5"},
      {"codingame", "2x2 A1 R; B1 L", "column 11: this edge, v1.1, is drawn already in column 5"},
      {"mathpuzzle", "3x3 A1_A2_", "column 8: expected a semicolon between two edges, got 'A'"},
      {"wilson", "1x13 ab",
       "wilson has letters for 12 rows and columns of boxes only, not for 1x13"},
      {"botzone", "4x4 1 0", "botzone is for 5x5 boards only, not for 4x4"},
      {"botzone", "5x5 0 1 1 0", "column 9: expected a semicolon between two edges, got '1'"},
      {"knox", "5x5 a1-b1; b1-a1", "column 12: this edge, h5.0, is drawn already in column 5"},
      {"knox", "5x5 2. a1-b1", "column 5: this is turn 1, not 2"},
      {"knox", "5x5 1. a1-b1; 3. a2-b2", "column 15: this is turn 2, not 3"},
      {"knox", "5x5 1. a1-b1; a2-b2",
       "column 15: expected the number of the turn that begins here"},
      {"knox", "5x5 1 a1-b1", "column 6: expected a full stop after the number of the turn"},
      {"knox", "1x2 1. a1-b1; 2. a2-b2; 3. a1-a2; 4. b1-b2; 4. c1-c2",
       "column 45: a player who takes a box moves again in the same turn"},
      {"ccgc", "5x5 r(a6,h); r(a5,h)", "column 14: it is the other player's turn to draw h1.0"},
  });
}

// The message has the first character that fits no spelling of an edge, and a spelling that begins
// like the text before it.
TEST(NotationRefusals, Words) {
  expect_refused({
      {"openspiel", "2x2 12", "column 5: expected an edge such as 1, got '12'"},
      {"openspiel", "2x2 01", "column 5: expected an edge such as 0, got '01'"},
      {"openspiel", "2x2 -1", "column 5: expected an edge such as 0, got '-'"},
      {"openspiel", "2x2 99999999999999999999", "column 5: expected an edge such as 9, got"},
      {"openspiel", "2x2 P3(v,1,1)", "column 6: expected an edge such as P1(h,0,0), got '3'"},
      {"openspiel", "2x2 P1(v,1,", "column 12: expected an edge such as P1(v,1,0), got the end"},
      {"openspiel", "2x2 P1(h,0,2)", "column 12: expected an edge such as P1(h,0,0), got '2'"},
      {"openspiel", "2x2 [[10]]", "column 6: expected an edge such as 0, got '['"},
      {"kaggle", "2x2 h 2 2", "column 9: expected an edge such as h 2 0, got '2'"},
      {"kaggle", "2x2 h", "column 6: expected an edge such as h 0 0, got the end"},
      {"kaggle", "2x2 h,,0,0", "column 7: expected an edge such as h,0 0, got ','"},
      {"kaggle", "2x2 h00", "column 6: expected an edge such as h 0 0, got '0'"},
      {"ksquares-line", "3x3 24", "column 5: expected an edge such as 2, got '24'"},
      {"columns", "3x3 24", "column 5: expected an edge such as 2, got '24'"},
      {"amdw", "3x3 1 3 b", "column 7: expected an edge such as 1 0 t, got '3'"},
      {"amdw", "3x3 1 1", "column 8: expected an edge such as 1 1 t, got the end"},
      {"amdw", "3x3 1 1b", "column 8: expected an edge such as 1 1 t, got 'b'"},
      {"amdw", "3x3 1 1 b 1 2 t", "column 11: expected a semicolon between two edges, got '1'"},
      {"wilson", "3x3 aa", "column 6: expected an edge such as ab, got 'a'"},
      {"wilson", "3x3 DE", "column 5: expected an edge such as ab, got 'D'"},
      {"sau", "3x3 BEA", "column 6: expected an edge such as BAA, got 'E'"},
      {"sau", "3x3 AA", "column 7: expected an edge such as AAA, got the end"},
      {"codingame", "2x2 A0 R", "column 6: expected an edge such as A2 T, got '0'"},
      {"codingame", "2x2 A1 r", "column 8: expected an edge such as A1 T, got 'r'"},
      {"mathpuzzle", "3x3 D1_", "column 7: expected an edge such as D1|, got '_'"},
      {"mathpuzzle", "3x3 A4|", "column 7: expected an edge such as A4_, got '|'"},
      {"botzone", "5x5 0 0", "column 7: expected an edge such as 0 1, got '0'"},
      {"botzone", "5x5 0 11", "column 5: expected an edge such as 0 1, got '0 11'"},
      {"knox", "5x5 a1-b2", "column 9: expected an edge such as a1-b1, got '2'"},
      {"knox", "5x5 a1-a1", "column 9: expected an edge such as a1-a2, got '1'"},
      {"knox", "5x5 a1-", "column 8: expected an edge such as a1-b1, got the end"},
      {"ccgc", "5x5 r(f6,h)", "column 8: expected an edge such as r(f5,v), got '6'"},
      {"ccgc", "5x5 r(a6,h", "column 11: expected an edge such as r(a6,h), got the end"},
  });
}

TEST(NotationRefusals, Files) {
  expect_refused({
      {"ksquares", "", "line 1, column 1: the file is empty, like the .ksq files that KSquares"},
      {"ksquares", "# only this", "line 1, column 1: the file is empty"},
      {"ksquares", "3\n1,A\n1,B\n1,C\n3,3\n",
       "line 1, column 1: a game of 3 players; only games of two are supported"},
      {"ksquares", "5\n", "line 1, column 1: expected the number of players from 2 to 4, got '5'"},
      {"ksquares", "2\n1,A\n", "line 3, column 1: expected the kind of a player from 0 to 9"},
      {"ksquares", "2\n1,A\n1\n", "line 3, column 2: expected a comma and the name of the player"},
      {"ksquares", "2\n1,A\n1,\n", "line 3, column 3: expected the name of the player"},
      {"ksquares", "2\n1,A,B\n", "line 2, column 4: expected the end of the line, got ','"},
      {"ksquares", "2\n1,A\n1,B\n", "line 4, column 1: expected the width from 1 to 64"},
      {"ksquares", "3,3\n# a\n(0, 0) - (1, 0) # b\n",
       "line 3, column 17: expected the end of the line, got '#'"},
      {"dabble", "2\n1,A\n1,B\n3,3\n",
       "line 1, column 2: expected a comma, got the end of the line"},
      {"amdw-pos", "",
       "line 1, column 1: expected the number of columns from 1 to 64, got the end"},
      {"amdw-pos", "3", "line 1, column 2: expected a space and the number of rows, got the end"},
      {"amdw-pos", "3 x", "line 1, column 3: expected the number of rows from 1 to 64, got 'x'"},
      {"amdw-pos", "9 21", "line 1, column 1: "},
      {"amdw-pos", "3 1 4 1\n0 0 0 t\n", "line 1, column 5: this file has several boards"},
      {"amdw-pos", "3 2\n3 0 t\n", "line 2, column 1: expected an edge such as 0 0 t, got '3'"},
      {"amdw-pos", "3 2\n0 0 x\n", "line 2, column 5: expected an edge such as 0 0 t, got 'x'"},
      {"amdw-pos", "3 2\n0 0 tops\n", "line 2, column 8: expected the end of the line, got 's'"},
      {"amdw-pos", "3 2\n1 0 0 t\n",
       "line 2, column 1: expected the number of the board from 0 to 0"},
      {"amdw-pos", "3 2\n0 0 b\n0 1 t\n", "line 3, column 1: this edge, h1.0, is drawn already"},
      {"amdw-pos", "3 2\nu 0 0 b\n", "line 2, column 1: this edge, h1.0, is not drawn"},
      {"amdw-pos", "3 2\n0 0 b 1 1 t\n", "line 2, column 7: expected the end of the line, got '1'"},
      {"amdw-pos", "3 2\nstop\n", "line 2, column 1: expected an edge such as 0 0 t, got 's'"},
      {"picture", "+ 0^  +\n0^    |  more\n+-----+\n",
       "line 2, column 10: expected nothing right of the picture"},
      {"picture", "+ 0^  +\n 0^   |\n", "line 3, column 1: expected a dot, + or #"},
      {"picture", "+  0^ +\n|\n1^    |\n|\n+-----+\n",
       "line 2, column 1: expected '|' in all three lines of a row of boxes, or in none"},
      {"picture", "+  0^ +\n^     |\n+-----+\n", "line 2, column 1: expected '|', a space, or a"},
      {"picture", "+  ^0 +\n1^    |\n+-----+\n",
       "line 1, column 4: expected '-----', spaces or a num"},
      {"picture", "+--^--+\n1^    |\n+-----+\n", "line 1, column 4: expected the line to go on"},
      {"picture", "+  0^ +\n1^    |\n+-----+\n\n+-----+\n1^    |\n+  0^ +\n",
       "line 4, column 1: expected a row of boxes with a line or a number: one picture at a time"},
      {"ksquares", "3", "line 1, column 2: expected a comma, got the end"},
      {"ksquares", "0,3", "line 1, column 1: expected the width from 1 to 64, got '0'"},
      {"ksquares", "9,21", "line 1, column 1: "},
      {"ksquares", "3,3 x", "line 1, column 5: expected the end of the line, got 'x'"},
      {"ksquares", "3,3\n(0, 0) - (1, 1)\n",
       "line 2, column 14: expected an edge such as (0, 0) - (1, 0), got '1'"},
      {"ksquares", "3,3\n(0, 0) - (1, 0)\n(1, 0) - (0, 0)\n",
       "line 3, column 1: this edge, h0.0, is drawn already in line 2, column 1"},
      {"ksquares", "3,2\n(0, 3) - (1, 3)\n",
       "line 2, column 5: expected an edge such as (0, 0) - (1, 0), got '3'"},
      {"ksquares", "3,2\n(4, 0) - (3, 0)\n",
       "line 2, column 2: expected an edge such as (0, 0) - (1, 0), got '4'"},
      {"ksquares", "3,3\n(0, 0) - (1,",
       "line 2, column 13: expected an edge such as (0, 0) - (1, 0), got the end"},
      {"ksquares", "3,3\n(0, 0) -\n",
       "line 2, column 9: expected an edge such as (0, 0) - (1, 0), got the end of"},
      {"ksquares", "1,1\n(0,0)-(1,0)\n(0,1)-(1,1)\n(0,0)-(0,1)\n(1,0)-(1,1)\n(0,0)-(1,0)\n",
       "line 6, column 1: no edge can follow: all 4 edges of 1x1 are drawn"},
      {"dabble", "1,4\n", "line 1, column 1: expected the width from 2 to 64, got '1'"},
      {"dabble", "4,4\n(1, 0) - (2, 0)\n",
       "line 2, column 11: expected an edge such as (1, 0) - (1, 1), got '2'"},
      {"dabble", "4,4\n(1, 0) - (1, 1)\n(1, 0) - (1, 1)\n",
       "line 3, column 1: this edge, h0.0, is"},
      {"wilson-problem", "", "line 1, column 1: expected the cost of the last move"},
      {"wilson-problem", "# one\n0 1 1\n+-+\n| x\n", "line 4, column 3: expected"},
      {"wilson-problem", "1 1 1\n+ +\n", "line 1, column 1: the first number is what the last"},
      {"wilson-problem", "-32\n+-+\n| |\n+-+\n", "a last move that costs 32 is too large for 1x1"},
      {"wilson-problem", "-0\n+ +\n", "line 1, column 1: the first number is what the last"},
      {"wilson-problem", "0\n", "a row of dots"},
      {"wilson-problem", "0", "line 1, column 2: expected the end of the line, got the end"},
      {"wilson-problem", "0 A\n+ +\n",
       "line 1, column 3: expected megabytes and gigabytes before the player, as in 0 16 1 A"},
      {"wilson-problem", "0 16 B\n+ +\n", "line 1, column 6: expected megabytes and gigabytes"},
      {"wilson-problem", "0 16 1 1\n+ +\n", "line 1, column 8: expected the end of the line"},
      {"wilson-problem", "0 1 1 C\n+ +\n", "line 1, column 7: expected the end of the line, got"},
      {"wilson-problem", "0 1 1 A", "line 1, column 8: expected the end of the line, got the end"},
      {"wilson-problem", "0 1 1 A\n+-+\n", "line 3"},
      {"wilson-problem", "0 1 1 A\n+-+\n| x\n+-+\n", "line 3, column 3"},
      {"picture", "+--+\n", "line 2"},
      {"dbn", "2x2:01", "2x2 needs 12 edges, got 2"},
  });
}

TEST(NotationRefusals, Trmph) {
  expect_refused({
      {"trmph", "7,i14", "line 1, column 1: expected a #, got '7'"},
      {"trmph", "#13,a2", "line 1, column 2: expected the number of rows from 1 to 12, got '13'"},
      {"trmph", "#7i14", "line 1, column 3: expected a comma, got 'i'"},
      {"trmph", "#7,i15", "line 1, column 6: expected an edge such as i10, got '5'"},
      {"trmph", "#7,p2", "line 1, column 4: expected an edge such as b1, got 'p'"},
      {"trmph", "#7,b2", "line 1, column 5: expected an edge such as b1, got '2'"},
      {"trmph", "#7,i14i14", "line 1, column 7: this edge, v6.4, is drawn already in"},
      {"trmph", "#7,i14,k12", "line 1, column 7: expected an edge (i14) or the end, got ','"},
  });
}

TEST(NotationRefusals, Coordinates) {
  expect_refused({
      {"row-column", "2x3 h:3:0", "column 7: expected a row from 0 to 2, got 3"},
      {"row-column", "2x3 h:0:3", "column 9: expected a column from 0 to 2, got 3"},
      {"column-row", "2x3 h:3:0", "column 7: expected a column from 0 to 2, got 3"},
      {"column-row", "2x3 v:0:2", "column 9: expected a row from 0 to 1, got 2"},
      {"row-column", "2x3 h 0 1",
       "column 6: expected a separator of numbers, as in h:0:1, got ' '"},
      {"row-column", "2x3 h, 0, 1", "column 6: expected a separator"},
      {"row-column", "2x3 h:0-1", "column 8: expected ':' and a second number, got '-'"},
      {"row-column", "2x3 h:0", "column 8: expected ':' and a second number, got the end"},
      {"row-column", "2x3 h:0:", "column 9: expected a number from 0 to 64, got the end"},
      {"row-column", "2x3 h:00:1", "column 7: expected a number from 0 to 64, got '00'"},
      {"row-column", "2x3 x:0:1", "column 5: expected h, v, a dot or {"},
      {"row-column", "2x3 hello:0:1", "column 5: expected h, v, a dot or {"},
      {"row-column", "2x3 0:1:x", "column 10: expected h or v, got the end"},
      {"row-column", "2x3 0-1", "column 8: expected '-' and h or v, got the end"},
      {"row-column", "2x3 0,1", "column 8: expected the second dot of an edge, got the end"},
      {"row-column", "2x3 0 1", "column 6: expected a comma and a second number, got ' '"},
      {"row-column", "2x3 (0,0)-(1,1)", "column 5: these two dots are not neighbours"},
      {"row-column", "2x3 (0,0)-(0,0)", "column 5: these two dots are not neighbours"},
      {"row-column", "2x3 (0,0)-(3,0)", "column 12: expected a row from 0 to 2, got 3"},
      {"row-column", "2x3 (0,0)-", "column 11: expected the second dot of an edge, got the end"},
      {"row-column", "2x3 (0,0", "column 9: expected a list, a number or a word, got the end"},
      {"row-column", "2x3 (0,0]", "column 9: expected a list, a number or a word, got ']'"},
      {"row-column", "2x3 (0,0,0,1)", "column 5: expected a dot or an edge, (0,1) or (h,0,1)"},
      {"row-column", "2x3 (a,0,1)", "column 5: expected a dot or an edge"},
      {"row-column", "2x3 (h,0,x)", "column 10: expected a number from 0 to 64"},
      {"row-column", "2x3 h(0,1,2)", "column 6: expected two numbers, (0,1) or [0][1]"},
      {"row-column", "2x3 h[0]", "column 6: expected two numbers, (0,1) or [0][1]"},
      {"row-column", R"(2x3 {"row":0,"col":1})", "column 5: expected \"type\" with h or v"},
      {"row-column", R"(2x3 {"type":"d","row":0,"col":1})",
       "column 13: expected h, v, horizontal or"},
      {"row-column", R"(2x3 {"type":"h","row":0})", "column 5: expected \"row\" and \"col\""},
      {"row-column", R"(2x3 {"type":"h","row":-1,"col":1})", "column 23: expected a number from 0"},
      {"row-column", R"(2x3 {"type":"h","row":0,"y":1,"col":1})", "column 29: 'y' says again"},
      {"row-column", R"(2x3 {"type":"h","row":0,"col":)",
       "column 31: expected a list, a number or a"},
      {"row-column", R"(2x3 {"type":"h","row":0,"col"})",
       "column 25: either all members have names"},
      {"row-column", R"(2x3 {"type":"h)", "column 13: this text has no closing quotation mark"},
      {"row-column", "2x3 h:0:1; 0,1 0,2",
       "column 12: this edge, h0.1, is drawn already in column 5"},
      {"row-column", "2x3 h:0:1h:1:1", "column 10: expected a semicolon between two edges"},
      {"row-column", "2x3 ((((((((((((((((((0", "column 21: these lists are nested too deeply"},
  });
}

TEST(NotationRefusals, Gamescrafters) {
  expect_refused({
      {"gamescrafters", "1x1 0000-", "column 5: expected a player (x or o), got '0'"},
      {"gamescrafters", "1x1 x000-", "column 9: expected an edge (0 or 1), got '-'"},
      {"gamescrafters", "1x1 x0000", "column 10: expected a box without owner (-), got the end"},
      {"gamescrafters", "1x1 x1111-", "column 10: box 1 is complete, but has no owner"},
      {"gamescrafters", "1x1 x1110o", "column 10: box 1 has an owner, but is not complete"},
      {"gamescrafters", "1x1 x0000--", "column 11: expected nothing after the owners of the boxes"},
  });
}

TEST(NotationRefusals, GamesThatANotationCannotWrite) {
  const Game position = game_of({Board(1, 1), 0b1111});
  for (const NotationInfo& info : notations()) {
    if (!info.order) continue;
    EXPECT_TRUE(contains(complaint([&] { write_game(info.name, position); }), "order"));
  }
  const auto says = [](std::string_view name, const Game& game) {
    return complaint([&] { write_game(name, game); });
  };
  EXPECT_TRUE(contains(says("gamescrafters", position), "the player to move"));
  const Game known(position.position(), {.turn = 1});
  EXPECT_TRUE(contains(says("gamescrafters", known), "the owner of each box"));
  const Game open = game_of({Board(1, 1), 0});
  EXPECT_TRUE(contains(says("kaggle-observation", open), "the player to move"));
  EXPECT_TRUE(contains(says("kaggle-observation", known), "the owner of each box"));
  EXPECT_TRUE(contains(says("trmph", game_of({Board(3, 4), 0})), "square boards up to 12x12 only"));
  EXPECT_TRUE(contains(says("trmph", game_of({Board(13, 13), 0})), "not 13x13"));
  EXPECT_TRUE(contains(says("qdab", position), "qdab is for 5x5 boards only, not for 1x1"));
  EXPECT_TRUE(contains(says("wilson", game_of({Board(1, 13), 0})), "not for 1x13"));
  EXPECT_TRUE(contains(says("botzone", played(Board(4, 4), {})), "not for 4x4"));
}

// The first moves of a game, up to the one that gives a player 13 boxes.
std::vector<int> moves_up_to_13(const Game& game) {
  std::vector<int> moves;
  for (const int edge : game.edges()) {
    moves.push_back(edge);
    const Game so_far = played(game.board(), moves);
    if (std::max((*so_far.score())[0], (*so_far.score())[1]) >= 13) break;
  }
  return moves;
}

TEST(NotationRefusals, BotzoneEndsAtThirteenBoxes) {
  std::mt19937_64 random(5);
  const Board board(5, 5);
  for (int i = 0; i < 20; ++i) {
    const Game whole = test::random_game(board, 60, random);
    const std::vector<int> moves = moves_up_to_13(whole);
    const std::string text = write_game("botzone", played(board, moves));
    EXPECT_EQ(read_game("botzone", text).edges(), moves);
    if (moves.size() == whole.edges().size()) continue;
    EXPECT_TRUE(contains(complaint([&] { write_game("botzone", whole); }),
                         "botzone ends when a player has 13 boxes"));
    const std::vector<int> next = {whole.edges()[moves.size()]};
    const std::string word = write_game("botzone", played(board, next)).substr(4);
    EXPECT_TRUE(contains(complaint([&] { read_game("botzone", text + "; " + word); }),
                         "no edge can follow: a player has 13 boxes"));
  }
}

TEST(NotationRefusals, NoMovesAndNoEdges) {
  EXPECT_TRUE(contains(complaint([] {
                         played(Board(1, 1), std::vector<int>{0, 4});
                       }),
                       "move 2 is 4"));
  EXPECT_TRUE(
      contains(complaint([] { played(Board(1, 1), std::vector<int>{-1}); }), "move 1 is -1"));
  EXPECT_TRUE(contains(complaint([] {
                         played(Board(1, 1), std::vector<int>{0, 0});
                       }),
                       "move 2 draws h0.0, which is drawn already"));
  complaint([] { game_of({Board(1, 1), 0b10000}); });
}

TEST(NotationRefusals, NamesAndLongTexts) {
  EXPECT_TRUE(contains(complaint([] { notation("chess"); }),
                       "'chess' is not a notation; the notations are dbn"));
  EXPECT_TRUE(contains(complaint([] { notation("auto"); }), "'auto' is not a notation"));
  EXPECT_EQ(notation("amdw").name, "amdw");
  for (const NotationInfo& info : notations()) {
    complaint([&] { read_game(info.name, std::string(kLongestGame + 1, ' ')); });
  }
}

// A number of up to three digits, plus 2^32 or 2^64, which would wrap to the same number.
std::string that_wraps(const std::string& digits, int bits) {
  const unsigned long number = std::stoul(digits);
  if (bits == 32) return std::to_string((std::uint64_t{1} << 32) + number);
  return "18446744073709" + std::to_string(551'616 + number);
}

TEST(NotationRefusals, LargeNumbersDoNotWrapAround) {
  std::mt19937_64 random(3);
  const std::string_view digits = "0123456789";
  for (const NotationInfo& info : notations()) {
    const std::string text = write_game(info.name, test::random_game(Board(5, 5), 7, random));
    for (std::size_t at = text.find_first_of(digits), end; at < text.size();
         at = std::min(text.find_first_of(digits, end), text.size())) {
      end = std::min(text.find_first_not_of(digits, at), text.size());
      if (end - at > 3) continue;
      for (const int bits : {32, 64}) {
        std::string altered = text;
        altered.replace(at, end - at, that_wraps(altered.substr(at, end - at), bits));
        complaint([&] { read_game(info.name, altered); });
      }
    }
  }
}

// Any altered text gives a message of one line, or a game that reads back as itself.
TEST(NotationRefusals, AlteredTexts) {
  std::mt19937_64 random(7);
  const std::string characters = "0123456789xhvPrbABTLR(),;:-+|_^ \n\"{}[]ENMXY.\xff";
  std::map<std::string_view, int> refused;
  for (const Board& board : {Board(1, 1), Board(2, 3), Board(5, 5)}) {
    const Game game = test::random_game(board, board.edges() / 2, random);
    for (const NotationInfo& info : notations()) {
      if (board != Board(5, 5) && (info.name == "qdab" || info.name == "botzone")) continue;
      if (board.rows() != board.columns() && info.name == "trmph") continue;
      const std::string text = write_game(info.name, game);
      for (int i = 0; i < 300; ++i) {
        std::string altered = text;
        const std::size_t at = random() % (altered.size() + 1);
        const char character = characters[random() % characters.size()];
        if (i % 3 == 0) {
          altered.insert(at, 1, character);
        } else if (i % 3 == 1 && at < altered.size()) {
          altered[at] = character;
        } else {
          altered.resize(at);
        }
        try {
          const Game read = read_game(info.name, altered);
          EXPECT_EQ(read_game(info.name, write_game(info.name, read)), read) << altered;
        } catch (const BadInput& error) {
          EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
          ++refused[info.name];
        }
      }
    }
  }
  EXPECT_EQ(refused.size(), notations().size());
}

}  // namespace pipo::refusals_test
