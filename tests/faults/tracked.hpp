// The paths and open files in the watched folder.
#pragma once

#include <string>

namespace faults {

// The absolute and normalised path, relative to an open folder or AT_FDCWD; "" if it is outside of
// the folder.
std::string watched(int folder, const char* path);

// The unique number of an open file, from 1; 0 if it is not watched. Its path.
int handle_of(int descriptor);
std::string path_of(int descriptor);

// Assigns the descriptor to that file. Returns the file's number.
int track(int descriptor, const std::string& path);
void forget(int descriptor);

}  // namespace faults
