# --timeline: spans of the last iterations of every rank in one file that a trace
# viewer opens, in the order in which things can only have happened; waiting and
# balance in run.json.
. tests/lib.sh
flow_case "$T/case.cfg"
sed -i "s/^limiter.*/&\nlimiter_k = 0.5/" "$T/case.cfg" # 5 is too weak a limiter for so coarse a mesh
{ "$box" --cells mixed --n 10 6 5 --perturb 0.15 --seed 3 --out "$T/m.cgns" &&
    "$prep" --quiet "$T/m.cgns" --ranks 2 --out "$T/p"; } \
    >"$T/log" 2>&1 || { cat "$T/log"; fail timeline_setup "mesh or packs"; exit 1; }
march() { # march NAME ARGUMENTS...
    out=$T/$1; shift
    run_solve 2 "$T/case.cfg" --packs "$T/p" --out "$out" --device cpu --threads 1 "$@"
}
check timeline_run march r --steps 60 --timeline "$T/t.json"
# one event a line; as fields: rank lane start end name
sed -n 's/^{"name":"\([^"]*\)","cat":"[a-z]*","ph":"X","pid":\([0-9]*\),"tid":\([0-9]\),"ts":\([-0-9.]*\),"dur":\([-0-9.]*\)},*$/\2 \3 \4 \5 \1/p' \
    "$T/t.json" | sort -k1,1n -k2,2n -k3,3n >"$T/spans"
is_json() { python3 -c 'import json,sys; json.load(open(sys.argv[1]))["traceEvents"]' "$1"; }
if command -v python3 >/dev/null; then check timeline_is_json is_json "$T/t.json"
else echo "skip timeline_is_json no python3"; fi
spans_of() { awk -v r="$1" -v name="$2" '$1 == r && $0 ~ " " name { n++ } END { print n + 0 }' "$T/spans"; }
for r in 0 1; do
    # two stages, each an update and the evaluation of what it made
    check "rank_${r}_waits" test "$(spans_of $r 'wait for messages')" -eq 40
    check "rank_${r}_packs" test "$(spans_of $r transfer_pack.all)" -eq 40
    check "rank_${r}_updates" test "$(spans_of $r update.)" -eq 40
    check "rank_${r}_iterations" test "$(grep -c '"name":"iteration [0-9]*","ph":"i","s":"p","pid":'$r, "$T/t.json")" \
        -eq 20
    check "rank_${r}_last_iteration" grep -q '"name":"iteration 60",.*"pid":'$r, "$T/t.json"
done
# the times are printed to 0.001 us, each of a pair rounded; a checkpoint's waits lie within it
one_at_a_time() { grep -v 'write checkpoint' "$T/spans" | awk '$4 < 0 { print; bad = 1 } $1 " " $2 == lane && $3 < end - 0.002 { print; bad = 1 }
    { lane = $1 " " $2; end = $3 + $4 } END { exit bad || NR == 0 }'; }
check spans_of_a_lane_do_not_overlap one_at_a_time
# The k-th message is unpacked on one rank after its pack began on the other: across
# ranks, so that it holds only with a common clock.
unpacked_after_packed() { awk '$5 == "transfer_pack.all" { pack[$1, ++p[$1]] = $3 } $5 == "transfer_unpack.all" { unpack[$1, ++u[$1]] = $3 }
    END { for (r = 0; r < 2; r++) for (k = 1; k <= 40; k++) if (!(unpack[r, k] > pack[1 - r, k])) { print r, k; exit 1 } }' "$T/spans"; }
check unpacked_after_packed_by_the_other unpacked_after_packed
march long --steps 200 --timeline "$T/long.json" || fail timeline_long run
check timeline_is_bounded test "$(grep -c '"ph":"X"' "$T/long.json")" -le "$(($(grep -c '"ph":"X"' "$T/t.json") + 8))"
march plain --steps 200 || fail timeline_plain run
check timeline_same_bits same_bits "$T/long" "$T/plain"

# ---- waiting in run.json: a rank that stands still for seconds is waited for ------------
entry() { sed -n 's/^ *"'"$2"'": \([^,]*\),*$/\1/p' "$1"; } # entry FILE KEY: one line a rank
mpirun -np 2 sh -c 'echo $$ >"$0.$OMPI_COMM_WORLD_RANK"; exec "$@"' "$T/pid" "$solve" --quiet "$T/case.cfg" \
    --packs "$T/p" \
    --out "$T/w" --device cpu --threads 1 --steps 100000000 --set output.checkpoint=5 >"$T/log" 2>&1 &
mpi=$!
await $mpi test -e "$T/w/latest"
kill -STOP "$(cat "$T/pid.1")"; sleep 4; kill -CONT "$(cat "$T/pid.1")"; : >"$T/w/stop"
wait $mpi
waited() { entry "$T/w/run.json" seconds_waiting; entry "$T/w/run.json" seconds_waiting_all; }
# rank 0 waits in an exchange or in a sum; half of the pause may go before it gets there, beside other programs
longer() { waited | awk '{ w[NR] = $1 } END { exit !(NR == 4 && w[1] + w[3] >= 2) }'; }
check waiting_is_counted longer
check balance_in_run_json grep -q '"busy_most_over_mean": 1' "$T/w/run.json"
exit $status
