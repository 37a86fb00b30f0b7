// The bytes of a stream as they arrive; they can be inspected before they are taken.
#pragma once

#include <ios>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

namespace pipo {

// Throws BadInput with only the reason, because messages of the standard library name its own
// functions.
[[noreturn]] void refuse_to_read(const std::string& name, const std::ios_base::failure& error);

// Returns action(), which reads from the stream of that name. Throws BadInput if the stream fails.
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
  // `name` is the stream's name in errors. The stream must outlive this.
  RawInput(std::streambuf& from, std::string name);

  // Returns the bytes not taken yet, at least one; waits for that one only. Empty only at the end.
  // Valid until the next call that reads or takes. Throws BadInput if the stream cannot be read.
  std::string_view some();

  // Reads at least one more byte. Returns false if the stream ends here.
  bool more();

  void take(std::size_t bytes) { begin_ += bytes; }

  // Would some() return without waiting?
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
