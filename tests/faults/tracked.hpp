// Which paths and which open files belong to the folder that is watched.
#pragma once

#include <string>

namespace faults {

// Absolute and without detours, as seen from an open folder or from AT_FDCWD; "" where that is
// outside of the folder.
std::string watched(int folder, const char* path);

// The number of an open file, from 1 on, no two alike; 0 if it is not watched. Its path.
int handle_of(int descriptor);
std::string path_of(int descriptor);

// From now on this descriptor belongs to that file. Returns the file's number.
int track(int descriptor, const std::string& path);
void forget(int descriptor);

}  // namespace faults
