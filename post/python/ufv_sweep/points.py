"""The run of one point: from where it starts, what is kept of it, and what a failure is."""
import os
import re
import signal

from ufv_sweep import case, launch, lock
from ufv_sweep.errors import Failure, Stopped
from ufv_sweep.files import printable, read_json, read_text
from ufv_sweep.folder import DONE, ENDED, FAILED, FIELDS, NAME as PLAN, RUNNING, STOPPED, UNCONVERGED, UNIFORM
from ufv_sweep.folder import check_no_link
from ufv_sweep.outcome import of_point, progress, scheme_of
from ufv_sweep.plan import blend, nearest

# Statuses of ufv-solve. 5, of a steady run that its number of steps ended, is new: before, it was 0 like all ends.
RIGHT, ASKED_TO_STOP, WITHOUT_SOLUTION, NOT_CONVERGED = 0, 3, 4, 5
# of a run, or its launcher, that somebody killed: the system without memory, an operator, a host that goes down
KILLED = {128 + number for number in (signal.SIGHUP, signal.SIGINT, signal.SIGKILL, signal.SIGUSR1, signal.SIGTERM)}


def iteration_of(results):
    """The iteration of the newest fields of a results folder; None: there are none."""
    path = os.path.join(results, "latest")
    try:
        name = read_text(path, "move it away").strip()
    except FileNotFoundError:
        return None
    if not re.fullmatch(FIELDS, name):
        raise Failure(f"{path}: '{printable(name)[:80]}' is not the name of a folder of fields such as "
                      "fields-000001000; write that of one of the folders beside it")
    return int(name.partition("-")[2])


def _without_steps(words):
    """The words for ufv-solve with --steps N as a setting, beside which --until may stand."""
    return [f"time.steps={word}" if before == "--steps" else "--set" if word == "--steps" else word
            for before, word in zip([None] + words, words)]


class Runner:
    """Computes points of a folder. options: as cli.parse() gives them; say: prints a line of progress."""

    def __init__(self, folder, options, say):
        self.folder, self.options, self.say = folder, options, say
        plan = folder.plan
        self.launcher = launch.launcher(options.get("--launch") or plan["launch"], plan["packs"])
        self.program = self.launcher + [launch.find_solver(), plan["case"], "--packs", plan["packs"]]
        self.steps = case.steps(plan["case"], plan["arguments"])

    # ---- where a point starts ----

    def usable(self):
        """Points that others may start from: those that are done and have left fields, best those that converged."""
        records = {name: self.folder.record(name) for name in self.folder.points}
        ended = [name for name in records if records[name].get("state") in ENDED and self.folder.has_fields(name)]
        return [name for name in ended if records[name].get("converged")] or ended

    def start_of(self, name):
        """(start and blend for the record, words for ufv-solve): another point, the results given, or nothing."""
        if self.options.get("--cold"):
            return {"start": UNIFORM}, []
        done = self.usable()
        other = nearest(name, self.folder.points, done)
        if other is None:
            given = self.options.get("--start")
            given = os.path.join(".", given) if given == UNIFORM else given
            return ({"start": given}, ["--restart", given]) if given else ({"start": UNIFORM}, [])
        words, others = ["--restart", self.folder.results(other)], blend(name, other, self.folder.points, done)
        for third, weight in others.items():
            words += ["--blend", f"{self.folder.results(third)}={weight:.12g}"]
        return {"start": other, "blend": others}, words

    def began_at(self, words):
        """What the record says of the beginning, with the scheme of the run that wrote it, if that is known."""
        if not words:
            return {"began_at": [0, 0, 0]}
        iteration, evaluations, seconds = progress(words[1])
        run = read_json(os.path.join(words[1], "run.json"))
        packs = run.get("packs") if isinstance(run, dict) else None
        if isinstance(packs, str) and not launch.same_cells(packs, self.folder.plan["packs"]):
            evaluations = 0
        scheme = scheme_of(run)
        return {"began_at": [iteration, evaluations, seconds], **({"began_scheme": scheme} if scheme else {})}

    # ---- the run ----

    def march(self, name, record, words, held):
        """One run of ufv-solve, which ends at the iteration "until" of the record, if it has one; its status. The
        record says meanwhile that it has begun."""
        self.folder.write_record(name, dict(record, state=RUNNING))
        settings, arguments = [], self.folder.plan["arguments"]
        for key, value in record["settings"].items():
            settings += ["--set", f"{key}={value:.12g}"]
        if record.get("until") is not None and words:
            arguments, words = _without_steps(arguments), words + ["--until", str(record["until"])]
        return launch.run(self.program + arguments + settings + ["--out", self.folder.results(name)] + words,
                          self.folder.results(name) + ".log", held)

    def last_words(self, name):
        """What ufv-solve said last, without its own name before it."""
        text = read_text(self.folder.results(name) + ".log", "move it away")
        lines = [printable(line.strip()) for line in text.splitlines() if line.strip()]
        ours = [line[len("ufv-solve: "):] for line in lines if line.startswith("ufv-solve: ")
                and not line.startswith("ufv-solve: note")]
        said = ours or [line for line in lines if any(c.isalnum() for c in line)]  # launchers draw lines
        return said[-1] if said else "it printed nothing"

    def begin(self, name, held):
        """A point from its start; from uniform flow if that leads to no solution. (record, status)"""
        start, words = self.start_of(name)
        for attempt in (words, []):
            began = self.began_at(attempt)
            at = (iteration_of(attempt[1]) or 0) if attempt else 0
            self.folder.remove(name)
            record = {"settings": self.folder.points[name], **start, **began,
                      "until": None if self.steps is None else at + self.steps}
            others = "".join(f", extrapolated with {other}" for other in start.get("blend", {}))
            self.say(f"{name}: from {start['start']}{others}")
            status = self.march(name, record, attempt, held)
            if status != WITHOUT_SOLUTION or not attempt:
                break
            self.say(f"{name}: no solution from {start['start']}, tried again from uniform flow")
            start = {"start": UNIFORM}
        return record, status

    def go_on(self, name, record, held):
        """A point from its own newest fields, by the steps that are left to it, or for as many again after its end.
        (record, status)"""
        at, results = iteration_of(self.folder.results(name)) or 0, self.folder.results(name)
        if record["state"] in ENDED:
            until = None if self.steps is None else at + self.steps
        else:
            until = record.get("until") or self.last_iteration(results)
        if until is not None and until <= at:
            run = read_json(os.path.join(results, "run.json")) or {}
            until = at if run.get("iteration") == at else at + 1  # killed before its report: no step, no verdict
        record = dict(record, until=until)
        self.say(f"{name}: goes on from its own fields" + ("" if until is None else f", {record['until'] - at} steps"))
        return record, self.march(name, record, ["--restart", results, "--force"], held)

    @staticmethod
    def last_iteration(results):
        """Where the interrupted run would have ended at the latest; None: it has not said so."""
        found = (read_json(os.path.join(results, "progress.json")) or {}).get("last_iteration")
        return found if isinstance(found, int) and 0 < found < 10 ** 15 else None

    def wait_for_ranks(self, name, waiting):
        """Ranks whose launcher was killed live a moment longer."""
        try:
            text = read_text(os.path.join(self.folder.results(name), ".lock"), "move it away")
        except FileNotFoundError:
            return
        found = re.search(r"^host (\S+)\npid ([0-9]{1,9})\n(?:.*\n)*start ([0-9]+)$", text, re.MULTILINE)
        while found and lock.lives(found.group(2), found.group(1), found.group(3)):
            waiting(int(found.group(2)))

    def compute(self, name):
        """Computes a point or goes on with one that was interrupted. Fails if the case cannot be run at all, and while
        another ufv-sweep computes the point."""
        results = self.folder.results(name)
        check_no_link(results)
        waiting = lock.Waiting(name, self.say, launch.stopped)
        try:
            with lock.held(results + ".lock", results, waiting) as held:
                self.wait_for_ranks(name, waiting)
                self._compute(name, held)
        except Stopped:
            pass

    def _compute(self, name, held):
        record = self.folder.record(name)
        own = record.get("state") in (*ENDED, STOPPED, RUNNING) and self.folder.has_fields(name)
        record, status = self.go_on(name, record, held) if own else self.begin(name, held)
        if not os.path.exists(self.folder.results(name) + ".json"):
            raise self.removed(name)
        if status in (RIGHT, NOT_CONVERGED):
            self.note_end(name, record, status)
        elif status == ASKED_TO_STOP or status in KILLED or (launch.stopped and status != WITHOUT_SOLUTION):
            self.note_stopped(name, record, status)
        else:
            self.note_failed(name, record, status)

    def removed(self, name):
        """What somebody has deleted under the run: the sweep, or results alone, whose folder is made again."""
        if os.path.exists(os.path.join(self.folder.path, PLAN)):
            return Failure(f"{self.folder.results(name)}: the point was removed while it was computed; the same "
                           "command computes it anew")
        return Failure(f"{self.folder.path}: the sweep was removed while it was computed; the command with its case "
                       "file, --packs, --out and lists begins it anew")

    def note_end(self, name, record, status):
        row = of_point(name, self.folder.results(name), dict(record, state=DONE))
        state = UNCONVERGED if status == NOT_CONVERGED or row["converged"] == "no" else DONE
        self.folder.write_record(name, dict(record, state=state, converged=row["converged"] == "yes"))
        self.folder.remove(name, "failed")
        self.say(f"{name}: {state}: cl {row['cl']:.5f}, cd {row['cd']:.6f}, {row['steps']} steps, {row['evaluations']} "
                 f"evaluations; {row['reason'].partition(':')[0]}")

    def note_stopped(self, name, record, status):
        """A signal, a file `stop` or a time limit has ended the run, or somebody has killed it."""
        run = read_json(os.path.join(self.folder.results(name), "run.json")) if status == ASKED_TO_STOP else None
        by = run.get("stopped_by") if run else None
        ended = "its run was stopped" if status == ASKED_TO_STOP else f"its run ended with status {status}"
        self.folder.write_record(name, dict(record, state=STOPPED, reason=ended))
        if not launch.stopped:
            ended = f"a {by} ended its run" if isinstance(by, str) else ended
            self.say(f"{name}: {ended}; the same command goes on with it")

    def note_failed(self, name, record, status):
        # the results move, and what is said of places in them has to go along
        here, there = self.folder.results(name) + "/", self.folder.results(name, "failed") + "/"
        words = self.last_words(name).replace(here, there)
        reason = f"status {status}: {words}"
        self.folder.set_aside(name, dict(record, state=FAILED, reason=reason))
        self.say(f"{name}: failed, {reason}")
        if status in (1, 2) and not self.folder.names(*ENDED):
            log = os.path.join(self.folder.path, "failed", name + ".log")
            raise Failure(f"the case cannot be run: {reason.partition(': ')[2]} (all it printed is in {log})")
