# Ranks killed and ranks that hang, at moments drawn at random, while marching and
# while writing checkpoints: all ranks are down within seconds, a sentence names the
# rank, the last checkpoint is good, and going on from it again and again gives the
# bits of a run that nobody touched. KILLS=n SEED=s for more or others; STALL=seconds, after which a rank that waits
# calls another one hung, where one is to hang: so many that ranks wait as long for no other reason, beside whatever runs.
in_memory=yes
. tests/lib.sh
kills=${KILLS:-8} seed=${SEED:-1} stall=${STALL:-4}
export OMPI_MCA_odls_base_sigkill_timeout=1
flow_case "$T/case.cfg"
sed -i "s/^limiter.*/&\nlimiter_k = 0.5/" "$T/case.cfg" # 5 is too weak a limiter for so coarse a mesh
sed -i 's/^history.*/history = 20\ncheckpoint = 3/' "$T/case.cfg"
{ "$box" --cells mixed --n 10 6 5 --perturb 0.15 --seed 3 --out "$T/m.cgns" &&
    "$prep" --quiet "$T/m.cgns" --ranks 3 --out "$T/p"; } \
    >"$T/log" 2>&1 || { cat "$T/log"; fail kills_setup "mesh or packs"; exit 1; }
begin() { # begin ARGUMENTS...: an endless run in $T/r in the background; rank R's process id is in $T/pid.R
    rm -f "$T"/pid.*
    mpirun -np 3 sh -c 'echo $$ >"$0.$OMPI_COMM_WORLD_RANK"
        [ -z "${stuck-}" ] || export LD_PRELOAD="$stuck"; exec "$@"' "$T/pid" "$solve" --quiet "$T/case.cfg" \
        --packs "$T/p" --out "$T/r" --device cpu --threads 1 --steps 100000000 "$@" \
            >"$T/log" 2>&1 &
    mpi=$!
}
latest() { sed 's/fields-0*//' "$T/r/latest" 2>/dev/null || echo 0; }
is_behind() { read -r at 2>/dev/null <"$T/r/latest" && [ "${at#fields-}" -gt "$1" ]; }
marching() { await "$mpi" is_behind "$1"; } # marching ITERATION: waits for a checkpoint after that iteration
running() { # those of the run's processes that are there and no zombies
    for p in "$mpi" $(cat "$T"/pid.* 2>/dev/null); do
        grep -qs '^State:[[:space:]]*[^Z[:space:]]' "/proc/$p/status" && echo "$p"
    done
}
nothing_runs() { [ -z "$(running)" ]; }
down() { await $$ nothing_runs; } # waits until all of the run's processes are gone
whole() { [ "$(ls "$T/r/$(cat "$T/r/latest")" | tr '\n' ' ')" = "rank-00000.h5 rank-00001.h5 rank-00002.h5 " ]; }

begin; marching 0 || { cat "$T/log"; fail kills_setup "no checkpoint"; exit 1; }
kill -TERM "$mpi"; wait "$mpi" 2>/dev/null; down
# one line a kill: seconds to wait, rank, signal (one in four hangs instead)
awk -v n="$kills" -v seed="$seed" 'BEGIN { srand(seed); for (k = 0; k < n; k++)
    printf "%.3f %d %s\n", 0.4 * rand(), int(3 * rand()), k % 4 == 3 ? "STOP" : "KILL" }' >"$T/plan"
in_checkpoint=0 number=0 before=0
while read -r seconds rank signal <&3; do
    number=$((number + 1)) row=kill_${number}_${signal}_rank_${rank}
    before=$(latest)
    set --
    [ $signal = KILL ] || set -- --set output.stall=$stall
    begin --restart "$T/r" "$@"
    marching "$before" || { cat "$T/log"; fail "$row" "did not go on from iteration $before"; break; }
    sleep "$seconds"
    kill -"$signal" "$(cat "$T/pid.$rank")"
    # by the stall detector, and mpirun's grace
    if down; then ok "${row}_all_down"
    else fail "${row}_all_down" "still running: $(running)"; kill -9 "$mpi" $(cat "$T"/pid.*); fi
    wait "$mpi" 2>/dev/null
    case $signal in
        KILL) check "${row}_said" grep -q "process rank $rank .*signal 9" "$T/log" ;;
        STOP) check "${row}_said" grep -qE \
            "^ufv-solve: rank $rank on .*does not answer.*has waited.*all ranks end, go on with --restart" "$T/log" ;;
    esac
    [ -n "$(find "$T/r" -name '*.tmp')" ] && in_checkpoint=$((in_checkpoint + 1))
    check "${row}_checkpoint_whole" whole
done 3<"$T/plan"
echo "  $in_checkpoint of $number were while a checkpoint was written; at iteration $(latest)"

end=$(($(latest) + 10))
run_solve 3 "$T/case.cfg" --packs "$T/p" --restart "$T/r" --out "$T/r" --device cpu --threads 1 --steps 10 ||
    fail kills_end "restart"
run_solve 3 "$T/case.cfg" --packs "$T/p" --out "$T/whole" --device cpu --threads 1 --steps $end \
    --set output.checkpoint=0 || fail kills_end "whole run"
check kills_same_bits same_bits "$T/whole" "$T/r"
check kills_no_temporary_left test -z "$(find "$T/r" -name '*.tmp' -o -name '*.old')"

# A rank that is alive but stuck: rank 0 waits for ever for a disk that does not answer while it writes `latest`.
cat >"$T/stuck.c" <<'C'
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int fsync(int fd)
{
    char link[64], path[4096] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    while (readlink(link, path, sizeof path - 1) > 0 && strstr(path, "/latest.tmp"))
        pause();
    return 0;
}
C
${CC:-cc} -shared -fPIC -o "$T/stuck.so" "$T/stuck.c" || { fail stuck_setup "a library with an fsync() of its own"; exit 1; }
export stuck=$T/stuck.so; begin --restart "$T/r" --set output.stall=$stall; export stuck=
if down; then ok stuck_in_a_checkpoint_all_down
else fail stuck_in_a_checkpoint_all_down "still running: $(running)"; kill -9 "$mpi" $(cat "$T"/pid.*); fi
wait "$mpi" 2>/dev/null
check stuck_in_a_checkpoint_said grep -qE \
    '^ufv-solve: rank 0 on .* is still writing a checkpoint .*: rank [12] has waited [0-9]+ s for its part of a checkpoint at iteration' "$T/log"
check stuck_in_a_checkpoint_keeps_the_last_one whole
check stuck_in_a_checkpoint_same_bits same_bits "$T/whole" "$T/r"

# a run that is suspended as a whole goes on
begin --restart "$T/r" --set output.stall=$stall; marching $end
kill -STOP $(cat "$T"/pid.*); sleep $((2 * stall)); kill -CONT $(cat "$T"/pid.*)
at=$(latest)
check suspended_run_goes_on marching "$at"
kill -TERM "$(cat "$T/pid.0")"; wait "$mpi"
check suspended_run_stops_on_request grep -q '"stopped_by": "signal"' "$T/r/run.json"
exit $status
