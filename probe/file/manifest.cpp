#include "probe/file/manifest.hpp"

#include <fmt/core.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/base/quote.hpp"
#include "probe/file/content_hash.hpp"
#include "probe/file/damaged.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/layer_json.hpp"
#include "probe/file/read_only_file.hpp"
#include "probe/space/game_values.hpp"

namespace pipo {
namespace {

// The largest possible manifest (65 layers with 65 margins each) has a tenth of this size.
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 20;

// The deepest objects of a manifest are the values of its layers.
constexpr int kDeepest = 4;

// A value that only a newer or an older version can have written, since the checksum is right.
class UnknownValue : public BadInput {
 public:
  using BadInput::BadInput;
};
class OlderValue : public BadInput {
 public:
  using BadInput::BadInput;
};

const Json& member(const Json& object, const char* name) {
  if (!object.is_object()) throw BadInput("not an object");
  const auto found = object.find(name);
  if (found == object.end()) throw BadInput(fmt::format("{} is missing", name));
  return *found;
}

std::string text_of(const Json& object, const char* name) {
  const Json& json = member(object, name);
  if (!json.is_string()) throw BadInput(fmt::format("{} must be text", name));
  return json.get<std::string>();
}

const Json& list_of(const Json& object, const char* name) {
  const Json& json = member(object, name);
  if (!json.is_array()) throw BadInput(fmt::format("{} must be a list", name));
  return json;
}

// Hashes are strings of 16 digits, since JSON numbers need not have 64 bits.
std::uint64_t hash_of(const Json& object, const char* name) {
  const std::string text = text_of(object, name);
  if (text.size() != 16 || text.find_first_not_of("0123456789abcdef") != std::string::npos) {
    throw BadInput(
        fmt::format("{} must be 16 hexadecimal digits, not {}", name, pipo::quoted(text)));
  }
  return std::stoull(text, nullptr, 16);
}

// Reads a whole number >= 0. The check is needed because the JSON library silently converts 3.7 and
// -1 to unsigned numbers.
std::uint64_t count_of(const Json& object, const char* name) {
  const Json& json = member(object, name);
  if (!json.is_number_unsigned()) throw BadInput(fmt::format("{} must be a whole number", name));
  return json.get<std::uint64_t>();
}

int small_of(const Json& object, const char* name) {
  const Json& json = member(object, name);
  if (!json.is_number_integer()) throw BadInput(fmt::format("{} must be a whole number", name));
  constexpr std::int64_t kMost = 1'000'000;
  const auto number = json.get<std::int64_t>();
  // The library turns a number that is too large into a negative one.
  const bool wrapped = json.is_number_unsigned() && number < 0;
  if (wrapped || number < -kMost || number > kMost)
    throw BadInput(fmt::format("{} is out of range", name));
  return static_cast<int>(number);
}

double number_of(const Json& object, const char* name) {
  const Json& json = member(object, name);
  if (!json.is_number()) throw BadInput(fmt::format("{} must be a number", name));
  return json.get<double>();
}

Histogram values_of(const Json& json) {
  if (!json.is_object()) throw BadInput("values must be counts by margin");
  Histogram values;
  for (const auto& [name, count] : json.items()) {
    int margin = kMaximumMargin + 1;
    std::from_chars(name.data(), name.data() + name.size(), margin);
    if (margin < -kMaximumMargin || margin > kMaximumMargin || name != std::to_string(margin)) {
      throw BadInput("values must be counts by margin, from -32 to 32");
    }
    values[margin] = count_of(json, name.c_str());
  }
  return values;
}

constexpr const char* kLoonyText = "loony";

// Reads the value of the start.
int value_of(const Json& json, TableGame game) {
  const bool loony = game == TableGame::nimstring && member(json, "value").is_string();
  if (!loony) return small_of(json, "value");
  if (text_of(json, "value") != kLoonyText) throw BadInput("value must be a number or loony");
  return kLoony;
}

// Reads a layer. Only manifests of kOmittingVersion and kCostVersion may omit its file.
ManifestLayer layer_of(const Json& json, std::uint64_t format) {
  ManifestLayer layer;
  layer.layer = small_of(json, "layer");
  const bool may_omit = format == kOmittingVersion || format == kCostVersion;
  const bool omitted = may_omit && json.is_object() && !json.contains("file");
  if (!omitted) layer.file = text_of(json, "file");
  layer.stored = count_of(json, "stored");
  layer.bytes = count_of(json, "bytes");
  layer.content_hash = hash_of(json, "content_hash");
  layer.values = values_of(member(json, "values"));
  if (omitted && layer.bytes != 0) {
    throw BadInput(fmt::format("layer {} has bytes, but no file", layer.layer));
  }
  if (!omitted && layer.file != layer_file_name(layer.layer)) {
    throw BadInput(fmt::format("the file of layer {} must be called {}", layer.layer,
                               layer_file_name(layer.layer)));
  }
  if (layer.values.total() != layer.stored) {
    throw BadInput(fmt::format("the values of layer {} do not add up", layer.layer));
  }
  return layer;
}

// The entries that files leave out: "rows" are those of table_space.hpp. Earlier versions could
// leave out more.
constexpr const char* kLeftOut = "rows";
constexpr std::array<std::string_view, 2> kLeftOutBefore = {"triangles", "square"};

void check(bool holds, const char* what) {
  if (!holds) throw BadInput(what);
}

void check_layers(const Manifest& manifest) {
  int expected = count_bits(manifest.table.start);
  std::vector<std::uint64_t> hashes;
  for (const ManifestLayer& layer : manifest.layers) {
    check(layer.layer == expected++, "layers must be consecutive, beginning with the start");
    hashes.push_back(layer.content_hash);
  }
  check(expected == manifest.table.board.edges() + 1, "layers must end with the full board");
  check(combined_hash(hashes) == manifest.content_hash,
        "content_hash does not match those of the layers");
}

// Parses JSON and limits its depth, since manifests are shallow and nesting takes memory.
Json parsed(std::string_view text) {
  // The library would take a NUL for the end and ignore everything after it.
  if (text.find('\0') != std::string_view::npos) throw BadInput("contains a NUL character");
  const auto shallow = [](int depth, Json::parse_event_t, const Json&) {
    if (depth > kDeepest) throw BadInput("nested too deeply for a manifest");
    return true;
  };
  try {
    return Json::parse(text, shallow);
  } catch (const Json::parse_error& error) {
    throw BadInput(fmt::format("not JSON from byte {} on", error.byte));
  }
}

std::string without_white_space(std::string_view text) {
  std::string bare(text);
  std::erase_if(bare, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
  return bare;
}

// Returns the checksum of a manifest's characters without white space. It uses the characters of
// the file, not its parsed numbers, since JSON libraries differ in how they write fractions.
std::string checksum_of(std::string_view bare) {
  return fmt::format("{:016x}", XXH3_64bits(bare.data(), bare.size()));
}

void check_checksum(const Json& json, std::string_view text) {
  const std::string checksum = text_of(json, "checksum");
  const std::string last = fmt::format(",\"checksum\":\"{}\"}}", checksum);
  std::string bare = without_white_space(text);
  check(bare.ends_with(last), "its checksum does not come last");
  bare.replace(bare.size() - last.size(), last.size(), "}");
  check(checksum == checksum_of(bare), "does not match its checksum");
}

Manifest manifest_of(const Json& json, std::uint64_t format) {
  check(format > 0, "has no format version");
  if (format < kOldestVersion) throw OlderValue(fmt::format("format version {}", format));
  Manifest manifest;
  const Position start = parse_position(text_of(json, "position"));
  const bool nimstring = format == kNimstringVersion;
  manifest.table = {start.board, start.drawn,
                    nimstring ? TableGame::nimstring : TableGame::dots_and_boxes};
  if (nimstring && text_of(json, "game") != game_name(manifest.table.game)) {
    throw UnknownValue("unknown game " + pipo::quoted(text_of(json, "game")));
  }
  if (format == kCostVersion) {
    const std::uint64_t cost = count_of(json, "last_move_cost");
    check(cost > 0, "last_move_cost is 0 in a format of other tables");
    manifest.table.last_move_cost = checked_last_move_cost(start.board, cost);
  }
  manifest.value = value_of(json, manifest.table.game);
  const std::string left_out = text_of(json, "thinning");
  if (std::ranges::find(kLeftOutBefore, left_out) != kLeftOutBefore.end())
    throw OlderValue("a table that leaves out values of mirror images");
  if (left_out != kLeftOut) throw UnknownValue("unknown thinning " + pipo::quoted(left_out));
  manifest.positions = count_of(json, "positions");
  for (const Json& layer : list_of(json, "layers")) {
    manifest.layers.push_back(layer_of(layer, format));
  }
  manifest.content_hash = hash_of(json, "content_hash");
  manifest.seconds = number_of(json, "seconds");
  manifest.threads = small_of(json, "threads");
  manifest.date = text_of(json, "date");

  const Board& board = manifest.table.board;
  check(board.rows() <= board.columns(), "a table's board has no more rows than columns");
  check(text_of(json, "board") == board.name(), "board does not match position");
  check(text_of(json, "start") == start_name(manifest.table), "start does not match position");
  check(small_of(json, "edges") == board.edges(), "edges does not match board");
  check(small_of(json, "boxes") == board.boxes(), "boxes does not match board");
  check(nimstring ? manifest.value >= kLoony && manifest.value <= board.edges()
                  : std::abs(manifest.value) <= board.boxes() + manifest.table.last_move_cost,
        "value is out of range");
  check_layers(manifest);
  check(count_of(json, "stored") == manifest.stored(), "stored does not match the layers");
  check(count_of(json, "bytes") == manifest.bytes(), "bytes does not match the layers");
  return manifest;
}

}  // namespace

ManifestLayer manifest_layer(const LayerHeader& header) {
  return {.layer = header.layer,
          .file = layer_file_name(header.layer),
          .stored = header.stored,
          .bytes = header.file_bytes,
          .content_hash = header.content_hash,
          .values = header.values};
}

ManifestLayer without_file(ManifestLayer layer) {
  layer.file.clear();
  layer.bytes = 0;
  return layer;
}

KeptLayers Manifest::kept() const {
  KeptLayers::Layers kept;
  for (const ManifestLayer& layer : layers) {
    kept[static_cast<std::size_t>(layer.layer)] = !layer.omitted();
  }
  return {layers.front().layer, layers.back().layer, kept};
}

std::uint64_t Manifest::stored() const {
  std::uint64_t total = 0;
  for (const ManifestLayer& layer : layers) total += layer.omitted() ? 0 : layer.stored;
  return total;
}

std::uint64_t Manifest::bytes() const {
  std::uint64_t total = 0;
  for (const ManifestLayer& layer : layers) total += layer.bytes;
  return total;
}

double Manifest::bits_per_value() const {
  return stored() == 0 ? 0 : 8.0 * static_cast<double>(bytes()) / static_cast<double>(stored());
}

std::string manifest_text(const Manifest& manifest) {
  const Board& board = manifest.table.board;
  const bool omits = std::ranges::any_of(manifest.layers, &ManifestLayer::omitted);
  const bool nimstring = manifest.table.game == TableGame::nimstring;
  const LastMoveCost cost = manifest.table.last_move_cost;
  Json json{{"format", cost > 0    ? kCostVersion
                       : nimstring ? kNimstringVersion
                       : omits     ? kOmittingVersion
                                   : kFormatVersion}};
  if (nimstring) json["game"] = game_name(manifest.table.game);  // margins do not name their game
  if (cost > 0) json["last_move_cost"] = cost;
  json.update(Json{{"board", board.name()},
                   {"start", start_name(manifest.table)},
                   {"position", to_string(Position{board, manifest.table.start})},
                   {"edges", board.edges()},
                   {"boxes", board.boxes()},
                   {"value", manifest.value},
                   {"thinning", kLeftOut},
                   {"positions", manifest.positions},
                   {"stored", manifest.stored()},
                   {"bytes", manifest.bytes()},
                   {"content_hash", fmt::format("{:016x}", manifest.content_hash)},
                   {"seconds", manifest.seconds},
                   {"threads", manifest.threads},
                   {"date", manifest.date},
                   {"layers", Json::array()}});
  if (nimstring && manifest.value == kLoony) json["value"] = kLoonyText;
  for (const ManifestLayer& layer : manifest.layers) json["layers"].push_back(layer_json(layer));
  json["checksum"] = checksum_of(without_white_space(json.dump()));
  return json.dump(1) + "\n";
}

Manifest parse_manifest(std::string_view text, const std::string& file) {
  try {
    const Json json = parsed(text);
    const std::uint64_t format = count_of(json, "format");
    if (format > kCostVersion) throw_newer(file, format, kCostVersion);
    check_checksum(json, text);
    return manifest_of(json, format);
  } catch (const UnknownValue& error) {
    throw_unknown(file, error.what());
  } catch (const OlderValue& error) {
    throw_older(file, error.what());
  } catch (const BadInput& error) {
    throw_damaged(file, error.what());
  } catch (const Json::exception&) {
    throw_damaged(file, "contains a value that a manifest cannot have");  // such as broken UTF-8
  }
}

Manifest read_manifest(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / kManifestName;
  try {
    return parse_manifest(read_small_file(path, kMostBytes), path.string());
  } catch (const UnreadableTable&) {
    throw;
  } catch (const MissingTable&) {
    throw MissingTable(fmt::format("{}: it has no {}, so its table is unfinished; generate it",
                                   folder.string(), kManifestName),
                       {.table = {}, .searched = {}, .file = path, .omitted_layer = {}});
  }
}

void require_table(const std::filesystem::path& folder, const TableIdentity& held,
                   const TableIdentity& named) {
  if (held == named) return;
  throw DamagedTable(
      fmt::format("{}: contains the table {}, not the one of its name; rename the folder",
                  folder.string(), folder_name(held)),
      folder);
}

}  // namespace pipo
