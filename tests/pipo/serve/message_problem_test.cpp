// Each error of the library as a problem.
#include <gtest/gtest.h>

#include <new>

#include "pipo/serve/message.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/error_kinds.hpp"
#include "probe/base/failure.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/table/allocations.hpp"

namespace pipo::message_problem_test {

template <typename Thrown>
Problem problem_of(const Thrown& thrown) {
  try {
    throw thrown;
  } catch (...) {
    return current_problem();
  }
}

TEST(Problem, EveryErrorHasItsStatus) {
  for (const ErrorKind& kind : kErrorKinds) {
    try {
      throw_failure({kind.code, "why"});
    } catch (...) {
      const Json json = Json::parse(problem_text(current_problem()));
      EXPECT_EQ(json.at("status"), kind.http_status) << kind.name;
      EXPECT_EQ(json.at("type"), std::string("urn:pipopipette:problem:") + kind.problem);
      EXPECT_EQ(json.at("detail"), "why");
    }
  }
  EXPECT_EQ(problem_of(std::bad_alloc()).kind, Kind::no_space);
  EXPECT_STREQ(problem_of(std::runtime_error("x")).kind.word, "internal");
  EXPECT_EQ(problem_of(Refusal(Kind::too_many_jobs, "x")).kind, Kind::too_many_jobs);
  EXPECT_STREQ(
      problem_of(
          MissingTable("x", {.table = {}, .searched = {}, .file = "gone", .omitted_layer = {}}))
          .kind.word,
      "damaged-table");
}

TEST(Problem, EveryKindIsNamedOnce) {
  std::set<std::string> types;
  for (const Kind& kind : {Kind::bad_input,
                           Kind::other_origin,
                           Kind::not_found,
                           Kind::no_table,
                           Kind::no_such_job,
                           Kind::method_not_allowed,
                           Kind::request_timeout,
                           Kind::too_large,
                           Kind::beyond_limits,
                           Kind::unsupported,
                           Kind::no_jobs,
                           Kind::too_many_jobs,
                           Kind::too_many_streams,
                           Kind::no_space,
                           Kind::busy,
                           Kind::ending,
                           ::pipo::problem_of({ErrorCode::damaged_table, ""}).kind,
                           ::pipo::problem_of({ErrorCode::newer_table, ""}).kind,
                           ::pipo::problem_of({ErrorCode::unreadable_table, ""}).kind,
                           ::pipo::problem_of({ErrorCode::internal, ""}).kind}) {
    const Json json = Json::parse(problem_text({kind, "why"}));
    EXPECT_TRUE(types.insert(json.at("type")).second) << json;
    EXPECT_EQ(json.at("status"), kind.status);
    EXPECT_EQ(json.at("detail"), "why");
  }
}

// The table of errors has a row for each error, and several errors are one kind of problem.
TEST(Problem, ErrorsOfOneKindHaveOneTitleAndStatus) {
  for (const ErrorKind& one : kErrorKinds) {
    for (const ErrorKind& other : kErrorKinds) {
      if (std::string_view(one.problem) != other.problem) continue;
      EXPECT_STREQ(one.title, other.title);
      EXPECT_EQ(one.http_status, other.http_status);
    }
  }
}

// Names of files can be anything; JSON cannot.
TEST(Problem, DetailsAreText) {
  const Reply reply = problem_reply(::pipo::problem_of({ErrorCode::damaged_table, "file \xff\n"}));
  EXPECT_EQ(Json::parse(reply.body).at("detail"), "file \\xff\\x0a");
  EXPECT_EQ(reply.headers.count("Retry-After"), 0U);
  EXPECT_EQ(problem_reply({Kind::busy, ""}).headers.count("Retry-After"), 1U);
}

// A server that is out of memory keeps running: an attempt to say so may throw, and nothing worse.
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

}  // namespace pipo::message_problem_test
