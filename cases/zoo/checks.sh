# shellcheck shell=sh disable=SC2154
# checks.sh: what runs of the zoo have to meet, for run and tests/e2e/zoo.sh; sourced with `post`, the program ufv-post.
#
# zoo_checks NAME RESULTS SIZE: a line for each check of physics, PLACE|HOW|WHAT|VALUE|EXPECTED|BOUND. PLACE: ci, or run
# where a check is not met on small meshes yet and stays out of CI. HOW: near (bound in percent) or within (absolute).
# Bounds of small meshes are wider: they have 10 to 40 cells on the body.

# zoo_number FILE.json MEMBER KEY: of a member of the top level ("": the top level itself)
zoo_number() {
    awk -v member="$2" -v key="$3" 'BEGIN { inside = member == "" }
        /^  "/ && member != "" { inside = $1 == "\"" member "\":" }
        inside && $1 == "\"" key "\":" { sub(",", "", $2); print $2; exit }' "$1"
}
# zoo_cp RESULTS PATCH SECTION X0 X1 [Z]: mean Cp of the cut's points with x between X0 and X1, and z between -Z and Z
zoo_cp() {
    "$post" cp "$1" --quiet --patch "$2" --section "$3" --out "$1/zoo-cp.csv"
    awk -F, -v from="$4" -v to="$5" -v z="${6:-1e9}" '/^x,/ { for (k = 1; k <= NF; k++) if ($k == "cp") at = k; next }
        !/^#/ && at && $1 >= from && $1 <= to && $3 >= -z && $3 <= z { sum += $at; n++ }
        END { if (n) printf "%.6g\n", sum / n; else print "nan" }' "$1/zoo-cp.csv"
}
# zoo_cp_most RESULTS PATCH SECTION: the largest Cp of the cut's points
zoo_cp_most() {
    "$post" cp "$1" --quiet --patch "$2" --section "$3" --out "$1/zoo-cp.csv"
    awk -F, '/^x,/ { for (k = 1; k <= NF; k++) if ($k == "cp") at = k; next }
        !/^#/ && at && (!n++ || $at > most) { most = $at }
        END { if (n) printf "%.6g\n", most; else print "nan" }' "$1/zoo-cp.csv"
}
# zoo_cp_crosses RESULTS PATCH SECTION CP X0: where Cp rises through CP along the cut, behind X0
zoo_cp_crosses() {
    "$post" cp "$1" --quiet --patch "$2" --section "$3" --out "$1/zoo-cp.csv"
    grep -v '^#' "$1/zoo-cp.csv" | awk -F, '/^x,/ { for (k = 1; k <= NF; k++) if ($k == "cp") at = k; next }
        at { print $1, $at }' | sort -g | awk -v cp="$4" -v from="$5" '$1 > from {
            if (n++ && before < cp && $2 >= cp) { printf "%.6g\n", x + ($1 - x) * (cp - before) / ($2 - before); found = 1; exit }
            x = $1; before = $2 } END { if (!found) print "nan" }'
}
zoo_cl() { echo "$1|within|lift of a body at 0 degrees|$(zoo_number "$2/forces.json" "" cl)|0|$3"; }
# zoo_flux FORCES.json: mass flow out of the patch, kg/s
zoo_flux() { awk '$1 == "\"mass_flux\":" { sub(",", "", $2); print $2; exit }' "$1"; }
# zoo_mass RESULTS: mass flow out of the patch OUTLET; zoo_imbalance RESULTS: what INLET and OUTLET do not balance, kg/s
zoo_mass() {
    "$post" forces "$1" --quiet --patch OUTLET --json "$1/outlet.json"
    zoo_flux "$1/outlet.json"
}
zoo_imbalance() {
    "$post" forces "$1" --quiet --patch INLET --patch OUTLET --json "$1/flow.json"
    awk '$1 == "\"mass_flux\":" { sub(",", "", $2); sum += $2 } END { printf "%.6g\n", sum }' "$1/flow.json"
}
zoo_friction() { zoo_number "$1/forces.json" friction cd; }

zoo_checks() {
    zoo_of=$2 zoo_size=$3
    # by_size SMALL FULL
    by_size() { if [ "$zoo_size" = small ]; then echo "$1"; else echo "$2"; fi; }
    case $1 in
    sphere-m03)
        # d'Alembert: none; drag is the scheme's entropy
        echo "run|within|drag of a sphere in inviscid flow|$(zoo_number "$zoo_of/forces.json" "" cd)|0|$(by_size 0.05 0.01)"
        zoo_cl run "$zoo_of" "$(by_size 0.05 0.01)"
        ;;
    sphere-m3 | sphere-m6 | capsule-m6 | wedge-m3)
        # Rayleigh's pitot formula (Liepmann & Roshko 1957, 5.9): Cp 1.7557 at Mach 3, 1.8181 at Mach 6, gamma 1.4; from
        # there it falls as sin^2 of the angle between wind and wall (Lees 1955), on a sphere to 0.985 in the mean
        case $1 in
        sphere-m3) zoo_expects=1.729 zoo_patch=SPHERE ;;
        sphere-m6) zoo_expects=1.791 zoo_patch=SPHERE ;;
        capsule-m6) zoo_expects=1.813 zoo_patch=CAPSULE ;;
        wedge-m3) zoo_expects=1.732 zoo_patch=NOSE ;;
        esac
        zoo_section=y=0.02
        [ "$1" != wedge-m3 ] || zoo_section=y=0
        echo "ci|near|mean Cp around the stagnation point|$(zoo_cp "$zoo_of" "$zoo_patch" "$zoo_section" -0.6 0.1 0.1)|$zoo_expects|$(by_size 5 3)"
        [ "$1" = wedge-m3 ] || zoo_cl ci "$zoo_of" "$(by_size 0.01 0.003)"
        ;;
    sphere-jump-m08) zoo_cl ci "$zoo_of" "$(by_size 0.06 0.02)" ;;
    cone-m2) # Taylor & Maccoll 1933, by the integral of their equation
        echo "ci|near|Cp on the cone|$(zoo_cp "$zoo_of" CONE y=0.02 0.4 0.9)|0.10448|$(by_size 5 2)"
        zoo_cl ci "$zoo_of" "$(by_size 0.005 0.002)"
        ;;
    ramp-m3) # the relations of oblique shocks
        echo "ci|near|Cp on the ramp|$(zoo_cp "$zoo_of" RAMP y=0.05 0.25 0.7)|0.28915|$(by_size 4 2)"
        ;;
    intake-m25)
        echo "ci|near|Cp on the ramp|$(zoo_cp "$zoo_of" RAMP z=0.01 0.25 0.55)|0.19747|$(by_size 3 1)"
        "$post" forces "$zoo_of" --quiet --patch INFLOW --patch OUTFLOW --patch ENGINE --patch TOP --json "$zoo_of/flow.json"
        echo "ci|within|mass imbalance, kg/s (155 pass)|$(awk '$1 == "\"mass_flux\":" { sub(",", "", $2); sum += $2 }
            END { printf "%.6g\n", sum }' "$zoo_of/flow.json")|0|0.001"
        ;;
    nozzle-subsonic | nozzle-choked) # flow along the isentrope, uniform in each section; a polygon of 26 sides, as the small throat, has 1 % less area
        zoo_expects=44.46
        [ "$1" = nozzle-subsonic ] || zoo_expects=45.82
        echo "ci|near|mass flow, kg/s|$(zoo_mass "$zoo_of")|$zoo_expects|$(by_size 3 1)"
        echo "ci|within|mass imbalance, kg/s|$(zoo_imbalance "$zoo_of")|0|0.001"
        ;;
    wing-m08 | wing-slivers-m03) # DATCOM's formula (Hoak 1978, 4.1.3.2): aspect ratio 3.75, sweep at half the chord 18.4 degrees
        zoo_expects=0.2346 zoo_bound=20 # at 3 degrees; it knows no shocks
        [ "$1" = wing-m08 ] || zoo_expects=0.3272 zoo_bound=10
        echo "ci|near|lift of the wing|$(zoo_number "$zoo_of/forces.json" "" cl)|$zoo_expects|$zoo_bound"
        ;;
    spheroid-sa | spheroid-tets-sa | blunt-tail-wf)
        # a plate's friction (Schlichting's 0.455 / (lg Re)^2.58) on the wetted area: 12.89 and 18.9 frontal areas
        zoo_expects=0.0577 zoo_place=ci
        [ "$1" != blunt-tail-wf ] || zoo_expects=0.0743
        [ "$1" != spheroid-tets-sa ] || zoo_place=run
        echo "$zoo_place|near|friction|$(zoo_friction "$zoo_of")|$zoo_expects|$(by_size 30 20)"
        zoo_cl "$zoo_place" "$zoo_of" "$(by_size 0.02 0.005)"
        ;;
    naca-m08) zoo_cl ci "$zoo_of" "$(by_size 0.03 0.005)" ;;
    naca-m15) zoo_cl ci "$zoo_of" "$(by_size 0.01 0.002)" ;;
    naca-quads-sst) # Hoerner 1965, 6-6: 2 Cf (1 + 2 t + 60 t^4), with a plate's friction at 3e6
        zoo_cl ci "$zoo_of" "$(by_size 0.01 0.003)"
        echo "ci|near|drag of the section|$(zoo_number "$zoo_of/forces.json" "" cd)|0.00917|$(by_size 15 10)"
        ;;
    cylinder-re40) # Dennis & Chang 1970, table 2
        zoo_cl ci "$zoo_of" "$(by_size 0.02 0.005)"
        echo "ci|near|drag of the cylinder|$(zoo_number "$zoo_of/forces.json" "" cd)|1.522|$(by_size 4 3)"
        ;;
    cylinders-re40) zoo_cl ci "$zoo_of" "$(by_size 0.01 0.003)" ;;
    waverider-m6) # Nonweiler 1959: Cp 0.10586 of a wedge of 10 degrees on the lower side, 0 on the upper, over 5.671 base areas
        echo "ci|near|lift of the waverider|$(zoo_number "$zoo_of/forces.json" "" cl)|0.6004|$(by_size 20 4)"
        ;;
    base-m2) # the relations of oblique shocks
        echo "ci|near|Cp on the wedge of the nose|$(zoo_cp "$zoo_of" BODY y=0.1 0.1 0.4)|0.19285|$(by_size 5 2)"
        zoo_cl ci "$zoo_of" "$(by_size 0.03 0.01)"
        ;;
    cyl-m06 | cyl-half-m06) # the isentrope to rest; the whole cylinder sheds vortices
        zoo_place=ci
        [ "$1" != cyl-m06 ] || zoo_place=run
        echo "$zoo_place|near|Cp at the stagnation point|$(zoo_cp_most "$zoo_of" CYLINDER z=0.05)|1.0933|$(by_size 3 1)"
        ;;
    groove-sst) # before the groove the resource's plate, Reynolds number 1e7: SST by CFL3D and FUN3D (../plate-turbulent)
        "$post" forces "$zoo_of" --quiet --patch FLOOR --json "$zoo_of/floor.json"
        echo "ci|near|friction of the plate|$(zoo_number "$zoo_of/floor.json" friction cd)|0.00285|$(by_size 20 8)"
        echo "ci|within|mass imbalance, kg/s (125 pass)|$(zoo_imbalance "$zoo_of")|0|0.001"
        ;;
    nacelle-sa-wf-m08) # a plate's friction on the wetted area, 11.64 areas of the highlight, over (1 + 0.144 M^2)^0.65 (Raymer 1989, 12.27)
        echo "ci|near|friction|$(zoo_friction "$zoo_of")|0.0404|$(by_size 30 20)"
        zoo_cl ci "$zoo_of" "$(by_size 0.02 0.005)"
        ;;
    fastback-euler) # the isentrope to rest
        echo "ci|near|Cp at the stagnation point|$(zoo_cp_most "$zoo_of" BODY y=0.02)|1.0100|$(by_size 10 3)"
        ;;
    fastback-sa-wf) # the same; a plate's friction on the sides: 11.86 frontal areas; drag: Ahmed, Ramm & Faltin 1984, on stilts
        echo "ci|near|Cp at the stagnation point|$(zoo_cp_most "$zoo_of" BODY y=0.02)|1.0100|$(by_size 10 3)"
        echo "ci|near|friction|$(zoo_friction "$zoo_of")|0.0406|$(by_size 30 20)"
        echo "run|near|drag|$(zoo_number "$zoo_of/forces.json" "" cd)|0.285|25"
        ;;
    sduct-sa | sduct-sst) # the isentrope to the pressure at the outlet, through the area that a plate's displacement leaves
        echo "ci|near|mass flow, kg/s|$(zoo_mass "$zoo_of")|1.87|$(by_size 7 4)"
        echo "ci|within|mass imbalance, kg/s|$(zoo_imbalance "$zoo_of")|0|0.0001"
        ;;
    nozzle-shock) # flow of one dimension: the shock stands at 1.251 throats, Mach 1.601, where Cp is -4.05 in the middle of it
        echo "ci|within|place of the shock, m|$(zoo_cp_crosses "$zoo_of" WALL z=0.5 -4.05 1.2)|2.504|$(by_size 0.04 0.02)"
        echo "ci|near|mass flow, kg/s|$(zoo_mass "$zoo_of")|93.33|$(by_size 1 0.5)"
        echo "ci|within|mass imbalance, kg/s|$(zoo_imbalance "$zoo_of")|0|0.001"
        ;;
    wingbody-sst-m06) # DATCOM's formula for the wing alone; a plate's friction at this Mach number on the wetted area: 2.65 wings
        echo "ci|near|lift|$(zoo_number "$zoo_of/forces.json" "" cl)|0.1414|15"
        echo "run|near|friction|$(zoo_friction "$zoo_of")|0.0093|$(by_size 30 20)"
        ;;
    wing-sa-m08) # the same with 2.05 wings
        echo "ci|near|lift|$(zoo_number "$zoo_of/forces.json" "" cl)|0.1564|20"
        echo "ci|near|friction|$(zoo_friction "$zoo_of")|0.00675|$(by_size 30 20)"
        ;;
    esac
}
