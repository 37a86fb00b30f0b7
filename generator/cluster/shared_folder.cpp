#include "generator/cluster/shared_folder.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <chrono>
#include <random>
#include <span>
#include <thread>

#include "pipopipette/error.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/read_only_file.hpp"

namespace pipo {
namespace {

// A network file system may show outdated contents for about this long.
constexpr std::chrono::milliseconds kBetweenTries(100);
constexpr int kTries = 50;

std::string some_text() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

bool has_token(const std::filesystem::path& folder, const std::string& token) {
  try {
    return read_small_file(part_of(folder / kManifestName), 1000) == token;
  } catch (const Error&) {
    return false;  // missing, not visible yet, or something else
  }
}

}  // namespace

SharedToken::SharedToken(const std::filesystem::path& folder)
    : text_(some_text()), file_(folder / kManifestName) {
  file_.append(std::as_bytes(std::span(text_)));
}

void require_shared(const std::filesystem::path& folder, const std::string& token) {
  for (int tries = 1; !has_token(folder, token); ++tries) {
    if (tries == kTries) {
      throw CannotWrite(fmt::format(
          "{}: not the folder that rank 0 writes to; all ranks need the same one (--tables), on a "
          "file system that they share",
          std::filesystem::absolute(folder).string()));
    }
    std::this_thread::sleep_for(kBetweenTries);
  }
  if (::access(folder.c_str(), W_OK) != 0) throw_failed_write(folder, errno);
}

}  // namespace pipo
