// The values of all positions that contain a start, packed in memory: a table without files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "generator/sweep/sweep.hpp"
#include "pipopipette/position.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/space/locator.hpp"
#include "probe/space/state_space.hpp"

namespace pipo {

// The bytes of a table for each of its values, a little more than measured.
constexpr double kSweptTableBytes = 0.75;

class SweptTable {
 public:
  // `space` is that of the start.
  SweptTable(std::shared_ptr<const StateSpace> space, LastMoveCost last_move_cost);

  // Adds finished sections, whole ones. One thread at a time may call this, and none may look up
  // values meanwhile.
  void add(std::span<const SectionRows> finished);

  // Returns whether a mirror image of the position contains the start.
  bool covers(const Position& position) const { return overlay_of(position) != nullptr; }

  // Returns the value of a quiet position that is covered. Any thread may call this once all
  // sections have been added.
  int quiet_value(const Position& quiet) const;

  // Returns the number of drawn edges of the start.
  int start_layer() const { return count_bits(space_->cut().start()); }

  std::uint64_t bytes() const { return bytes_; }

 private:
  // The packed values of a section, row by row (packing.hpp).
  struct Section {
    std::uint64_t offset = 0;
    std::uint32_t chunk = 0;
    std::int8_t minimum = 0;
    std::uint8_t bits = 0;
  };

  const Overlay* overlay_of(const Position& position) const;
  std::uint32_t line_bytes(const SectionKey& key, const Section& section) const;

  std::shared_ptr<const StateSpace> space_;
  LastMoveCost last_move_cost_;
  std::vector<Overlay> overlays_;             // of positions of the turned board
  std::vector<Overlay> transposed_overlays_;  // of positions of its transpose, unless it is square
  std::unordered_map<std::uint64_t, Section> sections_;
  std::vector<std::vector<std::byte>> chunks_;  // the sections of each add()
  std::uint64_t bytes_ = 0;
};

}  // namespace pipo
