"""Finds calls of the program for files that the layer does not intercept."""

import subprocess

# Functions of the C library that open, change, name or read files.
FOR_FILES = set("""
    open open64 openat openat64 creat creat64 __open_2 __open64_2 __openat_2 __openat64_2 fopen fopen64 freopen freopen64
    fdopen fclose opendir fdopendir closedir close close_range dup dup2 dup3 read pread pread64 readv preadv preadv64
    preadv2 __read_chk __pread_chk __pread64_chk write pwrite pwrite64 writev pwritev pwritev64 pwritev2 sendfile
    sendfile64 copy_file_range splice fwrite fread fputs fputc fflush fprintf fsync fdatasync sync syncfs
    sync_file_range msync ftruncate ftruncate64 truncate truncate64 fallocate fallocate64 posix_fallocate
    posix_fallocate64 flock lockf lockf64 rename renameat renameat2 link linkat symlink symlinkat unlink unlinkat remove
    rmdir mkdir mkdirat mkstemp mkstemp64 mkostemp mkdtemp tmpfile stat stat64 lstat lstat64 fstat fstat64 fstatat
    fstatat64 statx access faccessat euidaccess chmod fchmod fchmodat utimensat futimens readlink realpath
    io_submit io_uring_enter syscall
""".split())


def symbols(file, which):
    listed = subprocess.run(["nm", "-D", which, str(file)], check=True, capture_output=True, text=True).stdout
    return {line.split()[-1].partition("@")[0] for line in listed.splitlines()}


def not_intercepted(pipo, library):
    return sorted(symbols(pipo, "--undefined-only") & FOR_FILES - symbols(library, "--defined-only"))
