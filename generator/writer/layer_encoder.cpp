#include "generator/writer/layer_encoder.hpp"

#include <fmt/core.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <stdexcept>

#include "probe/codec/dont_care.hpp"
#include "probe/file/content_hash.hpp"

namespace pipo {

namespace {

// Blocks may be as small as one value; they pass the pipeline in batches of at least this many
// values.
constexpr std::uint64_t kBatchValues = 1 << 16;

// Writes the values doubled, since blocks store halves of numbers. Keeps don't-care entries.
// Returns `to`, which may be the values themselves.
const std::int8_t* doubled(std::span<const std::int8_t> values, std::int8_t* to) {
  std::ranges::transform(values, to, [](std::int8_t value) {
    return value == kDontCare ? kDontCare : static_cast<std::int8_t>(2 * value);
  });
  return to;
}

}  // namespace

// Lines run along the half with fewer drawn edges; measured, columns pay up to two edges more.
Lines lines_of(const SectionKey& key) {
  return key.lower <= key.upper + 2 ? Lines::columns : Lines::rows;
}

LayerEncoder::LayerEncoder(const TableSpace& space, int layer)
    : space_(space),
      layout_(space.states(), layer),
      header_({.table = space.identity(),
               .version = layer_version(space.identity().game),
               .layer = layer,
               .thinning = space.thinning(),
               .block_rows = kBlockRows,
               .block_columns = kBlockColumns,
               .sections = layout_.sections().size(),
               .blocks = layout_.blocks(),
               .values = {}}),
      identity_(file_identity(header_)) {}

void LayerEncoder::encode(std::span<const SectionKey> keys, const SectionValues& values,
                          BlockWorkers& workers,
                          const std::function<void(const EncodedBlocks&)>& hand_on) const {
  using Token = std::shared_ptr<EncodedBlocks>;
  workers.resize(
      std::max(workers.size(), static_cast<std::size_t>(tbb::this_task_arena::max_concurrency())));
  const std::vector<std::uint64_t> blocks = blocks_of(keys);
  std::span<const std::uint64_t> rest = blocks;
  const auto cut = tbb::make_filter<void, Token>(tbb::filter_mode::serial_in_order,
                                                 [&](tbb::flow_control& control) -> Token {
                                                   if (!rest.empty()) return next_batch(rest);
                                                   control.stop();
                                                   return nullptr;
                                                 });
  const auto encode_batch =
      tbb::make_filter<Token, Token>(tbb::filter_mode::parallel, [&](Token batch) {
        encode(*batch,
               workers[static_cast<std::size_t>(tbb::this_task_arena::current_thread_index())],
               values);
        return batch;
      });
  const auto hand_on_batch = tbb::make_filter<Token, void>(
      tbb::filter_mode::serial_in_order, [&](const Token& batch) { hand_on(*batch); });
  const auto tokens = static_cast<std::size_t>(2 * tbb::this_task_arena::max_concurrency());
  tbb::parallel_pipeline(tokens, cut & encode_batch & hand_on_batch);
}

std::vector<std::uint64_t> LayerEncoder::hashes(std::span<const SectionKey> keys,
                                                const SectionValues& values) const {
  std::vector<std::uint64_t> hashes(keys.size());
  tbb::parallel_for(std::size_t{0}, keys.size(), [&](std::size_t i) {
    const std::size_t size =
        std::size_t{space_.states().rows(keys[i])} * space_.states().columns(keys[i]);
    hashes[i] = section_hash(keys[i], {values(keys[i]), size});
  });
  return hashes;
}

std::vector<std::uint64_t> LayerEncoder::blocks_of(std::span<const SectionKey> keys) const {
  std::vector<std::uint64_t> blocks;
  for (const SectionKey& key : keys) {
    const StoredSection& section = layout_.sections()[layout_.find(key).value()];
    for (std::uint64_t i = 0; i < section.blocks(); ++i) blocks.push_back(section.first_block + i);
  }
  return blocks;
}

// Removes the batch's blocks from the front of `blocks`.
std::shared_ptr<EncodedBlocks> LayerEncoder::next_batch(
    std::span<const std::uint64_t>& blocks) const {
  std::size_t count = 0;
  for (std::uint64_t values = 0; count < blocks.size() && values < kBatchValues;) {
    const BlockPlace place = layout_.block(blocks[count++]);
    values += std::uint64_t{place.rows} * place.columns;
  }
  auto batch = std::make_shared<EncodedBlocks>();
  batch->blocks = blocks.first(count);
  blocks = blocks.subspan(count);
  return batch;
}

void LayerEncoder::encode(EncodedBlocks& batch, BlockWorker& worker,
                          const SectionValues& values) const {
  worker.counter = {};
  for (const std::uint64_t number : batch.blocks) {
    const BlockPlace place = layout_.block(number);
    const StoredSection& section = layout_.sections()[place.section];
    const bool some_dont_care = space_.dont_care().some(section.key);
    take_rows(place, values(section.key), worker);
    const std::size_t first = batch.bytes.size();
    worker.encoder.encode({worker.rows, place.columns, some_dont_care}, lines_of(section.key),
                          batch.bytes);
    const auto block = std::span<const std::byte>(batch.bytes).subspan(first);
    batch.index.push_back({.offset = first,
                           .bytes = static_cast<std::uint32_t>(block.size()),
                           .values = place.rows * place.columns,
                           .checksum = block_checksum(block, identity_, number)});
  }
  batch.values = worker.counter.histogram();
}

// Checks, counts and lists the rows of a block.
void LayerEncoder::take_rows(const BlockPlace& place, const std::int8_t* dense,
                             BlockWorker& worker) const {
  const StoredSection& section = layout_.sections()[place.section];
  const bool nimstring = space_.identity().game == TableGame::nimstring;
  const bool some_dont_care = space_.dont_care().some(section.key);
  if (some_dont_care && worker.section != section.key) {
    worker.dont_care = space_.dont_care().section(section.key);
    worker.section = section.key;
  }
  std::vector<std::uint32_t> kept;
  if (section.storage == Storage::kept_rows) {
    kept = space_.kept_rows().group(section.key).rows(place.first_row, place.rows);
  }
  worker.rows.clear();
  worker.marked.resize(std::size_t{place.rows} * place.columns);
  for (std::uint32_t i = 0; i < place.rows; ++i) {
    const std::uint32_t row = kept.empty() ? place.first_row + i : kept[i];
    const std::int8_t* values = dense + std::size_t{row} * section.columns + place.first_column;
    if (!nimstring) check_parity(section.key, place, row, values);
    std::int8_t* const marked = worker.marked.data() + std::size_t{i} * place.columns;
    if (some_dont_care) {
      std::copy_n(values, place.columns, marked);
      worker.dont_care.mark(row, place.first_column, {marked, place.columns});
      values = marked;
    }
    worker.counter.count({values, place.columns});
    if (nimstring) values = doubled({values, place.columns}, marked);
    worker.rows.push_back(values);
  }
}

// Files do not store the parity, so a wrong one would be lost silently.
void LayerEncoder::check_parity(const SectionKey& key, const BlockPlace& place, std::uint32_t row,
                                const std::int8_t* values) const {
  const std::uint8_t* const columns = space_.parities().columns(key).data() + place.first_column;
  const int parity = space_.parities().section(key) ^ space_.parities().rows(key)[row];
  std::uint8_t wrong = 0;
  for (std::uint32_t column = 0; column < place.columns; ++column) {
    wrong |= static_cast<std::uint8_t>(values[column] ^ columns[column] ^ parity);
  }
  if ((wrong & 1U) == 0) return;
  throw std::logic_error(fmt::format(
      "layer {}, section ({}, {}, {}), row {}: a value is odd where the number of boxes left is "
      "even, or even where it is odd",
      layout_.layer(), key.seam, key.lower, key.upper, row));
}

}  // namespace pipo
