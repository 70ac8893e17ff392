# ufv: the Makefile (with make/*.mk), sources by folder, everything built under build/.
#
#   make                   the programs, in double precision (CUDA back end when nvcc is found)
#   make FEATURES=LIST     ufv-solve with these features alone (solve/features/features.inc), or none
#   make all-precisions    also ufv-solve-mixed and ufv-solve-single
#   make info              what was found and what will be built
#   make test              builds the programs in double precision and runs all tests but the long ones (tests/long)
#     TEST=glob            those tests instead, long or not
#     CASE=glob            of the test programs only the cases of that name; scripts are left out
#     SAN=1                with ASan+UBSan
#   make test-all          all tests, in all precisions
#   make mutations [ROWS=PATTERN]  are the tests sensitive to every term? (tests/mutations)
#   make test-gpu          every check that needs a GPU; skips clearly without one
#   make lab               the kernel laboratory, for scripts/kernel-lab
#   make fuzz FUZZ_RUNS=N  N runs of each fuzzer (clang with libFuzzer), from tests/fuzz/corpus; fuzz-json: of that one
#   make check             layers, sizes, format, static analysis, spelling, documents that must agree with code
#   make man               manual pages and completion for bash, zsh and fish, from --help
#   make install PREFIX=   default /usr/local
#   make wheel             the Python package (post/python), in BUILD/wheel
#   make deb               a Debian package of that
#
# Variables: DEPS_PREFIX=dir (HDF5, METIS, CGNS outside the system), CUDA=0|1,
# CUDA_ARCH=90, PRECISIONS="double mixed single" (double is always built; test-all and packages have all),
# ARCH=native, SAN=1, WERROR=0, V=1 (show commands), CGNS_PREFIX=.

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

SAN ?= 0
BUILD ?= $(if $(filter 1,$(SAN)),build-san,build)
V ?= 0
Q := $(if $(filter 1,$(V)),,@)
PREFIX ?= /usr/local
ARCH ?= native
WERROR ?= 1

# ---- tools and libraries -----------------------------------------------------
CC := $(if $(filter default,$(origin CC)),gcc,$(CC))
MPICC ?= mpicc
NVCC ?= $(firstword $(wildcard /usr/local/cuda/bin/nvcc) $(shell command -v nvcc 2>/dev/null))
CUDA ?= $(if $(NVCC),1,0)
CUDA_ARCH ?= 90

ifdef DEPS_PREFIX
  HDF5_CFLAGS := -I$(DEPS_PREFIX)/include
  HDF5_LIBS := -L$(DEPS_PREFIX)/lib -Wl,-rpath,$(abspath $(DEPS_PREFIX))/lib -lhdf5
  METIS_CFLAGS := -I$(DEPS_PREFIX)/include
  METIS_LIBS := -L$(DEPS_PREFIX)/lib -Wl,-rpath,$(abspath $(DEPS_PREFIX))/lib -lmetis
  CGNS_PREFIX ?= $(DEPS_PREFIX)
else
  HDF5_CFLAGS := $(shell pkg-config --cflags hdf5-serial 2>/dev/null || pkg-config --cflags hdf5 2>/dev/null)
  HDF5_LIBS := $(shell pkg-config --libs hdf5-serial 2>/dev/null || pkg-config --libs hdf5 2>/dev/null || echo -lhdf5)
  METIS_LIBS := -lmetis
endif
ifdef CGNS_PREFIX
  CGNS_CFLAGS := -I$(CGNS_PREFIX)/include
  CGNS_LIBS := -L$(CGNS_PREFIX)/lib -Wl,-rpath,$(abspath $(CGNS_PREFIX))/lib -lcgns
else
  CGNS_LIBS := -lcgns
endif
MPI_CFLAGS := $(shell $(MPICC) --showme:compile 2>/dev/null || pkg-config --cflags mpi 2>/dev/null)
MPI_LIBS := $(shell $(MPICC) --showme:link 2>/dev/null || pkg-config --libs mpi 2>/dev/null)
CUDA_HOME := $(if $(NVCC),$(patsubst %/bin/nvcc,%,$(realpath $(NVCC))))

# ---- flags -------------------------------------------------------------------
# -ffp-contract=off and -fmad=false: CPU and GPU do the same operations in the
# same order, so that they agree bit for bit (docs/numerics/precision.md).
WARN := -Wall -Wextra -Wpedantic $(if $(filter 1,$(WERROR)),-Werror)
, := ,
OPT := $(if $(filter 1,$(SAN)),-O1 -fsanitize=address$(,)undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer,-O3 -march=$(ARCH))
# Where few loops over cells are: -O3 takes an eighth longer to compile and gains nothing.
COLD := $(if $(filter 1,$(SAN)),,-O2)
# Test programs: a third of the time to compile, and as fast, since what takes long is in the libraries.
TEST_OPT := $(if $(filter 1,$(SAN)),,-O1 -DUFV_HD="static inline")
# Sanitizers check every inlined copy of a function anew: which ones are worth it is left to the compiler.
INLINE := $(if $(filter 1,$(SAN)),-DUFV_HD="static inline")
CFLAGS := -std=c11 -D_GNU_SOURCE -g $(OPT) $(INLINE) $(WARN) -ffp-contract=off -fno-math-errno -fno-trapping-math -fopenmp -MMD -MP $(EXTRA_CFLAGS)
# The kernels' loops on the CPU (solve/backend/cpu/backend_cpu_kernels.h): inner loops over variables
# and directions are unrolled whatever their length, and what stands in the way of doing
# several items at once is off: branches joined into paths, loads moved into branches,
# short loops for what is left over. The widest registers there are. For GCC on x86. -g1, line numbers without
# variables: the same code in a fifth less time.
VECTOR := -g1 --param max-completely-peeled-insns=2000 --param max-completely-peel-times=15 --param max-peel-branches=200 \
          --param vect-epilogues-nomask=0 -fno-thread-jumps -fno-tree-pre -fno-var-tracking \
          -mprefer-vector-width=512
VECTOR := $(if $(filter 1,$(SAN)),,$(shell $(CC) -Werror $(VECTOR) -fsyntax-only -x c /dev/null 2>/dev/null && echo '$(VECTOR)'))
# With two types GCC spends minutes a file on joining the conversions between them to what
# is around, three and four instructions at a time, and the loops get no faster.
VECTOR_mixed := $(if $(VECTOR),--param max-combine-insns=2)
VECTOR_SRC := $(filter-out %_equations.c,$(wildcard solve/backend/cpu/backend_cpu_*.c))
NVFLAGS := -std=c++17 -O3 -g -lineinfo -arch=sm_$(CUDA_ARCH) -fmad=false -MMD -MP \
           -Xcompiler -Wall,-Wextra$(if $(filter 1,$(WERROR)),$(,)-Werror) $(if $(filter 1,$(WERROR)),-Werror all-warnings) $(EXTRA_NVFLAGS)
LDFLAGS := -fopenmp $(if $(filter 1,$(SAN)),-fsanitize=address$(,)undefined) $(EXTRA_LDFLAGS)

# ---- sources: every .c of a folder and its rooms belongs to it; *_main.c holds main() ----
rooms = $(wildcard $(addsuffix /*.$(2),$(1) $(1)/* $(1)/*/* $(1)/*/*/*))
sources = $(filter-out %_main.c,$(call rooms,$(1),c))
objects = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))

COMMON_OBJ := $(call objects,$(call sources,common))
FORMATS_OBJ := $(call objects,$(call sources,formats))
PREP_OBJ := $(call objects,$(call sources,prep))
POST_OBJ := $(call objects,$(call sources,post))
# The kernels of the sets of equations: one source for each back end, compiled once for each row of
# EQUATIONS with its name as PART_NAME, so that they compile side by side.
EQUATIONS := $(shell sed -n '/define \(EQUATIONS\|TURBULENCE_MODELS\).ROW,/,/[^\\]$$/s/^ *ROW.\([a-z0-9_]*\),.*/\1/p' solve/arithmetic/equations.h)
$(if $(EQUATIONS),,$(error solve/arithmetic/equations.h: no rows of EQUATIONS found))
OF_EQUATIONS := solve/backend/cpu/backend_cpu_equations
CUDA_OF_EQUATIONS := solve/backend/cuda/backend_cuda_equations
# Features: rows of solve/features/features.inc, each a folder. FEATURES="probes series" builds these alone, FEATURES=none
# none of them.
paren := (
ALL_FEATURES := $(shell sed -n 's/^FEATURE.\([a-z_]*\),.*/\1/p' solve/features/features.inc)
FEATURES ?= all
CHOSEN_FEATURES := $(if $(filter all,$(FEATURES)),$(ALL_FEATURES),$(filter-out none,$(FEATURES)))
UNKNOWN_FEATURES := $(filter-out $(ALL_FEATURES),$(CHOSEN_FEATURES))
$(if $(UNKNOWN_FEATURES),$(error FEATURES: there is no feature $(UNKNOWN_FEATURES); the features are $(ALL_FEATURES)))
LEFT_OUT_FEATURES := $(filter-out $(CHOSEN_FEATURES),$(ALL_FEATURES))
LEFT_OUT_FOLDERS := $(addprefix solve/features/,$(addsuffix /%,$(LEFT_OUT_FEATURES)))
SOLVE_CPU_SRC := $(filter-out $(OF_EQUATIONS).c $(LEFT_OUT_FOLDERS),$(call sources,solve))
ifeq ($(CUDA),1)
  SOLVE_SRC := $(filter-out solve/backend/none/%,$(SOLVE_CPU_SRC))
  CUDA_OBJ := $(EQUATIONS:%=$(BUILD)/obj/$(CUDA_OF_EQUATIONS).%.cu.o) \
              $(patsubst %.cu,$(BUILD)/obj/%.cu.o,$(filter-out $(CUDA_OF_EQUATIONS).cu,$(wildcard solve/backend/cuda/*.cu)))
  CUDA_LIBS := -L$(CUDA_HOME)/lib64 -lcudart_static -ldl -lrt -lpthread -lstdc++
else
  SOLVE_SRC := $(SOLVE_CPU_SRC)
endif
SOLVE_OBJ := $(EQUATIONS:%=$(BUILD)/obj/$(OF_EQUATIONS).%.o) $(call objects,$(SOLVE_SRC)) $(CUDA_OBJ)

# ufv-solve computes in double precision. It is compiled once more for each other precision
# (solve/arithmetic/real.h), under obj/PRECISION/, into a program of its own that ufv-solve starts when
# asked to. Each takes about as long again, so that `make` leaves them to those who ask.
ALL_PRECISIONS := $(shell sed -n '/define PRECISIONS(ROW)/,/[^\\]$$/s/^ *ROW.PRECISION_[A-Z]*, "\([a-z]*\)".*/\1/p' solve/arithmetic/real.h)
$(if $(ALL_PRECISIONS),,$(error solve/arithmetic/real.h: no rows of PRECISIONS found))
PRECISION ?= $(if $(filter all-precisions test-all test-gpu deb,$(MAKECMDGOALS)),$(ALL_PRECISIONS),double)
PRECISIONS ?= $(PRECISION)
UNKNOWN_PRECISIONS := $(filter-out $(ALL_PRECISIONS),$(PRECISIONS))
$(if $(UNKNOWN_PRECISIONS),$(error PRECISIONS: there is no precision $(UNKNOWN_PRECISIONS); the precisions are $(ALL_PRECISIONS)))
OTHER_PRECISIONS := $(filter-out double,$(PRECISIONS))
TYPES_mixed := -DUFV_STORED=float
TYPES_single := -DUFV_REAL=float -DUFV_STORED=float
PRECISE_PROGRAMS := $(OTHER_PRECISIONS:%=$(BUILD)/ufv-solve-%)

PROGRAMS := $(BUILD)/ufv-prep $(BUILD)/ufv-solve $(BUILD)/ufv-post
# One file of Python's standard library alone; the programs above need no Python.
PYTHON3 ?= $(shell command -v python3 2>/dev/null)
SWEEP := $(if $(PYTHON3),$(BUILD)/ufv-sweep $(BUILD)/ufv-run)
SWEEP_SRC := $(wildcard post/python/ufv_sweep/*.py)
# Helper programs: mesh generators of cases and tests.
TOOL_SRC := $(wildcard cases/*/*.c tests/meshes/*.c)
TOOLS := $(foreach s,$(TOOL_SRC),$(BUILD)/tools/$(basename $(notdir $(s))))
TEST_SRC := $(wildcard tests/unit/*/test_*.c tests/unit/*/*/test_*.c tests/kernels/test_*.c tests/physics/test_*.c)
TEST_SRC := $(filter-out $(addprefix tests/unit/solve/features/test_,$(addsuffix %,$(LEFT_OUT_FEATURES))),$(TEST_SRC))
# The same tests of kernels in each precision.
PRECISE_TESTS := $(foreach t,test_kernels test_same_bits,$(OTHER_PRECISIONS:%=$(BUILD)/tests/kernels/$(t)_%))
TESTS := $(patsubst tests/%.c,$(BUILD)/tests/%,$(TEST_SRC)) $(PRECISE_TESTS)

.PHONY: all all-precisions tools tests info test test-all test-gpu check fuzz fuzz-corpus man install deb clean
# The files that take longest come first, so that no core waits for the last of them.
LONGEST_OBJ := $(foreach folder,$(OTHER_PRECISIONS:%=obj/%) obj,$(EQUATIONS:%=$(BUILD)/$(folder)/$(OF_EQUATIONS).%.o))
all: $(CUDA_OBJ) $(LONGEST_OBJ) $(PROGRAMS) $(PRECISE_PROGRAMS) $(SWEEP) tools
all-precisions: all
tools: $(TOOLS)
tests: $(TESTS)

# ---- compiling: a folder sees only what its layer may use ----------------------
INCLUDE_common := -Icommon
INCLUDE_formats := -Icommon -Iformats $(HDF5_CFLAGS) $(CGNS_CFLAGS)
INCLUDE_prep := -Icommon -Iformats -Iprep $(METIS_CFLAGS)
INCLUDE_solve := -Icommon -Iformats -Isolve $(MPI_CFLAGS) $(HDF5_CFLAGS)
INCLUDE_cuda := -Icommon -Iformats -Isolve $(MPI_CFLAGS) $(HDF5_CFLAGS)
INCLUDE_post := -Icommon -Iformats -Ipost $(MPI_CFLAGS)
INCLUDE_tests := -Icommon -Iformats -Iprep -Isolve -Ipost -Itests -Icases $(MPI_CFLAGS) $(HDF5_CFLAGS) $(CGNS_CFLAGS) $(METIS_CFLAGS)
INCLUDE_cases := -Icases $(CGNS_CFLAGS) $(HDF5_CFLAGS)

# What was compiled with other flags, or archived from other objects (CUDA=0 and
# back), is made again: the stamps change only when their text does.
# ($(file) writes before a recipe's first line runs, so the folder must be there.)
$(shell mkdir -p $(BUILD)/tests)
define FLAGS_TEXT
$(shell $(CC) --version | head -1)
$(CFLAGS) $(COLD) $(TEST_OPT)
$(VECTOR) $(VECTOR_mixed)
$(NVCC) $(NVFLAGS)
$(foreach f,common formats prep solve post tests cases,$(INCLUDE_$(f)))
endef
FLAGS_STAMP := $(BUILD)/flags.stamp
OBJECTS_STAMP := $(BUILD)/objects.stamp
$(FLAGS_STAMP): FORCE
	@mkdir -p $(@D)
	$(file >$@.new,$(FLAGS_TEXT))@cmp -s $@.new $@ && rm $@.new || mv $@.new $@
$(OBJECTS_STAMP): FORCE
	@mkdir -p $(@D)
	$(file >$@.new,$(PREP_OBJ) $(SOLVE_OBJ) $(POST_OBJ) $(BASE_OBJ))@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

$(BUILD)/obj/%.o: %.c $(FLAGS_STAMP)
	@mkdir -p $(@D)
	@$(if $(Q),echo "  CC    $<")
	$(Q)$(CC) $(CFLAGS) $(INCLUDE_$(firstword $(subst /, ,$*))) -c $< -o $@

$(BUILD)/obj/%.cu.o: %.cu $(FLAGS_STAMP)
	@mkdir -p $(@D)
	@$(if $(Q),echo "  NVCC  $<")
	$(Q)$(NVCC) $(NVFLAGS) -ccbin $(lastword $(CC)) $(INCLUDE_cuda) -c $< -o $@

$(call objects,$(VECTOR_SRC)): private CFLAGS += $(VECTOR)
# The rows of the features that are built; of the others the names alone, for messages. It stands before solve/ in the
# include path of what takes the rows.
FEATURE_ROWS := $(BUILD)/rows/features/features.inc
FEATURE_USERS := $(addsuffix solve/features/features.o,$(BUILD)/obj/ $(OTHER_PRECISIONS:%=$(BUILD)/obj/%/)) \
                 $(BUILD)/obj/tests/fuzz/case_features.o build-fuzz/obj/solve/features/features.o build-fuzz/obj/tests/fuzz/case_features.o
$(FEATURE_ROWS): FORCE
	@mkdir -p $(@D)
	@sed -e '' $(foreach f,$(LEFT_OUT_FEATURES),-e 's/^FEATURE.$(f),/FEATURE_LEFT_OUT$(paren)$(f),/') solve/features/features.inc >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@
$(FEATURE_USERS): $(FEATURE_ROWS)
$(FEATURE_USERS): private CFLAGS := -I$(BUILD)/rows $(CFLAGS)
# Readers, writers, options, reports: their time is that of the disk.
COLD_SRC := $(filter-out common/kd_tree.c formats/h5/checksum.c,$(call sources,common) $(call sources,formats)) \
            $(call sources,post) $(wildcard tests/bench/*.c) $(TOOL_SRC)
$(call objects,$(COLD_SRC)): private CFLAGS += $(COLD)
$(call objects,$(filter-out tests/bench/% $(TOOL_SRC),$(call rooms,tests,c))): private CFLAGS += $(TEST_OPT)

# $(1): the folder of a precision, `mixed/`, or nothing for double; $(2), $(3): its options for all and for loops
define EQUATIONS_COMPILING
$(EQUATIONS:%=$(BUILD)/obj/$(1)$(OF_EQUATIONS).%.o): $(BUILD)/obj/$(1)$(OF_EQUATIONS).%.o: $(OF_EQUATIONS).c $(FLAGS_STAMP)
	@mkdir -p $$(@D)
	@$$(if $$(Q),echo "  CC    $$< ($(1)$$*)")
	$$(Q)$$(CC) $$(CFLAGS) $$(VECTOR) $(3) $(2) $$(INCLUDE_solve) -DPART_NAME=$$* -c $$< -o $$@
$(EQUATIONS:%=$(BUILD)/obj/$(1)$(CUDA_OF_EQUATIONS).%.cu.o): $(BUILD)/obj/$(1)$(CUDA_OF_EQUATIONS).%.cu.o: $(CUDA_OF_EQUATIONS).cu $(FLAGS_STAMP)
	@mkdir -p $$(@D)
	@$$(if $$(Q),echo "  NVCC  $$< ($(1)$$*)")
	$$(Q)$$(NVCC) $$(NVFLAGS) $(2) -ccbin $$(lastword $$(CC)) $$(INCLUDE_cuda) -DPART_NAME=$$* -c $$< -o $$@
endef
$(eval $(call EQUATIONS_COMPILING,,,))
$(foreach p,$(OTHER_PRECISIONS),$(eval $(call EQUATIONS_COMPILING,$(p)/,$(TYPES_$(p)),$(VECTOR_$(p)))))

define PRECISION_COMPILING
$(patsubst %.c,$(BUILD)/obj/$(1)/%.o,$(VECTOR_SRC)): private CFLAGS += $(VECTOR) $(VECTOR_$(1))
$(patsubst %.c,$(BUILD)/obj/$(1)/%.o,$(wildcard tests/kernels/*.c)): private CFLAGS += $(TEST_OPT)
$(BUILD)/obj/$(1)/%.o: %.c $(FLAGS_STAMP)
	@mkdir -p $$(@D)
	@$$(if $$(Q),echo "  CC    $$< ($(1))")
	$$(Q)$$(CC) $$(CFLAGS) $(TYPES_$(1)) $$(INCLUDE_$$(firstword $$(subst /, ,$$*))) -c $$< -o $$@
$(BUILD)/obj/$(1)/%.cu.o: %.cu $(FLAGS_STAMP)
	@mkdir -p $$(@D)
	@$$(if $$(Q),echo "  NVCC  $$< ($(1))")
	$$(Q)$$(NVCC) $$(NVFLAGS) $(TYPES_$(1)) -ccbin $$(lastword $$(CC)) $$(INCLUDE_cuda) -c $$< -o $$@
endef
$(foreach p,$(OTHER_PRECISIONS),$(eval $(call PRECISION_COMPILING,$(p))))

# ---- version stamp: rewritten only when it changes -----------------------------
GIT_STATE := $(shell git describe --always --dirty --tags 2>/dev/null || echo unknown)
CUDA_VERSION := $(if $(filter 1,$(CUDA)),$(shell $(NVCC) --version 2>/dev/null | sed -n 's/.*release \([0-9.]*\).*/\1/p'),none)
define VERSION_TEXT
#define VERSION_GIT "$(GIT_STATE)"
#define VERSION_COMPILER "$(shell $(CC) --version | head -1)"
#define VERSION_CUDA "$(CUDA_VERSION)"
#define VERSION_FLAGS "$(OPT)"
endef
$(BUILD)/version_stamp.h: FORCE
	@mkdir -p $(@D)
	$(file >$@.new,$(VERSION_TEXT))@cmp -s $@.new $@ && rm $@.new || mv $@.new $@
$(BUILD)/obj/common/version.o: $(BUILD)/version_stamp.h
$(BUILD)/obj/common/version.o: private CFLAGS += -I$(BUILD)
.PHONY: FORCE
FORCE:

# Where the functions of kernels begin, for ufv-solve --kernels.
KERNEL_SRC := $(wildcard solve/kernels/*.h solve/kernels/paper/*.h solve/backend/cuda/*.h)
$(BUILD)/kernel_places.inc: $(KERNEL_SRC) Makefile
	@mkdir -p $(@D)
	$(Q)awk '(/^UFV_HD / || /_kernel\(/) && match($$0, /[a-z_0-9]+\(/) { \
	    printf "PLACE(\"%s\", \"%s\", %d)\n", substr($$0, RSTART, RLENGTH - 1), FILENAME, FNR }' $(KERNEL_SRC) >$@
KERNEL_LIST_OBJ := $(foreach p,obj $(OTHER_PRECISIONS:%=obj/%),$(BUILD)/$(p)/solve/run/kernel_list.o)
$(KERNEL_LIST_OBJ): $(BUILD)/kernel_places.inc
$(KERNEL_LIST_OBJ): private CFLAGS += -I$(BUILD)

# ---- linking ------------------------------------------------------------------
BASE_OBJ := $(FORMATS_OBJ) $(COMMON_OBJ)
# formats: one folder, but a program links only what it uses: CGNS reading and
# writing live in objects of their own, so ufv-solve never links CGNS.
$(BUILD)/libbase.a: $(BASE_OBJ) $(OBJECTS_STAMP)
	@rm -f $@
	$(Q)ar rcs $@ $(filter %.o,$^)
$(BUILD)/libprep.a: $(PREP_OBJ) $(OBJECTS_STAMP)
	@rm -f $@
	$(Q)ar rcs $@ $(filter %.o,$^)
$(BUILD)/libsolve.a: $(SOLVE_OBJ) $(OBJECTS_STAMP)
	@rm -f $@
	$(Q)ar rcs $@ $(filter %.o,$^)
$(BUILD)/libpost.a: $(POST_OBJ) $(OBJECTS_STAMP)
	@rm -f $@
	$(Q)ar rcs $@ $(filter %.o,$^)

PREP_LIBS := $(METIS_LIBS) $(CGNS_LIBS) $(HDF5_LIBS) -lz -lm -lpthread
SOLVE_LIBS := $(MPI_LIBS) $(HDF5_LIBS) $(CUDA_LIBS) -lz -lm -lpthread
POST_LIBS := $(MPI_LIBS) $(CGNS_LIBS) $(HDF5_LIBS) -lz -lm -lpthread

$(BUILD)/ufv-prep: $(BUILD)/obj/prep/run/prep_main.o $(BUILD)/libprep.a $(BUILD)/libbase.a
	@$(if $(Q),echo "  LINK  $@")
	$(Q)$(CC) $(LDFLAGS) $^ $(PREP_LIBS) -o $@
$(BUILD)/ufv-solve: $(BUILD)/obj/solve/run/solve_main.o $(BUILD)/libsolve.a $(BUILD)/libbase.a
	@$(if $(Q),echo "  LINK  $@")
	$(Q)$(CC) $(LDFLAGS) $^ $(SOLVE_LIBS) -o $@
	@size $@ 2>/dev/null | awk 'NR == 2 { printf "  SIZE  $@ %.2f MB of code and data%s\n", $$4 / 1e6, "$(if $(LEFT_OUT_FEATURES), without $(LEFT_OUT_FEATURES))" }'
$(BUILD)/ufv-post: $(BUILD)/obj/post/post_main.o $(BUILD)/libpost.a $(BUILD)/libbase.a
	@$(if $(Q),echo "  LINK  $@")
	$(Q)$(CC) $(LDFLAGS) $^ $(POST_LIBS) -o $@

include make/python.mk

define PRECISION_LINKING
$(BUILD)/libsolve-$(1).a: $(SOLVE_OBJ:$(BUILD)/obj/%=$(BUILD)/obj/$(1)/%) $(OBJECTS_STAMP)
	@rm -f $$@
	$$(Q)ar rcs $$@ $$(filter %.o,$$^)
$(BUILD)/ufv-solve-$(1): $(BUILD)/obj/$(1)/solve/run/solve_main.o $(BUILD)/libsolve-$(1).a $(BUILD)/libbase.a
	@$$(if $$(Q),echo "  LINK  $$@")
	$$(Q)$$(CC) $$(LDFLAGS) $$^ $$(SOLVE_LIBS) -o $$@
$(BUILD)/tests/%_$(1): $(BUILD)/obj/$(1)/tests/%.o $(BUILD)/libsolve-$(1).a $(BUILD)/libbase.a
	@mkdir -p $$(@D)
	@$$(if $$(Q),echo "  LINK  $$@")
	$$(Q)$$(CC) $$(LDFLAGS) $$^ $$(SOLVE_LIBS) -o $$@
endef
$(foreach p,$(OTHER_PRECISIONS),$(eval $(call PRECISION_LINKING,$(p))))

define TOOL_RULE
$(BUILD)/tools/$(basename $(notdir $(1))): $(BUILD)/obj/$(basename $(1)).o
	@mkdir -p $$(@D)
	@$$(if $$(Q),echo "  LINK  $$@")
	$$(Q)$$(CC) $$(LDFLAGS) $$^ $$(CGNS_LIBS) $$(HDF5_LIBS) -lm -o $$@
endef
$(foreach s,$(TOOL_SRC),$(eval $(call TOOL_RULE,$(s))))
$(BUILD)/tools/foreign_meshes: $(BUILD)/libbase.a

$(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(BUILD)/libprep.a $(BUILD)/libsolve.a $(BUILD)/libpost.a $(BUILD)/libbase.a
	@mkdir -p $(@D)
	@$(if $(Q),echo "  LINK  $@")
	$(Q)$(CC) $(LDFLAGS) $^ $(METIS_LIBS) $(CGNS_LIBS) $(SOLVE_LIBS) -o $@
# The kernel laboratory (docs/kernel-lab.md).
$(BUILD)/tests/bench/kernel_lab: $(call objects,$(wildcard tests/bench/*.c)) $(BUILD)/libsolve.a $(BUILD)/libbase.a
	@mkdir -p $(@D)
	@$(if $(Q),echo "  LINK  $@")
	$(Q)$(CC) $(LDFLAGS) $^ $(SOLVE_LIBS) -o $@
lab: $(BUILD)/ufv-prep $(BUILD)/ufv-solve $(BUILD)/tests/bench/kernel_lab
.PHONY: lab
.PRECIOUS: $(BUILD)/obj/%.o

# ---- tests --------------------------------------------------------------------
# What tests/mutations compiles and links with; and its whole table.
.PHONY: mutations
tests: $(BUILD)/tests/flags
define TEST_FLAGS_TEXT
compile_flags='$(INCLUDE_tests)'
link_flags='$(LDFLAGS)'
libraries='$(addprefix $(abspath $(BUILD))/,libprep.a libsolve.a libpost.a libbase.a) $(METIS_LIBS) $(CGNS_LIBS) $(SOLVE_LIBS)'
endef
$(BUILD)/tests/flags: FORCE
	@mkdir -p $(@D)
	$(file >$@,$(TEST_FLAGS_TEXT))
# What makes the calls of a program fail one after another (tests/cli/write_faults.sh).
tests: $(BUILD)/tests/faults/fail_write
$(BUILD)/tests/faults/fail_write: $(BUILD)/obj/tests/faults/fail_write.o
	@mkdir -p $(@D)
	@$(if $(Q),echo "  LINK  $@")
	$(Q)$(CC) $(LDFLAGS) $^ -o $@
mutations: $(BUILD)/ufv-prep $(BUILD)/ufv-solve $(BUILD)/ufv-post $(addprefix $(BUILD)/tools/,box_mesh ring_mesh) $(BUILD)/tests/flags
	$(Q)BUILD=$(BUILD) nice tests/mutations --resume $(BUILD)/mutations.table '$(ROWS)'
test-all: $(BUILD)/tests/bench/kernel_lab # no test runs it, but it is to compile
test test-all: all tests
	$(Q)BUILD=$(BUILD) SAN=$(SAN) UFV_CASE='$(CASE)' tests/run $(if $(filter test-all,$@),--all) '$(TEST)'
$(BUILD)/tests/gpu/division: tests/gpu/division.cu solve/arithmetic/division.h solve/arithmetic/equations.h solve/arithmetic/real.h
	@mkdir -p $(@D)
	$(Q)$(NVCC) $(NVFLAGS) -ccbin $(lastword $(CC)) $(INCLUDE_cuda) $< -o $@
test-gpu: all tests $(if $(filter 1,$(CUDA)),$(BUILD)/tests/gpu/division)
	$(Q)BUILD=$(BUILD) tests/run-gpu $(TEST)
check:
	$(Q)failed=0; for c in check-layers check-sizes check-static check-links check-messages check-words \
	    "print-records --check" check-features; do BUILD=$(BUILD) scripts/$$c || failed=1; done; exit $$failed

include make/fuzz.mk
include make/install.mk

clean:
	rm -rf build build-san build-fuzz

info:
	@echo "compiler   $(CC): $(shell $(CC) --version | head -1)"
	@echo "MPI        $(if $(MPI_LIBS),$(MPICC): $(shell mpirun --version 2>/dev/null | head -1),not found: scripts/install-deps)"
	@echo "HDF5       $(if $(HDF5_CFLAGS)$(DEPS_PREFIX),$(HDF5_CFLAGS) $(HDF5_LIBS),not found: scripts/install-deps)"
	@echo "METIS      $(METIS_CFLAGS) $(METIS_LIBS)"
	@echo "CGNS       $(CGNS_CFLAGS) $(CGNS_LIBS)"
	@echo "CUDA       $(if $(filter 1,$(CUDA)),$(NVCC) $(CUDA_VERSION) for sm_$(CUDA_ARCH),left out$(if $(NVCC),, (no nvcc found)))"
	@echo "flags      $(OPT)"
	@echo "Python     $(if $(PYTHON3),$(PYTHON3): $(shell $(PYTHON3) --version 2>&1),not found: there will be no ufv-sweep (scripts/install-deps))"
	@echo "builds     $(PROGRAMS) $(PRECISE_PROGRAMS) $(SWEEP) $(TOOLS)"
	@echo "tests      $(words $(TESTS)) programs, $(words $(wildcard tests/cli/*.sh tests/e2e/*.sh)) scripts"

-include $(shell find $(BUILD)/obj build-fuzz/obj -name '*.d' 2>/dev/null)
