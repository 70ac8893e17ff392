# What users give in place of meshes: pointers, archives, pages, folders, meshes of other programs, texts cut off in the
# middle. Each is refused with a sentence that says what it is; tests/unit/formats/test_foreign.c has the whole table.
. tests/lib.sh
"$BUILD/tools/foreign_meshes" "$T" 4 || exit 1
refuses() { answers "$1" 1 "$3" "$prep" "$T/$2" --out "$T/new"; } # refuses NAME FILE SENTENCE
put() { printf "$2" >"$T/$1"; } # put FILE TEXT
# under the names that meshes have, also of formats whose readers would try
for name in wing.cgns wing.su2 wing.msh wing.b8.ugrid wing.ugrid; do
    put $name 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n'
    refuses "pointer_named_$name" $name "is a pointer of Git LFS, not the mesh; fetch the mesh: git lfs pull"
    put $name '<!DOCTYPE html>\n<html><body>404</body></html>\n'
    refuses "page_named_$name" $name "is a web page (HTML), not the mesh; open it in a browser"
    : >"$T/$name"
    refuses "nothing_named_$name" $name "is empty; copy or export the mesh again"
    head -c 9000 /dev/zero >"$T/$name"
    refuses "zeros_named_$name" $name "begins with nothing but zero bytes"
    gzip -c "$T/box.su2" >"$T/$name"
    refuses "gzip_named_$name" $name "is compressed (gzip); unpack it first: gunzip --keep FILE"
done
put fluent.msh '(0 "Fluent")\n(2 3)\n'
refuses fluent_named_msh fluent.msh "is a Fluent mesh (.msh, .cas); export the mesh in one of the formats that are read"
(cd "$T" && tar -cf box.tar box.su2)
refuses archive box.tar "is an archive (tar); unpack it first: tar -xf FILE"
iconv -f UTF-8 -t UTF-16 "$T/box.su2" >"$T/wide.su2"
refuses utf_16 wide.su2 "is a text in UTF-16, as Windows writes it; write it as plain text"
put notes 'the mesh is on the other disk\n'
refuses some_text notes "is a text that begins with 'the mesh is on the other disk', and not a mesh that is known here"
# folders
mkdir -p "$T/empty" "$T/case/system" && : >"$T/case/system/controlDict"
refuses empty_folder empty "is a folder, and no OpenFOAM mesh lies in it (constant/polyMesh/points)"
refuses case_without_a_mesh case "is an OpenFOAM case without a mesh in constant/polyMesh; make it first"
"$prep" "$T/box.su2" --quiet --out "$T/packs" || exit 1
refuses packs_for_a_mesh packs "is a folder of packs, not a mesh; divide them again with --repartition"
refuses pack_for_a_mesh packs/rank-00000.h5 "is a file of packs or results, not a mesh; give the mesh"
# texts and bytes cut off in the middle, in every tenth
cuts() { # cuts MESH SENTENCE...: each cut is refused by one of the sentences
    mesh=$1 size=$(wc -c <"$T/$1"); shift
    for part in 1 2 3 4 5 6 7 8 9; do
        head -c $((size * part / 10)) "$T/$mesh" >"$T/cut-$mesh"
        "$prep" "$T/cut-$mesh" --out "$T/new" >"$T/out" 2>"$T/err" && return 1
        found=
        for sentence; do if grep -qE "$sentence" "$T/err"; then found=yes; fi; done
        [ "$found" ] || { cat "$T/err"; return 1; }
    done
}
check cut_su2 cuts box.su2 'after [0-9]* of the [0-9]*' 'is not an SU2 mesh, or it is cut short' 'the file is cut short' \
    'a coordinate belongs' 'a node number belongs'
check cut_gmsh cuts box-2.2-text.msh 'ends where' 'announces [0-9]* nodes' 'announces [0-9]* elements' 'has no'
check cut_gmsh_bytes cuts box-4.1-little.msh 'ends where' 'announces [0-9]* nodes' 'announces [0-9]*' 'has no'
check cut_ugrid cuts box.ugrid 'take [0-9]* or more.*copy the whole file' 'ends where'
check cut_ugrid_bytes cuts box.b8.ugrid 'take [0-9]*.*copy the whole file'
check no_packs_of_any test ! -e "$T/new"
exit $status
