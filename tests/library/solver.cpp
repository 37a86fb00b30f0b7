// The solver of the installed library without tables: its methods agree, it calls its callbacks,
// and its exceptions are caught by type across the border of the shared library.
#include <cstdlib>
#include <iostream>
#include <pipopipette/pipopipette.hpp>
#include <pipopipette/solver.hpp>

namespace {

#define CHECK(condition)                                                      \
  do {                                                                        \
    if (!(condition)) {                                                       \
      std::cerr << __FILE__ << ':' << __LINE__ << ": " << #condition << '\n'; \
      std::exit(1);                                                           \
    }                                                                         \
  } while (0)

template <typename Expected, typename Call>
void caught(Call call) {
  try {
    call();
  } catch (const Expected& error) {
    const pipo::Error& base = error;
    const std::string said = base.what();
    CHECK(said.find('\n') == std::string::npos);
    // Messages of the library name no command of the program.
    CHECK(said.find(" --") == std::string::npos);
    CHECK(said.find("pipo ") == std::string::npos);
    return;
  } catch (const std::exception& other) {
    std::cerr << "another error: " << other.what() << '\n';
  }
  std::cerr << "not thrown\n";
  std::exit(1);
}

const pipo::Tables& no_tables() {
  static const pipo::Tables tables(std::vector<std::filesystem::path>{});
  return tables;
}

void the_ways_agree() {
  std::uint64_t planned = 0;
  std::uint64_t done = 0;
  pipo::SolverOptions options;
  options.only = pipo::Method::sweep;
  options.threads = 2;
  options.planned = [&](const pipo::SweepPlan& plan) { planned = plan.values; };
  options.progress = [&](const pipo::SweepProgress& sweep) { done = sweep.done; };
  const pipo::Solver sweeping(no_tables(), options);
  const pipo::Solver searching(no_tables(), {.only = pipo::Method::search});
  const pipo::Board board(2, 3);
  for (const pipo::EdgeSet drawn : {0x0, 0x3, 0x41, 0x1204, 0x1ffff}) {
    const pipo::Solution swept = sweeping.solve({board, drawn});
    CHECK(swept.method == pipo::Method::sweep);
    CHECK(swept.remembered == (drawn != 0));
    CHECK(swept.looked_at == (swept.remembered ? 0 : planned) && done == planned);
    const pipo::Solution searched = searching.solve({board, drawn});
    CHECK(searched.method == pipo::Method::search);
    CHECK(swept.answer.value == searched.answer.value);
    CHECK(swept.answer.best == searched.answer.best);
    const int value = swept.answer.value;
    const pipo::ValueBounds found = searching.bound({board, drawn}, {value, value});
    CHECK(found.in_time && found.bounds == pipo::Bounds::only(value));
  }
}

void a_table_answers() {
  const pipo::Tables tables({"tables"});
  const pipo::Solution solution = pipo::Solver(tables).solve({pipo::Board(3, 3), 0});
  CHECK(solution.method == pipo::Method::table);
  CHECK(solution.answer.value == -3);
}

void errors() {
  const pipo::Position empty{pipo::Board(5, 5), 0};
  for (const pipo::Method method : {pipo::Method::sweep, pipo::Method::search}) {
    const pipo::Solver stopped(no_tables(), {.only = method, .stopped = [] { return true; }});
    caught<pipo::Stopped>([&] { stopped.solve({pipo::Board(3, 4), 0}); });
  }
  caught<pipo::OutOfResources>(
      [&] { pipo::Solver(no_tables(), {.memory = 100'000'000}).solve(empty); });
  caught<pipo::OutOfTime>([&] {
    pipo::Solver(no_tables(), {.only = pipo::Method::search, .seconds = 0.01}).solve(empty);
  });
  caught<pipo::MissingTable>(
      [&] { pipo::Solver(no_tables(), {.only = pipo::Method::table}).solve(empty); });
  caught<pipo::BadInput>([] {
    pipo::Solver(no_tables()).solve({pipo::Board(2, 3), pipo::EdgeSet{1} << 17});
  });
}

}  // namespace

int main() {
  the_ways_agree();
  a_table_answers();
  errors();
}
