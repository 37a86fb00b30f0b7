// How this program makes a table: alone, or with other processes.
#pragma once

#include <functional>

#include "generator/run/generate.hpp"

namespace pipo {

using MakeTable = std::function<GenerateResult(const GenerateOptions&)>;

}  // namespace pipo
