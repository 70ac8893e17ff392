"""Runs of ufv-solve: started, watched and waited for."""
import json
import os
import signal
import subprocess

from ufv import programs
from ufv.errors import of_sweeps
from ufv.results import Results
from ufv_sweep import files, launch

DONE, STOPPED, UNCONVERGED = 0, 3, 5


class Run:
    """A run that is under way. results: its folder; log: what it prints."""

    def __init__(self, process, results, log):
        self.process, self.results, self.log = process, results, log

    @property
    def status(self):
        """None while it runs; then 0 done, 1 bad input, 2 wrong usage, 3 stopped on request, 4 no solution, 5 a steady
        run that its number of steps has ended."""
        return self.process.poll()

    @property
    def progress(self):
        """progress.json: iteration, residual drop, cl, cd, seconds left; {} before there is one."""
        try:
            with open(os.path.join(self.results, "progress.json"), encoding="utf-8") as f:
                found = json.load(f)
        except (FileNotFoundError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def watch(self, seconds=2):
        """Yields the progress every so many seconds until the run ends, and once more then."""
        while self.status is None:
            yield self.progress
            try:
                self.process.wait(seconds)
            except subprocess.TimeoutExpired:
                pass
        yield self.progress

    def stop(self):
        """Asks the run to end after a checkpoint."""
        self.process.send_signal(signal.SIGUSR1)

    def wait(self):
        """Waits for the end; the Results. Raises ProgramError if the run failed."""
        status = self.process.wait()
        if status not in (DONE, STOPPED, UNCONVERGED):
            with open(self.log, encoding="utf-8", errors="replace") as f:
                lines = [line.strip() for line in f if line.startswith("ufv-solve: ")] or [f"see {self.log}"]
            raise programs.ProgramError(lines[-1], status)
        return Results(self.results)


def solve(case, packs, out, settings=None, restart=None, options=(), command=None):
    """Starts ufv-solve on a case, one rank for each pack; the Run. settings: {"flow.alpha": 2, ...}; restart: results
    that it goes on from; options: further words; command: what starts the ranks ("srun --mpi=pmix")."""
    with of_sweeps():
        words = launch.launcher(programs.as_command(command), os.fspath(packs))
    words += [programs.find("ufv-solve"), programs.as_path(case), "--packs", programs.as_path(packs), "--out",
              programs.as_path(out)]
    words += programs.as_settings(settings)
    words += ["--restart", programs.as_path(restart)] if restart else []
    words += programs.as_words(options, "options")
    log = os.fspath(out).rstrip("/") + ".log"
    with of_sweeps():
        f = files.new_log(log)
    with f:
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=f, stderr=f,
                                   start_new_session=True, env={**os.environ, **launch.ENVIRONMENT})
    return Run(process, os.fspath(out), log)
