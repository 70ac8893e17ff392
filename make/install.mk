# install.mk: manual pages, `make install` and the Debian package; included by the Makefile.

MAN := $(patsubst $(BUILD)/%,$(BUILD)/man/%.1,$(PROGRAMS) $(SWEEP))
MAN_CASE := $(BUILD)/man/ufv-case.5
COMPLETION := $(addprefix $(BUILD)/man/ufv.,bash zsh fish)
man: $(MAN) $(MAN_CASE) $(COMPLETION)
$(BUILD)/man/%.1: $(BUILD)/% scripts/help-to-man
	@mkdir -p $(@D)
	$(Q)scripts/help-to-man $< >$@
$(MAN_CASE): $(BUILD)/ufv-solve scripts/case-to-man
	@mkdir -p $(@D)
	$(Q)scripts/case-to-man $< >$@
$(COMPLETION): $(BUILD)/man/ufv.%: $(PROGRAMS) $(SWEEP) scripts/help-to-completion
	@mkdir -p $(@D)
	$(Q)scripts/help-to-completion $* $(PROGRAMS) $(SWEEP) >$@
SHARE := $(DESTDIR)$(PREFIX)/share
install: all man
	install -d $(DESTDIR)$(PREFIX)/bin $(SHARE)/man/man1 $(SHARE)/man/man5 $(SHARE)/doc/ufv/slurm $(SHARE)/doc/ufv/numerics $(SHARE)/doc/ufv/decisions
	install -d $(SHARE)/bash-completion/completions $(SHARE)/zsh/site-functions $(SHARE)/fish/vendor_completions.d
	install -m 755 $(PROGRAMS) $(SWEEP) $(DESTDIR)$(PREFIX)/bin
	install -d $(DESTDIR)$(PREFIX)/libexec/ufv
	$(if $(PRECISE_PROGRAMS),install -m 755 $(PRECISE_PROGRAMS) $(DESTDIR)$(PREFIX)/libexec/ufv)
	install -m 644 $(MAN) $(SHARE)/man/man1
	install -m 644 $(MAN_CASE) $(SHARE)/man/man5
	install -m 644 $(BUILD)/man/ufv.zsh $(SHARE)/zsh/site-functions/_ufv
	for p in $(notdir $(PROGRAMS) $(SWEEP)); do \
	    install -m 644 $(BUILD)/man/ufv.bash $(SHARE)/bash-completion/completions/$$p; \
	    install -m 644 $(BUILD)/man/ufv.fish $(SHARE)/fish/vendor_completions.d/$$p.fish; done
	install -m 644 LICENSE README.md CHANGELOG.md docs/*.md $(SHARE)/doc/ufv
	install -m 644 docs/numerics/*.md $(SHARE)/doc/ufv/numerics
	install -m 644 docs/decisions/*.md $(SHARE)/doc/ufv/decisions
	install -m 644 scripts/slurm/*.sbatch $(SHARE)/doc/ufv/slurm
deb: all man
	$(Q)MAKE="$(MAKE)" PRECISIONS="$(PRECISIONS)" scripts/make-deb $(BUILD) $(ARCH)
