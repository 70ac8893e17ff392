"""The sweep's folder: sweep.json, which says what is computed, and a record beside the results of each point.

FOLDER/sweep.json        case, packs, settings, points; written once, extended by further lists
FOLDER/points/NAME/      the results of ufv-solve      FOLDER/points/NAME.log, NAME.json   what it printed; the record
FOLDER/failed/           the same of points that failed
"""
import hashlib
import json
import os
import shutil

from ufv_sweep.errors import Failure, Usage

FORMAT = 1
DONE, FAILED, RUNNING = "done", "failed", "running"


def read_json(path):
    """The object of a JSON file; None where there is no such file."""
    try:
        with open(path, encoding="utf-8") as f:
            return json.load(f)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as e:
        raise Failure(f"{path} cannot be read ({e}); delete it, or use another folder")


def write_text(path, text):
    """Replaces a file as a whole."""
    try:
        with open(path + ".tmp", "w", encoding="utf-8") as f:
            f.write(text)
        os.replace(path + ".tmp", path)
    except OSError as e:
        raise Failure(f"{path} cannot be written: {e.strerror}")


def write_json(path, value):
    write_text(path, json.dumps(value, indent=2) + "\n")


def digest(path):
    """What tells whether a case file has changed."""
    try:
        with open(path, "rb") as f:
            return hashlib.sha256(f.read()).hexdigest()
    except OSError as e:
        raise Failure(f"{path} cannot be read: {e.strerror}")


class Folder:
    """A sweep on disk. plan: what sweep.json holds."""

    def __init__(self, path):
        self.path, self.plan = path, read_json(os.path.join(path, "sweep.json"))
        if self.plan is not None and self.plan.get("format") != FORMAT:
            raise Failure(f"{path}/sweep.json is of another version of ufv-sweep; use another folder")

    def create(self, plan):
        """Begins the sweep, or adds points to it; the rest of the plan must be the one that is there."""
        if self.plan is not None:
            for key in plan:
                if key not in ("points", "launch") and plan[key] != self.plan.get(key):
                    raise Usage(f"{self.path} holds a sweep with another {key} ({self.plan.get(key)}, now "
                                f"{plan[key]}); use another --out, or delete that folder")
            self._check_keys(plan["points"])
            plan = dict(plan, points={**self.plan["points"], **plan["points"]})
        try:
            os.makedirs(os.path.join(self.path, "points"), exist_ok=True)
        except OSError as e:
            raise Failure(f"{self.path} cannot be made: {e.strerror}")
        self.plan = plan
        write_json(os.path.join(self.path, "sweep.json"), plan)

    def _check_keys(self, points):
        """Points of one sweep have the same keys, or they would have no distance."""
        there, more = ({key for settings in p.values() for key in settings} for p in (self.plan["points"], points))
        if there and more and there != more:
            raise Usage(f"{self.path} holds a sweep over {' and '.join(sorted(there))}, not over "
                        f"{' and '.join(sorted(more))}; give lists of the same, or use another --out")

    def check_case(self):
        if digest(self.plan["case"]) != self.plan["case_sha256"]:
            raise Usage(f"{self.plan['case']} has changed since {self.path} was begun; use another --out, or delete "
                        "that folder")

    @property
    def points(self):
        return self.plan["points"]

    def results(self, name, part="points"):
        return os.path.join(self.path, part, name)

    def record(self, name):
        """Of a point; {} where it has not been begun. A point that failed has its record among the failed."""
        for part in ("points", "failed"):
            found = read_json(self.results(name, part) + ".json")
            if found is not None:
                return found
        return {}

    def write_record(self, name, record):
        write_json(self.results(name) + ".json", record)

    def names(self, state):
        return [name for name in self.points if self.record(name).get("state") == state]

    def has_fields(self, name):
        return os.path.exists(os.path.join(self.results(name), "latest"))

    def remove(self, name, part="points"):
        shutil.rmtree(self.results(name, part), ignore_errors=True)
        for end in (".json", ".log"):
            if os.path.exists(self.results(name, part) + end):
                os.remove(self.results(name, part) + end)

    def set_aside(self, name, record):
        """To the failed ones, with the record."""
        self.remove(name, "failed")
        os.makedirs(os.path.join(self.path, "failed"), exist_ok=True)
        self.write_record(name, record)
        for end in ("", ".log", ".json"):
            if os.path.exists(self.results(name) + end):
                os.replace(self.results(name) + end, self.results(name, "failed") + end)
