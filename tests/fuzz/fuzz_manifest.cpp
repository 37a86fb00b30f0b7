// manifest.json. An accepted manifest, written again, has the same members. If the text is JSON, it
// is also read with right sums: no fuzzer finds a checksum, and all other checks come after it.
#include <fmt/core.h>
#include <xxhash.h>

#include <optional>
#include <string>
#include <vector>

#include "pipopipette/error.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/file/content_hash.hpp"
#include "probe/file/layer_json.hpp"
#include "probe/file/manifest.hpp"
#include "tests/fuzz/property.hpp"
#include "tests/fuzz/shallow_json.hpp"

namespace pipo::fuzz {
namespace {

std::optional<Manifest> accepted(std::string_view text) {
  try {
    return parse_manifest(text, "manifest.json");
  } catch (const DamagedTable& error) {
    require_message(error.what());
    return std::nullopt;
  }
}

// Equal numbers may be written differently: 2, 2.0 and 20e-1 seconds.
bool same(const Json& one, const Json& other) {
  if (one.is_number_float() || other.is_number_float()) {
    return one.is_number() && other.is_number() && one.get<double>() == other.get<double>();
  }
  return one.dump() == other.dump();
}

// Requires that `read` has every member of `written` with its value. `read` may have more.
void require_says(const Json& read, const Json& written) {
  for (const auto& [name, value] : written.items()) {
    if (name == "format" || name == "checksum") continue;
    require(read.contains(name), "a manifest has no member that was not read");
    if (name == "values") {
      require_says(read[name], value);
    } else if (name == "layers") {
      require(read[name].size() == value.size(), "a manifest prints back all of its layers");
      for (std::size_t i = 0; i < value.size(); ++i) require_says(read[name][i], value[i]);
    } else {
      require(same(read[name], value), "a manifest prints back");
    }
  }
}

// Returns whether the text is accepted.
bool check(std::string_view text) {
  const std::optional<Manifest> manifest = accepted(text);
  if (!manifest) return false;
  const Board& board = manifest->table.board;
  const EdgeSet start = manifest->table.start;
  require(
      manifest->layers.size() == static_cast<std::size_t>(board.edges() + 1 - count_bits(start)),
      "a manifest has every layer from the start to the full board");
  const std::string again = manifest_text(*manifest);
  require(parse_manifest(again, "manifest.json") == *manifest, "a manifest is read back");
  require_says(Json::parse(text), Json::parse(again));
  return true;
}

// The text with the right checksum; nothing if it is not UTF-8, which no writer produces.
std::optional<std::string> with_checksum(Json json) {
  try {
    json.erase("checksum");
    const std::string text = json.dump();
    json["checksum"] = fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
    return json.dump(1);
  } catch (const Json::type_error&) {
    return std::nullopt;
  }
}

// Recomputes the sums over all layers.
void add_up(Json& json) {
  if (!json.contains("layers") || !json["layers"].is_array()) return;
  std::vector<std::uint64_t> hashes;
  std::uint64_t stored = 0, bytes = 0;
  for (Json& layer : json["layers"]) {
    if (!layer.is_object()) return;
    for (const char* name : {"stored", "bytes"}) {
      if (!layer.contains(name) || !layer[name].is_number_unsigned()) return;
    }
    if (!layer.contains("content_hash") || !layer["content_hash"].is_string()) return;
    const auto hash = layer["content_hash"].get<std::string>();
    hashes.push_back(std::strtoull(hash.c_str(), nullptr, 16));
    stored += layer["stored"].get<std::uint64_t>();
    bytes += layer["bytes"].get<std::uint64_t>();
  }
  json["stored"] = stored;
  json["bytes"] = bytes;
  json["content_hash"] = fmt::format("{:016x}", combined_hash(hashes));
}

}  // namespace
}  // namespace pipo::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pipo::fuzz;
  const std::string_view text = as_text(data, size);
  if (check(text)) return 0;
  pipo::Json json = shallow_json(text);
  if (!json.is_object()) return 0;
  const auto repaired = with_checksum(json);
  if (!repaired || check(*repaired)) return 0;
  add_up(json);
  check(with_checksum(json).value());
  return 0;
}
