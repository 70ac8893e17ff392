"""Files and streams of a sweep: only plain files are read, and what is written appears whole or not at all: under a new
name that nobody has, which becomes its own at the end. Names in sentences come from command lines and files and may
hold escape sequences of terminals."""
import contextlib
import errno
import json
import math
import os
import re
import stat
import sys

from ufv_sweep.errors import Failure

_ODD = ((stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a FIFO"), (stat.S_ISSOCK, "a socket"), (stat.S_ISCHR, "a device"),
        (stat.S_ISBLK, "a device"), (stat.S_ISLNK, "a symbolic link"))


def printable(text):
    """'?' in place of what is not printable text, line ends aside."""
    return "".join(c if c.isprintable() or c == "\n" else "?" for c in text)


def last_sentence(text, program):
    """What a program said last on stderr, with its name; "" where it said nothing. What it quotes may hold line ends."""
    lines = text.strip().splitlines()
    begins = [k for k, line in enumerate(lines) if re.match(rf"{program}( [a-z]+)?: (?!note: )", line)]
    return "\n".join(lines[begins[-1]:] if begins else lines[-1:])


def oddity(mode):
    """What stands there that is not a plain file; None: a plain file."""
    return next((words for is_one, words in _ODD if is_one(mode)), None)


def _no_waiting(path, flags):
    return os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY, 0o666)  # a FIFO would be waited for


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
    except ValueError as e:  # a zero byte in the name
        raise Failure(f"{path} cannot be read: {e}")
    raise Failure(f"{path}: is {odd}, not a plain file; {advice}")


def read_text(path, advice):
    """The same as text; bytes that are none become marks."""
    return read_bytes(path, advice).decode("utf-8-sig", errors="replace")


def _no_constant(word):
    raise ValueError(f"{word} is no number")


def _finite(word):
    """A number of JSON; 1e999, which Python takes for infinity, is none."""
    value = float(word)
    return value if math.isfinite(value) else _no_constant(word[:40])


def _whole(word):
    return int(word) if len(word) < 300 else _no_constant(word[:40])  # what a float holds, too


def read_json(path):
    """The object of a JSON file, all of whose numbers are finite; None where there is no such file."""
    advice = "delete it, or use another folder"
    try:
        found = json.loads(read_bytes(path, advice), parse_constant=_no_constant, parse_float=_finite, parse_int=_whole)
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


# ---- writing: the one place where files are made ----

def _make(folder, mode):
    """(descriptor, path) of a new file. Nobody has its name, so that nothing that stands there already, link, FIFO or
    another name of somebody's file, is opened."""
    while True:
        path = os.path.join(folder, f".ufv-sweep-{os.urandom(6).hex()}.tmp")
        with contextlib.suppress(FileExistsError):
            return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode), path


LEFT_OVER = r"\.ufv-sweep-[0-9a-f]{12}\.tmp"  # the name of one that was never renamed, as after kill -9


def _check_replaceable(path):
    odd = oddity(os.stat(path).st_mode) if os.path.exists(path) else None
    if odd:
        raise Failure(f"{path}: is {odd}, which output cannot replace; move it away")


@contextlib.contextmanager
def _new_name(path, mode):
    """The descriptor of a new file, which gets its name, in place of a plain file there, when all has gone well.
    Nothing is left of a failure."""
    try:
        _check_replaceable(path)
        fd, temporary = _make(os.path.dirname(path) or ".", mode)
        try:
            yield fd
            os.replace(temporary, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.remove(temporary)
            raise
    except OSError as e:
        raise Failure(f"{path} cannot be written: {e.strerror}{advice(e)}")


def write_bytes(path, data, mode=0o666):
    """Replaces a plain file as a whole."""
    with _new_name(path, mode) as fd, open(fd, "wb") as f:
        f.write(data)
        f.flush()
        os.fsync(f.fileno())


def write_text(path, text):
    write_bytes(path, text.encode("utf-8", errors="replace"))


def write_json(path, value):
    """Refuses what is no JSON: infinity and what is no number."""
    try:
        text = json.dumps(value, indent=2, allow_nan=False)
    except ValueError:
        raise Failure(f"{path} is not written: a value for it is infinite or no number")
    write_text(path, text + "\n")


def new_log(path):
    """An empty file, to whose end a program prints, in place of an earlier one."""
    with _new_name(path, 0o666) as fd:
        pass
    return open(fd, "ab")


def append_log(path):
    """A file to whose end a program prints."""
    try:
        f = open(path, "ab", opener=lambda p, flags: _no_waiting(p, flags | os.O_NOFOLLOW))
    except OSError as e:
        odd = "; it is a symbolic link" if e.errno == errno.ELOOP else ""
        raise Failure(f"{path} cannot be written: {e.strerror}{odd}; move it away")
    found = os.fstat(f.fileno())
    if oddity(found.st_mode) or found.st_nlink > 1:
        f.close()
        raise Failure(f"{path}: is not a plain file; move it away" if oddity(found.st_mode) else
                      f"{path}: has another name (a hard link), under which it would change too; move it away")
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
