// The `pipo` command.
#include <iostream>

#include "pipo/command/context.hpp"
#include "pipo/run.hpp"

int main(int argc, char** argv) {
  pipo::prepare_process();
  // Standard input is then read as it arrives, not character by character.
  std::ios::sync_with_stdio(false);
  // Results are not flushed whenever a command waits for input; commands flush what they write.
  std::cin.tie(nullptr);
  const int code =
      pipo::call_program([&] { return pipo::run(argc, argv, std::cin, std::cout, std::cerr); });
  if (code == pipo::ExitCode::stopped) pipo::end_as_asked();
  return code;
}
