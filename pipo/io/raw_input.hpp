// The bytes of a stream as they arrive, some of them looked at before they are taken.
#pragma once

#include <ios>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

namespace pipo {

// Throws BadInput with the reason alone: what the standard library throws names its own functions.
[[noreturn]] void refuse_to_read(const std::string& name, const std::ios_base::failure& error);

// Returns action(), which reads from a stream of that name. Throws BadInput if the stream fails.
template <typename Action>
auto reading(const std::string& name, Action action) {
  try {
    return action();
  } catch (const std::ios_base::failure& error) {
    refuse_to_read(name, error);
  }
}

class RawInput {
 public:
  // `name` is how errors call the stream, which must outlive this.
  RawInput(std::streambuf& from, std::string name);

  // Bytes not taken yet, at least one: waits for that, and never for more. Empty only at the end.
  // Valid until something is read or taken. Throws BadInput when the stream cannot be read.
  std::string_view some();

  // The same with at least one more than there were. False if the stream ends here.
  bool more();

  void take(std::size_t bytes) { begin_ += bytes; }

  // Would some() answer without waiting?
  bool ready();

  const std::string& name() const { return name_; }

 private:
  std::streambuf& from_;
  std::string name_;
  std::vector<char> bytes_;  // [begin_, end_) are not taken yet
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace pipo
