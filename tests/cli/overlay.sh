# ufv-post overlay: several runs on one page: its table against forces.json, what a pointer would read against the
# history, a family of meshes against ufv-post extrapolate; and what it refuses.
. tests/lib.sh
command -v gnuplot >/dev/null || { echo "skip overlay gnuplot is not installed"; exit 0; }
flow_case "$T/flow.cfg"
for n in 4 6 9; do
    "$box" --cells hex --n $n $n $n --out "$T/b$n.cgns" >/dev/null && "$prep" "$T/b$n.cgns" --out "$T/p$n" --quiet &&
        run_solve 1 "$T/flow.cfg" --packs "$T/p$n" --out "$T/r$n" --steps 30 --threads 1 || exit 1
done
# the finest is named first: a family is sorted
check overlay_runs "$post" overlay "$T/r9" "$T/r4" "$T/r6" --out "$T/page.html" --table "$T/table.csv" --family \
    --name 'fine "9" <b>' --name coarse --name middle --patch zmin --section y=0.4 --section y=0.6
cp "$T/check.log" "$T/printed"
check overlay_rows sh -c 'cut -d, -f1 "$1" | tr "\n" " " | grep -q "^run \"coarse\" \"middle\" \"fine \"\"9\"\" <b>\" extrapolated $"' sh "$T/table.csv"
# column RUN NAME: of the table
cat >"$T/look.py" <<'END'
import csv, html, json, re, sys
T, post_rows = sys.argv[1], sys.argv[2]
rows = {r["run"]: r for r in csv.DictReader(open(T + "/table.csv"))}
for name, folder in (("coarse", "r4"), ("middle", "r6"), ('fine "9" <b>', "r9")):
    f, run = json.load(open(f"{T}/{folder}/forces.json")), json.load(open(f"{T}/{folder}/run.json"))
    r = rows[name]
    assert abs(float(r["cl"]) - f["cl"]) <= 1e-8 * abs(f["cl"]), (r, f["cl"])
    assert abs(float(r["cd_counts"]) - 1e4 * f["cd"]) <= 1e-5 * abs(1e4 * f["cd"])
    assert abs(float(r["cm_nose_up"]) - f["cmy"]) <= 1e-8 * abs(f["cmy"])  # up = z
    assert int(r["cells"]) == run["cells"] and r["converged"] == "no"
for line in open(post_rows):  # column, value, order
    column, value = line.split()[:2]
    assert abs(float(rows["extrapolated"][column]) - float(value)) <= 2e-6 * abs(float(value)), line
page = open(T + "/page.html").read()
assert "<script src" not in page and "3 of them have not converged" in page and "fine &quot;9&quot; &lt;b&gt;" in page
# The newest lift of the finest run, from the pixels of its curve: to a pixel's hundredth of the axis.
figures = re.findall(r'<figure class="curves">.*?</figure>', page, re.S)
assert len(figures) == 5, len(figures)  # family, two sections, span load, histories
panels = json.loads(re.search("<metadata>(.*)</metadata>", figures[-1]).group(1))
assert [p["y"] for p in panels] == ["residual", "cL", "cD, counts"] and [p["log"] for p in panels] == [[0, 1], [0, 0], [0, 0]]
history = list(csv.DictReader(open(T + "/r9/history.csv")))
for panel, column, factor in ((panels[1], "cl", 1), (panels[2], "cd", 1e4)):
    left, right, bottom, top = panel["box"]
    x0, x1, y0, y1 = panel["range"]
    found = []
    for name, group in re.findall(r"<g id=\"gnuplot_plot[^>]*><title>(.*?)</title>(.*?)(?=<g id=\"gnuplot_plot|</svg>)", figures[-1], re.S):
        for x, y in re.findall(r"[ML ]\s*([-\d.]+),([-\d.]+)", " ".join(re.findall(r" d='([^']*)'", group))):
            x, y = float(x), float(y)
            if left - .5 < x < right + .5 and top - .5 < y < bottom + .5 and html.unescape(name) == 'fine "9" <b>':
                found.append((x0 + (x - left) / (right - left) * (x1 - x0), y0 + (y - bottom) / (top - bottom) * (y1 - y0)))
    want = (float(history[-1]["iteration"]), factor * float(history[-1][column]))
    nearest = min(found, key=lambda p: abs(p[0] - want[0]) + abs(p[1] - want[1]))
    assert abs(nearest[0] - want[0]) < 1e-3 * (x1 - x0) and abs(nearest[1] - want[1]) < 1e-3 * (y1 - y0), (nearest, want)
END
{ echo "cells,cl,cd"; grep -v '^run\|^extra' "$T/table.csv" | sed 's/^".*",\([0-9]*\)/\1/' | cut -d, -f1,4,5; } >"$T/family.csv"
"$post" extrapolate "$T/family.csv" --column cl --column cd >"$T/limits" || fail overlay_extrapolate status
check overlay_numbers python3 "$T/look.py" "$T" "$T/limits"
# what the page says beside the pointer at the middle of its last panels is a row of a history, to the digits shown
cat >"$T/hover.py" <<'END'
import csv, json, re, sys
T = sys.argv[1]
said = open(T + "/said").read().splitlines()
assert len(said) == 9, said  # lift and drag of the family, two sections, two span loads, three of histories
folders = {'fine "9" <b>': "r9", "fine &quot;9&quot; &lt;b&gt;": "r9", "fine \"9\" &lt;b>": "r9", "middle": "r6", "coarse": "r4"}
for line, column, factor in ((said[-2], "cl", 1), (said[-1], "cd", 1e4)):
    name, iteration, value = re.match(r"(.*): iteration (\d+), (?:cL|cD, counts) (\S+)$", line).groups()
    rows = csv.DictReader(open(f"{T}/{folders[name]}/history.csv"))
    want = next(factor * float(r[column]) for r in rows if int(r["iteration"]) == int(iteration))
    assert abs(float(value) - want) <= 1e-3 * abs(want), (line, want)
assert re.match(r".*: x/c [-\d.]+, cp [-\d.]+$", said[2]), said[2]
assert re.match(r".*: iteration \d+, residual [\d.e+-]+$", said[-3]), said[-3]
END
if command -v node >/dev/null; then
    node tests/cli/hover.js "$T/page.html" >"$T/said" 2>&1
    cat "$T/said"
    check overlay_pointer python3 "$T/hover.py" "$T"
else
    skip overlay_pointer "node is not installed"
fi
check overlay_prints_extrapolated grep -q '^extrapolated  *-*[0-9.]*  *-*[0-9.]*  *-*[0-9.]*$' "$T/printed"
check overlay_leaves_no_pictures sh -c '! ls "$1" | grep -q svg' sh "$T"
# refused NAME SENTENCE ARGUMENTS...: status 1 with the sentence, no page
refused() {
    name=$1 sentence=$2
    shift 2
    if "$post" overlay "$@" --out "$T/no.html" >"$T/out" 2>&1; then fail "$name" "was taken"
    elif grep -q -- "$sentence" "$T/out" && [ ! -e "$T/no.html" ]; then ok "$name"
    else cat "$T/out"; fail "$name" "another answer"; fi
}
refused overlay_same_mesh 'both have 64 cells' "$T/r4" "$T/r4" --family
run_solve 1 "$T/flow.cfg" --packs "$T/p6" --out "$T/other" --steps 3 --threads 1 --set flow.alpha=5
refused overlay_other_flow 'a family is one flow on several meshes: leave out --family' "$T/r4" "$T/other" --family
refused overlay_names '1 --name for 2 runs' "$T/r4" "$T/r6" --name a
refused overlay_patch_alone 'say where to cut it with --section' "$T/r4" "$T/r6" --patch zmin
refused overlay_no_patch 'name the surface of the section with --patch' "$T/r4" "$T/r6" --section y=0.4
refused overlay_no_folder 'nowhere: No such file' "$T/r4" "$T/nowhere"
refused overlay_too_many '8 runs; 7 at most' "$T/r4" "$T/r4" "$T/r4" "$T/r4" "$T/r4" "$T/r4" "$T/r4" "$T/r4"
# cells that are too hot, which run.json names
sed '0,/^{/s//{"hot_cells": {"cells": 2, "source_temperature": 305, "temperature_max": 9776, "hottest": "cell 7"},/' \
    "$T/r4/run.json" >"$T/hot.json" && cp -r "$T/r4" "$T/hot" && mv "$T/hot.json" "$T/hot/run.json"
check overlay_of_hot_cells "$post" overlay "$T/hot" "$T/r6" --out "$T/hot.html" --name one --name two
cp "$T/check.log" "$T/printed"
check overlay_prints_hot_cells grep -q '^one: 2 cells are far hotter than the 305 K .* up to 9776 K in cell 7' "$T/printed"
check overlay_shows_hot_cells sh -c 'grep -c "too hot</b>: 2 cells are far hotter" "$1" | grep -qx 1' sh "$T/hot.html"
check forces_tells_of_hot_cells sh -c '"$1" forces "$2" | grep "^note: 2 cells are far hotter"' sh "$post" "$T/hot"
cp -r "$T/r4" "$T/unfinished" && rm "$T/unfinished/run.json"
refused overlay_unfinished 'unfinished/run.json is missing, since the run has not ended' "$T/r4" "$T/unfinished"
printf 'cells,cd\n300,1\n200,2\n' >"$T/falling.csv"
check extrapolate_falling sh -c '"$1" extrapolate "$2" 2>&1 | grep -q "must ascend.*row 2 has 200"' sh "$post" "$T/falling.csv"
printf 'cells,cd\n300,1\n' >"$T/one.csv"
check extrapolate_one sh -c '"$1" extrapolate "$2" 2>&1 | grep -q "one mesh is not enough to extrapolate from"' sh "$post" "$T/one.csv"
exit $status
