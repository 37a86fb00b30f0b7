// Lookups of many positions at once. All threads locate the positions, which are then sorted by
// block and answered block by block, so that each block is unpacked once.
//
// The values of positions in omitted layers are computed. Each of them has its own search
// (LookAhead). In each round, every search continues until it needs a value that is not yet known.
// The values that the searches need next are looked up together in kept layers, so that a block is
// unpacked once a round, not once a search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/position.hpp"
#include "pipopipette/tables.hpp"
#include "probe/table/block_cache.hpp"
#include "probe/table/look_ahead.hpp"

namespace pipo {

// Computes the values of many quiet positions of one board in omitted layers.
class BatchLookAhead {
 public:
  // Positions at a time; each takes about a KiB.
  static constexpr std::size_t kMost = std::size_t{1} << 16;

  // `set` must outlive this. Uses `threads` threads, and sorts `round` lookups at a time.
  BatchLookAhead(const TableSet& set, const Board& board, unsigned threads, std::size_t round)
      : set_(set), board_(board), threads_(threads), round_(round) {}

  // Returns their values, or kDamaged for those that need a block that cannot be used. At most
  // kMost positions.
  std::vector<std::int8_t> values(std::span<const EdgeSet> quiet);

 private:
  // Neighbouring positions, whose searches one thread continues.
  struct Part {
    struct Request {
      LookAhead::Wanted wanted;
      std::size_t number = 0;  // of the position
    };
    std::size_t begin = 0;
    std::size_t end = 0;
    std::vector<KnownBounds> known = {};
    std::vector<Request> requests = {};
  };

  void learn(Part& part, std::span<const std::int8_t> found, std::span<std::int8_t> values) const;
  void search(Part& part, std::span<const EdgeSet> quiet, std::span<std::int8_t> values) const;
  std::vector<std::int8_t> look_up(std::span<const Part> parts) const;

  const TableSet& set_;
  Board board_;
  unsigned threads_;
  std::size_t round_;
};

class TableSet;

// Positions sorted at once by default; their places take 64 MiB.
constexpr std::size_t kDefaultBatch = TablesOptions{}.batch_positions;

// Positions of a round are numbered by 32 bits.
constexpr std::size_t kMostInARound = std::numeric_limits<std::uint32_t>::max();

// The error of the first position that has one.
class FirstError {
 public:
  static constexpr std::size_t kNone = ~std::size_t{0};

  // Keeps the current exception if the position is before all others that had one. Must be called
  // in an exception handler.
  void note(std::size_t position);

  // Throws the error if its position is before this one.
  void throw_before(std::size_t position) const;

 private:
  std::mutex mutex_;
  std::size_t position_ = kNone;
  std::exception_ptr error_;
};

// Calls f. Returns whether the tables that it needs can be used; if not, notes the error.
template <typename F>
bool usable(FirstError& errors, std::size_t position, F f) {
  try {
    f();
    return true;
  } catch (const DamagedTable&) {
    errors.note(position);
  } catch (const MissingTable&) {
    errors.note(position);
  }
  return false;
}

// A batch: its positions, by number, and the destination of their values.
class BatchLookup {
 public:
  // Returns the position with a number. A number may have no position; its result is left as it is.
  using PositionOf = std::function<std::optional<Position>(std::size_t)>;

  // Locates, sorts and answers `round` positions at a time.
  BatchLookup(const TableSet& set, PositionOf position_of, std::span<std::int8_t> results,
              unsigned threads, std::size_t round = kDefaultBatch);

  // Writes values, kNotCovered or kDamaged. Throws what Tables::find_values throws, but no errors
  // of tables.
  void answer();

  // Returns the errors of tables.
  const FirstError& errors() const { return errors_; }

 private:
  // The place of the value of the quiet position to which a position settles, and the numbers to
  // compute its own value from that one (identity (A) of board/settle.hpp).
  struct PendingLookup {
    BlockKey block = 0;
    std::uint32_t number = 0;
    std::uint8_t row = 0;
    std::uint8_t column = 0;
    std::int8_t captured = 0;
    std::uint8_t handout_and_parity = 0;

    std::int8_t value(TableGame game, const PackedBlock& in) const;
  };
  static_assert(sizeof(PendingLookup) == 16);

  void answer_alone(std::size_t number);
  void answer_round();
  PendingLookup locate(std::size_t i);
  PendingLookup located(const Position& position, std::size_t i) const;
  void answer_chunk(std::size_t from);
  void answer_block(std::span<const PendingLookup> asked);
  void answer_by_others(std::span<const PendingLookup> asked, const std::string& problem);
  void answer_omitted();
  std::vector<std::size_t> omitted_positions() const;
  void answer_omitted(const Board& board, std::span<const std::size_t> numbers);

  const TableSet& set_;
  PositionOf position_of_;
  std::span<std::int8_t> results_;
  unsigned threads_;
  std::size_t round_;
  std::size_t first_ = 0;  // of the round
  std::vector<PendingLookup> pending_;
  FirstError errors_;
};

}  // namespace pipo
