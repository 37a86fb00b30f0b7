// The content of one table's files: its state space, the rows that the files keep, and the parities
// of values.
//
// *Kept rows.* If the seam of a section is its own left-right image, every entry has a twin with
// the same value: (c, u) and (mirror c, mirror u). Of two rows that are each other's mirror images
// only the one with the lower number is kept. A bitmap with running counts shows which rows are
// kept, and how many precede each: 0.25 bytes per row. The writer, Locator and SectionReader follow
// it.
//
// *Parities.* A margin is odd if and only if an odd number of boxes is left (or, if the last move
// has an odd cost, an even number): each box left changes it by one, and so does each point of the
// cost. Files therefore store
// halved values, and Parities gives the lowest bit. The completeness of a box depends only on the
// seam, or on the lower half with its border, or on the upper half with its border. The parity of
// an entry is therefore the exclusive or of the parities of its section, its row and its column.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "pipopipette/table_identity.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/space/state_space.hpp"

namespace pipo {

// The kept rows of one group of configurations, which are those listed under one border with the
// same number of drawn edges.
class KeptGroup {
 public:
  KeptGroup() = default;
  KeptGroup(const HalfIndex& half, BorderState border, int drawn);

  // The number of kept rows.
  std::uint32_t count() const { return count_; }

  bool kept(std::uint32_t row) const { return words_[row / 64].bits >> (row % 64) & 1U; }

  // Returns the number of kept rows before this one, which is its index among the kept rows.
  std::uint32_t compact(std::uint32_t row) const {
    const Word& word = words_[row / 64];
    const std::uint64_t before = word.bits & ((std::uint64_t{1} << (row % 64)) - 1);
    return word.before + static_cast<std::uint32_t>(count_bits(before));
  }

  // Returns `count` kept rows in ascending order, beginning with the one of index `first`.
  std::vector<std::uint32_t> rows(std::uint32_t first, std::uint32_t count) const;

 private:
  struct Word {
    std::uint64_t bits = 0;
    std::uint32_t before = 0;
  };
  std::vector<Word> words_;
  std::uint32_t count_ = 0;
};

class KeptRows {
 public:
  explicit KeptRows(const StateSpace& space);

  // True if only the kept rows of this seam's sections are stored.
  bool drops_rows(SeamState representative) const { return space_->drops_rows(representative); }

  // Returns the group of a section's rows. The section's seam must drop rows.
  const KeptGroup& group(const SectionKey& key) const {
    const BorderState border = space_->cut().border(key.seam, Side::lower);
    return groups_[border][static_cast<std::size_t>(key.lower)];
  }

 private:
  const StateSpace* space_;
  std::vector<std::vector<KeptGroup>>
      groups_;  // [border][drawn]; empty for a border if no seam with it drops rows
};

class Parities {
 public:
  // `space` must outlive this.
  explicit Parities(const StateSpace& space, LastMoveCost last_move_cost = 0);

  // Return one byte per row (column) of the section: 1 if an odd number of boxes of the half is
  // complete. The bytes are computed on the first call and kept for good. Any thread may call
  // these.
  const std::vector<std::uint8_t>& rows(const SectionKey& key) const;
  const std::vector<std::uint8_t>& columns(const SectionKey& key) const;

  // Returns 1 if the number of the board's boxes minus the seam's complete boxes, plus the cost of
  // the last move, is odd.
  std::uint8_t section(const SectionKey& key) const;

 private:
  struct Group {
    std::once_flag made;
    std::vector<std::uint8_t> parities;
  };

  const std::vector<std::uint8_t>& group(Side side, BorderState border, int drawn) const;

  const StateSpace* space_;
  LastMoveCost last_move_cost_;
  std::vector<std::unique_ptr<Group[]>> groups_[2];  // [side][border][drawn]
};

// Returns 1 if the boxes left and the cost of the last move are an odd number together.
std::uint8_t margin_parity(const Board& board, EdgeSet drawn, LastMoveCost last_move_cost);

// Writer, reader and checks of a table share one of these.
class TableSpace {
 public:
  explicit TableSpace(const TableIdentity& table);
  TableSpace(const TableSpace&) = delete;
  TableSpace& operator=(const TableSpace&) = delete;

  const TableIdentity& identity() const { return identity_; }
  const StateSpace& states() const { return states_; }
  const KeptRows& kept_rows() const { return kept_rows_; }
  const Parities& parities() const { return parities_; }

  // Maps a set of edges of the turned board to identity().board.
  EdgeSet turn_back(EdgeSet turned) const;

 private:
  TableIdentity identity_;
  StateSpace states_;
  KeptRows kept_rows_;
  Parities parities_;
};

}  // namespace pipo
