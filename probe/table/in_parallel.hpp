// A loop by several threads, for a library that brings no scheduler along.
#pragma once

#include <cstddef>
#include <functional>

namespace pipo {

// Calls f(0) ... f(count - 1), begun in that order, by so many threads, this one among them. If
// calls throw, no more are begun, and what the first of them threw is thrown: first by number, not
// by time, so that it is always the same one.
void in_parallel(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& f);

// So many threads, or for 0 as many as the machine has.
unsigned threads_for(unsigned threads);

}  // namespace pipo
