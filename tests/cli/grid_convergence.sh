# scripts/grid-convergence --tables: its extrapolation on values of known limit and order, on grids whose ratios differ.
. tests/lib.sh
mkdir -p "$T/g"
# family LIMIT ORDER CELLS...: cl and cd = LIMIT + c h^ORDER, h = cells^(-1/3)
family() {
    name=$1 limit=$2 order=$3 level=0
    shift 3
    for cells in "$@"; do
        level=$((level + 1))
        awk -v n="$name" -v l=$level -v c="$cells" -v f="$limit" -v p="$order" 'BEGIN {
            h = c ^ (-1 / 3); printf "%s,%d,%d,%.12g,%.12g,8,1,1,1,converged: eight decades\n", n, l, c, f - 3 * h ^ p, f / 20 + 2 * h ^ p }'
    done
}
{
    echo "family,level,cells,cl,cd,decades,steps,evaluations,seconds,verdict"
    family first 0.3 1.3 20000 170000 1300000
    family second 0.28 2 167000 582000 4650000
    family two 0.27 2 20000 160000
    # cl goes up and down: no order
    printf 'none,1,1000,0.2,0.02,8,1,1,1,converged\nnone,2,8000,0.3,0.015,8,1,1,1,converged\n'
    printf 'none,3,64000,0.25,0.014,8,1,1,1,not converged: the clock\n'
} >"$T/g/levels.csv"
sh scripts/grid-convergence --tables "$T/g" >"$T/out" 2>"$T/err" || { cat "$T/err"; fail grid_convergence_runs status; }
# row FAMILY CL ORDER CD ORDER: within the six digits that are printed
row() {
    awk -F'|' -v n="$1" -v cl="$2" -v p="$3" -v cd="$4" '
        function off(a, b, by) { return !(a - b <= by && b - a <= by) }
        { name = $2; gsub(/ /, "", name) }
        name == n && NF == 7 { found = 1; bad = off($3, cl, 2e-6 * cl) || off($5, cd, 2e-6 * cd) || ($4 "") !~ p || ($6 "") !~ p }
        END { exit bad || !found }' "$T/out"
}
check grid_convergence_order_1_3 row first 0.3 '^ 1\.30 $' 0.015
check grid_convergence_order_2 row second 0.28 '^ 2\.00 $' 0.014
check grid_convergence_two_levels row two 0.27 'assumed' 0.0135
# of levels 2 and 3 with ratio 2 and order 2: 0.25 - 0.05 / 3
check grid_convergence_without_order grep -q '| none, 1 not converged | 0.233333 | 2, assumed | 0.013' "$T/out"
# a folder and a family whose names are commands to the shell and to gnuplot: pictures, and nothing is done
if command -v gnuplot >/dev/null; then
    odd="$T/a'; system('touch PWN'); '\$(touch PWN)"
    mkdir "$odd" && sed "s/^two/two'; system('touch PWN');x/; s/^none/x . >PWN; touch PWN;/" "$T/g/levels.csv" >"$odd/levels.csv"
    sh scripts/grid-convergence --tables "$odd" >/dev/null 2>"$T/err"
    check grid_convergence_names_are_names test $? -eq 0 -a -s "$odd/drag.png" -a ! -e PWN -a -z "$(find "$T" -name PWN)"
else
    skip grid_convergence_names_are_names "gnuplot is not installed"
fi
exit $status
