#include "pipo/command/sha256_sums.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <new>
#include <span>

#include "generator/writer/new_file.hpp"
#include "probe/base/in_parallel.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/read_only_file.hpp"

namespace pipo {
namespace {

constexpr std::uint64_t kBytesAtOnce = std::uint64_t{1} << 20;

// A running SHA-256 of OpenSSL, which uses the processor's instructions for it.
class Sha256 {
 public:
  Sha256() : context_(EVP_MD_CTX_new(), &EVP_MD_CTX_free) {
    check(context_ && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
  }

  void add(std::span<const std::byte> bytes) {
    check(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
  }

  std::string end() {
    std::array<unsigned char, 32> digest{};
    check(EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr) == 1);
    return fmt::format("{:02x}", fmt::join(digest, ""));
  }

 private:
  // These functions fail only if memory runs out.
  static void check(bool done) {
    if (!done) throw std::bad_alloc();
  }

  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

}  // namespace

std::string sha256_of(const std::filesystem::path& path,
                      const std::function<void(std::uint64_t bytes)>& read) {
  const ReadOnlyFile file(path, KeepOpen::yes);
  std::vector<std::byte> bytes;
  Sha256 sum;
  for (std::uint64_t offset = 0; offset < file.bytes(); offset += bytes.size()) {
    bytes.resize(std::min(kBytesAtOnce, file.bytes() - offset));
    file.read(offset, bytes);
    sum.add(bytes);
    if (read) read(bytes.size());
  }
  return sum.end();
}

void write_sums(const std::filesystem::path& folder, const std::vector<std::string>& names,
                unsigned threads, const std::function<void(std::uint64_t bytes)>& read) {
  std::mutex mutex;
  const auto told = [&](std::uint64_t bytes) {
    const std::lock_guard lock(mutex);
    if (read) read(bytes);
  };
  std::vector<std::string> lines(names.size());
  in_parallel(names.size(), threads_for(threads), [&](std::size_t i) {
    lines[i] = fmt::format("{}  {}\n", sha256_of(folder / names[i], told), names[i]);
  });
  const std::string text = fmt::format("{}", fmt::join(lines, ""));
  NewFile file(folder / kSumsName);
  file.expect(text.size());
  file.append(std::as_bytes(std::span(text)));
  file.publish();
  sync_folder(folder);
}

}  // namespace pipo
