#include "probe/notation/data.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace pipo {
namespace {

constexpr int kDeepestDatum = 16;

// The data that an opening bracket, or the beginning of the text, has begun.
struct Begun {
  Datum datum = {};
  char closing = '\0';
  std::string_view name = {};  // of the member to come
  bool named = false;          // the member to come has a name
};

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

// Reads what has begun, to its end. Brackets within it are kept on a stack, so that the depth of
// the data is not that of calls.
class DataReader {
 public:
  explicit DataReader(Cursor& cursor) : cursor_(cursor) {}

  Datum read(bool whole_text) {
    if (whole_text) begin('\0');
    do {
      cursor_.skip_white_space();
      step();
    } while (!begun_.empty());
    return std::move(done_);
  }

 private:
  void step() {
    if (!begun_.empty() && ends()) return end();
    if (cursor_.at("'(")) cursor_.next();  // quoted in Lisp
    const char next = cursor_.peek();
    if (next == '[' || next == '(' || next == '{') {
      begin(closing_of(next));
      cursor_.next();
      return;
    }
    add(next == '"' || next == '\'' ? read_text(cursor_) : read_word(cursor_));
  }

  bool ends() const {
    const char closing = begun_.back().closing;
    return closing == '\0' ? cursor_.at_end() : cursor_.peek() == closing;
  }

  void begin(char closing) {
    if (begun_.size() == kDeepestDatum) cursor_.refuse("these lists are nested too deeply");
    begun_.push_back(
        {.datum = {.kind = Datum::Kind::list, .offset = cursor_.offset()}, .closing = closing});
  }

  void end() {
    if (begun_.back().named) cursor_.refuse_for("the value of the name before it");
    Datum datum = std::move(begun_.back().datum);
    if (begun_.back().closing != '\0') cursor_.next();
    begun_.pop_back();
    add(std::move(datum));
  }

  // Adds a member to what has begun, or makes it the name of the next one if a colon follows.
  void add(Datum datum) {
    if (begun_.empty()) {
      done_ = std::move(datum);
      return;
    }
    Begun& parent = begun_.back();
    cursor_.skip_white_space();
    const bool is_name = datum.kind == Datum::Kind::text || datum.kind == Datum::Kind::word;
    const bool braces = parent.closing == '}' || parent.closing == '\0';
    if (is_name && braces && !parent.named && (cursor_.take(':') || cursor_.take('='))) {
      parent.name = datum.text;
      parent.named = true;
      return;
    }
    Datum& list = parent.datum;
    if (parent.named != list.is_object() && !list.members.empty()) {
      cursor_.refuse_at(datum.offset, "either all members have names, or none has");
    }
    if (parent.named) {
      list.kind = Datum::Kind::object;
      list.names.push_back(parent.name);
      parent.named = false;
    }
    list.members.push_back(std::move(datum));
    if (!cursor_.take(',') && parent.closing == '\0') cursor_.take(';');
  }

  Cursor& cursor_;
  std::vector<Begun> begun_;
  Datum done_;
};

}  // namespace

Datum read_datum(Cursor& cursor) {
  return DataReader(cursor).read(false);
}

Datum read_data(Cursor& cursor) {
  Datum data = DataReader(cursor).read(true);
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
