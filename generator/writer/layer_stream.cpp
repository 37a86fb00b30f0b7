#include "generator/writer/layer_stream.hpp"

#include <fmt/core.h>

#include <stdexcept>

#include "probe/file/content_hash.hpp"

namespace pipo {

LayerStream::LayerStream(const TableSpace& space, int layer, const std::filesystem::path& path)
    : encoder_(space, layer), header_(encoder_.header()), file_(std::make_unique<NewFile>(path)) {
  index_ = std::make_shared<std::vector<IndexEntry>>(header_.blocks);
  hashes_.resize(layout().sections().size());
  file_->append(write_header(header_, Finished::no));
}

void LayerStream::add(std::span<const SectionKey> keys, const SectionValues& values,
                      BlockWorkers& workers) {
  note_hashes(keys, encoder_.hashes(keys, values));
  encoder_.encode(keys, values, workers, [this](const EncodedBlocks& batch) {
    const std::uint64_t base = file_->bytes();
    file_->append(batch.bytes);
    note_blocks(batch, base);
  });
  added_ += keys.size();
}

std::uint64_t LayerStream::reserve(std::span<const SectionKey> keys,
                                   std::span<const std::uint64_t> hashes,
                                   const EncodedBlocks& blocks, std::uint64_t bytes) {
  note_hashes(keys, hashes);
  const std::uint64_t base = file_->bytes();
  file_->skip(bytes);
  note_blocks(blocks, base);
  added_ += keys.size();
  return base;
}

const LayerHeader& LayerStream::finish() {
  if (!complete() || appended_ != header_.blocks) {
    throw std::logic_error(
        fmt::format("layer {} was ended before all of it was there", layout().layer()));
  }
  header_.content_hash = combined_hash(hashes_);
  header_.stored = header_.values.total();
  append_index();
  file_->overwrite(0, write_header(header_, Finished::yes));
  return header_;
}

void LayerStream::note_hashes(std::span<const SectionKey> keys,
                              std::span<const std::uint64_t> hashes) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    hashes_[layout().find(keys[i]).value()] = hashes[i];
  }
}

void LayerStream::note_blocks(const EncodedBlocks& batch, std::uint64_t base) {
  for (std::size_t i = 0; i < batch.blocks.size(); ++i) {
    IndexEntry& entry = (*index_)[batch.blocks[i]];
    entry = batch.index[i];
    entry.offset += base;
  }
  appended_ += batch.blocks.size();
  header_.values.add(batch.values);
  // Assumes that the remaining blocks compress about as well as those done.
  file_->expect(file_->bytes() / appended_ * layout().blocks() +
                layout().blocks() * kIndexEntryBytes);
}

void LayerStream::append_index() {
  const std::vector<std::byte> index = write_index(*index_);
  header_.index_offset = file_->bytes();
  header_.index_checksum = index_checksum(index, encoder_.identity());
  file_->append(index);
  header_.file_bytes = file_->bytes();
}

}  // namespace pipo
