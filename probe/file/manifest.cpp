#include "probe/file/manifest.hpp"

#include <fmt/core.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/file/content_hash.hpp"
#include "probe/file/damaged.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/layer_header.hpp"
#include "probe/file/layer_json.hpp"

namespace pipo {
namespace {

// Hashes are strings of 16 digits: a JSON number need not hold 64 bits.
std::uint64_t hash_of(const Json& json) {
  const std::string text = json.get<std::string>();
  if (text.size() != 16 || text.find_first_not_of("0123456789abcdef") != std::string::npos) {
    throw BadInput(fmt::format("a hash must be 16 hexadecimal digits, not \"{}\"", text));
  }
  return std::stoull(text, nullptr, 16);
}

// JSON libraries turn 3.7 and -1 into unsigned numbers without a word.
std::uint64_t count_of(const Json& object, const char* name) {
  const Json& json = object.at(name);
  if (!json.is_number_unsigned()) throw BadInput(fmt::format("{} must be a whole number", name));
  return json.get<std::uint64_t>();
}

int small_of(const Json& object, const char* name) {
  const Json& json = object.at(name);
  if (!json.is_number_integer()) throw BadInput(fmt::format("{} must be a whole number", name));
  const auto number = json.get<std::int64_t>();
  if (number < -1'000'000 || number > 1'000'000)
    throw BadInput(fmt::format("{} is out of range", name));
  return static_cast<int>(number);
}

Histogram values_of(const Json& json) {
  Histogram values;
  std::size_t known = 0;
  for (int margin = -kMaximumMargin; margin <= kMaximumMargin; ++margin) {
    const std::string name = std::to_string(margin);
    if (!json.contains(name)) continue;
    values[margin] = count_of(json, name.c_str());
    ++known;
  }
  if (known != json.size()) throw BadInput("values must be counts by margin, from -32 to 32");
  return values;
}

Json layer_json(const ManifestLayer& layer) {
  return {{"layer", layer.layer},
          {"file", layer.file},
          {"stored", layer.stored},
          {"bytes", layer.bytes},
          {"content_hash", fmt::format("{:016x}", layer.content_hash)},
          {"values", histogram_json(layer.values)}};
}

ManifestLayer layer_of(const Json& json) {
  ManifestLayer layer;
  layer.layer = small_of(json, "layer");
  layer.file = json.at("file").get<std::string>();
  layer.stored = count_of(json, "stored");
  layer.bytes = count_of(json, "bytes");
  layer.content_hash = hash_of(json.at("content_hash"));
  layer.values = values_of(json.at("values"));
  if (layer.file != layer_file_name(layer.layer)) {
    throw BadInput(fmt::format("the file of layer {} must be called {}", layer.layer,
                               layer_file_name(layer.layer)));
  }
  if (layer.values.total() != layer.stored) {
    throw BadInput(fmt::format("the values of layer {} do not add up", layer.layer));
  }
  return layer;
}

constexpr std::array<const char*, 3> kThinnings = {"rows", "triangles", "square"};

const char* name_of(Thinning thinning) {
  return kThinnings[static_cast<std::size_t>(thinning)];
}

// Version 1 knew only the first, and did not say so.
Thinning thinning_of(const Json& json, std::uint64_t format) {
  if (format == 1) return Thinning::rows;
  const std::string name = json.at("thinning").get<std::string>();
  const auto found = std::find(kThinnings.begin(), kThinnings.end(), name);
  if (found == kThinnings.end()) throw BadInput(fmt::format("unknown thinning \"{}\"", name));
  return static_cast<Thinning>(found - kThinnings.begin());
}

void check(bool holds, const char* what) {
  if (!holds) throw BadInput(what);
}

void check_layers(const Manifest& manifest) {
  int expected = count_bits(manifest.table.start);
  std::vector<std::uint64_t> hashes;
  for (const ManifestLayer& layer : manifest.layers) {
    check(layer.layer == expected++, "layers must follow each other from the start on");
    hashes.push_back(layer.content_hash);
  }
  check(expected == manifest.table.board.edges() + 1, "layers must reach to the full board");
  check(combined_hash(hashes) == manifest.content_hash,
        "content_hash does not match those of the layers");
}

// Of the text without white space and without the checksum itself, which comes last.
std::string checksum_of(Json json) {
  json.erase("checksum");
  const std::string text = json.dump();
  return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
}

Manifest manifest_of(const Json& json) {
  const std::uint64_t format = count_of(json, "format");
  if (format < kOldestVersion || format > kFormatVersion) {
    throw BadInput(fmt::format("format version {}, but this program reads only {} to {}", format,
                               kOldestVersion, kFormatVersion));
  }
  check(json.at("checksum").get<std::string>() == checksum_of(json), "does not match its checksum");
  Manifest manifest;
  const Position start = parse_position(json.at("position").get<std::string>());
  manifest.table = {start.board, start.drawn};
  manifest.value = small_of(json, "value");
  manifest.thinning = thinning_of(json, format);
  manifest.positions = count_of(json, "positions");
  for (const Json& layer : json.at("layers")) manifest.layers.push_back(layer_of(layer));
  manifest.content_hash = hash_of(json.at("content_hash"));
  manifest.seconds = json.at("seconds").get<double>();
  manifest.threads = small_of(json, "threads");
  manifest.date = json.at("date").get<std::string>();

  const Board& board = manifest.table.board;
  check(board.rows() <= board.columns(), "a table's board has no more rows than columns");
  check(json.at("board").get<std::string>() == board.name(), "board does not match position");
  check(json.at("start").get<std::string>() == start_name(manifest.table),
        "start does not match position");
  check(small_of(json, "edges") == board.edges(), "edges does not match board");
  check(small_of(json, "boxes") == board.boxes(), "boxes does not match board");
  check(std::abs(manifest.value) <= board.boxes(), "value is out of range");
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

std::uint64_t Manifest::stored() const {
  std::uint64_t total = 0;
  for (const ManifestLayer& layer : layers) total += layer.stored;
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
  Json json{{"format", kFormatVersion},
            {"board", board.name()},
            {"start", start_name(manifest.table)},
            {"position", to_string(Position{board, manifest.table.start})},
            {"edges", board.edges()},
            {"boxes", board.boxes()},
            {"value", manifest.value},
            {"thinning", name_of(manifest.thinning)},
            {"positions", manifest.positions},
            {"stored", manifest.stored()},
            {"bytes", manifest.bytes()},
            {"content_hash", fmt::format("{:016x}", manifest.content_hash)},
            {"seconds", manifest.seconds},
            {"threads", manifest.threads},
            {"date", manifest.date},
            {"layers", Json::array()}};
  for (const ManifestLayer& layer : manifest.layers) json["layers"].push_back(layer_json(layer));
  json["checksum"] = checksum_of(json);
  return json.dump(1) + "\n";
}

Manifest read_manifest(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / kManifestName;
  if (!std::filesystem::exists(path)) {
    throw MissingTable(fmt::format("{}: no {}, so there is no finished table; generate it",
                                   folder.string(), kManifestName));
  }
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) throw_damaged(path.string(), "cannot be read");
  try {
    return manifest_of(Json::parse(text.str()));
  } catch (const BadInput& error) {
    throw_damaged(path.string(), error.what());
  } catch (const Json::exception& error) {
    throw_damaged(path.string(), error.what());
  }
}

}  // namespace pipo
