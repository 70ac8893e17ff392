# The recipes of scripts/packaging: what can be checked without Spack, EasyBuild and conda: their syntax, the version, that
# the variables that they give the Makefile are ones that it knows, and what make would run for them.
. tests/lib.sh
command -v python3 >/dev/null 2>&1 || { skip packaging "no python3"; exit 0; }
here=scripts/packaging
version=$(sed -n 's/.*version_number\[\] = "\([^"]*\)".*/\1/p' common/version.c)
compiles() { python3 -c 'import sys; compile(open(sys.argv[1]).read(), sys.argv[1], "exec")' "$1"; }
check packaging_spack compiles $here/spack_repo/ufv/packages/ufv/package.py
for f in "$here"/easybuild/ufv-*.eb; do
    recipe=$(basename "$f" .eb)
    check "packaging_$recipe" compiles "$f"
    check "packaging_${recipe}_version" grep -q "^version = '$version'" "$f"
    case $recipe in "ufv-$version-"*) ok "packaging_${recipe}_name" ;; *) fail "packaging_${recipe}_name" "the version is $version" ;; esac
done
check packaging_cgns compiles $here/easybuild/CGNS-4.4.0-gompi-2023b.eb
check packaging_conda_version grep -q "^  version: \"$version\"" $here/conda/recipe.yaml
if python3 -c 'import yaml' 2>/dev/null; then
    for f in conda/recipe.yaml spack_repo/ufv/repo.yaml; do
        check "packaging_$(basename $f)" python3 -c 'import sys, yaml; assert isinstance(yaml.safe_load(open(sys.argv[1])), dict)' $here/$f
    done
else
    skip packaging_yaml "no module yaml"
fi
# the variables that recipes set, each of which the Makefile reads
for v in $(grep -oh '[A-Z][A-Z0-9_]*=' "$here"/easybuild/ufv-*.eb $here/conda/recipe.yaml $here/spack_repo/ufv/packages/ufv/package.py |
        tr -d = | sort -u); do
    check "packaging_variable_$v" grep -q "$v" Makefile
done
# what make would run
for recipe in spack spack+cuda "$here"/easybuild/ufv-*.eb; do
    check "packaging_make_$(basename "$recipe" .eb)" python3 tests/cli/packaging_recipes.py "$recipe" "$T/build"
done
if python3 -c 'import yaml' 2>/dev/null; then
    check packaging_make_conda python3 tests/cli/packaging_recipes.py conda "$T/build"
fi
# what make install puts where recipes, images and the module file look for it, of the programs as they are built
programs="ufv-prep ufv-solve ufv-post ufv-sweep" old="-o all"
mkdir "$T/as_built"
for p in $programs; do cp "$BUILD/$p" "$T/as_built" && old="$old -o $T/as_built/$p"; done
# shellcheck disable=SC2086
check packaging_install env -u MAKEFLAGS -u MAKELEVEL make --no-print-directory CUDA=0 PRECISIONS=double \
    BUILD="$T/as_built" $old install PREFIX=/opt/ufv DESTDIR="$T/dest"
check packaging_installed python3 tests/cli/packaging_recipes.py --installed "$T/dest/opt/ufv"
rm "$T/dest/opt/ufv/share/man/man1/ufv-solve.1"
check packaging_installed_is_looked_at sh -c '! python3 tests/cli/packaging_recipes.py --installed "$1"' sh "$T/dest/opt/ufv"
# images: ufv-sweep is a program of Python's, which their package manager brings only when it is asked to
check packaging_image_has_python sh -c 'sed -n "/^FROM .{RUN}/,\$p" scripts/containers/Dockerfile | grep -qw python3'
check packaging_image_leaves_builds sh -c 'grep -qx "build\*" scripts/containers/Dockerfile.dockerignore &&
    grep -q "rm -rf build" scripts/containers/ufv.def'

# the Debian package, of the programs as they are built; a stand-in for make installs them
if command -v dpkg-deb >/dev/null 2>&1; then
    mkdir "$T/deb" && cp "$BUILD"/ufv-prep "$BUILD"/ufv-solve "$BUILD"/ufv-post "$BUILD"/ufv-sweep "$T/deb"
    cat >"$T/make" <<'MAKE'
#!/bin/sh
for word in "$@"; do case $word in DESTDIR=*) to=${word#*=} ;; esac; done
mkdir -p "$to/usr/bin" && cp "$(dirname "$0")"/deb/ufv-* "$to/usr/bin"
MAKE
    chmod +x "$T/make"
    check packaging_deb env MAKE="$T/make" scripts/make-deb "$T/deb" x86-64-v3
    dpkg-deb -f "$T"/deb/ufv_*.deb Depends >"$T/depends" 2>&1
    for library in libopenmpi libhdf5 zlib1g openmpi-bin; do check "packaging_deb_$library" grep -q "$library" "$T/depends"; done
    dpkg-deb -c "$T"/deb/ufv_*.deb >"$T/contents" 2>&1
    for program in ufv-prep ufv-solve ufv-post ufv-sweep; do
        check "packaging_deb_$program" grep -q "usr/bin/$program\$" "$T/contents"
    done
else
    skip packaging_deb "no dpkg-deb"
fi
if command -v tclsh >/dev/null 2>&1; then
    cat >"$T/load.tcl" <<'TCL'
foreach command {module-whatis conflict prereq prepend-path setenv} {
    proc $command args "puts \"$command \$args\""
}
source [lindex $argv 0]
ModulesHelp
TCL
    tclsh "$T/load.tcl" $here/modules/ufv >"$T/out" 2>&1
    check packaging_module grep -q '^prepend-path PATH /opt/ufv/bin$' "$T/out"
else
    skip packaging_module "no tclsh"
fi
exit $status
