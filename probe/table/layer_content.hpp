// What the values in a layer's file amount to, held against what its header says of them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "probe/file/histogram.hpp"
#include "probe/file/layer_file.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

struct LayerContent {
  std::uint64_t hash = 0;
  Histogram values;
};

// How often each value occurs; blanks are not counted.
Histogram histogram_of(std::span<const std::int8_t> values);

// Reads every block of the file, a section at a time; one thread. Throws DamagedTable. Not for
// tables thinned to a square, whose sections have twins in other ones. `poll`, if there is one, is
// called for each section, to let it throw.
LayerContent layer_content(const TableSpace& space, const LayerFile& file,
                           const std::function<void()>& poll = {});

// Throws DamagedTable unless this is what the header says.
void check_content(const LayerFile& file, const LayerContent& content);

}  // namespace pipo
