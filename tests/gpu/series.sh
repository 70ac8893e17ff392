# Series on a GPU: the frames of the CPU to the last bit, while checkpoints are written beside them, and the same after
# a restart.
. tests/lib.sh
flow_case "$T/case.cfg"
sed -i 's/^history.*/history = 10\ncheckpoint = 5/; s/^zmin.*/zmin = wall/' "$T/case.cfg"
cat >>"$T/case.cfg" <<'CFG'
[series]
all = volume every=4 precision=double
some = volume every=7 variables=pressure,velocity_z
skin = surface every=5 precision=double patches=zm*
CFG
"$box" --cells mixed --n 12 8 6 --perturb 0.15 --seed 3 --out "$T/m.cgns" >"$T/log" 2>&1 &&
    "$prep" --quiet "$T/m.cgns" --ranks 1 --out "$T/p" || { cat "$T/log"; fail series_setup mesh; exit 1; }
run() { # run NAME DEVICE ARGUMENTS...
    out=$T/$1 device=$2; shift 2
    "$solve" --quiet "$T/case.cfg" --packs "$T/p" --out "$out" --device "$device" --set time.local=no \
        --set flow.reynolds=1e5 --set flow.reynolds_length=1 "$@"
}
faces() { # faces FRAME: values on the faces that a plane cuts, for all patches
    "$post" slice "$1" --surface --plane x=0.51 --out "$T/cut.csv" --quiet &&
        cat "$T/cut.csv"
}
same_frames() { # same_frames A B
    for s in all some skin; do
        [ "$(cd "$1/series/$s" && ls -d fields-*)" = "$(cd "$2/series/$s" && ls -d fields-*)" ] || return 1
        for f in $(cd "$1/series/$s" && ls -d fields-*); do
            if [ $s = skin ]; then
                faces "$1/series/$s/$f" >"$T/a" && faces "$2/series/$s/$f" >"$T/b" && [ -s "$T/a" ] && cmp "$T/a" "$T/b" ||
                    return 1
            else
                "$post" compare "$1/series/$s/$f" "$2/series/$s/$f" --tolerance 0 --quiet || return 1
            fi
        done
    done
}
for model in euler laminar; do
    for kind in cpu cuda; do
        run $model-$kind $kind --steps 60 --set model.equations=$model --set model.slip_only=yes ||
            fail series_$model "$kind"
    done
    check series_${model}_cpu_and_gpu same_frames "$T/$model-cpu" "$T/$model-cuda"
done
run part cuda --steps 37 --set model.equations=laminar
run rest cuda --restart "$T/part" --until 60 --set model.equations=laminar
check series_restart_on_gpu same_frames "$T/laminar-cuda" "$T/rest"
exit $status
