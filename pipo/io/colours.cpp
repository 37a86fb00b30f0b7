#include "pipo/io/colours.hpp"

#include <unistd.h>

#include <cstdlib>
#include <iostream>

namespace pipo {
namespace {

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): none is set
  return value == nullptr ? std::string_view() : value;
}

}  // namespace

bool in_colours(std::string_view when, const std::ostream& out) {
  if (when != "auto") return when == "always";
  return &out == &std::cout && ::isatty(STDOUT_FILENO) == 1 && variable("NO_COLOR").empty() &&
         !variable("TERM").empty() && variable("TERM") != "dumb";
}

}  // namespace pipo
