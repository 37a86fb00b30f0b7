#include "pipo/io/compressed.hpp"

#include <fmt/core.h>
#include <zstd.h>

#include <array>
#include <boost/iostreams/categories.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <boost/iostreams/stream.hpp>
#include <string_view>
#include <vector>

#include "pipopipette/error.hpp"

namespace pipo {
namespace {

namespace io = boost::iostreams;

[[noreturn]] void throw_damaged_input(const std::string& name, const std::string& what) {
  throw BadInput(fmt::format("{}: {}; compress it again", name, what));
}

// Errors come as BadInput and not as those of Boost, which a stream would swallow.
class GzipSource {
 public:
  using char_type = char;
  using category = io::source_tag;

  GzipSource(std::istream& file, std::string name)
      : name_(std::move(name)), unpacked_(std::make_shared<io::filtering_streambuf<io::input>>()) {
    unpacked_->push(io::gzip_decompressor());
    unpacked_->push(file);
  }

  std::streamsize read(char* to, std::streamsize size) {
    try {
      const std::streamsize got = unpacked_->sgetn(to, size);
      return got > 0 ? got : -1;
    } catch (const io::gzip_error&) {
      throw_damaged_input(name_, "damaged or truncated gzip data");
    }
  }

 private:
  std::string name_;
  std::shared_ptr<io::filtering_streambuf<io::input>> unpacked_;  // devices are copied
};

// Not Boost's zstd_decompressor: it takes a file that ends too early for a whole one.
class ZstdSource {
 public:
  using char_type = char;
  using category = io::source_tag;

  ZstdSource(std::istream& file, std::string name)
      : file_(file),
        name_(std::move(name)),
        stream_(ZSTD_createDStream(), ZSTD_freeDStream),
        packed_(std::make_shared<Packed>(ZSTD_DStreamInSize())) {
    if (!stream_) throw std::bad_alloc();
  }

  std::streamsize read(char* to, std::streamsize size) {
    ZSTD_outBuffer out{to, static_cast<std::size_t>(size), 0};
    while (out.pos == 0) {
      Packed& packed = *packed_;
      if (packed.rest.pos == packed.rest.size && !refill()) {
        if (packed.inside_frame) throw_damaged_input(name_, "truncated zstd data");
        return -1;
      }
      const std::size_t left = ZSTD_decompressStream(stream_.get(), &out, &packed.rest);
      if (ZSTD_isError(left)) throw_damaged_input(name_, "damaged zstd data");
      packed.inside_frame = left != 0;
    }
    return static_cast<std::streamsize>(out.pos);
  }

 private:
  struct Packed {
    explicit Packed(std::size_t size) : bytes(size) {}
    std::vector<char> bytes;
    ZSTD_inBuffer rest{nullptr, 0, 0};
    bool inside_frame = false;
  };

  bool refill() {
    file_.read(packed_->bytes.data(), static_cast<std::streamsize>(packed_->bytes.size()));
    packed_->rest = {packed_->bytes.data(), static_cast<std::size_t>(file_.gcount()), 0};
    return packed_->rest.size > 0;
  }

  std::istream& file_;
  std::string name_;
  std::shared_ptr<ZSTD_DStream> stream_;  // devices are copied
  std::shared_ptr<Packed> packed_;
};

template <typename Device>
std::unique_ptr<std::istream> stream_of(std::istream& file, const std::string& name) {
  auto stream = std::make_unique<io::stream<Device>>(Device(file, name));
  stream->exceptions(std::ios::badbit);  // else what a device throws would be taken for the end
  return stream;
}

}  // namespace

std::unique_ptr<std::istream> decompressed(std::istream& file, const std::string& name) {
  constexpr std::string_view kGzip = "\x1f\x8b";
  constexpr std::string_view kZstd = "\x28\xb5\x2f\xfd";
  std::array<char, 4> first{};
  file.read(first.data(), first.size());
  const std::string_view begin(first.data(), static_cast<std::size_t>(file.gcount()));
  file.clear();  // it may be shorter
  file.seekg(0);
  if (begin.starts_with(kGzip)) return stream_of<GzipSource>(file, name);
  if (begin.starts_with(kZstd)) return stream_of<ZstdSource>(file, name);
  return nullptr;
}

}  // namespace pipo
