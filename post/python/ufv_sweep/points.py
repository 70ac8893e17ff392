"""The run of one point: from where it starts, what is kept of it, and what a failure is."""
import os

from ufv_sweep import launch, lock
from ufv_sweep.errors import Failure
from ufv_sweep.files import printable, read_json, read_text
from ufv_sweep.folder import DONE, FAILED, RUNNING, check_no_link
from ufv_sweep.outcome import of_point, progress
from ufv_sweep.plan import blend, nearest

UNIFORM = "uniform"
DIVERGED, STOPPED = 4, 3


class Runner:
    """Computes points of a folder. options: as cli.parse() gives them; say: prints a line of progress."""

    def __init__(self, folder, options, say):
        self.folder, self.options, self.say = folder, options, say
        plan = folder.plan
        self.launcher = launch.launcher(options.get("--launch") or plan["launch"], plan["packs"])
        self.interrupted = []  # points whose run was ended by a signal that did not come to this program
        self.words = self.launcher + [launch.find_solver(), plan["case"], "--packs", plan["packs"]] + plan["arguments"]

    # ---- where a point starts ----

    def usable(self):
        """Points that others may start from: those that are done and have left fields, best those that converged."""
        folder = self.folder
        done = [name for name in folder.names(DONE) if folder.has_fields(name)]
        return [name for name in done if folder.record(name).get("converged")] or done

    def start_of(self, name):
        """(start and blend for the record, words for ufv-solve): another point, the results given, or nothing."""
        if self.options.get("--cold"):
            return {"start": UNIFORM}, []
        done = self.usable()
        other = nearest(name, self.folder.points, done)
        if other is None:
            given = self.options.get("--start")
            return ({"start": given}, ["--restart", given]) if given else ({"start": UNIFORM}, [])
        words, others = ["--restart", self.folder.results(other)], blend(name, other, self.folder.points, done)
        for third, weight in others.items():
            words += ["--blend", f"{self.folder.results(third)}={weight:.12g}"]
        return {"start": other, "blend": others}, words

    def began_at(self, words):
        if not words:
            return [0, 0, 0]
        iteration, evaluations, seconds = progress(words[1])
        run = read_json(os.path.join(words[1], "run.json"))
        packs = run.get("packs") if isinstance(run, dict) else None
        if isinstance(packs, str) and not launch.same_cells(packs, self.folder.plan["packs"]):
            evaluations = 0
        return [iteration, evaluations, seconds]

    # ---- the run ----

    def march(self, name, record, words):
        """One run of ufv-solve; its status. The record says meanwhile that it has begun."""
        self.folder.write_record(name, dict(record, state=RUNNING))
        settings = []
        for key, value in record["settings"].items():
            settings += ["--set", f"{key}={value:.12g}"]
        return launch.run(self.words + settings + ["--out", self.folder.results(name)] + words,
                          self.folder.results(name) + ".log")

    def last_words(self, name):
        """What ufv-solve said last, without its own name before it."""
        text = read_text(self.folder.results(name) + ".log", "move it away")
        lines = [printable(line.strip()) for line in text.splitlines() if line.strip()]
        ours = [line[len("ufv-solve: "):] for line in lines if line.startswith("ufv-solve: ")
                and not line.startswith("ufv-solve: note")]
        said = ours or [line for line in lines if any(c.isalnum() for c in line)]  # launchers draw lines
        return said[-1] if said else "it printed nothing"

    def begin(self, name):
        """A point from its start; from uniform flow if it diverges from there. (record, status)"""
        start, words = self.start_of(name)
        for attempt in (words, []):
            self.folder.remove(name)
            record = {"settings": self.folder.points[name], **start, "began_at": self.began_at(attempt)}
            others = "".join(f", extrapolated with {other}" for other in start.get("blend", {}))
            self.say(f"{name}: from {start['start']}{others}")
            status = self.march(name, record, attempt)
            if status != DIVERGED or not attempt:
                break
            self.say(f"{name}: diverged from {start['start']}, tried again from uniform flow")
            start = {"start": UNIFORM}
        return record, status

    def go_on(self, name):
        """A point from its own newest fields. (record, status)"""
        record = self.folder.record(name)
        self.say(f"{name}: goes on from its own fields")
        return record, self.march(name, record, ["--restart", self.folder.results(name), "--force"])

    def compute(self, name):
        """Computes a point or goes on with one that was interrupted; True: it is done. Fails if the case cannot be
        run at all, and while another ufv-sweep computes the point."""
        results = self.folder.results(name)
        check_no_link(results)
        with lock.held(results + ".lock", results):
            return self._compute(name)

    def _compute(self, name):
        record = self.folder.record(name)
        own = record.get("state") in (RUNNING, DONE) and self.folder.has_fields(name)
        record, status = self.go_on(name) if own else self.begin(name)
        if status == STOPPED and (launch.stopped or self.ended_by_signal(name)):
            return False  # to go on with
        if status in (0, STOPPED):
            return self.note_done(name, record)
        self.note_failed(name, record, status)
        return False

    def ended_by_signal(self, name):
        """Did somebody else end the run, which was not at its end then? A limit of [stop] or a file `stop` is an end."""
        run = read_json(os.path.join(self.folder.results(name), "run.json"))
        if not isinstance(run, dict) or run.get("stopped_by") != "signal":
            return False
        self.interrupted.append(name)
        self.say(f"{name}: a signal ended its run; the same command goes on with it")
        return True

    def note_done(self, name, record):
        row = of_point(name, self.folder.results(name), dict(record, state=DONE))
        self.folder.remove(name, "failed")
        self.folder.write_record(name, dict(record, state=DONE, converged=row["converged"] == "yes"))
        self.say(f"{name}: cl {row['cl']:.5f}, cd {row['cd']:.6f}, {row['steps']} steps, {row['evaluations']} "
                 f"evaluations; {row['reason'].partition(':')[0]}")
        return True

    def note_failed(self, name, record, status):
        # the results move, and what is said of places in them has to go along
        words = self.last_words(name).replace(self.folder.results(name) + "/", self.folder.results(name, "failed") + "/")
        reason = f"status {status}: {words}"
        self.folder.set_aside(name, dict(record, state=FAILED, reason=reason))
        self.say(f"{name}: failed, {reason}")
        if status in (1, 2) and not self.folder.names(DONE):
            log = os.path.join(self.folder.path, "failed", name + ".log")
            raise Failure(f"the case cannot be run: {reason.partition(': ')[2]} (all it printed is in {log})")
