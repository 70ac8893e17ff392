"""How ufv-solve is found and started, and what becomes of signals meanwhile."""
import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys

from ufv_sweep import lock
from ufv_sweep.errors import Failure, Usage
from ufv_sweep.files import append_log, read_text

ENVIRONMENT = {}  # what Open MPI is told, beside the environment
stopped = []      # the signals that have asked for the end
_child = []       # the run under way


def _on_signal(number, _frame):
    stopped.append(number)
    for child in _child:
        child.send_signal(signal.SIGUSR1)  # launchers pass it on, and ufv-solve ends after a checkpoint


def catch_signals():
    """SIGINT, SIGTERM, SIGHUP and SIGUSR1 end the sweep after a checkpoint of the run under way."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1):
        signal.signal(number, _on_signal)


def find_solver():
    """The path of ufv-solve: in the folder UFV_BIN, beside this program, or in PATH."""
    beside = os.path.dirname(os.path.realpath(sys.argv[0]))
    folders = [os.environ["UFV_BIN"]] if os.environ.get("UFV_BIN") else [beside, *os.get_exec_path()]
    for folder in folders:
        path = os.path.join(folder, "ufv-solve")
        if os.access(path, os.X_OK) and os.path.isfile(path):
            return os.path.realpath(path)
    raise Failure("ufv-solve was not found; install ufv, or give its folder: UFV_BIN=build ufv-sweep ...")


def _manifest(packs, key):
    """The words that the manifest of a folder of packs gives a key."""
    path = os.path.join(packs, "manifest.ini")
    advice = "give --packs a folder that ufv-prep has written"
    try:
        words = [line.split() for line in read_text(path, advice).splitlines()]
    except FileNotFoundError:
        raise Failure(f"{path} cannot be read; {advice}")
    return [w[2] for w in words if w[:2] == [key, "="] and len(w) == 3]


def same_cells(packs, other):
    """Have two folders of packs as many cells? With others a restart begins to count evaluations anew."""
    return packs == other or _manifest(packs, "cells") == _manifest(other, "cells")


def ranks_of(packs):
    """The number of packs in a folder, by its manifest; the last of them is there."""
    path = os.path.join(packs, "manifest.ini")
    found = _manifest(packs, "ranks")
    if not found or not re.fullmatch("[1-9][0-9]{0,6}", found[0]):
        raise Failure(f"{path} names no number of ranks; run ufv-prep again")
    last = os.path.join(packs, f"rank-{int(found[0]) - 1:05d}.h5")
    if not os.path.exists(last):
        raise Failure(f"{last} is missing; run ufv-prep again")
    return int(found[0])


def launcher(asked, packs):
    """The words before ufv-solve. Open MPI refuses to start as root, and more ranks than cores, unless told to."""
    try:
        words = shlex.split(asked or "")
    except ValueError as e:
        raise Usage(f"--launch {asked}: {e}")
    words = words if asked else ["mpirun", "-np", str(ranks_of(packs))]
    if not words or not shutil.which(words[0]):
        raise Usage(f"--launch: {words[0] if words else 'nothing'} was not found")
    if asked:
        return words
    if os.geteuid() == 0:
        ENVIRONMENT.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    if subprocess.run(words + ["true"], env={**os.environ, **ENVIRONMENT}, capture_output=True).returncode != 0:
        ENVIRONMENT["OMPI_MCA_rmaps_base_oversubscribe"] = "1"
    return words


def run(words, log, held):
    """Runs a command, what it prints goes to the end of a file; its status, 128 and more for a signal that ended it.
    held: the lock of the point, which the run keeps when this process is killed."""
    out = append_log(log)
    try:
        child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True,
                                 env={**os.environ, **ENVIRONMENT}, pass_fds=[held])
        _child.append(child)
        lock.note_run(held, child.pid)
        if stopped:  # it came before there was a run
            child.send_signal(signal.SIGUSR1)
        status = child.wait()
        _child.clear()
    finally:
        with contextlib.suppress(OSError):  # it is the run that writes
            out.close()
    return status if status >= 0 else 128 - status
