# Spack recipe of ufv, for Spack 1.0 and later. Replace URL with the address that you cloned from.
#
#   spack repo add scripts/packaging/spack_repo/ufv
#   spack install ufv@main                       # without GPUs
#   spack install ufv@main +cuda cuda_arch=90    # H100, H200; one architecture
#   spack load ufv
#
# From a checkout instead of URL: spack develop --path "$PWD" ufv@main, in an environment.
from spack_repo.builtin.build_systems.cuda import CudaPackage
from spack_repo.builtin.build_systems.makefile import MakefilePackage

from spack.package import *


class Ufv(MakefilePackage, CudaPackage):
    """Compressible aerodynamics on unstructured meshes: finite volumes on one or many GPUs, or on CPUs."""

    homepage = "URL"
    git = "URL"

    license("MIT")

    version("main", branch="main")

    variant("precisions", default=False, description="ufv-solve in mixed and single precision too")
    variant("plots", default=True, description="gnuplot for the pictures of ufv-post and ufv-sweep")

    depends_on("c", type="build")
    depends_on("cxx", type="build", when="+cuda")
    depends_on("gmake", type="build")
    depends_on("pkgconfig", type="build")
    # The Makefile asks mpicc for its flags as Open MPI answers.
    depends_on("openmpi")
    depends_on("hdf5@1.10: ~mpi")
    depends_on("cgns@4: ~mpi ~fortran")
    depends_on("metis@5: ~int64")
    depends_on("zlib-api")
    depends_on("python@3.9:", type=("build", "run"))
    depends_on("gnuplot", type="run", when="+plots")

    conflicts("%nvhpc", msg="ufv is built with GCC or Clang")

    def settings(self):
        """Variables of the Makefile, given on its command line."""
        spec = self.spec
        rpath = "-L{0} -Wl,-rpath,{0}".format
        precisions = "double mixed single" if spec.satisfies("+precisions") else "double"
        given = [
            "CC={0}".format(spack_cc),
            "MPICC={0}".format(spec["openmpi"].prefix.bin.mpicc),
            "HDF5_CFLAGS=-I{0}".format(spec["hdf5"].prefix.include),
            "HDF5_LIBS={0} -lhdf5".format(rpath(spec["hdf5"].libs.directories[0])),
            "METIS_CFLAGS=-I{0}".format(spec["metis"].prefix.include),
            "METIS_LIBS={0} -lmetis".format(rpath(spec["metis"].libs.directories[0])),
            "CGNS_PREFIX={0}".format(spec["cgns"].prefix),
            "EXTRA_CFLAGS=-I{0}".format(spec["zlib-api"].prefix.include),
            "EXTRA_LDFLAGS={0}".format(rpath(spec["zlib-api"].libs.directories[0])),
            "PRECISIONS={0}".format(precisions),
            # Spack's compiler wrapper adds -march of the target itself, behind this one.
            "ARCH=x86-64" if spec.target.family == "x86_64" else "ARCH=native",
            "WERROR=0",
            "PREFIX={0}".format(self.prefix),
        ]
        if spec.satisfies("+cuda"):
            architectures = spec.variants["cuda_arch"].value
            if len(architectures) != 1 or architectures[0] == "none":
                raise InstallError("ufv: give one architecture, such as cuda_arch=90")
            given += [
                "CUDA=1",
                "NVCC={0}".format(spec["cuda"].prefix.bin.nvcc),
                "CUDA_ARCH={0}".format(architectures[0]),
            ]
        else:
            given.append("CUDA=0")
        return given

    def build(self, spec, prefix):
        make(*self.settings())

    def install(self, spec, prefix):
        make("install", *self.settings())

    def check(self):
        """With --test: make without these settings would build other programs."""
        make("test", "TEST=unit/*", *self.settings())

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check_versions(self):
        for name in ("ufv-prep", "ufv-solve", "ufv-post", "ufv-sweep"):
            Executable(join_path(self.prefix.bin, name))("--version")
