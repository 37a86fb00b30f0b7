"""A program that speaks the protocol of docs/engine.md, as a child process. What goes wrong is a Failure with a kind."""

import queue
import re
import shlex
import subprocess
import tempfile
import threading
import time

EDGE = re.compile(r"[hv]\d+\.\d+")
LONGEST_LINE = 1 << 16  # characters
LONGEST_REPLY = 1000  # lines

# The kinds of failures, and what they say of an engine.
KINDS = {
    "died": "the process could not be started, or ended",
    "hung": "no reply within the time limit",
    "nonsense": "a reply that the protocol does not allow",
    "refused": "a reply that begins with '?'",
    "illegal": "a move on an edge that is drawn or does not exist",
    "given-up": "not asked, because the engine failed too often in succession",
}


class Failure(Exception):
    """An engine's failure: a key of KINDS, and a message on one line."""

    def __init__(self, kind, message):
        super().__init__(message)
        self.kind = kind


class Engine:
    """A running engine. Every command waits at most `timeout` seconds for its reply. Not for several threads."""

    def __init__(self, command, timeout, move_time=None):
        """Starts the engine; announces seconds per move if it knows time_settings. Raises Failure."""
        self.timeout = timeout
        self._errors = tempfile.TemporaryFile()
        try:
            # A separate session: an interrupt from the terminal must not look as if the engine had died.
            self._process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors,
                                             encoding="utf-8", errors="replace", start_new_session=True)
        except (OSError, ValueError) as error:
            self._errors.close()
            raise Failure("died", f"cannot be started: {error}") from None
        self._lines = queue.Queue(LONGEST_REPLY)
        self._closed = threading.Event()
        threading.Thread(target=self._read, daemon=True).start()
        try:
            if move_time is not None and self._knows("time_settings"):
                # No main time; a period of that many seconds for each move.
                self.ask(f"time_settings 0 {move_time:g} 1")
        except Failure:
            self.close()
            raise

    def ask(self, command):
        """Returns the reply to a command without its '= '. Raises Failure."""
        try:
            self._process.stdin.write(command + "\n")
            self._process.stdin.flush()
        except OSError:
            raise self._death(command) from None
        deadline = time.monotonic() + self.timeout
        lines = [self._line(command, deadline)]
        while not lines[0]:
            lines[0] = self._line(command, deadline)
        while lines[-1]:
            if lines[0][0] not in "=?" or len(lines) > LONGEST_REPLY or len(lines[-1]) >= LONGEST_LINE:
                raise Failure("nonsense", f"{command}: {lines[0][:60]!r} instead of a reply that begins with '=' or '?'")
            lines.append(self._line(command, deadline))
        text = "\n".join(lines)[1:].strip()
        if lines[0][0] == "?":
            raise Failure("refused", f"{command}: {text}")
        return text

    def move(self, position):
        """Returns the edge that the engine draws in a position, and the seconds it thought. Raises Failure."""
        self.ask(f"boardsize {position.partition(':')[0]}")
        self.ask(f"load {position}")
        begin = time.monotonic()
        reply = self.ask("genmove")
        seconds = time.monotonic() - begin
        edge = reply.split()[0] if reply else ""
        if not EDGE.fullmatch(edge):
            raise Failure("nonsense", f"genmove: {reply[:60]!r} instead of an edge")
        return edge, seconds

    def close(self):
        """Ends the process. May be called several times."""
        self._closed.set()
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        try:
            self._process.stdin.close()
        except OSError:
            pass
        self._errors.close()

    def _knows(self, command):
        try:
            return self.ask(f"known_command {command}") == "true"
        except Failure as failure:
            if failure.kind == "refused":
                return False
            raise

    def _read(self):
        """Passes on the lines of the output until the engine is closed; None at the end."""
        with self._process.stdout as output:
            line = "\n"
            while line and not self._closed.is_set():
                line = output.readline(LONGEST_LINE)
                item = line.rstrip("\r\n").rstrip() if line else None
                while not self._closed.is_set():
                    try:
                        self._lines.put(item, timeout=0.2)
                        break
                    except queue.Full:
                        pass

    def _line(self, command, deadline):
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise Failure("hung", f"{command}: no reply within {self.timeout:g} s") from None
        if line is None:
            raise self._death(command)
        return line

    def _death(self, command):
        try:
            code = self._process.wait(self.timeout)
        except subprocess.TimeoutExpired:
            return Failure("died", f"{command}: the output was closed")
        self._errors.seek(0)
        said = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        return Failure("died", f"{command}: ended with code {code}" + (f": {said[-1][:200]}" if said else ""))
