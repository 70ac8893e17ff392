# Steps in pseudo-time of dual time: an equation keeps its matrix, easy ones take fewer sweeps, and neither changes what
# a step is solved to, nor the bits of a run that goes on.
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

# Launches in a step: about three solutions have one assembly between them, and ten sweeps of two colours each.
run_solve 1 "$T/case.cfg" --packs "$T/packs" --bench 8 --threads 1 --device cpu >"$T/bench.json" 2>/dev/null
calls() { grep -A 2 "\"$1[."'"'"]" "$T/bench.json" | sed -n 's/.*"calls_per_step": \([0-9.]*\).*/\1/p' | head -1; }
check matrix_is_kept awk -v made="$(calls jacobian_row)" -v solved="$(calls jacobian_rhs)" \
    'BEGIN { exit !(made > 0 && made < 1.5 && solved > 2) }'
check fewer_sweeps awk -v swept="$(calls jacobian_sweep)" -v solved="$(calls jacobian_rhs)" \
    'BEGIN { exit !(solved > 0 && swept > 0 && swept < 30 * solved) }'

# From a checkpoint behind every step; the sweeps of the first equation follow from the steps of the last.
run whole --steps 6
run part --steps 3
run part --restart "$T/part" --steps 1
run part --restart "$T/part" --steps 2
check same_bits same_bits "$T/whole" "$T/part"

# The flow is that of steps solved to six decades, to the part of it that is left by two.
run exact --steps 6 --set time.sub_drop=6
check same_drag awk -v a="$(number "$T/whole/forces.json" cd)" -v b="$(number "$T/exact/forces.json" cd)" \
    'BEGIN { d = a / b - 1; exit !(b > 0 && d * d < 1e-4) }'
exit $status
