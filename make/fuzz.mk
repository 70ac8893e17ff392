# fuzz.mk: the fuzzers of tests/fuzz, for `make fuzz` and `make test`; included by the Makefile.
#
# Everything below the library is compiled in, with clang's sanitizers.
# Each fuzzer is tests/fuzz/fuzz_NAME.c with these files, some of which take the place of ours; its inputs
# are tests/fuzz/corpus/NAME.tar.gz. tests/cli/fuzz_corpus.sh replays these without libFuzzer (tests/fuzz/replay.c).
FUZZERS := su2 ugrid gmsh foam plot3d foreign pack cgns case json csv checkpoint $(filter probes,$(CHOSEN_FEATURES))
FUZZ_WITH_su2 := demand
FUZZ_WITH_ugrid := demand
FUZZ_WITH_gmsh := demand
FUZZ_WITH_foam := demand
FUZZ_WITH_plot3d := demand
FUZZ_WITH_pack := fake_h5_io
FUZZ_WITH_cgns := demand fake_cgio tree_code
FUZZ_WITH_case := text_code case_features
FUZZ_WITH_json := text_code json_code
FUZZ_WITH_csv := text_code fake_gnuplot
FUZZ_WITH_checkpoint := fake_h5_io case_features
FUZZ_WITH_probes := text_code case_features
FUZZ_LENGTH_foreign := 512
FUZZ_LENGTH_pack := 512
FUZZ_LENGTH_case := 1024
FUZZ_LENGTH_json := 512
FUZZ_LENGTH_csv := 512
FUZZ_LENGTH_checkpoint := 256
FUZZ_LENGTH_probes := 128
FUZZ_CC ?= clang
FUZZ_RUNS ?= 1000000
FUZZ_FLAGS := -std=c11 -D_GNU_SOURCE -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
              -fno-omit-frame-pointer -ffp-contract=off -Wall -Wextra -Wno-unknown-pragmas -MMD -MP
FUZZ_LIMITS := -artifact_prefix=build-fuzz/ -rss_limit_mb=1024 -malloc_limit_mb=128 -timeout=20 -print_final_stats=1 -detect_leaks=0
# Of ufv's own memory fuzz.c finds what is left behind. Memory that was freed is kept from use for as long as an input.
FUZZ_ASAN := detect_leaks=0:malloc_context_size=4:quarantine_size_mb=16
# Of ufv-solve what reads files.
FUZZ_SRC := $(call sources,common) $(call sources,formats) $(call sources,prep) \
            $(call sources,post) $(call rooms,solve/case,c) \
            $(addprefix solve/checkpoint/,checkpoint.c checkpoint_check.c checkpoint_numbers.c restart_patches.c restart_mesh.c restart_place.c \
            restart_slopes.c restart_stream.c id_places.c) \
            $(addprefix solve/control/,settle.c trend.c quick_trend.c) \
            $(addprefix solve/results/,history_file.c superseded.c fields_folder.c results_folder.c) \
            solve/arithmetic/variable_names.c solve/scheme/state.c
# Of features what reads files; tests/fuzz/case_features.c takes the place of their rows.
FUZZ_SRC += $(filter-out $(LEFT_OUT_FOLDERS),$(call rooms,solve/features,c))
# What is compiled without OpenMP still sets its number of threads.
FUZZ_LIBS := $(METIS_LIBS) $(HDF5_LIBS) -lz -lm -lpthread -lgomp
fuzz_sources = $(patsubst %,tests/fuzz/%.c,fuzz_$(1) fuzz $(FUZZ_WITH_$(1)))
fuzz_cgns_libs = $(if $(filter cgns,$(1)),,$(CGNS_LIBS)) # it has a CGNS of its own
$(FEATURE_USERS): private FUZZ_FLAGS := -I$(BUILD)/rows $(FUZZ_FLAGS)
# The harness itself is not what inputs are to reach more of.
$(patsubst %.c,build-fuzz/obj/%.o,$(wildcard tests/fuzz/*.c)): private FUZZ_FLAGS := $(subst fuzzer$(,),,$(FUZZ_FLAGS))
build-fuzz/obj/%.o: %.c
	@mkdir -p $(@D)
	@$(if $(Q),echo "  FUZZ  $<")
	$(Q)$(FUZZ_CC) $(FUZZ_FLAGS) $(INCLUDE_tests) -c $< -o $@
build-fuzz/obj/common/version.o: $(BUILD)/version_stamp.h
build-fuzz/obj/common/version.o: private FUZZ_FLAGS += -I$(BUILD)
fuzz_objects = $(patsubst %.c,build-fuzz/obj/%.o,$(1))
# An archive, so that what a harness defines itself takes the place of ours.
build-fuzz/libufv.a: $(call fuzz_objects,$(FUZZ_SRC))
	@rm -f $@
	$(Q)ar rcs $@ $^
# Of ufv-solve no more than the fuzzers have, so that what they lack is noticed where there is no clang.
$(BUILD)/libreplay.a: $(call objects,$(filter solve/%,$(FUZZ_SRC)))
	$(Q)rm -f $@ && ar rcs $@ $^
fuzz_inputs = rm -rf build-fuzz/corpus/$(1) && mkdir -p build-fuzz/corpus/$(1) && \
              tar -xf tests/fuzz/corpus/$(1).tar.gz -C build-fuzz/corpus/$(1)
define FUZZER_LINKING
build-fuzz/fuzz_$(1): $(call fuzz_objects,$(call fuzz_sources,$(1))) build-fuzz/libufv.a
	$$(Q)$$(FUZZ_CC) -fsanitize=fuzzer,address,undefined $$^ $(call fuzz_cgns_libs,$(1)) $$(FUZZ_LIBS) -o $$@
$(BUILD)/tests/fuzz/replay_$(1): $(call objects,tests/fuzz/replay.c $(call fuzz_sources,$(1))) \
        $(BUILD)/libprep.a $(BUILD)/libreplay.a $(BUILD)/libpost.a $(BUILD)/libbase.a
	@mkdir -p $$(@D)
	@$$(if $$(Q),echo "  LINK  $$@")
	$$(Q)$$(CC) $$(LDFLAGS) $$^ $$(METIS_LIBS) $(call fuzz_cgns_libs,$(1)) $$(SOLVE_LIBS) -o $$@
.PHONY: fuzz-$(1)
fuzz-$(1): build-fuzz/fuzz_$(1)
	$$(Q)$(call fuzz_inputs,$(1)) && mkdir -p build-fuzz/found-$(1)
	ASAN_OPTIONS=$$(FUZZ_ASAN) build-fuzz/fuzz_$(1) -runs=$$(FUZZ_RUNS) $$(FUZZ_LIMITS) -max_len=$(or $(FUZZ_LENGTH_$(1)),8192) \
	    build-fuzz/found-$(1) build-fuzz/corpus/$(1)
endef
$(foreach f,$(FUZZERS),$(eval $(call FUZZER_LINKING,$(f))))
tests: $(FUZZERS:%=$(BUILD)/tests/fuzz/replay_%)
fuzz: $(FUZZERS:%=fuzz-%)
$(BUILD)/make_seeds: $(BUILD)/obj/tests/fuzz/make_seeds.o $(BUILD)/obj/tests/fuzz/tree_code.o $(BUILD)/libbase.a
	$(Q)$(CC) $(LDFLAGS) $^ $(CGNS_LIBS) $(HDF5_LIBS) -lz -lm -o $@
fuzz-corpus: $(BUILD)/make_seeds
	$(Q)rm -rf build-fuzz/seeds && mkdir -p build-fuzz/seeds
	$(BUILD)/make_seeds build-fuzz/seeds
	tests/fuzz/add-inputs cgns build-fuzz/seeds/*
