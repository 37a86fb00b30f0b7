// Where a command reads its input from.
#pragma once

#include <fstream>
#include <istream>
#include <memory>
#include <string>

#include "pipo/io/session.hpp"

namespace pipo {

// A file, or standard input for "-", unpacked if it is compressed. Pipes and devices are files,
// too.
class Source {
 public:
  // Throws BadInput when the file cannot be read, saying why. Reads nothing yet.
  Source(Session& session, const std::string& file);

  // Reading it throws BadInput.
  std::istream& stream() { return stream_; }
  const std::string& name() const { return name_; }

 private:
  std::string name_;
  std::ifstream file_;
  std::unique_ptr<std::streambuf> buffer_;
  std::istream stream_;
};

// The whole source, or of what is longer than that so many bytes and one more. Throws BadInput.
std::string read_text(Source& source, std::size_t longest);

}  // namespace pipo
