// The checks of a question to a solver before it sweeps or searches: valid options, a caller that
// is not a function of the same solver's options, and threads.
#pragma once

#include "pipopipette/solver.hpp"

namespace pipo {

// Throws BadInput if a limit is negative or not a number.
void check_options(const SolverOptions& options);

// Returns the options of a question, with functions that know for which solver they run. Throws
// BadInput if such a function of the same solver called this: the question would wait for itself.
// `options` must outlive the result.
SolverOptions begin_question(const SolverOptions& options, const Remembered& solver);

// The same for a batch.
FoundInBatch begin_question(const FoundInBatch& found, const Remembered& solver);

// Returns false in a child of fork() whose parent has run sweeps. There, locks of oneTBB may be held
// by threads that do not exist.
bool may_sweep();

// Throws SystemLimit unless may_sweep().
void check_threads();

}  // namespace pipo
