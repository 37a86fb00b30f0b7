// A block is exactly one zstd frame, which the reader must consume completely.
#include "probe/codec/zstd_frame.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>

namespace pipo::zstd_frame_test {

using Bytes = std::vector<std::byte>;

Bytes bytes_of(std::initializer_list<int> values) {
  Bytes bytes;
  for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

Bytes made_up(std::size_t size, unsigned most) {
  std::mt19937 random(static_cast<unsigned>(size));
  Bytes bytes(size);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() % (most + 1));
  return bytes;
}

Bytes frame_of(const std::vector<Bytes>& parts) {
  const std::vector<std::span<const std::byte>> spans(parts.begin(), parts.end());
  Bytes frame;
  FrameWriter(3).append(spans, frame);
  return frame;
}

Bytes joined(Bytes one, const Bytes& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

TEST(ZstdFrame, PartsDecodeAsOneText) {
  for (const std::size_t size : {1, 10, 300, 70'000}) {
    for (const unsigned most : {0U, 3U, 255U}) {
      const Bytes one = made_up(size, most);
      const Bytes other = made_up(size / 2 + 1, 255);
      Bytes out(one.size() + other.size());
      EXPECT_EQ(FrameReader().read(frame_of({one, other}), out), "");
      EXPECT_EQ(out, joined(one, other));
    }
  }
}

TEST(ZstdFrame, IsAppended) {
  const Bytes content = made_up(500, 7);
  const std::vector<std::span<const std::byte>> parts = {content};
  Bytes out = bytes_of({1, 2, 3});
  FrameWriter(3).append(parts, out);
  EXPECT_EQ(out, joined(bytes_of({1, 2, 3}), frame_of({content})));
}

// zstd itself accepts further frames, including empty and skippable ones.
TEST(ZstdFrame, RefusesTrailingBytes) {
  const Bytes content = made_up(500, 7);
  const Bytes frame = frame_of({content});
  const Bytes empty = frame_of({{}});
  const Bytes skippable = bytes_of({0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 'h', 'i'});
  FrameReader reader;
  for (const Bytes& more : {empty, skippable, frame, bytes_of({0})}) {
    Bytes out(content.size());
    EXPECT_NE(reader.read(joined(frame, more), out), "") << more.size();
    EXPECT_NE(reader.read(joined(more, frame), out), "") << more.size();
  }
  Bytes twice(2 * content.size());
  EXPECT_NE(reader.read(joined(frame, frame), twice), "");
  // The reader still works afterwards.
  Bytes out(content.size());
  EXPECT_EQ(reader.read(frame, out), "");
  EXPECT_EQ(out, content);
}

TEST(ZstdFrame, RefusesAnotherSize) {
  const Bytes frame = frame_of({made_up(500, 7)});
  EXPECT_EQ(FrameReader::content_bytes(frame), 500U);
  for (const std::size_t size : {0, 499, 501, 5000}) {
    Bytes out(size);
    EXPECT_NE(FrameReader().read(frame, out), "") << size;
  }
}

TEST(ZstdFrame, RefusesATruncatedFrame) {
  const Bytes frame = frame_of({made_up(500, 7)});
  Bytes out(500);
  for (std::size_t length = 0; length < frame.size(); ++length) {
    EXPECT_NE(FrameReader().read(std::span(frame).first(length), out), "") << length;
  }
}

}  // namespace pipo::zstd_frame_test
