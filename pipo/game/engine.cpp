// The protocol: splits lines, finds commands, frames replies. engine_commands.cpp implements the
// commands.
#include "pipo/game/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "pipopipette/error.hpp"
#include "probe/base/failure.hpp"
#include "probe/base/parsed_number.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

// Cleans a line as the Go Text Protocol defines it: removes comments after '#', turns tabs into
// spaces, and removes other control characters.
std::string plain(std::string_view line) {
  std::string text;
  for (const char c : line.substr(0, line.find('#'))) {
    if (c == '\t') {
      text += ' ';
    } else if (static_cast<unsigned char>(c) >= ' ' && c != '\x7f') {
      text += c;
    }
  }
  const std::size_t first = text.find_first_not_of(' ');
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

// Returns the first word and leaves in `text` what follows it.
std::string_view take_word(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return word;
}

// Frames a reply with its sign and number. An empty line ends a reply.
std::string framed(char sign, std::string_view id, std::string_view text) {
  std::string reply = fmt::format("{}{}", sign, id);
  if (!text.empty() && text.front() != '\n') reply += ' ';
  reply += text;
  while (reply.ends_with('\n')) reply.pop_back();
  return reply + "\n\n";
}

}  // namespace

Engine::Engine(Solver solver, std::string version, const PlayerOptions& player)
    : solver_(std::move(solver)),
      options_(solver_.options()),
      player_(solver_, player),
      version_(std::move(version)),
      start_(Board(3, 3)),
      game_(start_) {}

std::string Engine::reply(std::string_view line) {
  const std::string command = plain(line);
  std::string_view rest = command;
  if (rest.empty()) return {};
  moved_ = false;
  std::string_view id;
  if (is_whole_number(rest.substr(0, rest.find(' ')))) id = take_word(rest);
  try {
    const std::string_view name = take_word(rest);
    return framed('=', id, run(name, rest));
  } catch (const Stopped&) {
    throw;
  } catch (const std::exception&) {
    const Failure failure = current_failure();
    if (failure.code == ErrorCode::internal) throw;
    return framed('?', id, printable(failure.text));
  }
}

std::unique_ptr<Pondering> Engine::ponder() const {
  if (!moved_ || game_.over()) return nullptr;
  const Position& position = game_.position();
  return player_.ponder(position, clock_.limits(1 - *game_.turn(), position, options_));
}

std::string Engine::run(std::string_view name, std::string_view text) {
  const Entry* const entry = find(name);
  if (entry == nullptr) {
    if (name.empty()) throw BadInput("no command after the number");
    throw BadInput(
        fmt::format("unknown command {}; list_commands lists the commands", pipo::quoted(name)));
  }
  Words words;
  for (std::string_view rest = text; !rest.empty();) words.push_back(take_word(rest));
  if (words.size() < entry->fewest || words.size() > entry->most) {
    throw BadInput(fmt::format("usage: {}", entry->usage));
  }
  return entry->run(*this, words);
}

}  // namespace pipo
