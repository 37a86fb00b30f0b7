#include "solve/swept_table.hpp"

#include <algorithm>
#include <utility>

#include "parallel/threads.hpp"
#include "probe/base/narrow.hpp"
#include "probe/board/outer.hpp"
#include "probe/codec/packed_block.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {
namespace {

std::uint64_t number_of(const SectionKey& key) {
  return std::uint64_t{key.seam} << 16 | static_cast<unsigned>(key.lower << 8 | key.upper);
}

// The approximate memory, in bytes, of a section's entry in the hash table.
constexpr std::uint64_t kEntryBytes = 64;

}  // namespace

SweptTable::SweptTable(std::shared_ptr<const StateSpace> space, LastMoveCost last_move_cost)
    : space_(std::move(space)), last_move_cost_(last_move_cost) {
  const Cut& cut = space_->cut();
  bytes_ = space_->bytes();
  overlays_ = Overlay::all(cut.turned(), cut);
  if (cut.turned().rows() == cut.turned().columns()) return;
  transposed_overlays_ = Overlay::all(cut.turned().transposed(), cut);
}

const Overlay* SweptTable::overlay_of(const Position& position) const {
  const Board& turned = space_->cut().turned();
  const bool same = position.board == turned;
  if (!same && position.board != turned.transposed()) return nullptr;
  const auto& overlays = same ? overlays_ : transposed_overlays_;
  const auto found = std::ranges::find_if(
      overlays, [&](const Overlay& overlay) { return overlay.covers(position.drawn); });
  return found == overlays.end() ? nullptr : &*found;
}

void SweptTable::add(std::span<const SectionRows> finished) {
  std::vector<Section> sections(finished.size());
  std::vector<std::byte> chunk;
  // A thread that waits here must not take up a long task of the sweep meanwhile.
  call_isolated([&] {
    parallel_loop(std::size_t{0}, finished.size(), [&](std::size_t i) {
      const Range range =
          range_of({finished[i].at(0, 0), narrow<std::size_t>(finished[i].values())});
      sections[i].minimum = static_cast<std::int8_t>(range.least >> 1);
      sections[i].bits = bits_for((range.greatest >> 1) - sections[i].minimum);
    });
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < finished.size(); ++i) {
      sections[i].chunk = static_cast<std::uint32_t>(chunks_.size());
      sections[i].offset = bytes;
      bytes += std::uint64_t{finished[i].end_row()} * line_bytes(finished[i].key(), sections[i]);
    }
    chunk.resize(narrow<std::size_t>(bytes));
    parallel_loop(std::size_t{0}, finished.size(), [&](std::size_t i) {
      std::byte* to = chunk.data() + sections[i].offset;
      for (std::uint32_t row = 0; row < finished[i].end_row(); ++row) {
        pack_line({finished[i].at(row, 0), finished[i].columns()}, sections[i].bits,
                  sections[i].minimum, to);
        to += line_bytes(finished[i].key(), sections[i]);
      }
    });
  });
  for (std::size_t i = 0; i < finished.size(); ++i)
    sections_[number_of(finished[i].key())] = sections[i];
  bytes_ += chunk.size() + kEntryBytes * finished.size();
  chunks_.push_back(std::move(chunk));
}

std::uint32_t SweptTable::line_bytes(const SectionKey& key, const Section& section) const {
  return packed_line_bytes(space_->columns(key), section.bits);
}

int SweptTable::quiet_value(const Position& quiet) const {
  const Cut& cut = space_->cut();
  const EdgeSet turned = image_of_edges(quiet.board, overlay_of(quiet)->image, quiet.drawn);
  const MatrixCell place = space_->locate(merge_outer(cut.turned(), turned, cut.start()));
  const Section& section = sections_.at(number_of(place.key));
  int halved = section.minimum;
  if (section.bits > 0) {
    const std::uint64_t bit = std::uint64_t{place.column} * section.bits;
    const std::byte byte = chunks_[section.chunk][static_cast<std::size_t>(
        section.offset + bit / 8 + std::uint64_t{place.row} * line_bytes(place.key, section))];
    halved +=
        static_cast<int>(std::to_integer<unsigned>(byte) >> (bit % 8) & ((1U << section.bits) - 1));
  }
  return 2 * halved + margin_parity(quiet.board, quiet.drawn, last_move_cost_);
}

}  // namespace pipo
