// One example for each notation, taken from the program or page that it comes from.
#include <algorithm>

#include "pipopipette/notation.hpp"
#include "pipopipette/notations.hpp"
#include "tests/support/board_support.hpp"

namespace pipo::examples_test {

// The names of the edges, in the order of the text.
std::string edges_of(const Game& game) {
  std::string names;
  for (const int edge : game.edges()) names += " " + edge_name(game.board(), edge);
  return game.board().name() + names;
}

struct Example {
  const char* notation;
  const char* text;
  const char* edges;
  const char* written = nullptr;  // the canonical form, if different
};

const std::vector<Example>& examples() {
  static const std::vector<Example> list = {
      {"dbn", "2x2:110000000000", "2x2 h0.0 h0.1"},
      {"moves", "3x3 h0.1; v2.0", "3x3 h0.1 v2.0"},
      {"moves", "3x3 h0.1 v2.0", "3x3 h0.1 v2.0", "3x3 h0.1; v2.0"},
      {"moves", "3x3", "3x3"},
      {"openspiel", "2x2 10; 4", "2x2 v1.1 h2.0"},
      {"openspiel", "2x2 10, 4", "2x2 v1.1 h2.0", "2x2 10; 4"},
      {"openspiel", "2x2 P1(v,1,1); P2(h,2,0)", "2x2 v1.1 h2.0", "2x2 10; 4"},
      // history(), history_str() and the names of actions, as OpenSpiel's playthrough prints them.
      {"openspiel", "2x2 [10, 1, 8, 11, 9]", "2x2 v1.1 h0.1 v0.2 v1.2 v1.0", "2x2 10; 1; 8; 11; 9"},
      {"openspiel", "2x2 10, 1, 8, 11, 9", "2x2 v1.1 h0.1 v0.2 v1.2 v1.0", "2x2 10; 1; 8; 11; 9"},
      {"openspiel", "2x2 []", "2x2", "2x2"},
      {"openspiel", "2x2 [ P1(v,1,1); P2(h,0,1) ] ", "2x2 v1.1 h0.1", "2x2 10; 1"},
      {"kaggle", "2x2 v 1 1; h 2 0", "2x2 v1.1 h2.0"},
      {"kaggle", R"(2x2 {"location":[1,1],"orientation":"v"}; h 2 0)", "2x2 v1.1 h2.0",
       "2x2 v 1 1; h 2 0"},
      {"kaggle", R"(2x2 { "orientation": "v", "location": [1, 1] })", "2x2 v1.1", "2x2 v 1 1"},
      // As agents answer in Kaggle's competition, and as its prompts list moves.
      {"kaggle", "2x2 H 0 0; V 1 2", "2x2 h0.0 v1.2", "2x2 h 0 0; v 1 2"},
      {"kaggle", "2x2 h, 0, 1", "2x2 h0.1", "2x2 h 0 1"},
      {"kaggle", "2x2 h,0,1, v,1,2", "2x2 h0.1 v1.2", "2x2 h 0 1; v 1 2"},
      {"kaggle", "2x2 h 0 1, v 1 2, h 2 0", "2x2 h0.1 v1.2 h2.0", "2x2 h 0 1; v 1 2; h 2 0"},
      {"kaggle", R"(2x2 {"move": "h 0 0"}, { "move" :"V, 1, 2" })", "2x2 h0.0 v1.2",
       "2x2 h 0 0; v 1 2"},
      // Messages of KU Leuven: of an agent, of a server, and of a server at the end.
      {"kaggle", R"(2x2 {"type": "action", "location": [1, 1], "orientation": "v"})", "2x2 v1.1",
       "2x2 v 1 1"},
      {"kaggle",
       R"(2x2 {"type":"action","game":"a}\"b","player":2,"nextplayer":1,"score":[0,0],)"
       R"("location":[0,1],"orientation":"h"}; {"type":"end","game":"7","player":1,"nextplayer":0,)"
       R"("score":[3,1],"location":[1,2],"orientation":"v","winner":1})",
       "2x2 h0.1 v1.2", "2x2 h 0 1; v 1 2"},
      // An observation as Kaggle's replays show it, and one in the newer form.
      {"kaggle-observation",
       R"({"currentPlayer":1,"isTerminal":false,"observationString":)"
       R"("┌───┬╴ ╶┐\n│ 2 │    \n├───┼╴ ╶┤\n         \n└╴ ╶┴╴ ╶┘\n","playerId":0,"step":5})",
       "2x2 h0.0 h1.0 v0.0 v0.1",
       R"({"currentPlayer":1,"isTerminal":false,"observationString":)"
       R"("┌───┬╴ ╶┐\n│ 2 │    \n├───┼╴ ╶┤\n         \n└╴ ╶┴╴ ╶┘\n"})"},
      {"kaggle-observation",
       R"({"num_rows":1,"num_cols":2,"h_lines":[[1,0],[2,0]],"v_lines":[[1,2,0]],)"
       R"("boxes":[[2,0]],"scores":[0,1],"current_player":"2","is_terminal":false})",
       "1x2 h0.0 h1.0 v0.0 v0.1",
       R"({"currentPlayer":1,"isTerminal":false,"observationString":)"
       R"("┌───┬╴ ╶┐\n│ 2 │    \n└───┴╴ ╶┘\n"})"},
      {"kaggle-observation",
       R"({"currentPlayer":-4,"isTerminal":true,"observationString":"┌───┐\n│ 2 │\n└───┘\n"})",
       "1x1 h0.0 h1.0 v0.0 v0.1"},
      // With all members of the newer form, and in an observation.
      {"kaggle-observation",
       R"({"observationString":"{\"num_rows\": 1, \"num_cols\": 1, \"h_lines\": [[1], [1]], )"
       R"(\"v_lines\": [[2, 2]], \"boxes\": [[2]], \"scores\": [0, 1], \"current_player\": \"\", )"
       R"(\"is_terminal\": true, \"winner\": \"2\", \"last_action\": {\"orientation\": \"v\", )"
       R"(\"row\": 0, \"col\": 1, \"player\": \"2\"}, \"move_number\": 4}","currentPlayer":-4,)"
       R"("playerId":1,"isTerminal":true,"legalActions":[]})",
       "1x1 h0.0 h1.0 v0.0 v0.1",
       R"({"currentPlayer":-4,"isTerminal":true,"observationString":"┌───┐\n│ 2 │\n└───┘\n"})"},
      // Messages of a server and the answers of its agents, as a log has them.
      {"leuven",
       R"({"type":"start","player":1,"timelimit":0.5,"grid":[1,1],"game":"7"})"
       "\n"
       R"({"type":"start","player":2,"timelimit":0.5,"grid":[1,1],"game":"7"})"
       "\r\n\n"
       R"({"type":"action","location":[0,0],"orientation":"h"})"
       "\n"
       R"({"type":"action","game":"7","player":1,"nextplayer":2,"score":[0,0],"location":[0,0],)"
       R"("orientation":"h"})"
       "\n"
       R"({"type":"action","game":"7","player":1,"nextplayer":2,"score":[0,0],"location":[0,0],)"
       R"("orientation":"h"})"
       "\n"
       R"({ "type": "action", "player": 2, "location": [0, 1],
            "orientation": "v" } {"location":[1,0],"orientation":"h"})"
       R"({"type":"action","player":1,"nextplayer":2,"score":[0,0],"location":[1,0],)"
       R"("orientation":"h"}{"type":"end","game":"7","player":2,"nextplayer":0,"score":[0,1],)"
       R"("location":[0,0],"orientation":"v","winner":2})",
       "1x1 h0.0 v0.1 h1.0 v0.0",
       R"({"type":"start","grid":[1,1]})"
       "\n"
       R"({"type":"action","player":1,"nextplayer":2,"score":[0,0],"location":[0,0],"orientation":"h"})"
       "\n"
       R"({"type":"action","player":2,"nextplayer":1,"score":[0,0],"location":[0,1],"orientation":"v"})"
       "\n"
       R"({"type":"action","player":1,"nextplayer":2,"score":[0,0],"location":[1,0],"orientation":"h"})"
       "\n"
       R"({"type":"end","player":2,"nextplayer":0,"score":[0,1],"location":[0,0],"orientation":"v",)"
       R"("winner":2})"
       "\n"},
      {"leuven",
       R"({"type":"start","grid":[2,3]}{"type":"action","location":[1,3],"orientation":"v"})",
       "2x3 v1.3",
       R"({"type":"start","grid":[2,3]})"
       "\n"
       R"({"type":"action","player":1,"nextplayer":2,"score":[0,0],"location":[1,3],"orientation":"v"})"
       "\n"},
      // A replay in the older form, without actions that were applied, and with an opening.
      {"kaggle-replay",
       R"({"id":"c0","configuration":{"initialActions":[1],"openSpielGameName":"dots_and_boxes"},)"
       R"("steps":[[{"action":{"submission":-1},"status":"ACTIVE"},{"action":{"submission":-1}}],)"
       R"([{"action":{"submission":-1},"observation":{}},{"action":{"submission":6},"reward":null}],)"
       R"([{"action":{"submission":2,"thoughts":"a box"},"observation":{"currentPlayer":1,)"
       R"("legalActions":[0],"observationString":"┌╴ ╶┬───┐\n│        \n├───┼╴ ╶┤\n         \n)"
       R"(└╴ ╶┴╴ ╶┘\n"}},{"action":{"submission":-1}}]],"rewards":[null,null]})",
       "2x2 h0.1 v0.0 h1.0", nullptr},
      {"trmph", "#7,i14k12", "7x7 v6.4 v5.5", "#7,i14k12\n"},
      {"trmph", "#2,b1\n", "2x2 h0.0"},
      {"columns", R"({"NX":4,"NY":4,"M":[{"E":13}]})", "3x3 v1.0"},
      {"columns", R"({"NX":4,"NY":3,"M":[{"E":3},{"E":16},{"E":9}]})", "2x3 h1.0 v1.3 v0.0"},
      {"columns", "3x3 13; 0", "3x3 v1.0 h0.0", R"({"NX":4,"NY":4,"M":[{"E":13},{"E":0}]})"},
      {"ksquares-line", "3x3 7; 3; 6; 23", "3x3 h1.0 v0.0 v0.3 h3.2"},
      {"ksquares", "3,3\n(1, 0) - (2, 0)\n", "3x3 h0.1"},
      {"ksquares", "3,2\n(2, 0) - (3, 0)\n(3, 1) - (3, 2)\n", "2x3 h0.2 v1.3"},
      {"ksquares", "3,2\r\n(3,0)-(2,0)\r\n\r\n( 3 , 2 ) - ( 3 , 1 )", "2x3 h0.2 v1.3",
       "3,2\n(2, 0) - (3, 0)\n(3, 1) - (3, 2)\n"},
      // Comments, which KSquares skips, and the players at the beginning of a .ksq file.
      {"ksquares", "# Tom\n\n3,3\n# opening\n(1, 0) - (2, 0)\n  #\n(0, 0) - (0, 1)\n# end",
       "3x3 h0.1 v0.0", "3,3\n(1, 0) - (2, 0)\n(0, 0) - (0, 1)\n"},
      {"ksquares", "2\n1,Ann\n0,Robot 1\n3,3\n(1, 0) - (2, 0)\n", "3x3 h0.1",
       "3,3\n(1, 0) - (2, 0)\n"},
      {"ksquares", "2\r\n1,Ann\r\n0,Bob\r\n# size\r\n2,1\r\n", "1x2", "2,1\n"},
      {"dabble", "#\r\n4,4\r\n# one\r\n(1, 0) - (1, 1)\r\n", "3x3 h0.0", "4,4\n(1, 0) - (1, 1)\n"},
      {"dabble", "4,4\n(1, 0) - (1, 1)\n", "3x3 h0.0"},
      {"dabble", "4,3\n(3, 2) - (4, 2)\n(0, 1) - (1, 1)\n(2, 2) - (2, 3)\n", "2x3 v1.3 v0.0 h2.1"},
      {"knox", "5x5 1. a1-b1", "5x5 h5.0"},
      {"knox", "5x5 a1-b1", "5x5 h5.0", "5x5 1. a1-b1"},
      {"knox", "5x5 b4-b5; e3-d3", "5x5 v1.1 h3.3", "5x5 1. b4-b5; 2. d3-e3"},
      {"knox", "1x1 1. a1-a2; 2. b1-b2; 3. a1-b1; 4. a2-b2", "1x1 v0.0 v0.1 h1.0 h0.0"},
      {"knox", "1x2 1. a1-b1; 2. a2-b2; 3. a1-a2; 4. b1-b2, c1-c2; 5. b1-c1",
       "1x2 h1.0 h0.0 v0.0 v0.1 v0.2 h1.1"},
      {"amdw", "3x3 2 1 b", "3x3 h2.2", "3x3 2 2 t"},
      {"amdw", "3x3 0 1 t; 0 2 l", "3x3 h1.0 v2.0"},
      {"amdw", "3x3 2 2 b; 2 0 r", "3x3 h3.2 v0.3"},
      {"amdw", "3x3 2 1 Bottom; 0 2 left", "3x3 h2.2 v2.0", "3x3 2 2 t; 0 2 l"},
      {"amdw-pos", "3 2\n2 0 t\n0 1 l\n", "2x3 h0.2 v1.0"},
      {"amdw-pos", "# a corner\n\n3 2\r\n2 0 TOP\r\nnv\r\n# x\n\n0 1 l", "2x3 h0.2 v1.0",
       "3 2\n2 0 t\n0 1 l\n"},
      // Moves that are taken back, and moves with the number of the board.
      {"amdw-pos", "3 2\n0 2 0 t\n1 1 t\nu 0 1 1 t\n0 1 left\nEval\n", "2x3 h0.2 v1.0",
       "3 2\n2 0 t\n0 1 l\n"},
      {"wilson", "3x3 de", "3x3 v1.2"},
      {"wilson", "3x3 ab; gf; ba", "3x3 h0.0 h3.2 v0.0"},
      {"wilson-problem", "0 7000 25 A\n+-+ +\n  |  \n+ + +\n     \n+ + +\n", "2x2 h0.0 v0.1",
       "0 1000 1000 A\n+-+ +\n  |  \n+ + +\n     \n+ + +\n"},
      // In the form that the program reads: empty lines for rows of boxes, no player, no final line
      // end.
      {"wilson-problem", "0 1000 1000\n+ + + +\n\n+ + + +\n \n+ + + +\n\n+ + + +", "3x3",
       "0 1000 1000\n+ + + +\n       \n+ + + +\n       \n+ + + +\n       \n+ + + +\n"},
      {"wilson-problem", "0 1000 1000 B\n+-+v+\n|A|  \n+-+ +\n^    \n+ + +\n",
       "2x2 h0.0 h1.0 v0.0 v0.1", "0 1000 1000 B\n+-+ +\n| |  \n+-+ +\n     \n+ + +\n"},
      // The shortest first lines. Boxes already taken have the letter of their owner.
      {"wilson-problem", "0\n+-+-+\n|   |\n+ + +\n|   |\n+-+-+\n",
       "2x2 h0.0 h0.1 h2.0 h2.1 v0.0 v0.2 v1.0 v1.2",
       "0 1000 1000\n+-+-+\n|   |\n+ + +\n|   |\n+-+-+\n"},
      {"wilson-problem", "0 16 \r\n+-+\r\n|A|\r\n+-+\r\n", "1x1 h0.0 h1.0 v0.0 v0.1",
       "0 1000 1000\n+-+\n| |\n+-+\n"},
      {"qdab", R"({"H":128,"V":0})", "5x5 v1.1"},
      {"qdab", R"({"V": 8, "H": 0, "more": [1]})", "5x5 h3.0", R"({"H":0,"V":8})"},
      {"ccgc", "5x5 r(a6,h); b(f1,v)", "5x5 h0.0 v4.5"},
      {"ccgc", "5x5 b(a6,h); r(f1,v)", "5x5 h0.0 v4.5", "5x5 r(a6,h); b(f1,v)"},
      {"sau", "3x3 BCB; ADA", "3x3 v1.2 h3.0"},
      {"botzone", "5x5 1 0; 0 1; 10 9", "5x5 v0.0 h0.0 h5.4"},
      {"codingame", "2x2 A1 R", "2x2 v1.1", "2x2 B1 L"},
      {"codingame", "2x2 A1 B; B2 T; B2 R", "2x2 h2.0 h0.1 v0.2"},
      {"mathpuzzle", "3x3 A3_", "3x3 h1.0"},
      {"mathpuzzle", "3x3 A3_; A1|; A4_; D1|", "3x3 h1.0 v2.0 h0.0 v2.3"},
      {"mathpuzzle", "3x3 A3- A1|", "3x3 h1.0 v2.0", "3x3 A3_; A1|"},
      {"row-column", "2x3 h:1:2; v:0:3", "2x3 h1.2 v0.3"},
      // In the dress of other programs.
      {"row-column", "2x3 V:0:3, H-1-2 v_1_0 horizontal/0/0", "2x3 v0.3 h1.2 v1.0 h0.0",
       "2x3 v:0:3; h:1:2; v:1:0; h:0:0"},
      {"row-column", "2x3 [h(1,2), v[0][3], (\"h\", 0, 1), ('v',1,0)]", "2x3 h1.2 v0.3 h0.1 v1.0",
       "2x3 h:1:2; v:0:3; h:0:1; v:1:0"},
      {"row-column", "2x3 1:2:h; 0-3-V; 0,1,h; (1, 0, 'v')", "2x3 h1.2 v0.3 h0.1 v1.0",
       "2x3 h:1:2; v:0:3; h:0:1; v:1:0"},
      {"row-column", "2x3 (0,0)-(0,1); (2, 3) - (1, 3); 0,0 1,0 0,1,1,1 2,0->2,1",
       "2x3 h0.0 v1.3 v0.0 v0.1 h2.0", "2x3 h:0:0; v:1:3; v:0:0; v:0:1; h:2:0"},
      {"row-column", "2x3 [[[0,0],[0,1]], [[2,3],[1,3]]]", "2x3 h0.0 v1.3", "2x3 h:0:0; v:1:3"},
      {"row-column", "2x3 [((0, 0), (0, 1)), ((2, 3), (1, 3))]", "2x3 h0.0 v1.3",
       "2x3 h:0:0; v:1:3"},
      {"row-column",
       R"(2x3 [{"type":"h","row":2,"col":1}, {"Orientation":"Vertical","x":3,"y":0}])",
       "2x3 h2.1 v0.3", "2x3 h:2:1; v:0:3"},
      {"row-column", "2x3 {'player': 1, 'dir': 'h', 'r': 2, 'c': 1} {from: [0,0], to: [0,1]}",
       "2x3 h2.1 h0.0", "2x3 h:2:1; h:0:0"},
      {"row-column", R"(2x3 {"start":{"x":3,"y":0},"end":{"x":3,"y":1}})", "2x3 v0.3", "2x3 v:0:3"},
      {"column-row", "2x3 h:2:1; v:3:0", "2x3 h1.2 v0.3"},
      {"column-row", "2x3 (0,0)-(1,0); 3,2 3,1; h-2-0; (\"v\", 3, 0)", "2x3 h0.0 v1.3 h0.2 v0.3",
       "2x3 h:0:0; v:3:1; h:2:0; v:3:0"},
      {"column-row", R"(2x3 {"type":"h","row":2,"col":1} {"from":[0,0],"to":[1,0]})",
       "2x3 h2.1 h0.0", "2x3 h:1:2; h:0:0"},
      {"arrays", R"({"horizontal":[[0,1],[0,0]],"vertical":[[0,0,1]]})", "1x2 h0.1 v0.2"},
      {"arrays", R"({"turn":1,"hEdges":[[false,true],[false,false]],
        "v_edges":[[false,false,true]],"owners":[["x",null],[-1.5e3,{}]],"h_owner":[[0]]})",
       "1x2 h0.1 v0.2", R"({"horizontal":[[0,1],[0,0]],"vertical":[[0,0,1]]})"},
      {"arrays", R"({"board":{"edges":{"v":[[null,null,2]],"h":[[null,1],[null,null]]}}})",
       "1x2 h0.1 v0.2", R"({"horizontal":[[0,1],[0,0]],"vertical":[[0,0,1]]})"},
      // Sizes, in dots and in boxes, and one that belongs to something else.
      {"arrays", R"({"rows":2,"cols":3,"h":[[0,1],[0,0]],"v":[[0,0,1]],"window":{"rows":7}})",
       "1x2 h0.1 v0.2", R"({"horizontal":[[0,1],[0,0]],"vertical":[[0,0,1]]})"},
      {"arrays", R"({"numRows":1,"board":{"numCols":2,"h":[[0,1],[0,0]],"v":[[0,0,1]]}})",
       "1x2 h0.1 v0.2", R"({"horizontal":[[0,1],[0,0]],"vertical":[[0,0,1]]})"},
      {"arrays", "(((0 1) (0 0)) ((0 0 1)))", "1x2 h0.1 v0.2",
       R"({"horizontal":[[0,1],[0,0]],"vertical":[[0,0,1]]})"},
      {"arrays", "'(((NIL T) (NIL NIL))\n  ((NIL NIL T)))\n", "1x2 h0.1 v0.2",
       R"({"horizontal":[[0,1],[0,0]],"vertical":[[0,0,1]]})"},
      {"arrays", "H = [[False, True], [False, False]]\r\nV = [[False, False, True]]\r\n",
       "1x2 h0.1 v0.2", R"({"horizontal":[[0,1],[0,0]],"vertical":[[0,0,1]]})"},
      {"arrays", "{'horiz': ((0, 1), (0, 0)), 'vert': ((0, 0, 1),)}", "1x2 h0.1 v0.2",
       R"({"horizontal":[[0,1],[0,0]],"vertical":[[0,0,1]]})"},
      {"arrays", "[[0. 1.]\n [0. 0.]]\n[[0. 0. 1.]]\n", "1x2 h0.1 v0.2",
       R"({"horizontal":[[0,1],[0,0]],"vertical":[[0,0,1]]})"},
      {"arrays", "{{0, 1}, {0, 0}}; {{0, 0, 1}};", "1x2 h0.1 v0.2",
       R"({"horizontal":[[0,1],[0,0]],"vertical":[[0,0,1]]})"},
      // Single lists, by rows.
      {"arrays", R"({"h":[0,1,0,0,0,0],"v":[0,0,1,1,0,0]})", "2x2 h0.1 v0.2 v1.0",
       R"({"horizontal":[[0,1],[0,0],[0,0]],"vertical":[[0,0,1],[1,0,0]]})"},
      {"arrays-columns", "(((0 1) (0 0) (0 0)) ((0 1) (0 0) (1 0)))", "2x2 h0.1 v0.2 v1.0",
       R"({"horizontal":[[0,1],[0,0],[0,0]],"vertical":[[0,1],[0,0],[1,0]]})"},
      {"arrays-columns", R"({"h":[0,1,0,0,0,0],"v":[0,1,0,0,1,0]})", "2x2 h0.1 v0.2 v1.0",
       R"({"horizontal":[[0,1],[0,0],[0,0]],"vertical":[[0,1],[0,0],[1,0]]})"},
      {"arrays-xy", R"({"horizontal":[[0,0],[1,0]],"vertical":[[0],[0],[1]]})", "1x2 h0.1 v0.2"},
      {"arrays-xy", R"({"h":[0,0,1,0],"v":[0,0,1]})", "1x2 h0.1 v0.2",
       R"({"horizontal":[[0,0],[1,0]],"vertical":[[0],[0],[1]]})"},
      {"gamescrafters", "2x2 o010000000000----", "2x2 h0.1"},
      {"gamescrafters", "2x3 x00000000001010000------", "2x3 v1.0 v1.1"},
      {"picture", "+--+  +\n|     |\n+  +  +\n", "1x2 h0.0 v0.0 v0.2"},
      {"picture", "┌╴ ╶┬───┐\n        │\n├╴ ╶┼╴ ╶┤\n│   │   │\n└╴ ╶┴╴ ╶┘\n",
       "2x2 h0.1 v0.2 v1.0 v1.1 v1.2"},
  };
  return list;
}

TEST(NotationExamples, AreReadAndWritten) {
  for (const auto& [name, text, edges, written] : examples()) {
    const Game game = read_game(name, text);
    EXPECT_EQ(edges_of(game), edges) << name << "\n" << text;
    if (std::string_view(name) == "picture") continue;        // columns have the least width
    if (std::string_view(name) == "kaggle-replay") continue;  // ReplaysAreWritten
    EXPECT_EQ(write_game(name, game), written != nullptr ? written : text) << name;
  }
}

// Results as Wilson's page shows them: numbers begin in the column of the dots, ^ and v say who
// makes the first loony move, and # is an end of the last move.
TEST(NotationExamples, PicturesOfWilsonsResults) {
  const auto reads = [](const char* text, const char* edges) {
    EXPECT_EQ(edges_of(read_game("picture", text)), edges) << text;
    EXPECT_EQ(edges_of(read_game("auto", text)), edges) << text;
  };
  reads(
      "+  0^ + -3v +\n"
      "0^    -3v   |\n"
      "+-----+  2  +\n"
      "|     12^   2v\n"
      "+  0  +-----+\n",
      "2x2 h1.0 h2.1 v0.2 v1.0");
  reads(
      "#  0^ + -3  +\n"
      "|\n"
      "|     -3    3\n"
      "|\n"
      "#  1  +-----+\n"
      "            |\r\n"
      "0v    0 A   |\r\n"
      "            |\r\n"
      "+  0  +  0  +\n\n",
      "2x2 h1.1 v0.0 v1.2");
  reads("+  0^ +\n -3    0^\n+-----+\n", "1x1 h1.0");
  reads("  +-----#\n -1     |\n  + +1^ #\n", "1x1 h0.0 v0.1");
  reads("# shown by the program\n#-----#\n1^    |\n+  1  +\n", "1x1 h0.0 v0.1");
}

TEST(NotationExamples, ReplaysAreWritten) {
  const std::string text =
      R"({"name":"open_spiel_dots_and_boxes","configuration":{"openSpielGameName":"dots_and_boxes",)"
      R"("openSpielGameParameters":{"num_cols":1,"num_rows":1}},"steps":[[{"action":)"
      R"({"submission":-1}},{"action":{"submission":-1}}],[{"action":{"submission":2},"info":)"
      R"({"actionApplied":2},"observation":{"currentPlayer":1,"isTerminal":false,)"
      R"("observationString":"┌╴ ╶┐\n│    \n└╴ ╶┘\n"}},{"action":{"submission":-1},"observation":)"
      R"({"currentPlayer":1,"isTerminal":false,"observationString":"┌╴ ╶┐\n│    \n└╴ ╶┘\n"}}]]})";
  EXPECT_EQ(write_game("kaggle-replay", read_game("moves", "1x1 v0.0")), text);
  EXPECT_EQ(read_game("kaggle-replay", text), read_game("moves", "1x1 v0.0"));
}

TEST(NotationExamples, EveryNotationHasAnExample) {
  for (const NotationInfo& info : notations()) {
    EXPECT_TRUE(std::ranges::any_of(examples(), [&](const Example& one) {
      return info.name == one.notation;
    })) << info.name;
  }
}

TEST(NotationExamples, ListNotationsAgree) {
  const Game game = read_game("moves", "3x3 h1.0; v2.0");
  EXPECT_EQ(write_game("amdw", game), "3x3 0 1 t; 0 2 l");
  EXPECT_EQ(write_game("mathpuzzle", game), "3x3 A3_; A1|");
  EXPECT_EQ(write_game("dbn", game), "3x3:000100000000000000001000");
}

TEST(NotationExamples, MovesDetermineTurnScoreAndOwners) {
  // Player 1 completes a box with the fourth move and moves again.
  const Game game = read_game("moves", "1x2 h0.0 h1.0 v0.0 v0.1 h0.1");
  EXPECT_TRUE(game.in_order());
  EXPECT_EQ(game.turn(), 0);
  EXPECT_EQ(game.score(), (std::array<int, 2>{0, 1}));
  EXPECT_EQ(game.owners(), (std::vector<int>{1, -1}));
  EXPECT_EQ(write_game("gamescrafters", game), "1x2 x1110110o-");
  const Game end = read_game("moves", "1x2 h0.0 h1.0 h0.1 v0.0 v0.1 h1.1 v0.2");
  EXPECT_EQ(end.turn(), 1);
  EXPECT_EQ(end.score(), (std::array<int, 2>{1, 1}));
  EXPECT_EQ(end.owners(), (std::vector<int>{0, 1}));
}

TEST(NotationExamples, TurnAndOwnersOfGamescrafters) {
  const Game game = read_game("gamescrafters", "1x2 x1110110o-");
  EXPECT_EQ(game.turn(), 0);
  EXPECT_EQ(game.score(), (std::array<int, 2>{0, 1}));
  EXPECT_EQ(game.owners(), (std::vector<int>{1, -1}));
  EXPECT_FALSE(game.in_order());
  EXPECT_EQ(read_game("gamescrafters", "1x2 o1111111ox").score(), (std::array<int, 2>{1, 1}));
}

TEST(NotationExamples, PlayerToMoveInAProblemOfWilson) {
  const std::string picture = "\n+ +\n   \n+ +\n";
  EXPECT_EQ(read_game("wilson-problem", "0 1 1 A" + picture).turn(), 0);
  EXPECT_EQ(read_game("wilson-problem", "0 1 1 B" + picture).turn(), 1);
  EXPECT_EQ(read_game("wilson-problem", "0 1 1" + picture).turn(), std::nullopt);
}

TEST(NotationExamples, AByteOrderMarkAndALineEndAreIgnored) {
  EXPECT_EQ(read_game("columns", "1x1 0\n"), read_game("columns", "1x1 0"));
  EXPECT_EQ(read_game("moves",
                      "\xef\xbb\xbf"
                      "1x1 h0.0 \r\n"),
            read_game("moves", "1x1 h0.0"));
  EXPECT_EQ(read_game("ksquares",
                      "\xef\xbb\xbf"
                      "1,1\n"),
            read_game("ksquares", "1,1"));
}

}  // namespace pipo::examples_test
