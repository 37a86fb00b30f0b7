// Manifests with a right checksum but impossible contents.
#include "probe/file/manifest.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <xxhash.h>

#include <fstream>
#include <functional>
#include <limits>

#include "pipopipette/error.hpp"
#include "probe/file/content_hash.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/layer_json.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo::manifest_test {

// A made-up manifest of 1x1.
Manifest made_up() {
  Manifest manifest;
  manifest.table = {Board(1, 1), 0};
  manifest.value = -1;
  manifest.positions = 17;
  manifest.seconds = 1.5;
  manifest.threads = 2;
  manifest.date = "2000-01-01T00:00:00Z";
  std::vector<std::uint64_t> hashes;
  for (int layer = 0; layer <= 4; ++layer) {
    ManifestLayer entry;
    entry.layer = layer;
    entry.file = "layer-0" + std::to_string(layer) + ".pipo";
    entry.stored = 3;
    entry.bytes = 700;
    entry.content_hash = 0x1000 + static_cast<std::uint64_t>(layer);
    entry.values[-1] = 2;
    entry.values[1] = 1;
    hashes.push_back(entry.content_hash);
    manifest.layers.push_back(entry);
  }
  manifest.content_hash = combined_hash(hashes);
  return manifest;
}

// Writes it with its checksum and reads it again.
Manifest there_and_back(const Manifest& manifest) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / kManifestName) << manifest_text(manifest);
  return read_manifest(folder.path());
}

void expect_refused(const std::function<void(Manifest&)>& change, const std::string& part) {
  Manifest manifest = made_up();
  change(manifest);
  try {
    there_and_back(manifest);
    ADD_FAILURE() << "not refused: " << part;
  } catch (const DamagedTable& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

// Sets a member to another value, in a text with a right checksum.
void expect_refused_member(const char* name, const Json& value, const std::string& part) {
  Json json = Json::parse(manifest_text(made_up()));
  ASSERT_TRUE(json.contains(name));
  json[name] = value;
  json.erase("checksum");
  const std::string text = json.dump();
  json["checksum"] = fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
  try {
    parse_manifest(json.dump(), kManifestName);
    ADD_FAILURE() << name << " is not refused";
  } catch (const DamagedTable& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(Manifest, ReadsWhatIsWritten) {
  EXPECT_EQ(there_and_back(made_up()), made_up());
}

// A made-up manifest of Nimstring on 1x1.
Manifest nim_manifest(int value) {
  Manifest manifest = made_up();
  manifest.table.game = TableGame::nimstring;
  manifest.value = value;
  for (ManifestLayer& layer : manifest.layers) {
    layer.values = {};
    layer.values[0] = 2;
    layer.values[7] = 1;
  }
  return manifest;
}

TEST(Manifest, NamesTheCostOfTheLastMove) {
  Manifest manifest = made_up();
  manifest.table.last_move_cost = 3;
  for (const bool omits : {false, true}) {
    if (omits) manifest.layers[2] = without_file(manifest.layers[2]);
    const Json json = Json::parse(manifest_text(manifest));
    EXPECT_EQ(json["format"], 6);
    EXPECT_EQ(json["last_move_cost"], 3);
    EXPECT_EQ(there_and_back(manifest), manifest);
  }
  EXPECT_FALSE(Json::parse(manifest_text(made_up())).contains("last_move_cost"));
  manifest.value = -manifest.table.board.boxes() - 3;
  EXPECT_EQ(there_and_back(manifest), manifest);
  --manifest.value;
  EXPECT_THROW(there_and_back(manifest), DamagedTable);
}

TEST(Manifest, OfNimstringNamesTheGame) {
  for (const int value : {0, 4, -1}) {
    const Manifest manifest = nim_manifest(value);
    EXPECT_EQ(there_and_back(manifest), manifest);
    const Json json = Json::parse(manifest_text(manifest));
    EXPECT_EQ(json["format"], 5);
    EXPECT_EQ(json["game"], "nimstring");
    EXPECT_EQ(json["value"], value == -1 ? Json("loony") : Json(value));
  }
  EXPECT_FALSE(Json::parse(manifest_text(made_up())).contains("game"));
  for (const int value : {-2, 5}) {
    EXPECT_THROW(there_and_back(nim_manifest(value)), DamagedTable) << value;
  }
  // A Nimstring manifest that omits a layer is refused.
  Manifest omitting = nim_manifest(0);
  omitting.layers[2] = without_file(omitting.layers[2]);
  EXPECT_THROW(there_and_back(omitting), DamagedTable);
}

// Returns the text of a manifest with another value of a member and a right checksum.
std::string changed(const Manifest& manifest, const char* name, const char* value) {
  Json json = Json::parse(manifest_text(manifest));
  json[name] = value;
  json.erase("checksum");
  const std::string text = json.dump();
  json["checksum"] = fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
  return json.dump();
}

TEST(Manifest, RefusesAnUnknownGameOrThinningAsNewer) {
  EXPECT_THROW(parse_manifest(changed(nim_manifest(0), "game", "kayles"), ""), NewerTable);
  EXPECT_THROW(parse_manifest(changed(made_up(), "thinning", "circles"), ""), NewerTable);
  try {
    parse_manifest(changed(nim_manifest(0), "value", "lonely"), "");
    ADD_FAILURE() << "not refused";
  } catch (const DamagedTable& error) {
    EXPECT_EQ(error.code(), ErrorCode::damaged_table);
  }
}

TEST(Manifest, ALayerFileHasTheNameOfItsLayer) {
  for (const char* name : {"layer-01.pipo", "layer-00.pip", "../3x3/layer-00.pipo"}) {
    expect_refused([&](Manifest& manifest) { manifest.layers[0].file = name; },
                   "must be called layer-00.pipo");
  }
  expect_refused(
      [](Manifest& manifest) { std::swap(manifest.layers[2].file, manifest.layers[3].file); },
      "must be called layer-02.pipo");
}

TEST(Manifest, ALayerWithoutFileHasNoBytes) {
  expect_refused([](Manifest& manifest) { manifest.layers[0].file = ""; },
                 "layer 0 has bytes, but no file");
}

TEST(Manifest, CountsAddUp) {
  expect_refused([](Manifest& manifest) { ++manifest.layers[3].stored; },
                 "values of layer 3 do not add up");
  expect_refused([](Manifest& manifest) { ++manifest.content_hash; }, "content_hash");
}

TEST(Manifest, RefusesContradictingMembers) {
  expect_refused_member("stored", 16, "stored does not match the layers");
  expect_refused_member("bytes", 3499, "bytes does not match the layers");
  expect_refused_member("edges", 5, "edges does not match board");
  expect_refused_member("boxes", 2, "boxes does not match board");
  expect_refused_member("board", "1x2", "board does not match position");
  expect_refused_member("start", "swedish", "start does not match position");
}

TEST(Manifest, LayersAreConsecutiveUpToTheFullBoard) {
  expect_refused([](Manifest& manifest) { manifest.layers.pop_back(); }, "full board");
  expect_refused([](Manifest& manifest) { manifest.layers.erase(manifest.layers.begin() + 1); },
                 "must be consecutive");
  expect_refused([](Manifest& manifest) { std::swap(manifest.layers[0], manifest.layers[1]); },
                 "must be consecutive");
}

TEST(Manifest, TheValueIsPossibleOnTheBoard) {
  expect_refused([](Manifest& manifest) { manifest.value = 2; }, "value is out of range");
}

TEST(Manifest, ALargeNumberIsNotReadAsMinusOne) {
  for (const char* name : {"value", "threads"}) {
    expect_refused_member(name, std::numeric_limits<std::uint64_t>::max(), "out of range");
  }
}

// Tables of earlier versions; the remedy is to make them again.
TEST(Manifest, RefusesOlderVersions) {
  const std::string again =
      "written by an older Pipopipette, which this one does not read; "
      "generate the table again";
  for (const int format : {1, 2})
    expect_refused_member("format", format, fmt::format("format version {}, {}", format, again));
  for (const char* left_out : {"triangles", "square"}) {
    expect_refused_member("thinning", left_out,
                          "a table that leaves out values of mirror images, " + again);
  }
}

// The message about a refused text; empty if it is accepted.
std::string complaint(const std::string& text) {
  try {
    parse_manifest(text, "some/manifest.json");
  } catch (const DamagedTable& error) {
    return error.what();
  }
  return {};
}

void expect_complaint(const std::string& text, const std::string& part) {
  const std::string said = complaint(text);
  EXPECT_TRUE(said.starts_with("some/manifest.json: ")) << said;
  EXPECT_NE(said.find(part), std::string::npos) << said;
  EXPECT_EQ(said.find("json.exception"), std::string::npos) << said;
  EXPECT_LT(said.size(), 300U) << said;
}

TEST(Manifest, RefusesTrailingText) {
  const std::string text = manifest_text(made_up());
  EXPECT_EQ(complaint(text), "");
  EXPECT_EQ(complaint(text + " \n\n"), "");
  expect_complaint(text + "{}", "not JSON from byte");
  expect_complaint(text + "junk", "not JSON from byte");
  expect_complaint(text + std::string(1, '\0') + "junk", "NUL");
  expect_complaint(std::string(1, '\0') + text, "NUL");
  expect_complaint(text.substr(0, text.size() / 2), "not JSON from byte");
  expect_complaint("", "not JSON from byte");
}

TEST(Manifest, RefusesDeepNesting) {
  expect_complaint(std::string(100'000, '['), "nested too deeply");
  std::string text = manifest_text(made_up());
  text.insert(text.rfind('}'), ", \"x\": [[[[[[1]]]]]]");
  expect_complaint(text, "nested too deeply");
}

TEST(Manifest, RefusesLargeText) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / kManifestName;
  std::ofstream(path) << manifest_text(made_up()) << std::string(std::size_t{1} << 20, ' ');
  try {
    read_manifest(folder.path());
    ADD_FAILURE() << "read";
  } catch (const DamagedTable& error) {
    EXPECT_NE(std::string(error.what()).find("more than such a file can have"), std::string::npos);
  }
  // A large manifest is accepted: the 59 layers of 4x6, each with all margins.
  std::filesystem::remove(path);
  Manifest large = made_up();
  large.table = {Board(4, 6), 0};
  large.value = 0;
  large.layers.clear();
  std::vector<std::uint64_t> hashes;
  for (int layer = 0; layer <= Board(4, 6).edges(); ++layer) {
    ManifestLayer entry;
    entry.layer = layer;
    entry.file = layer_file_name(layer);
    entry.bytes = std::uint64_t{1} << 40;
    for (int margin = -32; margin <= 32; ++margin) entry.values[margin] = 100'000'000'000'000;
    entry.stored = entry.values.total();
    hashes.push_back(0);
    large.layers.push_back(entry);
  }
  large.content_hash = combined_hash(hashes);
  EXPECT_EQ(there_and_back(large), large);
}

// docs/format.md: the checksum covers the characters, even if another program formats fractions
// differently.
TEST(Manifest, TheChecksumCoversTheCharacters) {
  const std::string written = manifest_text(made_up());
  const std::size_t checksum = written.rfind(",\n \"checksum\"");
  const std::size_t from = written.find("\"seconds\": ") + 11;
  const std::size_t to = written.find(',', from);
  std::string text = written.substr(0, from) + "0.150e1" + written.substr(to, checksum - to) + "}";
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
  const std::string last =
      fmt::format(",\n\t\"checksum\" : \"{:016x}\" }}", XXH3_64bits(text.data(), text.size()));
  text.pop_back();
  EXPECT_EQ(parse_manifest(text + last, kManifestName).seconds, 1.5);
  const std::size_t zero = text.find("0.150e1") + 4;
  expect_complaint(text.substr(0, zero) + text.substr(zero + 1) + last, "match its checksum");
  expect_complaint(text + ",\"later\":1" + last, "match its checksum");
  expect_complaint(text + last.substr(0, last.size() - 1) + ",\"later\":1}", "come last");
}

TEST(Manifest, MalformedTextGivesAMessageOfThisProject) {
  expect_complaint("[]", "not an object");
  expect_complaint("{}", "format is missing");
  expect_complaint("{\"format\": \"3\"}", "format must be a whole number");
  expect_complaint("{\"format\": 3}", "checksum is missing");
  expect_complaint("{\"format\": 3, \"checksum\": 7}", "checksum must be text");
  expect_complaint("{\"format\": 7}", "written by a newer Pipopipette");
  expect_complaint("{\"format\": 3, \"checksum\": \"\", \"x\": \"\xff\"}", "");
}

}  // namespace pipo::manifest_test
