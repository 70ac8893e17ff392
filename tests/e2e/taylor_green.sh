# The Taylor-Green vortex by the programs: what keep does to kinetic energy and Roe's flux does, the integrals in
# history.csv against those of the field that the run starts from, other ranks and restarts.
. tests/lib.sh
side=6.283185307179586
"$box" --n 8 8 8 --size $side $side $side --out "$T/b.cgns" >/dev/null || exit 1
for n in 1 2; do
    "$prep" --quiet "$T/b.cgns" --ranks $n --config cases/taylor-green/periodic.ini --out "$T/p$n" || exit 1
done
run() { # run RANKS RESULTS ARGUMENTS...
    ranks=$1 results=$2; shift 2
    run_solve "$ranks" cases/taylor-green/taylor-green.cfg --packs "$T/p$ranks" --out "$T/$results" --threads 1 \
        --device cpu --set output.fields=yes "$@" 2>"$T/err" || cat "$T/err"
}
# value RESULTS COLUMN first|last: of history.csv, by the volume
value() {
    awk -F, -v column="$2" -v which="$3" '
        NR == 1 { for (k = 1; k <= NF; k++) if ($k == column) at = k; next }
        NR == 2 || which == "last" { v = $at }
        END { printf "%.12g\n", v / 248.05021344239853 }' "$T/$1/history.csv"
}
near() { # near VALUE EXPECTED BOUND
    awk -v v="$1" -v e="$2" -v b="$3" 'BEGIN { exit !(v != "" && (v - e) ^ 2 <= b * b) }' || {
        echo "$1, expected $2 within $3"; return 1; }
}
run 1 whole --steps 12
# rho V^2 / 8 of the mean: sums of trigonometric functions over equal cells are exact, what the density varies by
# (0.5 %) hardly correlates with the speed
check energy near "$(value whole kinetic_energy first)" 0.125 1e-5
# 3/8 rho V^2 / L^2, each derivative a central difference, less by sin(h) / h at h = 2 pi / 8; and that density
check enstrophy near "$(value whole enstrophy first)" "$(awk 'BEGIN { h = 3.14159265358979 / 4
    print 0.375 * (sin(h) / h) ^ 2 }')" 1.5e-3
check dilatation near "$(value whole dilatation first)" 0 1e-14 # central differences of it cancel

run 2 ranks --steps 12
# other orders of summation, as in ranks.sh
check ranks "$post" compare "$T/whole" "$T/ranks" --tolerance 1e-10
run 1 part --steps 7
run 1 part --steps 5 --restart "$T/part"
check restart same_bits "$T/whole" "$T/part"
check restart_history test "$(tail -n 1 "$T/whole/history.csv" | cut -d, -f24-)" = \
    "$(tail -n 1 "$T/part/history.csv" | cut -d, -f24-)"
run 1 none --steps 0 --set output.integrals=no
check not_asked_for sh -c "test -s '$T/none/history.csv' && ! grep -q kinetic_energy '$T/none/history.csv'"

# without viscosity, over three turns, on cells that resolve next to nothing of what arises: kinetic energy and the
# compression of the gas exchange less than a tenth of the Mach number's square, 1 %; Roe's flux takes a third and more
for flux in keep roe; do
    run 1 $flux --set model.equations=euler --set numerics.dissipation=0 --set numerics.flux=$flux \
        --set time.end_time=6
done
echo "  $(value keep kinetic_energy last) with keep, $(value roe kinetic_energy last) with roe, of 0.125"
check keeps_energy near "$(value keep kinetic_energy last)" 0.125 1.25e-4
check roe_does_not awk "BEGIN { exit !($(value roe kinetic_energy last) < 0.09) }"

# random waves: on two ranks those of one, and refused without what they are made of
waves="--set initial.kind=isotropic --set initial.box=$side --set initial.waves=3 --set initial.fluctuation=0.3"
for ranks in 1 2; do
    # shellcheck disable=SC2086
    run $ranks waves-$ranks --steps 0 $waves --set initial.integral_length=2
done
check waves_on_ranks "$post" compare "$T/waves-1" "$T/waves-2" --tolerance 0
check waves_move awk "BEGIN { exit !($(value waves-1 kinetic_energy first) > 0.02) }"
refuses() { # refuses WORDS ARGUMENTS...
    words=$1; shift
    run 1 never --steps 0 "$@" >"$T/said"
    grep -q "$words" "$T/said" || { cat "$T/said"; return 1; }
}
# shellcheck disable=SC2086
check waves_without_a_length refuses 'integral_length: must be given with kind = isotropic' $waves
exit $status
