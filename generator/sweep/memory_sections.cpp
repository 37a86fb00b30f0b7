#include "generator/sweep/memory_sections.hpp"

#include <fmt/core.h>

#include <new>

#include "pipopipette/error.hpp"
#include "probe/base/sizes.hpp"

namespace pipo {

MemorySections::MemorySections(LoadedSections& loaded)
    : loaded_(loaded), layers_(loaded.space().last_layer() + 1) {}

void MemorySections::add_layer(int layer, const std::vector<SectionKey>& keys) {
  std::size_t bytes = 0;
  for (const SectionKey& key : keys) bytes += loaded_.bytes(key);
  if (bytes == 0) return;
  Layer& added = layers_[layer];
  try {
    added = {ValueMemory(bytes), keys};
  } catch (const std::bad_alloc&) {
    throw NoSpace(fmt::format(
        "{}, layer {}: no memory for {} of values; free some, or allow less with --memory",
        loaded_.space().cut().turned().name(), layer, human_bytes(bytes)));
  }
  std::int8_t* place = added.memory.data();
  for (const SectionKey& key : keys) {
    loaded_.set(key, place);
    place += loaded_.bytes(key);
  }
}

void MemorySections::drop_layer(int layer) {
  for (const SectionKey& key : layers_[layer].keys) loaded_.set(key, nullptr);
  layers_[layer] = {};
}

}  // namespace pipo
