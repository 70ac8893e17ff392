"""Files and streams of a sweep: only plain files are read, and what is written appears whole or not at all. Names in
sentences come from command lines and files and may hold escape sequences of terminals."""
import errno
import json
import os
import stat
import sys

from ufv_sweep.errors import Failure

_ODD = ((stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a FIFO"), (stat.S_ISSOCK, "a socket"), (stat.S_ISCHR, "a device"),
        (stat.S_ISBLK, "a device"), (stat.S_ISLNK, "a symbolic link"))


def printable(text):
    """'?' in place of what is not printable text, line ends aside."""
    return "".join(c if c.isprintable() or c == "\n" else "?" for c in text)


def oddity(mode):
    """What stands there that is not a plain file; None: a plain file."""
    return next((words for is_one, words in _ODD if is_one(mode)), None)


def _no_waiting(path, flags):
    return os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY)  # a FIFO would be waited for


def read_bytes(path, advice):
    """The bytes of a plain file; FileNotFoundError where there is none. advice: what to do about another kind."""
    try:
        with open(path, "rb", opener=_no_waiting) as f:
            odd = oddity(os.fstat(f.fileno()).st_mode)
            if odd is None:
                return f.read()
    except FileNotFoundError:
        raise
    except IsADirectoryError:
        odd = "a folder"
    except OSError as e:
        remedy = {errno.EACCES: "; check the permissions of it and of its folder",
                  errno.ENAMETOOLONG: "; give it a shorter name"}.get(e.errno, "")
        raise Failure(f"{path} cannot be read: {e.strerror}{remedy}")
    raise Failure(f"{path}: is {odd}, not a plain file; {advice}")


def read_text(path, advice):
    """The same as text; bytes that are none become marks."""
    return read_bytes(path, advice).decode("utf-8-sig", errors="replace")


def _no_constant(word):
    raise ValueError(f"{word} is no number")


def read_json(path):
    """The object of a JSON file; None where there is no such file."""
    advice = "delete it, or use another folder"
    try:
        found = json.loads(read_bytes(path, advice), parse_constant=_no_constant)
    except FileNotFoundError:
        return None
    except (ValueError, RecursionError) as e:
        raise Failure(f"{path} cannot be read ({e}); {advice}")
    if not isinstance(found, dict):
        raise Failure(f"{path} cannot be read (it holds no object); {advice}")
    return found


def advice(e):
    """What to do about an OSError of an output; "" where there is nothing to say."""
    if e.errno in (errno.ENOSPC, errno.EDQUOT):
        return "; is the disk full?"
    if e.errno in (errno.ENOENT, errno.ENOTDIR):
        return "; does its folder exist?"
    if e.errno == errno.ENAMETOOLONG:
        return "; give it a shorter name"
    return "; nothing may be written there: name another folder" if e.errno in (errno.EROFS, errno.EACCES) else ""


def write_bytes(path, data):
    """Replaces a plain file as a whole. Nothing is left of a failure."""
    temporary = path + ".tmp"
    try:
        odd = oddity(os.stat(path).st_mode) if os.path.exists(path) else None
        if odd:
            raise Failure(f"{path}: is {odd}, which output cannot replace; move it away")
        if os.path.islink(temporary):
            os.remove(temporary)
        with open(temporary, "wb") as f:
            f.write(data)
            f.flush()
            os.fsync(f.fileno())
        os.replace(temporary, path)
    except OSError as e:
        if os.path.exists(temporary):
            os.remove(temporary)
        raise Failure(f"{path} cannot be written: {e.strerror}{advice(e)}")


def write_text(path, text):
    write_bytes(path, text.encode("utf-8", errors="replace"))


def write_json(path, value):
    write_text(path, json.dumps(value, indent=2) + "\n")


def append_log(path):
    """A file to whose end a program prints."""
    try:
        f = open(path, "ab", opener=lambda p, flags: _no_waiting(p, flags | os.O_NOFOLLOW))
    except OSError as e:
        raise Failure(f"{path} cannot be written: {e.strerror}; move it away")
    if oddity(os.fstat(f.fileno()).st_mode):
        f.close()
        raise Failure(f"{path}: is not a plain file; move it away")
    os.set_blocking(f.fileno(), True)
    return f


# ---- streams ----

def open_streams():
    """Standard streams that were closed lead nowhere from here on, so that no file gets their numbers."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def show(text):
    """Prints text, which must arrive. A reader that has gone has seen enough."""
    try:
        if sys.stdout is None:
            raise OSError(0, "it is closed")
        sys.stdout.write(printable(text) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as e:
        if sys.stdout is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left is not tried again at the end
        raise Failure(f"stdout: not all of the output could be written: {e.strerror}; is the disk full, or stdout "
                      "closed?")


def tell(text):
    """Prints a line of progress or a sentence; where nobody listens, nothing."""
    try:
        if sys.stderr is not None:
            sys.stderr.write(printable(text) + "\n")
            sys.stderr.flush()
    except OSError:
        pass
