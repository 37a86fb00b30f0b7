#include "generator/cluster/messages.hpp"

#include <fmt/core.h>
#include <xxhash.h>

#include <cstring>
#include <span>
#include <stdexcept>

#include "generator/cluster/message_bytes.hpp"

namespace pipo {
namespace {

MessageWriter with_head(MessageKind kind, std::uint32_t attempt = 0) {
  MessageWriter writer;
  writer.put(MessageHead{kind, attempt});
  return writer;
}

MessageReader after_head(const MessageBytes& message, MessageHead* head = nullptr) {
  MessageReader reader(message);
  const auto read = reader.get<MessageHead>();
  if (head != nullptr) *head = read;
  return reader;
}

void put_step(MessageWriter& writer, const ScheduledStep& step) {
  writer.put(step.state).put(step.completes);
  writer.put_list(step.targets).put_list(step.drops).put_list(step.loads);
  writer.put_list(step.partial() ? step.sources : std::vector<SectionNumber>());
}

ScheduledStep get_step(MessageReader& reader) {
  ScheduledStep step;
  step.state = reader.get<Targets>();
  step.completes = reader.get<bool>();
  step.targets = reader.list<SectionNumber>();
  step.drops = reader.list<SectionNumber>();
  step.loads = reader.list<SectionNumber>();
  step.sources = reader.list<SectionNumber>();
  return step;
}

}  // namespace

MessageHead head_of(const MessageBytes& message) {
  return MessageReader(message).get<MessageHead>();
}

MessageBytes bare_message(MessageHead head) {
  return with_head(head.kind, head.attempt).take();
}

MessageBytes to_message(const Hello& hello) {
  MessageWriter writer = with_head(MessageKind::hello);
  writer.put_text(hello.version).put_text(hello.table);
  return writer.put(hello.square).put_text(hello.machine).take();
}

Hello read_hello(const MessageBytes& message) {
  MessageReader reader = after_head(message);
  Hello hello;
  hello.version = reader.text();
  hello.table = reader.text();
  hello.square = reader.get<bool>();
  hello.machine = reader.text();
  return hello;
}

MessageBytes to_message(const Begin& begin) {
  MessageWriter writer = with_head(MessageKind::begin, begin.attempt);
  return writer.put(begin.thinning).put_text(begin.token).put_list(begin.files).take();
}

Begin read_begin(const MessageBytes& message) {
  MessageHead head;
  MessageReader reader = after_head(message, &head);
  Begin begin;
  begin.attempt = head.attempt;
  begin.thinning = reader.get<Thinning>();
  begin.token = reader.text();
  begin.files = reader.list<std::uint64_t>();
  return begin;
}

MessageBytes to_message(const TaskMessage& task) {
  MessageWriter writer = with_head(MessageKind::task, task.attempt);
  writer.put(task.task).put(task.steps.size());
  for (const ScheduledStep& step : task.steps) put_step(writer, step);
  writer.put(task.places.size());
  for (const SectionPlace& place : task.places) {
    writer.put(place.section).put(place.holder).put(place.file).put_list(place.blocks);
  }
  return writer.take();
}

TaskMessage read_task(const MessageBytes& message) {
  MessageHead head;
  MessageReader reader = after_head(message, &head);
  TaskMessage task;
  task.attempt = head.attempt;
  task.task = reader.get<std::uint32_t>();
  for (auto steps = reader.get<std::size_t>(); steps > 0; --steps)
    task.steps.push_back(get_step(reader));
  for (auto places = reader.get<std::size_t>(); places > 0; --places) {
    SectionPlace place;
    place.section = reader.get<SectionNumber>();
    place.holder = reader.get<int>();
    place.file = reader.get<std::uint64_t>();
    place.blocks = reader.list<IndexEntry>();
    task.places.push_back(std::move(place));
  }
  return task;
}

MessageBytes to_message(const Fetch& fetch) {
  return with_head(MessageKind::fetch, fetch.attempt).put(fetch).take();
}

Fetch read_fetch(const MessageBytes& message) {
  return after_head(message).get<Fetch>();
}

MessageBytes values_message(const Fetch& fetch, const std::int8_t* values) {
  const auto piece = std::as_bytes(std::span(values + fetch.offset, fetch.bytes));
  MessageWriter writer = with_head(MessageKind::values, fetch.attempt);
  writer.put(fetch).put(XXH3_64bits(piece.data(), piece.size()));
  return writer.put_bytes(piece).take();
}

void copy_values(const MessageBytes& message, const FindValues& find) {
  MessageReader reader = after_head(message);
  const auto fetch = reader.get<Fetch>();
  const auto hash = reader.get<XXH64_hash_t>();
  const std::span<const std::byte> piece = reader.rest();
  if (piece.size() != fetch.bytes || XXH3_64bits(piece.data(), piece.size()) != hash)
    throw std::logic_error("values that a rank has sent did not arrive as they were");
  std::memcpy(find(fetch.section) + fetch.offset, piece.data(), piece.size());
}

MessageBytes to_message(const EncodedMessage& encoded) {
  MessageWriter writer = with_head(MessageKind::encoded, encoded.attempt);
  writer.put(encoded.task).put(encoded.times).put(encoded.runs.size());
  for (const EncodedRun& run : encoded.runs) {
    writer.put(run.layer).put(run.bytes).put_list(run.hashes).put_list(run.index).put(run.values);
  }
  return writer.take();
}

EncodedMessage read_encoded(const MessageBytes& message) {
  MessageHead head;
  MessageReader reader = after_head(message, &head);
  EncodedMessage encoded;
  encoded.attempt = head.attempt;
  encoded.task = reader.get<std::uint32_t>();
  encoded.times = reader.get<RankTimes>();
  for (auto runs = reader.get<std::size_t>(); runs > 0; --runs) {
    EncodedRun run;
    run.layer = reader.get<int>();
    run.bytes = reader.get<std::uint64_t>();
    run.hashes = reader.list<std::uint64_t>();
    run.index = reader.list<IndexEntry>();
    run.values = reader.get<Histogram>();
    encoded.runs.push_back(std::move(run));
  }
  return encoded;
}

MessageBytes to_message(MessageHead head, const Place& place) {
  return with_head(head.kind, head.attempt).put(place).take();
}

Place read_place(const MessageBytes& message) {
  return after_head(message).get<Place>();
}

MessageBytes ready_message(std::uint32_t attempt, const RankMeans& means) {
  return with_head(MessageKind::ready, attempt).put(means).take();
}

RankMeans read_ready(const MessageBytes& message) {
  return after_head(message).get<RankMeans>();
}

MessageBytes to_message(std::uint32_t attempt, const Failure& failure) {
  return with_head(MessageKind::failed, attempt).put(failure.code).put_text(failure.text).take();
}

Failure read_failure(const MessageBytes& message, const std::string& rank) {
  MessageReader reader = after_head(message);
  const auto code = reader.get<ErrorCode>();
  return {code, fmt::format("{}: {}", rank, reader.text())};
}

}  // namespace pipo
