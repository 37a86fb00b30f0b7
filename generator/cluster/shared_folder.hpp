// Do all ranks see the same folder? Rank 0 leaves something there for them to read.
#pragma once

#include <filesystem>
#include <string>

#include "generator/writer/new_file.hpp"

namespace pipo {

// A text that nobody else would write, in the table's folder as long as this object lives. The file
// has a name that every later run removes if it is left behind.
class SharedToken {
 public:
  explicit SharedToken(const std::filesystem::path& folder);
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  NewFile file_;
};

// Throws NoSpace if the folder does not have it, or cannot be written. A file system that is shared
// may take some seconds to show it.
void require_shared(const std::filesystem::path& folder, const std::string& token);

}  // namespace pipo
