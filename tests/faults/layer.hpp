// A layer between the program and the C library. It numbers the calls for files of one folder,
// makes one of them fail or kills the process after one, and keeps a journal of all calls.
//
// Environment variables control it:
//
// - PIPO_FAULTS_FOLDER: the folder, an absolute path. If unset, the layer does nothing.
// - PIPO_FAULTS_REPORT: file for "fault NUMBER GROUP NAME PATH" and, at exit, "calls NUMBER".
// - PIPO_FAULTS_JOURNAL: file for every call with the bytes it wrote (journal.py reads it).
// - PIPO_FAULTS_CALL: number of the chosen call, from 1.
// - PIPO_FAULTS_FAULT: the fault. EIO, ENOSPC, EDQUOT and EINTR are errors; short handles half of
//   the bytes; crash kills the process after the call, or before the first call if the number is 0.
//   If the chosen call cannot have this fault, the next call that can gets it.
// - PIPO_FAULTS_STICKY: if 1, all later calls fail, too, as on a full or a broken disk.
//
// The layer holds one mutex during each call, so the calls have one order.
#pragma once

#include <functional>
#include <string>

namespace faults {

// The faults that a call can have depend on its group.
enum class Group {
  opening,   // an existing file or folder
  creating,  // a file that may not exist yet
  naming,    // a new folder, a second name
  reading,
  writing,
  sizing,
  syncing,
  renaming,
  removing,
  closing,
  locking,
  asking,
};

const char* name_of(Group group);

struct Call {
  const char* name;
  Group group;
  int handle = 0;          // number of the open file, 0 for calls that take a path
  std::string path;        // absolute
  std::string other = {};  // the second path of calls with two
  long long offset = 0;    // offset of the bytes read or written; a size
  std::size_t length = 0;  // bytes to read or to write
  const void* data = nullptr;
  bool created = false;    // openings: the file is new
  bool truncated = false;  // openings: the file is truncated
};

// Makes the call. `real` performs it, on `length` bytes if the call has a length, and returns the
// result of the system (-1 and errno if it fails). `opened`, if given, is called after a success
// and returns the number of the open file. Both may add to the description of the call.
long make_call(Call& call, const std::function<long(std::size_t length)>& real,
               const std::function<int(long result)>& opened = {});

}  // namespace faults
