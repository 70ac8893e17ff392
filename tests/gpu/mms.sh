# Manufactured solutions on finer grids than the suite's: four levels of each family of
# cells, each with half the spacing of the one before. LEVELS=3 is quicker.
. tests/lib.sh
for model in laminar turbulence; do
    "$BUILD/tests/physics/test_mms_$model" --fine --cuda "${LEVELS:-4}" | grep -v '^  \$'
done
