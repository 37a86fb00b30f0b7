#include "generator/run/thin_table.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <vector>

#include "generator/plan/table_counts.hpp"
#include "generator/writer/layer_writer.hpp"
#include "generator/writer/new_file.hpp"
#include "generator/writer/table_lock.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/descriptor.hpp"
#include "probe/base/operating_system.hpp"
#include "probe/file/damaged.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/layer_file.hpp"
#include "probe/file/read_only_file.hpp"
#include "probe/table/table.hpp"
#include "probe/table/table_folders.hpp"

namespace pipo {
namespace {

constexpr std::size_t kPiece = std::size_t{16} << 20;

bool reflinked(const ReadOnlyFile& from, const NewFile& to) {
  const Descriptor source = open_file(from.path(), O_RDONLY);
  return source.open() && share_blocks(source.get(), to.descriptor()->get());
}

// Gives the file another name, by way of a temporary one, since link() replaces nothing.
bool hard_linked(const std::filesystem::path& from, const std::filesystem::path& to) {
  const std::filesystem::path part = part_of(to);
  if (::link(from.c_str(), part.c_str()) != 0) return false;
  if (std::rename(part.c_str(), to.c_str()) == 0) return true;
  ::unlink(part.c_str());
  return false;
}

}  // namespace

Shared copy_file(const std::filesystem::path& from, const std::filesystem::path& to,
                 std::uint64_t bytes, const Poll& poll) {
  const ReadOnlyFile source(from, KeepOpen::yes);
  {
    NewFile copy(to);
    copy.set_expected_bytes(bytes);
    if (reflinked(source, copy)) {
      copy.publish();
      return Shared::reflink;
    }
  }
  if (hard_linked(from, to)) return Shared::hard_link;
  NewFile copy(to);
  copy.set_expected_bytes(bytes);
  std::vector<std::byte> piece;
  for (std::uint64_t done = 0; done < bytes; done += piece.size()) {
    if (poll) poll();
    piece.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, bytes - done)));
    source.read(done, piece);
    copy.append(piece);
  }
  copy.publish();
  return Shared::no;
}

namespace {

namespace fs = std::filesystem;

// Returns the manifest of the new table.
Manifest thinned(const Table& source, const KeptLayers& keep) {
  if (source.identity().game == TableGame::nimstring) {
    throw BadInput(source.folder().string() +
                   ": a table of nim-values cannot omit layers; name a table of margins");
  }
  Manifest manifest = source.manifest();
  for (ManifestLayer& layer : manifest.layers) {
    if (!keep.keeps(layer.layer)) {
      layer = without_file(std::move(layer));
    } else if (layer.omitted()) {
      throw BadInput(fmt::format(
          "{}: omits layer {}, so a copy cannot keep it; this table keeps {}: choose among these, "
          "or use a table that has the layer",
          source.folder().string(), layer.layer, source.kept().text()));
    }
  }
  return manifest;
}

// Returns whether a file is the copy of a layer.
bool is_copy(const fs::path& path, const TableIdentity& table, const ManifestLayer& layer) {
  const auto header = if_whole([&] { return check_header_and_index(path); });
  return header && header->table == table && manifest_layer(*header) == layer;
}

class LayerCopies {
 public:
  LayerCopies(const ThinOptions& options, const Manifest& manifest, const fs::path& folder)
      : options_(options), manifest_(manifest), folder_(folder) {}

  // Copies the missing files. Returns how they share the bytes of the source.
  Shared copy() {
    Shared shared = Shared::no;
    for (const ManifestLayer& layer : manifest_.layers) {
      if (layer.omitted()) continue;
      report();
      const fs::path file = folder_ / layer.file;
      if (!is_copy(file, manifest_.table, layer)) {
        shared = copy_file(options_.source / layer.file, file, layer.bytes, [this] { report(); });
        if (!is_copy(file, manifest_.table, layer)) {
          throw_damaged(file.string(), "differs from the file that it was copied from");
        }
      }
      done_ += layer.bytes;
    }
    report();
    return shared;
  }

 private:
  void report() const {
    if (options_.stopped && options_.stopped()) {
      throw Stopped("stopped; the files copied so far are kept, and the same command continues");
    }
    if (options_.progress) options_.progress(done_, manifest_.bytes());
  }

  const ThinOptions& options_;
  const Manifest& manifest_;
  const fs::path& folder_;
  std::uint64_t done_ = 0;
};

bool same_folder(const fs::path& a, const fs::path& b) {
  std::error_code error;
  return fs::equivalent(a, b, error) && !error;
}

}  // namespace

void require_same_layers(const fs::path& folder, const Manifest& there, const KeptLayers& wanted) {
  const KeptLayers kept = there.kept();
  if (kept == wanted) return;
  const auto text = [](const KeptLayers& layers) {
    return layers.keeps_all() ? "every layer" : "the layers " + layers.text();
  };
  throw CannotWrite(fmt::format(
      "{}: has a table that keeps {}, not {}; remove that folder, or choose another folder of "
      "tables{}",
      folder.string(), text(kept), text(wanted),
      kept.keeps_all() ? "; 'pipo thin' copies some layers of it" : ""));
}

ThinResult thin_table(const ThinOptions& options) {
  refuse_table(options.tables);
  const Table source(options.source, KeepOpen::no);
  ThinResult result;
  result.source_bytes = source.manifest().bytes();
  result.folder = options.tables / folder_name(source.identity());
  result.manifest = thinned(source, options.keep);
  if (same_folder(options.source, result.folder)) {
    throw BadInput(fmt::format("{}: is the table itself; name another folder for its copy",
                               result.folder.string()));
  }
  const TableLock lock(result.folder);
  if (const auto there = if_whole([&] { return read_manifest(result.folder); })) {
    require_same_layers(result.folder, *there, options.keep);
    result.already_there = *there == result.manifest;
  }
  if (!result.already_there) ::unlink((result.folder / kSumsName).c_str());
  result.shared = LayerCopies(options, result.manifest, result.folder).copy();
  if (!result.already_there) {
    sync_folder(options.tables);
    sync_folder(result.folder);
    write_manifest(result.folder, result.manifest);
  }
  return result;
}

}  // namespace pipo
