// `pipo thin`: copies a table without some of its layers.
#include <fmt/core.h>

#include <string>

#include "answers/text.hpp"
#include "generator/run/thin_table.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/context.hpp"
#include "pipo/command/limits.hpp"
#include "pipo/command/make_table.hpp"
#include "pipo/command/table_choice.hpp"
#include "pipo/io/output.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

constexpr const char* kThinHelp =
    R"(The copy has the files of some layers only; a layer is the positions with the same number of
drawn edges. Values of the omitted layers are computed from later layers when they are
probed: 4x4 with even layers takes half the space, and a value of an odd layer takes a few
dozen look-ups. Where three or more layers in a row are missing, positions before the gap
are solved from scratch.

--keep chooses layers: "even", "odd", "every 3" (0, 3, 6 ...), a range such as 0-14, a single
layer, or several of these, separated by commas.

With even, odd or every N, the first sixth and the last third of the layers are kept too,
since they take little space. A choice is refused if it leaves positions to be solved whose
sweeps have more than ten billion values: up to 8 GiB, and half a minute with two threads.
"pipo plan --keep" says what the largest of these sweeps takes.

Files are not made again: they share their blocks with those of the table, or are hard
links to them, if the file system can do that; else they are copied. An interrupted run
keeps the files copied so far; the same command continues.

Examples:
  pipo thin 4x4 --keep even --to thinned
  pipo thin 4x5 --keep "every 3" --to /data/small
  pipo thin 4x4 --keep 0-14,even --to thinned)";

struct ThinArguments {
  TableChoice table;
  std::string keep;
  std::string to;
};

std::string how_shared(const ThinResult& result) {
  if (result.already_there) return "is there already";
  if (result.shared == Shared::no) return "copied";
  return result.shared == Shared::reflink ? "shares its bytes with the table"
                                          : "hard links to the files of the table";
}

std::string summary(const ThinResult& result) {
  const Manifest& manifest = result.manifest;
  const KeptLayers kept = manifest.kept();
  return fmt::format(
      "{} keeps {} of {}: {}\n  {} of {}, {}: {}\n{}", folder_name(manifest.table),
      manifest.layers.size() - static_cast<std::size_t>(kept.omitted()),
      counted(manifest.layers.size(), "layer"), kept.text(), human_bytes(manifest.bytes()),
      human_bytes(result.source_bytes), how_shared(result), printable(result.folder.string()),
      kept.answers_all() ? ""
                         : "  the positions of some omitted layers are solved when they are "
                           "probed\n");
}

int thin(CommandContext& context, const ThinArguments& arguments) {
  const TableIdentity table = chosen_identity(arguments.table);
  const KeptLayers keep = chosen_layers(arguments.keep, table).layers;
  const Interruption interruption;
  Progress progress(context.err, folder_name(table), terminal_width(context.err));
  const VerifyProgress shown = stage_progress(progress, "bytes");
  const ThinResult result = thin_table(
      {.source = folder_of(table, context),
       .tables = arguments.to,
       .keep = keep,
       .progress = [&](std::uint64_t done, std::uint64_t total) { shown("copied", done, total); },
       .stopped = Interruption::requested});
  add_sums(result.folder, result.manifest, 0, progress);
  progress.clear();
  write(context.out, summary(result));
  return ExitCode::done;
}

}  // namespace

void add_thin(CLI::App& app, CommandContext& context) {
  Command command(app, "thin", "Copies a table without some of its layers", kThinHelp);
  ThinArguments& arguments = command.action<ThinArguments>(context, thin);
  add_required_table(command, arguments.table);
  command.required_option("--keep", arguments.keep, "WHICH",
                          "The layers to keep, such as even or 0-14");
  command.required_option("--to", arguments.to, "DIR", "Folder of tables for the copy");
}

}  // namespace pipo
