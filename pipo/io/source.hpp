// The input of a command.
#pragma once

#include <fstream>
#include <istream>
#include <memory>
#include <string>

namespace pipo {

// A file, or standard input for "-", unpacked if it is compressed. The file may be a pipe or a
// device.
class Source {
 public:
  // Throws BadInput, with the reason, if the file cannot be opened. Reads nothing yet.
  Source(std::istream& standard_input, const std::string& file);

  // Reading from the stream throws BadInput.
  std::istream& stream() { return stream_; }
  const std::string& name() const { return name_; }

 private:
  std::string name_;
  std::ifstream file_;
  std::unique_ptr<std::streambuf> buffer_;
  std::istream stream_;
};

// Returns the whole source without a UTF-8 byte order mark. Of a source with more than `longest`
// bytes it returns more than these, and the stream has the rest. Throws BadInput, including for
// UTF-16.
std::string read_text(Source& source, std::size_t longest);

}  // namespace pipo
