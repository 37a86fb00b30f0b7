#include "generator/writer/layer_writer.hpp"

#include <fmt/core.h>
#include <sys/resource.h>

#include <algorithm>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "generator/writer/new_file.hpp"
#include "parallel/threads.hpp"
#include "probe/base/narrow.hpp"
#include "probe/file/content_hash.hpp"
#include "probe/file/file_names.hpp"

namespace pipo {

GrowingIndex::GrowingIndex(std::filesystem::path folder, std::uint64_t blocks,
                           std::uint64_t most_blocks_in_memory)
    : folder_(std::move(folder)) {
  if (blocks <= most_blocks_in_memory) {
    listed_ = std::make_shared<std::vector<IndexEntry>>(blocks);
    reading_.emplace(listed_);
  } else {
    file_ = std::make_shared<const Descriptor>(unnamed_file(folder_));
    reading_.emplace(ReadOnlyFile(folder_, file_), 0, blocks);
  }
}

void GrowingIndex::set(std::uint64_t first, std::span<const IndexEntry> entries) {
  if (listed_) {
    std::ranges::copy(entries, listed_->begin() + static_cast<std::ptrdiff_t>(first));
  } else {
    write_at(*file_, folder_, first * kIndexEntryBytes, write_index(entries));
  }
}

namespace {

// The most files being synced at a time. Each takes a thread with a stack and an open file, so only
// one where few files may be open.
std::size_t most_publishing() {
  rlimit limit{};
  return ::getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 64 ? 1 : 8;
}

}  // namespace

// The file of a layer that is being written.
struct LayerWriter::Layer {
  Layer(const TableSpace& space, int layer, const std::filesystem::path& folder,
        std::uint64_t most_blocks_in_memory)
      : encoder(space, layer),
        header(encoder.header()),
        file(std::make_shared<NewFile>(folder / layer_file_name(layer))),
        index(folder, header.blocks, most_blocks_in_memory),
        hashes(narrow<std::size_t>(header.sections)) {
    file->append(write_header(header, Finished::no));
  }

  const LayerLayout& layout() const { return encoder.layout(); }
  bool complete() const { return added == hashes.size() && appended == header.blocks; }

  void note_hashes(std::span<const LayerEncoder::Hash> of_sections) {
    for (const auto& [key, hash] : of_sections) hashes[layout().find(key).value()] = hash;
    added += of_sections.size();
  }

  void append(const EncodedBlocks& blocks) {
    const std::uint64_t base = file->bytes();
    file->append(blocks.bytes);
    for (std::size_t i = 0; i < blocks.blocks.size(); ++i) {
      IndexEntry entry = blocks.index[i];
      entry.offset += base;
      index.set(blocks.blocks[i], std::span(&entry, 1));
    }
    appended += blocks.blocks.size();
    header.values.add(blocks.values);
    if (appended == 0) return;
    // Assumes that the remaining blocks compress about as well as those done.
    file->set_expected_bytes(file->bytes() / appended * header.blocks +
                             header.blocks * kIndexEntryBytes);
  }

  // Writes the index and the final header; the file remains to be published.
  void finish() {
    if (!complete()) {
      throw std::logic_error(
          fmt::format("layer {} was ended before all of it was there", header.layer));
    }
    header.content_hash = combined_hash(hashes);
    header.stored = header.values.total();
    header.index_offset = file->bytes();
    StreamedHash checksum = index_checksum(encoder.identity());
    for (std::uint64_t first = 0; first < header.blocks; first += kEntriesAtATime) {
      const std::uint64_t end = std::min(header.blocks, first + kEntriesAtATime);
      const std::vector<std::byte> bytes = write_index(index.reading().entries(first, end));
      checksum.add(bytes);
      file->append(bytes);
    }
    header.index_checksum = checksum.value();
    header.file_bytes = file->bytes();
    file->overwrite(0, write_header(header, Finished::yes));
  }

  LayerEncoder encoder;
  UnfinishedSection unfinished;
  LayerHeader header;
  std::shared_ptr<NewFile> file;
  GrowingIndex index;                 // set once a block is added
  std::vector<std::uint64_t> hashes;  // by section number; set once a section is added
  std::size_t added = 0;              // sections
  std::uint64_t appended = 0;         // blocks
};

LayerWriter::LayerWriter(const TableSpace& space, std::filesystem::path folder,
                         std::uint64_t most_blocks_in_memory)
    : space_(&space), folder_(std::move(folder)), most_blocks_in_memory_(most_blocks_in_memory) {}

LayerWriter::~LayerWriter() {
  try {
    finish();
  } catch (...) {
    // finish() reports failures to callers who need them.
  }
}

LayerWriter::Layer& LayerWriter::begun(int layer) {
  const std::lock_guard lock(mutex_);
  const auto found = layers_.find(layer);
  if (found != layers_.end()) return *found->second;
  auto begun = std::make_unique<Layer>(*space_, layer, folder_, most_blocks_in_memory_);
  return *layers_.emplace(layer, std::move(begun)).first->second;
}

void LayerWriter::forget(int layer) {
  const std::lock_guard lock(mutex_);
  layers_.erase(layer);
}

std::optional<ManifestLayer> LayerWriter::add(int layer, std::span<const SectionRows> rows) {
  try {
    Layer& to = begun(layer);
    // A thread that waits here must not take up a long task of the sweep meanwhile.
    call_isolated([&] {
      to.note_hashes(to.encoder.hashes(rows, to.unfinished));
      to.encoder.encode(rows, to.unfinished, workers_,
                        [&to](const EncodedBlocks& batch) { to.append(batch); });
      if (!rows.empty()) to.unfinished = to.encoder.carry(rows, to.unfinished);
    });
    return to.complete() ? std::optional(end(layer)) : std::nullopt;
  } catch (...) {
    forget(layer);
    throw;
  }
}

void LayerWriter::append(int layer, std::span<const LayerEncoder::Hash> hashes,
                         const EncodedBlocks& blocks) {
  Layer& to = begun(layer);
  to.note_hashes(hashes);
  to.append(blocks);
}

ManifestLayer LayerWriter::end(int layer) {
  Layer& ended = begun(layer);
  ended.finish();
  const ManifestLayer written = manifest_layer(ended.header);
  std::unique_lock lock(mutex_);
  const bool many = publishing_.size() >= most_publishing();
  lock.unlock();
  if (many) finish();
  lock.lock();  // so that growing() does not see a file that is being published
  const auto publish = [file = ended.file] { file->publish(); };
  // A journalling file system commits many small files together, so syncing them at once costs
  // little more than one. If the system provides no more threads, this one syncs the file itself.
  try {
    publishing_.push_back(std::async(std::launch::async, publish));
  } catch (const std::system_error&) {
    publishing_.push_back(std::async(std::launch::deferred, publish));
    publishing_.back().wait();
  }
  layers_.erase(layer);
  return written;
}

bool LayerWriter::writing(int layer) const {
  const std::lock_guard lock(mutex_);
  return layers_.contains(layer);
}

std::optional<GrowingLayer> LayerWriter::growing(int layer) const {
  const std::lock_guard lock(mutex_);
  const auto found = layers_.find(layer);
  if (found == layers_.end()) return std::nullopt;
  const Layer& growing = *found->second;
  return GrowingLayer{.file = {growing.file->part(), growing.file->descriptor()},
                      .inode = growing.file->inode(),
                      .layout = growing.encoder.shared_layout(),
                      .header = growing.encoder.header(),
                      .index = growing.index.reading()};
}

void LayerWriter::finish() {
  // A second caller waits for the files that the first one took from the list.
  const std::lock_guard finishing(finishing_);
  std::vector<std::future<void>> publishing;
  {
    const std::lock_guard lock(mutex_);
    publishing.swap(publishing_);
  }
  if (publishing.empty()) return;
  for (const std::future<void>& published : publishing) published.wait();
  for (std::future<void>& published : publishing) published.get();
  sync_folder(folder_);
}

void write_manifest(const std::filesystem::path& folder, const Manifest& manifest) {
  const std::string text = manifest_text(manifest);
  NewFile file(folder / kManifestName);
  file.set_expected_bytes(text.size());
  file.append(std::as_bytes(std::span(text)));
  file.publish();
  sync_folder(folder);
}

}  // namespace pipo
