# A half model between lines of symmetry gives what the full one gives, whose flow is symmetric: the drag of a cylinder.
# Features: low_mach
. tests/lib.sh
# cylinder FILE CELLS_AROUND TURN: an O-grid of a cylinder of diameter 1, 16 cells to a distance of 20, of the part TURN
# of a full circle from the front on; quadrilaterals aslant, so that lines between cells do not meet the faces' centres
cylinder() {
    awk -v n="$2" -v turn="$3" 'BEGIN {
        m = 16; pi = atan2(0, -1); full = turn == 1; columns = full ? n : n + 1
        print "NDIME= 2"; print "NELEM= " n * m
        for (i = 0; i < n; i++) for (j = 0; j < m; j++) { k = (i + 1) % columns
            print 9, i + columns * j, k + columns * j, k + columns * (j + 1), i + columns * (j + 1) }
        print "NPOIN= " columns * (m + 1)
        for (j = 0; j <= m; j++) for (i = 0; i < columns; i++) {
            r = 0.5 * 40 ^ (j / m); at = 2 * pi * turn * i / n; at += 0.1 * j / m * sin(2 * at)
            printf "%.15g %.15g\n", -r * cos(at), full || i % n ? r * sin(at) : 0 }
        print "NMARK= " (full ? 2 : 3)
        print "MARKER_TAG= body"; print "MARKER_ELEMS= " n
        for (i = 0; i < n; i++) print 3, i, (i + 1) % columns
        print "MARKER_TAG= far"; print "MARKER_ELEMS= " n
        for (i = 0; i < n; i++) print 3, i + columns * m, (i + 1) % columns + columns * m
        if (!full) {
            print "MARKER_TAG= middle"; print "MARKER_ELEMS= " 2 * m
            for (i = 0; i < columns; i += n) for (j = 0; j < m; j++) print 3, i + columns * j, i + columns * (j + 1) }
    }' >"$1"
}
cylinder "$T/full.su2" 48 1
cylinder "$T/half.su2" 24 0.5
cat >"$T/full.cfg" <<'CFG'
[flow]
mach = 0.3
up = y
reynolds = 40
reynolds_length = 1
[reference]
area = 1
length = 1
[patches]
far = farfield
[stop]
residual_drop = 10
[output]
history = 1
CFG
cp "$T/full.cfg" "$T/half.cfg"
sed -i 's/^far = farfield/&\nmiddle = symmetry/' "$T/half.cfg"
# mirrored NAME ARGUMENTS...: twice the drag of the half is that of the full model, to 1e-7
mirrored() {
    name=$1; shift
    for model in full half; do
        { "$prep" --quiet "$T/$model.su2" --out "$T/packs" &&
            run_solve 1 "$T/$model.cfg" --packs "$T/packs" --out "$T/$model" --force --threads 1 --device cpu "$@"
        } >"$T/log" 2>&1 || { tail -5 "$T/log"; fail "$name" "$model"; return; }
    done
    cd_of() { awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == "cd") c = k } END { print $c }' "$T/$1/history.csv"; }
    check "$name" awk -v full="$(cd_of full)" -v half="$(cd_of half)" 'BEGIN {
        d = 2 * half - full; print full, 2 * half; exit !(full > 0.01 && (d < 0 ? -d : d) < 1e-7 * full) }'
}
mirrored laminar --set model.equations=laminar --set patches.body=wall
mirrored low_mach --set model.equations=laminar --set patches.body=wall --set flow.mach=0.05 --set numerics.low_mach=yes
mirrored sa --set model.equations=sa --set flow.reynolds=2e4 --set patches.body=wall
mirrored sst --set model.equations=sst --set flow.reynolds=2e4 --set patches.body=wall
mirrored euler --set model.equations=euler --set patches.body=slip
exit $status
