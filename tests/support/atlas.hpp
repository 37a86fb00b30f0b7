// The atlas that a test sees. Without this object it sees none, so that it does not depend on what
// the atlas has.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace pipo::test {

class WithAtlas {
 public:
  // Nothing: the atlas of the program.
  explicit WithAtlas(const std::optional<std::string>& folder) {
    if (const char* const before = std::getenv(kVariable)) before_ = before;
    set(folder);
  }
  ~WithAtlas() { set(before_); }
  WithAtlas(const WithAtlas&) = delete;
  WithAtlas& operator=(const WithAtlas&) = delete;

 private:
  static constexpr const char* kVariable = "PIPO_ATLAS";

  static void set(const std::optional<std::string>& folder) {
    if (folder) {
      ::setenv(kVariable, folder->c_str(), 1);
    } else {
      ::unsetenv(kVariable);
    }
  }

  std::optional<std::string> before_;
};

}  // namespace pipo::test
