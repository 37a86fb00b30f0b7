// `pipo count`: the number of positions of a table by layer and value.

#include "answers/tables.hpp"
#include "parallel/threads.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/limits.hpp"
#include "pipo/command/table_choice.hpp"
#include "pipo/io/output.hpp"
#include "probe/table/table.hpp"
#include "verify/position_counts.hpp"

namespace pipo {
namespace {

constexpr const char* kCountHelp =
    R"(Counts all positions of a table by layer and value: quiet or not, with mirror images and
positions with other outer edges of a box counted separately. (info counts the values that
are stored.) Reads every block. The counts of each layer are checked to add up to the
number of its positions. Layers that the table omits are computed from later ones, in
memory.

Writes CSV: one line per layer with its number of positions, its content hash, and for each
margin of the player to move the number of positions.

Examples:
  pipo count 3x3
  pipo count 4x4 > 4x4.csv)";

struct CountArguments {
  TableChoice table;
  int threads = 0;
};

int count(CommandContext& context, const CountArguments& options) {
  const TableIdentity identity = chosen_identity(options.table);
  const Table table(folder_of(identity, context), OpenFileBudget().take(kFilesATable));
  require_memory_to_rebuild(table);
  const TableSections sections(table);
  const Tables values = Tables::only(table.folder(), {.last_move_cost = identity.last_move_cost});
  Progress progress(context.err, folder_name(identity), terminal_width(context.err));
  const auto counts = count_positions({sections, values}, stage_progress(progress, "values"));
  progress.clear();
  write(context.out, count_csv(table.manifest(), counts));
  return ExitCode::done;
}

}  // namespace

void add_count(CLI::App& app, CommandContext& context) {
  Command command(app, "count", "Counts all positions of a table by layer and value", kCountHelp);
  CountArguments& arguments = command.action<CountArguments>(
      context, [](CommandContext& its, const CountArguments& options) {
        return with_threads(options.threads, [&] { return count(its, options); });
      });
  add_required_table(command, arguments.table);
  command.threads(arguments.threads);
}

}  // namespace pipo
