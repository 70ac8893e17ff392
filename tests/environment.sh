# environment.sh: sourced by all that runs test programs and scripts: what MPI and the
# sanitizers are told wherever tests run.
# Open MPI: more ranks than cores is normal here, and CI runs as root.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl_base_warn_component_unused=0
# Messages through shared memory alone: the search for a fabric takes 0.25 s of each start, and there are a thousand.
[ "${UFV_TEST_FABRIC:-no}" = yes ] || export OMPI_MCA_pml=${OMPI_MCA_pml:-ob1}
# Open MPI's hwloc writes to stderr where /sys is not mounted, as in a bare chroot; 2 hides that.
export HWLOC_HIDE_ERRORS=${HWLOC_HIDE_ERRORS:-2}
# Leaks inside MPI and HDF5 are not ours; our own are found by mem_report_leaks().
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=0:protect_shadow_gap=0}
