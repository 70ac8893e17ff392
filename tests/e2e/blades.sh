# Actuators with blades: a disk across a duct, whose inflow and outflow must differ by the thrust and the power that the
# blades give; a free disk and an actuator line, on one rank and three, by every scheme in time; restarts bit for bit;
# and mistakes.
# Features: actuators
. tests/lib.sh
{
    "$box" --n 16 8 8 --size 4 1 1 --origin -2 -0.5 -0.5 --bc ymin=BCSymmetryPlane --bc ymax=BCSymmetryPlane \
        --bc zmin=BCSymmetryPlane --bc zmax=BCSymmetryPlane --out "$T/duct.cgns" &&
    "$prep" --quiet "$T/duct.cgns" --out "$T/duct1" &&
    "$box" --n 16 14 14 --size 4 3.5 3.5 --origin -1.5 -1.75 -1.75 --out "$T/free.cgns" &&
    "$prep" --quiet "$T/free.cgns" --out "$T/free1" && "$prep" --quiet "$T/free.cgns" --ranks 3 --out "$T/free3"
} >"$T/log" 2>&1 || { cat "$T/log"; fail blades_setup mesh; exit 1; }
mkdir "$T/airfoils"
cat >"$T/blade.csv" <<'CSV'
radius,chord,twist,polar
# a propeller's, whose root has a thicker airfoil; polars lie in a folder of their own
0.25, 0.15, 62, airfoils/root.csv
0.60, 0.15, 39, airfoils/tip.csv
1.00, 0.08, 26, airfoils/tip.csv
CSV
printf 'alpha,cl,cd,mach\n-20,-1.8,0.2,0.2\n0,0.2,0.02,0.2\n20,1.9,0.2,0.2\n-20,-2,0.3,0.4\n20,2.2,0.3,0.4\n' \
    >"$T/airfoils/root.csv"
printf -- '-30 -1.5 0.4 0.3\n-10 -0.7 0.01 0.3\n10 1.3 0.02 0.3\n30 1.6 0.5 0.3\n' >"$T/airfoils/tip.csv"
cat >"$T/duct.cfg" <<'CFG'
[flow]
mach = 0.1
[patches]
xmin = total-inflow total_pressure=102037 total_temperature=288.73
xmax = pressure-outlet pressure=101600
[actuators]
FAN = disk centre=0,0,0 axis=2,0,0 radius=0.5 hub_radius=0.125 thickness=1 blade=blade.csv unit=R blades=5 polars=mach rpm=3000 heat=5000
[stop]
residual_drop = 9
CFG
cat >"$T/free.cfg" <<'CFG'
[flow]
mach = 0.1
[actuators]
PROP = disk centre=0,0,0 axis=1,0,0 thickness=0.75 blade=blade.csv blades=3 rpm=850 pitch=1 polars=mach loss=prandtl
[stop]
residual_drop = 6
[output]
history = 5
CFG
sed -e 's/disk/line/; s/thickness=0.75/width=0.5 phase=20/; /stop/,$d' "$T/free.cfg" >"$T/line.cfg"
cat >>"$T/line.cfg" <<'CFG'
[time]
scheme = dual-time
dt = 0.002
steps = 8
[output]
history = 1
CFG
run() { # run CASE PACKS RANKS RESULTS ARGUMENTS...
    case=$1 packs=$2 n=$3 out=$T/$4; shift 4
    # shellcheck disable=SC2046 # words
    run_solve "$n" "$T/$case.cfg" --packs "$T/$packs$n" --out "$out" --device cpu $(defaults "--threads 1" "$@") \
        "$@" 2>"$T/err"
}

# ---- disks ----
# What leaves the duct less what enters it is what the blades give, to what nine decades leave of the residual. The
# blades' swirl has no force along the duct.
balance() {
    python3 - "$T/duct/forces.json" <<'PY'
import json, math, sys
run = json.load(open(sys.argv[1]))
flow, disk = run["flows"], run["actuators"]["FAN"]
def near(a, b, r): assert abs(a - b) <= r * abs(b), (a, b)
assert disk["thrust"] > 50 and disk["torque"] > 5, disk
near(-flow["xmin"]["thrust"] - flow["xmax"]["thrust"], disk["thrust"], 1e-5)
near(-flow["xmin"]["power"] - flow["xmax"]["power"], disk["power"], 1e-4)
near(disk["power"], disk["torque"] * 100 * math.pi + 5000, 1e-12)
PY
}
check duct run duct duct 1 duct
check duct_balance balance
check columns grep -q ',disk_power:FAN,disk_mass:FAN,disk_thrust:FAN,disk_torque:FAN$' "$T/duct/history.csv"

alike() { # alike A B TOLERANCE: thrust, torque, power, mass flow
    python3 - "$T/$1/forces.json" "$T/$2/forces.json" "$3" <<'PY'
import json, sys
a, b = (json.load(open(p))["actuators"]["PROP"] for p in sys.argv[1:3])
for key in ("thrust", "torque", "power", "mass_flow"):
    assert a[key] > 0 and abs(a[key] - b[key]) <= float(sys.argv[3]) * a[key], (key, a[key], b[key])
PY
}
check one_rank run free free 1 one
check three_ranks run free free 3 three
check ranks_alike alike one three 1e-5 # six decades on
check part run free free 1 part --until 10
check restart run free free 1 rest --restart "$T/part"
check restart_bits same_bits "$T/one" "$T/rest"

# ---- lines ----
check line run line free 1 line
check line_three run line free 3 line3
check line_ranks alike line line3 1e-6 # sums in another order, solved in time by a hundredth
check line_threads run line free 1 line2 --threads 2
check line_threads_bits same_bits "$T/line" "$T/line2"
check line_esdirk run line free 1 esdirk --set time.method=esdirk3
check line_methods alike line esdirk 5e-3 # of second and third order in a stream that develops
check line_explicit run line free 1 explicit --set time.scheme=rk --set time.local=no --set time.stages=3 \
    --set time.dt=0.0004 --set time.steps=40
check line_schemes alike line explicit 1e-2 # of a fifth of the step
# Of a restart the rows of history.csv are the same too: residuals and forces of the state that it begins with.
restarts() { # restarts RESULTS STEPS ARGUMENTS...
    whole=$1 steps=$2; shift 2
    run line free 1 "$whole-part" --until "$((steps / 2))" "$@" &&
        run line free 1 "$whole-rest" --restart "$T/$whole-part" --until "$steps" "$@" &&
        same_bits "$T/$whole" "$T/$whole-rest" &&
        cut -d, -f1,3-16,24- "$T/$whole/history.csv" >"$T/a" &&
        cut -d, -f1,3-16,24- "$T/$whole-rest/history.csv" >"$T/b" && cmp "$T/a" "$T/b"
}
check line_restart restarts line 8
check esdirk_restart restarts esdirk 8 --set time.method=esdirk3
check explicit_restart restarts explicit 40 --set time.scheme=rk --set time.local=no --set time.stages=3 \
    --set time.dt=0.0004 --set time.steps=40
table() {
    python3 - "$T/line/forces.json" <<'PY'
import json, math, sys
line = json.load(open(sys.argv[1]))["actuators"]["PROP"]
b = line["blade"]
dr = b["radius"][1] - b["radius"][0]
assert len(b["radius"]) == 3 and abs(b["radius"][0] - 0.375) < 1e-12, b["radius"]
for key, total in (("thrust_per_radius", line["thrust"]), ("torque_per_radius", line["torque"])):
    assert abs(3 * dr * sum(b[key]) - total) < 1e-10 * total, (key, b[key], total)
assert abs(line["power"] - line["torque"] * 850 * math.pi / 30) < 1e-10 * line["power"]
assert "volume_of_disk" not in line
PY
}
check line_table table

# ---- mistakes: what is said also says what to do, or docs/troubleshooting.md does ----
page=docs/troubleshooting.md
printf '0.2,0.1\n1,0.1\n' >"$T/points.csv"
says() { # says NAME SENTENCE LINE
    answers "$1" 1 "$2" run line free 1 no --steps 1 --set actuators.PROP="$3"
}
blades='axis=1,0,0 blade=blade.csv polars=mach'
says no_rate 'needs rpm or rate of the blades, not 0' "line centre=0,0,0 $blades blades=3 width=0.5"
says no_blades 'needs blades=B, how many blades there are' "line centre=0,0,0 $blades rpm=850 width=0.5"
says both 'thrust and blade both say what the forces are; leave one out' "disk centre=0,0,0 $blades thickness=1 blades=3 rpm=850 thrust=1"
says of_blades 'pitch is of blades, and needs blade=FILE, their file' 'disk centre=0,0,0 axis=1,0,0 radius=1 thickness=1 thrust=1 pitch=2'
says polars 'needs three numbers: angle of attack (degrees), cl and cd; a fourth, Mach or Reynolds number, goes with polars=mach or polars=reynolds' \
    'line centre=0,0,0 axis=1,0,0 blade=blade.csv blades=3 rpm=850 width=0.5'
says reynolds 'polars=reynolds needs a viscous fluid' 'line centre=0,0,0 axis=1,0,0 blade=blade.csv polars=reynolds blades=3 rpm=850 width=0.5'
says entries "needs four entries: radius and chord (m, or fractions of the tips' radius with unit=R), twist (degrees) and the name of the file with the airfoil's polar" \
    'disk centre=0,0,0 axis=1,0,0 blade=points.csv blades=3 rpm=850 thickness=1'
says narrow 'take two of them or more, or refine the mesh there' "line centre=0,0,0 $blades blades=3 rpm=850 width=0.2"
says outside 'move the line into the mesh, or take another width' "line centre=0,0.9,0 $blades blades=3 rpm=850 width=0.5"
answers jumps 1 'lower [time] dt until they move by a cell or so' run line free 1 no --set time.dt=0.02
answers steady 1 'the blades of a line turn in time, and the run is of steady flow' run free free 1 no \
    --set actuators.PROP="line centre=0,0,0 $blades blades=3 rpm=850 width=0.5"
exit $status
