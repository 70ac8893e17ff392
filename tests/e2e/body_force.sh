# A constant body force drives laminar flow between two plates, periodic along the flow and across: Poiseuille's parabola
# u = rho a y (h - y) / (2 mu), and on the plates the friction that balances the force, rho a h / 2 on each, to the
# accuracy of convergence; on one rank and on two.
# Features: body_force motion
. tests/lib.sh
says() { # says NAME WORDS COMMAND...: fails with a sentence that holds the words
    name=$1 words=$2; shift 2
    if "$@" >"$T/out" 2>"$T/err"; then fail "$name" "was accepted"
    elif grep -qF -- "$words" "$T/err"; then ok "$name"
    else sed 's/^/  /' "$T/err" | tail -3; fail "$name" "it does not say: $words"; fi
}
printf '[patches]\ny* = wall\n[periodic]\nalong = xmin xmax\nacross = zmin zmax\n' >"$T/p.cfg"
for n in 8 16; do
    "$box" --cells hex --n 4 $n 2 --size 0.5 1 0.25 --out "$T/$n.cgns" >"$T/log" 2>&1 &&
        "$prep" --quiet "$T/$n.cgns" --config "$T/p.cfg" --out "$T/p$n" >"$T/log" 2>&1 || cat "$T/log"
done
"$prep" --quiet "$T/16.cgns" --config "$T/p.cfg" --ranks 2 --out "$T/two" >"$T/log" 2>&1 || cat "$T/log"

# A Reynolds number of 20 by the height and the largest velocity, which is 0.05 of the speed of sound: with rho = 1.225
# and mu = 1.0415 a = 8 mu u / (rho h^2) = 115.66. Plates at the temperature of the gas, whose viscosity is constant. The time
# steps are long: after 2 s, 17 times h^2 rho / (pi^2 mu), the uniform flow at the start is forgotten.
acceleration=115.66
cat >"$T/case.cfg" <<CFG
[flow]
mach = 0.05
viscosity = 1.0415
sutherland = 0
[model]
equations = laminar
[body_force]
acceleration = $acceleration, 0, 0
[patches]
y* = wall temperature=288.15
[numerics]
limiter = none
[time]
scheme = dual-time
local = no
dt = 0.05
steps = 40
sub_drop = 6
sub_steps = 100
CFG
solve_on() { # solve_on PACKS OUT ARGUMENTS...
    packs=$1 out=$2; shift 2
    n=1; [ "$packs" = two ] && n=2
    run_solve $n "$T/case.cfg" --packs "$T/$packs" --out "$T/$out" --device cpu --threads 1 "$@" 2>"$T/err" || cat "$T/err"
}
# The largest difference from the parabola over its largest value, with the density and the place of each cell.
difference() {
    "$post" slice "$T/$1" --plane z=0.06 --out "$T/$1.csv" --quiet && awk -F, -v a=$acceleration '
        NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
        { y = $(c["y"]); exact = $(c["density"]) * a * y * (1 - y) / (2 * 1.0415); d = $(c["velocity_x"]) - exact
          d = d < 0 ? -d : d; if (!(d <= worst)) worst = d; if (exact > most) most = exact; n++ }
        END { printf "%.6g\n", (n && most ? worst / most : "nan") }' "$T/$1.csv"
}
solve_on p8 coarse
solve_on p16 fine
coarse=$(difference coarse) fine=$(difference fine)
echo "  difference from the parabola: $coarse with 8 cells, $fine with 16"
awk -v a="$coarse" -v b="$fine" 'BEGIN { exit !(b > 0 && a < 0.02 && b < 0.005 && b < 0.3 * a) }' && ok body_force_parabola ||
    fail body_force_parabola "$coarse and $fine of the largest velocity, not second order"

# What the plates feel is what drives the flow: rho a h / 2 on each of two plates of 0.125 m^2.
"$post" forces "$T/fine" --json "$T/forces.json" --quiet >"$T/log"
python3 - "$T/forces.json" "$T/fine.csv" $acceleration >"$T/log" 2>&1 <<'PY' && ok body_force_friction || { cat "$T/log"; fail body_force_friction "see above"; }
import csv, json, sys
mean = [float(r["density"]) for r in csv.DictReader(open(sys.argv[2]))]
mean = sum(mean) / len(mean)
drag = json.load(open(sys.argv[1]))["force"][0]
want = mean * float(sys.argv[3]) * 0.5 * 1 * 0.25
print(f"force on the plates {drag} N, driving force {want} N")
assert abs(drag - want) < 1e-6 * want
PY
solve_on two ranks
two=$(difference ranks)
awk -v a="$fine" -v b="$two" 'BEGIN { d = a - b; exit !(b > 0 && d < 1e-9 && d > -1e-9) }' && ok body_force_two_ranks ||
    fail body_force_two_ranks "$two, and $fine on one rank"

says body_force_frame "does not go with [body_force]" run_solve 1 "$T/case.cfg" --packs "$T/p8" --out "$T/none" \
    --device cpu --set frame.type=rotating --set frame.rate=1 --set "frame.axis=1 0 0"
exit $status
