// The messages between rank 0 and the ranks while a table is made.
//
//     rank 0                         a rank
//                                    hello: its settings
//     begin: the layers to make      ready: its memory and threads, or failed
//     task: tiles to compute         encoded: the sizes of the encoded rows
//     place: their place in a file   written
//     sync: a file is complete       synced
//     stop: end of the attempt
//     bye: end of the program
//
// `failed` may come at any time. Any two ranks exchange `fetch`, a request for a piece of a tile in
// the other's memory, and `values`, the piece; and `ask`, a request for what a task leaves of its
// last section, and `left`, that. Each attempt to make a table has a number, so that late messages
// are recognised.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include "generator/cluster/message_bytes.hpp"
#include "generator/cluster/ranks.hpp"
#include "generator/sweep/schedule.hpp"
#include "generator/writer/layer_encoder.hpp"
#include "pipopipette/position.hpp"
#include "probe/base/failure.hpp"
#include "probe/file/block_index.hpp"
#include "probe/file/histogram.hpp"
#include "probe/space/thinning.hpp"

namespace pipo {

enum class MessageKind : std::uint8_t {
  hello,
  begin,
  ready,
  task,
  encoded,
  place,
  written,
  sync,
  synced,
  fetch,
  values,
  ask,
  left,
  failed,
  stop,
  bye
};

// The attempt number of messages that belong to no attempt.
constexpr std::uint32_t kNoAttempt = 0;

// The beginning of every message.
struct MessageHead {
  MessageKind kind = MessageKind::bye;
  std::uint32_t attempt = 0;
};

inline MessageHead head_of(const MessageBytes& message) {
  return MessageReader(message).get<MessageHead>();
}
inline MessageBytes bare_message(MessageHead head) {
  return MessageWriter().put(head).take();
}

// A message with content, and that content.
template <typename Content>
MessageBytes to_message(MessageHead head, const Content& content) {
  return MessageWriter().put(head).put(content).take();
}
template <typename Content>
Content content_of(const MessageBytes& message) {
  MessageReader reader(message);
  reader.get<MessageHead>();
  return reader.get<Content>();
}

// The settings that must be equal on all ranks, and the machine's name.
struct Hello {
  std::string version;
  std::string table;  // name of its folder
  bool square = false;
  std::string machine;
  std::uint64_t memory = 0;  // bytes that the rank may use

  static auto fields(auto& of) {
    return std::tie(of.version, of.table, of.square, of.machine, of.memory);
  }
};

struct Begin {
  std::uint32_t attempt = 0;
  Thinning thinning = Thinning::triangles;
  std::uint32_t part_size = kUndivided;  // of the tiles
  std::string token;                 // the content of a file in the folder, to check that it is the
                                     // same folder
  std::vector<std::uint64_t> files;  // least bytes of each file to be made

  static auto fields(auto& of) {
    return std::tie(of.attempt, of.thinning, of.part_size, of.token, of.files);
  }
};

// The location of a tile: a rank's memory, or blocks in a file of this run.
struct TilePlace {
  TileNumber tile = 0;
  int holder = -1;                         // -1: in a file
  std::uint64_t file = 0;                  // its inode; 0: a layer of an earlier run
  std::vector<std::uint64_t> blocks = {};  // numbers of the blocks that have its entries
  std::vector<IndexEntry> index = {};      // of these blocks

  static auto fields(auto& of) {
    return std::tie(of.tile, of.holder, of.file, of.blocks, of.index);
  }
};

template <typename Step>
requires std::is_same_v<std::remove_const_t<Step>, ScheduledStep>
auto fields_of(Step& step) {
  return std::tie(step.state, step.completes, step.targets, step.sources, step.drops, step.loads);
}

struct TaskMessage {
  std::uint32_t task = 0;
  int before = -1;  // if the task continues a section: the rank that does the task before it
  std::vector<ScheduledStep> steps = {};  // with sources only for partial steps
  std::vector<TilePlace> places = {};     // of all loads

  static auto fields(auto& of) { return std::tie(of.task, of.before, of.steps, of.places); }
};

// A request for what a task leaves of a section that the next task continues; and that
// (UnfinishedSection).
struct Ask {
  std::uint32_t task = 0;
  int asker = 0;
};
struct Left {
  std::uint32_t task = 0;
  std::vector<std::byte> hash = {};  // its state
  std::vector<std::uint32_t> carried = {};
  std::vector<std::int8_t> values = {};

  static auto fields(auto& of) { return std::tie(of.task, of.hash, of.carried, of.values); }
};

// A request for a piece of a tile.
struct Fetch {
  std::uint32_t attempt = 0;
  int asker = 0;
  TileNumber tile = 0;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

// The first function returns the piece of a tile's values that `fetch` asks for; the second copies
// a received piece into the tile that `find` returns. Throws std::logic_error if the bytes are not
// those that were sent.
MessageBytes values_message(const Fetch& fetch, const std::int8_t* values);
using FindValues = std::function<std::int8_t*(TileNumber tile)>;
void copy_values(const MessageBytes& message, const FindValues& find);

// How a rank has spent its time since the attempt began, in seconds.
struct RankTimes {
  double waiting = 0;  // for a task
  double loading = 0;  // from files and other ranks
  double computing = 0;
  double encoding = 0;
  std::uint64_t values_loaded = 0;   // from files
  std::uint64_t bytes_loaded = 0;    // of these values
  std::uint64_t values_fetched = 0;  // from other ranks
  std::uint64_t bytes_written = 0;   // to files
};

// A task's rows of one layer, encoded.
struct EncodedRun {
  int layer = 0;
  std::uint64_t bytes = 0;
  std::vector<LayerEncoder::Hash> hashes = {};  // of the sections that end with these rows
  std::vector<std::uint64_t> blocks = {};       // numbers
  std::vector<IndexEntry> index = {};           // of these blocks; offsets from the first byte
  Histogram values = {};

  static auto fields(auto& of) {
    return std::tie(of.layer, of.bytes, of.hashes, of.blocks, of.index, of.values);
  }
};

struct EncodedMessage {
  std::uint32_t task = 0;
  RankTimes times = {};
  std::vector<EncodedRun> runs = {};

  static auto fields(auto& of) { return std::tie(of.task, of.times, of.runs); }
};

// Sent as `place`, and returned as `written`. For `sync` and `synced`, only the layer and the file
// are set.
struct Place {
  std::uint32_t task = 0;
  int layer = 0;
  std::uint64_t offset = 0;
  std::uint64_t file = 0;  // inode
};

// The resources of a rank.
struct RankMeans {
  std::uint64_t budget = 0;  // bytes of memory for values
  int threads = 1;
};

// An exception that rank 0 throws again.
template <typename Content>
requires std::is_same_v<std::remove_const_t<Content>, Failure>
auto fields_of(Content& failure) {
  return std::tie(failure.code, failure.text);
}

// The text for std::bad_alloc on a rank.
constexpr const char* kOutOfMemory =
    "out of memory: stop other programs, or allow less with --memory";

// Returns the failure that a rank reports, with the rank's name before the text.
Failure read_failure(const MessageBytes& message, const std::string& rank);

}  // namespace pipo
