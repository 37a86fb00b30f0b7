// The lines that pipo audit reads, and the messages about malformed ones.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <utility>

#include "tests/pipo/support.hpp"

namespace pipo::test::claim_reader_test {

Outcome audit(const std::string& file, std::vector<std::string> more = {}) {
  more.push_back("-");
  return with_made_tables("audit", std::move(more), file);
}

TEST(Claims, Csv) {
  const Outcome outcome = audit(
      "comment,best,value,position,moves\n"
      "\"a \"\"good\"\" one, I think\",\"h0.0, h1.0\",-1,1x1:0011,\n"
      ",h0.0 h1.0,-1,\"1x1:0011\",h0.0=-1 h1.0=-1\n"
      ",,1,1x1:0011,\n"
      ",h9.0,1,1x1:0111,\n"
      ",h0.0,1\n"
      ",\"h0.0,1,1x1:0111,\n"
      ",h0.0,1,\"1x1:0111\"x,\n");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(has(outcome.out, "line 4: 1x1:0011\nvalue: claimed +1, exact -1\n")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, "2 positions right, 1 wrong, 4 lines not audited")) << outcome.out;
  const auto complaints = lines(outcome.err);
  ASSERT_EQ(complaints.size(), 4U) << outcome.err;
  EXPECT_TRUE(complaints[0].starts_with("pipo: line 5, column 2: 'h9.0' is not an edge of 1x1"));
  EXPECT_EQ(complaints[1], "pipo: line 6, column 8: the line has 3 fields, and the header 5");
  EXPECT_EQ(complaints[2],
            "pipo: line 7, column 2: the quote opened here is not closed in its line");
  EXPECT_EQ(complaints[3], "pipo: line 8, column 19: expected a comma after the quote");

  const Outcome header = audit("position,best\n1x1:0011,h0.0\n");
  EXPECT_EQ(header.code, 2);
  EXPECT_TRUE(has(header.err, "line 1, column 1: the header has no column \"value\""))
      << header.err;
  const Outcome twice = audit("position,value,position\n");
  EXPECT_TRUE(has(twice.err, "line 1, column 16: two columns are called \"position\""))
      << twice.err;
}

TEST(Claims, JsonAsProbeWritesIt) {
  const std::string answers =
      pipo({"probe", "--format", "jsonl", "--tables", made_tables().string(), "1x1:0011",
            "1x1:0111", "2x3:00000000000000000"})
          .out;
  const Outcome right = audit(answers, {"--strict"});
  EXPECT_EQ(right.code, 0) << right.out << right.err;
  EXPECT_TRUE(has(right.out, "compared: 3 values, 3 lists of best moves, 20 values of moves"))
      << right.out;

  const std::string begun = "{\"position\":\"1x1:0011\",\"value\":-1,";
  const auto refused = [&](const std::string& line, const std::string& why) {
    const Outcome outcome = audit(line + "\n", {"--input", "jsonl"});
    EXPECT_EQ(outcome.code, 2) << line;
    EXPECT_EQ(outcome.err, "pipo: line 1, " + why + "\n");
  };
  refused(begun.substr(0, 30), "column 31: the JSON is cut off");
  refused(begun + "]", "column 35: this is not JSON");
  refused("[1]", "column 1: expected a JSON object, {...}");
  refused("{\"value\":1}", "column 1: \"position\" is missing");
  refused("{\"position\":\"1x1:0011\"}", "column 1: \"value\" is missing");
  refused("{\"position\":7,\"value\":1}", "column 13: \"position\": expected a text");
  refused(
      "{ \"position\" : \"1x1:00121\",\"value\":1}",
      "column 24: 1x1: character 4 of the bits is '2', only 0 (open) and 1 (drawn) are allowed");
  refused("{\"position\":\"1x1:0011\",\"value\":1.5}",
          "column 32: \"value\": expected a margin in boxes, a whole number");
  refused("{\"position\":\"1x1:0011\",\"value\":18446744073709551615}",
          "column 32: \"value\": expected a margin in boxes, a whole number");
  refused(begun + "\"best\":\"h0.0\"}", "column 42: \"best\": expected a list of edges");
  refused(begun + "\"best\":[\"h0.0\",\"v0.0\"]}",
          "column 50: v0.0 is not a move: it is drawn already");
  refused(begun + "\"best\":[0,\"h0.0\"]}", "column 45: h0.0 is listed twice");
  refused(begun + "\"moves\":[{\"edge\":\"h0.0\"}]}",
          "column 44: \"moves\": moves[0]: expected a move, {\"edge\":\"h0.0\",\"value\":1}");
  refused(begun + "\"moves\":[{\"edge\":0,\"value\":1},{\"edge\":0,\"value\":1}]}",
          "column 73: h0.0 is listed twice");
  refused(begun + "\"value\":-1}", "column 35: \"value\" occurs twice");
  refused("{\"position\":\"3x3:01\",\"error\":\"3x3 needs 24 edges, got 2\"}",
          "column 30: there is no value, only an error: '3x3 needs 24 edges, got 2'");
}

// '^' in a line is before the place of its error.
TEST(Claims, ErrorsNameTheColumn) {
  const std::string deep(20, '[');
  for (
      const std::string marked : {
          R"({"position":"1x1:0111","moves":[{"edge":"h0.0","value":1}],"value":^"x"})",
          R"({"moves":[{"edge":"h0.0","value":1}],"value":1,"position":"1x1:01^x1"})",
          R"({"position":"1x1:0111","value":1,"moves":[{"edge":"h0.0","value":^"x"}]})",
          R"({"position":"1x1:0011","value":1,"moves":[{"edge":0,"value":1},{"value":1,"edge":^"h9.0"}]})",
          R"({"position":"1x1:0011","value":1,"moves":[{"edge":0,"value":1},^7]})",
          R"({"position":"1x1:0011","value":1,"moves":[{"edge":^{"edge":0},"value":1}]})",
          R"({"position":"1x1:0011","value":1,"best":["h0.0", ^"h0.0"]})",
          R"({"position":"1x1:0011","value":1,"best":["h0.0",  ^[]]})",
          R"({"best":["h0.0"],"position":"1x1:0011","value" : ^null})",
          R"({"value":1,"x":{"value":1},^"value":1,"position":"1x1:0011"})",
          R"({"x":"\"value\":","position":"1x1:0011","value":^true})",
          R"({"x":["best",{"best":1}],"position":"1x1:0011","value":1,"best":^7})",
          R"({"position":"1x1:0011","value":^1e999})",
          R"({"position":"1\u00781:01^x1","value":1})",
          R"({"position":"1x1\u003a0111^1","value":1})",
          R"({"error":"said \"value\":7","value":^"","position":"1x1:0011"})",
          R"({"position":"1x1:0011","error":^"none"})",
          R"(  {"position":"1x1:0011","value":^[1]})",
          R"({"position":"1x1:0011","value":^{"value":1}})",
      }) {
    const std::size_t place = marked.find('^');
    const std::string line = marked.substr(0, place) + marked.substr(place + 1);
    const Outcome outcome = audit(line + "\n", {"--input", "jsonl"});
    EXPECT_EQ(outcome.code, 2) << line;
    EXPECT_TRUE(outcome.err.starts_with(fmt::format("pipo: line 1, column {}: ", place + 1)) ||
                outcome.err.starts_with(fmt::format("pipo: line 1, column {}, ", place + 1)))
        << line << "\n"
        << outcome.err;
  }
  const std::string nested = R"({"position":"1x1:0011","value":1,"x":)";
  EXPECT_TRUE(has(audit(nested + deep + std::string(20, ']') + "}\n", {"--input", "jsonl"}).err,
                  fmt::format("column {}: this JSON is nested too deeply", nested.size() + 16)));
  // In csv a quote is written twice.
  const Outcome csv = audit(R"(position,value
"{""NX"":2,""NY"":2,""M"":[{""E"":9}]}",1
"1x1:0011",1.5
)",
                            {"--notation", "columns"});
  EXPECT_TRUE(has(csv.err, "line 2, column 2: M[0]: ")) << csv.err;
  EXPECT_TRUE(has(audit("position,value\n\"{\"\"NX\"\":2x}\",1\n", {"--notation", "columns"}).err,
                  "line 2, column 11, 8 of the position: this is not JSON"));
}

TEST(Claims, BadTextLines) {
  const auto refused = [](const std::string& line, const std::string& why,
                          const std::vector<std::string>& more = {}) {
    const Outcome outcome = audit(line + "\n", more);
    EXPECT_EQ(outcome.code, 2) << line;
    EXPECT_EQ(outcome.err, "pipo: line 1, " + why + "\n");
  };
  refused("1x1:01a1 1",
          "column 7: 1x1: character 3 of the bits is 'a', only 0 (open) and 1 (drawn) are allowed");
  refused("1x1:01110 1", "column 9: 1x1 needs 4 edges, got 5");
  refused("  \t1x1:011 1", "column 11: 1x1 needs 4 edges, got 3");
  for (const char* value : {"x", "1.0", "--1", "+-1", "401", "1,"}) {
    refused(std::string("1x1:0111 ") + value,
            "column 10: '" + std::string(value) +
                "' is not a value; give a margin in boxes, such as 3 or -1");
  }
  refused("1x1:0111 1 h0.0,", "column 17: expected an edge, got the end");
  refused("1x1:0011 1 h0.0,,h1.0", "column 17: expected an edge, got ','");
  refused("1x1:0011 1 h0.0=1,h1.0", "column 23: expected a value after 'h1.0', as in h0.0=1");
  refused("1x1:0011 1 h0.0=",
          "column 17: '' is not a value; give a margin in boxes, such as 3 or -1");
  refused("1x1:0011 1 h0.0 h1.0",
          "column 17: expected nothing more after the position, its value, the best moves and the "
          "values of moves");
  // Positions of other notations have their own columns.
  refused("1x2 h0.0; h0.0\t1", "column 11: this edge, h0.0, is drawn already in column 5",
          {"--notation", "moves"});
  refused("1x2 h0.0; h2.0 1",
          "column 12: expected an edge such as h0.0, got '2'",
          {"--notation", "moves"});
  refused("1x2 h0.0",
          "column 9: the value is missing; positions of this notation contain spaces, so "
          "separate them from the value by a tab",
          {"--notation", "moves"});
  refused("3x3 13; 4\t1",
          "column 1: this can be read as openspiel, columns and ksquares-line; name its notation",
          {"--notation", "auto"});
  const Outcome shifted = audit("value,position\n1,1x2 h0.0; h0.0\n", {"--notation", "moves"});
  EXPECT_EQ(shifted.err,
            "pipo: line 2, column 13, 11 of the position: this edge, h0.0, is drawn already in "
            "column 5\n");
}

TEST(Claims, OtherNotations) {
  const std::string games =
      "1x1 h0.0; v0.0; v0.1\t1\th1.0\n1x1 h0.0; v0.0\t-1\th1.0, v0.1\th1.0=-1\n";
  const Outcome moves = audit(games, {"--notation", "moves", "--strict"});
  EXPECT_EQ(moves.code, 0) << moves.out << moves.err;
  const Outcome several = audit("1x1:1011 1 h1.0\n" + games, {"--notation", "auto"});
  EXPECT_EQ(several.code, 0) << several.out << several.err;
  const Outcome file = audit(games, {"--notation", "picture"});
  EXPECT_EQ(file.code, 2);
  EXPECT_EQ(file.err,
            "pipo: picture takes several lines, but each line of this file must be a position; "
            "choose another notation\n");
}

// A line whose position is JSON is not a JSON line.
TEST(Claims, PositionsThatAreJson) {
  const std::string lines_of_text = R"({"NX":2,"NY":2,"M":[{"E":0}]})"
                                    "\t1\tv0.0,v0.1,h1.0\n";
  for (const char* notation : {"columns", "auto"}) {
    const Outcome text = audit(lines_of_text, {"--notation", notation, "--strict"});
    EXPECT_EQ(text.code, 0) << text.out << text.err;
    EXPECT_TRUE(has(text.out, "1 position right")) << text.out;
  }
  const Outcome json = audit(R"({"position":"{\"NX\":2,\"NY\":2,\"M\":[{\"E\":0}]}","value":-1})"
                             "\n",
                             {"--notation", "columns"});
  EXPECT_EQ(json.code, 1) << json.out << json.err;
  EXPECT_TRUE(has(json.out, "1x1:1000\nvalue: claimed -1, exact +1")) << json.out;
}

}  // namespace pipo::test::claim_reader_test
