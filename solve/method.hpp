// The method by which the values of a position are found, and whether the limits suffice for it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipopipette/solver.hpp"
#include "solve/limits.hpp"

namespace pipo {

std::string_view word(Method method);

// Where the values of a position and of its moves come from. The first possible source is used.
enum class AnswerSource {
  graph,        // a search of its graph: boards with more than 64 edges
  table,        // a table that covers it
  memory,       // a sweep for an earlier question
  table_moves,  // tables for most of the positions after its moves, the solver for the others
  search,       // few edges are open
  sweep,
};
AnswerSource source_of_answer(const Position& position, const Tables& tables,
                              const SolverState& state, std::optional<Method> only);

// Returns the quiet positions to which moves lead and whose values the tables omit. Returns none if
// the tables do not cover the position, or omit more than half of them: then a sweep from the
// position itself serves all. Otherwise each is solved for itself, since a sweep from a position
// with fewer drawn edges may be many times as large.
std::vector<EdgeSet> left_by_tables(const Tables& tables, const Position& position);

// With at most this many open edges after settling, a search of a large board finishes before a
// sweep would have begun (docs/performance.md).
constexpr int kFewOpen = 30;

// Returns the number of open edges of the settled position.
int open_when_settled(const Position& position);

// Returns whether so few edges of the settled position are open that a search is quicker than a
// sweep.
bool has_few_open(const Position& position);

// Returns whether the solver would begin to solve the position within this budget. Otherwise, and
// if its sweep takes nearly all of the memory, it may refuse the position at once.
bool would_begin(const Position& position, const Budget& budget);

// Returns about how many more edges must be drawn, at random, until a sweep of the position fits
// into the budget: 0 if it fits already, nothing if none ever does. Boards that only a search
// solves give 0 or nothing: whether one would begin within the budget. Takes about a tenth of a
// second, even if the time is over. Throws Stopped if the caller says so.
std::optional<int> edges_missing(const Position& position, const Budget& budget);

// Returns this as the remedy of an error: "it can be solved when about 3 more edges are drawn", at
// least one.
std::string when_solvable(std::optional<int> missing);

// Returns what helps a question that found nothing: `missing` is edges_missing() within `most`, and
// `more_time` whether the question may have more time. `otherwise` is the remedy if nothing else
// helps.
std::string remedy_of(const Position& position, bool more_time, std::optional<int> missing,
                      const Budget& most, const std::string& otherwise);

// Returns the number of strings and loops up to which a search on a graph is likely to end within
// this time, in seconds; infinite time gives the most that it can represent.
int solvable_strings(double seconds);

// Returns whole seconds in which a search of this many strings and loops is likely to end.
double seconds_to_search(int strings);

}  // namespace pipo
