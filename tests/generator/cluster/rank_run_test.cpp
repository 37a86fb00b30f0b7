// Sections that tasks pass on.
#include "generator/cluster/rank_run.hpp"

#include <gtest/gtest.h>

#include <future>
#include <span>

#include "pipopipette/error.hpp"
#include "probe/file/content_hash.hpp"
#include "tests/support/thread_ranks.hpp"

namespace pipo::hand_overs_test {

using namespace std::chrono_literals;

std::vector<std::int8_t> some_values() {
  std::vector<std::int8_t> values(3000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int8_t>(i * i >> 3);
  return values;
}

class HandOversTest : public testing::Test {
 protected:
  SectionState half(std::uint32_t task) const {
    StreamedHash hash = section_hash(key_);
    hash.add(std::as_bytes(std::span(values_).first(1500)));
    return {.task = task, .hash = hash.state(), .carried = {4, 7}, .values = {1, -2}};
  }
  void expect_complete(UnfinishedSection&& arrived) const {
    EXPECT_EQ(arrived.carried, (std::vector<std::uint32_t>{4, 7}));
    EXPECT_EQ(arrived.values, (std::vector<std::int8_t>{1, -2}));
    arrived.hash->add(std::as_bytes(std::span(values_).subspan(1500)));
    EXPECT_EQ(arrived.hash->value(), section_hash(key_, values_));
  }

  const SectionKey key_{3, 2, 5};
  const std::vector<std::int8_t> values_ = some_values();
  test::ThreadRanks ranks_{2};
  const std::unique_ptr<Ranks> one_ = ranks_.rank(1);
  const std::unique_ptr<Ranks> other_ = ranks_.rank(0);
  HandOvers leaving_{*one_, 7};
  HandOvers asking_{*other_, 7};
};

TEST_F(HandOversTest, ArrivesWhicheverComesFirst) {
  for (const std::uint32_t task : {3U, 4U}) {
    if (task == 3) leaving_.answer({.task = task, .asker = 0});
    EXPECT_FALSE(other_->receive(0ms));
    leaving_.take(half(task));
    if (task == 4) leaving_.answer({.task = task, .asker = 0});
    const auto message = other_->receive(1s);
    ASSERT_TRUE(message);
    EXPECT_TRUE(head_of(message->bytes).kind == MessageKind::state);
    auto waiting =
        std::async(std::launch::async, [&, task] { return asking_.wait(task, key_, {}); });
    asking_.take(content_of<SectionState>(message->bytes));
    expect_complete(waiting.get());
  }
}

TEST_F(HandOversTest, ARankDoesNotAskItself) {
  leaving_.take(half(5));
  expect_complete(leaving_.wait(5, key_, {}));
  EXPECT_FALSE(one_->receive(0ms));
}

TEST_F(HandOversTest, WaitingEndsWhenPollThrows) {
  EXPECT_THROW(asking_.wait(3, key_, [] { throw Stopped("stopped"); }), Stopped);
}

// With seed 0 the state refers to a constant of the library.
TEST_F(HandOversTest, AHashWithSeed0Continues) {
  StreamedHash first(0);
  first.add(std::as_bytes(std::span(values_).first(1500)));
  StreamedHash second(0);
  second.continue_from(first.state());
  second.add(std::as_bytes(std::span(values_).subspan(1500)));
  StreamedHash whole(0);
  whole.add(std::as_bytes(std::span(values_)));
  EXPECT_EQ(second.value(), whole.value());
}

}  // namespace pipo::hand_overs_test
