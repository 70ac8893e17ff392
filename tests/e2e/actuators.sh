# Actuator disks: one across a duct, whose inflow and outflow must differ by the thrust and the power asked for, by every
# scheme; a free one with swirl, on one rank and three; restarts bit for bit; and mistakes.
# Features: actuators motion
. tests/lib.sh
{
    "$box" --n 16 4 4 --size 4 1 1 --origin -2 0 0 --bc ymin=BCSymmetryPlane --bc ymax=BCSymmetryPlane \
        --bc zmin=BCSymmetryPlane --bc zmax=BCSymmetryPlane --out "$T/duct.cgns" &&
    "$prep" --quiet "$T/duct.cgns" --out "$T/duct1" &&
    "$box" --cells mixed --n 12 12 12 --size 6 6 6 --origin -3 -3 -3 --out "$T/free.cgns" &&
    "$prep" --quiet "$T/free.cgns" --out "$T/free1" && "$prep" --quiet "$T/free.cgns" --ranks 3 --out "$T/free3"
} >"$T/log" 2>&1 || { cat "$T/log"; fail actuators_setup mesh; exit 1; }
cat >"$T/duct.cfg" <<'CFG'
[flow]
mach = 0.2
[patches]
xmin = total-inflow total_pressure=104190 total_temperature=290.5
xmax = pressure-outlet pressure=103325
[actuators]
FAN = disk centre=0,0.5,0.5 axis=2,0,0 radius=0.7071 thickness=1 thrust=3000 heat=20000 part=0.6366
[stop]
residual_drop = 9
[output]
history = 50
CFG
cat >"$T/free.cfg" <<'CFG'
[flow]
mach = 0.1
alpha = 4
[actuators]
PROP = disk centre=0.1,0,0 axis=1,0,0.1 radius=1.6 hub_radius=0.3 thickness=1.2 thrust=900 torque=150 rpm=600 load=goldstein
TAIL = disk centre=2,0,0 axis=0,1,0 radius=0.9 thickness=1.5 thrust=-100
[stop]
residual_drop = 6
[output]
history = 5
CFG
run() { # run CASE RANKS RESULTS ARGUMENTS...
    case=$1 n=$2 out=$T/$3; shift 3
    run_solve "$n" "$T/$case.cfg" --packs "$T/$case$n" --out "$out" --device cpu --threads 1 "$@" 2>"$T/err"
}
# Of a converged run what leaves the duct less what enters it is what the disk gives, to what nine decades leave of the
# residual; six explicitly.
balance() { # balance RESULTS TOLERANCE
    python3 - "$T/$1/forces.json" "$2" <<'PY'
import json, sys
run, bound = json.load(open(sys.argv[1])), float(sys.argv[2])
flow, disk = run["flows"], run["actuators"]["FAN"]
def near(a, b, r): assert abs(a - b) <= r * abs(b), (a, b)
near(disk["thrust"], 3000 * 0.6366, 1e-14)
near(-flow["xmin"]["thrust"] - flow["xmax"]["thrust"], disk["thrust"], bound)
near(-flow["xmin"]["power"] - flow["xmax"]["power"], disk["power"], 10 * bound)
near(disk["mass_flow"], flow["xmax"]["mass_flow"], 1e-3) # the circle of 0.7071 m has 1.5708 m^2, and 0.6366 of it 1
near(disk["power"], disk["thrust"] * disk["velocity"] + 0.6366 * 20000, 1e-12)
PY
}
check implicit run duct 1 implicit
check implicit_balance balance implicit 1e-6
check columns grep -q ',mass:xmin,mass:xmax,disk_power:FAN,disk_mass:FAN$' "$T/implicit/history.csv"
check explicit run duct 1 rk --set time.scheme=rk --set time.cfl=0.7 --set time.stages=4 --set stop.residual_drop=6 \
    --set output.history=100 --steps 20000
check explicit_balance balance rk 1e-4
check dual_time run duct 1 dual --set time.scheme=dual-time --set time.dt=0.02 --steps 60 --set time.sub_drop=3
check dual_time_balance balance dual 1e-2 # waves between the ends decay slowly in time

check one_rank run free 1 one
check three_ranks run free 3 three
alike() {
    python3 - "$T/one/forces.json" "$T/three/forces.json" <<'PY'
import json, sys
one, three = (json.load(open(p))["actuators"] for p in sys.argv[1:])
for name in one:
    for key, value in one[name].items():
        a, b = (v if isinstance(v, list) else [v] for v in (value, three[name][key]))
        # what cells get has the same bits for any ranks; sums over them and the flow, six decades on, do not
        for x, y in zip(a, b):
            assert abs(x - y) <= 1e-5 * max(abs(v) for v in a), (name, key, a, b)
assert abs(one["PROP"]["thrust"] - 900) < 1e-11 and one["PROP"]["torque"] == 150
assert abs(one["PROP"]["power"] - 150 * 62.83185307179586) < 1e-9, one["PROP"]["power"]
run = json.load(open(sys.argv[1]))["propulsion"] # at 4 degrees, without walls
x, z = (sum(one[n]["force"][d] for n in one) for d in (0, 2))
assert abs(run["thrust"] - (x * 0.9975640502598242 + z * 0.0697564737441253)) < 1e-9 and run["drag"] == 0
assert abs(run["power"] - one["PROP"]["power"] - one["TAIL"]["power"]) < 1e-9
assert abs(one["TAIL"]["thrust"] + 100) < 1e-12 and one["TAIL"]["force"][1] < -99.99
PY
}
check ranks_alike alike
check part run free 1 part --until 10
check restart run free 1 rest --restart "$T/part"
check restart_bits same_bits "$T/one" "$T/rest"

# ---- mistakes ----
page=docs/troubleshooting.md
says() { # says NAME SENTENCE ARGUMENTS...
    name=$1 sentence=$2; shift 2
    run free 1 no --steps 3 "$@"; got=$?
    if [ $got -ne 1 ]; then fail "$name" "status $got, not 1"; tail -3 "$T/err"
    elif ! grep -qF -- "$sentence" "$T/err"; then fail "$name" "it does not say: $sentence"; tail -3 "$T/err"
    elif ! is_explained "$sentence"; then fail "$name" "neither the line nor $page says what to do: $sentence"
    else ok "$name"; fi
}
disk='disk axis=1,0,0 thrust=1'
says outside 'has 0 cells and needs at least 12' --set actuators.PROP="$disk centre=50,0,0 radius=1 thickness=1"
says cut 'if the mesh has no more of the disk' --set actuators.PROP="$disk centre=-3,0,0 radius=1.5 thickness=2"
says overlap 'share cells; move them apart' --set actuators.B="$disk centre=0,0,0 radius=1.5 thickness=1.5"
says no_thrust 'needs thrust=N, torque=NM, heat=W, file=NAME or blade=NAME' --set actuators.PROP="disk axis=1,0,0 centre=0,0,0 radius=1 thickness=1"
says no_axis 'where a positive thrust drives the fluid' --set actuators.PROP="disk centre=0,0,0 radius=1 thickness=1 thrust=1"
says key "a disk takes no 'diameter'" --set actuators.PROP="$disk centre=0,0,0 diameter=2"
says frame 'does not go with [actuators]' --set frame.type=rotating --set frame.rate=1 --set frame.axis='1 0 0' --set flow.alpha=0
exit $status
