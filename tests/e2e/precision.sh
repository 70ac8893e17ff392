# The three precisions by one command: what the reports say, one rank against three,
# a restart in another precision, and what is said where a program is missing.
. tests/lib.sh
for p in mixed single; do
    [ -x "$solve-$p" ] || { skip precision "there is no $solve-$p"; exit 0; }
done
flow_case "$T/case.cfg"
sed -i "s/^limiter.*/&\nlimiter_k = 0.5/" "$T/case.cfg"
make_packs() { # make_packs RANKS
    "$prep" --quiet "$T/m.cgns" --ranks "$1" --out "$T/p$1"
}
{ "$box" --cells mixed --n 10 6 5 --perturb 0.15 --seed 3 --out "$T/m.cgns" && make_packs 1 && make_packs 3; } \
    >"$T/log" 2>&1 || { cat "$T/log"; fail precision_setup "mesh or packs"; exit 1; }
march() { # march NAME RANKS PRECISION ARGUMENTS...
    out=$T/$1 ranks=$2 precision=$3; shift 3
    rm -rf "$out"
    # shellcheck disable=SC2046 # words
    run_solve "$ranks" "$T/case.cfg" --packs "$T/p$ranks" --out "$out" --device cpu --threads 1 \
        $(defaults "--steps 40" "$@") --set numerics.precision="$precision" "$@"
}
# differs A B MOST LEAST: cl of two runs, relative; must lie between
differs() {
    awk -v a="$(number "$1/forces.json" cl)" -v b="$(number "$2/forces.json" cl)" -v most="$3" -v least="$4" 'BEGIN {
        d = (a - b) / b; d = d < 0 ? -d : d
        print "cl " a " and " b ": relative difference " d
        exit !(b != 0 && d <= most && d >= least) }'
}
for p in double mixed single; do
    check "${p}_one_rank" march "$p-1" 1 $p
    check "${p}_three_ranks" march "$p-3" 3 $p
    check "${p}_is_reported" grep -q "\"precision\": \"$p\"" "$T/$p-1/run.json"
done
# 40 steps from the start, the same operations but for the order of the cells; a rounding is
# 1e-16 of a state in double, 6e-8 of a gradient in mixed, of the state in single precision
check double_ranks_agree differs "$T/double-1" "$T/double-3" 1e-11 0
check mixed_ranks_agree differs "$T/mixed-1" "$T/mixed-3" 1e-5 0
check single_ranks_agree differs "$T/single-1" "$T/single-3" 1e-4 0
# and each is what it says: the same to its digits, not the same bits
check mixed_is_near_double differs "$T/mixed-1" "$T/double-1" 1e-5 1e-14
check single_is_near_double differs "$T/single-1" "$T/double-1" 1e-3 1e-10

# ---- restarts: 40 more steps ------------------------------------------------------------
check single_goes_on_in_double march up 3 double --restart "$T/single-1"
check double_goes_on_in_single march down 1 single --restart "$T/double-3"
check restarts_agree differs "$T/up" "$T/down" 1e-3 0
check single_in_one_go march whole 1 single --steps 80
check single_restarted march rest 1 single --restart "$T/single-1"
check single_restart_repeats_bits same_bits "$T/whole" "$T/rest"

# viscous flow too is the same flow in another precision
viscous="--set model.equations=laminar --set flow.reynolds=1e4 --set patches.ymin=wall"
check viscous_single march viscous 1 single $viscous
check viscous_goes_on_in_double march more 1 double $viscous --restart "$T/viscous"
"$solve" "$T/case.cfg" --packs "$T/p1" --out "$T/said" --device cpu --threads 1 --steps 0 $viscous \
    --restart "$T/viscous" >"$T/log" 2>&1
check viscous_is_the_same_flow sh -c 'grep -q "restart from" "$1" && ! grep -q "first guess" "$1"' sh "$T/log"

# ---- a program that is not there ------------------------------------------------------
mkdir "$T/bin" && cp "$solve" "$T/bin/ufv-solve"
run_alone() { "$T/bin/ufv-solve" "$T/case.cfg" --packs "$T/p1" --out "$T/none" --steps 1 --set numerics.precision=mixed \
    2>"$T/alone"; }
run_alone
code=$?
check missing_program_is_named grep -q 'ufv-solve-mixed is neither beside ufv-solve nor in ../libexec/ufv' "$T/alone"
check missing_program_says_how_to_build_it grep -q 'make PRECISIONS=mixed' "$T/alone"
check missing_program_status test $code -eq 1
mkdir -p "$T/libexec/ufv" && cp "$solve-mixed" "$T/libexec/ufv/"
check found_in_libexec run_alone
wrong_program() { "$solve-single" "$T/case.cfg" --packs "$T/p1" --out "$T/wrong" 2>&1 | grep -q 'start ufv-solve'; }
check wrong_program_says_so wrong_program
exit $status
