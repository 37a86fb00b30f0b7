// A parallel loop for a library without a scheduler.
#pragma once

#include <cstddef>
#include <functional>

namespace pipo {

// Calls f(0) ... f(count - 1), started in that order, by at most this number of threads, which
// include the calling one. If a call throws, no more calls are started, and the error of the failed
// call with the lowest number is thrown. It is always the same error, whatever the timing.
void in_parallel(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& f);

// Returns `threads`, but at most 256, or the number of the machine's threads if it is 0.
unsigned threads_for(unsigned threads);

}  // namespace pipo
