# A duct between a reservoir and a lower pressure, from a flow whose pressure is above the reservoir's: it has to leave
# through the inflow at first. What passes in the end is known exactly; with a pressure below the critical one the outlet
# is choked, and the flow is sonic.
. tests/lib.sh
"$box" --n 16 6 6 --size 2 0.5 0.5 --perturb 0.15 --cells tet --out "$T/duct.cgns" >/dev/null
"$prep" --quiet "$T/duct.cgns" --out "$T/p" || exit 1
cat >"$T/duct.cfg" <<'CFG'
[flow]
mach = 0.2
temperature = 288.15
pressure = 300000
[model]
equations = euler
[initial]
kind = uniform
[patches]
* = slip
xmin = total-inflow total_pressure=200000 total_temperature=300 direction=1,0,0
[stop]
residual_drop = 8
CFG
# duct NAME PRESSURE: what passes is p / (R T) u A on the isentrope, at Mach 1 at most
duct() {
    run_solve 1 "$T/duct.cfg" --packs "$T/p" --out "$T/$1" --device cpu --threads 1 \
        --set "patches.xmax=pressure-outlet pressure=$2" >/dev/null || return
    sed -n 's/.*"mass_flow": *\([-0-9.e+]*\).*/\1/p' "$T/$1/forces.json" | awk -v p="$2" 'BEGIN {
        critical = 200000 * (2 / 2.4) ^ 3.5; p = p < critical ? critical : p
        t = 300 * (p / 200000) ^ (1 / 3.5); m = p / (287.05 * t) * sqrt(2 * 3.5 * 287.05 * (300 - t)) * 0.25 }
        { n++; d = ($1 < 0 ? -$1 : $1) / m - 1; if (d < 0) d = -d; if (d > worst) worst = d }
        END { print worst " off in " n " patches"; exit !(n == 2 && worst < 1e-5) }'
}
check subsonic duct subsonic 150000
check slow duct slow 190000
check choked duct choked 10000
exit $status
