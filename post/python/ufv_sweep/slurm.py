"""A job script that computes a sweep in Slurm job arrays: an array for each generation of points. A generation waits
for the one before to end; a job starts from the nearest point that is done at that moment. Names of files stand in it
quoted for the shell and in no comment, which a line end in a name would leave."""
import os
import shlex
import sys

from ufv_sweep import launch, plan
from ufv_sweep.errors import Failure
from ufv_sweep.files import read_text, show, write_bytes
from ufv_sweep.folder import ENDED

MARK = "# Written by ufv-sweep --array."
TEXT = """#!/bin/bash
# Computes the points of a sweep in job arrays: {n} points in {n_arrays} generations.
# A generation begins when the one before has ended, and {starts}.
{mark} On a login node:
#
#   bash SCRIPT [options of sbatch, such as --partition=gpu]
#
# Jobs that reach their time limit write a checkpoint and are requeued. Points that fail are told in the table, which
# the last job writes, and tried again by `ufv-sweep FOLDER --retry`. A job ends with the status of its point:
# 0 done, 3 stopped on request, 4 failed, 5 not converged after all its steps.
#SBATCH --job-name=ufv-sweep
#SBATCH --ntasks={ranks}
#SBATCH --cpus-per-task=8
{gpus}#SBATCH --time=04:00:00
#SBATCH --signal=B:USR1@120
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=%x-%A_%a.log
sweep=({program}) folder={folder}
generation=(
{generations}
)

if [ -z "$SLURM_JOB_ID" ]; then # on the login node: submits itself, once for each generation
    set -e
    after=
    for k in "${{!generation[@]}}"; do
        n=$(wc -w <<<"${{generation[k]}}")
        job=$(sbatch --parsable --array=0-$((n - 1)) $after "$@" "$0" "$k")
        echo "generation $k: $n points, job $job"
        after=--dependency=afterany:${{job%%;*}}
    done
    sbatch --job-name=ufv-sweep-table --output=%x-%j.log $after --wrap {table}
    exit
fi
read -r -a names <<<"${{generation[$1]}}"
export OMP_NUM_THREADS="${{SLURM_CPUS_PER_TASK:-1}}" SRUN_CPUS_PER_TASK="${{SLURM_CPUS_PER_TASK:-1}}"
name=${{names[SLURM_ARRAY_TASK_ID]}} run= asked=no
trap 'asked=yes; [ -z "$run" ] || kill -USR1 $run' USR1
"${{sweep[@]}}" "$folder" --point "$name" {options} &
run=$!
wait $run; status=$?
while kill -0 $run 2>/dev/null; do wait $run; status=$?; done
limit='"stopped_by": "wall-time limit"' # of the case file
if [ $status -eq 3 ] && {{ [ $asked = yes ] || grep -qF "$limit" "$folder/points/$name/run.json"; }}; then
    exec scontrol requeue "${{SLURM_ARRAY_JOB_ID}}_$SLURM_ARRAY_TASK_ID"
fi
exit $status
"""


def generations(points, waiting, done, cold):
    """[[names]]: each point is one generation behind the point that it starts from; those that are done are behind no
    other."""
    depth, found = dict.fromkeys(done, -1), []
    for name, start in plan.order(points, waiting, done):
        depth[name] = 0 if cold or start is None else depth[start] + 1
        if depth[name] == len(found):
            found.append([])
        found[depth[name]].append(name)
    return found


def _options(options):
    words = [name for name in ("--cold", "--retry", "--more", "--quiet") if options.get(name)]
    words += ["--start", os.path.abspath(options["--start"])] if "--start" in options else []
    return shlex.join(words + ["--launch", options.get("--launch") or "srun --mpi=pmix --kill-on-bad-exit=1"])


def _program():
    """The words that start ufv-sweep as it was started here: a program, or `python3 -m ufv_sweep`."""
    path = os.path.realpath(sys.argv[0])
    return [sys.executable or "python3", "-m", "ufv_sweep"] if os.path.basename(path) == "__main__.py" else [path]


def check_place(path, home):
    """A job script takes the place of an earlier one and of nothing else, nor that of a file of the sweep in home that
    is not there yet."""
    if not os.path.isdir(os.path.dirname(path) or "."):
        raise Failure(f"{path}: its folder does not exist; make it first")
    place, home = (os.path.realpath(os.path.dirname(os.path.abspath(path))), os.path.realpath(home))
    if os.path.commonpath([place, home]) == home and not os.path.exists(path):
        raise Failure(f"{path}: is in the folder of the sweep, which holds its results; name a file in another folder "
                      "for --array")
    try:
        ours = f"\n{MARK}" in read_text(path, "name another file for --array")
    except FileNotFoundError:
        return
    if not ours:
        raise Failure(f"{path}: is there already, is not a job script of ufv-sweep and is not overwritten; name "
                      "another file")


def write(folder, waiting, options):
    """The script that --array names."""
    waits = set(waiting)
    done = [name for name in folder.names(*ENDED) if name not in waits]
    levels = generations(folder.points, waiting, done, options.get("--cold"))
    path, home, program = options["--array"], os.path.abspath(folder.path), _program()
    starts = "each point starts from uniform flow" if options.get("--cold") else (
        "each point starts from\n# the nearest point that is done at that moment, one of its own generation included")
    text = TEXT.format(
        mark=MARK, folder=shlex.quote(home), n=len(waiting), n_arrays=len(levels), starts=starts,
        program=shlex.join(program), table=shlex.quote(shlex.join(program + [home, "--table"])),
        ranks=launch.ranks_of(folder.plan["packs"]),
        gpus="" if "cpu" in folder.plan["arguments"] else "#SBATCH --gpus-per-task=1\n",
        generations="\n".join("    " + shlex.quote(" ".join(level)) for level in levels), options=_options(options))
    write_bytes(path, os.fsencode(text), 0o777)  # names of files are bytes, whatever they mean
    if not options.get("--quiet"):
        word = shlex.quote(path if not path.startswith("-") else os.path.join(".", path))
        show(f"{path}: {len(waiting)} points in {len(levels)} job arrays; submit them: bash {word}")
