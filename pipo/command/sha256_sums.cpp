#include "pipo/command/sha256_sums.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <nettle/sha2.h>
#include <nettle/version.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <span>
#include <string_view>

#include "generator/writer/new_file.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/in_parallel.hpp"
#include "probe/base/quote.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/read_only_file.hpp"

namespace pipo {
namespace {

constexpr std::uint64_t kBytesAtOnce = std::uint64_t{1} << 20;

// A running SHA-256 of Nettle, which uses the processor's instructions for it. Loading OpenSSL took
// a seventh of the instructions of a probe (docs/lab-notebook.md).
class Sha256 {
 public:
  Sha256() { sha256_init(&context_); }

  void add(std::span<const std::byte> bytes) {
    sha256_update(&context_, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
  }

  std::string end() {
    std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
#if NETTLE_VERSION_MAJOR < 4
    sha256_digest(&context_, digest.size(), digest.data());
#else
    sha256_digest(&context_, digest.data());
#endif
    return fmt::format("{:02x}", fmt::join(digest, ""));
  }

 private:
  sha256_ctx context_;
};

// A line has a sum, two characters and the name of a file.
constexpr std::size_t kSumLength = 64;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 20;

[[noreturn]] void throw_damaged_sums(const std::filesystem::path& path,
                                     const std::string& problem) {
  throw DamagedTable(fmt::format("{}: {}; copy it and the table from their source again, or remove "
                                 "it, and generate writes it anew",
                                 path.string(), problem),
                     path);
}

// Returns the sums in the text of a SHA256SUMS by name. Throws DamagedTable unless these are the
// names.
std::map<std::string, std::string> sums_in(std::string_view text, const std::filesystem::path& path,
                                           const std::vector<std::string>& names) {
  std::map<std::string, std::string> sums;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto refuse = [&](const std::string& problem) {
      throw_damaged_sums(path, fmt::format("line {} {}", number, problem));
    };
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string_view sum = line.substr(0, kSumLength);
    const std::string_view rest = line.substr(sum.size());
    if (sum.size() < kSumLength || sum.find_first_not_of("0123456789abcdef") != sum.npos ||
        !(rest.starts_with("  ") || rest.starts_with(" *"))) {
      refuse("is not a SHA-256, two spaces and the name of a file");
    }
    const std::string name(rest.substr(2));
    if (std::ranges::find(names, name) == names.end()) {
      refuse(fmt::format("names {}, which is not a file of this table", pipo::quoted(name)));
    }
    if (!sums.emplace(name, sum).second) refuse("names " + name + " a second time");
  }
  for (const std::string& name : names) {
    if (!sums.contains(name)) throw_damaged_sums(path, "does not list " + name);
  }
  return sums;
}

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

namespace {

// Returns the sums of these files.
std::vector<std::string> sums_of(const std::filesystem::path& folder,
                                 const std::vector<std::string>& names, unsigned threads,
                                 const std::function<void(std::uint64_t bytes)>& read) {
  std::mutex mutex;
  const auto told = [&](std::uint64_t bytes) {
    const std::lock_guard lock(mutex);
    if (read) read(bytes);
  };
  std::vector<std::string> sums(names.size());
  in_parallel(names.size(), threads_for(threads),
              [&](std::size_t i) { sums[i] = sha256_of(folder / names[i], told); });
  return sums;
}

}  // namespace

std::vector<std::string> files_of(const Manifest& manifest) {
  std::vector<std::string> names;
  for (const ManifestLayer& layer : manifest.layers) {
    if (!layer.omitted()) names.push_back(layer.file);
  }
  names.emplace_back(kManifestName);
  return names;
}

void write_sums(const std::filesystem::path& folder, const std::vector<std::string>& names,
                unsigned threads, const std::function<void(std::uint64_t bytes)>& read) {
  const std::vector<std::string> sums = sums_of(folder, names, threads, read);
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) text += sums[i] + "  " + names[i] + '\n';
  NewFile file(folder / kSumsName);
  file.set_expected_bytes(text.size());
  file.append(std::as_bytes(std::span(text)));
  file.publish();
  sync_folder(folder);
}

bool check_sums(const std::filesystem::path& folder, const std::vector<std::string>& names,
                unsigned threads, const std::function<void(std::uint64_t bytes)>& read) {
  const std::filesystem::path path = folder / kSumsName;
  std::error_code ignored;
  if (std::filesystem::symlink_status(path, ignored).type() ==
      std::filesystem::file_type::not_found) {
    return false;
  }
  const std::map<std::string, std::string> listed =
      sums_in(read_small_file(path, kMostBytes), path, names);
  const std::vector<std::string> sums = sums_of(folder, names, threads, read);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (listed.at(names[i]) == sums[i]) continue;
    throw_damaged_sums(path, fmt::format("has another sum for {}, which is {}", names[i], sums[i]));
  }
  return true;
}

}  // namespace pipo
