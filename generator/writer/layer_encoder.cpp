#include "generator/writer/layer_encoder.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

#include "parallel/threads.hpp"
#include "probe/base/narrow.hpp"
#include "probe/file/content_hash.hpp"

namespace pipo {
namespace {

// Blocks may be as small as one value; they pass the pipeline in batches of at least this many
// values.
constexpr std::uint64_t kBatchValues = 1 << 16;

// Returns whether the parity of any value is not the exclusive or of its column's parity and `row`.
bool any_wrong_parity(std::span<const std::int8_t> values, const std::uint8_t* columns,
                      std::uint8_t row) {
  std::uint8_t wrong = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    wrong |= static_cast<std::uint8_t>(static_cast<std::uint8_t>(values[i]) ^ columns[i] ^ row);
  }
  return (wrong & 1U) != 0;
}

}  // namespace

const std::int8_t* UnfinishedSection::at(std::uint32_t row, std::uint32_t column,
                                         std::uint32_t columns) const {
  const auto found = std::lower_bound(carried.begin(), carried.end(), row);
  return values.data() + static_cast<std::size_t>(found - carried.begin()) * columns + column;
}

void ValueCounter::count(std::span<const std::int8_t* const> rows, std::size_t columns) {
  for (const std::int8_t* const row : rows) {
    std::size_t i = 0;
    for (; i + counts_.size() <= columns; i += counts_.size()) {
      for (std::size_t k = 0; k < counts_.size(); ++k)
        ++counts_[k][static_cast<std::uint8_t>(row[i + k])];
    }
    for (; i < columns; ++i) ++counts_[0][static_cast<std::uint8_t>(row[i])];
  }
}

Histogram ValueCounter::histogram() const {
  Histogram histogram;
  for (int value = -128; value < 128; ++value) {
    std::uint64_t count = 0;
    for (const auto& some : counts_) count += some[static_cast<std::uint8_t>(value)];
    if (count == 0) continue;
    if (std::abs(value) > kMaximumMargin)
      throw std::logic_error(fmt::format("a value of {} is no margin of any board", value));
    histogram[value] = count;
  }
  return histogram;
}

// Lines run along the half with fewer drawn edges. By measurement, columns are better until the
// lower half has three more.
Lines lines_of(const SectionKey& key) {
  return key.lower <= key.upper + 2 ? Lines::columns : Lines::rows;
}

LayerEncoder::LayerEncoder(const TableSpace& space, int layer)
    : space_(space),
      layout_(std::make_shared<const LayerLayout>(space.states(), layer)),
      header_({.table = space.identity(),
               .layer = layer,
               .block_rows = kBlockRows,
               .block_columns = kBlockColumns,
               .sections = layout_->sections().size(),
               .blocks = layout_->blocks(),
               .values = {}}),
      identity_(file_identity(header_)) {}

void LayerEncoder::encode(std::span<const SectionRows> rows, const UnfinishedSection& unfinished,
                          BlockWorkers& workers,
                          const std::function<void(const EncodedBlocks&)>& hand_on) const {
  Work work{.rows = rows, .unfinished = unfinished};
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    add_blocks_of(rows[i], work.blocks);
    work.rows_of.resize(work.blocks.size(), i);
  }
  std::size_t next = 0;
  const auto cut = [&]() -> std::shared_ptr<void> {
    if (next == work.blocks.size()) return nullptr;
    auto batch = std::make_shared<Batch>(Batch{.first = next});
    for (std::uint64_t values = 0; next < work.blocks.size() && values < kBatchValues;) {
      const BlockExtent place = layout_->block(work.blocks[next++]);
      values += std::uint64_t{place.rows} * place.columns;
    }
    batch->encoded.blocks = std::span(work.blocks).subspan(batch->first, next - batch->first);
    return batch;
  };
  call_in_parallel([&] {
    const auto threads = static_cast<std::size_t>(loop_threads());
    workers.resize(std::max(workers.size(), threads));
    parallel_pipeline(
        2 * threads, cut,
        [&](void* batch) {
          encode_batch(work, *static_cast<Batch*>(batch),
                       workers[static_cast<std::size_t>(loop_thread())]);
        },
        [&](void* batch) { hand_on(static_cast<const Batch*>(batch)->encoded); });
  });
}

std::vector<LayerEncoder::Hash> LayerEncoder::hashes(std::span<const SectionRows> rows,
                                                     UnfinishedSection& unfinished) const {
  std::vector<Hash> hashes(rows.size());
  std::vector<bool> ended(rows.size());
  std::vector<std::size_t> whole;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    hashes[i].key = rows[i].key();
    ended[i] = ends_section(rows[i]);
    if (ended[i] && rows[i].first_row() == 0 && rows[i].in_one_tile()) {
      whole.push_back(i);
      continue;
    }
    std::optional<StreamedHash>& hash = unfinished.hash;
    if (rows[i].first_row() == 0) hash = section_hash(rows[i].key());
    for (std::uint32_t row = rows[i].first_row(); row < rows[i].end_row(); ++row) {
      rows[i].each_piece(row, [&hash](const std::int8_t* values, std::uint32_t count) {
        hash->add(std::as_bytes(std::span(values, count)));
      });
    }
    if (!ended[i]) continue;
    hashes[i].hash = hash->value();
    hash.reset();
  }
  parallel_loop(std::size_t{0}, whole.size(), [&](std::size_t i) {
    const SectionRows& section = rows[whole[i]];
    hashes[whole[i]].hash =
        section_hash(section.key(), {section.at(0, 0), narrow<std::size_t>(section.values())});
  });
  std::vector<Hash> of_ended;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (ended[i]) of_ended.push_back(hashes[i]);
  }
  return of_ended;
}

std::vector<std::uint64_t> LayerEncoder::blocks_of(std::span<const SectionRows> rows) const {
  std::vector<std::uint64_t> blocks;
  for (const SectionRows& one : rows) add_blocks_of(one, blocks);
  return blocks;
}

const StoredSection& LayerEncoder::stored(const SectionKey& key) const {
  return layout_->sections()[layout_->find(key).value()];
}

bool LayerEncoder::ends_section(const SectionRows& rows) const {
  return rows.end_row() == space_.states().rows(rows.key());
}

// Returns how many rows before this one are stored.
std::uint32_t LayerEncoder::stored_before(const SectionKey& key, std::uint32_t row) const {
  const StoredSection& section = stored(key);
  if (row == space_.states().rows(key)) return section.rows;
  return section.storage == Storage::kept_rows ? space_.kept_rows().group(key).compact(row) : row;
}

// The SectionRows that contain the last stored row of a row of blocks complete it.
void LayerEncoder::add_blocks_of(const SectionRows& rows,
                                 std::vector<std::uint64_t>& blocks) const {
  const StoredSection& section = stored(rows.key());
  const auto complete = [&](std::uint32_t row) {  // rows of blocks
    const std::uint32_t before = stored_before(rows.key(), row);
    return before == section.rows ? section.rows_of_blocks() : before / kBlockRows;
  };
  const std::uint64_t end = section.first_block_of(complete(rows.end_row()));
  for (std::uint64_t block = section.first_block_of(complete(rows.first_row())); block < end;
       ++block) {
    blocks.push_back(block);
  }
}

const SectionRows* LayerEncoder::Work::rows_with(std::uint32_t row, std::size_t last) const {
  const SectionKey& key = rows[last].key();
  for (std::size_t i = last + 1; i-- > 0 && rows[i].key() == key;) {
    if (row >= rows[i].first_row()) return &rows[i];
  }
  return nullptr;
}

// Keeps the stored rows of the last row of blocks, if it is not complete.
UnfinishedSection LayerEncoder::carry(std::span<const SectionRows> rows,
                                      UnfinishedSection& unfinished) const {
  const Work work{.rows = rows, .unfinished = unfinished};
  const SectionRows& last = rows.back();
  const std::uint32_t end = stored_before(last.key(), last.end_row());
  const std::uint32_t count = ends_section(last) ? 0 : end % kBlockRows;
  std::vector<std::uint32_t> carried(count);
  std::iota(carried.begin(), carried.end(), end - count);
  if (count > 0 && stored(last.key()).storage == Storage::kept_rows)
    carried = space_.kept_rows().group(last.key()).rows(end - count, count);
  std::vector<std::int8_t> values;
  values.reserve(std::size_t{count} * last.columns());
  for (const std::uint32_t row : carried) {
    const auto take = [&values](const std::int8_t* from, std::uint32_t columns) {
      values.insert(values.end(), from, from + columns);
    };
    if (const SectionRows* const with = work.rows_with(row, rows.size() - 1)) {
      with->each_piece(row, take);
    } else {
      take(unfinished.at(row, 0, last.columns()), last.columns());
    }
  }
  return {.hash = std::exchange(unfinished.hash, {}),
          .carried = std::move(carried),
          .values = std::move(values)};
}

void LayerEncoder::encode_batch(const Work& work, Batch& batch, BlockWorker& worker) const {
  worker.counter = {};
  EncodedBlocks& encoded = batch.encoded;
  for (std::size_t i = 0; i < encoded.blocks.size(); ++i) {
    const std::uint64_t number = encoded.blocks[i];
    const BlockExtent place = layout_->block(number);
    const StoredSection& section = layout_->sections()[place.section];
    take_rows(work, place, work.rows_of[batch.first + i], worker);
    const std::size_t first = encoded.bytes.size();
    worker.encoder.encode({worker.rows, place.columns}, lines_of(section.key), encoded.bytes);
    const auto block = std::span<const std::byte>(encoded.bytes).subspan(first);
    encoded.index.push_back({.offset = first,
                             .bytes = static_cast<std::uint32_t>(block.size()),
                             .values = place.rows * place.columns,
                             .checksum = block_checksum(block, identity_, number)});
  }
  encoded.values = worker.counter.histogram();
}

// Checks, counts and lists the rows of a block, the last of which are in work.rows[last].
void LayerEncoder::take_rows(const Work& work, const BlockExtent& place, std::size_t last,
                             BlockWorker& worker) const {
  const StoredSection& section = layout_->sections()[place.section];
  std::vector<std::uint32_t> kept;
  if (section.storage == Storage::kept_rows) {
    kept = space_.kept_rows().group(section.key).rows(place.first_row, place.rows);
  }
  worker.rows.clear();
  for (std::uint32_t i = 0; i < place.rows; ++i) {
    const std::uint32_t row = kept.empty() ? place.first_row + i : kept[i];
    const SectionRows* const rows = work.rows_with(row, last);
    worker.rows.push_back(rows != nullptr
                              ? rows->at(row, place.first_column)
                              : work.unfinished.at(row, place.first_column, section.columns));
  }
  worker.counter.count(worker.rows, place.columns);
  if (space_.identity().game == TableGame::dots_and_boxes) {
    check_parities(section.key, place, kept, worker.rows);
    return;
  }
  // Blocks store halves of numbers.
  worker.doubled.resize(std::size_t{place.rows} * place.columns);
  for (std::uint32_t i = 0; i < place.rows; ++i) {
    std::int8_t* const doubled = worker.doubled.data() + std::size_t{i} * place.columns;
    std::transform(worker.rows[i], worker.rows[i] + place.columns, doubled,
                   [](std::int8_t value) { return static_cast<std::int8_t>(2 * value); });
    worker.rows[i] = doubled;
  }
}

// Files do not store the parity, so a wrong one would be lost silently.
void LayerEncoder::check_parities(const SectionKey& key, const BlockExtent& place,
                                  std::span<const std::uint32_t> kept,
                                  std::span<const std::int8_t* const> rows) const {
  const std::uint8_t* const columns = space_.parities().columns(key).data() + place.first_column;
  const std::vector<std::uint8_t>& of_rows = space_.parities().rows(key);
  const std::uint8_t of_section = space_.parities().section(key);
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    const std::uint32_t row = kept.empty() ? place.first_row + i : kept[i];
    const auto parity = static_cast<std::uint8_t>(of_section ^ of_rows[row]);
    if (!any_wrong_parity({rows[i], place.columns}, columns, parity)) continue;
    throw std::logic_error(fmt::format(
        "layer {}, section ({}, {}, {}), row {}: a value is odd where the number of boxes left "
        "and the cost of the last move are even together, or even where they are odd",
        layout_->layer(), key.seam, key.lower, key.upper, row));
  }
}

}  // namespace pipo
