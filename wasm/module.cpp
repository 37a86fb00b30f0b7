// The module for browsers and node: a question as a path, parameters and a text, as /api/v1 takes
// them, and its answer by events. worker.js calls it; docs/in-a-browser.md describes it.
//
// A question that /api/v1 answers at once has one event, `answer`; `analyse` and `review` tell what
// becomes known, as its streams do. An error is the event `problem`. A question is stopped by
// ending the worker that asks it.
#include <emscripten.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/analyse.hpp"
#include "answers/analysis.hpp"
#include "answers/answers.hpp"
#include "answers/asked.hpp"
#include "answers/explained.hpp"
#include "answers/problem.hpp"
#include "answers/tables.hpp"
#include "answers/values.hpp"
#include "pipopipette/solver.hpp"
#include "pipopipette/version.h"
#include "player/rules.hpp"
#include "probe/file/manifest.hpp"
#include "solve/game_analysis.hpp"
#include "solve/limits.hpp"
#include "solve/method.hpp"

namespace pipo {
namespace {

constexpr const char* kMoreLimits = "a program on this computer may take more of both";
constexpr const char* kOutOfMemory = "this page may take no more memory; draw more edges first";
constexpr const char* kTables = "/tables";                  // beyond the atlas, if it is there
constexpr std::size_t kCacheBytes = std::size_t{64} << 20;  // of decoded blocks

struct Session {
  Solver solver;
  double at_once;  // seconds for a question that is answered at once
  double longest;  // seconds that a question may have
};

void tell_text(std::string_view name, const std::string& text) {
  // Any thread may tell; the one that was asked knows whom.
  // clang-format off
  MAIN_THREAD_EM_ASM({ Module.tell(UTF8ToString($0), UTF8ToString($1)); }, std::string(name).c_str(),
                     text.c_str());
  // clang-format on
}

void tell(std::string_view name, const Json& json) {
  tell_text(name, line_of(json));
}

// Returns the limits of a question with a parameter `time`, in seconds.
SolverOptions limits_asked(const Session& its, const Asked& asked, double usual) {
  SolverOptions limits = its.solver.options();
  limits.seconds = seconds_asked(asked, "time", usual, its.longest);
  return limits;
}

template <typename... Choice>
void answer(const Session& its, const Asked& asked,
            JsonLine found(const ParsedGame&, const ValueSource&, Choice...), Choice... choice) {
  const ParsedGame given = game_asked_about(asked);
  const SolverOptions limits = limits_asked(its, asked, its.at_once);
  try {
    tell_text("answer", found(given, {its.solver, limits}, choice...).text);
  } catch (const Unsolved& error) {
    const Position& position = given.game.position();
    const Budget most(limits.memory, its.longest, {});
    const bool more = limits.seconds < its.longest;
    throw Refusal(ProblemKind::beyond_limits, "no table covers it, and it was not solved: {}; {}",
                  facts_of(error.known),
                  remedy_of(position, more, edges_missing(position, most), most, kMoreLimits));
  }
}

void tell_value(const Session& its, const Asked& asked) {
  answer(its, asked, value_answer);
}

void tell_moves(const Session& its, const Asked& asked) {
  answer(its, asked, moves_answer, best_first(asked));
}

void tell_line(const Session& its, const Asked& asked) {
  answer(its, asked, line_answer, flag(asked, "all"));
}

void tell_explanation(const Session& its, const Asked& asked) {
  const ParsedGame given = game_asked_about(asked);
  const SharedTime time(its.solver, limits_asked(its, asked, its.at_once));
  tell("answer", explained_json(explained(given.game.position(), time, given.turn_and_score)));
}

void tell_choice(const Session& its, const Asked& asked) {
  const PlayerOptions how{.level = static_cast<int>(
                              whole_number_asked(asked, "level", kStrongest, kStrongest, kWeakest)),
                          .seed = whole_number_asked(asked, "seed", 0, kGreatestSeed)};
  const SolverOptions limits = limits_asked(its, asked, its.at_once);
  tell_text("answer",
            choose_answer(game_asked_about(asked).game.position(), {its.solver, limits}, how).text);
}

void tell_analysis(const Session& its, const Asked& asked) {
  const SolverOptions limits = limits_asked(its, asked, its.longest);
  analyse(game_asked_about(asked), {its.solver, limits},
          {.longest = its.longest,
           .seed = whole_number_asked(asked, "seed", 0, kGreatestSeed),
           .more = kMoreLimits},
          [](std::string_view name, const Json& data) { tell(name, data); });
}

void tell_review(const Session& its, const Asked& asked) {
  const SolverOptions limits = limits_asked(its, asked, its.longest);
  const auto tell_state = [](const char* state, const AnalysedGame& game) {
    tell(state, {{"state", state}, {"review", review_json(game)}, {"problem", nullptr}});
  };
  tell_state("done", analyse_game(game_asked(asked), its.solver, limits,
                                  [&](const AnalysedGame& game) { tell_state("running", game); }));
}

void tell_conversion(const Session&, const Asked& asked) {
  tell("answer",
       convert_answer(asked.body.empty() ? required_parameter(asked, "text") : asked.body,
                      parameter(asked, "from"), parameter(asked, "to"), flag(asked, "ordered")));
}

void tell_tables(const Session& its, const Asked&) {
  Json list = Json::array();
  for (const FoundTable& found : its.solver.tables().found()) {
    list.push_back(table_json(read_manifest(found.folder), false));
    if (found.atlas) list.back()["atlas"] = true;
  }
  const SolverOptions& options = its.solver.options();
  tell("answer", {{"version", PIPOPIPETTE_VERSION},
                  {"tables", list},
                  {"notations", notations_json()},
                  {"limits",
                   {{"jobs", 1},
                    {"memory_bytes", options.memory},
                    {"job_seconds", its.longest},
                    {"request_seconds", its.at_once}}}});
}

using Handler = void(const Session& its, const Asked& asked);

struct NamedQuestion {
  std::string_view path;
  Handler* tell;
};

constexpr std::array kQuestions = std::to_array<NamedQuestion>({
    {"value", tell_value},
    {"moves", tell_moves},
    {"line", tell_line},
    {"explain", tell_explanation},
    {"choose", tell_choice},
    {"analyse", tell_analysis},
    {"review", tell_review},
    {"convert", tell_conversion},
    {"tables", tell_tables},
});

Asked asked_of(const char* path, const char* parameters, const char* body) {
  Asked asked{path, {}, body};
  const Json given = Json::parse(parameters);
  for (const auto& [name, value] : given.items()) {
    asked.parameters.emplace(name, value.get<std::string>());
  }
  return asked;
}

// Describes the exception that is being handled. The only limit of a system that is met here is the
// network's (files.js).
Problem its_problem() {
  Problem problem = described_problem(kOutOfMemory);
  if (current_failure(kOutOfMemory).code == ErrorCode::system_limit) {
    problem.kind.title = "A file has not arrived";
  }
  return problem;
}

std::optional<Session> session;  // from pipo_start() on

}  // namespace
}  // namespace pipo

extern "C" {

// Takes the limits: bytes of memory, seconds of a question that is answered at once, and of the
// longest.
EMSCRIPTEN_KEEPALIVE void pipo_start(double memory, double at_once, double longest) {
  setenv("PIPO_ATLAS", "/atlas", 1);
  const auto bytes = static_cast<std::uint64_t>(memory);
  std::vector<std::filesystem::path> folders;
  if (std::filesystem::exists(pipo::kTables)) folders.emplace_back(pipo::kTables);
  pipo::Tables tables(folders, {.cache_bytes = pipo::kCacheBytes});
  pipo::session.emplace(pipo::Solver(std::move(tables), {.memory = bytes, .remember = bytes / 2}),
                        at_once, longest);
}

// Answers by Module.tell(name, text). The parameters are a JSON object of texts.
EMSCRIPTEN_KEEPALIVE void pipo_ask(const char* path, const char* parameters, const char* body) {
  try {
    const auto found =
        std::ranges::find(pipo::kQuestions, std::string_view(path), &pipo::NamedQuestion::path);
    pipo::require(found != pipo::kQuestions.end(), pipo::ProblemKind::not_found,
                  "there is no question {}", path);
    found->tell(*pipo::session, pipo::asked_of(path, parameters, body));
  } catch (const std::exception&) {
    pipo::tell("problem", pipo::problem_json(pipo::its_problem()));
  }
}

}  // extern "C"
