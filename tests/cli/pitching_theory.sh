# cases/naca0012-pitching/theory: a thin plate by Theodorsen's function from tables, sections that become thin, and the
# steady slope by the panels of another case.
. tests/lib.sh
command -v python3 >/dev/null || { skip pitching_theory "no python3"; exit 0; }
theory=cases/naca0012-pitching/theory
"$theory" 0.1 0.03 >"$T/3" && "$theory" 0.1 0.06 >"$T/6" && "$theory" 0.1 0.12 >"$T/12" || exit 1
value() { awk -v name="$2" -v field="$3" '$0 ~ "^" name { print $field + 0 }' "$T/$1"; } # value FILE LINE FIELD
near() { awk -v a="$1" -v b="$2" -v bound="$3" 'BEGIN { exit !(a != "" && b != "" && (a - b) ^ 2 < bound ^ 2) }'; }
# C(0.1) = 0.8319 - 0.1723 i; pi (i k + k^2 a') + 2 pi C (1 + i k), about the quarter chord (a' = -1/2)
plate=$(awk 'BEGIN { pi = atan2(0, -1); k = 0.1; c = 0.8319; d = -0.1723
    x = -pi * k * k / 2 + 2 * pi * (c - d * k); y = pi * k + 2 * pi * (d + c * k)
    print sqrt(x * x + y * y), atan2(y, x) * 180 / pi }')
check plate_size near "$(value 12 thin 3)" "${plate% *}" 2e-3
check plate_phase near "$(value 12 thin 7)" "${plate#* }" 0.05
# no thickness, from 3 and 6 %
check thin_size near "$(awk "BEGIN { print 2 * $(value 3 thickness 3) - $(value 6 thickness 3) }")" "${plate% *}" 0.06
check thin_phase near "$(awk "BEGIN { print 2 * $(value 3 thickness 7) - $(value 6 thickness 7) }")" "${plate#* }" 0.15
check grows sh -c "[ $(value 12 thickness 7 | cut -d. -f1) -lt $(value 6 thickness 7 | cut -d. -f1) ]"
slope=$(cases/naca0012/panel 1 0 160 | awk '/incompressible/ { print $7 * 180 / atan2(0, -1) }')
check steady_slope near "$(value 12 thickness 14)" "$slope" 0.05
exit $status
