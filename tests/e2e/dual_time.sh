# Steps in pseudo-time of dual time: an equation keeps its matrix and its preconditioning, and sweeps are as many as the
# slow parts of a wake need; neither changes what a step is solved to, nor the bits of a run that goes on.
# Features: low_mach
. tests/lib.sh
"$BUILD/tools/plane_mesh" cylinder --out "$T/cylinder.cgns" >/dev/null || exit 1
"$prep" "$T/cylinder.cgns" --out "$T/packs" --quiet || exit 1
# at twice the case's Mach number, where without low_mach equations are easy and two decades are enough
sed -e 's/^mach = 0.1 /mach = 0.2 /; s/^low_mach = yes/low_mach = no/; s/^period = 0.18 /period = 0.09 /' \
    -e 's/^sub_drop = 3 /sub_drop = 2 /; /^\[series\]/,$d' cases/cylinder-re100/cylinder.cfg >"$T/case.cfg"
check conditions test "$(grep -c '^mach = 0.2\|^low_mach = no\|^period = 0.09\|^sub_drop = 2' "$T/case.cfg")" = 4
run() { # run RESULTS ARGUMENTS...
    results=$1; shift
    run_solve 1 "$T/case.cfg" --packs "$T/packs" --out "$T/$results" --threads 1 --device cpu "$@" 2>"$T/err"
}

# Launches in a step: about three solutions have one assembly between them, and thirty sweeps of two colours each.
bench() { run_solve 1 "$T/case.cfg" --packs "$T/packs" --bench 8 --threads 1 --device cpu "$@" 2>/dev/null; }
bench >"$T/bench.json"
calls() { grep -A 2 "\"$1[."'"'"]" "$T/bench.json" | sed -n 's/.*"calls_per_step": \([0-9.]*\).*/\1/p' | head -1; }
check matrix_is_kept awk -v made="$(calls jacobian_row)" -v solved="$(calls jacobian_rhs)" \
    'BEGIN { exit !(made > 0 && made < 1.5 && solved > 2) }'
check sweeps awk -v swept="$(calls jacobian_sweep)" -v solved="$(calls jacobian_rhs)" \
    'BEGIN { print swept, solved; d = swept - 60 * solved; exit !(solved > 0 && d * d < solved * solved) }'
# Scaled residuals are those of one function in the whole equation.
bench --set numerics.low_mach=yes --set time.sub_drop=3 >"$T/bench.json"
check scaling_is_kept awk -v found="$(calls low_mach)" -v solved="$(calls jacobian_rhs)" \
    'BEGIN { print found, solved; exit !(found > 0 && found <= 1 && solved > 2) }'

# From a checkpoint behind every step.
run whole --steps 6
run part --steps 3
run part --restart "$T/part" --steps 1
run part --restart "$T/part" --steps 2
check same_bits same_bits "$T/whole" "$T/part"

# Steps that sub_steps ends too early are counted, and the bar of a run that has ended at its time is full.
run capped --steps 3 --set time.sub_steps=1 --set time.sub_drop=5
check unsolved_steps_are_told grep -q 'note: 3 of 3 steps were not solved to \[time\] sub_drop = 5 decades in sub_steps = 1' \
    "$T/err"
check unsolved_steps_are_counted test "$(number "$T/capped/run.json" unsolved_steps)" = 3
run ended --set time.end_time=0.0036
check solved_steps_are_not sh -c '! grep -q "not solved" "$1/err" && ! grep -q unsolved "$1/ended/run.json"' sh "$T"
check watch_is_full sh -c '"$1" watch "$2" --once | grep -q "iteration 2 of 2   time 0.0036 s"' sh "$post" "$T/ended"

# The flow is that of steps solved to six decades, to the part of it that is left by two.
run exact --steps 6 --set time.sub_drop=6
check same_drag awk -v a="$(number "$T/whole/forces.json" cd)" -v b="$(number "$T/exact/forces.json" cd)" \
    'BEGIN { d = a / b - 1; exit !(b > 0 && d * d < 1e-4) }'

# The wake itself, on a mesh whose equations have slow parts: from the start 40 steps to three decades. Thirty sweeps take
# 255 evaluations; with ten, which find those parts last, they were 297.
"$BUILD/tools/plane_mesh" cylinder --level 2 --out "$T/fine.cgns" >/dev/null || exit 1
"$prep" "$T/fine.cgns" --out "$T/fine" --quiet || exit 1
sed '/^\[series\]/,$d' cases/cylinder-re100/cylinder.cfg >"$T/wake.cfg"
run_solve 1 "$T/wake.cfg" --packs "$T/fine" --out "$T/wake" --threads 1 --device cpu --steps 40 2>"$T/err"
check evaluations awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k }
    END { e = $at["evaluations"]; print $1, e; exit !($1 == 40 && e > 40 && e <= 275) }' "$T/wake/history.csv"
exit $status
