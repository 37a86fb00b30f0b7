#include "generator/cluster/coordinator.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "generator/cluster/part_files.hpp"
#include "generator/run/table_in_progress.hpp"
#include "pipopipette/error.hpp"

namespace pipo {
namespace {

constexpr std::chrono::milliseconds kPatience(50);  // time between two checks for a stop

}  // namespace

Coordinator::Coordinator(const RankLinks& links, std::uint32_t attempt, TableInProgress& table,
                         std::uint32_t part_size)
    : links_(links),
      attempt_(attempt),
      table_(table),
      tiles_(states(), part_size),
      times_(static_cast<std::size_t>(links.ranks.count())) {}

std::uint64_t Coordinator::run() {
  try {
    begin();
    make();
  } catch (...) {
    tell_all(bare_message({MessageKind::stop, attempt_}));
    throw;
  }
  tell_all(bare_message({MessageKind::stop, attempt_}));
  std::uint64_t read_back = 0;
  for (const RankTimes& times : times_) read_back += times.values_loaded;
  return read_back;
}

// Returns when every rank has reported its budget.
void Coordinator::begin() {
  const SharedToken token(table_.folder());
  tell_all(to_message({MessageKind::begin, attempt_},
                      Begin{.attempt = attempt_,
                            .part_size = tiles_.part_size(),
                            .token = token.text(),
                            .files = table_.found().least_bytes_to_make()}));
  std::vector<std::uint64_t> budgets(times_.size());
  for (std::size_t ready = 0; ready < budgets.size();) {
    const auto message = receive();
    if (!message) continue;
    if (head_of(message->bytes).kind != MessageKind::ready) {
      handle(*message);
      continue;
    }
    budgets[static_cast<std::size_t>(message->from)] = content_of<std::uint64_t>(message->bytes);
    ++ready;
  }
  tasks_ = std::make_unique<const TaskList>(links_.tables(), tiles_, table_.found().missing(),
                                            std::ranges::min(budgets), links_.ranks.count());
  dealer_ = std::make_unique<Dealer>(*tasks_, budgets);
  begin_layers();
}

void Coordinator::begin_layers() {
  table_.write_empty_layers();
  for (int number = states().first_layer(); number <= states().last_layer(); ++number) {
    const std::vector<SectionKey> keys = states().sections(number);
    if (table_.found().kept(number)) {
      for (const SectionKey& key : keys) dealer_->set_readable(key);
    } else if (!keys.empty()) {
      layers_.emplace(number, Layer{.layout = LayerLayout(states(), number)});
      ++layers_left_;
    }
  }
  for (std::uint32_t task = 0; task < tasks_->tasks().size(); ++task) {
    for (const int layer : tasks_->tasks()[task].layers) layers_.at(layer).tasks.push_back(task);
  }
}

void Coordinator::make() {
  table_.begin(states().last_layer(), tasks_->values());
  while (layers_left_ > 0) {
    if (std::exchange(more_to_deal_, false)) deal_out();
    if (const auto message = receive()) handle(*message);
  }
}

void Coordinator::deal_out() {
  dealer_->deal_out([this](int rank, DealtTask&& task) { send_task(rank, std::move(task)); });
  int busy = 0;
  for (int rank = 0; rank < links_.ranks.count(); ++rank) busy += dealer_->tasks_of(rank);
  if (busy == 0) throw std::logic_error("no rank can continue");
}

void Coordinator::send_task(int rank, DealtTask task) {
  for (RankStep& step : task.steps) {
    if (!step.partial()) step.sources = {};
    for (const TileNumber tile : step.loads) task.places.push_back(place_of(tile));
  }
  links_.tell(rank, to_message({MessageKind::task, attempt_}, task));
}

TileBlocks Coordinator::place_of(TileNumber tile) const {
  const SectionPart part = tiles_.part(tiles_.key(tile));
  if (table_.found().kept(part.key.layer())) return {.tile = tile};
  const Layer& layer = layers_.at(part.key.layer());
  TileBlocks place{
      .tile = tile, .file = layer.file, .blocks = table_.found().files.blocks(layer.layout, part)};
  for (const std::uint64_t block : place.blocks) place.index.push_back((*layer.index)[block]);
  return place;
}

// Receives a message of this attempt, or a failure that belongs to no attempt; nothing if none
// arrives in time.
std::optional<Incoming> Coordinator::receive() {
  if (const auto& stopped = table_.options().stopped; stopped && stopped())
    throw Stopped("stopped");
  auto message = links_.ranks.receive(kPatience);
  if (!message) return std::nullopt;
  const MessageHead head = head_of(message->bytes);
  if (head.kind == MessageKind::failed && head.attempt == kNoAttempt) return message;
  if (head.attempt != attempt_) return std::nullopt;
  return message;
}

void Coordinator::handle(const Incoming& message) {
  switch (head_of(message.bytes).kind) {
    case MessageKind::failed: {
      const std::string& name = links_.names[static_cast<std::size_t>(message.from)];
      const Failure failure = read_failure(message.bytes, name);
      if (dealer_ || failure.code == ErrorCode::stopped) throw_failure(failure);
      throw NotBegun(failure.code, failure.text);
    }
    case MessageKind::encoded:
      return take_encoded(message.from, message.bytes);
    case MessageKind::state_request:
    case MessageKind::state:
      return links_.tell(0, message.bytes);
    default:
      throw std::logic_error("a rank sent an unexpected message");
  }
}

void Coordinator::take_encoded(int rank, const MessageBytes& message) {
  EncodedMessage encoded = content_of<EncodedMessage>(message);
  times_[static_cast<std::size_t>(rank)] = encoded.times;
  dealer_->note_done(rank);
  more_to_deal_ = true;
  int least = states().last_layer();
  for (EncodedRun& run : encoded.runs) {
    const int number = run.layer;
    layers_.at(number).waiting.emplace(encoded.task, std::move(run));
    write_what_can_be(number);
    least = std::min(least, number);
  }
  table_.report(least, tasks_->tasks()[encoded.task].values, waiting());
}

void Coordinator::write_what_can_be(int number) {
  Layer& layer = layers_.at(number);
  while (layer.written < layer.tasks.size()) {
    const std::uint32_t task = layer.tasks[layer.written];
    const auto found = layer.waiting.extract(task);
    if (!found) return;
    EncodedRun& run = found.mapped();
    table_.writer().append(number, run.hashes,
                           {.blocks = run.blocks,
                            .bytes = std::move(run.bytes),
                            .index = std::move(run.index),
                            .values = run.values});
    if (layer.written++ == 0) {
      const GrowingLayer growing = table_.writer().growing(number).value();
      layer.index = growing.index;
      layer.file = growing.inode;
    }
    dealer_->note_written(task, number);
    if (layer.written < layer.tasks.size()) continue;
    table_.end(number);
    --layers_left_;
  }
}

void Coordinator::tell_all(const MessageBytes& message) const {
  for (int rank = 0; rank < links_.ranks.count(); ++rank) links_.tell(rank, message);
}

// Returns the fraction of all ranks' time spent waiting.
double Coordinator::waiting() const {
  double waiting = 0;
  double all = 0;
  for (const RankTimes& times : times_) {
    waiting += times.waiting;
    all += times.waiting + times.loading + times.computing + times.encoding;
  }
  return all > 0 ? waiting / all : 0;
}

}  // namespace pipo
