// `pipo serve`: serves the tables over HTTP, with a page to explore and play on.
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "answers/text.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/context.hpp"
#include "pipo/command/failure_report.hpp"
#include "pipo/command/limits.hpp"
#include "pipo/serve/http_server.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

constexpr const char* kServeHelp =
    R"(Open the address that it prints in a browser: a board to click on, with the exact value of
every move, a perfect player as opponent, and the explanations of the theory. Positions
that no table covers are solved: within --request-time for an answer at once, or by a job
within --time.

Programs request GET /api/v1/value?position=3x3:..., /moves, /line and /explain, and POST
/batch and /solve. docs/api.md describes the interface, /api/v1/openapi.json does so for
machines.

It accepts connections from this machine only, unless --host says otherwise; there is no
password. Ctrl-C or SIGTERM ends it: answers in progress are finished, solving is cancelled.
A socket that systemd passes to it (LISTEN_FDS) takes the place of --host and --port.

With --last-move C it answers for the game in which the last move costs C points, without the
page and reviews.

For a server that anybody may ask, --client-requests and --client-seconds limit what one
address gets. It may then have an eighth of the connections, jobs and streams, too. Who has
more is answered with 429 and Retry-After.

Examples:
  pipo serve
  pipo serve --port 9000 --tables /data/pipo
  pipo serve --memory 4G --time 60 --jobs 2
  pipo serve --client-requests 600 --client-seconds 30 --forwarded
  curl "http://127.0.0.1:8765/api/v1/value?position=3x3:000000000000000000000000"
  curl --data-binary @positions.txt http://127.0.0.1:8765/api/v1/batch)";

struct ServeArguments {
  std::string host = "127.0.0.1";
  std::uint64_t port = 8765;
  ServeLimits limits;
  std::string memory;
  std::string cache = "1G";
  std::string body = "16M";
  std::vector<std::string> cors;
};

std::uint64_t size_of(const char* name, const std::string& text) {
  try {
    return parse_size(text);
  } catch (const BadInput& error) {
    throw BadInput(fmt::format("{}: {}", name, error.what()));
  }
}

// Browsers send the origin in lower case and without a path; any other spelling would never match.
void check_origin(const std::string& origin) {
  const std::size_t scheme = origin.find("://");
  const bool fits = scheme != origin.npos && origin.size() > scheme + 3 &&
                    origin.find('/', scheme + 3) == origin.npos &&
                    std::ranges::none_of(origin, [](char c) { return 'A' <= c && c <= 'Z'; });
  if (origin == "*" || fits) return;
  throw BadInput(
      fmt::format("--cors {} is not an origin; give one such as http://localhost:3000, in lower "
                  "case and without a path, or * for all",
                  pipo::quoted(origin)));
}

void tell_beginning(CommandContext& context, const Service& service, const std::string& url) {
  for (const TableProblem& problem : service.solver.tables().problems()) {
    report_error(context.err, "warning: " + problem.message);
  }
  const auto of_atlas =
      static_cast<std::size_t>(std::ranges::count(service.complete, true, &Service::Served::atlas));
  if (service.complete.empty()) {
    report_error(context.err,
                 "no tables found; positions are solved within the limits of memory and time");
  }
  if (const int cost = service.solver.tables().last_move_cost(); cost > 0) {
    write(context.out, fmt::format("The last move costs {}: no page, no reviews\n", cost));
  }
  write(context.out,
        fmt::format("Serving {}{} at {}\n", counted(service.complete.size() - of_atlas, "table"),
                    of_atlas == 0 ? "" : " and the atlas", url));
}

int serve(CommandContext& context, const ServeArguments& options) {
  ServeLimits limits = options.limits;
  if (!options.memory.empty()) limits.memory = size_of("--memory", options.memory);
  limits.cache = size_of("--cache", options.cache);
  limits.body = size_of("--body", options.body);
  for (const std::string& origin : options.cors) check_origin(origin);
  limits.connections = possible_connections(limits.connections);
  static_cast<void>(available_tables(context, Limits()));  // warns of folders that cannot be used
  const Interruption interruption;
  MakingAdvice advice(context.tables, {}, TableGame::dots_and_boxes,
                      static_cast<LastMoveCost>(context.last_move_cost));
  Service service(
      context.tables, !context.no_atlas, limits,
      [&advice](const Position& position) { return advice.on(position); }, context.last_move_cost);
  serve_http(
      service, options.host, static_cast<int>(options.port),
      {options.cors.begin(), options.cors.end()},
      [&](const std::string& url) { tell_beginning(context, service, url); },
      [] { return Interruption::requested(); });
  return ExitCode::done;
}

}  // namespace

void add_serve(CLI::App& app, CommandContext& context) {
  Command command(app, "serve", "Serves the tables over HTTP, with a page to play on", kServeHelp);
  ServeArguments& arguments = command.action<ServeArguments>(context, serve);
  ServeLimits& limits = arguments.limits;
  command.text("--host", arguments.host, "ADDRESS", "Address to listen on", Default::shown);
  command.number("--port", arguments.port, 0, 65'535, "Port to listen on, 0 for any free port",
                 Default::shown);
  add_last_move(command, context.last_move_cost);
  command.text("--memory", arguments.memory, "SIZE",
               "Memory limit for solving, for example 6G (default: the memory of the machine)");
  command.number("--request-time", limits.request_seconds, 0, 1'000'000,
                 "Time limit in seconds for solving the position of a request for "
                 "which there is no table, 0 for tables only",
                 Default::shown);
  command.number("--time", limits.seconds, 1, 1'000'000, "Time limit in seconds for a job",
                 Default::shown);
  command.number("--jobs", limits.jobs, 0, 1'000,
                 "Most positions being solved or waiting to be solved", Default::shown);
  command.text("--cache", arguments.cache, "SIZE",
               "Memory for the parts of tables that have been read", Default::shown);
  command.text("--body", arguments.body, "SIZE", "Largest body of a request", Default::shown);
  command.number("--batch-lines", limits.batch_lines, 1, 100'000'000, "Most positions in a batch",
                 Default::shown);
  command.number("--connections", limits.connections, 1, 10'000, "Most clients at a time",
                 Default::shown);
  command.number("--client-requests", limits.of_one.requests, 0, 1'000'000,
                 "Most requests of one client in a minute, 0 for any number", Default::shown);
  command.number("--client-seconds", limits.of_one.seconds, 0, 1'000'000,
                 "Most seconds of work for one client in a minute, 0 for any number",
                 Default::shown);
  command.flag("--forwarded", limits.of_one.forwarded,
               "A client is the last address in X-Forwarded-For, which a proxy in front adds");
  command.repeated("--cors", arguments.cors, "ORIGIN",
                   "Origin whose pages may send requests, * for all; may be given several times");
}

}  // namespace pipo
