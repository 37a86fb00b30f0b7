// The places of the values in a line of JSON, for errors that name a column.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pipo {

class JsonPlaces {
 public:
  // The names and numbers that lead to a value: {"moves", "0", "edge"}.
  using Path = std::vector<std::string>;

  // Reads a text that is JSON, at least up to what parse_object() refuses.
  explicit JsonPlaces(std::string_view text);

  // Returns the offset of a value, if there is one. If a name occurs twice, the last one counts.
  std::optional<std::size_t> of(const Path& path) const;

  // Returns the offset of the first thing that a reader of objects refuses although it is well
  // formed: a repeated name of the outermost object, a number beyond all limits, or a value that is
  // nested too deeply. Nothing behind it has a place.
  std::optional<std::size_t> refused() const { return refused_; }

 private:
  struct End {};  // thrown at the end of what can be read

  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_spaces();
  [[noreturn]] void refuse(std::size_t offset);
  std::string read_string();
  void read_number();
  void read_value();
  void read_object();
  void read_array();

  std::string_view text_;
  std::size_t at_ = 0;
  Path path_;
  std::map<Path, std::size_t> places_;
  std::optional<std::size_t> refused_;
};

// Returns the offset in a JSON string, after its quote, of each byte of the text that it stands
// for, and that of the end.
std::vector<std::size_t> places_in_string(std::string_view after_quote);

}  // namespace pipo
