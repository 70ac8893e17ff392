# ufv-post layer: rows beside the cells of a slice, with SA and with SST, on one rank and two; where the table ends;
# [synthetic_turbulence] reads it; mistakes.
. tests/lib.sh
"$BUILD/tools/plane_mesh" plate --level 0 --out "$T/plate.cgns" >"$T/log" 2>&1 &&
    "$prep" --quiet "$T/plate.cgns" --out "$T/p1" >>"$T/log" 2>&1 &&
    "$prep" --quiet "$T/plate.cgns" --ranks 2 --out "$T/p2" >>"$T/log" 2>&1 ||
    { cat "$T/log"; fail layer_setup mesh; exit 1; }
run() { # run RANKS RESULTS ARGUMENTS...
    n=$1 out=$T/$2; shift 2
    run_solve "$n" cases/plate-turbulent/plate.cfg --packs "$T/p$n" --out "$out" --device cpu --threads 1 "$@" \
        2>"$T/err"
}
layer() { "$post" layer "$@"; }
check sa run 1 sa --steps 30 --set model.equations=sa
check sst run 1 sst --steps 40 --set model.equations=sst
check two_ranks run 2 sa2 --restart "$T/sa" --steps 0 --set model.equations=sa
for model in sa sst sa2; do
    check "table_$model" layer "$T/$model" --centre 1.2,0,0 --axis 2,0,0 --out "$T/$model.csv"
done
check ranks_alike cmp "$T/sa.csv" "$T/sa2.csv"
# Each row of the table is a cell of the slice: its heights grow by more than 3 %.
rows() { # rows MODEL VARIABLES
    "$post" slice "$T/$1" --quiet --plane x=1.2 --variables "wall_distance,velocity,density,$2" --out "$T/slice.csv" &&
        python3 - "$T/$1.csv" "$T/slice.csv" <<'PY'
import csv, math, sys
table = [{k: float(v) for k, v in r.items()} for r in csv.DictReader(open(sys.argv[1]))]
cells = [{k: float(v) for k, v in r.items()} for r in csv.DictReader(open(sys.argv[2]))]
cells.sort(key=lambda c: c["wall_distance"])
def energy(c):
    if "k" in c:
        return c["k"]
    turning = math.hypot(c["vorticity_x"], c["vorticity_y"], c["vorticity_z"])
    return c["eddy_viscosity"] / c["density"] * turning / 0.3
most = max(map(energy, cells))
assert len(table) > 8 and most > 0, (len(table), most)
for row, cell in zip(table, cells):
    for key, value in (("distance", cell["wall_distance"]), ("velocity", cell["velocity_x"]), ("k", energy(cell))):
        assert abs(row[key] - value) <= 5.1e-6 * abs(value), (key, row, value) # six digits
assert table[-1]["k"] >= 0.005 * most, (len(table), most)
assert len(table) == len(cells) or 0.005 * most > energy(cells[len(table)]), (len(table), most)
PY
}
check rows_sa rows sa eddy_viscosity,vorticity
check rows_sst rows sst k
"$box" --n 16 8 8 --size 0.064 0.032 0.032 --bc ymin=BCWallViscous --out "$T/box.cgns" >"$T/log" 2>&1
"$prep" --quiet "$T/box.cgns" --out "$T/box1" >>"$T/log" 2>&1
printf '[flow]\nmach = 0.2\nreynolds = 5e6\n[model]\nequations = laminar\n[numerics]\nlimiter = none\n[time]\n%s\n' \
    'scheme = rk
local = no
dt = 1e-8' >"$T/box.cfg"
check is_read run_solve 1 "$T/box.cfg" --packs "$T/box1" --out "$T/box" --device cpu --threads 1 --steps 1 \
    --set synthetic_turbulence.LAYER="plane centre=0.032,0,0 axis=1,0,0 thickness=0.016 length=0.03 file=$T/sa.csv"

# ---- mistakes: what is said also says what to do, or docs/troubleshooting.md does ----
page=docs/troubleshooting.md
check laminar run_solve 1 "$T/box.cfg" --packs "$T/box1" --out "$T/laminar" --device cpu --threads 1 --steps 1
answers no_model 1 'its fields have neither k nor eddy_viscosity' layer "$T/laminar" --centre 0.032,0,0 --axis 1,0,0 \
    --out "$T/no.csv"
answers no_centre 1 'write X,Y,Z in metres, a point of the plane' layer "$T/sa" --axis 1,0,0 --out "$T/no.csv"
answers no_axis 1 'write X,Y,Z, the direction of the flow through the plane' layer "$T/sa" --centre 1,0,0 --axis x \
    --out "$T/no.csv"
answers zero_axis 1 'give a direction that is not zero' layer "$T/sa" --centre 1,0,0 --axis 0,0,0 --out "$T/no.csv"
answers no_table 1 'say where to write the table with --out FILE.csv' layer "$T/sa" --centre 1,0,0 --axis 1,0,0
answers radius 1 'write a positive number of metres' layer "$T/sa" --centre 1,0,0 --axis 1,0,0 --radius -1 \
    --out "$T/no.csv"
answers beside 1 'the plane cuts no cell; choose a point within the mesh' layer "$T/sa" --centre 9,0,0 --axis 1,0,0 \
    --out "$T/no.csv"
answers nothing_near 1 'the plane cuts no cell within the radius' layer "$T/sa" --centre 1,5,0 --axis 1,0,0 \
    --radius 0.1 --out "$T/no.csv"
[ ! -e "$T/no.csv" ] && ok no_table_left || fail no_table_left no.csv
exit $status
