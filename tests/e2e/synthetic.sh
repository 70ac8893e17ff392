# Synthetic turbulence in a stream through a box with periodic sides: behind the plane the flow has the energy asked for,
# ahead of it little; one rank and three agree, in dual time and with explicit steps; restarts bit for bit; mistakes.
# Features: synthetic_turbulence
. tests/lib.sh
printf '[periodic]\na = ymin ymax\nb = zmin zmax\n' >"$T/sides.ini"
for n in 1 3; do
    "$box" --n 24 10 10 --size 4.8 2 2 --out "$T/box.cgns" >"$T/log" 2>&1 &&
        "$prep" --quiet "$T/box.cgns" --ranks $n --config "$T/sides.ini" --out "$T/p$n" >>"$T/log" 2>&1 ||
        { cat "$T/log"; fail synthetic_setup mesh; exit 1; }
done
cat >"$T/box.cfg" <<'CFG'
[flow]
mach = 0.2
reynolds = 4000
[model]
equations = laminar
[patches]
xmax = pressure-outlet pressure=101325
[synthetic_turbulence]
GRID = plane centre=1.2,0,0 axis=1,0,0 thickness=0.8 length=1.2 k=24 velocity=68 period=0,2,2 seed=2
[numerics]
flux = keep
dissipation = 0.1
shock_sensor = none
limiter = none
gradient = face
[time]
scheme = dual-time
method = bdf2opt
dt = 5e-4
steps = 500
[statistics]
start = 0.06
[output]
history = 10
CFG
run() { # run RANKS RESULTS ARGUMENTS...
    n=$1 out=$T/$2; shift 2
    # shellcheck disable=SC2046 # words
    run_solve "$n" "$T/box.cfg" --packs "$T/p$n" --out "$out" --device cpu $(defaults "--threads 1" "$@") "$@" \
        2>"$T/err"
}
energy() { # energy RESULTS X: resolved, m^2/s^2, in the mean over the section there
    "$post" slice "$1" --quiet --plane x="$2" --variables reynolds_stress_xx,reynolds_stress_yy,reynolds_stress_zz \
        --out "$T/slice.csv" &&
        awk -F, '/^#/ { next } !n++ { for (k = 1; k <= NF; k++) at[$k] = k; next }
            { e += ($at["reynolds_stress_xx"] + $at["reynolds_stress_yy"] + $at["reynolds_stress_zz"]) / 2 }
            END { print e / (n - 1) }' "$T/slice.csv"
}
between() { # between VALUE LEAST MOST
    echo "$1 of $2 to $3"
    awk -v v="$1" -v a="$2" -v b="$3" 'BEGIN { exit !(v >= a && v <= b) }'
}
check stream run 1 one
# 24 asked for; at x = 1.7 the field has crossed the layer and begun to decay
check behind between "$(energy "$T/one" 1.7)" 19 28
check ahead between "$(energy "$T/one" 0.3)" 0 4
check mean_flow between "$("$post" slice "$T/one" --quiet --plane x=3 --variables mean_velocity --out "$T/mean.csv" &&
    awk -F, '/^#/ { next } !n++ { for (k = 1; k <= NF; k++) at[$k] = k; next } { u += $at["mean_velocity_x"] }
        END { print u / (n - 1) }' "$T/mean.csv")" 67.5 68.6

check in_run_json python3 -c 'import json, sys
plane = json.load(open(sys.argv[1]))["synthetic_turbulence"]["GRID"]
assert plane["cells"] == 400 and plane["waves"] > 20 and plane["velocity"] == 68, plane
assert abs(plane["longest"] - 2 * 1.2) < 1e-12 and plane["shortest"] < 0.3, plane' "$T/one/run.json"
check short run 1 short --steps 20
check three_ranks run 3 three --steps 20
check ranks_alike "$post" compare "$T/short" "$T/three" --tolerance 1e-3 # steps solved by a thousandth
check threads run 1 threads --steps 20 --threads 2
check threads_bits same_bits "$T/short" "$T/threads"
check part run 1 part --until 10
check rest run 1 rest --restart "$T/part" --until 20
check restart_bits same_bits "$T/short" "$T/rest"
explicit='--set time.scheme=rk --set time.local=no --set time.stages=3 --set time.dt=1e-4'
# shellcheck disable=SC2086
check explicit run 1 explicit --steps 100 $explicit
check schemes_alike "$post" compare "$T/short" "$T/explicit" --tolerance 0.03 # of a fifth of the step
# shellcheck disable=SC2086
check explicit_three run 3 explicit3 --steps 100 $explicit
check explicit_ranks "$post" compare "$T/explicit" "$T/explicit3" --tolerance 1e-9
keys='centre=1.2,0,0 axis=1,0,0 thickness=0.8 length=1.2'
# A layer on a wall, by a table: beyond its last distance there are no fluctuations.
"$box" --n 16 12 8 --size 3.2 2.4 1.6 --bc ymin=BCWallViscous --out "$T/wall.cgns" >"$T/log" 2>&1 &&
    "$prep" --quiet "$T/wall.cgns" --out "$T/wall1" >>"$T/log" 2>&1 || { cat "$T/log"; fail wall_setup mesh; }
printf 'distance,velocity,k\n0.1,60,20\n0.9,68,20\n1,68,0\n' >"$T/layer.csv"
wall() {
    run_solve 1 "$T/box.cfg" --packs "$T/wall1" --out "$T/wall" --device cpu --threads 1 --steps 60 --set statistics.start=0 \
        --set synthetic_turbulence.GRID="plane centre=1.2,0,0 axis=1,0,0 normal=0,1,0 $size file=layer.csv" 2>"$T/err" &&
        "$post" slice "$T/wall" --quiet --plane x=1.7 --variables reynolds_stress_xx --out "$T/slice.csv" &&
        awk -F, '/^#/ { next } !n++ { for (k = 1; k <= NF; k++) at[$k] = k; next }
            $at["y"] > 0.3 && $at["y"] < 0.8 { near += $at["reynolds_stress_xx"]; a++ }
            $at["y"] > 1.7 && $at["y"] < 2.2 { far += $at["reynolds_stress_xx"]; b++ }
            END { print near / a, far / b; exit !(near / a > 5 && far / b < 0.1 * near / a) }' "$T/slice.csv"
}
size='thickness=0.8 length=0.9'
check wall_layer wall

# ---- mistakes: what is said also says what to do, or docs/troubleshooting.md does ----
page=docs/troubleshooting.md
says() { # says NAME SENTENCE LINE
    answers "$1" 1 "$2" run 1 no --steps 1 --set synthetic_turbulence.GRID="$3"
}
says shape 'does not begin with plane; a line of [synthetic_turbulence] is NAME = plane' 'disk centre=0,0,0'
says energy 'needs either file=NAME, the table of a wall layer, or k=K and velocity=V' "plane $keys"
says table_rows 'needs three numbers: distance from the wall (m), mean velocity (m/s) and turbulent kinetic energy' \
    "plane $keys file=sides.ini"
says outside 'move it into the mesh, make it thicker, or refine the mesh there' \
    'plane centre=9,0,0 axis=1,0,0 thickness=0.8 length=1.2 k=1 velocity=1'
says thin 'long along the axis; take 4 of them or more' \
    'plane centre=1.2,0,0 axis=1,0,0 thickness=0.5 length=1.2 k=1 velocity=1'
says short_eddies 'which waves need two of; refine the mesh there' \
    'plane centre=1.2,0,0 axis=1,0,0 thickness=0.8 length=0.3 k=1 velocity=1'
says three_periods 'period needs 0, for none, or twice the length or more along one axis at least' \
    "plane $keys k=1 velocity=1 period=2,2,2"
printf '0.05,60,20\n0.12,68,20\n' >"$T/thin.csv"
answers thin_table 1 'eddies are no longer than twice that, and the cells are up to' \
    run_solve 1 "$T/box.cfg" --packs "$T/wall1" --out "$T/no" --device cpu --threads 1 --steps 1 \
    --set synthetic_turbulence.GRID="plane $keys file=thin.csv"
answers all_scales 1 'must be ddes or iddes for [synthetic_turbulence]' run 1 no --set model.equations=sa

# ---- notes ----
notes() { # notes NAME SENTENCE KEYS: not with --quiet
    answers "$1" 0 "$2" "$solve" "$T/box.cfg" --packs "$T/p1" --out "$T/notes" --device cpu --threads 1 --steps 1 \
        --set synthetic_turbulence.GRID="plane centre=1.2,0,0 thickness=0.8 k=1 velocity=68 $3"
}
notes upstream 'the flow crosses the plane with -68' 'axis=-1,0,0 length=1.2 period=0,2,2'
notes no_period 'the mesh repeats after' 'axis=1,0,0 length=1.2 period=0,2,0'
check which_period grep -q 'GRID: the mesh repeats after 2 m along z (b)' "$T/err"
notes other_period 'the mesh repeats after' 'axis=1,0,0 length=1.2 period=0,1.5,2'
check along_y grep -q 'the mesh repeats after 2 m along y (a)' "$T/err"
notes long_eddies 'in which they cannot change' 'axis=1,0,0 length=2.5 period=0,2,2'
check period_fits sh -c "! grep -q 'the mesh repeats\|the flow crosses' '$T/err'"
exit $status
