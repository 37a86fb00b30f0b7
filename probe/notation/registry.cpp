// The list of all notations, and the handling common to all: the length limit, byte order marks,
// and an unknown order of play.
#include <fmt/core.h>

#include "pipopipette/error.hpp"
#include "probe/base/quote.hpp"
#include "probe/notation/notation_entry.hpp"
#include "probe/notation/recognise.hpp"

namespace pipo {
namespace {

constexpr std::array<const NotationEntry*, 20> kEntries = {
    &kDbn,      &kMoves,  &kPicture, &kOpenspiel, &kKaggle,     &kColumns,       &kKsquaresLine,
    &kKsquares, &kDabble, &kKnox,    &kAmdw,      &kWilson,     &kWilsonProblem, &kQdab,
    &kCcgc,     &kSau,    &kBotzone, &kCodingame, &kMathpuzzle, &kGamescrafters};

const NotationEntry& entry_of(std::string_view name) {
  for (const NotationEntry* entry : kEntries) {
    if (entry->info.name == name) return *entry;
  }
  std::string names;
  for (const NotationEntry* entry : kEntries) names.append(", ").append(entry->info.name);
  throw BadInput(
      fmt::format("{} is not a notation; the notations are {}", quoted(name), names.substr(2)));
}

// Returns the text that an entry reads: without a byte order mark and, in a line, without trailing
// white space. Throws BadInput if the text is longer than kLongestGame.
std::string_view bare(std::string_view text, NotationForm form) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.size() > kLongestGame) {
    throw BadInput(fmt::format("longer than {} KiB, the limit for a game", kLongestGame >> 10));
  }
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  if (form != NotationForm::line) return text;
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  return text.substr(0, last == text.npos ? 0 : last + 1);
}

}  // namespace

std::span<const NotationEntry* const> notation_entries() {
  return kEntries;
}

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

const NotationInfo& recognised(std::string_view text) {
  return recognise(bare(text, NotationForm::file)).entry.info;
}

Game read_game(std::string_view name, std::string_view text) {
  if (name == kAnyNotation) return recognise(bare(text, NotationForm::file)).game;
  const NotationEntry& entry = entry_of(name);
  return entry.read(bare(text, entry.info.form));
}

std::string write_game(std::string_view name, const Game& game) {
  const NotationEntry& entry = entry_of(name);
  if (entry.info.order && !game.in_order) {
    throw BadInput(
        fmt::format("{} needs the order of play, which is unknown for these edges", name));
  }
  return entry.write(game);
}

}  // namespace pipo
