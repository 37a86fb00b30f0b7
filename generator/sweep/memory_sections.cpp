#include "generator/sweep/memory_sections.hpp"

#include <sys/mman.h>

#include <string>

#include "generator/kernels/kernels.hpp"
#include "probe/error.hpp"

namespace pipo {
namespace {

// Kernels work on multiples of 64 and may read that much past a section's end.
constexpr std::size_t kSlack = 64;
constexpr std::size_t kHugePage = std::size_t{1} << 21;

}  // namespace

MemorySections::MemorySections(const StateSpace& space)
    : space_(space),
      seam_number_(space.cut().seam_count(), 0),
      lower_counts_(space.half(Side::lower).maximum_drawn() + 1),
      upper_counts_(space.half(Side::upper).maximum_drawn() + 1),
      layers_(space.last_layer() + 1) {
  const auto& seams = space.representatives();
  for (std::size_t i = 0; i < seams.size(); ++i) seam_number_[seams[i]] = i;
  places_.assign(seams.size() * lower_counts_ * upper_counts_, nullptr);
  columns_.assign(places_.size(), 0);
}

MemorySections::~MemorySections() {
  for (const Layer& layer : layers_) {
    if (layer.memory != nullptr) munmap(layer.memory, layer.bytes);
  }
}

void MemorySections::add_layer(int layer, const std::vector<SectionKey>& keys) {
  std::size_t bytes = 0;
  for (const SectionKey& key : keys) {
    bytes += std::size_t{space_.rows(key)} * space_.columns(key) + kSlack;
  }
  if (bytes == 0) return;
  // Whole huge pages where they pay: most of the time spent on fresh memory is page faults.
  const std::size_t page = bytes >= 2 * kHugePage ? kHugePage : 4096;
  bytes = (bytes + page - 1) / page * page;
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    throw NoSpace(space_.cut().turned().name() + ", layer " + std::to_string(layer) +
                  ": no memory for " + std::to_string(bytes) +
                  " bytes of values; free some or choose a smaller board");
  }
  if (page == kHugePage) madvise(memory, bytes, MADV_HUGEPAGE);
  layers_[layer] = {static_cast<std::int8_t*>(memory), bytes};
  bytes_ += bytes;
  std::int8_t* place = layers_[layer].memory;
  for (const SectionKey& key : keys) {
    places_[index(key)] = place;
    columns_[index(key)] = space_.columns(key);
    place += std::size_t{space_.rows(key)} * space_.columns(key) + kSlack;
  }
}

void MemorySections::drop_layer(int layer) {
  Layer& dropped = layers_[layer];
  if (dropped.memory == nullptr) return;
  munmap(dropped.memory, dropped.bytes);
  bytes_ -= dropped.bytes;
  dropped = {};
}

Strip MemorySections::strip(const SectionKey& key, Orientation orientation,
                            std::uint32_t first_column, std::uint32_t columns,
                            StripScratch& scratch) const {
  const std::size_t at = index(key);
  const std::int8_t* data = places_[at];
  const std::size_t stored_columns = columns_[at];
  if (orientation == Orientation::lower_rows) return {data + first_column, stored_columns};
  const std::size_t stride = (columns + 63) / 64 * 64;
  std::int8_t* transposed = scratch.take(stored_columns * stride + kSlack);
  kernels().transpose(transposed, stride, data + std::size_t{first_column} * stored_columns,
                      stored_columns, columns, stored_columns);
  return {transposed, stride};
}

}  // namespace pipo
