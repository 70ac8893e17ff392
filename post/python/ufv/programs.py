"""ufv's programs: where they are, and how one is run to its end."""
import collections.abc
import os
import shutil
import subprocess

from ufv_sweep.files import last_sentence


class ProgramError(RuntimeError):
    """A program of ufv that did not end with status 0; its sentence is the message. status: what it ended with."""

    def __init__(self, message, status):
        super().__init__(message)
        self.status = status


def find(name):
    """The path of a program: in the folder UFV_BIN, then in PATH."""
    path = shutil.which(name, path=os.environ["UFV_BIN"]) if os.environ.get("UFV_BIN") else shutil.which(name)
    if path is None:
        raise FileNotFoundError(f"{name} was not found; install ufv, or set the environment variable UFV_BIN to its "
                                "folder")
    return path


def as_words(words, what):
    """Further words for a program. A text would be taken for one of each of its letters."""
    if isinstance(words, (str, bytes)):
        raise TypeError(f"{what}: a list of words is needed, such as [\"--steps\", \"20\"], not {words!r}")
    return [os.fspath(word) for word in words]


def as_settings(settings):
    """--set for each of {"flow.alpha": 2, ...}."""
    if settings is not None and not isinstance(settings, collections.abc.Mapping):
        raise TypeError(f"settings: a dictionary is needed, such as {{\"flow.alpha\": 2}}, not {settings!r}")
    return [word for key, value in (settings or {}).items() for word in ("--set", f"{key}={value}")]


def as_command(command):
    """What starts the ranks, as one text."""
    if command is not None and not isinstance(command, str):
        raise TypeError(f"command: a text is needed, such as \"srun --mpi=pmix\", not {command!r}")
    return command


def as_path(path):
    """A path as a word for a program, which would take one that begins with - for an option and refuses a ~."""
    path = os.fspath(path)
    return os.path.join(".", path) if path.startswith(("-", "~")) else path


def call(name, *words, allowed=(0,)):
    """Runs a program; what it printed on stdout. Another status than those allowed raises ProgramError."""
    done = subprocess.run([find(name), *map(os.fspath, words)], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL)
    if done.returncode not in allowed:
        raise ProgramError(last_sentence(done.stderr, name) or f"{name} ended with status {done.returncode}",
                           done.returncode)
    return done.stdout
