// Finished sections of a sweep on disk, for a sweep that does not fit into memory.
//
// They are in one file without a name, so nothing of it is left when the process ends, however it
// ends. Only sections that the schedule reads back are written, and the space of a section is used
// again after its last reading. Every block has a checksum: a failing disk is an error and never a
// wrong value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <span>
#include <vector>

#include "generator/sweep/schedule.hpp"
#include "generator/sweep/sweep.hpp"
#include "parallel/threads.hpp"
#include "probe/base/descriptor.hpp"
#include "probe/codec/block_codec.hpp"
#include "probe/space/state_space.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

// The disk space that a schedule needs.
struct ScratchNeed {
  std::uint64_t bytes = 0;    // most at a time, estimated by measured compression
  std::uint64_t written = 0;  // values
};
ScratchNeed scratch_need(const StateSpace& space, const Schedule& schedule);

// Returns an upper bound on the memory that scratch files take on the current threads, in bytes.
std::uint64_t scratch_memory(const StateSpace& space);

class ScratchSections {
 public:
  // `space` must outlive this. Throws CannotWrite or DiskFull if no file can be made in the folder.
  ScratchSections(std::filesystem::path folder, const StateSpace& space, const Schedule& schedule,
                  LastMoveCost last_move_cost);

  // Like SweepFiles::write, but for whole sections. Throws DiskFull or CannotWrite.
  void write(std::span<const SectionRows> finished);

  // Reads a section. Throws CannotWrite if the disk does not return what was written.
  void read(const SectionKey& key, std::int8_t* values);

  // Bytes of the file: the most that was needed at a time.
  std::uint64_t bytes() const { return end_; }

  // The file, for tests that damage it.
  const Descriptor& file() const { return file_; }

 private:
  // A section that will be read back.
  struct Waiting {
    std::uint32_t readings = 0;  // to come
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
  };
  // Buffers of a thread, used again for each section.
  struct Worker {
    BlockEncoder encoder = BlockEncoder(References::no);  // for speed: docs/performance.md
    BlockDecoder decoder = {};
    PackedBlock block = {};
    std::vector<const std::int8_t*> rows = {};
    std::vector<std::int8_t> halved = {};
    std::vector<std::byte> bytes = {};
  };

  void encode(const SectionRows& section, Worker& worker) const;
  void read_bytes(std::uint64_t offset, std::span<std::byte> bytes) const;
  std::uint64_t take(std::uint64_t bytes);
  void give_back(std::uint64_t offset, std::uint64_t bytes);
  [[noreturn]] void unlike_written() const;

  const std::filesystem::path folder_;
  const Tiling numbers_;
  const Parities parities_;
  Descriptor file_;
  std::map<TileNumber, Waiting> waiting_;
  PerThread<Worker> workers_;
  std::mutex mutex_;                             // guards the next two, and Waiting::readings
  std::map<std::uint64_t, std::uint64_t> free_;  // bytes of ranges, by offset; none are adjacent
  std::uint64_t end_ = 0;
};

}  // namespace pipo
