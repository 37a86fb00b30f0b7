#include "solve/scratch_sections.hpp"

#include <fmt/core.h>
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <utility>

#include "generator/writer/layer_encoder.hpp"
#include "generator/writer/new_file.hpp"
#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"

namespace pipo {
namespace {

constexpr std::uint32_t kMostValuesInABlock = 65536;

// Bytes a value in scratch files; measured on starts of 5x5 (docs/performance.md).
constexpr double kBytesAValue = 0.375;

// An upper bound of the same: numbers of eight bits are rare, and a block has a few more bytes.
constexpr double kMostBytesAValue = 0.625;

// Written before each block.
struct BlockHead {
  std::uint64_t hash = 0;
  std::uint32_t bytes = 0;
  std::uint32_t unused = 0;
};

// A part of a section that is encoded at a time.
struct Tile {
  std::uint32_t first_row = 0;
  std::uint32_t rows = 0;
  std::uint32_t first_column = 0;
  std::uint32_t columns = 0;
};

// Calls f(tile, number) for the tiles of a section in order.
template <typename F>
void for_tiles(std::uint32_t rows, std::uint32_t columns, F&& f) {
  std::uint64_t number = 0;
  const std::uint32_t width = std::min(columns, kMostValuesInABlock);
  const std::uint32_t height = std::max(1U, kMostValuesInABlock / width);
  for (std::uint32_t column = 0; column < columns; column += width) {
    for (std::uint32_t row = 0; row < rows; row += height) {
      f(Tile{row, std::min(height, rows - row), column, std::min(width, columns - column)},
        number++);
    }
  }
}

// A block at the wrong place has the wrong seed.
std::uint64_t hash_of(std::span<const std::byte> bytes, TileNumber section, std::uint64_t block) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), std::uint64_t{section} << 32 | block);
}

// Returns how often each section is read back, if it is.
std::map<TileNumber, std::uint32_t> readings_of(const Schedule& schedule) {
  std::map<TileNumber, std::uint32_t> readings;
  for (std::size_t i = 0; i < schedule.steps.size(); ++i) {
    const ScheduledStep step = schedule.steps[i];
    for (const TileNumber section : step.loads) ++readings[section];
  }
  return readings;
}

}  // namespace

ScratchNeed scratch_need(const StateSpace& space, const Schedule& schedule) {
  const Tiling sections(space, kUndivided);
  auto readings = readings_of(schedule);
  const auto values = [&](TileNumber section) {
    return sections.part(sections.key(section)).values();
  };
  ScratchNeed need;
  std::uint64_t now = 0;
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < schedule.steps.size(); ++i) {
    const ScheduledStep step = schedule.steps[i];
    for (const TileNumber section : step.loads) {
      if (--readings[section] == 0) now -= values(section);
    }
    if (!step.completes) continue;
    for (const TileNumber section : step.targets) {
      const auto found = readings.find(section);
      if (found == readings.end() || found->second == 0) continue;
      now += values(section);
      need.written += values(section);
    }
    most = std::max(most, now);
  }
  need.bytes = static_cast<std::uint64_t>(kBytesAValue * static_cast<double>(most));
  return need;
}

std::uint64_t scratch_memory(const StateSpace& space) {
  std::uint64_t largest = 0;
  std::uint64_t sections = 0;
  for (int layer = space.first_layer(); layer <= space.last_layer(); ++layer) {
    for (const SectionKey& key : space.sections(layer)) {
      largest = std::max(largest, std::uint64_t{space.rows(key)} * space.columns(key));
      ++sections;
    }
  }
  constexpr std::uint64_t kBytesASection = 100;
  constexpr std::uint64_t kBytesAWorker = 4'000'000;
  const int threads = loop_threads();
  const auto buffer =
      static_cast<std::uint64_t>(2 * kMostBytesAValue * static_cast<double>(largest));
  return kBytesASection * sections + threads * (kBytesAWorker + buffer);
}

ScratchSections::ScratchSections(std::filesystem::path folder, const StateSpace& space,
                                 const Schedule& schedule, LastMoveCost last_move_cost)
    : folder_(std::move(folder)),
      numbers_(space, kUndivided),
      parities_(space, last_move_cost),
      file_(unnamed_file(folder_)) {
  for (const auto& [section, readings] : readings_of(schedule)) {
    waiting_[section].readings = readings;
  }
}

// Sets worker.bytes.
void ScratchSections::encode(const SectionRows& finished, Worker& worker) const {
  const SectionKey& key = finished.key();
  const TileNumber section = numbers_.number({key});
  worker.bytes.clear();
  for_tiles(finished.end_row(), finished.columns(), [&](const Tile& tile, std::uint64_t number) {
    worker.rows.clear();
    for (std::uint32_t row = tile.first_row; row < tile.first_row + tile.rows; ++row) {
      worker.rows.push_back(finished.at(row, tile.first_column));
    }
    const std::size_t begin = worker.bytes.size();
    worker.bytes.resize(begin + sizeof(BlockHead));
    worker.encoder.encode({.rows = worker.rows, .columns = tile.columns}, lines_of(key),
                          worker.bytes);
    const auto body = std::span(worker.bytes).subspan(begin + sizeof(BlockHead));
    const BlockHead head{hash_of(body, section, number), static_cast<std::uint32_t>(body.size())};
    std::memcpy(worker.bytes.data() + begin, &head, sizeof head);
  });
}

void ScratchSections::write(std::span<const SectionRows> finished) {
  // A thread that waits here must not take up a long task of the sweep meanwhile.
  call_isolated([&] {
    parallel_loop(std::size_t{0}, finished.size(), [&](std::size_t i) {
      const auto found = waiting_.find(numbers_.number({finished[i].key()}));
      if (found == waiting_.end()) return;
      Worker& worker = workers_.local();
      encode(finished[i], worker);
      Waiting& section = found->second;
      section.bytes = worker.bytes.size();
      section.offset = take(section.bytes);
      write_at(file_, folder_, section.offset, worker.bytes);
    });
  });
}

void ScratchSections::read(const SectionKey& key, std::int8_t* values) {
  const StateSpace& space = numbers_.space();
  const std::uint32_t columns = space.columns(key);
  const TileNumber number = numbers_.number({key});
  Waiting& section = waiting_.at(number);
  Worker& worker = workers_.local();
  const std::vector<std::uint8_t>& row_parities = parities_.rows(key);
  const std::vector<std::uint8_t>& column_parities = parities_.columns(key);
  const int parity = parities_.section(key);
  std::uint64_t offset = section.offset;
  for_tiles(space.rows(key), columns, [&](const Tile& tile, std::uint64_t block) {
    BlockHead head{};
    read_bytes(offset, std::as_writable_bytes(std::span(&head, 1)));
    offset += sizeof head;
    if (head.bytes > section.offset + section.bytes - offset) unlike_written();
    worker.bytes.resize(head.bytes);
    read_bytes(offset, worker.bytes);
    offset += head.bytes;
    if (hash_of(worker.bytes, number, block) != head.hash) unlike_written();
    if (!worker.decoder.decode(worker.bytes, tile.rows, tile.columns, worker.block).empty())
      unlike_written();
    worker.block.unpack(worker.halved);
    const std::int8_t* from = worker.halved.data();
    for (std::uint32_t row = tile.first_row; row < tile.first_row + tile.rows; ++row) {
      std::int8_t* const to = values + std::size_t{row} * columns + tile.first_column;
      const std::uint8_t* const of_column = column_parities.data() + tile.first_column;
      const int of_row = parity ^ row_parities[row];
      for (std::uint32_t i = 0; i < tile.columns; ++i) {
        to[i] = static_cast<std::int8_t>(2 * from[i] + (of_row ^ of_column[i]));
      }
      from += tile.columns;
    }
  });
  const std::lock_guard lock(mutex_);
  if (--section.readings == 0) give_back(section.offset, section.bytes);
}

void ScratchSections::read_bytes(std::uint64_t offset, std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t got =
        ::pread(file_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) unlike_written();
    bytes = bytes.subspan(static_cast<std::size_t>(got));
    offset += static_cast<std::uint64_t>(got);
  }
}

void ScratchSections::unlike_written() const {
  throw CannotWrite(
      fmt::format("{}: the disk does not return what was written to a scratch file; choose another "
                  "folder",
                  folder_.string()));
}

// Returns the offset of a free range, the first one that is large enough.
std::uint64_t ScratchSections::take(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  const auto found =
      std::ranges::find_if(free_, [bytes](const auto& range) { return range.second >= bytes; });
  if (found == free_.end()) return std::exchange(end_, end_ + bytes);
  const auto [offset, room] = *found;
  free_.erase(found);
  if (room > bytes) free_[offset + bytes] = room - bytes;
  return offset;
}

void ScratchSections::give_back(std::uint64_t offset, std::uint64_t bytes) {
  auto next = free_.lower_bound(offset);
  if (next != free_.end() && next->first == offset + bytes) {
    bytes += next->second;
    next = free_.erase(next);
  }
  if (next != free_.begin()) {
    const auto before = std::prev(next);
    if (before->first + before->second == offset) {
      before->second += bytes;
      return;
    }
  }
  free_[offset] = bytes;
}

}  // namespace pipo
