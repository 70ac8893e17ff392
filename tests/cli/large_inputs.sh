# Ten times the patches, lines and rows take some ten times the time, not a hundred: tests/bench/large_inputs at sizes that
# the quadratic loops of its rows would be seen at. What comes out is counted whatever the time.
sizes="4000 40000"
[ "${SAN:-0}" = 0 ] || sizes="1000 10000" # sanitizers take their time
# shellcheck disable=SC2086 # two sizes
MOST=25 BUILD=${BUILD:-build} tests/bench/large_inputs $sizes
