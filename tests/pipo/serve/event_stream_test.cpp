// Events of work in another thread: in order, without progress that nobody reads, up to an error.
#include "pipo/serve/event_stream.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

#include "tests/pipo/serve/served.hpp"

namespace pipo::event_stream_test {

std::string all_of(EventStream& stream) {
  return test::all_pieces([&](std::string& piece) { return stream.next(piece); });
}

TEST(EventStream, SendsEventsInTheirOrder) {
  EventStream stream([](const auto& tell, const auto&) {
    tell("one", {{"a", 1}});
    tell("two", {{"b", "c"}});
  });
  EXPECT_EQ(all_of(stream),
            "event: one\nid: 1\ndata: {\"a\":1}\n\nevent: two\nid: 2\ndata: {\"b\":\"c\"}\n\n");
}

TEST(EventStream, LeavesOutProgressThatIsNotReadInTime) {
  std::atomic<bool> first = false;
  EventStream stream([&](const auto& tell, const auto&) {
    tell("begin", {{"n", 0}});
    while (!first) std::this_thread::yield();
    for (int i = 1; i < 100; ++i) tell("progress", {{"n", i}});
    tell("end", {{"n", 100}});
  });
  std::string piece;
  ASSERT_TRUE(stream.next(piece));
  EXPECT_EQ(piece, "event: begin\nid: 1\ndata: {\"n\":0}\n\n");
  first = true;
  const std::string rest = all_of(stream);
  EXPECT_NE(rest.find("event: progress\nid: 100\ndata: {\"n\":99}\n"), std::string::npos) << rest;
  EXPECT_TRUE(rest.ends_with("event: end\nid: 101\ndata: {\"n\":100}\n\n"));
}

TEST(EventStream, AnErrorIsTheLastEvent) {
  EventStream stream([](const auto& tell, const auto&) {
    tell("one", nullptr);
    throw std::runtime_error("broken");
  });
  const std::string all = all_of(stream);
  EXPECT_NE(all.find("event: problem\nid: 2\ndata: {\"type\":\"urn:pipopipette:problem:internal\""),
            std::string::npos)
      << all;
}

TEST(EventStream, TheWorkEndsWithIt) {
  bool ended = false;
  {
    EventStream stream([&](const auto& tell, const std::atomic<bool>& gone) {
      tell("one", nullptr);
      while (!gone) std::this_thread::yield();
      ended = true;
    });
    std::string piece;
    EXPECT_TRUE(stream.next(piece));
  }
  EXPECT_TRUE(ended);
}

TEST(EventStream, NothingBeginsBeforeItIsRead) {
  bool begun = false;
  {
    EventStream stream([&](const auto&, const auto&) { begun = true; });
  }
  EXPECT_FALSE(begun);
}

}  // namespace pipo::event_stream_test
