// The files of layers that are being made, as a rank sees them: rank 0 writes them, and every rank
// reads tiles of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "generator/cluster/messages.hpp"
#include "generator/run/existing_layers.hpp"
#include "generator/writer/layer_encoder.hpp"
#include "generator/writer/layer_writer.hpp"
#include "generator/writer/new_file.hpp"
#include "probe/base/poll.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

// Checks that all ranks see the same folder: rank 0 writes a token there for the others to read.
//
// A random text in a file of the table's folder, for the lifetime of this object. Every later run
// removes a file of this name if it is left behind.
class SharedToken {
 public:
  explicit SharedToken(const std::filesystem::path& folder);
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  NewFile file_;
};

// Throws CannotWrite if the folder does not have the token or cannot be written. A shared file
// system may take a few seconds to show it.
void require_shared(const std::filesystem::path& folder, const std::string& token);

class PartFiles {
 public:
  // `space` must outlive this. `patience`: seconds until what rank 0 has written must be visible.
  PartFiles(const TableSpace& space, std::filesystem::path folder, double patience);

  // Returns the encoder for the rows of a layer. Any thread.
  const LayerEncoder& encoder(int layer);

  // Records where the blocks of a tile are, and returns their size in bytes. One thread, while none
  // reads. Throws CannotWrite if this rank sees another file than rank 0; `poll` may throw.
  std::uint64_t note(const SectionPart& part, const TileBlocks& place, const Poll& poll);
  // Announces to the system what will be read soon. Any thread.
  void prefetch(int layer, const TileBlocks& place);
  // Reads a tile that was noted. Any thread. Throws DamagedTable, and CannotWrite if this rank does
  // not see what rank 0 has written; `poll` may throw.
  void read(const SectionPart& part, std::int8_t* values, const Poll& poll) const;

 private:
  struct Layer {
    std::unique_ptr<const LayerEncoder> encoder = {};
    std::shared_ptr<const Descriptor> descriptor = {};
    std::optional<GrowingIndex> index = {};
  };

  Layer& layer_of(int layer);
  std::filesystem::path path_of(int layer) const;
  bool growing(int layer) const;
  std::shared_ptr<const Descriptor> opened(int layer, std::uint64_t file);
  std::shared_ptr<const Descriptor> open_now(int layer, std::uint64_t file) const;

  const TableSpace& space_;
  std::filesystem::path folder_;
  double patience_;
  LayerFiles files_;          // of tiles that were noted
  mutable std::mutex mutex_;  // guards layers_
  std::map<int, Layer> layers_;
};

}  // namespace pipo
