// Each error of the library as a problem.
#include "pipo/serve/problem.hpp"

#include <gtest/gtest.h>

#include <new>

#include "pipopipette/error.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/table/allocations.hpp"

namespace pipo {
namespace {

template <typename Error>
int status_of(const Error& error) {
  try {
    throw error;
  } catch (...) {
    return status(current_problem().kind);
  }
}

TEST(Problem, EveryErrorHasItsStatus) {
  EXPECT_EQ(status_of(BadInput("x")), 400);
  EXPECT_EQ(status_of(MissingTable("x")), 404);
  EXPECT_EQ(status_of(UnreadableTable("x")), 500);
  EXPECT_EQ(status_of(DamagedTable("x")), 500);
  EXPECT_EQ(status_of(NoSpace("x")), 503);
  EXPECT_EQ(status_of(Stopped("x")), 503);
  EXPECT_EQ(status_of(std::bad_alloc()), 503);
  EXPECT_EQ(status_of(std::runtime_error("x")), 500);
  EXPECT_EQ(status_of(Refusal(Kind::too_many_jobs, "x")), 429);
}

TEST(Problem, EveryKindIsNamedOnce) {
  std::set<std::string> types;
  for (int kind = 0; kind <= static_cast<int>(Kind::ending); ++kind) {
    const Json json = problem_json({static_cast<Kind>(kind), "why"});
    EXPECT_TRUE(types.insert(json.at("type")).second) << json;
    EXPECT_EQ(json.at("status"), status(static_cast<Kind>(kind)));
    EXPECT_EQ(json.at("detail"), "why");
  }
}

// Names of files can be anything; JSON cannot.
TEST(Problem, DetailsAreText) {
  const Reply reply = problem_reply({Kind::damaged_table, "file \xff\n"});
  EXPECT_EQ(Json::parse(reply.body).at("detail"), "file \\xff\\x0a");
  EXPECT_EQ(reply.headers.count("Retry-After"), 0U);
  EXPECT_EQ(problem_reply({Kind::busy, ""}).headers.count("Retry-After"), 1U);
}

// A server that is out of memory goes on: an attempt to say so may throw, and nothing worse.
TEST(Problem, WithoutMemoryItThrows) {
  if (test::kSanitized) GTEST_SKIP() << "sanitizers have an allocator of their own";
  const Problem problem{Kind::no_space, "out of memory; ask for less at a time, or ask later"};
  bool told = false;
  for (std::size_t few = 0; !told; ++few) {
    ASSERT_LT(few, 1000U);
    try {
      const test::FewAllocations limit(few);
      told = problem_reply(problem).status == 503;
    } catch (const std::bad_alloc&) {
    }
  }
}

}  // namespace
}  // namespace pipo
