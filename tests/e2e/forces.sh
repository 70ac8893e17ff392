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
        /^flow out through/ { flow = 1 }
        flow && $1 == name { found = ($2 - m) ^ 2 < 1e-8 * m * m && ($3 - u) ^ 2 < 1e-8 * u * u }
        END { exit !found }' "$T/out" || { cat "$T/out"; return 1; }
}
check flow_in flows xmin -204.939 -35000
check flow_out flows xmax 204.939 35000
check flow_sum awk '$1 == "sum" && $2 ^ 2 < 1e-16 && NF == 5 { n++ } END { exit n != 1 }' "$T/out"
check flow_of_walls_is_not_listed test "$(sed '1,/^flow out through/d' "$T/out" | grep -c '^ymin')" = 0
check flow_says_pressure_alone grep -q 'flow out through .*the table above has the pressure alone' "$T/out"
check flow_in_json awk '/"mass_flux"/ { gsub(/[^0-9.e+-]/, "", $2); sum += $2; n++ } END { exit !(n == 2 && sum ^ 2 < 1e-16) }' \
    "$T/f.json"
"$post" forces "$T/r" >"$T/out"
check forces_of_walls_alone test "$(grep -c 'flow out through' "$T/out")" = 0

# ---- a patch of which symmetry_plane takes one side: pressure and momentum of all patches balance across the plane ----
sed '/^\[time\]/,$d' "$T/case.cfg" >"$T/plane.cfg"
printf '%s\n' '[patches]' 'WALL = slip' 'FARFIELD = farfield' 'SIDES = farfield symmetry_plane=z:0' '[stop]' \
    'residual_drop = 6' 'window = 0' '[time]' 'steps = 200' >>"$T/plane.cfg"
{ "$BUILD/tools/plane_mesh" naca0012 --wall 1e-2 --far 20 --depth 0.05 --out "$T/n.cgns" &&
    "$prep" --quiet "$T/n.cgns" --out "$T/n" &&
    run_solve 1 "$T/plane.cfg" --packs "$T/n" --out "$T/plane" --device cpu --threads 1 --set flow.alpha=4; } >"$T/log" 2>&1 ||
    cat "$T/log"
"$post" forces "$T/plane" --patch '*' --json "$T/plane.json" >/dev/null
balance() {
    python3 - "$T/plane.json" <<'PY'
import json, sys
patches = json.load(open(sys.argv[1]))["patches"].values()
force, left = (sum(p.get(k, [0, 0, 0])[2] for p in patches) for k in ("force", "momentum_flux"))
assert abs(force) > 1 and abs(force + left) < 1e-3 * abs(force), (force, left)
PY
}
check plane_balance balance

# ---- groups ----
sed 's/^history = 1/&\n[groups]\nlow = ymin\nboth = low y* up\nup = YMAX\nside = z* low/; s/YMAX/ymax/' "$T/case.cfg" >"$T/groups.cfg"
more="--set flow.alpha=4 --set flow.reynolds=1e4 --set model.equations=laminar --set patches.ymin=wall --steps 6"
group_run() { # group_run NAME SETTINGS...
    out=$T/$1; shift
    # shellcheck disable=SC2086
    run_solve 2 "$T/groups.cfg" --packs "$T/p" --out "$out" --device cpu --threads 1 $more "$@" >"$T/log" 2>&1 ||
        { cat "$T/log"; return 1; }
}
check groups_run group_run g
plain=$(head -1 "$T/r/history.csv")
check groups_columns_at_the_end test "$(head -1 "$T/g/history.csv" | sed 's/,cl:low.*//')" = "$plain"
check groups_columns grep -q ',residual_drop,angle,cl:low,cd:low,cy:low,cmx:low,cmy:low,cmz:low,cl:both,.*,cmz:side$' "$T/g/history.csv"
# disjoint groups add up to the whole, to rounding; one that names a patch twice has it once
adds_up() {
    awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
        function far(a, b) { d = a - b; return d * d > 1e-26 * (1 + b * b) }
        { n = split("cl cd cy cmx cmy cmz", c, " ")
          for (k = 1; k <= n; k++) {
              all = $at[c[k]]
              if (far($at[c[k] ":low"] + $at[c[k] ":up"], all) || far($at[c[k] ":both"], all) ||
                  far($at[c[k] ":side"], $at[c[k] ":low"])) { print c[k]; bad = 1 }
          }
          product = $at["cl:low"] * $at["cl:up"]
          rows++ }
        END { exit bad || rows < 6 || product == 0 }' "$T/g/history.csv" || { cat "$T/g/history.csv"; return 1; }
}
check groups_add_up adds_up
"$post" forces "$T/g" --json "$T/g.json" >"$T/out" || cat "$T/out"
same_as_the_run() { # a group of forces.json of the run and of ufv-post, and the patch it consists of
    python3 - "$T/g/forces.json" "$T/g.json" <<'PY'
import json, sys
run, post = (json.load(open(p)) for p in sys.argv[1:])
def near(a, b): return abs(a - b) <= 1e-11 * (1 + abs(b))
for g, patch in (("low", "ymin"), ("up", "ymax")):
    for part in (None, "pressure", "friction"):
        for k in ("cl", "cd", "cmz"):
            of = lambda d: (d[part] if part else d)[k]
            assert near(of(run["groups"][g]), of(run["patches"][patch])), (g, part, k)
            assert near(of(post["groups"][g]), of(run["groups"][g])), (g, part, k)
low = post["groups"]["low"]
assert low["friction"]["cd"] != 0 and near(low["drag_counts"], 1e4 * low["cd"])
assert near(low["lift_to_drag"] * low["cd"], low["cl"])
assert near(post["groups"]["both"]["cl"], post["cl"])
PY
}
check groups_in_json same_as_the_run
check groups_table grep -q '^by group .*cd pressure .*cd friction .*drag counts .*cl/cd' "$T/out"
check groups_rows test "$(sed -n '/^by group/,$p' "$T/out" | cut -d ' ' -f 1 | tr '\n' ' ')" = "by low both up side total note: "
"$post" forces "$T/g" --patch low >"$T/out"
check group_for_patch test "$(grep -c '^ymin ' "$T/out") $(grep -c '^ymax' "$T/out") $(grep -c '^by group' "$T/out")" = "1 0 0"
check groups_in_report sh -c '"$1" report "$2" --out "$3" && grep -q "<th>both</th>" "$3"' sh "$post" "$T/g" "$T/g.html"
check groups_in_run_json sh -c 'tr -d " \n" <"$1" | grep -q "\"both\":\[\"ymin\",\"ymax\"\]"' sh "$T/g/run.json"
# reference values of one group: all coefficients by its area, moments by its length and about its centre, for this group
# alone, in all files, and where it is named by --patch
check groups_reference group_run own --set "groups.low=ymin area=2.5 length=0.4 span=0.5 centre=0.2,-1,0.3"
"$post" forces "$T/own" --json "$T/own.json" >"$T/out" || cat "$T/out"
"$post" forces "$T/own" --patch low --json "$T/own-patch.json" >"$T/own-patch"
"$post" forces "$T/own" --area 5 --centre 0,0,0 --json "$T/own-area.json" >/dev/null
by_its_own() {
    python3 - "$T" <<'PY'
import csv, json, sys
def read(name): return json.load(open(sys.argv[1] + "/" + name))
def near(a, b): assert abs(a - b) <= 1e-11 * (1 + abs(b)), (a, b)
# The case has area and length 1 and the origin as centre; q = 0.7 p M^2.
old, run, post, q = read("g/forces.json"), read("own/forces.json"), read("own.json"), 0.7 * 1e5 * 0.25
a, b = old["groups"]["low"], run["groups"]["low"]
assert b["reference"] == {"area": 2.5, "length": 0.4, "span": 0.5, "centre": [0.2, -1, 0.3]} and "reference" not in a
for part in (None, "pressure", "friction"):
    x, y, z = ((d[part] if part else d) for d in (a, b, post["groups"]["low"]))
    for k in ("cl", "cd", "cy"):
        near(y[k], x[k] / 2.5)
    for k in x:
        if isinstance(x[k], float): near(z[k], y[k])
c, f, names = b["reference"]["centre"], a["force"], ("cmx", "cmy", "cmz")
assert f == b["force"] and min(abs(x) for x in f[:2]) > 1
arm = [-c[1] * f[2] + c[2] * f[1], -c[2] * f[0] + c[0] * f[2], -c[0] * f[1] + c[1] * f[0]]
for k in range(3):
    near(b[names[k]], (a[names[k]] * q + arm[k]) / (q * 2.5 * 0.4))
# what contains it, patches and the total are as they were
for k in ("cl", "cd") + names:
    near(run["groups"]["both"][k], old["groups"]["both"][k])
    near(run["patches"]["ymin"][k], old["patches"]["ymin"][k])
    near(run[k], old[k])
row = list(csv.DictReader(open(sys.argv[1] + "/own/history.csv")))[-1]
patch, area = read("own-patch.json"), read("own-area.json")
assert post["groups"]["low"]["reference"]["area"] == patch["reference"]["area"] == 2.5
for k in ("cl", "cd") + names:
    near(float(row[k + ":low"]), b[k])
    near(patch[k], b[k])
    near(patch["patches"]["ymin"][k], b[k])
for k in ("cl", "cd"):
    near(area["groups"]["low"][k], a[k] / 5)
    near(area["groups"]["both"][k], old["groups"]["both"][k] / 5)
PY
}
check groups_by_their_reference by_its_own
check groups_reference_is_said grep -q '^low: reference area 2.5 m^2, length 0.4 m, moments about (0.2, -1, 0.3) m$' "$T/out"
check groups_reference_of_a_patch grep -q 'reference area 2.5 m^2, length 0.4 m, moments about (0.2, -1, 0.3) m$' "$T/own-patch"
check groups_reference_in_report sh -c '"$1" report "$2" --out "$3" && grep -q "low: reference area 2.5" "$3"' sh "$post" "$T/own" \
    "$T/own.html"
# eta = 1 is the group's span, and strips are by its area
check groups_span sh -c '"$1" span "$2" --patch low --span-axis z --strips 2 >"$3" && grep -q "^ *0.75  *1.5000 " "$3"' sh "$post" "$T/own" \
    "$T/span"
# a run that goes on keeps the cells of groups that are still there
check groups_restart group_run g --restart "$T/g" --set groups.low=ymax --set groups.new=ymin
check groups_restart_columns awk -F, 'NR == 1 { new = $(NF - 5) }
    NR == 3 { exit !(NF == 53 && new == "cl:new" && $53 == "" && $47 != "" && $24 != "") }' "$T/g/history.csv"

wrong() { # wrong NAME SENTENCE SETTINGS...: status 1 and one sentence
    row=groups_$1 words=$2; shift 2
    if group_run wrong "$@" >/dev/null; then fail "$row" "was accepted"
    elif grep -aqe "$words" "$T/log"; then ok "$row"
    else cat "$T/log"; fail "$row" "not the sentence $words"; fi
}
wrong unknown_patch "--set groups.low: the mesh has no patch 'ymni', nor is there such a group, did you mean 'ymin'" --set groups.low=ymni
wrong empty "groups.low: no patch of the mesh is in this group; name patches" --set groups.low=
wrong empty_glob "groups.low: no patch of the mesh is in this group" --set 'groups.low=FLAP*'
wrong itself "groups.low: group 'low' contains itself, here by 'low'" --set groups.low=low
wrong cycle "groups.*: group '[a-z]*' contains itself, here by '[a-z]*'; take that out" --set groups.low=both
wrong name_of_a_patch "groups.ymin: a patch of the mesh has that name" --set groups.ymin=ymax
wrong word "groups.low: a group takes no 'aera'; did you mean area?" --set groups.low='ymin aera=3'
wrong number "groups.low: centre needs 3 numbers" --set groups.low='ymin centre=1,2'
wrong no_area "groups.low: area needs 1 number of 1e-18 to 1e+18, not '0'" --set groups.low='ymin area=0'
wrong twice "area is given twice; keep one of them" --set groups.low='ymin area=2 area=3'
wrong values_alone "no patch of the mesh is in this group" --set groups.low='area=2'
wrong name "the name of a group may contain only letters, digits" --set 'groups.a:b=ymin'
wrong slash "the name of a group may contain only letters, digits" --set 'groups.a/b=ymin'
exit $status
