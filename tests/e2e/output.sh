# What ufv-post writes for viewers, as a user asks for it, of a short run on two
# ranks: every format in cells and at nodes, a CGNS file that ufv-prep reads back to
# the same mesh, slices, extreme values and the page of a run.
. tests/lib.sh
"$box" --cells mixed --n 8 6 6 --perturb 0.1 --out "$T/box.cgns" >/dev/null || exit 1
"$prep" "$T/box.cgns" --out "$T/packs" --ranks 2 --quiet || exit 1
flow_case "$T/flow.cfg"
run_solve 2 "$T/flow.cfg" --packs "$T/packs" --out "$T/r" --steps 20 --threads 1 || exit 1

ending() { case $1 in tecplot) echo dat ;; vtu) echo pvtu ;; *) echo "$1" ;; esac; }
for format in vtu vtkhdf tecplot plt cgns; do
    check "${format}_cells" "$post" export "$T/r" --format $format --variables all --out "$T/cells"
    check "${format}_cells_file" test -s "$T/cells.$(ending $format)"
    check "${format}_points" "$post" export "$T/r" --format $format --point-data --out "$T/points"
    check "${format}_points_file" test -s "$T/points.$(ending $format)"
done
for format in vtu vtkhdf tecplot plt cgns; do
    check "${format}_surface" "$post" export "$T/r" --format $format --surface --point-data --out "$T/surface"
done
# Started by mpirun: processes share the pieces, one speaks; anything else one does alone.
for_all() { mpirun -np 3 "$post" "$@"; }
mkdir "$T/shared" && for_all export "$T/r" --format vtu --variables all --out "$T/shared/cells" >"$T/shared.log"
check shared_export_says_it_once test "$(cat "$T/shared.log")" = "$T/shared/cells.pvtu"
for f in cells.pvtu cells-00000.vtu cells-00001.vtu; do check "shared_export_$f" cmp "$T/$f" "$T/shared/$f"; done
mkdir "$T/shared/bad-00001.vtu.tmp"
if for_all export "$T/r" --format vtu --out "$T/shared/bad" 2>"$T/message"; then
    fail shared_export_fails "status 0"
else
    check shared_export_fails \
        sh -c "test \$(grep -c 'bad-00001.*is a folder' '$T/message') -eq 1 && test ! -e '$T/shared/bad.pvtu'"
fi
if for_all export "$T/r" --format vtu --variables machh --out "$T/shared/no" 2>"$T/message"; then
    fail shared_export_refuses_once "machh was known"
else
    check shared_export_refuses_once sh -c "test \$(grep -c '^ufv-post: .*did you mean mach' '$T/message') -eq 1"
fi
for_all series "$T/r" --format vtu --out "$T/shared/movie" >"$T/shared.log" && for_all forces "$T/r" >>"$T/shared.log"
check shared_others_alone test "$(grep -c 'movie.pvd\|^total' "$T/shared.log")" -eq 2
if "$post" export "$T/r" --variables machh --out "$T/no" 2>"$T/message"; then fail variables "machh was known"
else check variables_names_the_nearest grep -q 'did you mean mach' "$T/message"; fi

if command -v cgnscheck >/dev/null 2>&1; then
    for f in cells points surface; do
        cgnscheck "$T/$f.cgns" >"$T/cgnscheck" 2>&1
        check "cgnscheck_$f" sh -c "! grep -i error '$T/cgnscheck' && grep -q warnings '$T/cgnscheck'"
    done
else
    echo "skip cgnscheck is not installed"
fi
# Cells, faces, nodes, patches and geometry (the first half of the id); the kinds
# are those of the run, not of the box's file.
check cgns_reads_back "$prep" "$T/cells.cgns" --out "$T/again" --ranks 2 --quiet
same_mesh() { sed -n 's/^\(id = [0-9a-f]*\)-.*/\1/p; /^cells\|^faces\|^nodes\|^boundary_faces\|^name/p' "$1"; }
same_mesh "$T/packs/manifest.ini" >"$T/mesh" && same_mesh "$T/again/manifest.ini" >"$T/mesh_again"
check cgns_is_the_same_mesh cmp "$T/mesh" "$T/mesh_again"
check cgns_has_the_kinds_of_the_run grep -q 'kind = pressure-outlet' "$T/again/manifest.ini"

# The box is 1 x 1 x 1: a plane through it has 1 m^2, a line around it 4 m.
"$post" slice "$T/r" --plane y=0.43 --out "$T/slice.vtu" >"$T/slice.log" 2>&1
check slice_covers_the_plane grep -q ' polygons, 1 m^2$' "$T/slice.log"
"$post" slice "$T/r" --plane x=0.43 --surface --out "$T/line.csv" >"$T/line.log" 2>&1
check slice_goes_around grep -q ' lines, 4 m$' "$T/line.log"
check slice_csv_head grep -q '^x,y,z,length,global_id,rank,pressure' "$T/line.csv"
if command -v gnuplot >/dev/null 2>&1; then
    check slice_plot "$post" slice "$T/r" --plane y=0.43 --plot "$T/slice.png" --variables mach --window 0:0.5,0:1
    check slice_plot_is_png sh -c 'head -c 4 "$1" | tail -c 3 | grep -q PNG' sh "$T/slice.png"
    check slice_plot_of_a_vector "$post" slice "$T/r" --plane y=0.43 --plot "$T/slice.svg" --variables velocity \
        --range 0:300
    check slice_plot_is_svg grep -q '</svg>' "$T/slice.svg"
    # Numbers beside the scale of colours: none reaches beyond the picture, with signs of up to 8.7 units.
    "$post" slice "$T/r" --plane y=0.43 --plot "$T/pascals.svg" --variables pressure --range 100000:103000 >/dev/null
    check slice_plot_numbers_fit awk '
        /viewBox=/ && !w { sub(/.*viewBox="/, ""); split($0, v); w = v[3] }
        /text-anchor="start"/ { split($0, t, /translate\(|,/); x = t[2] }
        /<text>/ && x { s = $0; gsub(/<[^>]*>|[ \t]/, "", s); if (x + 8.7 * length(s) > w) bad++; n++; x = 0 }
        END { exit !(n >= 3 && !bad) }' "$T/pascals.svg"
else
    echo "skip slice_plot gnuplot is not installed"
fi
"$post" slice "$T/r" --plane x=0.43 --surface --plot "$T/x.png" >"$T/slice.log" 2>&1
check slice_plot_of_lines grep -q 'leave out --surface' "$T/slice.log"
check extremes "$post" extremes "$T/r" --variables mach,pressure --json "$T/extremes.json"
check extremes_json grep -q '"greatest"' "$T/extremes.json"
# strips add up to the forces: their mean times span * length over area is cl (span 1 m, length and area 1)
"$post" forces "$T/r" --patch 'z*' --json "$T/forces.json" --quiet
check span "$post" span "$T/r" --patch 'z*' --strips 7 --out "$T/span.csv"
check span_adds_up awk -F, -v cl="$(number "$T/forces.json" cl)" '/^[0-9]/ { sum += $3; n++ }
    END { d = sum / n - cl; if (d < 0) d = -d; exit !(n == 7 && cl != "" && d <= 1e-9) }' "$T/span.csv"
check series_vtu "$post" series "$T/r" --format vtu --out "$T/movie"
check series_pvd grep -q 'file="movie-000000020.pvtu"' "$T/movie.pvd"
check series_vtkhdf "$post" series "$T/r" --format vtkhdf --surface --out "$T/movie"
# A run in the folder of an earlier one takes its place: none of the other's steps are left. One that
# goes on leaves them.
keep() { run_solve 2 "$T/flow.cfg" --packs "$T/packs" --out "$T/kept" --threads 1 --set output.keep_all=yes "$@"; }
steps() { (cd "$T/kept" && echo fields-*); }
keep --steps 15 --set output.checkpoint=5 && keep --steps 8 --set output.checkpoint=4 || fail keep_all run
check earlier_run_is_replaced test "$(steps)" = "fields-000000004 fields-000000008"
keep --restart "$T/kept" --steps 4 || fail keep_all restart
check restart_in_place_keeps test "$(steps)" = "fields-000000004 fields-000000008 fields-000000012"
check progress grep -q '"running": false' "$T/r/progress.json"
check watch sh -c '"$1" watch --once "$2" | grep -q "iteration 20 of 20"' sh "$post" "$T/r"
check follow_ends sh -c 'timeout 600 "$1" history --follow "$2" | grep -q "^ *20 "' sh "$post" "$T/r"
if command -v man >/dev/null 2>&1; then
    for p in ufv-prep ufv-solve ufv-post; do
        check "man_$p" sh -c 'scripts/help-to-man "$1" >"$2" && man -l --warnings "$2" 2>&1 | grep -q "EXIT STATUS"' \
            sh "$BUILD/$p" "$T/$p.1"
    done
fi
check completion sh -c 'scripts/help-to-completion bash "$1"/ufv-prep "$1"/ufv-solve "$1"/ufv-post >"$2" && bash -n "$2"' \
    sh "$BUILD" "$T/ufv.bash"
if command -v gnuplot >/dev/null 2>&1; then
    check report "$post" report "$T/r" --out "$T/report.html" --patch 'y*' --section z=0.5
    check report_has_counts grep -qF "<b>$(awk -v cd="$(number "$T/r/forces.json" cd)" 'BEGIN { printf "%.1f", 1e4 * cd }')</b><span>drag, counts" "$T/report.html"
    check report_ends grep -q '</html>' "$T/report.html"
    mkdir "$T/tee" && printf '#!/bin/sh\ntee "%s/span.gp" | %s "$@"\n' "$T" "$(command -v gnuplot)" >"$T/tee/gnuplot" && chmod +x "$T/tee/gnuplot"
    check span_plot env PATH="$T/tee:$PATH" "$post" span "$T/r" --patch 'z*' --plot "$T/span.png"
    check span_plot_has_no_empty_key awk '/^plot / { n++ } /notitle/ { n = -9 } END { exit n != 2 }' "$T/span.gp"
else
    echo "skip report gnuplot is not installed"
fi
exit $status
