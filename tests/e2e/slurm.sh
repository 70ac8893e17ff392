# scripts/slurm on a real Slurm of one host, started here for the test: packs, a run
# that its time limit cuts, that requeues itself, goes on and ends, and post. Needs
# Debian's slurmctld, slurmd, slurm-client and munge, and root; not much of a core,
# but a minute and a half, which is Slurm's look-round for time limits.
. tests/lib.sh
for p in slurmctld slurmd sbatch scontrol munged; do
    command -v $p >/dev/null ||
        { echo "skip slurm no $p (apt-get install slurmctld slurmd slurm-client munge)"; exit 0; }
done
[ "$(id -u)" -eq 0 ] || { echo "skip slurm its daemons need root"; exit 0; }

# ---- a cluster of one host with two GPUs that are none -----------------------------------
S=$T/slurm host=$(hostname)
export SLURM_CONF=$S/slurm.conf
chmod 755 "$T"
mkdir -p "$S/state" "$S/spool" && mkdir -m 711 "$S/munge"
head -c 1024 /dev/urandom >"$S/munge/key"; chmod 600 "$S/munge/key"
port=$((20000 + $$ % 20000))
cat >"$S/slurm.conf" <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$S/munge/socket
StateSaveLocation=$S/state
SlurmdSpoolDir=$S/spool
SlurmctldPidFile=$S/slurmctld.pid
SlurmdPidFile=$S/slurmd.pid
SlurmctldLogFile=$S/slurmctld.log
SlurmdLogFile=$S/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
KillWait=20
MpiDefault=none
GresTypes=gpu
SlurmdParameters=config_overrides
NodeName=$host NodeAddr=127.0.0.1 CPUs=4 RealMemory=500 Gres=gpu:2 State=UNKNOWN
PartitionName=gpu Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
printf 'Name=gpu File=/dev/null\nName=gpu File=/dev/zero\n' >"$S/gres.conf"
daemons=
end_cluster() { scancel -u root 2>/dev/null; sleep 1; kill $daemons 2>/dev/null; wait 2>/dev/null; rm -rf "$T"; }
trap end_cluster EXIT
munged --force --foreground --key-file="$S/munge/key" --socket="$S/munge/socket" --pid-file="$S/munge/pid" \
    --log-file="$S/munge/log" --seed-file="$S/munge/seed" >"$S/munge.out" 2>&1 & daemons="$daemons $!"
until_true() { # until_true SECONDS COMMAND...: twenty times as long beside other programs
    left=$(($1 * 40)); shift
    until "$@" >/dev/null 2>&1; do left=$((left - 1)); [ $left -gt 0 ] || return 1; sleep 0.5; done
}
until_true 10 test -S "$S/munge/socket"
slurmctld -D -f "$S/slurm.conf" >"$S/slurmctld.out" 2>&1 & daemons="$daemons $!"
slurmd -D -f "$S/slurm.conf" -N "$host" >"$S/slurmd.out" 2>&1 & daemons="$daemons $!"
idle() { sinfo -h -o %T | grep -q idle; }
until_true 20 idle ||
    { tail -n 5 "$S"/*.log "$S"/*.out; echo "skip slurm a cluster of one host could not be started here"; exit 0; }

# ---- prep --------------------------------------------------------------------------------
flow_case "$T/case.cfg"
sed -i "s/^limiter.*/&\nlimiter_k = 0.5/; s/^steps.*/steps = 100000000/; s/^history.*/history = 100/" "$T/case.cfg"
"$box" --cells mixed --n 14 10 8 --perturb 0.15 --seed 3 --out "$T/m.cgns" >/dev/null 2>&1
UFV_BIN=$(realpath "$BUILD"); export UFV_BIN
submit() { sbatch --parsable --chdir="$T" --output="$T/%x-%j.log" "$@"; } # prints the job's number
state() { scontrol show job "$1" 2>/dev/null | sed -n 's/.*JobState=\([A-Z]*\).*/\1/p'; }
ended() { case $(state "$1") in COMPLETED|FAILED|TIMEOUT|CANCELLED|NODE_FAIL|'') return 0 ;; *) return 1 ;; esac; }
job=$(submit --cpus-per-task=1 "$PWD/scripts/slurm/prep.sbatch" m.cgns p 2)
until_true 30 ended "$job"
check slurm_prep test "$(state "$job")" = COMPLETED -a -s "$T/p/rank-00001.h5" -a -s "$T/p.json"

# ---- solve: a minute at most, signalled 55 s before ----------------------------------------
device="--device cpu --threads 1"
job=$(submit --ntasks=2 --cpus-per-task=1 --time=1 --signal=B:USR1@55 "$PWD/scripts/slurm/solve.sbatch" case.cfg p r 0 $device --quiet)
log=$T/ufv-solve-$job.log
requeued() { grep -q 'requeued$' "$log"; }
until_true 100 requeued
check slurm_time_nearly_over grep -q "job $job: time is nearly over, SIGUSR1 to all ranks" "$log"
check slurm_cut_and_requeued grep -qE "job $job: cut at fields-[0-9]+, requeued" "$log"
cut=$(sed 's/fields-0*//' "$T/r/latest")
check slurm_checkpoint_is_of_a_signal grep -q '"stopped_by": "signal"' "$T/r/run.json"
sed -i 's/^steps.*/steps = 40/' "$T/case.cfg" # what is left to do
again() { scontrol update JobId="$job" StartTime=now; ended "$job"; } # Slurm lets requeued jobs wait two minutes
until_true 60 again
check slurm_went_on grep -q "ranks on $host from iteration $cut, restarted 1 times" "$log"
check slurm_completed test "$(state "$job")" = COMPLETED
check slurm_ended grep -q "job $job: ends with status 0" "$log"
check slurm_no_iteration_lost test "$(number "$T/r/run.json" first_iteration)" = "$cut" -a \
    "$(number "$T/r/run.json" iteration)" = $((cut + 40))
check slurm_history_is_one test "$(sed '1d; s/,.*//' "$T/r/history.csv" | sort -n | uniq -d | wc -l)" -eq 0

# ---- a total; by another launcher ------------------------------------------------------------
total=$((cut + 60))
job=$(UFV_LAUNCH="mpirun -np 2" submit --ntasks=2 --cpus-per-task=1 "$PWD/scripts/slurm/solve.sbatch" case.cfg p r $total $device --quiet)
until_true 30 ended "$job"
check slurm_total test "$(state "$job")" = COMPLETED -a "$(number "$T/r/run.json" iteration)" = $total
job=$(submit --ntasks=2 --cpus-per-task=1 "$PWD/scripts/slurm/solve.sbatch" case.cfg p r $total $device)
until_true 30 ended "$job"
check slurm_total_reached grep -q "iteration $total of $total is reached, nothing to do" "$T/ufv-solve-$job.log"
job=$(submit --ntasks=2 --cpus-per-task=1 "$PWD/scripts/slurm/solve.sbatch" none.cfg p new 0 $device)
until_true 30 ended "$job"
check slurm_failure_is_no_requeue grep -q "job $job: ends with status 1" "$T/ufv-solve-$job.log"
check slurm_failure_is_seen test "$(state "$job")" = FAILED

# ---- post ------------------------------------------------------------------------------------
job=$(submit --cpus-per-task=1 "$PWD/scripts/slurm/post.sbatch" r post)
until_true 30 ended "$job"
check slurm_post test "$(state "$job")" = COMPLETED -a -s "$T/post/forces.json" -a -s "$T/post/field.pvtu"
if [ $status -eq 0 ]; then cat "$log"; else tail -n 20 "$S"/slurm*.log; tail -n 5 "$T"/*.log; fi # ours last: a summary shows the end
exit $status
