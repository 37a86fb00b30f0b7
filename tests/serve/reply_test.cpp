// Tags, and what clients may keep.
#include "pipo/serve/reply.hpp"

#include <gtest/gtest.h>

namespace pipo {
namespace {

TEST(Reply, TagsOfAList) {
  EXPECT_TRUE(has_tag("\"a\"", "\"a\""));
  EXPECT_TRUE(has_tag("\"b\", \"a\"", "\"a\""));
  EXPECT_TRUE(has_tag("W/\"a\"", "\"a\""));
  EXPECT_TRUE(has_tag("*", "\"a\""));
  EXPECT_FALSE(has_tag("", "\"a\""));
  EXPECT_FALSE(has_tag("\"aa\",,a", "\"a\""));
}

TEST(Reply, WhatIsKeptAndForHowLong) {
  Reply reply = json_reply("{}");
  EXPECT_EQ(reply.body, "{}\n");
  keep(reply, "\"a\"", 60);
  EXPECT_EQ(reply.headers.at("Cache-Control"), "public, max-age=60");
  keep(reply, "\"a\"", 0);
  EXPECT_EQ(reply.headers.at("Cache-Control"), "no-cache");
  EXPECT_EQ(unchanged("\"a\"", 60).status, 304);
  EXPECT_EQ(unchanged("\"a\"", 60).headers.at("ETag"), "\"a\"");
}

}  // namespace
}  // namespace pipo
