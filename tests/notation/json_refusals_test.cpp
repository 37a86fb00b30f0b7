// Malformed JSON, arrays, replays and logs, and the place that the message names.
#include "pipopipette/notations.hpp"
#include "tests/notation/expect_refused.hpp"
#include "tests/notation/random_games.hpp"
#include "tests/support/board_support.hpp"
#include "tests/support/sanitized.hpp"

namespace pipo::json_refusals_test {

using test::complaint;
using test::expect_refused;

TEST(NotationRefusals, Json) {
  expect_refused({
      {"columns", "{", "line 1, column 2: the JSON is cut off"},
      {"columns", "{\"NX\":4,\n\"NY\":x}", "line 2, column 6: this is not JSON"},
      {"columns", "[]", "line 1, column 1: expected a JSON object, {...}"},
      {"columns", "{\"NX\":1e999}", "line 1, column 1: this is not JSON"},
      {"columns", R"({"NX":4,"M":[]})", "\"NY\" is missing"},
      {"columns", R"({"NX":1,"NY":4,"M":[]})", "count dots: 2 at least"},
      {"columns", R"({"NX":22,"NY":10,"M":[]})", "9x21"},
      {"columns", R"({"NX":"4","NY":4,"M":[]})", "\"NX\" must be a whole number from 0 to 64"},
      {"columns", R"({"NX":4,"NY":4})", "\"M\", the list of moves, is missing"},
      {"columns", R"({"NX":4,"NY":4,"M":[13]})", "M[0]: expected a move"},
      {"columns", R"({"NX":4,"NY":4,"M":[{"E":1},{"X":1}]})", "M[1]: \"E\" is missing"},
      {"columns", R"({"NX":4,"NY":4,"M":[{"E":24}]})", "M[0]: \"E\" must be a whole number from 0"},
      {"columns", R"({"NX":4,"NY":4,"M":[{"E":-1}]})", "M[0]: \"E\" must be a whole number from 0"},
      {"columns", R"({"NX":4,"NY":4,"M":[{"E":1},{"E":1}]})",
       "M[1]: this edge, h0.1, is drawn already"},
      {"columns", R"({"NX":2,"NY":2,"M":[{"E":0},{"E":1},{"E":2},{"E":3},{"E":3}]})",
       "M[4]: no move can follow: all 4 edges of 1x1 are drawn"},
      {"qdab", R"({"H":128})", "\"V\" is missing"},
      {"qdab", R"({"H":1073741824,"V":0})", "\"H\" must be a whole number from 0 to 1073741823"},
      {"qdab", R"({"H":1.5,"V":0})", "\"H\" must be a whole number"},
      {"qdab", R"({"H":1)", "line 1, column 7: the JSON is cut off"},
  });
  expect_refused({{"columns", "{\"M\":" + std::string(1000, '[') + std::string(1000, ']') + "}",
                   "nested too deep"}});
}

TEST(NotationRefusals, Arrays) {
  expect_refused({
      {"arrays", "", "line 1, column 1: expected two arrays"},
      {"arrays", "{}", "line 1, column 1: expected two arrays: \"horizontal\" and \"vertical\""},
      {"arrays", "h=[0,1,0] v=[0,0]",
       "line 1, column 3: no board has 3 horizontal and 2 vertical edges"},
      {"arrays", "[[0,1],[0,1]]", "line 1, column 2: a single list of edges needs a name"},
      {"arrays", "{\"h\":[[0],[1]]}", "line 1, column 1: expected two arrays"},
      {"arrays", "{\"H\":128,\"V\":0}", "line 1, column 1: expected two arrays"},
      {"arrays", "{\"h\":[[0],[1]],\"v\":[[0,1]],\"h_lines\":[[0],[1]]}",
       "line 1, column 38: 'h_lines' is a second array of the same edges"},
      {"arrays", "{\"h\":[[0],[1]],\"v\":[[0,1]],\n\"b\":{\"h\":[[0],[1]],\"v\":[[0,1]]}}",
       "line 2, column 10: these are the arrays of a second board"},
      {"arrays", "[[[0],[1]],\n[[0,3]]]",
       "line 2, column 5: expected an edge: 0, false or null if it is open, 1, 2 or true if drawn"},
      {"arrays", "[[[0],[1]],[[0,-1]]]", "line 1, column 16: expected an edge"},
      {"arrays", "[[[0],[1]],[[0,\"1\"]]]", "line 1, column 16: expected an edge"},
      {"arrays", "[[[0],[1]],[[0,[1]]]]", "line 1, column 16: expected an edge"},
      {"arrays", "[[[0],[1]],[[0,0.5]]]", "line 1, column 16: expected an edge"},
      {"arrays", "[[[null],[1]],[[0,1]]]",
       "line 1, column 17: 0 and null are both here; which of them is an open edge is unknown"},
      {"arrays", "[[[0],[1]],[[0,1],0]]", "line 1, column 19: expected a list, as before it"},
      {"arrays", "[[[0,1],[1]],[[0,1]]]",
       "line 1, column 9: this list has 1 entries, but the first one has 2"},
      {"arrays", "{\"h\":[[0],[1]],\"v\":[0,1]}",
       "line 1, column 20: one array has lists, and the other one has"},
      {"arrays", "[[[0]],[[0,1]]]",
       "line 1, column 2: 1 lists of 1 are no horizontal edges of a b"},
      {"arrays", "[[[],[]],[[0,1]]]", "line 1, column 2: 2 lists of 0 are no horizontal edges"},
      {"arrays", "[[[0,1],[0,0]],[[0],[0],[1]]]",
       "line 1, column 16: expected 1 lists of 3 vertical edges for 1x2, got 3 of 1"},
      {"arrays-columns", "[[[0,1],[0,0]],[[0,0,1]]]",
       "line 1, column 16: expected 3 lists of 1 vertical edges for 1x2, got 1 of 3"},
      {"arrays", "h=[0,1,0] v=[0,1,0]",
       "line 1, column 3: no board has 3 horizontal and 3 vertical"},
      {"arrays", "[[[0],[1]],[[0,1]]",
       "line 1, column 19: expected a list, a number or a word, got"},
      {"arrays", "[[[0],[1]],[[0,1]]] x y", "line 1, column 1: expected two arrays"},
      {"arrays", "h = [[0],[1]]\n[[0,1]]", "line 2, column 1: either all members have names"},
      {"arrays",
       "h = [[0],[1]]\nv =", "line 2, column 4: expected the value of the name before it"},
      {"arrays", "[[[[[[[[[[[[[[[[[[[[[[", "line 1, column 16: these lists are nested too deeply"},
      // Sizes beside the arrays or around them; they count boxes or dots.
      {"arrays", "{\"rows\":3,\"h\":[[0],[1]],\"v\":[[0,1]]}",
       "line 1, column 9: the arrays are those of 1x1, which has other rows or columns than given"},
      {"arrays", "{\"rows\":1,\"cols\":2,\"b\":{\"h\":[[0],[1]],\"v\":[[0,1]]}}",
       "line 1, column 9: the arrays are those of 1x1"},
      {"arrays", "num_columns = 3; h = [[0],[1]]; v = [[0,1]]",
       "line 1, column 15: the arrays are"},
      {"arrays",
       R"({"num_rows":1,"num_cols":1,"h_lines":[[1],[0]],"v_lines":[[1,0]],"boxes":[[0]]})",
       "this is an observation of Kaggle; read it as kaggle-observation"},
  });
  const std::string wide = "[" + std::string(70, '0') + "]";
  std::string list = "[0";
  for (int i = 0; i < 69; ++i) list += ",0";
  list += "]";
  expect_refused({{"arrays", "{h:[" + wide + "," + wide + "],v:[]}", "expected an edge"},
                  {"arrays", "[[" + list + "," + list + "],[[0]]]", "too many"}});
}

TEST(NotationRefusals, KaggleObservation) {
  const std::string board = R"({"currentPlayer":0,"observationString":)";
  const auto expect = [](const std::string& text, const char* says) {
    expect_refused({{"kaggle-observation", text, says}});
  };
  expect("{}", "\"observationString\", the board, is missing");
  expect(board + "3}", "\"observationString\", the board, is missing");
  expect(board + R"("┌───┐\n│   │\n└───┘\n"})", "box 0 is complete, but has no owner");
  expect(board + R"("┌───┐\n│ 1  \n└───┘\n"})", "box 0 has an owner, but is not complete");
  expect(board + R"("┌───┐\n│ 1 │\n"})", "a row of dots");
  for (const char* player : {"", R"(,"currentPlayer":-4)", R"(,"turn":0)"}) {
    expect(R"({"observationString":"┌╴ ╶┐\n     \n└╴ ╶┘\n")" + std::string(player) + "}",
           "the player to move is missing");
  }
  expect(R"({"num_rows":1,"num_cols":1,"h_lines":[[1],[2]],"v_lines":[[1,0]],"boxes":[[0]]})",
         "the player to move is missing");
  expect(R"({"currentPlayer":2,"observationString":"┌╴ ╶┐\n     \n└╴ ╶┘\n"})",
         "\"currentPlayer\" must be 0, 1 or, at the end, -4");
  const std::string lines = R"({"num_rows":1,"num_cols":1,"h_lines":)";
  expect(lines + "[[1]]}", "\"h_lines\" must be 2 lists of 1 numbers 0, 1 or 2");
  expect(lines + "[[1],[3]]}", "\"h_lines\" must be 2 lists of 1 numbers 0, 1 or 2");
  expect(lines + R"([[1],[2]],"v_lines":[[1,2]],"boxes":[[0]]})",
         "box 0 is complete, but has no owner");
  expect(R"({"num_rows":21,"num_cols":20,"h_lines":[]})", "21x20 has 881 edges");
}

TEST(NotationRefusals, ContradictionsInAKaggleObservation) {
  const auto expect = [](const std::string& text, const char* says) {
    expect_refused({{"kaggle-observation", text, says}});
  };
  const std::string open = R"({"observationString":"┌╴ ╶┐\n     \n└╴ ╶┘\n","currentPlayer":)";
  expect(open + R"(0,"isTerminal":true})", "\"isTerminal\" is true, but 4 edges are open");
  expect(open + R"(0,"isTerminal":"no"})", "\"isTerminal\" must be true or false");
  expect(open + R"(0,"scores":[5,0]})", "\"scores\" is [5,0], but the board has 0 boxes");
  expect(open + R"(0,"h_lines":[[0],[0]]})", "are two boards; give one of them");
  const std::string over = R"({"observationString":"┌───┐\n│ 1 │\n└───┘\n","currentPlayer":)";
  expect(over + "0}", "a player is to move, but no edge is open");
  expect(over + R"(-4,"isTerminal":false})", "\"isTerminal\" is false, but 0 edges are open");
  // One box of player 2, and player 2 to move, with these members.
  const auto lines = [](const std::string& members) {
    return R"({"num_rows":1,"num_cols":2,"h_lines":[[1,0],[2,0]],"v_lines":[[1,2,0]],)"
           R"("boxes":[[2,0]],)" +
           members + "}";
  };
  const std::string mover = R"("current_player":"2")";
  EXPECT_EQ(read_game("kaggle-observation", lines(mover)).score(), (std::array<int, 2>{0, 1}));
  expect(lines(mover + R"(,"scores":[1,0])"),
         "\"scores\" is [1,0], but the board has 0 boxes of player 1 and 1 of player 2");
  expect(lines(mover + R"(,"scores":[0,1,0])"), "\"scores\" is [0,1,0]");
  expect(lines(mover + R"(,"scores":"\u00e9\n")"), "\"scores\" is \"\\u00e9\\n\", but");
  expect(lines(mover + R"(,"is_terminal":true)"), "\"is_terminal\" is true, but 3 edges are open");
  expect(lines(mover + R"(,"currentPlayer":0)"),
         "\"currentPlayer\" and \"current_player\" name different players to move");
  expect(lines(mover + R"(,"currentPlayer":-4)"), "name different players to move");
  expect(lines(R"("current_player":"3")"),
         "\"current_player\" must be \"1\", \"2\" or, at the end");
  expect(lines(mover + R"(,"winner":"2")"), "\"winner\" is given, but the game is not over");
  expect(lines(mover + R"(,"move_number":3)"), "\"move_number\" must be 4");
  const std::string action = mover + R"(,"last_action":{"orientation":"v","row":0,)";
  expect(lines(action + R"("col":0,"player":"2"})"),
         "\"last_action\" is v0.0, which is not a line");
  expect(lines(action + R"("col":2,"player":"2"})"),
         "\"last_action\" is v0.2, which is not a line");
  expect(lines(action + R"("col":3,"player":"2"})"), "last_action: \"col\" must be a whole number");
  expect(lines(mover + R"(,"last_action":{"orientation":7})"),
         "last_action: \"orientation\" must be");
  expect(lines(mover + R"(,"last_action":[])"), "\"last_action\" must be an object");
  EXPECT_NO_THROW(read_game("kaggle-observation", lines(action + R"("col":1,"player":"2"})")));
  const std::string whole =
      R"({"num_rows":1,"num_cols":1,"h_lines":[[1],[1]],"v_lines":[[2,2]],"boxes":[[2]],)";
  expect(whole + R"("winner":"1"})", "\"winner\" must be \"2\" here");
  expect(whole + R"("current_player":"2"})", "a player is to move, but no edge is open");
}

// A replay of four moves on 1x1, with one part replaced. The observations are those after the last
// move.
std::string replay_with(const std::string& from, const std::string& to) {
  std::string text =
      R"({"configuration":{"openSpielGameName":"dots_and_boxes","openSpielGameParameters":)"
      R"({"num_rows":1,"num_cols":1}},"info":{"actionHistory":["0","1","2","3"]},"steps":[)"
      R"([{"action":{"submission":-1}},{"action":{"submission":-1}}],)"
      R"([{"action":{"submission":0},"info":{"actionApplied":0}},{"action":{"submission":-1}}],)"
      R"([{"action":{"submission":-1}},{"action":{"submission":1},"info":{"actionApplied":1}}],)"
      R"([{"action":{"submission":2},"info":{"actionApplied":2}},{"action":{"submission":-1}}],)"
      R"([{"action":{"submission":-1},"observation":{"observationString":"┌───┐\n│ 2 │\n└───┘\n",)"
      R"("currentPlayer":-4}},{"action":{"submission":3},"info":{"actionApplied":3},"observation":)"
      R"({"observationString":"┌───┐\n│ 2 │\n└───┘\n","isTerminal":true}}]]})";
  const std::size_t at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(NotationRefusals, KaggleReplay) {
  const auto moves = [](const std::string& text) {
    return write_game("moves", read_game("kaggle-replay", text));
  };
  EXPECT_EQ(moves(replay_with("", "")), "1x1 h0.0; h1.0; v0.0; v0.1");
  // A list of actions may go on after the last step, and numbers are read.
  EXPECT_EQ(moves(replay_with(R"("3"])", R"("3","7"])")), "1x1 h0.0; h1.0; v0.0; v0.1");
  EXPECT_EQ(moves(replay_with(R"(["0","1","2","3"])", "[0,1,2,3]")), "1x1 h0.0; h1.0; v0.0; v0.1");
  const auto expect = [&](const std::string& from, const std::string& to, const char* says) {
    const std::string text = replay_with(from, to);
    for (const char* notation : {"kaggle-replay", "auto"}) expect_refused({{notation, text, says}});
  };
  const auto applied = [](const char* number) {
    return std::string("{\"submission\":") + number + "},\"info\":{\"actionApplied\":" + number +
           "}";
  };
  expect(R"("actionApplied":1)", R"("actionApplied":0)",
         "steps[2][1]: \"submission\" and \"actionApplied\" are different actions");
  expect(applied("1"), applied("0"), "steps[2][1]: this edge, h0.0, is drawn already");
  expect(applied("1"), applied("4"), "steps[2][1]: an action of 1x1 is a number from 0 to 3");
  expect(applied("1"), applied("1.5"), "steps[2][1]: an action of 1x1 is a number from 0 to 3");
  expect(R"("actionApplied":1)", R"("actionApplied":"1")", "steps[2][1]: \"submission\" and");
  // An action that was not applied leaves the turn to the same player.
  expect(R"("actionApplied":1)", R"("actionApplied":null)",
         "steps[3][0]: it is the other player's");
  expect(R"([{"action":{"submission":-1}},{"action":{"submission":1})",
         R"([{"action":{"submission":3}},{"action":{"submission":1})",
         "steps[2][0]: it is the other player's turn");
  expect(R"({"actionApplied":0}},{"action":{"submission":-1}})",
         R"({"actionApplied":0}},{"action":{"submission":1}})",
         "steps[1][1]: a second player moves in this step");
  expect(R"(,"isTerminal":true}}])", R"(}}],[{"action":{"submission":0}}])",
         "steps[5][0]: no move can follow: all 4 edges of 1x1 are drawn");
  // The last observation.
  expect("┌───┐\\n│ 2 │\\n└───┘", "┌╴ ╶┐\\n│   │\\n└───┘",
         "steps[4][0]: the player to move is missing");
  expect("┌───┐\\n│ 2 │\\n└───┘\\n\",\"currentPlayer\":-4",
         "┌╴ ╶┐\\n│   │\\n└───┘\\n\",\"currentPlayer\":1",
         "steps[4][0]: observation: h0.0 is not drawn here, but drawn by the moves of the replay");
  expect("│ 2 │", "│ 1 │", "steps[4][0]: observation: the owners of the boxes are not those");
  expect(R"("isTerminal":true)", R"("isTerminal":false)",
         "steps[4][1]: observation: \"isTerminal\" is false, but 0 edges are open");
  expect(R"("observationString":"┌───┐\n│ 2 │\n└───┘\n","isTerminal")",
         R"("observationString":"┌───┬───┐\n│ 2 │ 1 │\n└───┴───┘\n","isTerminal")",
         "steps[4][1]: observation: this board is 1x2, but another observation has 1x1");
  // The rest of the file.
  expect(R"("num_cols":1)", R"("num_cols":2)",
         "configuration: \"openSpielGameParameters\" has another board than the observations, 1x1");
  expect("\"dots_and_boxes\"", "\"chess\"", "configuration: this is a replay of another game");
  expect(R"("0","1")", R"("1","0")", "info: \"actionHistory\"[0] is not 0, the move in the steps");
  expect(R"(,"3"])", "]", "info: \"actionHistory\"[3] is not 3, the move in the steps");
  expect(R"("info":{"actionHistory")", R"("info":{"initialActions":[9],"actionHistory")",
         "initialActions[0]: an action of 1x1 is a number from 0 to 3");
  expect(R"("info":{"actionHistory")", R"("info":{"initialActions":0,"actionHistory")",
         "info: \"initialActions\" must be a list of actions");
  expect(R"({"configuration":{)", R"({"configuration":{"initialActions":"0",)",
         "configuration: \"initialActions\" must be a list of actions");
  expect(R"(["0","1","2","3"])", R"("0123")", "info: \"actionHistory\" must be a list of actions");
  expect("\"steps\":[", "\"steps\":[3,", "steps[0]: expected a list of agents");
  expect("{\"configuration\"", "{\"steps\":[],\"configuration\"", "\"steps\" occurs twice");
  expect("\"submission\":0", "\"submission\":0,\"submission\":0", "\"submission\" occurs twice");
  expect("]]}", "]]", "the JSON is cut off");
  expect_refused({
      {"kaggle-replay", "{}", "\"steps\", the moves, is missing"},
      {"kaggle-replay", R"({"steps":[]})", "\"steps\", the moves, is missing"},
      {"kaggle-replay", R"({"steps":[[{"action":{"submission":0}}]]})",
       "no step has an \"observationString\", the board"},
      {"kaggle-replay", R"({"steps":[[3]]})", "no step has an \"observationString\", the board"},
  });
}

// The environment chooses an opening even if its configuration has an empty list.
TEST(NotationRefusals, OpeningsOfAKaggleReplay) {
  const auto opening = [](const std::string& configured, const std::string& chosen) {
    return R"({"configuration":{"initialActions":)" + configured +
           R"(},"info":{"initialActions":)" + chosen +
           R"(},"steps":[[{"observation":{"observationString":"┌───┐\n     \n└╴ ╶┘\n",)"
           R"("currentPlayer":1}},{}]]})";
  };
  for (const auto& [configured, chosen] :
       {std::pair("[0]", "[0]"), std::pair("[]", "[0]"), std::pair("[0]", "null")}) {
    EXPECT_EQ(read_game("kaggle-replay", opening(configured, chosen)),
              read_game("moves", "1x1 h0.0"));
  }
  EXPECT_EQ(complaint([&] { read_game("kaggle-replay", opening("[1]", "[0]")); }),
            "info and configuration have different \"initialActions\"");
}

TEST(NotationRefusals, Leuven) {
  const std::string start = "{\"type\":\"start\",\"grid\":[1,1],\"game\":\"a\"}\n";
  const auto move = [](const std::string& place, const std::string& more = {}) {
    return "{\"type\":\"action\"," + place + more + "}\n";
  };
  const std::string top = R"("location":[0,0],"orientation":"h")";
  const std::string bottom = R"("location":[1,0],"orientation":"h")";
  const std::string left = R"("location":[0,0],"orientation":"v")";
  const std::string right = R"("location":[0,1],"orientation":"v")";
  const std::string three = start + move(top, ",\"player\":1") + move(bottom) +
                            move(bottom, ",\"player\":2") + move(left, ",\"player\":1");
  const auto expect = [&](const std::string& text, const char* says) {
    for (const char* notation : {"leuven", "auto"}) expect_refused({{notation, text, says}});
  };
  expect_refused({
      {"leuven", "", "line 1, column 1: a start with the size, \"grid\", is missing"},
      {"leuven", "2x2 h0.0", "line 1, column 1: expected a message, {\"type\":...}, got '2'"},
  });
  expect(move(top), "line 1, column 1: a start with the size, \"grid\", must precede the moves");
  expect(R"({"type":"start","game":"a"})", "line 1, column 1: \"grid\" is missing");
  expect(R"({"type":"start","grid":[1]})", "\"grid\" must be two numbers from 0 to 64");
  expect(R"({"type":"start","grid":[0,1]})", "line 1, column 1: ");
  expect(R"({"type":"start","grid":[9,21]})", "line 1, column 1: 9x21 has");
  expect(start + R"({"type":"hello"})",
         "line 2, column 1: \"type\" must be \"start\", \"action\" or");
  expect(start + R"({"type":"action","orientation":"h"})",
         "line 2, column 1: \"location\" is missing");
  expect(start + R"({"type":"action","location":[0,0]})",
         "line 2, column 1: \"orientation\" must be");
  expect(start + R"({"type":"action","location":[0,1],"orientation":"h"})",
         "line 2, column 1: 1x1 has no edge h 0 1");
  expect(start + R"({"type":"action","location":[0,-1],"orientation":"h"})",
         "\"location\" must be two numbers from 0 to");
  expect(start + move(top) + move(top), "line 3, column 1: this edge, h0.0, is drawn already");
  expect(start + move(top) + "{\"type\":\"acti", "line 3, column 14: the JSON is cut off");
  expect(start + move(top) + ";", "line 3, column 1: expected a message");
  expect(start + move(top, ",\"player\":2"), "line 2, column 1: \"player\" must be 1 here");
  expect(start + move(top, R"(,"player":1,"nextplayer":1)"), "\"nextplayer\" must be 2 here");
  expect(start + move(top, R"(,"player":1,"score":[1,0])"),
         "the score is 0-0 after this move, but \"score\" has 1-0");
  expect(start + move(top, R"(,"game":"b")"),
         "line 2, column 1: this is a message of another game");
  expect(start + move(top) + start, "line 3, column 1: a second game starts here");
  expect(start + R"({"type":"start","grid":[1,2]})", "line 2, column 1: a second game starts here");
  // Answers of agents between the messages of a server.
  expect(start + move(top) + move(bottom, ",\"player\":1"),
         "line 3, column 1: the server confirms h1.0, which is not the answer before it");
  expect(start + move(top) + move(bottom) + move(top, ",\"player\":1"),
         "line 3, column 1: the server confirms h1.0, which is not");
  expect(start + move(top) + move(top) + move(top, ",\"player\":1"),
         "line 3, column 1: the answer before this one is not confirmed by the server");
  expect(three + move(right),
         "line 6, column 1: the server does not confirm this answer, the last");
  // The end.
  const std::string end = three + "{\"type\":\"end\"," + right + ",\"player\":2,";
  EXPECT_EQ(read_game("leuven", end + R"("nextplayer":0,"winner":2})").owners(),
            std::vector<int>{1});
  EXPECT_EQ(read_game("leuven", three + move(right, ",\"player\":2")).owners(),
            std::vector<int>{1});
  expect(end + R"("nextplayer":0,"winner":1})", "line 6, column 1: \"winner\" must be 2 here");
  expect(end + R"("nextplayer":1,"winner":2})", "line 6, column 1: \"nextplayer\" must be 0 here");
  expect(end + R"("nextplayer":0})" + move(top), "line 6, column");
  expect(start + "{\"type\":\"end\"," + top + ",\"player\":1}",
         "line 2, column 1: the game ends here, but 3 edges are open");
}

// Replays and logs of large boards are longer than other games.
TEST(NotationRefusals, LogsMayBeLong) {
  std::mt19937_64 random(9);
  const Game game = test::random_game(Board(20, 20), 840, random);
  std::string log = write_game("leuven", game);
  EXPECT_GT(log.size(), kLongestGame);
  EXPECT_EQ(read_game("auto", log), game);
  if (test::kSanitized) GTEST_SKIP() << "too slow with sanitizers";
  std::string replay = write_game("kaggle-replay", game);
  replay.insert(
      1, "\"serialized\":[\"" + std::string(kLongestFile - replay.size() - 18, 'x') + "\"],");
  EXPECT_EQ(replay.size(), kLongestFile);
  EXPECT_EQ(read_game("auto", replay), game);
  for (const std::string_view notation : {"auto", "kaggle-replay"}) {
    EXPECT_EQ(complaint([&] { read_game(notation, replay + " "); }),
              "longer than 64 MiB, the limit for a match");
  }
  EXPECT_EQ(complaint([&] { read_game("kaggle-observation", log); }),
            "longer than 64 KiB, the limit for a game");
  EXPECT_EQ(complaint([&] { read_game("auto", std::string(kLongestGame + 1, '+')); }),
            "longer than 64 KiB, the limit for a game");
}

}  // namespace pipo::json_refusals_test
