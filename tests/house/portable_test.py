"""Calls that not every system has are in probe/base/operating_system.cpp, which replaces them elsewhere."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ["probe", "parallel", "theory", "generator", "verify", "search", "solve", "player", "answers", "wasm", "pipo", "python"]
PLACE = "probe/base/operating_system.cpp"
# Exceptions: each file has its own replacement for the call.
OTHERS = {"probe/base/enough_stack.cpp": {"pthread_getattr_np"}}
ONLY_LINUX = re.compile(
    r"#include <((?:linux|asm)/[\w.]+|sys/(?:prctl|epoll|eventfd|inotify|sysinfo|vfs|auxv|sendfile|random|syscall)\.h|malloc\.h|sched\.h)>|"
    r"\b(O_TMPFILE|O_PATH|O_DIRECT|renameat2|fallocate|sync_file_range|syncfs|posix_fadvise|mremap|MADV_\w+|malloc_trim|mallopt|"
    r"pthread_getattr_np|sched_[gs]etaffinity|close_range|memfd_create|pipe2|accept4|SOCK_CLOEXEC|F_OFD_\w+|copy_file_range|preadv2|"
    r"statx|gettid|prctl|FICLONE\w*|epoll_\w+|eventfd|signalfd|timerfd_\w+)\b")


def calls(text):
    code = re.sub(r"//.*|/\*.*?\*/", "", text)
    return {name for groups in ONLY_LINUX.findall(code) for name in groups if name}


class Portable(unittest.TestCase):
    def test_calls_of_linux(self):
        found = {}
        for folder in FOLDERS:
            for path in (ROOT / folder).rglob("*.[ch]*"):
                name = path.relative_to(ROOT).as_posix()
                if left := calls(path.read_text(encoding="utf-8")) - OTHERS.get(name, set()):
                    found[name] = left
        self.assertGreater(len(found.pop(PLACE)), 8)
        self.assertEqual(found, {})

    def test_it_finds_them(self):
        self.assertEqual(calls("#include <linux/fs.h>\nint x = mremap(a); // prctl\n"), {"linux/fs.h", "mremap"})


if __name__ == "__main__":
    unittest.main()
