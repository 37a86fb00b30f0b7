// SHA256SUMS: the SHA-256 of each file of a table, as `sha256sum --check` reads it.
//
// A table's own checksums find damage, but a file that was changed on purpose can have right ones.
// A copy of SHA256SUMS from a trusted source shows such changes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "probe/file/manifest.hpp"

namespace pipo {

// Returns the names of a table's files in its folder: those of the kept layers and the manifest.
std::vector<std::string> files_of(const Manifest& manifest);

// Returns the SHA-256 of a file, in hexadecimal. `read` is called with the number of bytes read
// since the last call, and may throw to stop. Throws what ReadOnlyFile throws.
std::string sha256_of(const std::filesystem::path& file,
                      const std::function<void(std::uint64_t bytes)>& read = {});

// Writes SHA256SUMS in a folder, with a line for each of these files of the folder, in this order.
// Uses this number of threads, one a file; `read` is called by one thread at a time. The file is
// complete and on disk when it gets its name. Throws what sha256_of and NewFile throw. The caller
// keeps other processes from changing the files (TableLock).
void write_sums(const std::filesystem::path& folder, const std::vector<std::string>& names,
                unsigned threads, const std::function<void(std::uint64_t bytes)>& read = {});

// Compares SHA256SUMS in a folder with these files of the folder, as write_sums reads them. Returns
// false if there is no SHA256SUMS. Throws DamagedTable, which names its first wrong line, if it is
// malformed, lacks one of the files, lists another one, or has another sum; and what sha256_of
// throws.
bool check_sums(const std::filesystem::path& folder, const std::vector<std::string>& names,
                unsigned threads, const std::function<void(std::uint64_t bytes)>& read = {});

}  // namespace pipo
