# docs/python.md: its pieces of Python, as they stand there, on a small run.
. tests/lib.sh
python=
for p in /usr/bin/python3 python3; do "$p" -c 'import h5py, pandas' 2>/dev/null && { python=$p; break; }; done
[ -n "$python" ] || { echo "skip python python3-h5py and python3-pandas are not installed"; exit 0; }
"$box" --cells hex --n 6 4 4 --out "$T/box.cgns" >/dev/null || exit 1
"$prep" "$T/box.cgns" --out "$T/packs" --ranks 2 --quiet || exit 1
flow_case "$T/flow.cfg"
run_solve 2 "$T/flow.cfg" --packs "$T/packs" --out "$T/results" --steps 20 --threads 1 \
    --set "probes.wake=points at=0.4,0.5,0.5 at=0.7,0.5,0.5" || exit 1
"$post" cp "$T/results" --patch zmin --section y=0.4 --out "$T/cp.csv" --quiet || exit 1
page=$(realpath docs/python.md)
cd "$T" || exit 1
awk '/^```python/ { n++; file = "piece" n ".py"; next } /^```/ { file = "" } file { print > file }' "$page"
for k in 1 2 3 4 5 6; do check "piece_$k" "$python" "piece$k.py"; done
check no_more_pieces test ! -e piece7.py
check five_lines test "$(wc -l <piece3.py)" -le 5
# the pressure sorted by cell is that of ufv-post's table of extremes
cat piece3.py - >sorted.py <<'END'
import json
e = json.load(open("e.json"))
assert len(pressure) == 96 and numpy.array_equal(numpy.sort(gid), numpy.arange(96))
assert pressure.min() == e["pressure"]["least"]["value"] and pressure.max() == e["pressure"]["greatest"]["value"]
END
cd - >/dev/null || exit 1
"$post" extremes "$T/results" --variables pressure --json "$T/e.json" --quiet || exit 1
check sorted_pressure sh -c 'cd "$1" && exec "$2" sorted.py' sh "$T" "$python"
exit $status
