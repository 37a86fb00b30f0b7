// `pipo convert`: converts games and positions from one notation to another.
#include <fmt/core.h>

#include <algorithm>

#include "pipo/command/command.hpp"
#include "pipo/command/line_answers.hpp"
#include "pipo/command/notation_choice.hpp"
#include "pipopipette/error.hpp"

namespace pipo {
namespace {

constexpr const char* kConvertHelp =
    R"(Each line of the input is a game or position: the board, a space, and the edges in the
input's notation, separated by semicolons. Empty lines and lines that begin with '#' are
skipped. A line that cannot be converted does not stop the others. Notations that take
several lines are read and written as whole files. With auto, the notation is detected; if
several fit and read different games, the error names them.

)";

constexpr const char* kConvertExamples = R"(
Nothing unknown is made up: a game in order of play is written only if the input gives the
order, or with --ordered. docs/notations.md shows each notation.

Examples:
  echo "3x3 h1.0; v2.0" | pipo convert --to amdw
  pipo convert --from dabble --to moves game.dbl
  pipo convert --from amdw --ordered --to knox games.txt
  pipo convert --to picture positions.txt)";

struct ConvertArguments {
  std::string from = "auto";
  std::string to;
  bool ordered = false;
  std::string file = "-";
};

class Converter {
 public:
  Converter(CommandContext& context, ReadOptions reading, const NotationInfo& to)
      : results(context, true), context_(context), reading_(std::move(reading)), to_(to) {}

  int lines(LineReader reader) {
    return results.read(std::move(reader), [this](const auto& lines) {
      for (const TextLine& one : lines) line(one);
    });
  }

  void file(const std::string& name, std::string_view text) {
    write_out(read_named(name, text, reading_));
  }

  LineResults results;

 private:
  void line(const TextLine& line) {
    try {
      if (to_.form == NotationForm::file && written_) {
        throw BadInput(
            fmt::format("{} is a file of one position; give one position only", to_.name));
      }
      write_out(read_as(reading_, line.text));
    } catch (const BadInput& error) {
      results.fail({line.number, ExitCode::bad_input, error.what()});
    }
  }

  void write_out(const Game& game) {
    const std::string text = write_game(to_.name, game);
    write(context_.out, to_.form == NotationForm::file ? text : text + "\n");
    written_ = true;
  }

  CommandContext& context_;
  ReadOptions reading_;
  const NotationInfo& to_;
  bool written_ = false;
};

// Returns whether the text consists of lines that begin with a board; otherwise it is one file.
bool begins_with_board(std::string_view text) {
  while (!text.empty()) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == text.npos) return false;
    text.remove_prefix(first);
    if (text[0] != '#') break;
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
  const std::size_t end = text.find_first_not_of("0123456789");
  return end != text.npos && end > 0 && text[end] == 'x';
}

int convert(CommandContext& context, const ConvertArguments& options) {
  if (options.to.empty()) {
    throw BadInput("--to is missing; name the notation to write (see 'pipo convert --help')");
  }
  const NotationInfo& to = notation(options.to);
  const bool any = options.from == kAnyNotation;
  const bool lines = !any && notation(options.from).form == NotationForm::line;
  Converter converter(context, {options.from, options.ordered, {}, {}}, to);
  Source source(context.in, options.file);
  // Lines in a given notation are converted as they arrive.
  if (lines) return converter.lines({source.stream(), source.name()});
  std::string text = read_text(source, kLongestGame);
  if (any && begins_with_board(text)) {
    return converter.lines({source.stream(), source.name(), text});
  }
  if (text.size() > kLongestGame) text += read_text(source, kLongestFile - text.size());
  converter.file(source.name(), text);
  return converter.results.code();
}

// Lists the notations, one per line.
std::string notation_list() {
  std::string list;
  for (const NotationInfo& info : notations()) {
    list += fmt::format("  {:<15} {}\n", info.name, info.description);
  }
  return list;
}

}  // namespace

void add_convert(CLI::App& app, CommandContext& context) {
  Command command(app, "convert", "Writes games and positions in another notation",
                  kConvertHelp + notation_list() + kConvertExamples);
  ConvertArguments& arguments = command.action<ConvertArguments>(context, convert);
  command.text("FILE", arguments.file, "", "File to convert (default: -, standard input)");
  command.text("--from", arguments.from, "NAME", listed_notations("Notation of the input", true),
               Default::shown);
  command.text("--to", arguments.to, "NAME", listed_notations("Notation to write", false));
  command.flag("--ordered", arguments.ordered, "The edges are listed in order of play");
}

}  // namespace pipo
