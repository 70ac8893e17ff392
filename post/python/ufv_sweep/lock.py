"""Locks: one ufv-sweep at a time works on a sweep, and on each of its points. The system takes a lock back when its
process ends, whatever ends it; on network file systems too, where these have locks at all."""
import contextlib
import fcntl
import os
import socket
import time

from ufv_sweep.errors import Failure
from ufv_sweep.files import advice, printable


def _holder(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as f:
            return printable(f.read(200)).strip() or "another process"
    except OSError:
        return "another process"


def _take(path, what):
    """A descriptor of the file, locked, that stands under its name still."""
    while True:
        try:
            fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o666)
        except OSError as e:
            raise Failure(f"{path} cannot be written: {e.strerror}{advice(e)}")
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(fd)
            raise Failure(f"{what} is in use by {_holder(path)}; wait for it")
        except OSError:
            return fd  # a file system without locks
        try:
            if os.stat(path).st_ino == os.fstat(fd).st_ino:
                return fd
        except FileNotFoundError:
            pass
        os.close(fd)  # its holder has removed it meanwhile


@contextlib.contextmanager
def held(path, what):
    """Holds a lock; Failure when another process has it. what: what is locked, for the sentence."""
    fd = _take(path, what)
    with contextlib.suppress(OSError):  # on a full disk it is a lock all the same
        os.truncate(fd, 0)
        os.pwrite(fd, f"process {os.getpid()} on {socket.gethostname()} since "
                      f"{time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime())}\n".encode(), 0)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            os.remove(path)
        with contextlib.suppress(OSError):
            os.close(fd)
