# Mixed and single precision, CPU and GPU on the same packs: cl and cd of every history row within 1e-12 and all
# fields equal bit for bit, with each set of equations, gradient and limiter, on one and three ranks; a run repeats its
# bits, also over a restart; and the program is the one that was asked for. precisions.sh [PRECISION...]: these alone
. tests/lib.sh
[ $# -gt 0 ] || set -- mixed single
for p in "$@"; do
    [ -x "$solve-$p" ] || { fail precisions "there is no $solve-$p (make PRECISIONS=)"; exit 1; }
done
flow_case "$T/case.cfg"
"$box" --cells mixed --n 16 12 10 --perturb 0.15 --seed 2 --bc ymin=BCWallViscous --out "$T/m.cgns" >"$T/log" 2>&1 &&
    "$prep" --quiet "$T/m.cgns" --out "$T/p1" && "$prep" --quiet "$T/m.cgns" --ranks 3 --out "$T/p3" ||
    { cat "$T/log"; fail precisions "mesh or packs"; exit 1; }
march() { # march NAME RANKS DEVICE STEPS SETTINGS...: in precision $p
    out=$T/$1 ranks=$2 device=$3 steps=$4; shift 4
    rm -rf "$out"
    run_solve "$ranks" "$T/case.cfg" --packs "$T/p$ranks" --out "$out" --device "$device" --threads 4 --steps "$steps" \
        --set numerics.precision=$p "$@" && grep -q "\"precision\": \"$p\"" "$out/run.json"
}
agree() { # agree NAME STEPS SETTINGS...
    name=${p}_$1 steps=$2; shift 2
    march c 1 cpu "$steps" "$@" || { fail "$name" "CPU run"; return; }
    march g 1 cuda "$steps" "$@" || { fail "$name" "GPU run"; return; }
    d=$(history_difference "$T/c" "$T/g")
    echo "  $name: cl, cd differ by at most ${d% *} relative (iteration ${d#* })"
    if awk -v d="${d% *}" 'BEGIN { exit !(d <= 1e-12) }'; then check "$name" same_bits "$T/c" "$T/g"
    else fail "$name" "forces differ by $d"; fi
}
wall="--set flow.reynolds=1e5 --set patches.ymin=wall"
for p in "$@"; do
    agree euler 300
    for equations in laminar sa sst; do
        # shellcheck disable=SC2086
        agree $equations 200 --set model.equations=$equations $wall
    done
    # shellcheck disable=SC2086
    agree corrected 50 --set model.equations=sst $wall --set model.qcr=2000 --set model.rotation_correction=yes \
        --set model.compressibility_correction=yes
    agree wall_functions 50 --set model.equations=sa --set flow.reynolds=1e7 --set patches.ymin=wall \
        --set model.wall_functions=yes
    # shellcheck disable=SC2086
    agree detached 50 --set model.equations=sa --set model.scales=iddes --set time.local=no --set numerics.flux=keep \
        --set numerics.blending=travin $wall
    for scheme in "lsq barth" "lsq pressure" "node barth" "node pressure" "node-lsq none" "node-lsq barth"; do
        agree "$(echo "$scheme" | tr ' ' _)" 50 --set numerics.gradient="${scheme% *}" \
            --set numerics.limiter="${scheme#* }"
    done
    if [ "$p" = mixed ]; then
        # shellcheck disable=SC2086
        agree implicit 40 --set model.equations=sa $wall --set time.scheme=implicit
        # shellcheck disable=SC2086
        agree dual_time 4 --set model.equations=sa $wall --set time.scheme=dual-time --set time.local=no --set time.dt=1e-3
    fi
    agree global_step 50 --set time.local=no --set time.stages=3
    cp -r "$T/g" "$T/once"
    march again 1 cuda 50 --set time.local=no --set time.stages=3
    check ${p}_repeats_bit_for_bit same_bits "$T/once" "$T/again"
    march part 1 cuda 30 --set time.local=no --set time.stages=3
    march rest 1 cuda 20 --set time.local=no --set time.stages=3 --restart "$T/part"
    check ${p}_restart_repeats_bits same_bits "$T/once" "$T/rest"
    march c3 3 cpu 50
    march g3 3 cuda 50
    check ${p}_three_ranks same_bits "$T/c3" "$T/g3"
    rm -rf "$T/once"
done
exit $status
