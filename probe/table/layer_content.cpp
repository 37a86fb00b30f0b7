#include "probe/table/layer_content.hpp"

#include <array>
#include <vector>

#include "probe/file/content_hash.hpp"
#include "probe/file/damaged.hpp"
#include "probe/table/section_reader.hpp"

namespace pipo {

// No value equals kDontCare, since the decoder refuses numbers that cannot be margins.
Histogram histogram_of(std::span<const std::int8_t> values) {
  std::array<std::uint64_t, 256> counts{};
  for (const std::int8_t value : values) ++counts[static_cast<std::uint8_t>(value)];
  Histogram histogram;
  for (int margin = -kMaximumMargin; margin <= kMaximumMargin; ++margin) {
    histogram[margin] = counts[static_cast<std::uint8_t>(margin)];
  }
  return histogram;
}

LayerContent layer_content(const TableSpace& space, const LayerFile& file, const Poll& poll) {
  const SectionReader reader(space);
  std::vector<std::int8_t> matrix;
  std::vector<std::uint64_t> hashes;
  LayerContent content;
  for (const StoredSection& section : file.layout().sections()) {
    if (poll) poll();
    matrix.resize(std::size_t{space.states().rows(section.key)} * section.columns);
    reader.read_stored(file, section.key, matrix.data());
    content.values.add(histogram_of(matrix));
    reader.fill_twins(file, section.key, matrix.data());
    hashes.push_back(section_hash(section.key, matrix));
  }
  content.hash = combined_hash(hashes);
  return content;
}

void check_content(const LayerFile& file, const LayerContent& content) {
  if (content.hash != file.header().content_hash) {
    throw_damaged(file.path().string(), "its values do not match its content hash");
  }
  // Don't-care entries are not counted, so this also checks the number of values.
  if (content.values != file.header().values) {
    throw_damaged(file.path().string(), "its values do not match its histogram");
  }
}

}  // namespace pipo
