// The time of an answer by one build of the library, divided by that of another. The machine's
// speed changes more from one run to the next than most changes of the code matter, so one process
// loads both builds, which answer the same questions in turn.
//
//     bench_duel OLD.so NEW.so TABLES_FOLDER BOARD [ROUNDS]
//
// OLD.so and NEW.so: libpipopipette.so of two builds. Whichever is opened second may be up to 4%
// slower, so take the mean of this ratio and the reciprocal of that with both exchanged.
#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "pipopipette/pipopipette.h"
#include "tests/bench/random_positions.hpp"

namespace {

// One build of the library with its own copy of all it uses, and a table opened by it.
class Build {
 public:
  Build(const char* library, const char* folder)
      : handle_(::dlmopen(LM_ID_NEWLM, library, RTLD_NOW)) {
    if (handle_ == nullptr) throw std::runtime_error(::dlerror());
    value_ = function<decltype(&pipo_value)>("pipo_value");
    moves_ = function<decltype(&pipo_moves)>("pipo_moves");
    pipo_options options = PIPO_OPTIONS_INIT;
    options.cache_bytes = std::uint64_t{4} << 30;
    if (function<decltype(&pipo_open)>("pipo_open")(&folder, 1, &options, &tables_) != PIPO_OK) {
      throw std::runtime_error(function<decltype(&pipo_error_text)>("pipo_error_text")(tables_));
    }
  }

  void ask_value(const pipo_position& position) const {
    std::int32_t value = 0;
    check(value_(tables_, position, &value));
  }

  void ask_moves(const pipo_position& position) const {
    pipo_answer answer = PIPO_ANSWER_INIT;
    check(moves_(tables_, position, &answer));
  }

 private:
  template <typename Function>
  Function function(const char* name) const {
    void* const found = ::dlsym(handle_, name);
    if (found == nullptr) throw std::runtime_error(::dlerror());
    return reinterpret_cast<Function>(found);
  }

  static void check(pipo_code code) {
    if (code != PIPO_OK) throw std::runtime_error("a question failed");
  }

  void* handle_;
  decltype(&pipo_value) value_;
  decltype(&pipo_moves) moves_;
  pipo_tables* tables_ = nullptr;  // open until the process ends
};

using Ask = void (Build::*)(const pipo_position&) const;

double seconds(const Build& build, Ask ask, const std::vector<pipo_position>& positions) {
  const auto begin = std::chrono::steady_clock::now();
  for (const pipo_position& position : positions) (build.*ask)(position);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// Returns the median, over all rounds, of the new build's time divided by the old one's.
double ratio(const std::array<Build, 2>& builds, Ask ask,
             const std::vector<pipo_position>& positions, int rounds) {
  for (const Build& build : builds) seconds(build, ask, positions);  // fills the caches
  std::vector<double> ratios;
  for (int round = 0; round < rounds; ++round) {
    std::array<double, 2> took{};
    for (const std::size_t i : {round % 2, 1 - round % 2})
      took.at(i) = seconds(builds.at(i), ask, positions);
    ratios.push_back(took[1] / took[0]);
  }
  std::ranges::nth_element(ratios, ratios.begin() + rounds / 2);
  return ratios[static_cast<std::size_t>(rounds) / 2];
}

void duel(const std::array<Build, 2>& builds, const pipo::Board& board, int rounds) {
  for (const std::size_t count : {std::size_t{1000}, std::size_t{20'000}}) {
    std::vector<pipo_position> positions;
    for (const pipo::Position& one : pipo::random_positions(board, count))
      positions.push_back({board.rows(), board.columns(), one.drawn});
    // A round takes a few milliseconds, whatever is asked.
    const int of_many = std::max(1, static_cast<int>(rounds * std::size_t{1000} / count));
    std::cout << count << " positions: value "
              << ratio(builds, &Build::ask_value, positions, of_many) << ", all moves "
              << ratio(builds, &Build::ask_moves, positions, std::max(1, of_many / 20))
              << std::endl;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5 && argc != 6) {
    std::cerr << "usage: bench_duel OLD.so NEW.so TABLES_FOLDER BOARD [ROUNDS]\n";
    return 2;
  }
  try {
    duel({Build(argv[1], argv[3]), Build(argv[2], argv[3])}, pipo::Board::parse(argv[4]),
         argc == 6 ? std::max(1, std::atoi(argv[5])) : 3000);
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
  return 0;
}
