// The bytes of a layer file's header as docs/format.md draws them: existing files must stay
// readable.
#include "probe/file/layer_header.hpp"

#include <gtest/gtest.h>
#include <xxhash.h>

#include <cstring>
#include <utility>

#include "pipopipette/error.hpp"

namespace pipo::layer_header_test {

// Bytes of the header from an offset on.
struct Piece {
  std::size_t offset;
  std::vector<int> bytes;
};

// All other bytes are zero.
HeaderBytes bytes_of(const std::vector<Piece>& pieces) {
  HeaderBytes bytes{};
  for (const Piece& piece : pieces) {
    for (std::size_t i = 0; i < piece.bytes.size(); ++i) {
      bytes.at(piece.offset + i) = static_cast<std::byte>(piece.bytes[i]);
    }
  }
  return bytes;
}

// Written by hand from the table of section 8, with checksums by the second reader of tests/format.
// All fields differ, so that swapped fields fail.
const std::vector<Piece> kGolden = {
    {0, {'P', 'I', 'P', 'O', 'L', 'A', 'Y', 'R'}},
    {8, {3, 0, 0, 0}},                                        // format version
    {12, {0x90, 0x02, 0, 0}},                                 // 656 bytes
    {16, {3, 4, 21, 1}},                                      // 3x4, layer 21, margins
    {20, {2}},                                                // codec
    {24, {0x04, 0x03, 0x02, 0x01}},                           // start
    {32, {0x00, 0x01, 0, 0}},                                 // rows of a block
    {36, {0x00, 0x02, 0, 0}},                                 // columns of a block
    {40, {0x11, 0x11}},                                       // sections
    {48, {0x22, 0x22}},                                       // blocks
    {56, {0x33, 0x33}},                                       // values
    {64, {0x44, 0x44}},                                       // offset of the index
    {72, {0x55, 0x55}},                                       // bytes of the file
    {80, {0xcc, 0xbb, 0xaa, 0x00, 0x99, 0x88, 0x77, 0x66}},   // checksum of the index
    {88, {0x10, 0x32, 0x54, 0x76, 0x98, 0xba, 0xdc, 0xfe}},   // content hash
    {96, {'F', 'I', 'N', 'I', 'S', 'H', 'E', 'D'}},           //
    {104, {1}},                                               // of margin -32
    {352, {2}},                                               // of margin -1
    {360, {3}},                                               // of margin 0
    {400, {0x08, 0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01}},  // of margin 5
    {616, {4}},                                               // of margin 32
    {648, {0x78, 0xdf, 0xc3, 0x4a, 0x83, 0xdd, 0xc4, 0x15}},  // XXH3 of all bytes before
};

// The same with other bytes in some places.
HeaderBytes golden(const std::vector<Piece>& changes = {}) {
  std::vector<Piece> pieces = kGolden;
  pieces.insert(pieces.end(), changes.begin(), changes.end());
  return bytes_of(pieces);
}

LayerHeader header() {
  LayerHeader header;
  header.table = {Board(3, 4), 0x01020304};
  header.layer = 21;
  header.block_rows = 256;
  header.block_columns = 512;
  header.sections = 0x1111;
  header.blocks = 0x2222;
  header.stored = 0x3333;
  header.index_offset = 0x4444;
  header.file_bytes = 0x5555;
  header.index_checksum = 0x6677889900aabbcc;
  header.content_hash = 0xfedcba9876543210;
  header.values[-32] = 1;
  header.values[-1] = 2;
  header.values[0] = 3;
  header.values[5] = 0x0102030405060708;
  header.values[32] = 4;
  return header;
}

// The bytes with a right checksum, so that only a field can be the error.
HeaderBytes sealed(HeaderBytes bytes) {
  const std::uint64_t checksum = XXH3_64bits(bytes.data(), 648);
  for (std::size_t i = 0; i < 8; ++i) bytes[648 + i] = static_cast<std::byte>(checksum >> 8 * i);
  return bytes;
}

// Returns the message about refused bytes.
std::string complaint(std::span<const std::byte> bytes) {
  try {
    read_header(bytes, "some/layer-21.pipo");
  } catch (const DamagedTable& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("some/layer-21.pipo: ")) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "not refused";
  return {};
}

void expect_complaint(std::span<const std::byte> bytes, const std::string& part) {
  const std::string said = complaint(bytes);
  EXPECT_NE(said.find(part), std::string::npos) << said;
}

void expect_newer(std::span<const std::byte> bytes) {
  EXPECT_THROW(read_header(bytes, ""), NewerTable);
  expect_complaint(bytes, "written by a newer Pipopipette: use the newer one");
}

void expect_damaged(std::span<const std::byte> bytes) {
  expect_complaint(bytes, "its header has values that no version writes; copy the file again");
}

TEST(LayerHeader, GoldenBytes) {
  EXPECT_EQ(write_header(header(), Finished::yes), golden());
}

TEST(LayerHeader, GoldenBytesOfAnUnfinishedFile) {
  EXPECT_EQ(write_header(header(), Finished::no),
            golden({{96, {0, 0, 0, 0, 0, 0, 0, 0}},
                    {648, {0x83, 0x58, 0xdc, 0x4f, 0x6a, 0xa2, 0xad, 0x9e}}}));
}

// Programs that know versions up to 3 refuse a layer of Nimstring as one of a newer version.
TEST(LayerHeader, NimValuesHaveAVersionAndAMeaningOfTheirOwn) {
  LayerHeader nim = header();
  nim.table.game = TableGame::nimstring;
  const HeaderBytes bytes = sealed(golden({{8, {5}}, {19, {2}}}));
  EXPECT_EQ(write_header(nim, Finished::yes), bytes);
  EXPECT_EQ(read_header(bytes, ""), nim);
  EXPECT_NE(file_identity(nim), file_identity(header()));
  expect_damaged(sealed(golden({{8, {3}}, {19, {2}}})));
  expect_damaged(sealed(golden({{8, {5}}})));
  expect_newer(sealed(golden({{8, {5}}, {19, {3}}})));
}

TEST(LayerHeader, ACostOfTheLastMoveHasAVersionOfItsOwn) {
  LayerHeader costly = header();
  costly.table.last_move_cost = 2;
  const HeaderBytes bytes = sealed(golden({{8, {6}}, {22, {2}}}));
  EXPECT_EQ(write_header(costly, Finished::yes), bytes);
  EXPECT_EQ(read_header(bytes, ""), costly);
  EXPECT_NE(file_identity(costly), file_identity(header()));
  expect_newer(sealed(golden({{22, {2}}})));
  expect_newer(sealed(golden({{8, {5}}, {19, {2}}, {22, {2}}})));
  expect_damaged(sealed(golden({{8, {6}}})));
  expect_complaint(sealed(golden({{8, {6}}, {22, {32}}})), "costs 32 is too large for 3x4");
  expect_newer(sealed(golden({{8, {6}}, {22, {2}}, {23, {1}}})));
}

TEST(LayerHeader, ReadsWhatIsWritten) {
  EXPECT_EQ(read_header(golden(), ""), header());
  // More bytes may follow, because a reader passes the whole file.
  const HeaderBytes bytes = golden();
  std::vector<std::byte> file(bytes.begin(), bytes.end());
  file.resize(1000, std::byte{0xff});
  EXPECT_EQ(read_header(file, ""), header());
}

TEST(LayerHeader, IdentityIsTheHashOfTheIdentifyingFields) {
  EXPECT_EQ(file_identity(header()), 0xf542fd5c3c4376c6);
  LayerHeader other = header();
  other.blocks = other.stored = other.index_checksum = other.content_hash = 1;
  EXPECT_EQ(file_identity(other), 0xf542fd5c3c4376c6);
  other.layer = 20;
  EXPECT_NE(file_identity(other), file_identity(header()));
}

TEST(LayerHeader, RefusesOtherVersions) {
  for (const int version : {0, 4, 7, 255}) {
    expect_complaint(sealed(golden({{8, {version}}})),
                     "format version " + std::to_string(version) + ",");
  }
  // The version is checked first, because other versions may use other fields.
  expect_complaint(golden({{8, {4}}}), "format version 4,");
  expect_complaint(sealed(golden({{8, {3, 0, 0, 1}}})), "format version 16777219,");
}

// Values that earlier versions wrote; the remedy is to make the table again.
TEST(LayerHeader, RefusesOlderFiles) {
  for (const auto& [change, what] : {std::pair(Piece{8, {1}}, "format version 1"),
                                     {Piece{8, {2}}, "format version 2"},
                                     {Piece{20, {1}}, "codec 1"},
                                     {Piece{21, {1}}, "leaves out values of mirror images"},
                                     {Piece{21, {2}}, "leaves out values of mirror images"}}) {
    expect_complaint(sealed(golden({change})), what);
    expect_complaint(sealed(golden({change})),
                     "written by an older Pipopipette, which this one does not read; generate the "
                     "table again");
    EXPECT_EQ(complaint(golden({change})).find("older"), std::string::npos) << what;
  }
}

TEST(LayerHeader, RefusesUnfinishedFiles) {
  expect_complaint(write_header(header(), Finished::no), "was never finished");
}

TEST(LayerHeader, RefusesAWrongChecksum) {
  for (std::size_t i = 0; i < kHeaderBytes; ++i) {
    HeaderBytes bytes = golden();
    bytes[i] ^= std::byte{0x10};
    const std::string said = complaint(bytes);
    if (i >= 8 && i < 12) continue;  // an unknown version
    const char* const part = i < 8 ? "not a layer file" : "does not match its checksum";
    EXPECT_NE(said.find(part), std::string::npos) << said;
  }
}

TEST(LayerHeader, RefusesMalformedHeaders) {
  const HeaderBytes bytes = golden();
  for (const std::size_t length : {0, 1, 8, 655}) {
    expect_complaint(std::span(bytes).first(length), "truncated inside its header");
  }
  expect_complaint(sealed(golden({{0, {'p'}}})), "not a layer file");
  expect_complaint(sealed(golden({{7, {'S'}}})), "not a layer file");
}

// The checksum is right, but a field has a value that only a later version can write.
TEST(LayerHeader, RefusesUnknownValuesAsNewer) {
  for (const int meaning : {0, 3, 255}) expect_newer(sealed(golden({{19, {meaning}}})));
  for (const int codec : {0, 3, 255}) expect_newer(sealed(golden({{20, {codec}}})));
  for (const int left_out : {3, 255}) expect_newer(sealed(golden({{21, {left_out}}})));
  for (const std::size_t zero : {22, 23, 624, 630, 647})
    expect_newer(sealed(golden({{zero, {1}}})));
  // With a wrong checksum the same bytes are damage.
  for (const std::size_t at : {19, 20, 21, 22, 647}) {
    EXPECT_EQ(complaint(golden({{at, {9}}})).find("newer"), std::string::npos) << at;
  }
}

// The checksum is right, but no version writes these values.
TEST(LayerHeader, RefusesValuesThatNoVersionWrites) {
  expect_damaged(sealed(golden({{12, {0x98}}})));  // bytes of the header
  expect_damaged(sealed(golden({{19, {2}}})));     // nim-values
  expect_damaged(sealed(golden({{96, {'f'}}})));   // "fINISHED"
}

TEST(LayerHeader, OfAnyVersionIsWholeIfItsChecksumIsRight) {
  EXPECT_TRUE(is_whole_header(golden()));
  EXPECT_TRUE(is_whole_header(sealed(golden({{8, {9}}}))));
  EXPECT_FALSE(is_whole_header(golden({{8, {9}}})));
  for (const int size : {0, 7, 39, 255}) {
    EXPECT_FALSE(is_whole_header(sealed(golden({{12, {size, 0}}})))) << size;
    EXPECT_FALSE(is_whole_header(sealed(golden({{12, {size, 255, 255, 255}}})))) << size;
  }
  const HeaderBytes bytes = golden();
  EXPECT_FALSE(is_whole_header(std::span(bytes).first(655)));
  // A later version may have a longer header.
  std::vector<std::byte> longer(bytes.begin(), bytes.end());
  longer.resize(664);
  longer[8] = std::byte{9};
  longer[12] = std::byte{0x98};
  const std::uint64_t checksum = XXH3_64bits(longer.data(), 656);
  for (std::size_t i = 0; i < 8; ++i) longer[656 + i] = static_cast<std::byte>(checksum >> 8 * i);
  EXPECT_TRUE(is_whole_header(longer));
}

TEST(LayerHeader, RefusesInvalidBoards) {
  expect_complaint(sealed(golden({{16, {0}}})), "0x4");
  expect_complaint(sealed(golden({{16, {9, 9}}})), "9x9");
}

}  // namespace pipo::layer_header_test
