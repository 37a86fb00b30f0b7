#include "pipo/run.hpp"

#include <fmt/core.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <string>

#include "pipo/command/command.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/version.h"
#include "probe/base/failure.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/file/layer_header.hpp"
#include "probe/file/manifest.hpp"

namespace pipo {

// The commit of the sources: 12 digits, "-dirty" behind them if files had been changed; "unknown"
// if they are not in a repository. The build writes the definition (pipo/commit.cmake).
extern const char* const kCommit;

namespace {

// Returns three lines: the program and its version, the commit, the formats of tables.
std::string version_text(const char* program) {
  static_assert(kNimstringVersion > kOmittingVersion && kOmittingVersion > kFormatVersion);
  return fmt::format(
      "{} " PIPOPIPETTE_VERSION
      "\n"
      "commit {}\n"
      "formats of tables: reads {} to {}, writes {}, {} (omitted layers) and {} (Nimstring)",
      program, kCommit, kOldestVersion, kNimstringVersion, kFormatVersion, kOmittingVersion,
      kNimstringVersion);
}

constexpr const char* kProgramHelp =
    R"(Tables are searched in the folders that --tables names, before or after the command; else
in those of the environment variable PIPO_TABLES, separated by colons; else in ./tables.
Where none of them covers a position, the atlas answers: tables that come with the program,
of the first layers of every solved board. Later positions of these boards are solved, most
within two seconds. PIPO_ATLAS names another folder for it; --no-atlas leaves it out.

Exit codes:
  0 done   1 verify or audit found a mismatch   2 bad usage or a bad position
  3 table missing   4 table damaged   5 out of memory or disk, or a folder that cannot be written
  70 internal error   130 interrupted

Examples:
  pipo generate 3x3
  pipo probe 3x3:000000000000000000000000
  pipo info

'pipo COMMAND --help' describes a command.)";

constexpr const char* kRanksHelp =
    R"(mpirun or srun starts it once for each rank. All ranks need the same tables folder, on a file
system that they share. docs/cluster.md describes the rest.

Example:
  mpirun --bind-to none -n 4 pipo-mpi --tables /shared/tables generate 3x6 --memory 60G)";

int failed_with(int code, std::ostream& err, std::string_view text) {
  report_error(err, text);
  return code;
}

// Names the limit that was reached, if it is known.
std::string out_of_memory() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    return fmt::format(
        "out of memory: this process may take {} of address space (ulimit -v); raise that limit, "
        "or allow less with --memory and --threads",
        human_bytes(limit.rlim_cur));
  }
  return "out of memory; stop other programs, or allow less with --memory and --threads";
}

// Returns the end of the message if there is no folder of tables.
const char* remedy(const std::exception& error) {
  const auto* const missing = dynamic_cast<const MissingTable*>(&error);
  const bool no_folder = missing != nullptr && missing->code() == ErrorCode::missing_table &&
                         missing->table().empty() && !missing->searched().empty();
  return no_folder ? "; name one with --tables or PIPO_TABLES" : "";
}

int run_app(CLI::App& app, CommandContext& context, int argc, const char* const* argv) {
  app.require_subcommand(1);
  app.add_option("--tables", context.tables, "Folder of tables; may be given several times")
      ->type_name("DIR")
      ->allow_extra_args(false)
      ->check(refuse_empty);
  app.add_flag("--no-atlas", context.no_atlas, "Leave out the atlas, the tables of the program");
  for (CLI::App* command : app.get_subcommands({})) {
    command->fallthrough();
    command->footer(
        command->get_footer() +
        fmt::format("\n\n--tables DIR names a folder of tables, --no-atlas leaves out the atlas: "
                    "see '{} --help'.",
                    app.get_name()));
  }
  try {
    try {
      app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
      write(context.out, app.help());
      return ExitCode::done;
    } catch (const CLI::CallForVersion& version) {
      write(context.out, std::string(version.what()) + "\n");
      return ExitCode::done;
    } catch (const CLI::ParseError& error) {
      return failed_with(ExitCode::bad_input, context.err, usage_error(app, error));
    }
    if (context.tables.empty()) {
      context.tables = default_tables();
      context.tables_named = context.tables != std::vector<std::filesystem::path>{"tables"};
    }
    return context.actions.at(app.get_subcommands().front()->get_name())();
  } catch (const ReaderGone&) {
    return ExitCode::done;
  } catch (const std::exception& error) {
    const Failure failure = current_failure(out_of_memory().c_str());
    return failed_with(exit_status(failure.code), context.err, failure.text + remedy(error));
  }
}

}  // namespace

int run(int argc, const char* const* argv, std::istream& in, std::ostream& out, std::ostream& err) {
  CommandContext context{.in = in, .out = out, .err = err, .tables = {}, .actions = {}};
  CLI::App app("Makes and probes complete tablebases for Dots-and-Boxes.", "pipo");
  app.footer(kProgramHelp);
  app.set_version_flag("--version", version_text("pipo"));
  for (const auto add :
       {add_generate, add_thin, add_plan, add_probe, add_explain, add_loony, add_solve, add_line,
        add_analyse, add_engine, add_play, add_convert, add_audit, add_sample, add_serve, add_info,
        add_count, add_perft, add_verify}) {
    add(app, context);
  }
  return run_app(app, context, argc, argv);
}

int run_with(const MakeTable& make, int argc, const char* const* argv, std::istream& in,
             std::ostream& out, std::ostream& err) {
  CommandContext context{
      .in = in, .out = out, .err = err, .tables = {}, .actions = {}, .make = make, .several = true};
  CLI::App app("Makes complete tablebases for Dots-and-Boxes on several machines.", "pipo-mpi");
  app.footer(kRanksHelp);
  app.set_version_flag("--version", version_text("pipo-mpi"));
  add_generate(app, context);
  try {
    return run_app(app, context, argc, argv);
  } catch (const OnlyRankZeroSpeaks&) {
    return ExitCode::done;
  }
}

}  // namespace pipo
