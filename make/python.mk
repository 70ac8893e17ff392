# python.mk: the programs ufv-sweep and ufv-run, and the Python package; included by the Makefile.

# The version of the Python parts is that of the programs.
VERSION_PY = sed -n 's/.*version_number\[\] = \("[^"]*"\).*/VERSION = \1/p' common/version.c
$(BUILD)/ufv-sweep: $(SWEEP_SRC) post/plot/plot_style.inc common/version.c
	@$(if $(Q),echo "  ZIP   $@")
	$(Q)rm -rf $(BUILD)/sweep && mkdir -p $(BUILD)/sweep/ufv_sweep
	$(Q)cp $(SWEEP_SRC) post/plot/plot_style.inc $(BUILD)/sweep/ufv_sweep && cp post/python/ufv_sweep/__main__.py $(BUILD)/sweep
	$(Q)$(VERSION_PY) >$(BUILD)/sweep/ufv_sweep/version.py
	$(Q)$(PYTHON3) -m zipapp $(BUILD)/sweep -p '/usr/bin/env python3' -o $@

$(BUILD)/ufv-run: scripts/ufv-run common/version.c
	@mkdir -p $(@D)
	$(Q)sed "s/^VERSION = .*/$$($(VERSION_PY))/" $< >$@.new && chmod 755 $@.new && mv $@.new $@

# The Python package, with ufv-sweep in it. pip fetches setuptools where the Python has none.
WHEEL := $(BUILD)/wheel
wheel: $(SWEEP_SRC) post/plot/plot_style.inc $(wildcard post/python/ufv/*.py) post/python/pyproject.toml common/version.c
	$(Q)rm -rf $(WHEEL) && mkdir -p $(WHEEL)/source
	$(Q)cp -r post/python/pyproject.toml post/python/ufv post/python/ufv_sweep LICENSE $(WHEEL)/source
	$(Q)cp post/plot/plot_style.inc $(WHEEL)/source/ufv_sweep
	$(Q)$(VERSION_PY) >$(WHEEL)/source/ufv_sweep/version.py
	$(Q)sed 's/VERSION = "\(.*\)"/\1/' $(WHEEL)/source/ufv_sweep/version.py >$(WHEEL)/source/VERSION
	$(Q)$(PYTHON3) -m pip --quiet --disable-pip-version-check wheel --no-deps -w $(WHEEL) \
	    $(if $(shell $(PYTHON3) -c 'import setuptools, wheel' 2>/dev/null && echo yes),--no-build-isolation) $(WHEEL)/source
	@ls $(WHEEL)/*.whl
.PHONY: wheel
