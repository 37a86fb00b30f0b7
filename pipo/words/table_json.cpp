#include "pipo/words/table_json.hpp"

#include <fmt/core.h>

#include "pipopipette/notation.hpp"
#include "probe/space/game_values.hpp"
#include "probe/space/thinning.hpp"

namespace pipo {
namespace {

// Adds the value of the start; of Nimstring the game and the nim-value, null if it is loony.
void add_start_value(Json& json, const Manifest& manifest) {
  if (manifest.table.game == TableGame::dots_and_boxes) {
    json["value"] = manifest.value;
    return;
  }
  json["game"] = game_name(manifest.table.game);
  json["nim_value"] = manifest.value == kLoony ? Json() : Json(manifest.value);
}

}  // namespace

void add_measures(Json& json, const Manifest& manifest) {
  const Board& board = manifest.table.board;
  json["edges"] = board.edges();
  json["boxes"] = board.boxes();
  add_start_value(json, manifest);
  json["positions"] = manifest.positions;
  json["stored"] = manifest.stored();
  json["bytes"] = manifest.bytes();
  json["bits_per_value"] = manifest.bits_per_value();
  json["square"] = manifest.thinning == Thinning::square;
  if (const KeptLayers kept = manifest.kept(); !kept.keeps_all()) json["kept"] = kept.text();
}

Json table_json(const Manifest& manifest, bool layers) {
  const Board& board = manifest.table.board;
  Json json{{"table", folder_name(manifest.table)},
            {"board", board.name()},
            {"start", start_name(manifest.table)},
            {"position", to_string(Position{board, manifest.table.start})}};
  add_measures(json, manifest);
  json["content_hash"] = fmt::format("{:016x}", manifest.content_hash);
  if (!layers) return json;
  json["layers"] = Json::array();
  for (const ManifestLayer& layer : manifest.layers) {
    json["layers"].push_back(layer_json(layer));
    json["layers"].back().erase("file");  // only this machine needs the place of the file
  }
  return json;
}

}  // namespace pipo
