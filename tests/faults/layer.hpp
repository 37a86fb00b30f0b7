// Between the program and the C library: numbers the calls that touch files of one folder, makes
// one of them fail, ends the process after one, and keeps a journal of all.
//
// What it is to do stands in the environment:
//
//     PIPO_FAULTS_FOLDER   the folder, an absolute path; without it nothing is done
//     PIPO_FAULTS_REPORT   file to which "fault NUMBER GROUP NAME PATH" and, at exit, "calls
//     NUMBER" go PIPO_FAULTS_JOURNAL  file to which every call goes, with what it wrote (journal.py
//     reads it) PIPO_FAULTS_CALL     number of the call meant, from 1 PIPO_FAULTS_FAULT    what
//     becomes of it: EIO, ENOSPC, EDQUOT, EINTR, short (half the bytes)
//                          or crash (done, and then the process kills itself); with number 0 crash
//                          comes before the first call. A call that cannot fail so is let through,
//                          and the next that can is taken instead.
//     PIPO_FAULTS_STICKY   1: all calls from there on fail, as on a full or a broken disk
//
// One mutex is held while a call is made, so that there is one order of them all.
#pragma once

#include <functional>
#include <string>

namespace faults {

// What can go wrong with a call depends on what it is for.
enum class Group {
  opening,   // a file or folder that is there
  creating,  // a file that may not be there
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
  std::string other = {};  // the second path of those that have two
  long long offset = 0;    // of what is read or written; a size
  std::size_t length = 0;  // bytes to read or to write
  const void* data = nullptr;
  bool created = false;    // openings: there was no such file,
  bool truncated = false;  // or it is emptied
};

// Makes the call: `real` does it, for `length` bytes where it has a length, and returns what the
// system does (-1 and errno if it fails). `opened`, where given, learns of a success and returns
// the number of the open file. Both may still add to what the call says of itself.
long make_call(Call& call, const std::function<long(std::size_t length)>& real,
               const std::function<int(long result)>& opened = {});

}  // namespace faults
