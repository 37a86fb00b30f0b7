#include "generator/cluster/coordinator.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "generator/cluster/shared_folder.hpp"
#include "generator/plan/machine.hpp"
#include "generator/run/start_place.hpp"
#include "generator/sweep/sweep_start.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/steady_seconds.hpp"

namespace pipo {
namespace {

using namespace std::chrono_literals;

constexpr auto kPatience = 50ms;  // between checks for a stop

}  // namespace

Coordinator::Coordinator(const RankLinks& links, std::uint32_t attempt, TableRemains& found,
                         const GenerateOptions& options, const std::filesystem::path& folder)
    : links_(links),
      attempt_(attempt),
      found_(found),
      options_(options),
      folder_(folder),
      sections_(found.space.states()),
      writer_(found.space, folder),
      written_(found.kept.size()),
      times_(static_cast<std::size_t>(links.ranks.count())),
      progress_(no_progress(found.space.states())),
      began_(steady_seconds()) {}

RunResult Coordinator::run() {
  try {
    begin();
    make();
  } catch (...) {
    tell_all(bare_message({MessageKind::stop, attempt_}));
    try {
      writer_.finish();
    } catch (...) {
      // The current exception is the one to report.
    }
    throw;
  }
  tell_all(bare_message({MessageKind::stop, attempt_}));
  writer_.finish();
  RunResult result;
  for (int layer = progress_.first_layer; layer <= progress_.last_layer; ++layer) {
    const auto number = static_cast<std::size_t>(layer);
    result.layers.push_back(found_.kept[number] ? *found_.kept[number] : written_[number].value());
  }
  for (const RankTimes& times : times_) result.read_back += times.values_loaded;
  result.value = start_value();
  return result;
}

// Returns when every rank has reported its means.
void Coordinator::begin() {
  const SharedToken token(folder_);
  tell_all(to_message(Begin{.attempt = attempt_,
                            .thinning = found_.space.thinning(),
                            .token = token.text(),
                            .files = least_bytes_to_make(found_)}));
  std::vector<RankMeans> means(times_.size());
  for (std::size_t ready = 0; ready < means.size();) {
    const auto message = receive();
    if (!message) continue;
    if (head_of(message->bytes).kind != MessageKind::ready) {
      handle(*message);
      continue;
    }
    means[static_cast<std::size_t>(message->from)] = read_ready(message->bytes);
    ++ready;
  }
  std::vector<bool> made;
  for (const auto& layer : found_.kept) made.push_back(!layer);
  {
    const SweepStart start(found_.space.states());
    tasks_ = std::make_unique<const TaskList>(
        start.tables(), sections_, made, std::ranges::min(means, {}, &RankMeans::budget).budget,
        links_.ranks.count());
  }
  dealer_ = std::make_unique<Dealer>(*tasks_, means);
  begin_layers();
}

void Coordinator::begin_layers() {
  const StateSpace& states = found_.space.states();
  for (int number = states.first_layer(); number <= states.last_layer(); ++number) {
    if (kept(number)) {
      for (const SectionKey& key : states.sections(number))
        dealer_->set_readable(sections_.number(key));
    } else if (states.sections(number).empty()) {
      // Every position of this layer has a box to be taken, so it has no sections.
      written_[static_cast<std::size_t>(number)] = writer_.write(number, {});
    } else {
      layers_.emplace(number, Layer{.layout = LayerLayout(states, number),
                                    .ranks = std::vector<bool>(times_.size())});
      ++layers_left_;
    }
  }
  for (std::uint32_t task = 0; task < tasks_->tasks().size(); ++task) {
    for (const SectionNumber target : tasks_->tasks()[task].targets) {
      auto& tasks = layers_.at(sections_.key(target).layer()).tasks;
      if (tasks.empty() || tasks.back() != task) tasks.push_back(task);
    }
  }
}

void Coordinator::make() {
  progress_.values_before = progress_.values_done = progress_.values_total - tasks_->values();
  report(progress_.last_layer);
  while (layers_left_ > 0) {
    if (std::exchange(more_to_deal_, false)) deal_out();
    if (const auto message = receive()) handle(*message);
  }
}

// Serves ranks with no task first.
void Coordinator::deal_out() {
  int busy = 0;
  for (int ahead = 0; ahead < kTasksAhead; ++ahead) {
    for (int rank = 0; rank < links_.ranks.count(); ++rank) {
      if (dealer_->tasks_of(rank) <= ahead && !dealer_->all_dealt()) {
        if (const auto dealt = dealer_->deal(rank)) send_task(rank, *dealt);
      }
      busy += dealer_->tasks_of(rank);
    }
  }
  if (busy == 0 && on_the_way_ == 0) throw std::logic_error("no rank can go on");
}

void Coordinator::send_task(int rank, const DealtTask& dealt) {
  TaskMessage message{.attempt = attempt_, .task = dealt.task, .steps = dealt.steps};
  std::map<SectionNumber, int> holders(dealt.fetches.begin(), dealt.fetches.end());
  for (const ScheduledStep& step : dealt.steps) {
    for (const SectionNumber section : step.loads) {
      const auto holder = holders.find(section);
      message.places.push_back(holder == holders.end()
                                   ? place_of(section)
                                   : SectionPlace{.section = section, .holder = holder->second});
    }
  }
  links_.tell(rank, to_message(message));
}

SectionPlace Coordinator::place_of(SectionNumber section) const {
  const SectionKey key = sections_.key(section);
  if (kept(key.layer())) return {.section = section};
  const Layer& layer = layers_.at(key.layer());
  const StoredSection& stored = layer.layout.sections()[layer.layout.find(key).value()];
  const auto first = layer.index->begin() + static_cast<std::ptrdiff_t>(stored.first_block);
  return {.section = section,
          .file = layer.file,
          .blocks = {first, first + static_cast<std::ptrdiff_t>(stored.blocks())}};
}

// Receives a message of this attempt; nothing if none arrives in time.
std::optional<Incoming> Coordinator::receive() {
  if (options_.stopped && options_.stopped()) throw Stopped("stopped");
  auto message = links_.ranks.receive(kPatience);
  if (!message) return std::nullopt;
  const MessageHead head = head_of(message->bytes);
  if (head.kind == MessageKind::failed && head.attempt == kNoAttempt) return message;
  if (head.attempt != attempt_) return std::nullopt;
  return message;
}

void Coordinator::handle(const Incoming& message) {
  switch (head_of(message.bytes).kind) {
    case MessageKind::failed:
      fail(read_failure(message.bytes, links_.names[static_cast<std::size_t>(message.from)]));
    case MessageKind::encoded:
      return take_encoded(message.from, message.bytes);
    case MessageKind::written:
      return take_written(read_place(message.bytes));
    case MessageKind::synced:
      return take_synced(read_place(message.bytes));
    case MessageKind::fetch:
    case MessageKind::values:
      return links_.tell(0, message.bytes);
    default:
      throw std::logic_error("a rank said what it should not");
  }
}

void Coordinator::fail(const Failure& failure) const {
  if (!dealer_ && failure.code != ErrorCode::stopped) throw NotBegun(failure.code, failure.text);
  throw_failure(failure);
}

void Coordinator::take_encoded(int rank, const MessageBytes& message) {
  EncodedMessage encoded = read_encoded(message);
  times_[static_cast<std::size_t>(rank)] = encoded.times;
  dealer_->note_done(rank);
  more_to_deal_ = true;
  progress_.values_done += tasks_->tasks()[encoded.task].values;
  int least = progress_.last_layer;
  for (EncodedRun& run : encoded.runs) {
    const int number = run.layer;
    layers_.at(number).waiting.emplace(encoded.task, std::pair(rank, std::move(run)));
    place_what_can_be(number);
    least = std::min(least, number);
  }
  report(least);
}

void Coordinator::place_what_can_be(int number) {
  Layer& layer = begun(number);
  while (layer.placed < layer.tasks.size()) {
    const std::uint32_t task = layer.tasks[layer.placed];
    const auto found = layer.waiting.find(task);
    if (found == layer.waiting.end()) return;
    const auto& [rank, run] = found->second;
    const std::vector<SectionKey> keys = keys_of(task, number);
    const std::vector<std::uint64_t> blocks = layer.stream->blocks_of(keys);
    const std::uint64_t offset = layer.stream->reserve(
        keys, run.hashes, {.blocks = blocks, .index = run.index, .values = run.values}, run.bytes);
    links_.tell(rank,
                to_message({MessageKind::place, attempt_},
                           {.task = task, .layer = number, .offset = offset, .file = layer.file}));
    layer.ranks[static_cast<std::size_t>(rank)] = true;
    layer.waiting.erase(found);
    ++layer.placed;
    ++on_the_way_;
  }
}

Coordinator::Layer& Coordinator::begun(int number) {
  Layer& layer = layers_.at(number);
  if (!layer.index) {
    layer.stream = writer_.begin(number);
    layer.index = layer.stream->index();
    layer.file = layer.stream->inode();
  }
  return layer;
}

std::vector<SectionKey> Coordinator::keys_of(std::uint32_t task, int layer) const {
  std::vector<SectionKey> keys;
  for (const SectionNumber target : tasks_->tasks()[task].targets) {
    const SectionKey key = sections_.key(target);
    if (key.layer() == layer) keys.push_back(key);
  }
  return keys;
}

// Records written sections as readable. Once a file is complete, every rank that wrote to it syncs
// it.
void Coordinator::take_written(const Place& place) {
  Layer& layer = layers_.at(place.layer);
  for (const SectionKey& key : keys_of(place.task, place.layer))
    dealer_->set_readable(sections_.number(key));
  more_to_deal_ = true;
  --on_the_way_;
  if (++layer.written < layer.tasks.size()) return;
  for (std::size_t rank = 0; rank < layer.ranks.size(); ++rank) {
    if (!layer.ranks[rank]) continue;
    ++layer.syncing;
    ++on_the_way_;
    links_.tell(static_cast<int>(rank), to_message({MessageKind::sync, attempt_},
                                                   {.layer = place.layer, .file = layer.file}));
  }
}

void Coordinator::take_synced(const Place& place) {
  Layer& layer = layers_.at(place.layer);
  --on_the_way_;
  if (--layer.syncing > 0) return;
  written_[static_cast<std::size_t>(place.layer)] = writer_.end(std::move(layer.stream));
  --layers_left_;
}

void Coordinator::tell_all(const MessageBytes& message) const {
  for (int rank = 0; rank < links_.ranks.count(); ++rank) links_.tell(rank, message);
}

int Coordinator::start_value() {
  const StartPlace start(found_.space);
  const SectionKey& key = start.section();
  if (!found_.files.opened(key.layer())) found_.files.open(key.layer());
  std::vector<std::int8_t> values(std::size_t{found_.space.states().rows(key)} *
                                  found_.space.states().columns(key));
  found_.files.load(*found_.files.opened(key.layer()), key, values.data());
  return start.value(values.data());
}

void Coordinator::report(int layer) {
  progress_.layer = std::min(progress_.layer, layer);
  progress_.memory_bytes = resident_memory();
  progress_.seconds = steady_seconds() - began_;
  double waiting = 0;
  double all = 0;
  for (const RankTimes& times : times_) {
    waiting += times.waiting;
    all += times.waiting + times.loading + times.computing + times.encoding;
  }
  progress_.waiting = all > 0 ? waiting / all : 0;
  if (options_.progress) options_.progress(progress_);
}

}  // namespace pipo
