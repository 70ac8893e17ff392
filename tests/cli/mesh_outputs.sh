# Generators of meshes: nothing but a plain file is replaced, what is read stays, and a mesh appears whole or not at all.
. tests/lib.sh
says() { # says NAME SENTENCE COMMAND...: status 1, one sentence, nothing temporary left
    name=$1 sentence=$2; shift 2
    patiently "$@" >"$T/out" 2>"$T/err" </dev/null; got=$?
    if [ $got -eq 1 ] && grep -qF -- "$sentence" "$T/err" && [ "$(wc -l <"$T/err")" -eq 1 ] && [ ! -e "$T/x.tmp" ]; then ok "$name"
    else fail "$name" "status $got"; cat "$T/err"; fi
}
mkfifo "$T/fifo"; mkdir "$T/folder"; tools=$BUILD/tools
for tool in "box_mesh --n 2 2 2" "wing_mesh --n 8" "plane_mesh naca0012 --level 0" "nacelle_mesh" "rotor_mesh --n 12"; do
    for out in fifo folder; do
        # shellcheck disable=SC2086 # a tool and its options
        says "${tool%% *}_onto_a_$out" "$out: is " "$tools"/$tool --out "$T/$out"
    done
done
check fifo_and_folder_stay test -p "$T/fifo" -a -d "$T/folder"
# A device of our own, where that is permitted: never the system's.
if mknod "$T/device" c 1 7 2>/dev/null; then
    says box_mesh_onto_a_device 'is no plain file' "$tools/box_mesh" --n 2 2 2 --out "$T/device"
    check device_stays test -c "$T/device"
else
    skip device "cannot be made here"
fi
"$tools/plane_mesh" plate --level 0 --out "$T/plate.cgns" >"$T/log" 2>&1
ln "$T/plate.cgns" "$T/same.cgns"; ln -s plate.cgns "$T/link.cgns"; before=$(cksum <"$T/plate.cgns")
for name in plate same link; do
    says "refined_onto_its_grid_$name" 'is the grid that is read' "$tools/refine_lines" "$T/plate.cgns" --out "$T/$name.cgns"
done
check grid_stays test "$(cksum <"$T/plate.cgns")" = "$before"
says refined_from_a_fifo 'is no plain file' "$tools/refine_lines" "$T/fifo" --out "$T/x"
exit $status
