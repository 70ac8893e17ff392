#!/bin/sh
# ufv-solve --kernels: a kernel's name in a profile leads to its family and to the file and line of its body.
. tests/lib.sh
"$solve" --kernels >"$T/all"
check all_kernels test "$(wc -l <"$T/all")" -gt 200
# NAME FAMILY FILE:LINE CALL: the function that is called begins on that line, and its name is once in the list
leads_to_its_body() {
    while read -r kernel family place call; do
        file=${place%:*} line=${place##*:} function=${call%%(*}
        sed -n "${line}p" "$file" 2>/dev/null | grep -q "[ *]$function(" || { echo "$kernel: $place has no $function()"; return 1; }
        case $family:$kernel in paper:*) ;; "$family:$family".*) ;; *) echo "$kernel is not of $family"; return 1 ;; esac
    done <"$T/bodies"
}
sort -u -k 2,2 "$T/all" >"$T/bodies"
check bodies leads_to_its_body
check papers "$solve" --kernels flux_roe_sa
check names_are_unique test "$(cut -d ' ' -f 1 "$T/all" | sort | uniq -d | wc -l)" -eq 0
# as --bench and timelines print it, as ncu does, as nsys may
n=0
for given in update.of_4.sa update_of_4_sa kernel_update_of_4_sa 'kernel_update_of_4_sa(int, int, bool, update_args)'; do
    n=$((n + 1))
    "$solve" --kernels "$given" >"$T/one"
    check "one_$n" grep -qE '^update.of_4.sa +update +solve/kernels/update.h:[0-9]+ +update_body\(' "$T/one"
    check "alone_$n" test "$(wc -l <"$T/one")" -eq 1
done
"$solve" --kernels sum_kernel_square_all_shared >"$T/one"
check sum grep -q '^square.all ' "$T/one"
"$solve" --kernels jacobian_sweep >"$T/family"
check family awk '$2 != "jacobian_sweep" { exit 1 } END { exit NR < 6 }' "$T/family"
"$solve" --kernels 'few_rows_kernel<5, 0>' >"$T/gpu"
check kernel_of_a_gpu grep -qE '^solve/backend/cuda/backend_cuda_few_rows.h:[0-9]+ few_rows_kernel$' "$T/gpu"
"$solve" --kernels no_such_kernel >"$T/out" 2>"$T/err"
check unknown test $? -eq 1
check unknown_is_named grep -q 'no kernel no_such_kernel' "$T/err"
# every name of a profile is one of the list
"$BUILD/tools/plane_mesh" plate --level 0 --out "$T/plate.cgns" >"$T/log" 2>&1 &&
    "$prep" --quiet "$T/plate.cgns" --out "$T/packs" >>"$T/log" 2>&1
"$solve" cases/plate-turbulent/plate.cfg --packs "$T/packs" --bench 2 --device cpu --threads 1 \
    --set model.equations=sa >"$T/bench" 2>>"$T/log"
sed -n '/"kernels"/,$s/^ *"\([a-z_]*\.[a-z0-9_.]*\)": *{.*/\1/p' "$T/bench" >"$T/names"
check a_profile_has_names test "$(wc -l <"$T/names")" -ge 5
names_are_listed() {
    while read -r kernel; do
        "$solve" --kernels "$kernel" | grep -q "^$kernel " || { echo "$kernel"; return 1; }
    done <"$T/names"
}
check names_of_a_profile names_are_listed
exit $status
