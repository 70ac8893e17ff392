# What ufv-post forces says of patches that fluid crosses: mass and momentum, exact for a uniform flow.
. tests/lib.sh
cat >"$T/case.cfg" <<'CFG'
[flow]
mach = 0.5
density = 1.2
pressure = 1e5
up = y
[time]
steps = 3
[patches]
* = farfield
ymin = slip
ymax = slip
[output]
history = 1
CFG
{ "$box" --cells mixed --n 6 5 4 --out "$T/m.cgns" && "$prep" --quiet "$T/m.cgns" --ranks 2 --out "$T/p" &&
    run_solve 2 "$T/case.cfg" --packs "$T/p" --out "$T/r" --device cpu --threads 1; } >"$T/log" 2>&1 ||
    { cat "$T/log"; fail forces_setup run; exit 1; }

# ---- through open patches: V = 0.5 sqrt(1.4 p / rho), 1 m^2 ----
"$post" forces "$T/r" --patch 'x*' --patch ymin --json "$T/f.json" >"$T/out" 2>&1 || cat "$T/out"
flows() { # flows PATCH MASS MOMENTUM: of the table, to its six digits
    awk -v name="$1" -v m="$2" -v u="$3" '
        /^out of the fluid/ { flow = 1 }
        flow && $1 == name { found = ($2 - m) ^ 2 < 1e-8 * m * m && ($3 - u) ^ 2 < 1e-8 * u * u }
        END { exit !found }' "$T/out" || { cat "$T/out"; return 1; }
}
check flow_in flows xmin -204.939 -35000
check flow_out flows xmax 204.939 35000
check flow_of_walls_is_not_listed test "$(sed '1,/^out of the fluid/d' "$T/out" | grep -c '^ymin')" = 0
check flow_says_pressure_alone grep -q 'out of the fluid .*above: pressure alone' "$T/out"
check flow_in_json awk '/"mass_flux"/ { gsub(/[^0-9.e+-]/, "", $2); sum += $2; n++ } END { exit !(n == 2 && sum ^ 2 < 1e-16) }' \
    "$T/f.json"
"$post" forces "$T/r" >"$T/out"
check forces_of_walls_alone test "$(grep -c 'out of the fluid' "$T/out")" = 0
exit $status
