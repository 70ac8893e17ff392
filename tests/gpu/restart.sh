# Kill -9 in the middle of a GPU run; the restart ends with the bits of the
# uninterrupted run.
. tests/lib.sh
flow_case "$T/case.cfg"
"$box" --cells tet --n 16 12 10 --perturb 0.15 --seed 2 --out "$T/m.cgns" >/dev/null || exit 1
"$prep" --quiet "$T/m.cgns" --ranks 2 --out "$T/p" >/dev/null || exit 1
run_solve 2 "$T/case.cfg" --packs "$T/p" --out "$T/whole" --device cuda --steps 4000 --set output.checkpoint=500
run_solve 2 "$T/case.cfg" --packs "$T/p" --out "$T/cut" --device cuda --steps 4000 --set output.checkpoint=500 \
    >"$T/log" 2>&1 &
await $! test -e "$T/cut/latest"
pkill -9 -f "$T/cut"
wait
at=$(sed 's/fields-0*//' "$T/cut/latest")
echo "  killed after the checkpoint of iteration $at"
run_solve 2 "$T/case.cfg" --packs "$T/p" --out "$T/rest" --restart "$T/cut" --device cuda --steps $((4000 - at))
check gpu_restart_same_bits same_bits "$T/whole" "$T/rest"
exit $status
