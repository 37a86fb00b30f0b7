// Changed layer files. The first byte of the input chooses the layer of a small table, and whether
// all checksums are recomputed after the changes, so that the checks behind them are reached. The
// rest of the input is a list of changes, each a byte for its kind and
//
//     a byte of the file    place (2), the number to add (1)
//     a field of the header number (1), its new value (8)
//     an entry of the index number (1), field (1), its new value (4)
//     a block               number (1), length (2), its new bytes; later bytes move
//     the length            length of the file (2), filled up with zeros
//
// with the number of bytes in parentheses, the lowest byte first. Any file is refused as damaged or
// read; and if the checksums are those of the writer, the values are right.
#include <sys/mman.h>
#include <unistd.h>
#include <xxhash.h>

#include <array>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pipopipette/error.hpp"
#include "probe/file/block_index.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/layer_file.hpp"
#include "probe/file/little_endian.hpp"
#include "probe/table/section_reader.hpp"
#include "tests/fuzz/property.hpp"
#include "tests/oracle/depth_first.hpp"
#include "tests/support/files.hpp"
#include "tests/support/oracle_table.hpp"

namespace pipo::fuzz {
namespace {

using Bytes = std::vector<std::byte>;

// A layer as it was written, with its values.
struct Layer {
  std::shared_ptr<const TableSpace> space;
  std::shared_ptr<const LayerLayout> layout;
  std::vector<std::vector<std::int8_t>> sections;  // dense
  Bytes file;
};

Bytes as_bytes(const std::string& text) {
  const auto* const begin = reinterpret_cast<const std::byte*>(text.data());
  return {begin, begin + text.size()};
}

void add_layers(const TableIdentity& table, std::initializer_list<int> numbers,
                std::vector<Layer>& layers) {
  const auto space = std::make_shared<const TableSpace>(table);
  const StateSpace& states = space->states();
  oracle::DepthFirst oracle(table.board.rows(), table.board.columns(), 16);
  const Values values = [&](EdgeSet drawn) { return oracle.value(drawn); };
  for (const int number : numbers) {
    Layer& layer = layers.emplace_back();
    layer.space = space;
    layer.layout = std::make_shared<const LayerLayout>(states, number);
    for (const StoredSection& section : layer.layout->sections()) {
      layer.sections.push_back(dense_section(states, table, section.key, values));
    }
    const TemporaryFolder folder;
    LayerWriter writer(*space, folder.path());
    write_layer(writer, states, number, [&](const SectionKey& key) {
      return layer.sections.at(layer.layout->find(key).value()).data();
    });
    writer.finish();
    layer.file = as_bytes(test::contents(folder / layer_file_name(number)));
  }
}

// Layers with sections of every kind of storage, and blocks of every kind.
std::vector<Layer> all_layers() {
  std::vector<Layer> layers;
  add_layers({Board(2, 2), 0}, {0, 5, 6, 7, 12}, layers);
  add_layers({Board(2, 3), 0}, {8, 14}, layers);
  add_layers({Board(2, 3), Board(2, 3).outer()}, {12}, layers);
  add_layers({Board(1, 6), 0}, {7, 9}, layers);
  add_layers({Board(2, 4), 0}, {12, 10}, layers);
  return layers;
}

// Reads numbers from the input; zeros after its end.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}

  bool empty() const { return left_ == 0; }

  std::uint64_t number(int bytes) {
    std::uint64_t number = 0;
    for (int i = 0; i < bytes && left_ > 0; ++i, ++data_, --left_) {
      number |= std::uint64_t{*data_} << (8 * i);
    }
    return number;
  }

  Bytes bytes(std::size_t count) {
    Bytes bytes;
    for (; count > 0 && left_ > 0; --count) bytes.push_back(static_cast<std::byte>(number(1)));
    return bytes;
  }

 private:
  const std::uint8_t* data_;
  std::size_t left_;
};

// The places and lengths of the header's fields (docs/format.md), except checksums.
struct Field {
  std::size_t at;
  std::size_t bytes;
};
constexpr std::array<Field, 21> kFields = {{
    {0, 8},  {8, 4},  {12, 4}, {16, 1}, {17, 1}, {18, 1},  {19, 1},
    {20, 1}, {21, 1}, {22, 2}, {24, 8}, {32, 4}, {36, 4},  {40, 8},
    {48, 8}, {56, 8}, {64, 8}, {72, 8}, {88, 8}, {104, 8}, {360, 8},
}};
constexpr std::size_t kIdentityBytes = 40;
constexpr std::size_t kBlocksAt = 48;
constexpr std::size_t kIndexOffsetAt = 64;
constexpr std::size_t kFileBytesAt = 72;
constexpr std::size_t kIndexChecksumAt = 80;
constexpr std::size_t kChecksumAt = kHeaderBytes - 8;

// The part of a file, if it lies inside of it.
std::optional<std::span<std::byte>> part(Bytes& file, std::uint64_t at, std::uint64_t bytes) {
  if (at > file.size() || bytes > file.size() - at) return std::nullopt;
  return std::span(file).subspan(at, bytes);
}

void patch(Bytes& file, std::uint64_t at, std::uint64_t number, std::size_t bytes) {
  const auto there = part(file, at, bytes);
  if (!there) return;
  for (std::size_t i = 0; i < bytes; ++i) (*there)[i] = static_cast<std::byte>(number >> (8 * i));
}

// The block index at the place that the header names.
std::optional<std::span<std::byte>> index_of(Bytes& file) {
  if (file.size() < kHeaderBytes) return std::nullopt;
  const auto blocks = load<std::uint64_t>(file.data() + kBlocksAt);
  if (blocks > file.size()) return std::nullopt;
  return part(file, load<std::uint64_t>(file.data() + kIndexOffsetAt), blocks * kIndexEntryBytes);
}

void replace_block(Bytes& file, std::uint64_t number, const Bytes& bytes) {
  const auto there = index_of(file);
  if (!there || there->empty()) return;
  std::vector<IndexEntry> index = read_index(*there);
  IndexEntry& entry = index[number % index.size()];
  if (!part(file, entry.offset, entry.bytes)) return;
  const auto begin = file.begin() + static_cast<std::ptrdiff_t>(entry.offset);
  const auto behind = file.erase(begin, begin + entry.bytes);
  file.insert(behind, bytes.begin(), bytes.end());
  const std::uint64_t longer = bytes.size() - entry.bytes;
  entry.bytes = static_cast<std::uint32_t>(bytes.size());
  for (IndexEntry& other : index) {
    if (other.offset > entry.offset) other.offset += longer;
  }
  for (const std::size_t at : {kIndexOffsetAt, kFileBytesAt}) {
    patch(file, at, load<std::uint64_t>(file.data() + at) + longer, 8);
  }
  const auto moved = index_of(file);
  const Bytes written = write_index(index);
  if (moved && moved->size() == written.size())
    std::copy(written.begin(), written.end(), moved->begin());
}

void change_index(Bytes& file, std::uint64_t number, std::uint64_t field, std::uint64_t value) {
  const auto index = index_of(file);
  if (!index || index->empty()) return;
  const std::size_t entry = number % (index->size() / kIndexEntryBytes) * kIndexEntryBytes;
  store(index->data() + entry + field % 6 * 4, static_cast<std::uint32_t>(value));
}

void change(Input& input, Bytes& file) {
  switch (input.number(1) % 5) {
    case 0: {
      const std::uint64_t at = input.number(2);
      const std::uint64_t more = input.number(1);
      if (at < file.size()) patch(file, at, std::to_integer<std::uint64_t>(file[at]) + more, 1);
      break;
    }
    case 1: {
      const Field& field = kFields.at(input.number(1) % kFields.size());
      patch(file, field.at, input.number(8), field.bytes);
      break;
    }
    case 2: {
      const std::uint64_t number = input.number(1);
      const std::uint64_t field = input.number(1);
      change_index(file, number, field, input.number(4));
      break;
    }
    case 3: {
      const std::uint64_t number = input.number(1);
      const std::uint64_t length = input.number(2);
      replace_block(file, number, input.bytes(length));
      break;
    }
    default:
      file.resize(input.number(2));
  }
}

// Recomputes all checksums whose data exist.
void forge(Bytes& file) {
  if (file.size() < kHeaderBytes) return;
  const std::uint64_t identity = XXH3_64bits(file.data(), kIdentityBytes);
  if (const auto index = index_of(file)) {
    std::vector<IndexEntry> entries = read_index(*index);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const auto block = part(file, entries[i].offset, entries[i].bytes);
      if (block) entries[i].checksum = block_checksum(*block, identity, i);
    }
    const Bytes written = write_index(entries);
    std::copy(written.begin(), written.end(), index->begin());
    StreamedHash checksum = index_checksum(identity);
    checksum.add(written);
    patch(file, kIndexChecksumAt, checksum.value(), 8);
  }
  patch(file, kChecksumAt, XXH3_64bits(file.data(), kChecksumAt), 8);
}

// A file in memory, with a path like any other.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(::memfd_create("layer", MFD_CLOEXEC)) {
    require(descriptor_ >= 0, "there is a file in memory");
  }

  void hold(const Bytes& bytes) const {
    require(::ftruncate(descriptor_, 0) == 0 && ::pwrite(descriptor_, bytes.data(), bytes.size(),
                                                         0) == static_cast<ssize_t>(bytes.size()),
            "the file in memory can be written");
  }

  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

// Reads every place of every block separately, as questions do.
void check_places(const LayerFile& file) {
  PackedBlock block;
  std::vector<std::int8_t> halved;
  for (std::uint64_t number = 0; number < file.layout().blocks(); ++number) {
    const BlockExtent place = file.layout().block(number);
    file.read_block(number, block);
    block.unpack(halved);
    require(halved.size() == std::size_t{place.rows} * place.columns, "a block fills its place");
    for (std::uint32_t row = 0; row < place.rows; ++row) {
      for (std::uint32_t column = 0; column < place.columns; ++column) {
        const int value = halved[std::size_t{row} * place.columns + column];
        require(value >= -16 && value <= 31, "twice a halved value, and one more, is a byte");
        require(block.halved(row, column) == value, "a block unpacked says what its places say");
      }
    }
  }
}

void check_sections(const Layer& layer, const LayerFile& file, bool forged) {
  std::vector<std::int8_t> values;
  for (std::size_t i = 0; i < layer.sections.size(); ++i) {
    const SectionKey& key = layer.layout->sections()[i].key;
    values.resize(layer.sections[i].size());
    SectionReader(*layer.space, file.layout(), whole(layer.space->states(), key))
        .read(file, values.data());
    require(forged || values == layer.sections[i], "a value that is read is right");
  }
}

}  // namespace
}  // namespace pipo::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pipo;
  using namespace pipo::fuzz;
  static const std::vector<Layer> layers = all_layers();
  static const MemoryFile memory;
  Input input(data, size);
  const std::uint64_t choice = input.number(1);
  const bool forged = choice >= 128;
  const Layer& layer = layers[choice % 128 % layers.size()];
  Bytes bytes = layer.file;
  while (!input.empty()) change(input, bytes);
  if (forged) forge(bytes);
  memory.hold(bytes);
  try {
    const IndexReading index{.most_in_memory = choice % 2 == 0 ? kMostBlocksInMemory : 0};
    const LayerFile file(memory.path(), layer.space->identity(), *layer.layout, KeepOpen::yes,
                         index);
    check_places(file);
    check_sections(layer, file, forged);
    check_content(file, layer_content(*layer.space, file));
  } catch (const DamagedTable& error) {
    require_message(error.what());
    require(bytes != layer.file, "an intact file is not refused");
  }
  return 0;
}
