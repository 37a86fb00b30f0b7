#include "pipo/io/compressed.hpp"

#include <gtest/gtest.h>

#include <array>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/zstd.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <istream>
#include <sstream>

#include "pipo/io/input.hpp"
#include "tests/pipo/io/packing.hpp"
#include "tests/pipo/support.hpp"

namespace pipo::test::compressed_test {

struct Unpacked {
  std::string text;
  std::string failure;  // empty: the source is at its end
};

Unpacked unpacked(std::streambuf& packed) {
  const auto buffer = unpacking(packed, "'x'");
  Unpacked result;
  std::array<char, 1000> piece{};
  try {
    while (buffer->sgetc() != std::streambuf::traits_type::eof()) {
      const auto there = std::min<std::streamsize>(buffer->in_avail(), piece.size());
      result.text.append(piece.data(),
                         static_cast<std::size_t>(buffer->sgetn(piece.data(), there)));
    }
  } catch (const BadInput& error) {
    result.failure = error.what();
    EXPECT_THROW(buffer->sgetc(), BadInput) << "the error stays";
  }
  return result;
}

Unpacked unpacked(const std::string& packed) {
  std::stringbuf buffer(packed);
  return unpacked(buffer);
}

void expect_whole(const std::string& packed, const std::string& text) {
  const Unpacked result = unpacked(packed);
  EXPECT_EQ(result.failure, "");
  EXPECT_EQ(result.text, text);
}

// Lines that compress moderately.
std::string long_text(int lines = 100'000) {
  std::string text;
  for (int i = 0; i < lines; ++i) text += std::to_string(i * 7919 % 10'007) + "\n";
  return text;
}

TEST(Compressed, DecompressesToTheOriginal) {
  for (const std::string& text : {std::string("1x1:0111\n"), std::string(), long_text()}) {
    expect_whole(gzip(text), text);
    expect_whole(zstd(text), text);
    expect_whole(text, text);
  }
  // Several members in sequence, as from `cat a.gz b.gz`.
  expect_whole(gzip("a\n") + gzip("") + gzip("b\n"), "a\nb\n");
  expect_whole(zstd("a\n") + zstd("") + zstd("b\n"), "a\nb\n");
}

TEST(Compressed, KeepsPlainData) {
  for (const std::string text : {"", "1", "(", "\x1f", "\x1f\x1f\x8b", "\x28\xb5", "\x28\xb5\x2f",
                                 "\x28\xb5\x2f\x28", "1x1:0111\n"}) {
    expect_whole(text, text);
  }
}

TEST(Compressed, RefusesATruncationAnywhere) {
  for (const std::string& packed : {gzip("1x1:0111\n1x1:0000\n"), zstd("1x1:0111\n1x1:0000\n")}) {
    for (std::size_t size = 4; size < packed.size(); ++size) {
      const Unpacked result = unpacked(packed.substr(0, size));
      EXPECT_NE(result.failure.find("'x': truncated"), std::string::npos)
          << size << " of " << packed.size() << ": " << result.failure;
    }
  }
}

TEST(Compressed, DetectsDamage) {
  const std::string text = "1x1:0111\n1x1:0000\n";
  for (const std::string& packed : {gzip(text), zstd(text)}) {
    for (std::size_t bit = 32; bit < 8 * packed.size(); ++bit) {
      std::string damaged = packed;
      damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ 1 << bit % 8);
      const Unpacked result = unpacked(damaged);
      // Some header bits do not affect the text: the time, the operating system.
      if (result.failure.empty()) {
        EXPECT_EQ(result.text, text) << bit;
      } else {
        EXPECT_TRUE(result.failure.starts_with("'x': ")) << result.failure;
      }
    }
  }
}

// Parts that can be decompressed independently; the one in the middle is damaged.
TEST(Compressed, ReturnsTheTextBeforeDamage) {
  const std::string part = long_text(10'000);
  for (const PartPacker pack : {gzip_parts, zstd_parts}) {
    std::vector<std::size_t> ends;
    const std::string packed = pack({part, part, part, part, part}, ends);
    expect_whole(packed, part + part + part + part + part);
    for (std::size_t whole = 0; whole < ends.size(); ++whole) {
      std::string before;
      for (std::size_t i = 0; i < whole; ++i) before += part;
      const std::size_t begin = whole == 0 ? 20 : ends[whole - 1];
      const std::size_t middle = (begin + ends[whole]) / 2;
      std::string damaged = packed;
      damaged.replace(middle, 40, 40, '\xff');
      for (const std::string& bad : {packed.substr(0, middle), damaged}) {
        const Unpacked result = unpacked(bad);
        EXPECT_NE(result.failure, "");
        EXPECT_TRUE(result.text.starts_with(before)) << whole << ": " << result.text.size();
      }
      // If the header of a part is damaged, all text before the part is returned.
      std::string beheaded = packed;
      beheaded.replace(begin, 4, 4, '\xff');
      EXPECT_TRUE(unpacked(beheaded).text.starts_with(before)) << whole;
    }
    // If only the final checksum is damaged, all text is returned.
    std::string damaged = packed;
    damaged[packed.size() - (pack == gzip_parts ? 8 : 2)] ^= 1;
    EXPECT_EQ(unpacked(damaged).text, part + part + part + part + part);
    EXPECT_NE(unpacked(damaged).failure, "");
    EXPECT_EQ(unpacked(packed.substr(0, packed.size() - 1)).text, part + part + part + part + part);
  }
}

// The reasons for unpacking without these filters.
TEST(Compressed, FiltersOfBoostLoseTextAndAcceptATruncation) {
  namespace io = boost::iostreams;
  const std::string text = "1x1:0111\n1x1:0000\n";
  std::vector<std::size_t> ends;
  const std::string gzipped = gzip_parts({text, text}, ends).substr(0, ends[0]);
  io::filtering_istream lost;
  lost.push(io::gzip_decompressor());
  lost.push(io::array_source(gzipped.data(), gzipped.size()));
  EXPECT_THROW(lost.rdbuf()->sgetc(), std::exception) << "without any text";
  EXPECT_EQ(unpacked(gzipped).text, text);
  ends.clear();
  const std::string zipped = zstd_parts({text, text}, ends).substr(0, ends[0]);
  io::filtering_istream accepted;
  accepted.push(io::zstd_decompressor());
  accepted.push(io::array_source(zipped.data(), zipped.size()));
  EXPECT_EQ(std::string(std::istreambuf_iterator(accepted.rdbuf()), {}), text) << "and no error";
  EXPECT_NE(unpacked(zipped).failure, "");
}

TEST(Compressed, ZerosAfterGzipArePadding) {
  const std::string text = long_text();
  for (const std::size_t zeros : {1, 511, 200'000}) {
    expect_whole(gzip(text) + std::string(zeros, '\0'), text);
  }
}

TEST(Compressed, RefusesTrailingJunkAfterAllText) {
  const std::string text = long_text();
  const std::string zeros(1000, '\0');
  for (const std::string& packed :
       {gzip(text) + "x", gzip(text) + zeros + "x", gzip(text) + zeros + gzip(text),
        gzip(text) + std::string(200'000, '\0') + "x",
        gzip(text) + std::string(200'000, '\0') + gzip(text), gzip(text) + gzip("") + "x",
        zstd(text) + "x", zstd(text) + zeros, zstd(text) + text}) {
    const Unpacked result = unpacked(packed);
    EXPECT_EQ(result.text, text);
    EXPECT_EQ(result.failure.find("'x': other data follow the "), 0U) << result.failure;
  }
}

// A stream that has one character at a time and counts the requests.
class SingleCharacters : public std::streambuf {
 public:
  explicit SingleCharacters(std::string text) : text_(std::move(text)) {}
  std::size_t asked = 0;

 protected:
  int_type underflow() override {
    if (asked == text_.size()) return traits_type::eof();
    char* const next = text_.data() + asked++;
    setg(next, next, next + 1);
    return traits_type::to_int_type(*next);
  }

 private:
  std::string text_;
};

TEST(Compressed, WaitsForNoMoreInputThanNeeded) {
  const auto asked_for_one = [](const std::string& text) {
    SingleCharacters source(text);
    const auto buffer = unpacking(source, "'x'");
    EXPECT_EQ(source.asked, 0U);
    EXPECT_EQ(std::streambuf::traits_type::to_char_type(buffer->sgetc()), text[0]);
    return source.asked;
  };
  EXPECT_EQ(asked_for_one("1x1:0111\n"), 1U);
  EXPECT_EQ(asked_for_one("\x1f"
                          "x\n"),
            2U);
  EXPECT_EQ(asked_for_one("(x\n"), 2U);
  EXPECT_EQ(asked_for_one("\x28\xb5\x2f"
                          "x\n"),
            4U);
  for (const std::string& packed : {gzip("a\n"), zstd("a\n")}) {
    SingleCharacters source(packed);
    EXPECT_EQ(unpacked(source).text, "a\n");
  }
}

TEST(Compressed, AMemberAfterZerosIsJunk) {
  SingleCharacters source(gzip("a\n") + std::string(3, '\0') + gzip("b\n"));
  const Unpacked result = unpacked(source);
  EXPECT_EQ(result.text, "a\n");
  EXPECT_EQ(result.failure.find("'x': other data follow the "), 0U) << result.failure;
}

// A long gzip stream without a newline.
class Endless : public std::streambuf {
 public:
  std::size_t asked = 0;

 protected:
  int_type underflow() override {
    if (asked > 200'000) return traits_type::eof();
    asked += member_.size();
    setg(member_.data(), member_.data(), member_.data() + member_.size());
    return traits_type::to_int_type(member_[0]);
  }

 private:
  std::string member_ = gzip(std::string(10'000'000, 'x'));
};

TEST(Compressed, DecompressesOnlyPartOfAnEndlessLine) {
  Endless source;
  const auto buffer = unpacking(source, "'x'");
  std::istream in(buffer.get());
  LineReader reader(in, "'x'");
  std::vector<TextLine> lines;
  EXPECT_THROW(reader.next(lines), BadInput);
  EXPECT_LT(source.asked, 100'000U);
}

TEST(Compressed, DecompressesBatchesFromStandardInput) {
  const TemporaryFolder folder;
  make_tables(folder.path(), {"1x1"});
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "1x1:0111\n1x1:0000\n";
  const auto batch = [&](const std::string& bytes) {
    return pipo({"--tables", folder.path().string(), "probe", "--batch", "-", "--format", "jsonl"},
                bytes);
  };
  const Outcome plain = batch(text);
  EXPECT_EQ(plain.code, 0);
  EXPECT_EQ(lines(plain.out).size(), 2000U);
  for (const std::string& packed : {gzip(text), zstd(text)}) {
    EXPECT_EQ(batch(packed).out, plain.out);
    // With a damaged checksum, batch prints all answers, then the error.
    std::string damaged = packed;
    damaged[packed.size() - (packed == gzip(text) ? 5 : 1)] ^= 1;
    const Outcome answered = batch(damaged);
    EXPECT_EQ(answered.code, 2);
    EXPECT_EQ(answered.out, plain.out);
    EXPECT_TRUE(is_one_complaint(answered.err)) << answered.err;
    EXPECT_NE(answered.err.find("standard input: damaged"), std::string::npos) << answered.err;
    // With trailing junk, batch prints all answers, including that to a last line without a
    // newline.
    const Outcome junk = batch((packed == gzip(text) ? gzip : zstd)(text + "1x1:0111") + "junk");
    EXPECT_EQ(junk.code, 2);
    EXPECT_EQ(junk.out, plain.out + lines(plain.out)[0] + "\n");
  }
}

TEST(Compressed, DecompressesBatches) {
  const TemporaryFolder folder;
  make_tables(folder.path(), {"1x1"});
  const std::string text = "1x1:0111\n1x1:0000\n";
  const auto answers = [&](const std::string& file, const std::string& bytes) {
    write_file(folder / file, bytes);
    return pipo({"--tables", folder.path().string(), "probe", "--batch", folder / file, "--format",
                 "jsonl"});
  };
  const Outcome plain = answers("plain", text);
  EXPECT_EQ(plain.code, 0);
  EXPECT_EQ(lines(plain.out).size(), 2U);
  EXPECT_EQ(answers("a.gz", gzip(text)).out, plain.out);
  EXPECT_EQ(answers("a.zst", zstd(text)).out, plain.out);
  const std::string packed = zstd(text);
  const Outcome cut = answers("cut.zst", packed.substr(0, packed.size() - 3));
  EXPECT_EQ(cut.code, 2);
  EXPECT_TRUE(is_one_complaint(cut.err)) << cut.err;
  EXPECT_NE(cut.err.find("cut.zst"), std::string::npos) << cut.err;
}

}  // namespace pipo::test::compressed_test
