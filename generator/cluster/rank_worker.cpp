#include "generator/cluster/rank_worker.hpp"

#include <utility>

#include "generator/cluster/rank_run.hpp"
#include "generator/run/table_in_progress.hpp"
#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"

namespace pipo {

RankWorker::RankWorker(Ranks& ranks, const GenerateOptions& options)
    : ranks_(ranks),
      options_(options),
      computing_([threads = options.threads](const auto& loop) { with_threads(threads, loop); }) {
  ranks.set_lend([this](const Fetch& fetch, const Reply& reply) {
    const auto run = fetch.attempt == attempt_ ? run_ : nullptr;
    lending_.add([fetch, reply, run] { reply(run ? run->lend(fetch) : LentTile{}); });
  });
}

RankWorker::~RankWorker() {
  stop();
  lending_.finish();  // no reply may be missing
  ranks_.set_lend({});
}

// Reports a failure to rank 0, unless rank 0 has given up this attempt already.
template <typename Work>
JobThread::Job RankWorker::guarded(std::uint32_t attempt, Work work) {
  return [this, attempt, work = std::move(work)] {
    if (attempt_ != attempt) return;
    try {
      work();
    } catch (...) {
      // Later tasks rely on the results of this one, so the attempt ends here.
      auto current = attempt;
      if (attempt_.compare_exchange_strong(current, kNoAttempt))
        ranks_.send(0, to_message({MessageKind::failed, attempt}, current_failure(kOutOfMemory)));
    }
  };
}

void RankWorker::handle(const MessageBytes& message) {
  const MessageHead head = head_of(message);
  if (head.kind == MessageKind::begin) return begin(content_of<Begin>(message));
  if (head.kind == MessageKind::stop || head.kind == MessageKind::bye) return stop();
  if (head.attempt != attempt_) return;
  if (head.kind == MessageKind::task) {
    DealtTask task = content_of<DealtTask>(message);
    if (task.before >= 0 && task.before != ranks_.rank()) {
      const SectionStateRequest request{.task = task.task - 1, .asker = ranks_.rank()};
      ranks_.send(task.before, to_message({MessageKind::state_request, head.attempt}, request));
    }
    guarded(head.attempt, [&] { run_->fetch_early(task); })();
    prefetching_.add(guarded(head.attempt, [task, run = run_] { run->prefetch(task); }));
    computing_.add(guarded(head.attempt, [this, head, task = std::move(task)] {
      const Poll poll = [this, attempt = head.attempt] {
        if (attempt_ != attempt) throw Stopped("stopped");
      };
      EncodedMessage encoded = run_->compute(task, poll);
      encoded.times.waiting += computing_.idle_seconds() - idle_before_;
      ranks_.send(0, to_message({MessageKind::encoded, head.attempt}, encoded));
    }));
  } else if (head.kind == MessageKind::state_request) {
    run_->hand_overs().answer(content_of<SectionStateRequest>(message));
  } else if (head.kind == MessageKind::state) {
    run_->hand_overs().take(content_of<SectionState>(message));
  }
}

SweepTables RankWorker::tables() const {
  return run_->tables();
}

void RankWorker::begin(const Begin& begin) {
  attempt_ = begin.attempt;
  computing_.add(guarded(begin.attempt, [this, begin] {
    run_ = nullptr;  // frees the memory of an earlier attempt
    run_ = std::make_shared<RankRun>(begin, options_, ranks_);
    idle_before_ = computing_.idle_seconds();
    ranks_.send(0, to_message({MessageKind::ready, begin.attempt}, run_->budget()));
  }));
}

void RankWorker::stop() {
  attempt_ = kNoAttempt;
  computing_.clear();
  computing_.add([this] { run_ = nullptr; });  // frees its memory
  prefetching_.clear();
}

}  // namespace pipo
