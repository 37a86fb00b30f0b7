// Where a command reads its input from.
#pragma once

#include <fstream>
#include <istream>
#include <memory>
#include <string>

#include "pipo/io/session.hpp"
#include "pipopipette/position.hpp"

namespace pipo {

// A file, unpacked if it is compressed, or standard input for "-".
class Source {
 public:
  // Throws BadInput when the file cannot be read.
  Source(Session& session, const std::string& file);

  std::istream& stream() { return *stream_; }
  const std::string& name() const { return name_; }

 private:
  std::string name_ = "standard input";
  std::ifstream file_;
  std::unique_ptr<std::istream> unpacked_;
  std::istream* stream_;
};

// The whole source as a picture of a position. Throws BadInput naming the source.
Position read_picture(Source& source);

}  // namespace pipo
