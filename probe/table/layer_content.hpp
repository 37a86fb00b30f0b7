// The hash and histogram of the values in a layer file, to be compared with its header.
#pragma once

#include <cstdint>
#include <span>

#include "probe/base/poll.hpp"
#include "probe/file/histogram.hpp"
#include "probe/file/layer_file.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

struct LayerContent {
  std::uint64_t hash = 0;
  Histogram values;
};

// Counts how often each margin occurs; don't-care entries are not counted.
Histogram histogram_of(std::span<const std::int8_t> values);

// Reads every block of the file, section by section, in the calling thread. Throws DamagedTable. It
// does not work for tables with Thinning::square, whose sections have twins in other sections.
// `poll`, if given, is called before each section and may throw to stop the work.
LayerContent layer_content(const TableSpace& space, const LayerFile& file, const Poll& poll = {});

// Throws DamagedTable unless the content matches the header.
void check_content(const LayerFile& file, const LayerContent& content);

}  // namespace pipo
