// Lists and objects as JSON, Python, Lisp and the languages like C write them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "probe/notation/cursor.hpp"

namespace pipo {

// A list, [0, 1], (0 1) or {0, 1}; an object, {"h": 0, 'v': 1}; a text in quotes; or a word, which
// is a number or a name.
struct Datum {
  enum class Kind { list, object, text, word };

  Kind kind = Kind::word;
  std::size_t offset = 0;
  std::string_view text = {};                // of a text or a word
  std::vector<Datum> members = {};           // of a list or an object
  std::vector<std::string_view> names = {};  // of an object: the name of each member

  bool is_list() const { return kind == Kind::list; }
  bool is_object() const { return kind == Kind::object; }
};

// Reads a list, an object, a text or a word.
Datum read_datum(Cursor& cursor);

// Reads a whole text: one datum, or the members of a list or an object without brackets around
// them, as in "h = [[0]]; v = [[1]]".
Datum read_data(Cursor& cursor);

// Returns the text in lower case, without - and _.
std::string plain_name(std::string_view name);

}  // namespace pipo
