// Requests, errors as problem details, and packed replies.
#include "pipo/serve/message.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <new>

#include "answers/values.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/error_kinds.hpp"
#include "probe/base/failure.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/table/allocations.hpp"

namespace pipo::test::message_test {

Request read(std::string_view target) {
  Request request;
  read_target(target, request);
  return request;
}

TEST(Query, PathAndParameters) {
  const Request request = read("/a%2Fb?position=1x1%3A0111&text=h0.0%3b+v0.0&all&x=a=b&&x=");
  EXPECT_EQ(request.path, "/a/b");
  const Parameters expected{
      {"position", "1x1:0111"}, {"text", "h0.0; v0.0"}, {"all", ""}, {"x", "a=b"}, {"x", ""}};
  EXPECT_EQ(request.parameters, expected);
  EXPECT_TRUE(read("/").parameters.empty());
  EXPECT_TRUE(read("/x?").parameters.empty());
}

TEST(Query, WhatIsMistakenIsNotGuessed) {
  for (const char* target : {"/%", "/x?a=%1", "/x?a=%zz", "/x?%=1", "/%%32"}) {
    EXPECT_THROW(read(target), BadInput) << target;
  }
}

TEST(Query, BytesOfAllKinds) {
  EXPECT_EQ(read("/x?a=%00%ff").parameters.begin()->second, std::string("\0\xff", 2));
}

TEST(Query, BodiesAreText) {
  Request request = read("/api/v1/batch");
  for (const char* type : {"", "text/plain", "text/plain; charset=utf-8", "text/csv",
                           "application/x-www-form-urlencoded", "application/octet-stream"}) {
    request.content_type = type;
    EXPECT_NO_THROW(check_text_body(request)) << type;
  }
  for (const char* type : {"application/json", "multipart/form-data; boundary=x", "textual/plain",
                           "application/problem+json", "x"}) {
    request.content_type = type;
    EXPECT_THROW(check_text_body(request), Refusal) << type;
  }
}

TEST(Reply, TagsOfAList) {
  const auto status = [](const char* if_none_match) {
    Request request;
    request.if_none_match = if_none_match;
    return kept(request, "\"a\"", 60, json_reply(Json::object())).status;
  };
  EXPECT_EQ(status("\"a\""), 304);
  EXPECT_EQ(status("\"b\", \"a\""), 304);
  EXPECT_EQ(status("W/\"a\""), 304);
  EXPECT_EQ(status("*"), 304);
  EXPECT_EQ(status(""), 200);
  EXPECT_EQ(status("\"aa\",,a"), 200);
}

TEST(Reply, WhatIsKeptAndForHowLong) {
  Request request;
  const Reply made = json_reply(Json::object());
  const Reply reply = kept(request, "\"a\"", 60, made);
  EXPECT_EQ(reply.body, "{}\n");
  EXPECT_EQ(reply.headers.at("Cache-Control"), "public, max-age=60");
  EXPECT_EQ(kept(request, "\"a\"", 0, made).headers.at("Cache-Control"), "no-cache");
  request.if_none_match = "\"a\"";
  const Reply same = kept(request, "\"a\"", 60, made);
  EXPECT_EQ(same.status, 304);
  EXPECT_TRUE(same.body.empty() && same.type.empty());
  EXPECT_EQ(same.headers.at("ETag"), "\"a\"");
  EXPECT_EQ(kept(request, "\"b\"", 60, made).body, "{}\n");
}

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
      const Json json = problem_json(current_problem());
      EXPECT_EQ(json.at("status"), kind.http_status) << kind.name;
      EXPECT_EQ(json.at("type"), std::string("urn:pipopipette:problem:") + kind.problem);
      EXPECT_EQ(json.at("detail"), "why");
    }
  }
  EXPECT_EQ(problem_of(std::bad_alloc()).kind, ProblemKind::no_space);
  EXPECT_STREQ(problem_of(std::runtime_error("x")).kind.word, "internal");
  EXPECT_EQ(problem_of(Refusal(ProblemKind::too_many_jobs, "x")).kind, ProblemKind::too_many_jobs);
  EXPECT_STREQ(
      problem_of(
          MissingTable("x", {.table = {}, .searched = {}, .file = "gone", .omitted_layer = {}}))
          .kind.word,
      "damaged-table");
}

TEST(Problem, EveryKindIsNamedOnce) {
  std::set<std::string> types;
  for (const ProblemKind& kind : {ProblemKind::bad_input,
                                  ProblemKind::other_origin,
                                  ProblemKind::not_found,
                                  ProblemKind::no_table,
                                  ProblemKind::no_such_job,
                                  ProblemKind::method_not_allowed,
                                  ProblemKind::request_timeout,
                                  ProblemKind::too_large,
                                  ProblemKind::beyond_limits,
                                  ProblemKind::unsupported,
                                  ProblemKind::no_jobs,
                                  ProblemKind::too_many_jobs,
                                  ProblemKind::too_many_streams,
                                  ProblemKind::no_space,
                                  ProblemKind::busy,
                                  ProblemKind::ending,
                                  ::pipo::problem_of({ErrorCode::damaged_table, ""}).kind,
                                  ::pipo::problem_of({ErrorCode::newer_table, ""}).kind,
                                  ::pipo::problem_of({ErrorCode::unreadable_table, ""}).kind,
                                  ::pipo::problem_of({ErrorCode::internal, ""}).kind}) {
    const Json json = problem_json({kind, "why"});
    EXPECT_EQ(problem_reply({kind, "why"}).body, line_of(json));
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
  EXPECT_EQ(problem_reply({ProblemKind::busy, ""}).headers.count("Retry-After"), 1U);
}

// A server that is out of memory keeps running: an attempt to say so may throw, and nothing worse.
TEST(Problem, WithoutMemoryItThrows) {
  if (test::kSanitized) GTEST_SKIP() << "sanitizers have an allocator of their own";
  const Problem problem{ProblemKind::no_space,
                        "out of memory; ask for less at a time, or ask later"};
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

// Unpacks a gzip stream that is complete and has nothing after it.
std::string unpacked(std::string packed) {
  std::string text(1 << 20, '\0');
  z_stream stream{};
  EXPECT_EQ(::inflateInit2(&stream, 15 + 16), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  EXPECT_EQ(::inflate(&stream, Z_FINISH), Z_STREAM_END);
  EXPECT_EQ(stream.avail_in, 0U);
  text.resize(stream.total_out);
  ::inflateEnd(&stream);
  return text;
}

std::string noise(std::size_t size) {
  std::string text;
  for (std::uint32_t x = 1; text.size() < size; x = x * 1'664'525 + 1'013'904'223) {
    text += static_cast<char>(' ' + (x >> 24) % 64);
  }
  return text;
}

// Returns the reply with a tag, or 304 if the client has that tag.
Reply tagged(const std::string& body, const char* if_none_match = "") {
  Request request;
  request.if_none_match = if_none_match;
  return kept(request, "\"tag\"", 60, {.body = body + "\n"});
}

TEST(Gzip, ABodyAndItsTag) {
  const std::string text = noise(300'000);
  Reply reply = tagged(text);
  pack(reply, true);
  EXPECT_LT(reply.body.size(), text.size());
  EXPECT_EQ(unpacked(reply.body), text + "\n");
  EXPECT_EQ(reply.headers.at("Content-Encoding"), "gzip");
  EXPECT_EQ(reply.headers.at("ETag"), "W/\"tag\"");
}

TEST(Gzip, OthersGetTheTextAndAreToldThatItDepends) {
  Reply reply = tagged(noise(5000));
  pack(reply, false);
  EXPECT_EQ(reply.body, noise(5000) + "\n");
  EXPECT_EQ(reply.headers.at("Vary"), "Accept-Encoding");
  EXPECT_EQ(reply.headers.at("ETag"), "\"tag\"");
}

TEST(Gzip, PiecesArriveAsTheyCome) {
  Reply reply;
  reply.type = "application/x-ndjson";
  reply.pieces = [left = 3](std::string& piece) mutable {
    if (left > 0) piece = noise(50'000);
    return left-- > 0;
  };
  pack(reply, true);
  std::string packed;
  for (int i = 0; i < 3; ++i) {
    std::string piece;
    EXPECT_TRUE(reply.pieces(piece));
    EXPECT_FALSE(piece.empty());
    packed += piece;
  }
  std::string end;
  EXPECT_FALSE(reply.pieces(end));
  const std::string one = noise(50'000);
  EXPECT_EQ(unpacked(packed + end), one + one + one);
}

TEST(Gzip, WhatStaysAsItIs) {
  Reply small = tagged("{}");
  Reply events{.body = noise(5000) + "\n"};
  events.type = "text/event-stream";
  Reply picture{.body = noise(5000) + "\n"};
  picture.type = "image/png";
  for (Reply* reply : {&small, &events, &picture}) {
    const Reply before = *reply;
    pack(*reply, true);
    EXPECT_EQ(reply->body, before.body);
    EXPECT_EQ(reply->headers, before.headers);
  }
  // The client may have been sent a weak tag for the whole answer.
  Reply same = tagged("{}", "*");
  pack(same, true);
  EXPECT_EQ(same.headers.at("ETag"), "W/\"tag\"");
  EXPECT_EQ(same.headers.at("Vary"), "Accept-Encoding");
}

}  // namespace pipo::test::message_test
