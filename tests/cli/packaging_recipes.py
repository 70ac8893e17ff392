"""What the recipes of scripts/packaging ask make for, without Spack, EasyBuild or conda: each is evaluated with stand-ins for
its tool, and its command is given to `make -n` for a folder where nothing is built.

    packaging_recipes.py RECIPE FOLDER      RECIPE: spack, spack+cuda, conda, or an easyconfig
    packaging_recipes.py --installed PREFIX     is what recipes, images and the module file look for in that folder?
"""
import os
import re
import shlex
import subprocess
import sys
import types

HERE = "scripts/packaging/"


def refuse(why):
    sys.exit(why)


def make(words, environment, build):
    """What `make -n` would run."""
    done = subprocess.run(["make", "-n", "V=1", f"BUILD={build}", *words], capture_output=True, text=True,
                          env={**os.environ, **environment})
    if done.returncode != 0:
        refuse(f"make {' '.join(words)}: {done.stderr.strip()[-400:]}")
    return done.stdout


def needs(text, parts, what):
    for part in parts:
        if part not in text:
            refuse(f"{what}: there is no {part}")


def check_commands(text, roots, prefix):
    """roots: {library: folder}; each has to be searched at compile and at link time, and found again at run time."""
    line = {name: next((row for row in text.splitlines() if re.search(rf"-o \S*/{name}$", row)), "") for name in
            ("ufv-prep", "ufv-solve", "ufv-post")}
    compiling = " ".join(row for row in text.splitlines() if " -c " in row)
    for library, folder in roots.items():
        needs(compiling, [f"-I{folder}/include"], f"compiling, {library}")
    needs(line["ufv-solve"], [f"-L{roots['hdf5']}/lib", f"-rpath,{roots['hdf5']}/lib", "-lhdf5"], "ufv-solve")
    needs(line["ufv-prep"], [f"-L{roots[k]}/lib" for k in ("hdf5", "cgns", "metis")] + ["-lcgns", "-lmetis"], "ufv-prep")
    needs(text, [f"{prefix}/bin", "ufv-sweep"], "installing")


# ---- conda ----

def conda(build):
    import yaml
    with open(HERE + "conda/recipe.yaml", encoding="utf-8") as f:
        text = f.read()
    version = yaml.safe_load(text)["context"]["version"]
    # format 1 has expressions ${{ ... }}: names of the context, compiler() and stdlib()
    known = {"version": version, "compiler('c')": "c_compiler", "stdlib('c')": "c_stdlib"}
    recipe = yaml.safe_load(re.sub(r"\$\{\{\s*(.*?)\s*\}\}", lambda m: known[m.group(1)], text))
    if set(recipe) - {"schema_version", "context", "package", "source", "build", "requirements", "tests", "about", "extra"}:
        refuse(f"keys that format 1 has not: {sorted(recipe)}")
    needs(str(recipe["requirements"]["host"]), ["hdf5", "cgns", "metis", "openmpi", "zlib", "python"], "host")
    prefix, text = "/opt/env", ""
    for command in recipe["build"]["script"]:
        expanded = subprocess.run(["sh", "-c", f"printf '%s\\n' {command}"], capture_output=True, text=True, check=True,
                                  env={**os.environ, "PREFIX": prefix, "CC": "cc", "CPU_COUNT": "1"}).stdout
        words = expanded.splitlines()
        if words[0] != "make":
            refuse(f"not make: {command}")
        text += make(words[1:], {}, build)
    check_commands(text, {k: prefix for k in ("hdf5", "cgns", "metis")}, prefix)


# ---- EasyBuild ----

def easyconfig(path, build):
    roots = {k: f"/eb/{k}" for k in ("hdf5", "metis", "cgns", "cuda")}
    given = {"SOURCE_TAR_GZ": "ufv.tar.gz", "SYSTEM": {"name": "system", "version": "system"}}
    with open(path, encoding="utf-8") as f:
        exec(compile(f.read(), path, "exec"), given)
    environment = {f"EBROOT{k.upper()}": folder for k, folder in roots.items()}
    options = given["buildopts"].replace("%(installdir)s", "/eb/ufv")
    expanded = subprocess.run(["sh", "-c", f"printf '%s\\n' {options}"], capture_output=True, text=True, check=True,
                              env={**os.environ, **environment}).stdout.splitlines()
    words = [w for w in expanded if not w.startswith(("CUDA=1", "NVCC=", "CC="))] + ["CUDA=0", "CC=cc"]
    text = make(words, environment, build) + make(["install", *words], environment, build)
    check_commands(text, {k: roots[k] for k in ("hdf5", "cgns", "metis")}, "/eb/ufv")
    for name in given["sanity_check_paths"]["files"]:
        needs(text, [os.path.basename(name)], f"{name} after make install")


# ---- Spack ----

class Prefix(str):
    def __getattr__(self, name):
        return Prefix(f"{self}/{name}")


class Spec:
    """Of the package, or of one that it depends on."""

    def __init__(self, name="ufv", cuda=False):
        self.prefix, self.cuda = Prefix(f"/spack/{name}"), cuda
        self.libs = types.SimpleNamespace(directories=[f"/spack/{name}/lib"])
        self.target = types.SimpleNamespace(family="x86_64")
        self.variants = {"cuda_arch": types.SimpleNamespace(value=["90"])}

    def __getitem__(self, name):
        return Spec(name)

    def satisfies(self, what):
        return self.cuda and what == "+cuda"


def load_spack(ran, run=None):
    """The class of the package; ran: takes the words of each make; run: in the place of Executable."""
    def directive(*_words, **_options):
        return None

    def decorator(*_words, **_options):
        return lambda function: function
    package = types.ModuleType("spack.package")
    for name in ("license", "version", "variant", "depends_on", "conflicts"):
        setattr(package, name, directive)
    package.run_after = package.on_package_attributes = decorator
    package.spack_cc, package.InstallError, package.join_path, package.Executable = "cc", RuntimeError, os.path.join, run
    package.make = lambda *words: ran.append(list(words))
    for name in ("spack", "spack_repo", "spack_repo.builtin", "spack_repo.builtin.build_systems",
                 "spack_repo.builtin.build_systems.cuda", "spack_repo.builtin.build_systems.makefile"):
        sys.modules[name] = types.ModuleType(name)
    sys.modules["spack.package"] = package
    sys.modules["spack_repo.builtin.build_systems.cuda"].CudaPackage = type("CudaPackage", (), {})
    sys.modules["spack_repo.builtin.build_systems.makefile"].MakefilePackage = type("MakefilePackage", (), {})
    path = HERE + "spack_repo/ufv/packages/ufv/package.py"
    given = {}
    with open(path, encoding="utf-8") as f:
        exec(compile(f.read(), path, "exec"), given)
    return given["Ufv"]


def spack(build, cuda):
    ran = []
    ufv = load_spack(ran)()
    ufv.spec = Spec(cuda=cuda)
    ufv.prefix = ufv.spec.prefix
    ufv.build(ufv.spec, ufv.prefix)
    ufv.install(ufv.spec, ufv.prefix)
    if ran[1] != ["install", *ran[0]]:
        refuse("install has other settings than build")
    ufv.check()
    if ran[2] != ["test", "TEST=unit/*", *ran[0]]:
        refuse("the tests have other settings than build")
    if cuda:
        needs(" ".join(ran[0]), ["CUDA=1", "NVCC=/spack/cuda/bin/nvcc", "CUDA_ARCH=90"], "settings")
        return
    words = [w for w in ran[0] if not w.startswith("MPICC=")]
    text = make(words, {}, build) + make(["install", *words], {}, build)
    check_commands(text, {k: f"/spack/{k}" for k in ("hdf5", "cgns", "metis")}, "/spack/ufv")
    needs(text, ["-I/spack/zlib-api/include"], "compiling")


# ---- what is installed ----

def run_version(program):
    """As the tests of recipes and images call it."""
    if not os.access(program, os.X_OK):
        refuse(f"{program} is not installed")
    done = subprocess.run([program, "--version"], capture_output=True, text=True)
    if done.returncode != 0 or "ufv" not in done.stdout:
        refuse(f"{program} --version: status {done.returncode}, {done.stdout} {done.stderr}")


def commands_of(path, section):
    """The commands of a section of an Apptainer definition, cut at &&."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    body = re.search(rf"^%{section}\n((?:[ \t].*\n|\n)*)", text, re.M)
    return [shlex.split(command) for row in body.group(1).splitlines() for command in row.split("&&") if command.strip()]


def installed(prefix):
    def there(path, what):
        if not os.path.exists(os.path.join(prefix, path)):
            refuse(f"{what} looks for {path}, which make install does not make")

    for name in sorted(os.listdir(HERE + "easybuild")):
        given = {"SOURCE_TAR_GZ": "", "SYSTEM": {}, "SHLIB_EXT": "so"}
        with open(HERE + "easybuild/" + name, encoding="utf-8") as f:
            exec(compile(f.read(), name, "exec"), given)
        if given["name"] != "ufv":
            continue
        for path in given["sanity_check_paths"]["files"] + given["sanity_check_paths"]["dirs"]:
            there(path, name)
        for command in given["sanity_check_commands"]:
            run_version(os.path.join(prefix, "bin", command.split()[0]))

    versions = []
    ufv = load_spack([], lambda program: lambda word: versions.append((program, word)))()
    ufv.prefix = Prefix(prefix)
    ufv.check_versions()
    for program, word in versions:
        needs(word, ["--version"], "Spack's test")
        run_version(program)
    if len(versions) != 4:
        refuse("Spack's test calls other than four programs")

    tested = commands_of("scripts/containers/ufv.def", "test")
    for words in tested:
        needs(words[1], ["--version"], "Apptainer's test")
        run_version(os.path.join(prefix, "bin", words[0]))
    if len(tested) != 4:
        refuse("Apptainer's test calls other than four programs")

    with open(HERE + "modules/ufv", encoding="utf-8") as f:
        paths = re.findall(r"^prepend-path\s+\S+\s+\$prefix/(\S+)", f.read(), re.M)
    for path in paths:
        there(path, "the module file")
    if len(paths) != 4:
        refuse("the module file has other than four paths")


def main():
    recipe, build = sys.argv[1], sys.argv[2]
    if recipe == "--installed":
        installed(build)
        return
    if recipe == "conda":
        conda(build)
    elif recipe.startswith("spack"):
        spack(build, recipe.endswith("+cuda"))
    else:
        easyconfig(recipe, build)


main()
