// Replies compressed, and what becomes of their tags.
#include <gtest/gtest.h>
#include <zlib.h>

#include "pipo/serve/message.hpp"

namespace pipo::message_packing_test {

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
  return kept(request, "\"tag\"", 60, [&] { return json_reply(body); });
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
  Reply events = json_reply(noise(5000));
  events.type = "text/event-stream";
  Reply picture = json_reply(noise(5000));
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

}  // namespace pipo::message_packing_test
