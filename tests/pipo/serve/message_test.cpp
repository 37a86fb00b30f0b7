// Requests: paths and parameters, decoded. Replies: tags, and what clients may keep.
#include "pipo/serve/message.hpp"

#include <gtest/gtest.h>

#include "pipopipette/error.hpp"

namespace pipo::message_test {

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

TEST(Query, Seconds) {
  EXPECT_EQ(seconds_asked(read("/x"), "time", 3, 10), 3);
  EXPECT_EQ(seconds_asked(read("/x?time=0.25"), "time", 3, 10), 0.25);
  EXPECT_EQ(seconds_asked(read("/x?time=10"), "time", 3, 10), 10);
  for (const char* target : {"/x?time=0", "/x?time=-1", "/x?time=10.1", "/x?time=1s", "/x?time=nan",
                             "/x?time=inf", "/x?time=1&time=2", "/x?time=+1"}) {
    EXPECT_THROW(seconds_asked(read(target), "time", 3, 10), BadInput) << target;
  }
}

TEST(Query, WholeNumbers) {
  EXPECT_EQ(whole_number_asked(read("/x"), "seed", 3, 10), 3U);
  EXPECT_EQ(whole_number_asked(read("/x?seed=0"), "seed", 3, 10), 0U);
  EXPECT_EQ(whole_number_asked(read("/x?seed=10"), "seed", 3, 10), 10U);
  for (const char* target : {"/x?seed=11", "/x?seed=-1", "/x?seed=1.5", "/x?seed=1s", "/x?seed=1e1",
                             "/x?seed=+1", "/x?seed=1&seed=2", "/x?seed=99999999999999999999"}) {
    EXPECT_THROW(whole_number_asked(read(target), "seed", 3, 10), BadInput) << target;
  }
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
    return kept(request, "\"a\"", 60, [] { return json_reply("{}"); }).status;
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
  const auto make = [] { return json_reply("{}"); };
  const Reply reply = kept(request, "\"a\"", 60, make);
  EXPECT_EQ(reply.body, "{}\n");
  EXPECT_EQ(reply.headers.at("Cache-Control"), "public, max-age=60");
  EXPECT_EQ(kept(request, "\"a\"", 0, make).headers.at("Cache-Control"), "no-cache");
  request.if_none_match = "\"a\"";
  const Reply same = kept(request, "\"a\"", 60, make);
  EXPECT_EQ(same.status, 304);
  EXPECT_TRUE(same.body.empty() && same.type.empty());
  EXPECT_EQ(same.headers.at("ETag"), "\"a\"");
  EXPECT_EQ(kept(request, "\"b\"", 60, make).body, "{}\n");
}

}  // namespace pipo::message_test
