// The files of layers that a table omits, while the table is made. Each is removed as soon as no
// unfinished layer is made from it. Its header stays as a separate file until the manifest is
// written, so that an interrupted run continues.
#pragma once

#include <filesystem>
#include <optional>

#include "probe/file/manifest.hpp"

namespace pipo {

// Replaces the finished file of a layer by its header. Throws OutOfResources, CannotWrite.
void keep_header_only(const std::filesystem::path& folder, int layer);

// Returns the entry of a layer whose header was kept; nothing if it was not, or is damaged. Throws
// UnreadableTable.
std::optional<ManifestLayer> kept_header(const std::filesystem::path& folder,
                                         const TableIdentity& table, int layer);

// Returns whether a folder has headers, or files of layers that the manifest omits.
bool has_omitted_files(const std::filesystem::path& folder, const Manifest& manifest);

// Removes them, as far as that is possible; they do no harm.
void remove_omitted_files(const std::filesystem::path& folder, const Manifest& manifest);

}  // namespace pipo
