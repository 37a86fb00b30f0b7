#include "probe/notation/list.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <span>

#include "pipopipette/notation.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

bool is_punctuation(char character) {
  return std::ispunct(static_cast<unsigned char>(character)) != 0;
}

// Returns the text without the spaces beside punctuation marks.
std::string without_loose_spaces(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool loose = text[i] == ' ' && ((i > 0 && is_punctuation(text[i - 1])) ||
                                          (i + 1 < text.size() && is_punctuation(text[i + 1])));
    if (!loose) result += text[i];
  }
  return result;
}

// True at the end of the text, or at a closing bracket.
bool at_list_end(const Cursor& cursor, const WordList& words) {
  return cursor.at_end() || (words.brackets && cursor.at("]"));
}

// Skips the separator of two words. Returns false at the end of the list.
bool next_word(Cursor& cursor, const WordList& words) {
  const bool gap = cursor.skip_white_space();
  if (at_list_end(cursor, words)) return false;
  if (cursor.take(';') || (words.commas && cursor.take(','))) {
    cursor.skip_white_space();
    if (at_list_end(cursor, words)) cursor.refuse_for("one more edge");
    return true;
  }
  if (!gap || words.spaces) cursor.refuse_for("a semicolon between two edges");
  return true;
}

struct Entry {
  std::string text;
  Word word;
  bool written = false;  // it is the spelling that is written
};

// Returns the spellings of all edges of a board, sorted. A thread keeps the last ones of each
// notation, since most files have many lines for one board.
const std::vector<Entry>& entries_of(const WordList& words, const Board& board) {
  struct Kept {
    Board board;
    std::vector<Entry> entries;
  };
  thread_local std::map<const WordList*, Kept> all_kept;  // lists are constants
  const auto kept = all_kept.find(&words);
  if (kept != all_kept.end() && kept->second.board == board) return kept->second.entries;
  std::vector<Entry> entries;
  for (int edge = 0; edge < board.edges(); ++edge) {
    bool written = true;
    for (Spelling& spelling : words.spellings(board, edge)) {
      if (words.loose) spelling.text = without_loose_spaces(spelling.text);
      entries.push_back({std::move(spelling.text), {edge, spelling.player}, written});
      written = false;
    }
  }
  std::ranges::sort(entries, {}, &Entry::text);
  return all_kept.insert_or_assign(&words, Kept{board, std::move(entries)}).first->second.entries;
}

// Returns the spelling of one of the edges, as it is written if it can be.
std::string example(std::span<const Entry> entries, const WordList& words, const Board& board) {
  const auto order = [](const Entry& entry) { return std::pair(!entry.written, entry.word.edge); };
  const Entry& first = *std::ranges::min_element(entries, {}, order);
  return first.written ? words.spellings(board, first.word.edge).front().text : first.text;
}

}  // namespace

Word read_word(Cursor& cursor, const WordList& words, const Board& board) {
  // The entries that begin like the text up to `end`.
  std::span<const Entry> fitting = entries_of(words, board);
  const Entry* found = nullptr;
  Cursor after = cursor;  // after the text of `found`
  Cursor end = cursor, at_next = cursor;
  char last = 'a';
  for (std::size_t length = 0;; ++length) {
    if (fitting.front().text.size() == length) {
      found = &fitting.front();
      after = end;
    }
    Cursor ahead = end;
    const bool blank = ahead.skip_spaces();
    const bool loose = words.loose && (is_punctuation(last) || is_punctuation(ahead.peek()));
    at_next = loose ? ahead : end;
    char next = blank && !loose ? ' ' : ahead.next();
    if (words.any_case) next = static_cast<char>(std::tolower(static_cast<unsigned char>(next)));
    const auto letter = [length](const Entry& entry) {
      return length < entry.text.size() ? entry.text[length] : '\0';
    };
    const auto first = std::ranges::lower_bound(fitting, next, {}, letter);
    const auto last_fit = std::ranges::upper_bound(fitting, next, {}, letter);
    if (next == '\0' || first == last_fit) break;
    fitting = {first, last_fit};
    end = ahead;
    last = next;
  }
  if (found == nullptr) at_next.refuse_for("an edge such as " + example(fitting, words, board));
  if (is_figure(last) && is_figure(after.peek())) {
    Cursor number = after;
    while (is_figure(number.peek())) number.next();
    cursor.refuse(fmt::format("expected an edge such as {}, got {}", example(fitting, words, board),
                              quoted(cursor.up_to(number))));
  }
  cursor = after;
  return found->word;
}

Board read_board(Cursor& cursor) {
  try {
    const Board board = Board::parse(cursor.take_until(" \t\r\n"));
    cursor.skip_white_space();
    return board;
  } catch (const Malformed&) {
    throw;
  } catch (const BadInput& error) {
    cursor.refuse_at(0, error.what());
  }
}

ListReader::ListReader(const WordList& words, Cursor& cursor, const Board& board)
    : words_(words),
      cursor_(cursor),
      game_(board),
      drawn_at_(static_cast<std::size_t>(board.edges())) {}

int ListReader::read_edge() {
  const Board& board = game_.board();
  const std::size_t offset = cursor_.offset();
  const std::optional<int> edge =
      words_.read == nullptr ? std::nullopt : words_.read(cursor_, words_, board);
  const Word word = edge ? Word{*edge} : read_word(cursor_, words_, board);
  const std::string name = edge_name(board, word.edge);
  if (game_.over()) {
    cursor_.refuse_at(offset, fmt::format("no edge can follow: all {} edges of {} are drawn",
                                          board.edges(), board.name()));
  }
  if (std::ranges::max(*game_.score()) >= words_.enough_boxes) {
    cursor_.refuse_at(offset,
                      fmt::format("no edge can follow: a player has {} boxes, which ends the game",
                                  words_.enough_boxes));
  }
  std::size_t& drawn_at = drawn_at_[static_cast<std::size_t>(word.edge)];
  if (game_.position().drawn.contains(word.edge)) {
    cursor_.refuse_at(offset, fmt::format("this edge, {}, is drawn already in {}", name,
                                          cursor_.place(drawn_at)));
  }
  if (word.player >= 0) {
    if (began_ < 0) began_ = words_.either_begins ? word.player : 0;
    if ((word.player ^ began_) != *game_.turn()) {
      cursor_.refuse_at(offset, fmt::format("it is the other player's turn to draw {}", name));
    }
  }
  drawn_at = offset;
  return game_.play(word.edge);
}

Game ListReader::game() const {
  if (words_.info.order) return game_;
  return Game(game_.position(), {.listed = game_.edges()});
}

Game read_list(std::string_view text, const WordList& words) {
  Cursor cursor(text, words.info.form);
  const Board board = read_board(cursor);
  if (words.check != nullptr) words.check(board);
  ListReader reader(words, cursor, board);
  const bool bracket = words.brackets && cursor.take('[');
  if (bracket) cursor.skip_spaces();
  bool more = !at_list_end(cursor, words);
  while (more) {
    reader.read_edge();
    more = next_word(cursor, words);
  }
  if (bracket) cursor.expect("]", "a closing bracket");
  if (!cursor.at_end()) cursor.refuse_for("the end");
  return reader.game();
}

std::string write_list(const Game& game, const WordList& words) {
  const Board& board = game.board();
  if (words.check != nullptr) words.check(board);
  std::string text = board.name();
  std::string_view separator = " ";
  Game so_far(board);
  for (const int edge : game.edges()) {
    if (std::ranges::max(*so_far.score()) >= words.enough_boxes) {
      throw BadInput(
          fmt::format("{} ends when a player has {} boxes, but this game has a later move",
                      words.info.name, words.enough_boxes));
    }
    const auto spellings = words.spellings(board, edge);
    const auto one = std::ranges::find_if(spellings, [&](const Spelling& spelling) {
      return spelling.player < 0 || spelling.player == *so_far.turn();
    });
    text.append(separator).append(one->text);
    separator = "; ";
    so_far.play(edge);
  }
  return text;
}

}  // namespace pipo
