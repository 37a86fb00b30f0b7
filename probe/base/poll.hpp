// Asking long work now and then whether it has to end.
#pragma once

#include <functional>

namespace pipo {

// Called from time to time by every working thread; ends the work by throwing. May be empty.
using Poll = std::function<void()>;

}  // namespace pipo
