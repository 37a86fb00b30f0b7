// Batches in compressed files.
#include "pipo/io/compressed.hpp"

#include <gtest/gtest.h>
#include <zstd.h>

#include <boost/iostreams/copy.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <iterator>
#include <sstream>

#include "pipopipette/error.hpp"
#include "tests/pipo/support.hpp"

namespace pipo::test {
namespace {

std::string gzip(const std::string& text) {
  std::istringstream in(text);
  boost::iostreams::filtering_streambuf<boost::iostreams::input> packing;
  packing.push(boost::iostreams::gzip_compressor());
  packing.push(in);
  std::ostringstream out;
  boost::iostreams::copy(packing, out);
  return out.str();
}

std::string zstd(const std::string& text) {
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  std::string packed(ZSTD_compressBound(text.size()), ' ');
  packed.resize(ZSTD_compress2(context, packed.data(), packed.size(), text.data(), text.size()));
  ZSTD_freeCCtx(context);
  return packed;
}

// Throws what reading throws. Plain text comes back as it is.
std::string unpacked(const std::string& packed) {
  std::istringstream file(packed);
  const auto stream = decompressed(file, "'x'");
  std::istream& in = stream ? *stream : file;
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string long_text() {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i * 7919 % 10'007) + "\n";
  return text;
}

TEST(Compressed, ComesBackAsItWent) {
  for (const std::string& text : {std::string("1x1:0111\n"), std::string(), long_text()}) {
    EXPECT_EQ(unpacked(gzip(text)), text);
    EXPECT_EQ(unpacked(zstd(text)), text);
    EXPECT_EQ(unpacked(text), text);
  }
  // Several one after the other, as from `cat a.gz b.gz`.
  EXPECT_EQ(unpacked(gzip("a\n") + gzip("b\n")), "a\nb\n");
  EXPECT_EQ(unpacked(zstd("a\n") + zstd("b\n")), "a\nb\n");
}

TEST(Compressed, PlainFilesAreNotTouched) {
  for (const std::string text : {"", "1", "(", "\x1f", "\x28\xb5", "1x1:0111\n"}) {
    std::istringstream file(text);
    EXPECT_EQ(decompressed(file, "'x'"), nullptr);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), text);
  }
}

TEST(Compressed, TruncatedAnywhereIsRefused) {
  for (const std::string& packed : {gzip("1x1:0111\n1x1:0000\n"), zstd("1x1:0111\n1x1:0000\n")}) {
    for (std::size_t size = 4; size < packed.size(); ++size) {
      EXPECT_THROW(unpacked(packed.substr(0, size)), BadInput) << size << " of " << packed.size();
    }
  }
}

TEST(Compressed, DamagedDataNeverPass) {
  const std::string text = "1x1:0111\n1x1:0000\n";
  for (const std::string& packed : {gzip(text), zstd(text)}) {
    for (std::size_t bit = 32; bit < 8 * packed.size(); ++bit) {
      std::string damaged = packed;
      damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ 1 << bit % 8);
      try {
        // Some bits of the headers say nothing of the text: the time, the operating system.
        EXPECT_EQ(unpacked(damaged), text) << bit;
      } catch (const BadInput& error) {
        EXPECT_TRUE(std::string(error.what()).starts_with("'x': ")) << error.what();
      }
    }
  }
}

TEST(Compressed, BatchesAreUnpacked) {
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

}  // namespace
}  // namespace pipo::test
