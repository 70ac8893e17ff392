# A few of tests/soak's kills and pairs; all of them take most of an hour: run tests/soak.
BUILD=${BUILD:-build} SEED=${SEED:-1} tests/soak "${KILLS:-4}" "${PAIRS:-5}"
