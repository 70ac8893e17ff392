#!/usr/bin/env python3
"""A stand-in for ufv-solve in tests of ufv-sweep: leaves what a run leaves and ends as the file FAKE/NAME asks, NAME
being that of the results: "STATUS CONVERGED STOPPED_BY", a signal as -9. Each call is noted in FAKE/calls.

"wait" there: it writes a checkpoint after 3 iterations and waits for the file FAKE/go, then ends with 0. Two at a time
in one folder are noted as "TWO".
"""
import json
import os
import signal
import sys
import time

words, fake = sys.argv[1:], os.environ["FAKE"]


def after(option, otherwise=None):
    return words[words.index(option) + 1] if option in words else otherwise


out = after("--out")
settings = dict(word.split("=", 1) for before, word in zip(words, words[1:]) if before == "--set")
name = os.path.basename(out)
restart = after("--restart")
with open(os.path.join(fake, "calls"), "a", encoding="utf-8") as f:
    f.write(f"{name} from {os.path.basename(restart) if restart else 'uniform'} steps "
            f"{after('--steps') or settings.get('time.steps')} until {after('--until')}\n")
with open(os.path.join(fake, name), encoding="utf-8") as f:
    asked = f.read().split()
signal.signal(signal.SIGUSR1, signal.SIG_DFL)
at = 0
if restart:
    with open(os.path.join(restart, "latest"), encoding="utf-8") as f:
        at = int(f.read().strip()[len("fields-"):])
end = int(after("--until") or at + int(after("--steps") or settings.get("time.steps") or 1000))
os.makedirs(out, exist_ok=True)
mine = os.path.join(out, ".lock")
if os.path.exists(mine) and asked[0] != "-9":
    with open(os.path.join(fake, "calls"), "a", encoding="utf-8") as f:
        f.write("TWO\n")


def write(path, text):
    with open(os.path.join(out, path), "w", encoding="utf-8") as f:
        f.write(text)


def leave(iteration):
    """The fields and the history of an iteration."""
    os.makedirs(os.path.join(out, f"fields-{iteration:09d}"), exist_ok=True)
    write(f"fields-{iteration:09d}/rank-00000.h5", "fields")
    write("history.csv", f"iteration,wall_seconds,evaluations\n{iteration},1.5,{2 * iteration}\n")
    write("latest", f"fields-{iteration:09d}\n")


if asked[0] == "wait":
    write(".lock", "x")
    leave(at + 3)
    while not os.path.exists(os.path.join(fake, "go")):
        time.sleep(0.02)
    os.remove(mine)
    asked = ["0", "true", "residual dropped as asked"]
status, converged, by = int(asked[0]), asked[1], " ".join(asked[2:])
if status == 3 and by != "nothing":
    end = at + 4
if status < 0:
    leave(at + 3)
    os.kill(os.getpid(), -status)
if by != "nothing":
    leave(end)
    of = {"cl": 0.5, "cd": 0.02, "cmy": 0, "cmz": 0}
    write("forces.json", json.dumps({**of, "pressure": of, "friction": of}))
    flow = {"mach": 0.7, "alpha": 1, "beta": 0, "reynolds": None, "up": "z"}
    write("run.json", json.dumps({"settings": {"flow": flow}, "converged": json.loads(converged), "verdict": "so: it is",
                                  "stopped_by": by, "iteration": end, "cl_remaining": 0.0, "cd_remaining": 0.0}))
print("ufv-solve: what it says", file=sys.stderr)
sys.exit(status)
