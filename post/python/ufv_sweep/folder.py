"""The sweep's folder: sweep.json, which says what is computed, and a record beside the results of each point.

FOLDER/sweep.json        case, packs, settings, points; written once, extended by further lists
FOLDER/points/NAME/      the results of ufv-solve      FOLDER/points/NAME.log, NAME.json   what it printed; the record
FOLDER/failed/           the same of points that failed
FOLDER/.lock             while one works on it (lock.py); FOLDER/points/NAME.lock: on that point
FOLDER/.lock-table       while tables and plots are written

Nothing is removed but what ufv-solve and ufv-sweep write there, and nothing behind a link.
"""
import hashlib
import os
import re
import stat

from ufv_sweep import case, files, lists
from ufv_sweep.errors import Failure, Usage
from ufv_sweep.files import read_json, write_json

FORMAT = 1
# States of points. unconverged: ended by its number of steps, a steady run. stopped: on request, to be gone on with.
DONE, UNCONVERGED, STOPPED, FAILED, RUNNING = "done", "unconverged", "stopped", "failed", "running"
ENDED = (DONE, UNCONVERGED)  # by themselves, with results: others may start from them
UNIFORM = "uniform"  # the start of a point that begins with uniform flow
MOST_COUNTED, MOST_SECONDS = 2 ** 53, 1e12  # of steps and evaluations, as a float holds them; 30,000 years
NAME = "sweep.json"
# What a run leaves in its results, whole names: files, and folders with the files in them. No copy under another name.
FIELDS = r"fields-(?:[0-9]{9}|[1-9][0-9]{9,17})"
_RESULT_FILES = (rf"(latest|history\.csv(\.{FIELDS})?|run\.json|forces\.json|progress\.json)(\.tmp)?|"
                 r"stop|\.write-test|\.lock.*")
_RANKS = r"rank-[0-9]{5,}\.h5(\.tmp)?"
_FRAMES = {rf"{FIELDS}(\.replaced)?(\.tmp)?": (_RANKS, {})}
_RESULT_FOLDERS = {**_FRAMES, r"diverged(\.tmp)?": (_RANKS, {})}
_PROBES, _SERIES = (rf"{name}(\.{FIELDS})?" for name in ("probes", "series"))


def digest(path):
    """What tells whether a case file has changed."""
    advice = "a sweep reads the case again for each point, so write it to a file"
    try:
        return hashlib.sha256(files.read_bytes(path, advice)).hexdigest()
    except FileNotFoundError as e:
        raise Failure(f"{path} cannot be read: {e.strerror}; {case.PUT_BACK}")


# ---- what is ours ----

def _plan_removal(path, of_files, of_folders):
    """(files, folders) to be removed for path to go, innermost first; Failure where anything else is in it. of_files: a
    pattern of names; of_folders: {pattern of names: (of_files, of_folders) of what is in them}."""
    found, inner = [], []
    for entry in os.scandir(path):
        below = next((inside for names, inside in of_folders.items() if re.fullmatch(names, entry.name)), None)
        if entry.is_dir(follow_symlinks=False) and below is not None:
            more = _plan_removal(entry.path, *below)
            found, inner = found + more[0], inner + more[1]
        elif entry.is_file(follow_symlinks=False) and re.fullmatch(of_files, entry.name):
            found.append(entry.path)
        else:
            raise Failure(f"{entry.path}: was not written by ufv-solve and is not removed; move it away")
    return found, inner + [path]


def check_no_link(path):
    """Results are not looked for behind a link."""
    if os.path.islink(path):
        raise Failure(f"{path}: is a symbolic link, which is never followed; move it away")


def _one_of(names):
    return "|".join(re.escape(name) for name in names)


def plan_of_removal(path, probes, series):
    """(files, folders) of the results of a point, none when there are none; Failure where anything else is among them.
    probes, series: names of its sets of probes and of its series."""
    check_no_link(path)
    if not os.path.lexists(path):
        return [], []
    if not stat.S_ISDIR(os.lstat(path).st_mode):
        raise Failure(f"{path}: is not a folder; move it away")
    of_probes = (rf"({_one_of(probes)})\.h5(\.tmp)?", {})
    of_series = ("", {_one_of(series): (r"latest(\.tmp)?", _FRAMES)})
    return _plan_removal(path, _RESULT_FILES, {**_RESULT_FOLDERS, _PROBES: of_probes, _SERIES: of_series})


def remove_results(gone, folders):
    for name in gone:
        os.remove(name)
    for name in folders:
        os.rmdir(name)


# ---- what sweep.json may hold ----

def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e300


def _is_point(name, settings):
    return (isinstance(settings, dict) and settings and all(key in lists.KEYS and _is_number(value)
                                                            for key, value in settings.items())
            and lists.point_name(settings) == name)


def _check(path, plan):
    """Names become those of files, so they are those of the points and no others."""
    if plan.get("format") != FORMAT:
        raise Failure(f"{path} is of another version of ufv-sweep; use another folder")
    texts = [plan.get(key) for key in ("case", "case_sha256", "packs")]
    words, points, launch = plan.get("arguments"), plan.get("points"), plan.get("launch")
    good = (all(isinstance(text, str) for text in texts) and isinstance(words, list)
            and all(isinstance(word, str) for word in words) and isinstance(points, dict)
            and "launch" in plan and (launch is None or isinstance(launch, str)))
    if not good:
        raise Failure(f"{path} is damaged; delete it, or use another folder")
    for name, settings in points.items():
        if not _is_point(name, settings):
            raise Failure(f"{path}: '{name}' is not the name of the point that stands there; delete it, or use another "
                          "folder")


_RECORD = {"state": str, "reason": str, "start": str, "converged": bool, "until": int, "blend": dict, "began_at": list,
           "began_scheme": str}


def _is_count(value):
    return _is_number(value) and value == int(value) and 0 <= value <= MOST_COUNTED


def _is_beginning(numbers, record):
    """Iteration, evaluations, seconds; uniform flow begins with none."""
    return (len(numbers) == 3 and all(_is_count(value) for value in numbers[:2]) and _is_number(numbers[2])
            and 0 <= numbers[2] <= MOST_SECONDS and (record.get("start") != UNIFORM or not any(numbers)))


def _check_record(path, record, settings):
    """A record says what it should say, in the types that it should have."""
    numbers = record.get("began_at")
    good = (all(isinstance(record[key], kind) for key, kind in _RECORD.items() if record.get(key) is not None)
            and record.get("settings") == settings
            and record.get("state") in (*ENDED, STOPPED, FAILED, RUNNING)
            and (record.get("until") is None or _is_count(record["until"]))
            and (not numbers or _is_beginning(numbers, record)))
    if not good:
        raise Failure(f"{path} is damaged; delete it, and the point is computed anew")


class Folder:
    """A sweep on disk. plan: what sweep.json holds."""

    def __init__(self, path):
        self.path, self.plan = path, None
        if os.path.lexists(path) and not os.path.isdir(path):
            raise Failure(f"{path}: is not a folder; name another one")
        for part in ("points", "failed"):
            check_no_link(os.path.join(path, part))
        self.read()

    def read(self):
        """Reads sweep.json, where there is one."""
        path = os.path.join(self.path, NAME)
        self.plan = read_json(path)
        if self.plan is not None:
            _check(path, self.plan)

    def check(self):
        """A folder that is there is a sweep's already, or empty."""
        if self.plan is None and os.path.isdir(self.path):
            others = [name for name in os.listdir(self.path)
                      if not name.startswith(".lock") and not re.fullmatch(files.LEFT_OVER, name)]
            if others not in ([], ["points"]) or (others and os.listdir(self.results(""))):
                raise Failure(f"{self.path}: holds {min(others)} and no sweep; name another folder")

    def make(self):
        try:
            os.makedirs(self.path, exist_ok=True)
            self.check()
            os.makedirs(self.results(""), exist_ok=True)
        except OSError as e:
            raise Failure(f"{self.path} cannot be made: {e.strerror}{files.advice(e)}")

    def extend(self, plan):
        """Begins the sweep, or adds points, and writes nothing; the rest of the plan must be the one that is there."""
        if self.plan is not None:
            for key in plan:
                if key not in ("points", "launch") and plan[key] != self.plan.get(key):
                    self._refuse(key, plan)
            self._check_keys(plan["points"])
            plan = dict(plan, points={**self.plan["points"], **plan["points"]})
        self.plan = plan

    def create(self, plan):
        """extend(), in the folder made."""
        self.extend(plan)
        write_json(os.path.join(self.path, NAME), self.plan)

    def _refuse(self, key, plan):
        """What differs between the plan that is there and the one asked for."""
        what = {"case": "another case file", "packs": "other packs", "arguments": "other settings"}.get(key)
        if what is None:
            self._refuse_case()
        old, new = (p[key] if key != "arguments" else " ".join(p[key]) or "none" for p in (self.plan, plan))
        raise Usage(f"{self.path} holds a sweep with {what} ({old}, now {new}); use another --out, or delete that folder")

    def _refuse_case(self):
        raise Usage(f"{self.plan['case']} has changed since {self.path} was begun; use another --out, or delete "
                    "that folder")

    def _check_keys(self, points):
        """Points of one sweep have the same keys, or they would have no distance."""
        there, more = ({key for settings in p.values() for key in settings} for p in (self.plan["points"], points))
        options = {key: f"--{key.partition('.')[2]}" for key in lists.KEYS}
        options["target.cl"] = "--target-cl"
        missing, extra = ([options[key] for key in lists.KEYS if key in keys] for keys in (there - more, more - there))
        if there and more and there != more:
            over = " and ".join(options[key] for key in lists.KEYS if key in there)
            advice = ([f"give {' and '.join(missing)} too, as a list or one number"] if missing else []) + (
                [f"leave {' and '.join(extra)} out"] if extra else [])
            raise Usage(f"{self.path} holds a sweep over {over}; {', '.join(advice)}, or use another --out")

    def check_case(self):
        if digest(self.plan["case"]) != self.plan["case_sha256"]:
            self._refuse_case()

    @property
    def points(self):
        return self.plan["points"]

    def results(self, name, part="points"):
        return os.path.join(self.path, part, name)

    def record(self, name):
        """Of a point; {} where it has not been begun. A point that failed has its record among the failed."""
        for part in ("points", "failed"):
            path = self.results(name, part) + ".json"
            found = read_json(path)
            if found is not None:
                _check_record(path, found, self.points[name])
                return found
        return {}

    def write_record(self, name, record):
        write_json(self.results(name) + ".json", record)

    def names(self, *states):
        return [name for name in self.points if self.record(name).get("state") in states]

    def has_fields(self, name):
        return os.path.exists(os.path.join(self.results(name), "latest"))

    def named(self, section):
        """The names of a section, "probes" or "series", of the case and of the settings."""
        found = [key.partition(".")[2] for key, _ in case.settings(self.plan["arguments"])
                 if key.partition(".")[0] == section]
        return found + case.keys(self.plan["case"], section)

    def remove(self, name, part="points"):
        """The results, the log and the record, which goes first: without it what is left of the results is nothing."""
        results = self.results(name, part)
        left = plan_of_removal(results, self.named("probes"), self.named("series"))
        for path in [results + ".json", results + ".log"]:
            if os.path.lexists(path):
                os.remove(path)
        remove_results(*left)

    def set_aside(self, name, record):
        """To the failed ones, with the record."""
        self.remove(name, "failed")
        os.makedirs(os.path.join(self.path, "failed"), exist_ok=True)
        self.write_record(name, record)
        for end in ("", ".log", ".json"):
            if os.path.exists(self.results(name) + end):
                os.replace(self.results(name) + end, self.results(name, "failed") + end)
