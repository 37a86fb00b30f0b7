// Games and notations in C: play, undo, what is known, texts, misuse.
#include "pipopipette/game.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "pipopipette/game.hpp"
#include "pipopipette/notations.hpp"

namespace pipo::c_game_test {

pipo_game_state state_of(const pipo_game* game) {
  pipo_game_state state = PIPO_GAME_STATE_INIT;
  EXPECT_EQ(pipo_game_get(game, &state), PIPO_OK) << pipo_game_error_text(game);
  return state;
}

pipo_position position_of(const pipo_game* game) {
  pipo_position position = {1, 1, 0};
  EXPECT_EQ(pipo_game_position(game, &position), PIPO_OK) << pipo_game_error_text(game);
  return position;
}

std::vector<int32_t> edges_of(const pipo_game* game) {
  std::vector<int32_t> edges(static_cast<std::size_t>(state_of(game).edge_count));
  EXPECT_EQ(pipo_game_edges(game, edges.data(), edges.size()), PIPO_OK);
  return edges;
}

std::vector<int32_t> owners_of(const pipo_game* game) {
  const pipo_game_state state = state_of(game);
  std::vector<int32_t> owners(static_cast<std::size_t>(state.rows * state.columns));
  EXPECT_EQ(pipo_game_owners(game, owners.data(), owners.size()), PIPO_OK);
  return owners;
}

class CGame : public testing::Test {
 protected:
  ~CGame() override {
    pipo_game_close(&game_);
    EXPECT_EQ(game_, nullptr);
  }

  void open(const pipo_position& start) {
    pipo_game_close(&game_);
    ASSERT_EQ(pipo_game_open(start, nullptr, &game_), PIPO_OK);
  }
  pipo_code open_known(const pipo_position& start) {
    pipo_game_close(&game_);
    return pipo_game_open(start, &setup_, &game_);
  }
  int play(int edge) {
    int32_t taken = 17;
    EXPECT_EQ(pipo_game_play(game_, edge, &taken), PIPO_OK) << text();
    return taken;
  }
  std::string text() const { return pipo_game_error_text(game_); }

  pipo_game* game_ = nullptr;
  pipo_game_setup setup_ = PIPO_GAME_SETUP_INIT;
};

TEST_F(CGame, PlaysToTheEndAndBack) {
  open({1, 2, 0});
  EXPECT_EQ(state_of(game_).in_order, 1);
  std::vector<pipo_game_state> before;
  std::vector<int> taken;
  for (const int edge : {0, 2, 4, 5, 1, 3, 6}) {
    before.push_back(state_of(game_));
    taken.push_back(play(edge));
  }
  EXPECT_EQ(taken, (std::vector{0, 0, 0, 1, 0, 0, 1}));
  const pipo_game_state end = state_of(game_);
  EXPECT_EQ(end.rows, 1);
  EXPECT_EQ(end.columns, 2);
  EXPECT_EQ(position_of(game_).drawn, 0x7fU);
  EXPECT_EQ(end.over, 1);
  EXPECT_EQ(end.turn, 1);
  EXPECT_EQ(end.score[0], 0);
  EXPECT_EQ(end.score[1], 2);
  EXPECT_EQ(owners_of(game_), (std::vector{1, 1}));
  EXPECT_EQ(end.winner, 1);
  EXPECT_EQ(end.margin, -2);
  EXPECT_EQ(end.edge_count, 7);
  EXPECT_EQ(end.move_count, 7);
  EXPECT_EQ(edges_of(game_), (std::vector{0, 2, 4, 5, 1, 3, 6}));
  EXPECT_EQ(pipo_game_play(game_, 0, nullptr), PIPO_BAD_INPUT);
  EXPECT_NE(text().find("over"), std::string::npos);
  while (!before.empty()) {
    ASSERT_EQ(pipo_game_undo(game_), PIPO_OK);
    const pipo_game_state now = state_of(game_);
    EXPECT_EQ(std::memcmp(&now, &before.back(), sizeof now), 0);
    EXPECT_EQ(now.winner, PIPO_UNKNOWN);
    EXPECT_EQ(now.margin, 0);
    before.pop_back();
  }
  EXPECT_EQ(pipo_game_undo(game_), PIPO_BAD_INPUT);
}

TEST_F(CGame, OfATie) {
  setup_.turn = 0;
  setup_.score[0] = 1;
  setup_.score[1] = 0;
  ASSERT_EQ(open_known({1, 2, 0x3b}), PIPO_BAD_INPUT);  // no box is complete
  ASSERT_EQ(open_known({1, 2, 0x37}), PIPO_OK) << text();
  play(3);
  play(6);
  EXPECT_EQ(state_of(game_).winner, PIPO_TIE);
  EXPECT_EQ(state_of(game_).margin, 0);
}

TEST_F(CGame, FromAPositionKnowsWhatItIsTold) {
  open({1, 2, 0x37});  // the first box is complete
  pipo_game_state state = state_of(game_);
  EXPECT_EQ(state.in_order, 0);
  EXPECT_EQ(state.turn, PIPO_UNKNOWN);
  EXPECT_EQ(state.score[0], PIPO_UNKNOWN);
  EXPECT_EQ(state.score[1], PIPO_UNKNOWN);
  EXPECT_EQ(owners_of(game_), (std::vector{PIPO_UNKNOWN, PIPO_UNKNOWN}));
  EXPECT_EQ(state.edge_count, 5);
  EXPECT_EQ(state.move_count, 0);
  setup_.turn = 1;
  setup_.owner_count = 2;
  setup_.owners[0] = 1;
  setup_.owners[1] = PIPO_UNKNOWN;
  setup_.edge_count = 5;
  const int32_t listed[] = {5, 4, 2, 1, 0};
  std::memcpy(setup_.edges, listed, sizeof listed);
  ASSERT_EQ(open_known({1, 2, 0x37}), PIPO_OK) << text();
  state = state_of(game_);
  EXPECT_EQ(state.turn, 1);
  EXPECT_EQ(state.score[0], 0);
  EXPECT_EQ(state.score[1], 1);
  EXPECT_EQ(owners_of(game_), (std::vector{1, PIPO_UNKNOWN}));
  EXPECT_EQ(edges_of(game_), std::vector(listed, listed + 5));
}

TEST_F(CGame, RefusesImpossibleSetups) {
  const auto refused = [this](const char* part) {
    EXPECT_EQ(open_known({1, 2, 0x37}), PIPO_BAD_INPUT) << part;
    EXPECT_NE(text().find(part), std::string::npos) << text();
    int32_t taken = 17;
    EXPECT_EQ(pipo_game_play(game_, 3, &taken), PIPO_BAD_INPUT);
    EXPECT_EQ(taken, 17);
    setup_ = PIPO_GAME_SETUP_INIT;
  };
  setup_.struct_size = 8;
  refused("struct_size");
  setup_.turn = 2;
  refused("player 2");
  setup_.score[0] = 2;
  setup_.score[1] = 0;
  refused("2-0");
  setup_.score[0] = 1;
  refused("1--1");
  for (const int count : {-1, 26}) {
    setup_.owner_count = count;
    refused("owner_count");
  }
  setup_.owner_count = 1;
  refused("owners given: 1");
  setup_.owner_count = 2;
  setup_.owners[0] = 7;
  refused("owner of box 0 is 7");
  for (const int count : {-1, 65}) {
    setup_.edge_count = count;
    refused("edge_count");
  }
  setup_.edge_count = 1;
  refused("the listed edges");
}

TEST_F(CGame, ListsTheNotations) {
  ASSERT_EQ(pipo_notation_count(), notations().size());
  for (std::size_t i = 0; i < notations().size(); ++i) {
    const NotationInfo& expected = notations()[i];
    pipo_notation one = PIPO_NOTATION_INIT;
    ASSERT_EQ(pipo_notation_at(i, &one), PIPO_OK);
    EXPECT_EQ(one.name, std::string(expected.name));
    EXPECT_EQ(one.description, std::string(expected.description));
    EXPECT_EQ(one.form, static_cast<int>(expected.form));
    EXPECT_EQ(one.lists, expected.lists);
    EXPECT_EQ(one.order, expected.order);
    EXPECT_EQ(one.turn, expected.turn);
    EXPECT_EQ(one.score, expected.score);
  }
  pipo_notation one = PIPO_NOTATION_INIT;
  EXPECT_EQ(pipo_notation_at(notations().size(), &one), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_notation_at(0, nullptr), PIPO_BAD_INPUT);
  one.struct_size = 8;
  EXPECT_EQ(pipo_notation_at(0, &one), PIPO_BAD_INPUT);
  EXPECT_EQ(one.name, nullptr);
}

TEST_F(CGame, WritesAndReadsTexts) {
  open({2, 2, 0});
  for (const int edge : {0, 2, 6}) play(edge);
  const std::string expected = "2x2 1. a3-b3; 2. a2-b2; 3. a2-a3";
  std::size_t needed = 0;
  ASSERT_EQ(pipo_game_write(game_, "knox", nullptr, 0, &needed), PIPO_OK);
  ASSERT_EQ(needed, expected.size() + 1);
  std::vector<char> buffer(needed, '?');
  needed = 0;
  EXPECT_EQ(pipo_game_write(game_, "knox", buffer.data(), buffer.size() - 1, &needed),
            PIPO_BAD_INPUT);
  EXPECT_EQ(needed, buffer.size());
  EXPECT_EQ(buffer[0], '?');
  EXPECT_NE(text().find("too small"), std::string::npos);
  ASSERT_EQ(pipo_game_write(game_, "knox", buffer.data(), buffer.size(), nullptr), PIPO_OK);
  EXPECT_EQ(buffer.data(), expected);

  for (const char* notation : {"knox", "auto"}) {
    pipo_game* read = nullptr;
    const char* detected = nullptr;
    ASSERT_EQ(pipo_game_read(notation, buffer.data(), &read, &detected), PIPO_OK);
    EXPECT_STREQ(detected, "knox");
    const pipo_game_state now = state_of(read);
    const pipo_game_state before = state_of(game_);
    EXPECT_EQ(std::memcmp(&now, &before, sizeof now), 0);
    EXPECT_EQ(edges_of(read), edges_of(game_));
    pipo_game_close(&read);
    EXPECT_STREQ(detected, "knox");
  }
}

TEST_F(CGame, RefusesTexts) {
  const char* detected = "as before";
  const auto refused = [&](const char* notation, const char* given, const char* part) {
    EXPECT_EQ(pipo_game_read(notation, given, &game_, &detected), PIPO_BAD_INPUT);
    EXPECT_NE(text().find(part), std::string::npos) << text();
    EXPECT_STREQ(detected, "as before");
    pipo_game_close(&game_);
  };
  refused("knox", "2x2 1. a1-a9", "column");
  refused("knocks", "2x2", "knox");
  refused("auto", "", "nothing");
  refused(nullptr, "2x2", "notation is a null pointer");
  refused("knox", nullptr, "text is a null pointer");
  EXPECT_EQ(pipo_game_read("knox", "2x2", nullptr, nullptr), PIPO_BAD_INPUT);

  open({2, 2, 1});
  std::size_t needed = 17;
  EXPECT_EQ(pipo_game_write(game_, "knox", nullptr, 0, &needed), PIPO_BAD_INPUT);
  EXPECT_NE(text().find("order of play"), std::string::npos);
  EXPECT_EQ(pipo_game_write(game_, "what", nullptr, 0, &needed), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_game_write(game_, nullptr, nullptr, 0, &needed), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_game_write(game_, "dbn", nullptr, 80, &needed), PIPO_BAD_INPUT);
  EXPECT_EQ(needed, 17U);
  EXPECT_EQ(pipo_game_write(game_, "dbn", nullptr, 0, nullptr), PIPO_BAD_INPUT);
}

TEST_F(CGame, CopiesAreGamesOfTheirOwn) {
  open({2, 2, 0});
  play(3);
  pipo_game* copy = nullptr;
  ASSERT_EQ(pipo_game_copy(game_, &copy), PIPO_OK);
  play(4);
  EXPECT_EQ(state_of(copy).move_count, 1);
  EXPECT_EQ(pipo_game_undo(copy), PIPO_OK);
  EXPECT_EQ(state_of(game_).move_count, 2);
  pipo_game_close(&copy);
  EXPECT_EQ(pipo_game_copy(nullptr, &copy), PIPO_BAD_INPUT);
  pipo_game_close(&copy);
  EXPECT_EQ(pipo_game_copy(game_, nullptr), PIPO_BAD_INPUT);
}

TEST_F(CGame, RefusesMisuse) {
  EXPECT_EQ(pipo_game_open({2, 2, 0}, nullptr, nullptr), PIPO_BAD_INPUT);
  for (const pipo_position& bad :
       {pipo_position{0, 2, 0}, {9, 9, 0}, {2, 2, 1 << 12}, {-1, -1, 0}}) {
    EXPECT_EQ(pipo_game_open(bad, nullptr, &game_), PIPO_BAD_INPUT);
    EXPECT_EQ(pipo_game_error_code(game_), PIPO_BAD_INPUT);
    EXPECT_EQ(pipo_game_undo(game_), PIPO_BAD_INPUT);
    pipo_game_close(&game_);
  }
  pipo_game_close(nullptr);
  pipo_game_state state = PIPO_GAME_STATE_INIT;
  EXPECT_EQ(pipo_game_play(nullptr, 0, nullptr), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_game_undo(nullptr), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_game_get(nullptr, &state), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_game_write(nullptr, "dbn", nullptr, 0, nullptr), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_game_error_code(nullptr), PIPO_BAD_INPUT);
  EXPECT_STRNE(pipo_game_error_text(nullptr), "");

  open({2, 2, 0});
  EXPECT_EQ(pipo_game_get(game_, nullptr), PIPO_BAD_INPUT);
  state.struct_size = 8;
  EXPECT_EQ(pipo_game_get(game_, &state), PIPO_BAD_INPUT);
  EXPECT_NE(text().find("struct_size"), std::string::npos);
  state.struct_size = sizeof state + 100;  // of a newer header
  EXPECT_EQ(pipo_game_get(game_, &state), PIPO_OK);
  EXPECT_EQ(state.struct_size, sizeof state + 100);
  play(3);
  for (const int edge : {3, -1, 12, 64, 1 << 30}) {
    int32_t taken = 17;
    EXPECT_EQ(pipo_game_play(game_, edge, &taken), PIPO_BAD_INPUT) << edge;
    EXPECT_EQ(taken, 17);
    EXPECT_EQ(state_of(game_).move_count, 1);
  }
  std::thread([this] { EXPECT_EQ(pipo_game_error_code(game_), PIPO_OK); }).join();
}

// A game on a board that has no masks.
TEST(CLargeGames, AreReadPlayedAndWritten) {
  pipo_game* game = nullptr;
  ASSERT_EQ(pipo_game_open({7, 7, 0}, nullptr, &game), PIPO_BAD_INPUT);
  EXPECT_NE(std::string(pipo_game_error_text(game)).find("7x7 has 112 edges"), std::string::npos);
  pipo_game_close(&game);
  ASSERT_EQ(pipo_game_read("moves", "7x7 h0.0; h1.0; v0.0", &game, nullptr), PIPO_OK);
  int32_t taken = 0;
  EXPECT_EQ(pipo_game_play(game, 57, &taken), PIPO_OK);  // v0.1
  EXPECT_EQ(taken, 1);
  EXPECT_EQ(pipo_game_play(game, 111, &taken), PIPO_OK);
  pipo_position position = {1, 1, 0};
  EXPECT_EQ(pipo_game_position(game, &position), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_game_position(game, nullptr), PIPO_BAD_INPUT);
  const pipo_game_state state = state_of(game);
  EXPECT_EQ(state.rows, 7);
  EXPECT_EQ(state.columns, 7);
  EXPECT_EQ(state.score[1], 1);
  EXPECT_EQ(state.turn, 0);
  EXPECT_EQ(state.edge_count, 5);
  int32_t edges[5] = {0}, owners[49] = {0};
  EXPECT_EQ(pipo_game_edges(game, edges, 4), PIPO_BAD_INPUT);
  ASSERT_EQ(pipo_game_edges(game, edges, 5), PIPO_OK);
  EXPECT_EQ(edges[4], 111);
  EXPECT_EQ(pipo_game_owners(game, owners, 48), PIPO_BAD_INPUT);
  ASSERT_EQ(pipo_game_owners(game, owners, 49), PIPO_OK);
  EXPECT_EQ(owners[0], 1);
  EXPECT_EQ(owners[48], PIPO_UNKNOWN);
  char text[200];
  ASSERT_EQ(pipo_game_write(game, "ksquares-line", text, sizeof text, nullptr), PIPO_OK);
  EXPECT_EQ(std::string(text).substr(0, 4), "7x7 ");
  pipo_game_close(&game);
}

// PIPO_SMALL_BOARD_BOXES is the size of arrays in structures.
TEST(CGameSizes, NoBoardHasMoreBoxes) {
  for (int rows = 1; rows <= PIPO_SMALL_BOARD_EDGES; ++rows) {
    for (int columns = 1; columns <= PIPO_SMALL_BOARD_EDGES; ++columns) {
      pipo_game* game = nullptr;
      if (pipo_game_open({rows, columns, 0}, nullptr, &game) == PIPO_OK) {
        EXPECT_LE(rows * columns, PIPO_SMALL_BOARD_BOXES);
        EXPECT_EQ(state_of(game).over, 0);
      }
      pipo_game_close(&game);
    }
  }
}

}  // namespace pipo::c_game_test
