// The module of the package for npm: functions of the library as questions, in JSON. questions.hpp
// has the questions, and docs/in-a-browser.md the other module, which answers those of the page.
//
// A question has the event `answer` or `error`, and before it those of its progress. There is one
// thread: a question is stopped by ending the worker that asks it.
#include <emscripten.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "answers/values.hpp"
#include "pipopipette/solver.hpp"
#include "pipopipette/tables.hpp"
#include "probe/base/narrow.hpp"
#include "wasm/npm/questions.hpp"

// clang-format off
EM_JS(void, tell_program, (const char* name, const char* text), {
  Module.tell(UTF8ToString(name), UTF8ToString(text));
});
// clang-format on

namespace pipo {
namespace {

constexpr std::uint64_t kMostCached = std::uint64_t{2} << 30;  // the module has no more
constexpr const char* kOutOfMemory = "the module may take no more memory; draw more edges first";

void tell(std::string_view name, const Json& json) {
  tell_program(std::string(name).c_str(), line_of(json).c_str());
}

std::optional<Json> its_options;   // the options of pipo_start()
std::optional<Solver> its_solver;  // from the first question on

// Opens the tables and makes the solver when they are first needed, so that their errors are those
// of the question.
const Solver& opened() {
  if (its_solver) return *its_solver;
  const Json& options = its_options.value();
  std::vector<std::filesystem::path> folders;
  for (const Json& folder : options.at("folders")) folders.emplace_back(folder.get<std::string>());
  Tables tables(folders, {.cache_bytes = address_size(std::min<std::uint64_t>(
                              options.at("cache_bytes").get<std::uint64_t>(), kMostCached)),
                          .no_atlas = !options.at("atlas").get<bool>(),
                          .last_move_cost = options.value("last_move_cost", std::uint64_t{0})});
  return its_solver.emplace(std::move(tables),
                            SolverOptions{.memory = options.value("memory", std::uint64_t{0}),
                                          .seconds = options.value("seconds", 0.0),
                                          .remember = options.value("remember", std::uint64_t{0})});
}

}  // namespace
}  // namespace pipo

extern "C" {

// Takes the options of Tables and Solver as a JSON object. The atlas is in /atlas.
EMSCRIPTEN_KEEPALIVE void pipo_start(const char* options) {
  setenv("PIPO_ATLAS", "/atlas", 1);
  pipo::its_options = pipo::Json::parse(options);
}

// Answers by Module.tell(name, text). `path` is the name of the question, `body` its arguments, a
// JSON object; the parameters are those of the other module, and not used here.
EMSCRIPTEN_KEEPALIVE void pipo_ask(const char* path, const char* /*parameters*/, const char* body) {
  try {
    pipo::tell("answer",
               pipo::answer_to(path, {pipo::opened(), pipo::Json::parse(body), pipo::tell}));
  } catch (const std::exception&) {
    pipo::tell("error", pipo::current_error_json(pipo::kOutOfMemory));
  }
}

}  // extern "C"
