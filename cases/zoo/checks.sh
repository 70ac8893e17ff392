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
zoo_cl() { echo "$1|within|lift of a body at 0 degrees|$(zoo_number "$2/forces.json" "" cl)|0|$3"; }
# zoo_flux FORCES.json: mass flow out of the patch, kg/s
zoo_flux() { awk '$1 == "\"mass_flux\":" { sub(",", "", $2); print $2; exit }' "$1"; }
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
        "$post" forces "$zoo_of" --quiet --patch INLET --json "$zoo_of/inlet.json"
        "$post" forces "$zoo_of" --quiet --patch OUTLET --json "$zoo_of/outlet.json"
        zoo_in=$(zoo_flux "$zoo_of/inlet.json") zoo_out=$(zoo_flux "$zoo_of/outlet.json")
        echo "ci|near|mass flow, kg/s|$zoo_out|$zoo_expects|$(by_size 3 1)"
        echo "ci|within|mass imbalance, kg/s|$(awk "BEGIN { print $zoo_in + $zoo_out }")|0|0.001"
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
    esac
}
