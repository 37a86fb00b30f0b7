#include "probe/table/layer_content.hpp"

#include <array>
#include <span>
#include <vector>

#include "probe/file/content_hash.hpp"
#include "probe/file/damaged.hpp"
#include "probe/table/section_reader.hpp"

namespace pipo {

namespace {

// Counts the stored values of a section.
Histogram stored_values(const TableSpace& space, const StoredSection& section,
                        std::span<const std::int8_t> matrix) {
  std::array<std::uint64_t, 256> counts{};
  for (std::uint32_t row = 0; row * std::size_t{section.columns} < matrix.size(); ++row) {
    for (const std::int8_t value :
         matrix.subspan(std::size_t{row} * section.columns, stored_columns(space, section, row))) {
      ++counts[static_cast<std::uint8_t>(value)];
    }
  }
  Histogram histogram;
  for (int margin = -kMaximumMargin; margin <= kMaximumMargin; ++margin) {
    histogram[margin] = counts[static_cast<std::uint8_t>(margin)];
  }
  return histogram;
}

}  // namespace

LayerContent layer_content(const TableSpace& space, const LayerFile& file, const Poll& poll) {
  std::vector<std::int8_t> matrix;
  std::vector<std::uint64_t> hashes;
  LayerContent content;
  for (const StoredSection& section : file.layout().sections()) {
    if (poll) poll();
    const SectionPart part = whole(space.states(), section.key);
    matrix.resize(part.values());
    SectionReader(space, file.layout(), part).read(file, matrix.data());
    content.values.add(stored_values(space, section, matrix));
    hashes.push_back(section_hash(section.key, matrix));
  }
  content.hash = combined_hash(hashes);
  return content;
}

void check_content(const LayerFile& file, const LayerContent& content) {
  if (content.hash != file.header().content_hash) {
    throw_damaged(file.path().string(), "its values do not match its content hash");
  }
  if (content.values != file.header().values) {
    throw_damaged(file.path().string(), "its values do not match its histogram");
  }
}

}  // namespace pipo
