// Making a table whose layers somebody else computes and writes: everything around that stays the
// same, from the look at what is there and the lock to the manifest.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "generator/run/generate.hpp"
#include "generator/run/table_remains.hpp"
#include "pipopipette/error.hpp"

namespace pipo {

// Thrown where nothing has been begun yet, so that there is no rest to speak of.
class NoSpaceToBegin : public NoSpace {
 public:
  using NoSpace::NoSpace;
};

// Makes the layers that are not kept in the table's folder, which is locked.
using MakeLayers = std::function<RunResult(TableRemains& found, const GenerateOptions& options,
                                           const std::filesystem::path& folder)>;

// As generate(). `make_layers` is not called where the table is complete, and may be called twice:
// where a layer that was kept turned out to be damaged.
GenerateResult generate_by(const GenerateOptions& options, const MakeLayers& make_layers);

// Of the files of the layers that are to be made.
std::vector<std::uint64_t> least_bytes_to_make(const TableRemains& found);

}  // namespace pipo
