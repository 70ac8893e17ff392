"""Locks: one ufv-sweep at a time works on a sweep, and on each of its points. The system takes a lock back when its
process ends, whatever ends it; on network file systems too, where these have locks at all.

A run of ufv-solve keeps the lock of its point as well: it goes on when kill -9 ends ufv-sweep alone, and until it has
ended nobody else may work on that point.
"""
import contextlib
import errno
import fcntl
import os
import re
import socket
import stat
import time

from ufv_sweep.errors import Failure, Stopped
from ufv_sweep.files import advice, printable

WAIT = 0.3  # seconds between two looks at a run that is waited for


def lives(process, host, start=None):
    """Is there such a process on this host? Of other hosts nothing is known: False. start: when it began, as
    /proc/PID/stat says it, if that is known: its number may be another's by now."""
    if host != socket.gethostname():
        return False
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8", errors="replace") as f:
            fields = f.read().rpartition(")")[2].split()  # from the third on
        return fields[0] not in "ZX" and start in (None, fields[19])  # Z: ended, and nobody has waited for it yet
    except (OSError, IndexError):
        return False


def _holder(path):
    """(words for who holds a lock, the process of a run that has outlived its ufv-sweep or None)."""
    try:
        with open(path, encoding="utf-8", errors="replace") as f:
            text = printable(f.read(400))
    except OSError:
        return "another process", None
    found = re.match(r"process (\d{1,9}) on (\S+) since ", text)
    runs = re.findall(r"^run (\d{1,9})$", text, re.MULTILINE)
    if found and runs and found.group(2) == socket.gethostname() and not lives(found.group(1), found.group(2)):
        return f"process {runs[-1]} on {found.group(2)}, a run whose ufv-sweep is gone", int(runs[-1])
    return text.partition("\n")[0].strip() or "another process", None


def _open(path):
    try:
        fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o666)
    except OSError as e:
        odd = {errno.ELOOP: "; it is a symbolic link: move it away", errno.EISDIR: "; it is a folder: move it away"}
        raise Failure(f"{path} cannot be written: {e.strerror}{odd.get(e.errno) or advice(e)}")
    found = os.fstat(fd)
    text = os.pread(fd, 8, 0) if stat.S_ISREG(found.st_mode) else b"other"
    if found.st_nlink > 1 or not b"process ".startswith(text):
        os.close(fd)
        raise Failure(f"{path}: is no lock of ufv-sweep, which would stand there; move it away")
    return fd


def _take(path, what, wait, patience):
    """A descriptor of the file, locked, that stands under its name still."""
    last = time.monotonic() + patience
    while True:
        fd = _open(path)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(fd)
            words, run = _holder(path)
            if wait and run is not None:
                wait(run)
            elif time.monotonic() < last:
                time.sleep(WAIT)
            else:
                raise Failure(f"{what} is in use by {words}; wait for it")
            continue
        except OSError:
            return fd  # a file system without locks
        try:
            if os.stat(path).st_ino == os.fstat(fd).st_ino:
                return fd
        except FileNotFoundError:
            pass
        os.close(fd)  # its holder has removed it meanwhile


def _note(fd, text):
    with contextlib.suppress(OSError):  # on a full disk it is a lock all the same
        os.write(fd, text.encode())


def note_run(fd, process):
    """Writes into a lock which process keeps it when this one is killed."""
    _note(fd, f"run {process}\n")


@contextlib.contextmanager
def held(path, what, wait=None, patience=0):
    """Holds a lock; its descriptor, which a run may inherit. Failure when another process has it, after so many seconds
    of patience. what: what is locked, for the sentence. wait(process): called time and again while a run has it that
    has outlived its ufv-sweep."""
    fd = _take(path, what, wait, patience)
    with contextlib.suppress(OSError):
        os.truncate(fd, 0)
    os.lseek(fd, 0, os.SEEK_SET)
    _note(fd, f"process {os.getpid()} on {socket.gethostname()} since "
              f"{time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime())}\n")
    try:
        yield fd
    finally:
        with contextlib.suppress(OSError):
            os.remove(path)
        with contextlib.suppress(OSError):
            os.close(fd)


class Waiting:
    """Waits for runs of a point that others have left. say: prints a line; stopped: the signals that have come."""

    def __init__(self, name, say, stopped):
        self.name, self.say, self.stopped, self.told = name, say, stopped, None

    def __call__(self, process):
        if process != self.told:
            self.say(f"{self.name}: process {process} computes it still, a run whose ufv-sweep is gone; it is waited "
                     "for")
            self.told = process
        if self.stopped:
            raise Stopped
        time.sleep(WAIT)
