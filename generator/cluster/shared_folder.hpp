// Checks that all ranks see the same folder: rank 0 writes a token there for the others to read.
#pragma once

#include <filesystem>
#include <string>

#include "generator/writer/new_file.hpp"

namespace pipo {

// A random text in a file of the table's folder, for the lifetime of this object. Every later run
// removes a file of this name if it is left behind.
class SharedToken {
 public:
  explicit SharedToken(const std::filesystem::path& folder);
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  NewFile file_;
};

// Throws CannotWrite if the folder does not have the token or cannot be written. A shared file
// system may take a few seconds to show it.
void require_shared(const std::filesystem::path& folder, const std::string& token);

}  // namespace pipo
