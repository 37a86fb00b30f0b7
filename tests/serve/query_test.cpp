// Targets: paths and parameters as they are written, decoded.
#include "pipo/serve/request.hpp"

#include <gtest/gtest.h>

#include "pipopipette/error.hpp"

namespace pipo {
namespace {

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

}  // namespace
}  // namespace pipo
