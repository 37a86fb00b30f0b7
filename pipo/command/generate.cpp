// `pipo generate`: makes the table of a board.
#include "generator/run/generate.hpp"

#include <fmt/core.h>

#include <string>

#include "answers/nimstring.hpp"
#include "answers/text.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/make_table.hpp"
#include "pipo/command/table_choice.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

constexpr const char* kGenerateHelp =
    R"(The table gets its own folder in the first tables folder: tables/3x4 for both 3x4 and 4x3.
A complete table is left as it is.

A start other than the empty board ("american") makes a smaller table, of the positions
that contain it: "swedish" has all outer edges drawn, "icelandic" the left and the bottom
ones. A position of the board can also be the start.

If the table does not fit into memory, it is made in parts, and finished layers are read
back when they are needed; "pipo plan" estimates how long that takes.

--keep WHICH removes the files of the other layers as soon as no unfinished layer is made
from them: 'even', 'every 3', '0-14' ... ("pipo thin" explains WHICH, and how such a table
answers). On the way the disk has to hold most of the table; "pipo plan --keep" says how
much.

--game nimstring makes a table of the nim-values of Nimstring, in which the first player
unable to complete a turn loses. It gets a folder of its own, such as tables/3x4-nimstring, and keeps
every layer. "pipo probe --game nimstring" answers by it; "pipo info" and "pipo verify" take
it, too. Other commands need tables of margins.

--last-move C makes a table of the game in which the player who draws the last edge loses C
points, so that a part of a larger game can be analysed alone. It gets a folder of its own, such
as tables/3x4-last2. "pipo probe --last-move 2" answers by it, and so do solve, line, explain
and engine; tables with different costs are never mixed.

An interrupted run (Ctrl-C, a full disk, a crash) keeps its finished layers; the same
command continues from there. Damaged or missing files of a table are made again: sizes,
headers and indices are checked, with --check every block. Only one process at a time makes
a table; a second one is refused, or waits with --wait.

Examples:
  pipo generate 3x3
  pipo generate 4x4 --threads 2 --memory 6G
  pipo generate 4x4 --keep even
  pipo generate 4x4 --game nimstring
  pipo generate 3x3 --last-move 2
  pipo --tables /data/pipo generate 3x4 --start swedish)";

struct GenerateArguments {
  TableChoice table;
  std::string memory;
  std::string keep;
  int threads = 0;
  bool check = false;
  bool wait = false;
  double patience = GenerateOptions{}.patience;
};

GenerateOptions read_options(const CommandContext& context, const GenerateArguments& options) {
  const Position start = chosen_table(options.table);
  return {.board = start.board,
          .start = start.drawn,
          .game = chosen_game(options.table),
          .last_move_cost = chosen_cost(options.table),
          .tables = context.tables.front(),
          .threads = options.threads,
          .memory = options.memory.empty() ? 0 : parse_size(options.memory),
          .keep = options.keep.empty()
                      ? std::nullopt
                      : std::optional(
                            chosen_layers(options.keep, chosen_identity(options.table)).layers),
          .check = options.check,
          .patience = options.patience};
}

std::string summary(const GenerateResult& result) {
  const Manifest& manifest = result.manifest;
  std::string text =
      fmt::format("{} {}\n  {} in {}, {}\n  ", folder_name(manifest.table),
                  start_value_text(manifest), counted(manifest.stored(), "value"),
                  counted(manifest.layers.size(), "layer"), human_bytes(manifest.bytes()));
  text += result.already_there
              ? "is complete already, nothing to do"
              : fmt::format("made in {} with {} of memory", human_seconds(result.seconds),
                            human_bytes(result.peak_memory));
  text += fmt::format(": {}\n", printable(result.folder.string()));
  if (!result.already_there && result.kept_layers > 0) {
    text += fmt::format("  {} from an earlier run kept\n", counted(result.kept_layers, "layer"));
  }
  if (const KeptLayers kept = manifest.kept(); !kept.keeps_all()) {
    text += fmt::format("  keeps {} of them: {}\n", manifest.layers.size() - kept.omitted(),
                        kept.text());
  }
  if (result.read_back > 0) {
    text +=
        fmt::format("  {} read back from finished layers\n", counted(result.read_back, "value"));
  }
  return text;
}

int generate_table(CommandContext& context, const GenerateArguments& arguments) {
  const GenerateOptions options = read_options(context, arguments);
  const GenerateResult result = make_table(context, options, arguments.wait);
  write(context.out, summary(result));
  return ExitCode::done;
}

}  // namespace

void add_generate(CLI::App& app, CommandContext& context) {
  Command command(app, "generate", "Makes the table of a board", kGenerateHelp);
  GenerateArguments& arguments = command.action<GenerateArguments>(context, generate_table);
  add_required_table(command, arguments.table);
  add_game(command, arguments.table);
  command.threads(arguments.threads);
  command.memory(arguments.memory);
  command.text("--keep", arguments.keep, "WHICH",
               "Keep only these layers in the end, such as even or 0-14");
  command.flag("--check", arguments.check, "Check every block of the existing layers");
  command.flag("--wait", arguments.wait, "Wait if another process is making this table");
  if (!context.several) return;
  command.seconds("--patience", arguments.patience, 1, 1e9,
                  "Seconds without a sign of life from a rank before the job ends", Default::shown);
}

}  // namespace pipo
