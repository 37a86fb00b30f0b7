#include "pipo/words/table_json.hpp"

#include "probe/space/thinning.hpp"

namespace pipo {

void add_measures(Json& json, const Manifest& manifest) {
  const Board& board = manifest.table.board;
  json["edges"] = board.edges();
  json["boxes"] = board.boxes();
  json["value"] = manifest.value;
  json["positions"] = manifest.positions;
  json["stored"] = manifest.stored();
  json["bytes"] = manifest.bytes();
  json["bits_per_value"] = manifest.bits_per_value();
  json["square"] = manifest.thinning == Thinning::square;
}

}  // namespace pipo
