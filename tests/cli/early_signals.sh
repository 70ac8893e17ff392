# A signal at the very start of a run. Whenever it comes, nothing is lost: either ufv-solve says so in one sentence
# and ends with status 3, or the system was still loading it and the signal ends it, when it has read and written
# nothing. The batch script requeues the job after both (its launcher and Slurm are stand-ins here).
. tests/lib.sh
flow_case "$T/case.cfg"
{ "$box" --cells hex --n 4 4 4 --out "$T/m.cgns" && "$prep" --quiet "$T/m.cgns" --ranks 1 --out "$T/p"; } >"$T/log" 2>&1 ||
    { cat "$T/log"; fail early_signals_setup "mesh or packs"; exit 1; }

# ---- ufv-solve -------------------------------------------------------------------------------
raw=0 said=0 wrong= tries=$(seq 100000)
for signal in HUP:1 INT:2 USR1:10 TERM:15; do
    number=${signal#*:} signal=${signal%:*}
    for pause in 0 0.002 0.005 0.01 0.02 0.03 0.05 0.1; do
        # shells start what is in the background with SIGINT ignored, nohup with SIGHUP; not so this one
        env --default-signal=INT,HUP "$solve" --quiet "$T/case.cfg" --packs "$T/p" --out "$T/r" --device cpu --threads 1 \
            --steps 1000000 >"$T/out" 2>&1 &
        for _ in $tries; do # it is a shell, and then env, until it is ours
            read -r name <"/proc/$!/comm" && [ "$name" != ufv-solve ] || break
        done
        sleep $pause
        kill -$signal $!
        wait $! 2>/dev/null
        status_was=$?
        case $status_was in
        3)  said=$((said + 1))
            [ -e "$T/r/latest" ] || grep -q '^ufv-solve: stopped by .* before the first step; ' "$T/out" ||
                wrong="$wrong $signal $pause: $(cat "$T/out");" ;;
        $((128 + number)))
            raw=$((raw + 1))
            [ ! -s "$T/out" ] && [ ! -e "$T/r" ] || wrong="$wrong $signal $pause: ended by it after its start;" ;;
        *)  wrong="$wrong $signal $pause: status $status_was;" ;;
        esac
        [ -z "$(find "$T/r" -name '.lock*' -o -name '*.tmp' 2>/dev/null)" ] || wrong="$wrong $signal $pause: left a lock;"
        rm -rf "$T/r"
    done
done
echo "  $said times a sentence, $raw times while it was loaded"
if [ -z "$wrong" ]; then ok early_signal; else fail early_signal "$wrong"; fi

# ---- the batch script ---------------------------------------------------------------------------
mkdir "$T/bin"
printf '#!/bin/sh\necho "$*" >>"%s/requeued"\n' "$T" >"$T/bin/scontrol"
cat >"$T/bin/launch" <<'LAUNCH'
#!/bin/sh
# The launcher, started by the script: it has the script signalled, or not, and ends in a way of its own.
case $ENDS in
by_USR1) kill -USR1 $PPID; exec sleep 100000 ;;
with_*) [ $SIGNALLED = no ] || { trap 'asked=yes' USR1; asked=no; kill -USR1 $PPID; while [ $asked = no ]; do sleep 0.05; done; }
    exit "${ENDS#with_}" ;;
esac
LAUNCH
chmod +x "$T/bin/scontrol" "$T/bin/launch"
batch() { # batch SIGNALLED ENDS STATUS REQUEUED
    rm -f "$T/requeued"
    SIGNALLED=$1 ENDS=$2 PATH="$T/bin:$PATH" UFV_LAUNCH="$T/bin/launch" SLURM_JOB_ID=7 SLURM_NTASKS=1 \
        SLURM_JOB_NODELIST=here scripts/slurm/solve.sbatch "$T/case.cfg" "$T/p" "$T/none" >"$T/log" 2>&1
    code=$?
    requeued=no; [ ! -e "$T/requeued" ] || requeued=yes
    if [ $code -eq "$3" ] && [ $requeued = "$4" ]; then ok "batch_$1_$2"
    else sed 's/^/  /' "$T/log"; fail "batch_$1_$2" "status $code, requeued: $requeued"; fi
}
batch yes by_USR1 0 yes
for s in 3 137 138 143; do batch yes with_$s 0 yes; done
batch yes with_1 1 no
batch no with_138 138 no # not asked to end: somebody else's signal
batch no with_0 0 no
batch no with_5 5 no
# a file latest is a name, which the shell does not compute
mkdir "$T/none"
for text in 'fields-0+a[$(touch PWN)]' 'a[$(touch PWN)]' ''; do
    echo "$text" >"$T/none/latest"
    batch no with_0 1 no
    check batch_says_what_latest_is grep -q 'none/latest names no folder of fields, such as fields-000001000' "$T/log"
done
check batch_computes_no_names test ! -e PWN
echo fields-000000012 >"$T/none/latest"
batch no with_0 0 no
check batch_takes_the_iteration grep -q 'from iteration 12, restarted' "$T/log"
exit $status
