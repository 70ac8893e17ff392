"""How ufv-solve is found and started, and what becomes of signals meanwhile."""
import os
import shlex
import shutil
import signal
import subprocess
import sys

from ufv_sweep.errors import Failure, Usage

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


def ranks_of(packs):
    """The number of packs in a folder, by its manifest."""
    try:
        with open(os.path.join(packs, "manifest.ini"), encoding="utf-8") as f:
            words = [line.split() for line in f]
    except OSError:
        raise Failure(f"{packs}/manifest.ini cannot be read; give --packs a folder that ufv-prep has written")
    found = [w[2] for w in words if w[:2] == ["ranks", "="]]
    if not found:
        raise Failure(f"{packs}/manifest.ini names no number of ranks; run ufv-prep again")
    return int(found[0])


def launcher(asked, packs):
    """The words before ufv-solve. Open MPI refuses to start as root, and more ranks than cores, unless told to."""
    words = shlex.split(asked) if asked else ["mpirun", "-np", str(ranks_of(packs))]
    if not words or not shutil.which(words[0]):
        raise Usage(f"--launch: {words[0] if words else 'nothing'} was not found")
    if asked:
        return words
    if os.geteuid() == 0:
        ENVIRONMENT.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    if subprocess.run(words + ["true"], env={**os.environ, **ENVIRONMENT}, capture_output=True).returncode != 0:
        ENVIRONMENT["OMPI_MCA_rmaps_base_oversubscribe"] = "1"
    return words


def run(words, log):
    """Runs a command, what it prints goes to the end of a file; its status, 128 and more for a signal that ended it."""
    with open(log, "ab") as out:
        child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True,
                                 env={**os.environ, **ENVIRONMENT})
        _child.append(child)
        if stopped:  # it came before there was a run
            child.send_signal(signal.SIGUSR1)
        status = child.wait()
        _child.clear()
    return status if status >= 0 else 128 - status
