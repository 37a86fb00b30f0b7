#include "probe/notation/data.hpp"

#include <optional>
#include <utility>

namespace pipo {
namespace {

constexpr int kDeepestDatum = 16;

bool is_word(char character) {
  return is_figure(character) || (character >= 'a' && character <= 'z') ||
         (character >= 'A' && character <= 'Z') || character == '_' || character == '.' ||
         character == '+' || character == '-';
}

char closing_of(char opening) {
  return opening == '[' ? ']' : opening == '(' ? ')' : '}';
}

Datum read_text(Cursor& cursor) {
  Datum text{.kind = Datum::Kind::text, .offset = cursor.offset()};
  const char quote = cursor.next();
  Cursor inside = cursor;
  std::size_t length = 0;
  for (; cursor.peek() != quote; ++length) {
    if (cursor.at_end()) cursor.refuse_at(text.offset, "this text has no closing quotation mark");
    cursor.next();
  }
  cursor.next();
  text.text = inside.take_next(length);
  return text;
}

Datum read_word(Cursor& cursor) {
  Datum word{.offset = cursor.offset()};
  Cursor inside = cursor;
  std::size_t length = 0;
  for (; is_word(cursor.peek()); ++length) cursor.next();
  if (length == 0) cursor.refuse_for("a list, a number or a word");
  word.text = inside.take_next(length);
  return word;
}

Datum read_value(Cursor& cursor, int depth);

// Reads the members of a list or an object, from its opening bracket up to `closing`; '\0' stands
// for the whole text, without brackets. `depth` is the number of lists and objects around it.
Datum read_members(Cursor& cursor, char closing, int depth) {
  if (depth == kDeepestDatum) cursor.refuse("these lists are nested too deeply");
  Datum list{.kind = Datum::Kind::list, .offset = cursor.offset()};
  if (closing != '\0') cursor.next();
  std::optional<std::string_view> name;  // of the member to come
  while (true) {
    cursor.skip_white_space();
    if (closing == '\0' ? cursor.at_end() : cursor.peek() == closing) break;
    Datum datum = read_value(cursor, depth + 1);
    cursor.skip_white_space();
    const bool is_name = datum.kind == Datum::Kind::text || datum.kind == Datum::Kind::word;
    const bool braces = closing == '}' || closing == '\0';
    if (is_name && braces && !name && (cursor.take(':') || cursor.take('='))) {
      name = datum.text;
      continue;
    }
    if (name.has_value() != list.is_object() && !list.members.empty()) {
      cursor.refuse_at(datum.offset, "either all members have names, or none has");
    }
    if (name) {
      list.kind = Datum::Kind::object;
      list.names.push_back(*name);
      name.reset();
    }
    list.members.push_back(std::move(datum));
    if (!cursor.take(',') && closing == '\0') cursor.take(';');
  }
  if (name) cursor.refuse_for("the value of the name before it");
  if (closing != '\0') cursor.next();
  return list;
}

Datum read_value(Cursor& cursor, int depth) {
  if (cursor.at("'(")) cursor.next();  // quoted in Lisp
  const char next = cursor.peek();
  if (next == '[' || next == '(' || next == '{') {
    return read_members(cursor, closing_of(next), depth);
  }
  return next == '"' || next == '\'' ? read_text(cursor) : read_word(cursor);
}

}  // namespace

Datum read_datum(Cursor& cursor) {
  cursor.skip_white_space();
  return read_value(cursor, 0);
}

Datum read_data(Cursor& cursor) {
  Datum data = read_members(cursor, '\0', 0);
  if (data.is_list() && data.members.size() == 1) {
    Datum only = std::move(data.members.front());
    return only;
  }
  return data;
}

std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char character : name) {
    if (character == '-' || character == '_') continue;
    const bool capital = character >= 'A' && character <= 'Z';
    plain += capital ? static_cast<char>(character - 'A' + 'a') : character;
  }
  return plain;
}

}  // namespace pipo
