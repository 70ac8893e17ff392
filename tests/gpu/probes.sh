# Probes on a GPU: the rows of the CPU to the last bit, on any precision of gradients that the run has, and the same
# after a restart.
. tests/lib.sh
flow_case "$T/case.cfg"
cat >>"$T/case.cfg" <<'CFG'
[probes]
some = line from=0.1,0.15,0.2 to=0.9,0.85,0.8 count=500
few = points at=0.5,0.5,0.5 at=0.2,0.3,0.4 every=7 value=cell
CFG
"$box" --cells mixed --n 12 8 6 --perturb 0.15 --seed 3 --out "$T/m.cgns" >"$T/log" 2>&1 &&
    "$prep" --quiet "$T/m.cgns" --ranks 1 --out "$T/p" || { cat "$T/log"; fail probes_setup mesh; exit 1; }
run() { # run NAME DEVICE ARGUMENTS...
    out=$T/$1 device=$2; shift 2
    "$solve" --quiet "$T/case.cfg" --packs "$T/p" --out "$out" --device "$device" --set time.local=no "$@"
}
same_rows() { # same_rows A B
    for s in some few; do
        "$post" probes "$1" --probe $s --quiet --out "$T/a.csv" && "$post" probes "$2" --probe $s --quiet \
            --out "$T/b.csv" && cmp "$T/a.csv" "$T/b.csv" || return 1
    done
}
for model in euler laminar sst; do
    for kind in cpu cuda; do
        run $model-$kind $kind --steps 100 --set model.equations=$model --set model.slip_only=yes --set flow.reynolds=1e5 \
            --set flow.reynolds_length=1 || fail probes_$model "$kind"
    done
    check probes_${model}_cpu_and_gpu same_rows "$T/$model-cpu" "$T/$model-cuda"
done
run part cuda --steps 37 --set model.equations=euler && run rest cuda --restart "$T/part" --until 100
check probes_restart_on_gpu same_rows "$T/euler-cuda" "$T/rest"
exit $status
