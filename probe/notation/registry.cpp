// The list of all notations, their detection, and the handling common to all: the length limit,
// byte order marks, and an unknown order of play.
#include <fmt/core.h>

#include <algorithm>

#include "pipopipette/error.hpp"
#include "probe/base/quote.hpp"
#include "probe/notation/cursor.hpp"
#include "probe/notation/notation_entry.hpp"

namespace pipo {
namespace {

constexpr std::array<const NotationEntry*, 22> kEntries = {
    &kDbn,     &kMoves,        &kPicture,       &kOpenspiel,    &kKaggle, &kKaggleObservation,
    &kColumns, &kKsquaresLine, &kKsquares,      &kDabble,       &kKnox,   &kTrmph,
    &kAmdw,    &kWilson,       &kWilsonProblem, &kQdab,         &kCcgc,   &kSau,
    &kBotzone, &kCodingame,    &kMathpuzzle,    &kGamescrafters};

const NotationEntry& entry_of(std::string_view name) {
  for (const NotationEntry* entry : kEntries) {
    if (entry->info.name == name) return *entry;
  }
  std::string names;
  for (const NotationEntry* entry : kEntries) names.append(", ").append(entry->info.name);
  throw BadInput(
      fmt::format("{} is not a notation; the notations are {}", quoted(name), names.substr(2)));
}

bool is_figure(char character) {
  return character >= '0' && character <= '9';
}

// A guess from the beginning of a text, which leaves only a few notations to try.
enum class Look {
  dbn,     // "2x2:"
  list,    // "2x2 " or "2x2"
  braces,  // "{"
  file,    // a number
  trmph,   // "#"
  picture
};

Look look_of(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  std::string_view rest = text.substr(first);
  if (rest.starts_with('{')) return Look::braces;
  if (rest.starts_with('#')) return Look::trmph;
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
      return info.form == NotationForm::json;
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

// Returns the only notation that can read the text, with the game. If several can, throws BadInput
// naming them. If none can, throws BadInput with the message of the one that got furthest.
Recognised recognise(std::string_view text) {
  const Look look = look_of(text);
  if (look == Look::dbn || look == Look::list) text = without_line_end(text);
  std::vector<Recognised> fitting;
  std::string complaint;
  std::size_t furthest = 0, tried = 0;
  for (const NotationEntry* entry : kEntries) {
    if (!may_be(entry->info, look)) continue;
    ++tried;
    const auto complain = [&](const char* what, std::size_t offset) {
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
  if (fitting.size() == 1) return fitting.front();
  if (fitting.size() > 1) refuse_all(fitting);
  throw BadInput(tried > 1 ? "not in any notation; " + complaint : complaint);
}

// Returns the text that an entry reads: without a byte order mark and, in a line, without trailing
// white space. Throws BadInput if the text is longer than kLongestGame.
std::string_view bare(std::string_view text, NotationForm form) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.size() > kLongestGame) {
    throw BadInput(fmt::format("longer than {} KiB, the limit for a game", kLongestGame >> 10));
  }
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return form == NotationForm::line ? without_line_end(text) : text;
}

}  // namespace

void expect_board(std::string_view notation, const Board& board, const Board& only) {
  if (board == only) return;
  throw BadInput(
      fmt::format("{} is for {} boards only, not for {}", notation, only.name(), board.name()));
}

std::span<const NotationInfo> notations() {
  static const std::vector<NotationInfo> infos = [] {
    std::vector<NotationInfo> list;
    list.reserve(kEntries.size());
    for (const NotationEntry* entry : kEntries) list.push_back(entry->info);
    return list;
  }();
  return infos;
}

const NotationInfo& notation(std::string_view name) {
  return entry_of(name).info;
}

const NotationInfo& detect_notation(std::string_view text) {
  return recognise(bare(text, NotationForm::file)).entry.info;
}

Game read_game(std::string_view name, std::string_view text) {
  if (name == kAnyNotation) return recognise(bare(text, NotationForm::file)).game;
  const NotationEntry& entry = entry_of(name);
  return entry.read(bare(text, entry.info.form));
}

std::string write_game(std::string_view name, const Game& game) {
  const NotationEntry& entry = entry_of(name);
  if (entry.info.order && !game.in_order()) {
    throw BadInput(
        fmt::format("{} needs the order of play, which is unknown for these edges", name));
  }
  return entry.write(game);
}

}  // namespace pipo
