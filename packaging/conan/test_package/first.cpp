// Prints the value of the empty 2x2 board, which the solver finds without a table.
#include <iostream>

#include <pipopipette/solver.hpp>

int main() {
  pipo::Solver solver;
  std::cout << solver.solve(pipo::parse_position("2x2:000000000000")).value << '\n';
}
