// Where a command reads its input from.
#pragma once

#include <fstream>
#include <istream>
#include <memory>
#include <string>

#include "pipo/io/session.hpp"
#include "pipopipette/position.hpp"

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

// The whole source as a picture of a position. Throws BadInput naming the source. Of what is too
// long for a picture only the beginning is read.
Position read_picture(Source& source);

}  // namespace pipo
