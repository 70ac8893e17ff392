# CPU and GPU on the same packs: cl and cd of every history row within 1e-12
# throughout 1,000 steps (papers 1 and 2) of inviscid, laminar and turbulent flow, with
# each limiter and gradient for 50; the same run twice gives the same bits.
. tests/lib.sh
flow_case "$T/case.cfg"
"$box" --cells mixed --n 16 12 10 --perturb 0.15 --seed 2 --bc ymin=BCWallViscous --out "$T/m.cgns" >/dev/null || exit 1
"$prep" --quiet "$T/m.cgns" --out "$T/p1" >/dev/null || exit 1
agree() { # agree NAME STEPS SETTINGS...
    name=$1 steps=$2; shift 2
    rm -rf "$T/c" "$T/g"
    run_solve 1 "$T/case.cfg" --packs "$T/p1" --out "$T/c" --device cpu --threads 4 --steps "$steps" "$@" ||
        { fail "$name" "CPU run"; return; }
    run_solve 1 "$T/case.cfg" --packs "$T/p1" --out "$T/g" --device cuda --steps "$steps" "$@" ||
        { fail "$name" "GPU run"; return; }
    d=$(history_difference "$T/c" "$T/g")
    echo "  $name: cl, cd differ by at most ${d% *} relative (iteration ${d#* })"
    if awk -v d="${d% *}" 'BEGIN { exit !(d <= 1e-12) }'; then ok "$name"; else fail "$name" "$d"; fi
    same_bits "$T/c" "$T/g" >"$T/bits" 2>&1 && echo "  $name: all fields equal bit for bit" || sed 's/^/  /' "$T/bits"
}
agree cpu_gpu_1000_steps 1000
for equations in laminar sa sst; do
    agree "cpu_gpu_1000_steps_$equations" 1000 --set model.equations=$equations --set flow.reynolds=1e5 \
        --set patches.ymin=wall
done
for equations in sa sst; do
    agree "cpu_gpu_corrected_$equations" 200 --set model.equations=$equations --set flow.reynolds=1e5 \
        --set patches.ymin=wall --set model.qcr=2000 --set model.rotation_correction=yes \
        --set model.compressibility_correction=yes
done
for equations in sa sst; do
    agree "cpu_gpu_wall_functions_$equations" 200 --set model.equations=$equations --set flow.reynolds=1e7 \
        --set patches.ymin=wall --set model.wall_functions=yes
done
# resolved turbulence: the flux that keeps kinetic energy, detached eddies, integrals, random waves to start from
agree cpu_gpu_keep 200 --set numerics.flux=keep --set output.integrals=yes
agree cpu_gpu_keep_laminar 200 --set numerics.flux=keep --set model.equations=laminar --set flow.reynolds=1e5 \
    --set patches.ymin=wall --set output.integrals=yes --set time.local=no
for model in "sa ddes hmax" "sa ddes vorticity" "sa iddes hmax" "sst ddes hmax" "sst iddes hmax" \
    "sa ddes sla" "sst iddes sla"; do
    # shellcheck disable=SC2086
    set -- $model
    agree "cpu_gpu_$1_$2_$3" 200 --set model.equations="$1" --set model.scales="$2" --set model.scales_length="$3" \
        --set flow.reynolds=1e5 --set patches.ymin=wall --set time.local=no --set numerics.flux=keep \
        --set numerics.blending=travin
done
# (least squares over face neighbours needs a limiter on this mesh's tetrahedra)
for scheme in "lsq barth" "lsq pressure" "node none" "node barth" "node pressure" "node-lsq none" "node-lsq barth" \
    "node-lsq pressure"; do
    agree "cpu_gpu_$(echo "$scheme" | tr ' ' _)" 50 --set numerics.gradient="${scheme% *}" \
        --set numerics.limiter="${scheme#* }"
done
agree cpu_gpu_global_step 50 --set time.local=no --set time.stages=3
cp -r "$T/g" "$T/g1"
run_solve 1 "$T/case.cfg" --packs "$T/p1" --out "$T/g2" --device cuda --steps 50 --set time.local=no --set time.stages=3
check gpu_run_repeats_bit_for_bit same_bits "$T/g1" "$T/g2"
"$prep" --quiet "$T/m.cgns" --ranks 3 --out "$T/p3" >/dev/null
run_solve 3 "$T/case.cfg" --packs "$T/p3" --out "$T/g3" --device cuda --steps 200
run_solve 1 "$T/case.cfg" --packs "$T/p1" --out "$T/g4" --device cuda --steps 200
check gpu_three_ranks_like_one "$post" compare "$T/g3" "$T/g4" --tolerance 1e-10
for mode in blocking staged staged-cpu-pack; do
    run_solve 3 "$T/case.cfg" --packs "$T/p3" --out "$T/g5" --device cuda --steps 200 --exchange $mode
    check "gpu_auto_like_$mode" same_bits "$T/g3" "$T/g5"
done
# where MPI takes device pointers (docs/cluster.md); elsewhere a sentence
if run_solve 3 "$T/case.cfg" --packs "$T/p3" --out "$T/g6" --device cuda --steps 200 --exchange cuda-aware \
    2>"$T/said"; then
    check gpu_auto_like_cuda_aware same_bits "$T/g3" "$T/g6"
else
    check gpu_cuda_aware_refused grep -q 'takes no device pointers' "$T/said"
fi
# checkpoints written beside the march: the same end, and going on from one of them
run_solve 3 "$T/case.cfg" --packs "$T/p3" --out "$T/g7" --device cuda --steps 145 --set output.checkpoint=20 \
    --set output.fields=no
check gpu_checkpoint_in_place grep -q fields-000000140 "$T/g7/latest"
run_solve 3 "$T/case.cfg" --packs "$T/p3" --restart "$T/g7" --out "$T/g7" --device cuda --steps 60
check gpu_restart_from_a_checkpoint_same_bits same_bits "$T/g3" "$T/g7"
exit $status
