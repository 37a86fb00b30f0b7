// The hash and histogram of the values in a layer file, to be compared with its header.
#pragma once

#include <cstdint>

#include "probe/base/poll.hpp"
#include "probe/file/histogram.hpp"
#include "probe/file/layer_file.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

struct LayerContent {
  std::uint64_t hash = 0;
  Histogram values;  // the stored ones
};

// Reads every block of the file, section by section, in the calling thread. Throws DamagedTable.
// `poll`, if given, is called before each section and may throw to stop the work.
LayerContent layer_content(const TableSpace& space, const LayerFile& file, const Poll& poll = {});

// Throws DamagedTable unless the content matches the header.
void check_content(const LayerFile& file, const LayerContent& content);

}  // namespace pipo
