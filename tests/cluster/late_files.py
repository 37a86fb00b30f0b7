"""Shows a folder as a network file system may: what other machines write is seen late.

    late_files.py FOLDER MOUNTPOINT SECONDS

A name's attributes, or that there is no such name, are remembered for SECONDS, as NFS does (acregmin to acregmax).
Until they are asked for again, a file ends where it ended. What is written through the mount is seen at once.
Prints "ready" and stays until it is killed.
"""

import errno
import os
import stat
import sys
import time

import fusepy as fuse


class LateFiles(fuse.Operations):
    def __init__(self, folder, seconds):
        self.folder = folder
        self.seconds = seconds
        self.seen = {}  # by path: when, and what lstat said then; None: there was no such name
        self.ends = {}  # by inode: when, and the size then

    def init(self, path):
        print("ready", flush=True)

    def __call__(self, operation, path, *arguments):
        return super().__call__(operation, self.folder + path if path else path, *arguments)

    def status(self, path):
        when, found = self.seen.get(path, (0, None))
        if path not in self.seen or time.monotonic() > when + self.seconds:
            try:
                found = os.lstat(path)
            except FileNotFoundError:
                found = None
            self.seen[path] = (time.monotonic(), found)
        if found is None:
            raise fuse.FuseOSError(errno.ENOENT)
        return found

    def changed(self, *paths):
        for path in paths:
            self.seen.pop(path, None)

    def getattr(self, path, handle=None):
        found = self.status(path)
        return {key: getattr(found, key) for key in ("st_ino", "st_mode", "st_nlink", "st_size", "st_uid", "st_gid",
                                                     "st_atime", "st_mtime", "st_ctime", "st_blocks")}

    def access(self, path, mode):
        self.status(path)

    def readdir(self, path, handle):
        return [".", "..", *os.listdir(path)]

    def statfs(self, path):
        found = os.statvfs(path)
        return {key: getattr(found, key) for key in ("f_bavail", "f_bfree", "f_blocks", "f_bsize", "f_favail", "f_ffree",
                                                     "f_files", "f_flag", "f_frsize", "f_namemax")}

    def open(self, path, flags):
        self.status(path)
        return os.open(path, flags)

    def create(self, path, mode, info=None):
        self.changed(path)
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC, stat.S_IMODE(mode))

    def read(self, path, size, offset, handle):
        found = os.fstat(handle)
        when, end = self.ends.get(found.st_ino, (0, 0))
        if found.st_ino not in self.ends or time.monotonic() > when + self.seconds:
            end = found.st_size
            self.ends[found.st_ino] = time.monotonic(), end
        return os.pread(handle, max(0, min(size, end - offset)), offset)

    def write(self, path, data, offset, handle):
        self.changed(path)
        self.ends.pop(os.fstat(handle).st_ino, None)
        return os.pwrite(handle, data, offset)

    def release(self, path, handle):
        os.close(handle)

    def unlink(self, path):
        self.changed(path)
        os.unlink(path)

    def mkdir(self, path, mode):
        self.changed(path)
        os.mkdir(path, mode)


def main():
    folder, mountpoint, seconds = sys.argv[1:]
    fuse.FUSE(LateFiles(folder, float(seconds)), mountpoint, foreground=True, nothreads=True, direct_io=True, use_ino=True,
              attr_timeout=0, entry_timeout=0, allow_other=True, hard_remove=True,
              nonempty=True)


if __name__ == "__main__":
    main()
