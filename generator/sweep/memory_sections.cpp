#include "generator/sweep/memory_sections.hpp"

#include <sys/mman.h>

#include <string>

#include "probe/error.hpp"

namespace pipo {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kHugePage = std::size_t{1} << 21;

}  // namespace

MemorySections::MemorySections(LoadedSections& loaded)
    : loaded_(loaded), layers_(loaded.space().last_layer() + 1) {}

MemorySections::~MemorySections() {
  for (const Layer& layer : layers_) {
    if (layer.memory != nullptr) munmap(layer.memory, layer.bytes);
  }
}

void MemorySections::add_layer(int layer, const std::vector<SectionKey>& keys) {
  std::size_t bytes = 0;
  for (const SectionKey& key : keys) bytes += loaded_.bytes(key);
  if (bytes == 0) return;
  // Whole huge pages where they pay: much of the time spent on fresh memory is page faults.
  const std::size_t page = bytes >= 2 * kHugePage ? kHugePage : kPage;
  bytes = (bytes + page - 1) / page * page;
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    throw NoSpace(loaded_.space().cut().turned().name() + ", layer " + std::to_string(layer) +
                  ": no memory for " + std::to_string(bytes) +
                  " bytes of values; free some or choose a smaller board");
  }
  if (page == kHugePage) madvise(memory, bytes, MADV_HUGEPAGE);
  layers_[layer] = {static_cast<std::int8_t*>(memory), bytes, keys};
  bytes_ += bytes;
  std::int8_t* place = layers_[layer].memory;
  for (const SectionKey& key : keys) {
    loaded_.set(key, place);
    place += loaded_.bytes(key);
  }
}

void MemorySections::drop_layer(int layer) {
  Layer& dropped = layers_[layer];
  if (dropped.memory == nullptr) return;
  for (const SectionKey& key : dropped.keys) loaded_.set(key, nullptr);
  munmap(dropped.memory, dropped.bytes);
  bytes_ -= dropped.bytes;
  dropped = {};
}

}  // namespace pipo
