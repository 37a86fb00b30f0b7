// The messages between rank 0 and the ranks while a table is made.
//
//     rank 0                         a rank
//                                    hello: its settings
//     begin: the layers to make      ready: its memory for values, or failed
//     task: tiles to compute         encoded: the encoded rows, which rank 0 writes
//     stop: end of the attempt
//     bye: end of the program
//
// `failed` may come at any time. Two ranks exchange `state_request` and its reply `state`: that of
// a section that one task leaves unfinished and the next one continues. Each attempt to make a
// table has a number, so that late messages are recognised.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "generator/cluster/ranks.hpp"
#include "generator/sweep/step_plan.hpp"
#include "generator/writer/layer_encoder.hpp"
#include "pipopipette/position.hpp"
#include "probe/base/failure.hpp"
#include "probe/file/block_index.hpp"
#include "probe/file/histogram.hpp"

namespace pipo {

// Writes numbers, texts and lists into the bytes of a message and reads them back. All ranks run
// the same program on the same kind of machine, so the bytes are those in memory.

template <typename T>
concept Plain = std::is_trivially_copyable_v<T>;

// A text or a list: its size, then its elements.
template <typename T>
concept Listed = requires(T list) {
  list.resize(list.size()), list.data();
};

// Anything else has fields, in the order in which they are sent: T::fields(value) is a tuple of
// references.
template <typename T>
auto fields_of(T& value) {
  return std::remove_const_t<T>::fields(value);
}

// Passes the parts of a value to `stream`, which writes them, or reads them if kReads.
template <typename Stream, typename T>
void pass(Stream& stream, T& value) {
  if constexpr (Plain<T>) {
    stream.pass_bytes(&value, sizeof value);
  } else if constexpr (Listed<std::remove_const_t<T>>) {
    std::size_t size = value.size();
    pass(stream, size);
    if constexpr (Stream::kReads) value.resize(stream.checked(size));
    if constexpr (Plain<typename T::value_type>) {
      stream.pass_bytes(value.data(), value.size() * sizeof *value.data());
    } else {
      for (auto& element : value) pass(stream, element);
    }
  } else {
    std::apply([&stream](auto&... field) { (pass(stream, field), ...); }, fields_of(value));
  }
}

class MessageWriter {
 public:
  static constexpr bool kReads = false;

  template <typename T>
  MessageWriter& put(const T& value) {
    pass(*this, value);
    return *this;
  }
  void pass_bytes(const void* data, std::size_t size) {
    const auto* const first = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), first, first + size);
  }
  MessageBytes take() { return std::move(bytes_); }

 private:
  MessageBytes bytes_;
};

// Throws std::logic_error if the bytes end too soon.
class MessageReader {
 public:
  static constexpr bool kReads = true;

  explicit MessageReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <typename T>
  T get() {
    T value{};
    pass(*this, value);
    return value;
  }
  void pass_bytes(void* out, std::size_t size) {
    if (size > 0) std::memcpy(out, rest_.data(), checked(size));
    rest_ = rest_.subspan(size);
  }
  std::size_t checked(std::size_t bytes) const {
    if (bytes > rest_.size()) throw std::logic_error("a message between ranks is cut short");
    return bytes;
  }

 private:
  std::span<const std::byte> rest_;
};

enum class MessageKind : std::uint8_t {
  hello,
  begin,
  ready,
  task,
  encoded,
  state_request,
  state,
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
  std::string machine;
  std::uint64_t memory = 0;  // bytes that the rank may use

  static auto fields(auto& of) { return std::tie(of.version, of.table, of.machine, of.memory); }
};

struct Begin {
  std::uint32_t attempt = 0;
  std::uint32_t part_size = kUndivided;  // of the tiles
  std::string token;                 // the content of a file in the folder, to check that it is the
                                     // same folder
  std::vector<std::uint64_t> files;  // least bytes of each file to be made

  static auto fields(auto& of) { return std::tie(of.attempt, of.part_size, of.token, of.files); }
};

// A tile to be fetched from another rank.
struct FetchedTile {
  TileNumber tile = 0;
  int holder = 0;
};

// A step of a task. All of its fields are sent; the sources of a step that is not partial may be
// left out.
struct RankStep : Step {
  std::vector<TileNumber> drops = {};
  std::vector<TileNumber> loads = {};  // read from files
  std::vector<FetchedTile> fetches = {};

  static auto fields(auto& of) {
    return std::tie(of.targets, of.sources, of.state, of.completes, of.drops, of.loads, of.fetches);
  }
};

// The blocks in a file that have the entries of a tile.
struct TileBlocks {
  TileNumber tile = 0;
  std::uint64_t file = 0;                  // its inode; 0: a layer of an earlier run
  std::vector<std::uint64_t> blocks = {};  // numbers
  std::vector<IndexEntry> index = {};      // of these blocks

  static auto fields(auto& of) { return std::tie(of.tile, of.file, of.blocks, of.index); }
};

struct DealtTask {
  std::uint32_t task = 0;
  int before = -1;      // if the task continues a section: the rank that does the previous task
  RankStep early = {};  // drops and fetches during the last step of the rank's previous task
  std::vector<RankStep> steps = {};
  std::uint64_t values_fetched = 0;
  std::uint64_t values_read = 0;        // from files
  std::vector<TileBlocks> places = {};  // of all loads; once the task is sent

  static auto fields(auto& of) {
    return std::tie(of.task, of.before, of.early, of.steps, of.values_fetched, of.values_read,
                    of.places);
  }
};

// A request for the state of a section that a task leaves unfinished, and the reply.
struct SectionStateRequest {
  std::uint32_t task = 0;
  int asker = 0;
};
struct SectionState {
  std::uint32_t task = 0;
  std::vector<std::byte> hash = {};  // its state
  std::vector<std::uint32_t> carried = {};
  std::vector<std::int8_t> values = {};

  static auto fields(auto& of) { return std::tie(of.task, of.hash, of.carried, of.values); }
};

// How a rank has spent its time since the attempt began, in seconds.
struct RankTimes {
  double waiting = 0;  // for a task
  double loading = 0;  // from files and other ranks
  double computing = 0;
  double encoding = 0;
  std::uint64_t values_loaded = 0;   // from files
  std::uint64_t bytes_loaded = 0;    // of these values
  std::uint64_t values_fetched = 0;  // from other ranks
  std::uint64_t bytes_written = 0;   // encoded
};

// A task's rows of one layer, encoded.
struct EncodedRun {
  int layer = 0;
  std::vector<LayerEncoder::Hash> hashes = {};  // of the sections that end with these rows
  std::vector<std::uint64_t> blocks = {};       // numbers
  std::vector<std::byte> bytes = {};            // of these blocks
  std::vector<IndexEntry> index = {};           // of these blocks; offsets from the first byte
  Histogram values = {};

  static auto fields(auto& of) {
    return std::tie(of.layer, of.hashes, of.blocks, of.bytes, of.index, of.values);
  }
};

struct EncodedMessage {
  std::uint32_t task = 0;
  RankTimes times = {};
  std::vector<EncodedRun> runs = {};

  static auto fields(auto& of) { return std::tie(of.task, of.times, of.runs); }
};

// An exception that rank 0 throws again.
template <typename Content>
requires std::is_same_v<std::remove_const_t<Content>, Failure>
auto fields_of(Content& failure) {
  return std::tie(failure.code, failure.text);
}

// Returns the failure that a rank reports, with the rank's name before the text.
inline Failure read_failure(const MessageBytes& message, const std::string& rank) {
  const Failure failure = content_of<Failure>(message);
  return {failure.code, rank + ": " + failure.text};
}

}  // namespace pipo
