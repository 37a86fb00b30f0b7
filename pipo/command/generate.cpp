// `pipo generate`: makes the table of a board.
#include "generator/run/generate.hpp"

#include <fmt/core.h>

#include <memory>
#include <string>

#include "pipo/command/command.hpp"
#include "pipo/command/commands.hpp"
#include "pipo/command/make_table.hpp"
#include "pipo/command/table_choice.hpp"
#include "pipo/words/answer_text.hpp"
#include "pipo/words/units.hpp"
#include "probe/base/quote.hpp"
#include "probe/base/sizes.hpp"
#include "probe/space/thinning.hpp"

namespace pipo {
namespace {

constexpr const char* kGenerateHelp =
    R"(The table goes into a folder of its own inside the first tables folder, for example
tables/3x4 for 3x4 and for 4x3. A table that is there already is left alone.

A start other than the empty board ("american") makes a smaller table, of the positions
that contain it: "swedish" has all outer edges drawn, "icelandic" the left and the bottom
ones, and any position of the board can be given.

Square boards have mirror images in their diagonals, too. With --square the files leave
out what those repeat: 4x4 takes 155 MiB instead of 264 (smaller boards gain little), and
probing a little longer.

A board that does not fit into memory is made in parts, and its finished layers are read
back as they are needed; "pipo plan" says how long that takes.

Whatever ends the work (Ctrl-C, a full disk, a crash), finished layers are kept, and the same
command goes on from there. Of a table with damaged or missing files, those are made again:
sizes, headers and indices are checked, and with --check every block. Only one process at a
time makes a table; a second one is refused, or waits with --wait.

Examples:
  pipo generate 3x3
  pipo generate 4x4 --threads 2 --memory 6G
  pipo generate 4x4 --square
  pipo --tables /data/pipo generate 3x4 --start swedish)";

struct GenerateArguments {
  TableChoice table;
  std::string memory;
  int threads = 0;
  bool square = false;
  bool check = false;
  bool wait = false;
};

GenerateOptions read_options(const Session& session, const GenerateArguments& options) {
  const Position start = chosen_table(options.table);
  return {.board = start.board,
          .start = start.drawn,
          .tables = session.tables.front(),
          .threads = options.threads,
          .memory = options.memory.empty() ? 0 : parse_size(options.memory),
          .square = options.square,
          .check = options.check};
}

std::string summary(const GenerateResult& result, bool square) {
  const Manifest& manifest = result.manifest;
  const TableIdentity& table = manifest.table;
  std::string text =
      fmt::format("{} {}\n  {} in {}, {}\n  ", folder_name(table),
                  value_in_words({table.board, table.start}, manifest.value),
                  counted(manifest.stored(), "value"), counted(manifest.layers.size(), "layer"),
                  human_bytes(manifest.bytes()));
  text += result.already_there
              ? "was there already, nothing to do"
              : fmt::format("made in {} with {} of memory", human_seconds(result.seconds),
                            human_bytes(result.peak_memory));
  text += fmt::format(": {}\n", printable(result.folder.string()));
  if (!result.already_there && result.kept_layers > 0) {
    text +=
        fmt::format("  {} there already: whole, and kept\n",
                    result.kept_layers == 1 ? "1 layer was"
                                            : fmt::format("{} layers were", result.kept_layers));
  }
  if (result.read_back > 0) {
    text += fmt::format("  {} read back from its files on the way\n",
                        counted(result.read_back, "value"));
  }
  if (result.already_there && square && manifest.thinning != Thinning::square) {
    text += "  it was made without --square; to make it anew, remove that folder first\n";
  }
  return text;
}

int generate(Session& session, const GenerateArguments& arguments) {
  const GenerateOptions options = read_options(session, arguments);
  const GenerateResult result = make_table(session, options, arguments.wait);
  write(session, summary(result, options.square));
  return ExitCode::done;
}

}  // namespace

void add_generate(CLI::App& app, Session& session) {
  const auto arguments = std::make_shared<GenerateArguments>();
  Command command(app, "generate", "Makes the table of a board", kGenerateHelp);
  add_required_table(command, arguments->table);
  command.threads(arguments->threads);
  command.memory(arguments->memory);
  command.flag("--square", arguments->square,
               "Square boards: leave out what the image in a diagonal repeats");
  command.flag("--check", arguments->check,
               "Read every block of the layers that are there already");
  command.flag("--wait", arguments->wait,
               "Wait while another process makes this table, instead of giving up");
  command.action(session, [&session, arguments] { return generate(session, *arguments); });
}

}  // namespace pipo
