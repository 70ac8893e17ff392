# scripts/scaling-model against its formulas worked out by hand, on round figures,
# and on reports of real packs.
. tests/lib.sh
command -v python3 >/dev/null || { echo "skip scaling_model no python3"; exit 0; }
model=scripts/scaling-model
# One rank: a million cells, 0.1 s a stage, 30 % of it gradients; four launches a stage.
cat >"$T/bench.json" <<'JSON'
{"cells": 1000000, "ranks": 1, "stages": 2, "steps": 10, "seconds": 2.0, "kernels": {
 "gradient_lsq_none": {"seconds_per_step": 0.06, "calls_per_step": 4}, "flux_roe": {"seconds_per_step": 0.14, "calls_per_step": 4}}}
JSON
cat >"$T/8.json" <<'JSON'
{"cells": 1000000, "ranks": 8, "halo_cells_max": 6000, "cells_per_rank_max": 125000, "inner_cells": 880000, "neighbours_mean": 4}
JSON
links="--launch 0 --latency 1e-3 --bandwidth 1e9 --latency-far 2e-3 --bandwidth-far 5e8"
row() { awk -v n="$1" '/^strong/ { on = 1 } /^weak/ { on = 0 } on && $1 == n && NF > 5' "$T/out"; } # row RANKS
predict() { "$model" --bench "$T/bench.json" "$T/8.json" "$@" >"$T/out"; }
# gradient 0.3 x 128000 / 1e7 = 3.84 ms, rest 8.75 ms, exchange 4 x 1 ms + 240000 / 1e9 s = 4.24 ms:
# two stages of 16.83 ms and two sums of 2 x 3 ms each ten iterations: 34.86 ms; 0.2 s / 8 of that: 71.7 %
check model_blocking predict $links --exchange blocking
check model_blocking_seconds sh -c "echo '$(row 8)' | grep -q '3.4860e-02 .* 71.7%'"
check model_one_rank sh -c "echo '$(row 1)' | grep -q '2.0000e-01 .* 100.0%'"
# of the exchange 0.3 x 110000 / 1e7 = 3.3 ms are hidden behind inner gradients: 28.26 ms
check model_overlapped predict $links
check model_overlapped_seconds sh -c "echo '$(row 8)' | grep -q '2.8260e-02 .* 88.5%'"
# two hosts of four: 4^(-1/3) = 0.62996 of the halo costs twice as much: exchange 6.911 ms, so 2 x 16.201 ms
# and two sums of 2 x 2 ms x 3 each ten iterations: 34.802 ms
check model_two_hosts predict $links --per-host 4
check model_two_hosts_seconds sh -c "echo '$(row 8)' | grep -q '3.4802e-02'"
# 64 ranks of eight million cells are 8 of one million, on links that cost nothing
check model_free_links predict --launch 0 --latency 0 --latency-far 0 --bandwidth 1e30 --bandwidth-far 1e30 \
    --weak 125000
check model_weak_is_flat \
    sh -c "[ \"\$(sed -n '/^weak/,\$p' '$T/out' | awk '\$1 + 0 >= 8 { print \$2 }' | sort -u | wc -l)\" -eq 1 ]"
# launches of 1 ms: 4 of 100 ms, so that the cells themselves take 96 ms; two stages of 4 + 12.0864 ms at
# 8 ranks: 32.173 ms
check model_launches predict --launch 1e-3 --latency 0 --latency-far 0 --bandwidth 1e30 --bandwidth-far 1e30
check model_launches_seconds sh -c "echo '$(row 8)' | grep -q '3.2173e-02'"
check model_says_what_is_assumed sh -c "[ \$(grep -c 'assumed' '$T/out') -eq 1 ]"
check model_defaults_are_assumed predict
check model_defaults_are_said sh -c "[ \$(grep -c 'assumed' '$T/out') -eq 4 ]"
check model_measured predict $links --measured 8:0.02826
check model_measured_ratio sh -c "echo '$(row 8)' | grep -q '2.8260e-02  *1.000$'"

# real packs: the table knows their halos
for n in 1 2 4; do
    "$box" --cells tet --n 8 8 8 --out "$T/m.cgns" >/dev/null 2>&1 &&
        "$prep" --quiet "$T/m.cgns" --ranks $n --out "$T/p$n" || fail model_setup "packs of $n"
done
flow_case "$T/case.cfg"
check model_bench mpirun -np 1 "$solve" "$T/case.cfg" --packs "$T/p1" --bench 2 --device cpu --threads 1 \
    --report "$T/b.json"
"$model" --bench "$T/b.json" "$T"/p?/report.json --launch 0 >"$T/out" 2>"$T/err"
check model_of_packs test "$(row 2 | awk '{ print $3, $4 }') $(row 4 | awk '{ print $3, $4 }')" = \
    "$(number "$T/p2/report.json" halo_cells_max) report $(number "$T/p4/report.json" halo_cells_max) report"
# the table of what is drawn, and a picture of it alone
predict $links --exchange blocking --measured 8:0.03486 --weak 125000 --table "$T/t.csv" || fail model_table status
check model_table_strong grep -qx '"model: strong, 1 million cells",8,71.72' "$T/t.csv"
check model_table_weak grep -q '^"model: weak, 0.125 million cells per rank",8,' "$T/t.csv"
check model_table_measured grep -qx '"measured, strong",8,71.72' "$T/t.csv"
if command -v gnuplot >/dev/null; then
    check model_plot_of_a_table "$model" --from "$T/t.csv" --plot "$T/t.png"
    check model_plot_of_a_table_is_png sh -c "[ \"\$(head -c 4 '$T/t.png' | tail -c 3)\" = PNG ]"
    check model_plot_of_the_documents "$model" --from docs/scaling-model.csv --plot "$T/t.png"
    check model_plot "$model" --bench "$T/b.json" "$T"/p?/report.json --launch 0 --plot "$T/s.png"
    check model_plot_is_png sh -c "[ \"\$(head -c 4 '$T/s.png' | tail -c 3)\" = PNG ]"
else
    echo "skip model_plot no gnuplot"
fi

refused() { # refused NAME PATTERN ARGUMENTS...: status 1 and one sentence
    row=$1 pattern=$2; shift 2
    "$model" "$@" >"$T/out" 2>"$T/err"; s=$?
    if [ $s -eq 1 ] && [ "$(wc -l <"$T/err")" -eq 1 ] && grep -qE "$pattern" "$T/err"; then ok "$row"
    else fail "$row" "status $s: $(cat "$T/err")"; fi
}
refused model_no_bench 'none.json: cannot be read' --bench "$T/none.json" "$T/8.json"
refused model_not_a_bench 'case.cfg: cannot be read' --bench "$T/case.cfg" "$T/8.json"
refused model_swapped 'no steps|no stages' --bench "$T/8.json" "$T/bench.json"
refused model_one_rank_only 'more than one rank is needed' --bench "$T/b.json" "$T/p1/report.json" --launch 0
refused model_no_table 'b.json: cannot be read as a table' --from "$T/b.json" --plot "$T/u.png"
refused model_bad_ranks 'ranks 1,x: numbers' --bench "$T/bench.json" "$T/8.json" --ranks 1,x
refused model_bad_measured 'measured 8=3: write RANKS:SECONDS' --bench "$T/bench.json" "$T/8.json" --measured 8=3
exit $status
