#include "generator/writer/layer_stream.hpp"

#include <fmt/core.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>

#include "probe/file/content_hash.hpp"
#include "probe/file/histogram.hpp"

namespace pipo {

namespace {

// Blocks may be as small as one value; they go through the pipeline in batches of at least so many.
constexpr std::uint64_t kBatchValues = 1 << 16;

// Along the half with fewer edges drawn; measured, it pays up to two edges more.
Lines lines_of(const SectionKey& key) {
  return key.lower <= key.upper + 2 ? Lines::columns : Lines::rows;
}

}  // namespace

// Blocks that follow each other in the file.
struct LayerStream::Batch {
  std::span<const std::uint64_t> blocks;  // their numbers
  std::vector<std::byte> bytes;
  std::vector<IndexEntry> index;  // offsets from the first of `bytes`
  Histogram values;
};

LayerStream::LayerStream(const TableSpace& space, int layer, const std::filesystem::path& path)
    : space_(space),
      layout_(space.states(), layer),
      header_({.table = space.identity(),
               .layer = layer,
               .thinning = space.thinning(),
               .block_rows = kBlockRows,
               .block_columns = kBlockColumns,
               .sections = layout_.sections().size(),
               .blocks = layout_.blocks(),
               .values = {}}),
      identity_(file_identity(header_)),
      file_(std::make_unique<NewFile>(path)) {
  index_ = std::make_shared<std::vector<IndexEntry>>(header_.blocks);
  hashes_.resize(layout_.sections().size());
  file_->append(write_header(header_, Finished::no));
}

void LayerStream::add(std::span<const SectionKey> keys, const SectionValues& values,
                      BlockWorkers& workers) {
  using Token = std::shared_ptr<Batch>;
  workers.resize(
      std::max(workers.size(), static_cast<std::size_t>(tbb::this_task_arena::max_concurrency())));
  hash_content(keys, values);
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
  const auto append_batch = tbb::make_filter<Token, void>(
      tbb::filter_mode::serial_in_order, [this](const Token& batch) { append(*batch); });
  const auto tokens = static_cast<std::size_t>(2 * tbb::this_task_arena::max_concurrency());
  tbb::parallel_pipeline(tokens, cut & encode_batch & append_batch);
  added_ += keys.size();
}

const LayerHeader& LayerStream::finish() {
  if (!complete() || appended_ != header_.blocks) {
    throw std::logic_error(
        fmt::format("layer {} was ended before all of it was there", layout_.layer()));
  }
  header_.content_hash = combined_hash(hashes_);
  header_.stored = header_.values.total();
  append_index();
  file_->overwrite(0, write_header(header_, Finished::yes));
  return header_;
}

void LayerStream::hash_content(std::span<const SectionKey> keys, const SectionValues& values) {
  tbb::parallel_for(std::size_t{0}, keys.size(), [&](std::size_t i) {
    const std::size_t size =
        std::size_t{space_.states().rows(keys[i])} * space_.states().columns(keys[i]);
    hashes_[layout_.find(keys[i]).value()] = section_hash(keys[i], {values(keys[i]), size});
  });
}

std::vector<std::uint64_t> LayerStream::blocks_of(std::span<const SectionKey> keys) const {
  std::vector<std::uint64_t> blocks;
  for (const SectionKey& key : keys) {
    const StoredSection& section = layout_.sections()[layout_.find(key).value()];
    for (std::uint64_t i = 0; i < section.blocks(); ++i) blocks.push_back(section.first_block + i);
  }
  return blocks;
}

// Takes its blocks off the front.
std::shared_ptr<LayerStream::Batch> LayerStream::next_batch(
    std::span<const std::uint64_t>& blocks) const {
  std::size_t count = 0;
  for (std::uint64_t values = 0; count < blocks.size() && values < kBatchValues;) {
    const BlockPlace place = layout_.block(blocks[count++]);
    values += std::uint64_t{place.rows} * place.columns;
  }
  auto batch = std::make_shared<Batch>();
  batch->blocks = blocks.first(count);
  blocks = blocks.subspan(count);
  return batch;
}

void LayerStream::encode(Batch& batch, BlockWorker& worker, const SectionValues& values) const {
  worker.counter = {};
  for (const std::uint64_t number : batch.blocks) {
    const BlockPlace place = layout_.block(number);
    const StoredSection& section = layout_.sections()[place.section];
    const bool some_blank = space_.blanks().some(section.key);
    take_rows(place, values(section.key), worker);
    const std::size_t first = batch.bytes.size();
    worker.encoder.encode({worker.rows, place.columns, some_blank}, lines_of(section.key),
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
void LayerStream::take_rows(const BlockPlace& place, const std::int8_t* dense,
                            BlockWorker& worker) const {
  const StoredSection& section = layout_.sections()[place.section];
  const bool some_blank = space_.blanks().some(section.key);
  if (some_blank && worker.section != section.key) {
    worker.blanks = space_.blanks().section(section.key);
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
    check_parity(section.key, place, row, values);
    if (some_blank) {
      std::int8_t* const marked = worker.marked.data() + std::size_t{i} * place.columns;
      std::copy_n(values, place.columns, marked);
      worker.blanks.mark(row, place.first_column, {marked, place.columns});
      values = marked;
    }
    worker.rows.push_back(values);
    worker.counter.count({values, place.columns});
  }
}

// The file will not hold the parity, so a wrong one would be lost in silence.
void LayerStream::check_parity(const SectionKey& key, const BlockPlace& place, std::uint32_t row,
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

void LayerStream::append(const Batch& batch) {
  const std::uint64_t base = file_->bytes();
  file_->append(batch.bytes);
  for (std::size_t i = 0; i < batch.blocks.size(); ++i) {
    IndexEntry& entry = (*index_)[batch.blocks[i]];
    entry = batch.index[i];
    entry.offset += base;
  }
  appended_ += batch.blocks.size();
  header_.values.add(batch.values);
  // The rest will compress about as well as what is done.
  file_->expect(file_->bytes() / appended_ * layout_.blocks() +
                layout_.blocks() * kIndexEntryBytes);
}

void LayerStream::append_index() {
  const std::vector<std::byte> index = write_index(*index_);
  header_.index_offset = file_->bytes();
  header_.index_checksum = index_checksum(index, identity_);
  file_->append(index);
  header_.file_bytes = file_->bytes();
}

}  // namespace pipo
