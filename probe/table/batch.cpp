#include "probe/table/batch.hpp"

#include <algorithm>
#include <boost/sort/spreadsort/spreadsort.hpp>
#include <limits>
#include <optional>
#include <utility>

#include "pipopipette/tables.hpp"
#include "probe/base/in_parallel.hpp"
#include "probe/board/settle.hpp"
#include "probe/space/game_values.hpp"
#include "probe/table/table_set.hpp"

namespace pipo {
namespace {

constexpr std::size_t kPart = 256;  // positions

constexpr std::int8_t kUnknown = kDrawn;  // in place of a value: the search continues

bool is_value(std::int8_t value) {
  return value != kNotCovered && value != kDamaged;
}

}  // namespace

std::vector<std::int8_t> BatchLookAhead::values(std::span<const EdgeSet> quiet) {
  std::vector<std::int8_t> values(quiet.size(), kUnknown);
  std::vector<Part> parts;
  for (std::size_t begin = 0; begin < quiet.size(); begin += kPart) {
    const std::size_t end = std::min(quiet.size(), begin + kPart);
    parts.push_back({.begin = begin, .end = end, .known = std::vector<KnownBounds>(end - begin)});
  }
  std::vector<std::int8_t> found;
  do {
    std::vector<std::size_t> first{0};  // the first request of each part
    for (const Part& part : parts) first.push_back(first.back() + part.requests.size());
    in_parallel(parts.size(), threads_, [&](std::size_t i) {
      learn(parts[i], std::span(found).subspan(first[i], first[i + 1] - first[i]), values);
      search(parts[i], quiet, values);
    });
    found = look_up(parts);
  } while (!found.empty());
  std::ranges::replace(values, kUnknown, kDamaged);
  return values;
}

// Passes the values found to the searches of a part that requested them. A search whose value was
// not found is abandoned.
void BatchLookAhead::learn(Part& part, std::span<const std::int8_t> found,
                           std::span<std::int8_t> values) const {
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto& [wanted, number] = part.requests[i];
    if (is_value(found[i])) {
      part.known[number - part.begin].set(wanted.merged, found[i]);
    } else {
      values[number] = kDamaged;
    }
  }
  part.requests.clear();
}

void BatchLookAhead::search(Part& part, std::span<const EdgeSet> quiet,
                            std::span<std::int8_t> values) const {
  LookAhead look_ahead(set_, board_, TableSet::kNoTable);
  std::vector<LookAhead::Wanted> wanted;
  for (std::size_t i = part.begin; i < part.end; ++i) {
    if (values[i] != kUnknown) continue;
    KnownBounds& known = part.known[i - part.begin];
    wanted.clear();
    if (const auto value = look_ahead.compute(quiet[i], known, wanted)) {
      values[i] = static_cast<std::int8_t>(*value);
      known = {};
    }
    for (const LookAhead::Wanted& one : wanted) part.requests.push_back({one, i});
  }
}

std::vector<std::int8_t> BatchLookAhead::look_up(std::span<const Part> parts) const {
  std::vector<EdgeSet> quiet;
  for (const Part& part : parts) {
    for (const Part::Request& request : part.requests) quiet.push_back(request.wanted.quiet);
  }
  std::vector<std::int8_t> found(quiet.size());
  BatchLookup(
      set_,
      [&](std::size_t i) {
        return std::optional(Position{board_, quiet[i]});
      },
      found, threads_, round_)
      .answer();
  return found;
}

namespace {

// Smaller batches are looked up one by one, since their positions seldom share a block.
constexpr std::size_t kFewest = 64;

// Positions that one thread locates or answers at a time: enough to make the cost of starting
// threads small in comparison.
constexpr std::size_t kChunk = 4096;

// The keys of positions without a block: no table covers them, those that do cannot be used, or
// there is no such position. No block has such keys, since there are fewer tables.
constexpr BlockKey kNowhere = std::numeric_limits<BlockKey>::max();
constexpr BlockKey kSpoiled = kNowhere - 1;
constexpr BlockKey kNotAsked = kNowhere - 2;

}  // namespace

void FirstError::note(std::size_t position) {
  const std::lock_guard lock(mutex_);
  if (position >= position_) return;
  position_ = position;
  error_ = std::current_exception();
}

void FirstError::throw_before(std::size_t position) const {
  if (position_ < position) std::rethrow_exception(error_);
}

std::int8_t BatchLookup::PendingLookup::value(TableGame game, const PackedBlock& in) const {
  const Settlement settlement{
      .quiet = 0, .captured = captured, .handout = static_cast<Handout>(handout_and_parity & ~1U)};
  const int stored = in.halved(row, column);
  const bool nimstring = game == TableGame::nimstring;
  return static_cast<std::int8_t>(
      settled_value(game, settlement, nimstring ? stored : 2 * stored + (handout_and_parity & 1)));
}

BatchLookup::BatchLookup(const TableSet& set, PositionOf position_of,
                         std::span<std::int8_t> results, unsigned threads, std::size_t round)
    : set_(set),
      position_of_(std::move(position_of)),
      results_(results),
      threads_(threads_for(threads)),
      round_(round) {}

BatchLookup::PendingLookup BatchLookup::located(const Position& position, std::size_t i) const {
  check_edges(position.board, position.drawn);
  if (!position.board.is_small()) {
    return {.block = kNowhere, .number = static_cast<std::uint32_t>(i)};
  }
  const Settlement settled = settle(position.board, position.drawn);
  const auto place = set_.find_place(position.board, settled.quiet);
  const int parity = margin_parity(position.board, settled.quiet, set_.last_move_cost());
  return {
      .block = place ? place->block : kNowhere,
      .number = static_cast<std::uint32_t>(i),
      .row = static_cast<std::uint8_t>(place ? place->row : 0),
      .column = static_cast<std::uint8_t>(place ? place->column : 0),
      .captured = static_cast<std::int8_t>(settled.captured),
      .handout_and_parity = static_cast<std::uint8_t>(static_cast<int>(settled.handout) | parity)};
}

void BatchLookup::answer() {
  if (results_.size() < kFewest) {
    for (std::size_t i = 0; i < results_.size(); ++i) answer_alone(i);
    return;
  }
  for (first_ = 0; first_ < results_.size(); first_ += round_) answer_round();
}

void BatchLookup::answer_alone(std::size_t number) {
  const std::optional<Position> position = position_of_(number);
  if (!position) return;
  std::int8_t& result = results_[number];
  result = kDamaged;
  usable(errors_, number, [&] {
    const std::optional<int> value = find_value(set_, *position);
    result = value ? static_cast<std::int8_t>(*value) : kNotCovered;
  });
}

BatchLookup::PendingLookup BatchLookup::locate(std::size_t i) {
  PendingLookup asked{.block = kNotAsked, .number = static_cast<std::uint32_t>(i)};
  const std::optional<Position> position = position_of_(first_ + i);
  if (!position) return asked;
  if (!usable(errors_, first_ + i, [&] { asked = located(*position, i); })) {
    asked.block = kSpoiled;
  }
  return asked;
}

void BatchLookup::answer_round() {
  pending_.resize(std::min(round_, results_.size() - first_));
  in_parallel((pending_.size() + kChunk - 1) / kChunk, threads_, [this](std::size_t chunk) {
    const std::size_t end = std::min(pending_.size(), (chunk + 1) * kChunk);
    for (std::size_t i = chunk * kChunk; i < end; ++i) pending_[i] = locate(i);
  });
  boost::sort::spreadsort::integer_sort(
      pending_.begin(), pending_.end(),
      [](const PendingLookup& asked, unsigned shift) { return asked.block >> shift; },
      [](const PendingLookup& a, const PendingLookup& b) { return a.block < b.block; });
  in_parallel((pending_.size() + kChunk - 1) / kChunk, threads_,
              [this](std::size_t chunk) { answer_chunk(chunk * kChunk); });
  answer_omitted();
}

// Answers the blocks whose first position is in the chunk.
void BatchLookup::answer_chunk(std::size_t from) {
  const std::size_t end = std::min(pending_.size(), from + kChunk);
  while (from > 0 && from < end && pending_[from].block == pending_[from - 1].block) ++from;
  while (from < end) {
    std::size_t to = from;
    while (to < pending_.size() && pending_[to].block == pending_[from].block) ++to;
    answer_block(std::span(pending_).subspan(from, to - from));
    from = to;
  }
}

void BatchLookup::answer_block(std::span<const PendingLookup> asked) {
  const BlockKey block = asked.front().block;
  if (block == kNotAsked) return;
  if (block == kNowhere || block == kSpoiled) {
    const std::int8_t mark = block == kNowhere ? kNotCovered : kDamaged;
    for (const PendingLookup& one : asked) results_[first_ + one.number] = mark;
    return;
  }
  if (!set_.is_kept(block)) return;  // answer_omitted() does
  try {
    set_.with_block(block, [&](const PackedBlock& content) {
      for (const PendingLookup& one : asked)
        results_[first_ + one.number] = one.value(set_.game(), content);
    });
  } catch (const DamagedTable& error) {
    answer_by_others(asked, error.what());
  } catch (const MissingTable& error) {
    answer_by_others(asked, error.what());
  }
}

// Looks up the positions in other tables. Must be called in the handler of the block's error,
// which is that of the positions that no other table can answer.
void BatchLookup::answer_by_others(std::span<const PendingLookup> asked,
                                   const std::string& problem) {
  const std::size_t table = TableSet::table_of(asked.front().block);
  set_.note(set_.tables()[table]->found().folder, problem);
  for (const PendingLookup& one : asked) {
    const std::size_t number = first_ + one.number;
    results_[number] = kDamaged;
    FirstError ignored;
    std::optional<int> value;
    usable(ignored, number, [&] { value = find_value(set_, *position_of_(number), table); });
    if (value) {
      results_[number] = static_cast<std::int8_t>(*value);
    } else {
      errors_.note(number);
    }
  }
}

// Returns the positions of this round in omitted layers, in the order of the blocks that they would
// have: neighbours have moves to the same blocks.
std::vector<std::size_t> BatchLookup::omitted_positions() const {
  std::vector<std::size_t> numbers;
  for (auto from = pending_.begin(); from != pending_.end();) {
    const BlockKey block = from->block;
    const auto end = std::find_if(from, pending_.end(),
                                  [=](const PendingLookup& asked) { return asked.block != block; });
    if (block < kNotAsked && !set_.is_kept(block)) {
      for (const PendingLookup& one : std::span(from, end)) numbers.push_back(first_ + one.number);
    }
    from = end;
  }
  return numbers;
}

void BatchLookup::answer_omitted() {
  std::vector<std::size_t> numbers = omitted_positions();
  for (std::span<std::size_t> left(numbers); !left.empty();) {
    const Board board = position_of_(left.front())->board;
    const auto others = std::stable_partition(left.begin(), left.end(), [&](std::size_t number) {
      return position_of_(number)->board == board;
    });
    std::span<const std::size_t> same(left.begin(), others);
    for (; !same.empty(); same = same.subspan(std::min(same.size(), BatchLookAhead::kMost))) {
      answer_omitted(board, same.first(std::min(same.size(), BatchLookAhead::kMost)));
    }
    left = {others, left.end()};
  }
}

void BatchLookup::answer_omitted(const Board& board, std::span<const std::size_t> numbers) {
  std::vector<Settlement> settled;
  std::vector<EdgeSet> quiet;
  for (const std::size_t number : numbers) {
    settled.push_back(settle(board, position_of_(number)->drawn));
    quiet.push_back(settled.back().quiet);
  }
  const std::vector<std::int8_t> values =
      BatchLookAhead(set_, board, threads_, round_).values(quiet);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (values[i] == kDamaged) {
      answer_alone(numbers[i]);
    } else {
      results_[numbers[i]] = static_cast<std::int8_t>(settled_value(settled[i], values[i]));
    }
  }
}

}  // namespace pipo
