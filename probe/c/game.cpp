// The rules, games and notations of game.h.
#include "pipopipette/game.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/game.hpp"
#include "pipopipette/notations.hpp"
#include "pipopipette/rules.hpp"
#include "probe/c/handle.hpp"

struct pipo_game : pipo::HandleOf<pipo::Game> {};

namespace pipo {
namespace {

// The sizes of the structures in their first version; later members are added at the end.
constexpr std::size_t kSetupSize =
    offsetof(pipo_game_setup, edges) + PIPO_SMALL_BOARD_EDGES * sizeof(std::int32_t);
constexpr std::size_t kStateSize = offsetof(pipo_game_state, move_count) + sizeof(std::int32_t);
constexpr std::size_t kStateWithCost =
    offsetof(pipo_game_state, last_move_cost) + sizeof(std::int32_t);
constexpr std::size_t kNotationSize = offsetof(pipo_notation, score) + sizeof(std::int32_t);

// Returns the first entries of an array of a structure.
std::vector<int> entries(std::span<const std::int32_t> array, std::int32_t count,
                         const char* name) {
  if (count < 0 || static_cast<std::size_t>(count) > array.size()) {
    throw BadInput("pipo_game_setup: " + std::string(name) + " is " + std::to_string(count) +
                   "; the most is " + std::to_string(array.size()));
  }
  return {array.begin(), array.begin() + count};
}

GameSetup setup_of(const pipo_game_setup& known) {
  check_struct_size(known.struct_size, kSetupSize, "pipo_game_setup");
  GameSetup setup;
  if (known.turn != PIPO_UNKNOWN) setup.turn = known.turn;
  const auto& [first, second] = known.score;
  if (first != PIPO_UNKNOWN || second != PIPO_UNKNOWN) setup.score = {first, second};
  if (known.owner_count != 0) {
    setup.owners = entries(known.owners, known.owner_count, "owner_count");
  }
  setup.listed = entries(known.edges, known.edge_count, "edge_count");
  return setup;
}

Game game_from(const Position& start, const pipo_game_setup* known) {
  if (known != nullptr) return Game(start, setup_of(*known));
  return start.drawn == 0 ? Game(start.board) : Game(start);
}

// Writes everything but the struct_size.
void write_state(const Game& game, pipo_game_state& state) {
  state.rows = game.board().rows();
  state.columns = game.board().columns();
  state.in_order = game.in_order() ? 1 : 0;
  state.turn = game.turn().value_or(PIPO_UNKNOWN);
  std::ranges::copy(game.score().value_or(std::array{PIPO_UNKNOWN, PIPO_UNKNOWN}), state.score);
  state.over = game.over() ? 1 : 0;
  state.winner = PIPO_UNKNOWN;
  state.margin = 0;
  if (const auto result = game.result()) {
    state.winner = result->winner.value_or(PIPO_TIE);
    state.margin = result->margin;
  }
  state.edge_count = static_cast<std::int32_t>(game.edges().size());
  state.move_count = static_cast<std::int32_t>(game.moves().size());
  if (state.struct_size >= kStateWithCost) state.last_move_cost = game.last_move_cost();
}

// Copies numbers to an array of the caller.
void write_numbers(std::span<const int> numbers, std::int32_t* to, std::size_t room) {
  if (numbers.empty()) return;
  check_pointer(to, "the array");
  if (room < numbers.size()) {
    throw BadInput("an array of " + std::to_string(room) + " numbers is too small for " +
                   std::to_string(numbers.size()));
  }
  std::ranges::copy(numbers, to);
}

// The names and descriptions are string literals, which end with a NUL.
void write_notation(const NotationInfo& info, pipo_notation& to) {
  to.name = info.name.data();
  to.description = info.description.data();
  to.form = static_cast<std::int32_t>(info.form);
  to.lists = info.lists ? 1 : 0;
  to.order = info.order ? 1 : 0;
  to.turn = info.turn ? 1 : 0;
  to.score = info.score ? 1 : 0;
}

}  // namespace
}  // namespace pipo

extern "C" {

pipo_code pipo_legal_moves(pipo_position position, uint64_t* edges) {
  return pipo::guarded([&] {
    pipo::check_pointer(edges, "edges");
    const pipo::Position read = pipo::position_of(position);
    pipo::check_edges(read.board, read.drawn);
    *edges = read.open();
  });
}

pipo_code pipo_completed_by(pipo_position position, int32_t edge, uint64_t* boxes) {
  return pipo::guarded([&] {
    pipo::check_pointer(boxes, "boxes");
    *boxes = pipo::completed_by(pipo::position_of(position), edge);
  });
}

pipo_code pipo_complete_boxes(pipo_position position, uint64_t* boxes) {
  return pipo::guarded([&] {
    pipo::check_pointer(boxes, "boxes");
    *boxes = pipo::complete_boxes(pipo::position_of(position));
  });
}

pipo_code pipo_settled(pipo_position position, pipo_position* quiet, uint64_t* captured) {
  return pipo::guarded([&] {
    pipo::check_pointer(quiet, "quiet");
    pipo::check_pointer(captured, "captured");
    const pipo::Settled settled = pipo::settled(pipo::position_of(position));
    *quiet = pipo::c_position(settled.quiet);
    *captured = settled.captured;
  });
}

pipo_code pipo_canonical(pipo_position position, pipo_position* canonical) {
  return pipo::guarded([&] {
    pipo::check_pointer(canonical, "canonical");
    *canonical = pipo::c_position(pipo::canonical(pipo::position_of(position)));
  });
}

pipo_code pipo_game_open(pipo_position start, const pipo_game_setup* known, pipo_game** game) {
  return pipo::open_handle(game, [&] { return pipo::game_from(pipo::position_of(start), known); });
}

void pipo_game_close(pipo_game** game) {
  pipo::close_handle(game);
}

pipo_code pipo_game_error_code(const pipo_game* game) {
  return pipo::code_of(game);
}

const char* pipo_game_error_text(const pipo_game* game) {
  return pipo::text_of(game);
}

pipo_code pipo_game_copy(const pipo_game* from, pipo_game** game) {
  return pipo::open_handle(game, [&] {
    pipo::check_pointer(from, "the game to copy");
    return pipo::opened(*from);
  });
}

pipo_code pipo_game_play(pipo_game* game, int32_t edge, int32_t* taken) {
  return pipo::guarded(game, [&] {
    const int boxes = pipo::opened(*game).play(edge);
    if (taken != nullptr) *taken = boxes;
  });
}

pipo_code pipo_game_undo(pipo_game* game) {
  return pipo::guarded(game, [&] { pipo::opened(*game).undo(); });
}

pipo_code pipo_game_get(const pipo_game* game, pipo_game_state* state) {
  return pipo::guarded(game, [&] {
    pipo::check_pointer(state, "state");
    pipo::check_struct_size(state->struct_size, pipo::kStateSize, "pipo_game_state");
    pipo::write_state(pipo::opened(*game), *state);
  });
}

pipo_code pipo_game_position(const pipo_game* game, pipo_position* position) {
  return pipo::guarded(game, [&] {
    pipo::check_pointer(position, "position");
    *position = pipo::c_position(pipo::opened(*game).position());
  });
}

pipo_code pipo_game_edges(const pipo_game* game, int32_t* edges, size_t room) {
  return pipo::guarded(game,
                       [&] { pipo::write_numbers(pipo::opened(*game).edges(), edges, room); });
}

pipo_code pipo_game_owners(const pipo_game* game, int32_t* owners, size_t room) {
  return pipo::guarded(game, [&] {
    const pipo::Game& of = pipo::opened(*game);
    const std::vector<int> unknown(static_cast<std::size_t>(of.board().boxes()), PIPO_UNKNOWN);
    pipo::write_numbers(of.owners() ? *of.owners() : unknown, owners, room);
  });
}

size_t pipo_notation_count(void) {
  return pipo::notations().size();
}

pipo_code pipo_notation_at(size_t number, pipo_notation* notation) {
  if (notation == nullptr || notation->struct_size < pipo::kNotationSize ||
      number >= pipo::notations().size()) {
    return PIPO_BAD_INPUT;
  }
  pipo::write_notation(pipo::notations()[number], *notation);
  return PIPO_OK;
}

pipo_code pipo_game_read(const char* notation, const char* text, pipo_game** game,
                         const char** detected) {
  return pipo::open_handle(game, [&] {
    pipo::check_pointer(notation, "notation");
    pipo::check_pointer(text, "text");
    const pipo::NotationInfo& info =
        notation == pipo::kAnyNotation ? pipo::detect_notation(text) : pipo::notation(notation);
    pipo::Game read = pipo::read_game(info.name, text);
    if (detected != nullptr) *detected = info.name.data();
    return read;
  });
}

pipo_code pipo_game_write(const pipo_game* game, const char* notation, char* buffer, size_t size,
                          size_t* needed) {
  return pipo::guarded(game, [&] {
    pipo::check_pointer(notation, "notation");
    const pipo::Game& written = pipo::opened(*game);
    if (size > 0 || needed == nullptr) pipo::check_pointer(buffer, "buffer");
    const std::string text = pipo::write_game(notation, written);
    if (needed != nullptr) *needed = text.size() + 1;
    if (buffer != nullptr) pipo::write_text(text, buffer, size, "the game");
  });
}

}  // extern "C"
