#include "wasm/npm/questions.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <utility>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/error_kinds.hpp"
#include "probe/base/failure.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

constexpr std::size_t kMaskDigits = 16;

Json path_json(const std::filesystem::path& path) {
  return path.empty() ? Json() : Json(path.string());
}

Json failure_json(ErrorCode code, std::string_view message) {
  return {{"code", kind_of(code).name}, {"message", printable(message)}};
}

}  // namespace

Json answer_to(std::string_view name, const LibraryQuestion& question) {
  for (const auto& functions : {rules_functions(), tables_functions(), layers_functions(),
                                solver_functions(), graph_functions()}) {
    const auto found = std::ranges::find(functions, name, &LibraryFunction::name);
    if (found != functions.end()) return found->answer(question);
  }
  throw BadInput(fmt::format("there is no question {}", name));
}

Json error_json(const Error& error) {
  Json json = failure_json(error.code(), error.what());
  if (const auto* missing = dynamic_cast<const MissingTable*>(&error)) {
    json["table"] = missing->table().empty() ? Json() : Json(missing->table());
    json["searched"] = Json::array();
    for (const auto& folder : missing->searched()) json["searched"].push_back(folder.string());
    json["file"] = path_json(missing->file());
    const auto layer = missing->omitted_layer();
    json["omitted_layer"] = layer ? Json(*layer) : Json();
  } else if (const auto* damaged = dynamic_cast<const DamagedTable*>(&error)) {
    json["file"] = path_json(damaged->file());
    json["offset"] = damaged->offset() ? Json(*damaged->offset()) : Json();
  }
  return json;
}

Json current_error_json(const char* out_of_memory) {
  try {
    throw;
  } catch (const Error& error) {
    return error_json(error);
  } catch (const std::exception&) {
    const Failure failure = current_failure(out_of_memory);
    return failure_json(failure.code, failure.text);
  }
}

std::string text_given(const Json& given, const char* name) {
  return given.at(name).get<std::string>();
}

int int_given(const Json& value, const char* name) {
  if (value.is_number_integer()) {
    const auto number = value.get<std::int64_t>();
    if (std::in_range<int>(number)) return static_cast<int>(number);
  }
  throw BadInput(fmt::format("{} must be a whole number of 32 bits, not {}", name, value.dump()));
}

Position position_given(const Json& given) {
  return parse_position(text_given(given, "position"));
}

int edge_given(const Board& board, const Json& edge) {
  return parse_edge(board, edge.is_string() ? edge.get<std::string>() : edge.dump());
}

Board small_board_given(const Json& given) {
  const Board board = Board::parse(text_given(given, "board"));
  board.expect_small();
  return board;
}

std::vector<EdgeSet> masks_given(const Json& given, const Board& board) {
  const std::string digits = text_given(given, "drawn");
  std::vector<EdgeSet> masks(digits.size() / kMaskDigits);
  for (std::size_t i = 0; i < masks.size(); ++i) {
    const char* const from = digits.data() + i * kMaskDigits;
    std::from_chars(from, from + kMaskDigits, masks[i], 16);
    if ((masks[i] & ~board.all()) != 0) {
      throw BadInput(fmt::format("position {}: edges beyond the {} of {} are drawn", i,
                                 board.edges(), board.name()));
    }
  }
  return masks;
}

Json moves_json(const Board& board, std::span<const MoveValue> moves) {
  Json list = Json::array();
  for (const MoveValue& move : moves) {
    list.push_back({{"edge", move.edge},
                    {"name", edge_name(board, move.edge)},
                    {"captures", move.captures},
                    {"value", move.value},
                    {"player", move.player}});
  }
  return list;
}

std::string hexadecimal(std::span<const std::int8_t> values) {
  std::string digits;
  digits.reserve(2 * values.size());
  for (const std::int8_t value : values) {
    fmt::format_to(std::back_inserter(digits), "{:02x}", static_cast<std::uint8_t>(value));
  }
  return digits;
}

std::string hexadecimal(std::span<const EdgeSet> masks) {
  std::string digits;
  digits.reserve(kMaskDigits * masks.size());
  for (const EdgeSet mask : masks) fmt::format_to(std::back_inserter(digits), "{:016x}", mask);
  return digits;
}

}  // namespace pipo
