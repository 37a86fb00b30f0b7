// `pipo sample`: random positions with their exact values, for tests without a table.
#include <fmt/core.h>
#include <fmt/format.h>

#include <boost/algorithm/string/replace.hpp>
#include <memory>
#include <string>

#include "answers/values.hpp"
#include "parallel/threads.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/notation_choice.hpp"
#include "pipo/command/table_choice.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/notations.hpp"
#include "pipopipette/tables.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/parsed_number.hpp"
#include "probe/base/quote.hpp"
#include "probe/board/edge_list.hpp"
#include "probe/table/table.hpp"
#include "verify/drawing.hpp"

namespace pipo {

namespace {

struct SampleForm {
  std::string format = "text";  // text, csv or jsonl
  std::string notation = "dbn";
  bool moves = false;  // with the value of each move; jsonl always has them
};

// "h0.0=1,v1.1=-1"
std::string move_list(const Answer& answer, std::string_view between) {
  std::string list;
  for (const MoveValue& move : answer.moves) {
    if (!list.empty()) list += between;
    list += fmt::format("{}={}", edge_name(answer.position.board, move.edge), move.value);
  }
  return list;
}

// Quotes a cell as RFC 4180 defines it.
std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"") == text.npos) return text;
  return '"' + boost::replace_all_copy(text, "\"", "\"\"") + '"';
}

// Returns the header line of a csv; empty for other formats.
std::string sample_header(const SampleForm& form) {
  if (form.format != "csv") return {};
  return form.moves ? "position,value,best,moves\n" : "position,value,best\n";
}

// Appends a line, ended by a newline. Throws BadInput if the notation cannot express a position
// without its game.
void append_sample(std::string& out, const Answer& answer, const SampleForm& form) {
  if (form.format == "jsonl") return append_json(out, answer);
  const bool csv = form.format == "csv";
  const std::string position = form.notation == "dbn"
                                   ? to_string(answer.position)
                                   : write_game(form.notation, game_of(answer.position));
  const char* const between = csv ? "," : form.notation == "dbn" ? " " : "\t";
  out += fmt::format("{}{}{}", csv ? csv_cell(position) : position, between, answer.value);
  if (csv || !answer.best.empty()) {
    out += between + edge_list(answer.position.board, answer.best, csv ? " " : ",");
  }
  if (form.moves && (csv || !answer.moves.empty())) {
    out += between + move_list(answer, csv ? " " : ",");
  }
  out += '\n';
}

constexpr const char* kSampleHelp =
    R"(Each line is a position, its value (the margin for the player to move) and its best moves,
in the format that audit reads; --moves adds the value of every move. Programs can test
against such a file without a table. The first lines, which begin with '#', say how the
file was made.

Positions are drawn with equal probability from all positions of the board that contain the
start. Options restrict this:

  --quiet       quiet positions only: no box has three sides drawn
  --stored      stored positions only (those in the table's files), mostly one of each set of mirror images
  --balanced    the same number from each layer (number of drawn edges), as far as it has them
  --layers A-B  positions of these layers only

No position is drawn twice. The same seed draws the same positions on every machine. jsonl
writes the lines of probe, with every move.

Examples:
  pipo sample 3x3 --count 1000 > positions.txt
  pipo sample 4x4 --count 500 --seed 7 --balanced --moves --format csv
  pipo sample 3x4-swedish --count 200 --quiet --layers 14-24
  pipo sample 3x3 --count 100 --notation amdw)";

struct SampleArguments {
  TableChoice table;
  std::uint64_t count = 100;
  std::uint64_t seed = 1;
  std::string layers;
  bool quiet = false;
  bool stored = false;
  bool balanced = false;
  SampleForm form;
  bool notation_given = false;
  int threads = 0;
};

// Parses "7" or "7-9".
void read_layers(const std::string& text, DrawingOptions& drawing) {
  const std::size_t dash = text.find('-');
  const auto first = parsed_number<int>(text.substr(0, dash));
  const auto last = dash == text.npos ? first : parsed_number<int>(text.substr(dash + 1));
  if (!first || !last || *first < drawing.first_layer || *last < *first ||
      *last > drawing.last_layer) {
    throw BadInput(fmt::format(
        "--layers: {} is not a range of this table's layers; give a layer from {} to {}, or two "
        "of them as in {}-{}",
        pipo::quoted(text), drawing.first_layer, drawing.last_layer, drawing.first_layer,
        drawing.last_layer));
  }
  drawing.first_layer = *first;
  drawing.last_layer = *last;
}

class SampleRun {
 public:
  SampleRun(CommandContext& context, const SampleArguments& options)
      : context_(context),
        options_(options),
        start_(chosen_table(options.table)),
        table_(folder_of(chosen_identity(options.table), context),
               OpenFileBudget().take(kFilesATable)),
        values_(
            Tables::only(table_.folder(), {.last_move_cost = table_.identity().last_move_cost})),
        drawing_{.first_layer = start_.layer(),
                 .last_layer = start_.board.edges(),
                 .count = options.count,
                 .seed = options.seed,
                 .balanced = options.balanced} {
    if (!options.layers.empty()) read_layers(options.layers, drawing_);
  }

  int run() {
    const TableSections sections(table_);
    const auto pool = pool_of(sections);
    const std::uint64_t there = available(*pool, drawing_);
    if (there == 0) {
      throw BadInput(fmt::format("{} has no {} with {} edges drawn", folder_name(table_.identity()),
                                 kind(), layers()));
    }
    if (options_.form.format == "text") write(context_.out, remarks(there));
    write(context_.out, sample_header(options_.form));
    draw(*pool, drawing_, [this](const std::vector<Position>& drawn) { write_lines(drawn); });
    if (there < options_.count) {
      report_error(context_.err,
                   fmt::format("there are only {} {}s with {} edges drawn; all of them were "
                               "written",
                               grouped(there), kind(), layers()));
    }
    return ExitCode::done;
  }

 private:
  static constexpr std::size_t kPositionsATask = 64;

  std::unique_ptr<PositionPool> pool_of(const TableSections& sections) const {
    if (options_.stored) return std::make_unique<StoredPool>(sections, start_.board);
    return std::make_unique<CountedPositions>(
        start_, options_.quiet ? CountedPositions::Kind::quiet : CountedPositions::Kind::all);
  }

  const char* kind() const {
    return options_.stored ? "stored position" : options_.quiet ? "quiet position" : "position";
  }

  std::string layers() const {
    if (drawing_.first_layer == drawing_.last_layer) return std::to_string(drawing_.first_layer);
    return fmt::format("{} to {}", drawing_.first_layer, drawing_.last_layer);
  }

  // Returns the command that draws the same sample again.
  std::string command() const {
    std::string text = "pipo sample " + options_.table.board;
    if (options_.table.start_given) text += " --start " + options_.table.start;
    if (const auto cost = options_.table.last_move_cost; cost > 0) {
      text += fmt::format(" --last-move {}", cost);
    }
    text += fmt::format(" --count {} --seed {}", options_.count, options_.seed);
    if (!options_.layers.empty()) text += " --layers " + options_.layers;
    if (options_.quiet) text += " --quiet";
    if (options_.stored) text += " --stored";
    if (options_.balanced) text += " --balanced";
    if (options_.form.moves) text += " --moves";
    if (options_.notation_given) text += " --notation " + options_.form.notation;
    return text;
  }

  std::string remarks(std::uint64_t there) const {
    return fmt::format(
        "# {} of Dots-and-Boxes on {} with their exact values: {}\n"
        "# {} of {} {}s with {} edges drawn, {}\n"
        "# Each line: the position, the margin for the player to move{}, the best moves{}\n"
        "# From the table {}, content hash {:016x}\n",
        counted(std::min(there, options_.count), "position"), start_.board.name(), command(),
        grouped(std::min(there, options_.count)), grouped(there), kind(), layers(),
        options_.balanced ? "the same number from each layer" : "each equally likely",
        table_.identity().last_move_cost == 0
            ? ""
            : fmt::format(", where the last move costs {}", table_.identity().last_move_cost),
        options_.form.moves ? ", the value of each move" : "", folder_name(table_.identity()),
        table_.manifest().content_hash);
  }

  void write_lines(const std::vector<Position>& drawn) {
    std::string lines;
    for (const std::string& part :
         in_parts<std::string>(drawn.size(), kPositionsATask, [&](std::size_t i, auto&part) {
           append_sample(part, values_.answer(drawn[i]), options_.form);
         })) {
      lines += part;
    }
    write(context_.out, lines);
  }

  CommandContext& context_;
  const SampleArguments& options_;
  Position start_;
  Table table_;
  Tables values_;
  DrawingOptions drawing_;
};

int sample(CommandContext& context, const SampleArguments& options) {
  if (options.quiet && options.stored) {
    throw BadInput(
        "--quiet and --stored exclude each other; give --stored only, whose positions are quiet");
  }
  const NotationInfo& info = notation(options.form.notation);
  if (options.notation_given && options.form.format == "jsonl") {
    throw BadInput("--format jsonl always names positions as dbn; leave --notation out");
  }
  if (info.form != NotationForm::line || info.order) {
    throw BadInput(fmt::format("{} {}; choose a notation that writes a position on one line",
                               info.name,
                               info.order ? "needs the order of play" : "takes several lines"));
  }
  return SampleRun(context, options).run();
}

}  // namespace

void add_sample(CLI::App& app, CommandContext& context) {
  Command command(app, "sample", "Draws random positions with their exact values", kSampleHelp);
  SampleArguments& arguments = command.action<SampleArguments>(
      context, [](CommandContext& its, const SampleArguments& options) {
        return with_threads(options.threads, [&] { return sample(its, options); });
      });
  add_required_table(command, arguments.table);
  command.number("--count", arguments.count, 1, 1'000'000'000'000, "Number of positions to draw",
                 Default::shown);
  command.number("--seed", arguments.seed, 0, std::uint64_t{1} << 62,
                 "Seed; the same seed draws the same positions", Default::shown);
  command.text("--layers", arguments.layers, "A-B",
               "Draw only positions of these layers (numbers of drawn edges)");
  command.flag("--quiet", arguments.quiet, "Draw only quiet positions");
  command.flag("--stored", arguments.stored, "Draw only stored positions");
  command.flag("--balanced", arguments.balanced,
               "Draw the same number from each layer, as far as it has them");
  command.flag("--moves", arguments.form.moves, "Add the value of every move");
  command.format(arguments.form.format, {"text", "csv", "jsonl"});
  command.text("--notation", arguments.form.notation, "NAME",
               listed_notations("Notation of the positions", false), Default::shown,
               &arguments.notation_given);
  command.threads(arguments.threads);
}

}  // namespace pipo
