// The list of all notations, their detection, and the handling common to all: the length limit,
// byte order marks, comments before the game, and an unknown order of play.
#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <mutex>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/rules.hpp"
#include "probe/base/fork_safe_mutex.hpp"
#include "probe/base/quote.hpp"
#include "probe/board/parse_picture.hpp"
#include "probe/notation/cursor.hpp"
#include "probe/notation/json_object.hpp"
#include "probe/notation/notation_entry.hpp"
#include "probe/notation/wilson.hpp"

namespace pipo {
namespace {

constexpr std::array<const NotationEntry*, 30> kEntries = {
    &kDbn,          &kMoves,     &kPicture, &kOpenspiel,     &kKaggle,    &kKaggleObservation,
    &kKaggleReplay, &kLeuven,    &kColumns, &kKsquaresLine,  &kKsquares,  &kDabble,
    &kKnox,         &kTrmph,     &kAmdw,    &kAmdwPos,       &kWilson,    &kWilsonProblem,
    &kQdab,         &kCcgc,      &kSau,     &kBotzone,       &kCodingame, &kMathpuzzle,
    &kRowColumn,    &kColumnRow, &kArrays,  &kArraysColumns, &kArraysXy,  &kGamescrafters};

ForkSafeMutex infos_mutex;
std::vector<NotationInfo> infos;

const NotationEntry& entry_of(std::string_view name) {
  for (const NotationEntry* entry : kEntries) {
    if (entry->info.name == name) return *entry;
  }
  std::string names;
  for (const NotationEntry* entry : kEntries) names.append(", ").append(entry->info.name);
  throw BadInput(
      fmt::format("{} is not a notation; the notations are {}", quoted(name), names.substr(2)));
}

// A guess from the beginning of a text, which leaves only a few notations to try.
enum class Look {
  dbn,     // "2x2:"
  list,    // "2x2 " or "2x2"
  braces,  // "{", or another bracket or name at the beginning of arrays
  file,    // a number, which may be negative
  trmph,   // "#"
  picture
};

// Returns whether a text begins with a bracket, or with a name and a colon or an equals sign, and
// has a bracket after them.
bool begins_data(std::string_view text) {
  if (text.empty()) return false;
  if (std::string_view("{[('").find(text[0]) != text.npos) return true;
  const auto is_letter = [](unsigned char letter) { return std::isalpha(letter) || letter == '_'; };
  const auto name =
      static_cast<std::size_t>(std::ranges::find_if_not(text, is_letter) - text.begin());
  const std::size_t next = text.find_first_not_of(" \t", name);
  return name > 0 && next != text.npos && (text[next] == '=' || text[next] == ':') &&
         text.find_first_of("{[(", next) != text.npos;
}

Look look_of(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  std::string_view rest = text.substr(first);
  if (begins_data(rest)) return Look::braces;
  if (is_wilson_dots(rest.substr(0, rest.find('\n')))) return Look::picture;
  if (rest.starts_with('#')) return Look::trmph;
  if (rest.size() > 1 && rest[0] == '-' && is_figure(rest[1])) return Look::file;
  if (rest.empty() || !is_figure(rest[0])) return Look::picture;
  const auto pass_figures = [&] {
    while (!rest.empty() && is_figure(rest[0])) rest.remove_prefix(1);
  };
  pass_figures();
  if (!rest.starts_with('x')) return Look::file;
  rest.remove_prefix(1);
  pass_figures();
  return rest.starts_with(':') ? Look::dbn : Look::list;
}

bool may_be(const NotationInfo& info, Look look) {
  switch (look) {
    case Look::dbn:
      return info.name == "dbn";
    case Look::picture:
      return info.name == "picture";
    case Look::braces:
      return info.form == NotationForm::json || info.name == kLeuven.info.name;
    case Look::trmph:
      return info.name == "trmph";
    case Look::file:
      return info.form == NotationForm::file && info.name != "picture" && info.name != "trmph";
    case Look::list:
      break;
  }
  return (info.form == NotationForm::line && info.name != "dbn") || info.name == "columns";
}

std::string_view without_line_end(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  return text.substr(0, last == text.npos ? 0 : last + 1);
}

std::string_view without_blank_lines(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of("\r\n"), text.size()));
}

struct Recognised {
  const NotationEntry& entry;
  Game game;
};

[[noreturn]] void refuse_all(const std::vector<Recognised>& fitting) {
  std::string names;
  for (const Recognised& one : fitting) {
    if (!names.empty()) names += &one == &fitting.back() ? " and " : ", ";
    names += one.entry.info.name;
  }
  throw BadInput(fmt::format("this can be read as {}; name its notation", names));
}

[[noreturn]] void refuse_beginning(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  throw BadInput(
      fmt::format("not in any notation: expected a board with its edges (2x2 h0.1; v1.0), a "
                  "picture (+--+) or a file of another program, got {}",
                  first == text.npos ? "nothing" : quoted(text[first])));
}

// Returns whether a picture may begin like that: with a dot, or with the # of Wilson's results.
// Text that is not ASCII is left to the reader of pictures.
bool begins_picture(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != text.npos &&
         ((text[first] & 0x80) != 0 || text[first] == '#' || is_dot(text[first]));
}

// True if a JSON text has a member that only this notation has.
bool claims(const NotationEntry& entry, std::string_view text) {
  return !entry.members[0].empty() && has_member(text, entry.members);
}

[[noreturn]] void refuse_length(std::size_t longest) {
  throw BadInput(longest < std::size_t{1} << 20
                     ? fmt::format("longer than {} KiB, the limit for a game", longest >> 10)
                     : fmt::format("longer than {} MiB, the limit for a match", longest >> 20));
}

// Returns the only notation that can read the text, with the game. If several can, returns the
// first one if they all read the same game; otherwise throws BadInput naming them. If none can,
// throws BadInput with the message of the one that got furthest.
Recognised recognise(std::string_view text) {
  const Look look = look_of(text);
  if (look == Look::dbn || look == Look::list) text = without_line_end(without_blank_lines(text));
  if (look == Look::picture && !begins_picture(text)) refuse_beginning(text);
  std::vector<Recognised> fitting;
  std::string complaint;
  std::size_t furthest = 0;
  std::vector<const NotationEntry*> entries, heard;  // the complaints of the latter matter
  for (const NotationEntry* entry : kEntries) {
    if (!may_be(entry->info, look) || text.size() > entry->longest) continue;
    entries.push_back(entry);
    if (look == Look::braces && claims(*entry, text)) heard.push_back(entry);
  }
  if (entries.empty()) refuse_length(text.size() > kLongestFile ? kLongestFile : kLongestGame);
  if (heard.empty()) heard = entries;
  for (const NotationEntry* entry : entries) {
    const auto complain = [&](const char* what, std::size_t offset) {
      if (std::ranges::find(heard, entry) == heard.end()) return;
      if (!complaint.empty() && offset <= furthest) return;
      complaint = look == Look::picture || look == Look::dbn
                      ? what
                      : fmt::format("read as {}: {}", entry->info.name, what);
      furthest = offset;
    };
    try {
      fitting.push_back({*entry, entry->read(text)});
    } catch (const Malformed& malformed) {
      complain(malformed.what(), malformed.offset());
    } catch (const BadInput& error) {
      complain(error.what(), 0);
    }
  }
  if (!fitting.empty()) {
    const auto same = [&](const Recognised& one) { return one.game == fitting.front().game; };
    if (!std::ranges::all_of(fitting, same)) refuse_all(fitting);
    // These shapes are those of `arrays` with the vertical edges first.
    if (&fitting.front().entry == &kArraysXy && text.find_first_of("hHvV") == text.npos) {
      throw BadInput(
          "this can be read as arrays-xy, or as arrays with the vertical edges first; name its "
          "notation, or the arrays");
    }
    return fitting.front();
  }
  throw BadInput(heard.size() > 1 ? "not in any notation; " + complaint : complaint);
}

// Returns whether a line that begins with '#' is a comment. It is not if it is a game of trmph,
// `#7,i14k12`, or a row of dots. If the text is known to be in trmph, a number makes it a game.
bool is_comment(std::string_view line, bool trmph) {
  const std::size_t figures = line.find_first_not_of("0123456789", 1);
  if (figures == line.npos || figures > 1) {
    if (trmph || (figures != line.npos && line[figures] == ',')) return false;
  }
  return !is_wilson_dots(line);
}

// Returns the offset of the first line that is not a comment.
std::size_t after_comments(std::string_view text, bool trmph) {
  std::size_t begin = 0;
  while (begin < text.size() && text[begin] == '#') {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (!is_comment(text.substr(begin, end - begin), trmph)) break;
    begin = std::min(end + 1, text.size());
  }
  return begin;
}

// The text that an entry reads: without a byte order mark, without comments before the game and, in
// a line, without trailing white space. Empty lines replace the comments of a file, so that line
// numbers in messages are right.
class BareText {
 public:
  // Throws BadInput if the text is longer than `longest`.
  BareText(std::string_view text, NotationForm form, std::size_t longest, bool trmph = false)
      : view_(text) {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (text.size() > longest) refuse_length(longest);
    if (view_.starts_with(kByteOrderMark)) view_.remove_prefix(kByteOrderMark.size());
    if (const std::size_t begin = after_comments(view_, trmph); begin > 0) {
      const auto lines = std::ranges::count(view_.substr(0, begin), '\n');
      view_.remove_prefix(begin);
      if (form == NotationForm::line) {
        view_ = without_blank_lines(view_);
      } else {
        with_empty_lines_ = std::string(static_cast<std::size_t>(lines), '\n').append(view_);
        view_ = with_empty_lines_;
      }
    }
    if (form == NotationForm::line) view_ = without_line_end(view_);
  }
  BareText(const BareText&) = delete;
  BareText& operator=(const BareText&) = delete;

  operator std::string_view() const { return view_; }

 private:
  std::string with_empty_lines_;
  std::string_view view_;
};

}  // namespace

std::vector<int> all_owners(std::string_view notation, const Game& game) {
  std::vector<int> owners =
      game.owners().value_or(std::vector<int>(static_cast<std::size_t>(game.board().boxes()), -1));
  for (const int box : complete_boxes(game.position()).members()) {
    if (owners[static_cast<std::size_t>(box)] >= 0) continue;
    throw BadInput(fmt::format("{} names the owner of each box, which is unknown", notation));
  }
  return owners;
}

void check_move(const Game& game, int edge) {
  const Board& board = game.board();
  if (game.over()) {
    throw BadInput(fmt::format("no move can follow: all {} edges of {} are drawn", board.edges(),
                               board.name()));
  }
  if (game.position().drawn.contains(edge)) {
    throw BadInput(fmt::format("this edge, {}, is drawn already", edge_name(board, edge)));
  }
}

void expect_board(std::string_view notation, const Board& board, const Board& only) {
  if (board == only) return;
  throw BadInput(
      fmt::format("{} is for {} boards only, not for {}", notation, only.name(), board.name()));
}

std::span<const NotationInfo> notations() {
  // A static variable of this function might be half made at a fork().
  const std::lock_guard lock(infos_mutex);
  if (infos.empty()) {
    infos.reserve(kEntries.size());
    for (const NotationEntry* entry : kEntries) infos.push_back(entry->info);
  }
  return infos;
}

const NotationInfo& notation(std::string_view name) {
  return entry_of(name).info;
}

const NotationInfo& detect_notation(std::string_view text) {
  return recognise(BareText(text, NotationForm::file, kLongestFile)).entry.info;
}

Game read_game(std::string_view name, std::string_view text) {
  if (name == kAnyNotation) return recognise(BareText(text, NotationForm::file, kLongestFile)).game;
  const NotationEntry& entry = entry_of(name);
  return entry.read(BareText(text, entry.info.form, entry.longest, &entry == &kTrmph));
}

std::string write_game(std::string_view name, const Game& game) {
  const NotationEntry& entry = entry_of(name);
  if (entry.info.order && !game.in_order()) {
    throw BadInput(
        fmt::format("{} needs the order of play, which is unknown for these edges", name));
  }
  if (game.last_move_cost() > 0 && !entry.last_move_cost) {
    throw BadInput(
        fmt::format("{} cannot say that the last move costs {}; choose wilson-problem, which does",
                    name, game.last_move_cost()));
  }
  return entry.write(game);
}

}  // namespace pipo
