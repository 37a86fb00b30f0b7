// `pipo verify`: checks a table byte by byte and by the rules of the game.
#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include "parallel/threads.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/context.hpp"
#include "pipo/command/limits.hpp"
#include "pipo/command/make_table.hpp"
#include "pipo/command/sha256_sums.hpp"
#include "pipo/command/table_choice.hpp"
#include "pipo/command/verify_report.hpp"
#include "pipo/io/output.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/solver.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/table/nim_tables.hpp"
#include "probe/table/table.hpp"
#include "verify/audits.hpp"
#include "verify/checks.hpp"

namespace pipo {
namespace {

constexpr std::uint64_t kSample = 10'000;  // positions, if no number is given

// Positions of Nimstring that are searched, and the positions that a search may visit.
constexpr std::uint64_t kSearches = 1000;
constexpr std::size_t kSearchLimit = 80'000;

// Positions before omitted layers that are solved, if no number is given.
constexpr std::uint64_t kSolved = 3;

constexpr double kLongCheck = 5;  // seconds from which on the time is announced

constexpr const char* kVerifyHelp =
    R"(--bytes reads every block of every file and checks sizes, checksums, histograms, the content
hash, and SHA256SUMS if there is one.

--sample and --full compare values with the rule of the game: the value of a position is
the maximum, over its moves, of the boxes captured plus the value after the move (if it
captures) or minus the value after it (if it does not). These checks share only the code
that reads tables with the code that makes them.

  --sample N  N stored positions drawn at random, and from each a position with boxes to
              capture, reached by random moves
  --full      up to 24 open edges: every position, which proves the table; more: every
              stored position, and a sample of the others

--theory compares the value of every stored endgame with theorems, and lists the number of
positions to which each theorem applied.

--game nimstring checks a table of Nimstring by the rule of that game: the first player
unable to complete a turn loses, and captures give another move. --theory then checks that loony
endgames have nim-value 0 and obey the chain formula, and searches 1000 stored positions, or
as many as --sample says, without the table.

--repair first reads every block, and makes each missing or damaged layer again from the
intact ones; for a table that omits layers, these are made again on the way. Then the other
checks run.

Of a table that omits layers, values are checked against those computed from later kept
layers. --sample leaves out positions whose moves lead too far, and says how many. --solve N
draws stored positions of the last layer before these, and solves them without the table.
--full rebuilds the omitted layers in memory, and compares their content hashes.

Without options: --bytes --sample 10000, and --solve 3 if the table leaves positions to be
solved. The exit code is 1 if a value contradicts the rule, a statement of the theory or
solving, 4 if a file is damaged.

Examples:
  pipo verify 3x3
  pipo verify 3x3 --full
  pipo verify 4x4 --sample 1000000 --seed 7
  pipo verify 4x4 --theory
  pipo verify 4x5 --solve 20
  pipo verify 3x3 --game nimstring --full
  pipo verify 4x4 --repair)";

struct VerifyArguments {
  TableChoice table;
  bool bytes = false;
  std::uint64_t sample = 0;
  std::uint64_t solve = 0;
  bool full = false;
  bool theory = false;
  bool repair = false;
  std::uint64_t seed = 1;
  int threads = 0;
};

class Verification {
 public:
  Verification(CommandContext& context, const VerifyArguments& options,
               const std::filesystem::path& folder)
      : context_(context),
        options_(options),
        table_(folder, OpenFileBudget().take(kFilesATable)),
        name_(folder_name(table_.identity())),
        progress_(context.err, name_, terminal_width(context.err)) {}

  // Stops at the first error; returns the exit code.
  int run() {
    const bool by_rule = options_.sample > 0 || options_.full;
    const bool nothing_asked =
        !options_.bytes && !by_rule && !options_.theory && options_.solve == 0;
    if (options_.bytes || nothing_asked) bytes();
    if ((by_rule || nothing_asked) && !rules(nothing_asked ? kSample : options_.sample)) {
      return ExitCode::mismatch;
    }
    const std::uint64_t solved = nothing_asked ? kSolved : options_.solve;
    if (solved > 0 && !solve(solved, nothing_asked)) return ExitCode::mismatch;
    return !options_.theory || theory() ? ExitCode::done : ExitCode::mismatch;
  }

 private:
  void bytes() {
    const VerifyProgress progress = stage_progress(progress_, "values");
    const Manifest& manifest = table_.manifest();
    std::uint64_t done = 0;
    const auto tell = [&](int layer) {
      done += manifest.layers[static_cast<std::size_t>(layer - table_.first_layer())].stored;
      progress(fmt::format("layer {}", layer), done, manifest.stored());
    };
    const auto threads = static_cast<unsigned>(options_.threads);
    const BytesReport report = verify_bytes(table_, tell, threads);
    const VerifyProgress summed = stage_progress(progress_, "bytes");
    std::uint64_t read = 0;
    const bool sums =
        check_sums(table_.folder(), files_of(manifest), threads, [&](std::uint64_t bytes) {
          read += bytes;
          summed("SHA-256", std::min(read, manifest.bytes()), manifest.bytes());
        });
    say(fmt::format(
        "bytes: {}, {}, {}, {}: sizes, checksums, histograms and content hash are right{}",
        counted(report.files, "file"), counted(report.blocks, "block"),
        counted(report.values, "value"), human_bytes(report.bytes),
        sums ? "; so is SHA256SUMS" : ""));
  }

  bool rules(std::uint64_t sampled) {
    // Large samples are looked up as a whole, each block once, so a large cache would not help.
    const StoredValues values =
        StoredValues::only(table_.folder(), table_.identity(),
                           {.cache_bytes = std::size_t{64} << 20, .batch_positions = kMostLookups});
    const TableSections sections(table_);
    const CheckedTable checked{sections, values};
    if (sampled > 0 && !sample(checked, sampled)) return false;
    return !options_.full || full(checked);
  }

  bool sample(const CheckedTable& checked, std::uint64_t count) {
    const CheckResult result =
        check_sample(checked, count, options_.seed, stage_progress(progress_, "positions"));
    if (result.stored == 0) {
      throw BadInput(fmt::format(
          "{}: omits so many layers that none of {} random positions has the values of all its "
          "moves; check its bytes, or every position with --full",
          table_.folder().string(), grouped(count)));
    }
    const std::string others =
        result.left_out == 0 ? "as many" : grouped(result.not_stored) + " positions";
    const bool right =
        passed(result,
               fmt::format("sample: {} stored positions and {} with boxes to capture, seed {}",
                           grouped(result.stored), others, options_.seed),
               "; " + bound_text(result));
    if (!right) say("sample " + mismatches_text(result));
    return right;
  }

  bool full(const CheckedTable& checked) {
    if (free_edges(table_.identity()) <= kMostFreeEdges) {
      const CheckResult result =
          check_every_position(checked, stage_progress(progress_, "positions"));
      return passed(result, "full: every position, all " + grouped(result.not_stored));
    }
    require_memory_to_rebuild(table_);
    const int threads = loop_threads();
    const double seconds = seconds_to_check_stored(table_, threads);
    if (seconds >= kLongCheck) {
      report_error(context_.err,
                   fmt::format("{}: checking every stored position takes about {} with {}", name_,
                               human_seconds(seconds),
                               counted(static_cast<std::uint64_t>(threads), "thread")));
    }
    const CheckResult result = check_stored(checked, stage_progress(progress_, "positions"));
    const char* const rebuilt =
        table_.kept().keeps_all() ? "" : "; so are the content hashes of the omitted layers";
    if (!passed(result, "full: every stored position, all " + grouped(result.stored), rebuilt)) {
      return false;
    }
    return options_.sample > 0 || sample(checked, kSample);
  }

  // Solves positions of the last layer whose values no others of the table confirm.
  bool solve(std::uint64_t count, bool if_any) {
    const std::optional<int> layer = table_.kept().solved_from();
    if (!layer || !table_.keeps(*layer)) {
      if (if_any) return true;
      throw BadInput(fmt::format("{}: --solve is for tables that omit layers which are solved",
                                 table_.folder().string()));
    }
    const TableSections sections(table_);
    const Solver solver(
        Tables(std::vector<std::filesystem::path>(),
               {.no_atlas = true, .last_move_cost = table_.identity().last_move_cost}),
        {.threads = options_.threads, .remember = 0, .stopped = Interruption::requested});
    const VerifyProgress progress = stage_progress(progress_, "positions");
    std::mt19937_64 random(options_.seed);
    for (std::uint64_t i = 0; i < count; ++i) {
      const TableSections::Entry entry =
          sections.entry(*layer, random() % table_.layout(*layer).entries());
      const int value = solver.solve(entry.position).answer.value;
      if (value != entry.value) {
        say(fmt::format("solve: MISMATCH at {}: the table has {}, solving gives {}",
                        to_string(entry.position), signed_number(entry.value),
                        signed_number(value)));
        return false;
      }
      progress("solved", i + 1, count);
    }
    say(fmt::format("solve: {} of layer {}, seed {}: solving gives the same values",
                    counted(count, "stored position"), *layer, options_.seed));
    return true;
  }

  bool theory() {
    if (table_.identity().game == TableGame::nimstring) return nim_theory();
    const TheoryReport report =
        audit_theory(TableSections(table_), stage_progress(progress_, "positions"));
    const int cost = table_.identity().last_move_cost;
    say(fmt::format("theory: all {} stored positions checked, {} of them endgames{}\n{}",
                    grouped(report.stored), grouped(report.endgames),
                    cost == 0 ? ""
                              : fmt::format("; the statements assume that the last move costs "
                                            "nothing, here it costs {}, so some may fail",
                                            cost),
                    describe(report)));
    return cost > 0 || !report.first;
  }

  bool nim_theory() {
    const NimAudit audit =
        audit_nimstring(TableSections(table_), options_.sample > 0 ? options_.sample : kSearches,
                        options_.seed, kSearchLimit, stage_progress(progress_, "positions"));
    say("theory: " + describe(audit));
    return !audit.first;
  }

  bool passed(const CheckResult& result, const std::string& what,
              const std::string& conclusion = "") {
    if (result.mismatch) {
      say(fmt::format("{}: MISMATCH at {}", what.substr(0, what.find(':')),
                      describe(*result.mismatch)));
      return false;
    }
    say(what + ": each value follows from later ones by the rule" + conclusion +
        (result.left_out == 0
             ? ""
             : fmt::format("; {} left out, whose moves lead to layers that the table omits",
                           counted(result.left_out, "position"))));
    return true;
  }

  void say(const std::string& text) {
    progress_.clear();
    write(context_.out, fmt::format("{} {}{}", name_, text, text.ends_with('\n') ? "" : "\n"));
  }

  CommandContext& context_;
  const VerifyArguments& options_;
  Table table_;
  std::string name_;
  Progress progress_;
};

// Makes the broken layers of a table again, and reports how many.
void repair(CommandContext& context, const TableIdentity& table, const VerifyArguments& options) {
  const std::filesystem::path folder = named_folder(table, context.tables);
  const GenerateResult result = make_table(context,
                                           {.board = table.board,
                                            .start = table.start,
                                            .game = table.game,
                                            .last_move_cost = table.last_move_cost,
                                            .tables = folder.parent_path(),
                                            .threads = options.threads,
                                            .as_found = true,
                                            .check = true},
                                           false);
  if (Interruption::requested())
    throw Stopped("stopped; the repair is finished, every layer is intact");
  const std::size_t made =
      result.manifest.layers.size() - static_cast<std::size_t>(result.kept_layers);
  write(context.out,
        fmt::format("{} repair: {}\n", folder_name(table),
                    made == 0 ? "every layer is intact, nothing to repair"
                              : fmt::format("{} of {} made again, the others kept", made,
                                            counted(result.manifest.layers.size(), "layer"))));
}

int verify(CommandContext& context, const VerifyArguments& options) {
  const TableIdentity table = chosen_identity(options.table);
  if (options.repair) repair(context, table, options);
  return Verification(context, options, folder_of(table, context)).run();
}

}  // namespace

void add_verify(CLI::App& app, CommandContext& context) {
  Command command(app, "verify", "Checks the files and the values of a table", kVerifyHelp);
  VerifyArguments& arguments = command.action<VerifyArguments>(
      context, [](CommandContext& its, const VerifyArguments& options) {
        return with_threads(options.threads, [&] { return verify(its, options); });
      });
  add_required_table(command, arguments.table);
  add_game(command, arguments.table);
  command.flag("--bytes", arguments.bytes, "Check every block of every file");
  command.number("--sample", arguments.sample, 1, 1'000'000'000'000,
                 "Check this many random positions by the rule of the game");
  command.number("--solve", arguments.solve, 1, 1'000'000,
                 "Solve this many positions of the last layer before omitted ones");
  command.flag("--full", arguments.full, "Check every position by the rule of the game");
  command.flag("--repair", arguments.repair, "First make every missing or damaged layer again");
  command.flag("--theory", arguments.theory, "Check the theorems about endgames");
  command.number("--seed", arguments.seed, 0, std::numeric_limits<std::uint64_t>::max(),
                 "Seed; the same seed draws the same positions", Default::shown);
  command.threads(arguments.threads);
}

}  // namespace pipo
