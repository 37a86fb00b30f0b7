// The `pipo` command.
#include <csignal>
#include <iostream>

#include "pipo/run.hpp"

int main(int argc, char** argv) {
  // A reader that stops early is noticed as a failed write, not as a signal that ends the process.
  std::signal(SIGPIPE, SIG_IGN);
  // Standard input is then read as it arrives, not character by character.
  std::ios::sync_with_stdio(false);
  // Results are not flushed whenever a command waits for input; commands flush what they write.
  std::cin.tie(nullptr);
  return pipo::run(argc, argv, std::cin, std::cout, std::cerr);
}
