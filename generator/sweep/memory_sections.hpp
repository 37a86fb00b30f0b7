// Sections kept in memory, a layer an allocation, until no later move can reach them.
#pragma once

#include <cstdint>
#include <vector>

#include "generator/sweep/finished_sections.hpp"

namespace pipo {

class MemorySections final : public FinishedSections {
 public:
  explicit MemorySections(const StateSpace& space);
  ~MemorySections() override;
  MemorySections(const MemorySections&) = delete;
  MemorySections& operator=(const MemorySections&) = delete;

  // Makes room for the canonical sections of a layer; their values are undefined until written.
  // Throws NoSpace.
  void add_layer(int layer, const std::vector<SectionKey>& keys);

  // Gives a layer's memory back. Its sections must not be asked for again.
  void drop_layer(int layer);

  // A section of a layer that was added, to be written.
  std::int8_t* data(const SectionKey& key) const { return place(key); }

  Strip strip(const SectionKey& key, Orientation orientation, std::uint32_t first_column,
              std::uint32_t columns, StripScratch& scratch) const override;
  Strip rows(const SectionKey& key) const override { return {place(key), space_.columns(key)}; }

  // Bytes held now.
  std::uint64_t bytes() const { return bytes_; }

 private:
  struct Layer {
    std::int8_t* memory = nullptr;
    std::size_t bytes = 0;
  };
  std::size_t index(const SectionKey& key) const {
    return (seam_number_[key.seam] * lower_counts_ + key.lower) * upper_counts_ + key.upper;
  }
  std::int8_t* place(const SectionKey& key) const { return places_[index(key)]; }

  const StateSpace& space_;
  std::vector<std::size_t> seam_number_;  // by seam, of representatives
  std::size_t lower_counts_;
  std::size_t upper_counts_;
  std::vector<std::int8_t*> places_;    // by index()
  std::vector<std::uint32_t> columns_;  // by index()
  std::vector<Layer> layers_;
  std::uint64_t bytes_ = 0;
};

}  // namespace pipo
