# Statistics in time, by the programs: a run in pieces and one in one piece give the same bits, on other ranks too; a run
# that goes on with another start, and what ufv-post makes of them.
# Features: statistics low_mach
. tests/lib.sh
"$BUILD/tools/plane_mesh" cylinder --out "$T/cylinder.cgns" >/dev/null || exit 1
"$prep" "$T/cylinder.cgns" --out "$T/packs" --quiet || exit 1
"$prep" "$T/cylinder.cgns" --out "$T/packs-2" --ranks 2 --quiet || exit 1
run() { # run RANKS PACKS RESULTS ARGUMENTS...
    ranks=$1 packs=$2 results=$3; shift 3
    run_solve "$ranks" cases/cylinder-re100/cylinder.cfg --packs "$T/$packs" --out "$T/$results" --threads 1 \
        --device cpu --set time.steps_per_period=50 --set statistics.start=0.0072 --set output.checkpoint=2 "$@" 2>"$T/err" # behind two steps
}
run 1 packs whole --steps 8
run 1 packs part --steps 1
run 1 packs part --restart "$T/part" --steps 4
run 1 packs part --restart "$T/part" --steps 3
check restart same_bits "$T/whole" "$T/part"
has() { "$post" compare "$T/whole" "$T/$1" | grep -c "^mean_\|^variance_\|^reynolds_stress_" | grep -qx "$2"; }
check fields has part 13

# surfaces too: their values as text, face by face
surface() { # surface RESULTS: the first line has the path
    "$post" export "$T/$1" --format tecplot --surface --out "$T/$1.dat" \
        --variables mean_pressure,rms_cp,mean_cp,mean_wall_shear,mean_cf,rms_wall_shear,rms_heat_flux >/dev/null
    sed -i 1d "$T/$1.dat"
}
surface whole && surface part
check surface cmp "$T/whole.dat" "$T/part.dat"

# six steps of 3.6e-3 s
check seconds sh -c "echo $(number "$T/part/run.json" statistics_seconds) | awk '{ exit !((\$1 - 0.0216) ^ 2 < 1e-20) }'"

# explicit steps, of lengths that the CFL number gives
cat >"$T/explicit.cfg" <<'CFG'
[flow]
mach = 0.3
up = y
[time]
scheme = shu-osher
local = no
cfl = 0.7
[statistics]
start = 1e-4
[patches]
WALL = slip
FARFIELD = farfield
SIDES = symmetry
CFG
explicit() { # explicit RESULTS ARGUMENTS...
    results=$1; shift
    run_solve 1 "$T/explicit.cfg" --packs "$T/packs" --out "$T/$results" --threads 1 --device cpu "$@"
}
explicit explicit-whole --steps 12
explicit explicit-part --steps 7
explicit explicit-part --restart "$T/explicit-part" --steps 5
check restart_explicit same_bits "$T/explicit-whole" "$T/explicit-part"
check seconds_explicit test "$(number "$T/explicit-whole/run.json" statistics_seconds)" != 0

# packs of two ranks and back: by the ids of cells and faces
run 1 packs some --steps 5
run 2 packs-2 ranks --restart "$T/some" --steps 0
check cells_by_id same_bits "$T/some" "$T/ranks"
run 1 packs back --restart "$T/ranks" --steps 0
surface some && surface back
check faces_by_id cmp "$T/some.dat" "$T/back.dat"

# another start: they begin anew, here never
run 1 packs later --restart "$T/some" --steps 1 --set statistics.start=1
check nothing_averaged_said grep -q 'note: nothing has been averaged: the run ended at 0\.[0-9]* s, before \[statistics\] start = 1 s; go on with --restart' "$T/err"
"$solve" cases/cylinder-re100/cylinder.cfg --packs "$T/packs" --out "$T/late" --threads 1 --device cpu --steps 1 \
    --set time.steps_per_period=50 --set statistics.start=10 >/dev/null 2>"$T/err"
check late_start_said grep -q 'note: \[statistics\] start = 10 s is not before the end of the run at 4.5 s, so that nothing will be averaged; write an earlier start' "$T/err"
check late_start_said_once test "$(grep -c 'averaged' "$T/err")" = 1
run 1 packs anew --restart "$T/some" --steps 1 --set statistics.start=0.001
check later sh -c '"$1" compare "$2/whole" "$2/later" | grep -c "not compared: only" | grep -qx 13' sh "$post" "$T"
check anew sh -c "echo $(number "$T/anew/run.json" statistics_seconds) | awk '{ exit !((\$1 - 0.0036) ^ 2 < 1e-20) }'"
# another stream: likewise
run 1 packs turned --restart "$T/some" --steps 1 --set flow.alpha=5
check other_stream sh -c "echo $(number "$T/turned/run.json" statistics_seconds) | awk '{ exit !((\$1 - 0.0036) ^ 2 < 1e-20) }'"

# and another viscosity, on other ranks too
run 2 packs-2 thicker --restart "$T/some" --steps 1 --set flow.reynolds=90
check other_viscosity sh -c "echo $(number "$T/thicker/run.json" statistics_seconds) | awk '{ exit !((\$1 - 0.0036) ^ 2 < 1e-20) }'"

check variables sh -c '"$1" export "$2/whole" --format vtu --out "$2/whole" >/dev/null && for name in mean_density \
    mean_velocity mean_pressure reynolds_stress_xy rms_velocity rms_pressure mean_cp; do
    grep -q "Name=\"$name\"" "$2/whole.pvtu" || exit 1; done' sh "$post" "$T"
refuses() {
    printf '[flow]\nmach = 0.5\n[statistics]\nstart = 0\n' >"$T/steady.cfg"
    "$solve" "$T/steady.cfg" --packs "$T/packs" --out "$T/refused" 2>"$T/err"
    [ $? -eq 1 ] && grep -qF "is for unsteady flow and needs [time] local = no" "$T/err"
}
check steady refuses
exit $status
