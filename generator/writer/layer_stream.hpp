// One layer on its way into its file.
//
// Blocks pass a pipeline of three stages: cut into batches, encode (in parallel), append (in
// order). So the bytes depend on the layer alone, and no more than a few batches are in memory at a
// time.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "generator/writer/layer_writer.hpp"
#include "generator/writer/new_file.hpp"
#include "probe/table/block_codec.hpp"
#include "probe/table/layer_layout.hpp"

namespace pipo {

// What every layer of a table needs.
struct TableParts {
  const StateSpace& space;
  const KeptRows& kept;
  const Parities& parities;
};

class LayerStream {
 public:
  LayerStream(const TableParts& table, const SectionValues& section, const LayerHeader& header,
              NewFile& file);

  // Everything but publishing the file. Returns the header as written.
  const LayerHeader& write();

 private:
  struct Batch;

  void hash_content();
  void append_blocks();
  void append_index();
  std::shared_ptr<Batch> next_batch();
  void encode(Batch& batch, BlockEncoder& encoder) const;
  void append(const Batch& batch);
  void check_parity(const SectionKey& key, const BlockPlace& place, std::uint32_t row,
                    const std::int8_t* values) const;

  const TableParts& table_;
  const SectionValues& section_;
  LayerLayout layout_;
  LayerHeader header_;
  std::uint64_t identity_;
  NewFile& file_;
  std::vector<IndexEntry> index_;
  std::uint64_t next_block_ = 0;
};

}  // namespace pipo
