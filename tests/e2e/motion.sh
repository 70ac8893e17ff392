# Meshes that move, by the programs: restarts that repeat every bit, any number of ranks, forces that ufv-post finds
# again, and what is refused.
# Features: motion
. tests/lib.sh
"$BUILD/tools/plane_mesh" naca0012 --wall 1e-2 --far 20 --depth 0.05 --out "$T/naca.cgns" >/dev/null || exit 1
# Three parts of so few cells cut lines, which would then be solved in pieces.
"$prep" "$T/naca.cgns" --no-lines --out "$T/packs" --quiet || exit 1
"$prep" "$T/naca.cgns" --no-lines --out "$T/packs-3" --ranks 3 --quiet || exit 1
cat >"$T/case.cfg" <<'CFG'
[flow]
mach = 0.4
alpha = 1
up = y
[reference]
area = 0.05
centre = 0.25 0 0
[numerics]
limiter = none
gradient = lsq
coarse = no              # coarse cells are of one rank each
[motion]
pitch = 5
pitch_phase = 20
plunge = 0 0.05 0
reduced_frequency = 0.5
centre = 0.25 0 0
[time]
scheme = dual-time
steps_per_period = 24
[patches]
WALL = slip
FARFIELD = farfield
SIDES = symmetry
[output]
history = 1
CFG
run() { # run RANKS PACKS RESULTS ARGUMENTS...
    ranks=$1 packs=$2 results=$3; shift 3
    run_solve "$ranks" "$T/case.cfg" --packs "$T/$packs" --out "$T/$results" --threads 1 --device cpu "$@"
}
for method in bdf2 esdirk3; do
    run 1 packs whole --steps 6 --set time.method=$method
    run 1 packs part --steps 3 --set time.method=$method
    run 1 packs part --restart "$T/part" --steps 3 --set time.method=$method
    check restart_$method same_bits "$T/whole" "$T/part"
    history() { cut -d, -f1,3- "$1/history.csv"; }
    check history_$method test "$(history "$T/whole")" = "$(history "$T/part")"
done

# on three ranks only the order of sums differs; the velocity across the plane is rounding
run 1 packs whole --steps 6
run 3 packs-3 ranks --steps 6
check ranks sh -c '"$1" compare "$2/whole" "$2/ranks" |
    awk "/^(density|velocity_[xy]|pressure) / { n++; if (!(\$3 < 1e-9)) exit 1 } END { exit n != 4 }"' sh "$post" "$T"

# lift along the axes of the wind at that angle, from the fields of that instant
"$post" forces "$T/whole" --json "$T/forces.json" >/dev/null
for key in cl cd cmz; do
    check "forces_$key" awk -v a="$(number "$T/whole/forces.json" $key)" -v b="$(number "$T/forces.json" $key)" \
        'BEGIN { exit !(a != "" && b != "" && (a - b) ^ 2 < 1e-20) }'
done

# a restart with another motion keeps velocities as seen from rest: there and back is where it was
run_solve 1 "$T/case.cfg" --packs "$T/packs" --out "$T/there" --threads 1 --device cpu --restart "$T/whole" --steps 0 \
    --set motion.pitch=50 --set motion.pitch_phase=70 2>/dev/null
run 1 packs back --restart "$T/there" --steps 0
differ() { # differ A B LEAST MOST: the largest difference of velocity, m/s, is between these
    "$post" compare "$T/$1" "$T/$2" | awk -v least="$3" -v most="$4" '
        /^velocity_[xy] / { n++; worst = $2 + 0 > worst ? $2 + 0 : worst }
        END { exit !(n == 2 && worst >= least && worst < most) }'
}
check turned_there differ whole there 10 200
check turned_back differ whole back 0 1e-9

# The motion of the case as a table, 96 lines of a period: its angle within 1e-6 of the formula's (degrees), the same
# forces, and restarts that repeat every bit. The speed of the stream and the frequency: Mach 0.4 at 288.15 K, k = 0.5.
awk 'BEGIN { pi = atan2(0, -1); rate = 2 * 0.5 * 0.4 * sqrt(1.4 * 287.05 * 288.15); period = 2 * pi / rate
    print "time,angle,x,y,z"
    for (i = 0; i <= 96; i++) {
        t = i * period / 96
        printf "%.15g,%.12f,0,%.12f,0\n", t, 5 * sin(rate * t + 20 * pi / 180), 0.05 * sin(rate * t) } }' >"$T/motion.csv"
sed '/^pitch/d; /^plunge/d; s/^reduced_frequency.*/table = motion.csv\ntable_repeats = yes/' "$T/case.cfg" >"$T/table.cfg"
table() { # table PACKS RESULTS ARGUMENTS...
    packs=$1 results=$2; shift 2
    run_solve "${RANKS:-1}" "$T/table.cfg" --packs "$T/$packs" --out "$T/$results" --threads 1 --device cpu "$@"
}
table packs table --steps 6
check table_is_formula awk -F, 'FNR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    { for (k in at) if (k == "cl" || k == "cd" || k == "cmz" || k == "angle" || k == "time") {
        if (NR == FNR) v[FNR, k] = $at[k]
        else { n++; d = $at[k] - v[FNR, k]; if (!(d * d < 1e-12)) bad = 1 } } }
    END { exit bad || n != 5 * 7 }' "$T/whole/history.csv" "$T/table/history.csv"
table packs part-table --steps 3
table packs part-table --restart "$T/part-table" --steps 3
check table_restart same_bits "$T/table" "$T/part-table"
check table_of_run_json grep -q '"table": "motion.csv"' "$T/table/run.json"

# SENTENCE ARGUMENTS...
refuses() {
    sentence=$1; shift
    run 1 packs refused --steps 1 "$@" >/dev/null 2>"$T/err"
    [ $? -eq 1 ] && grep -qF -- "$sentence" "$T/err"
}
check motion_of_steady_flow refuses "must be dual-time with [motion]" --set time.scheme=implicit --set time.local=yes \
    --set time.steps_per_period=0
check axis_in_symmetry refuses "the mesh moves across a symmetry plane, patch " --set 'motion.axis=1 0 0'
check axis_in_symmetry_may_be_of_a_sector grep -q 'join them by \[periodic\] of ufv-prep --config$' "$T/err"
exit $status
