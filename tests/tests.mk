# The test targets. Each suite ends in a line "N passed, N failed"; `check` adds them up.

SUITE := @tests/suite.sh

check: deps
	@rm -rf build/results
	$(SUITE) build $(MAKE) -j$$(nproc) all CFLAGS=-Werror
	@$(MAKE) -k lint
	@$(MAKE) -k test
	@$(MAKE) -k test F=asan
	@$(MAKE) -k analyze
	@tests/total.sh

test:
	$(SUITE) $(F)-unit $(MAKE) unit
	$(SUITE) $(F)-cel-data $(MAKE) cel-data
	$(SUITE) $(F)-rules $(MAKE) rule-examples
	$(SUITE) $(F)-golden $(MAKE) golden
	$(SUITE) $(F)-diff $(MAKE) diff-test
	$(SUITE) $(F)-webhook $(MAKE) webhook-test
	$(SUITE) $(F)-fuzz-replay $(MAKE) fuzz-replay

J := -j$(shell nproc)

unit:
	@$(MAKE) -s $(J) $(UNITS)
	@tests/unit.sh $(UNITS)
# make differential SEED=1 N=1000000: the algebra against its reference, and what is said of partial
# input against completions, with more rounds than a run of all tests can wait for.
RANDOM_TESTS := differential unknown completion
differential: N ?= 1000000
differential:
	@$(MAKE) -s $(J) $(RANDOM_TESTS:%=$(B)/tests/unit/test_%)
	@for t in $(RANDOM_TESTS); do \
	    echo "test_$$t: seed $(SEED), $(N) rounds"; \
	    RANDOM_SEED=$(SEED) RANDOM_COUNT=$(N) $(B)/tests/unit/test_$$t || exit 1; \
	done
# make completions SEED=1 N=300000: more than a million partial inputs against a completion each. A
# round of the rules compares one or two (one of a single document loses no object), a round of pool
# and pod eight.
completions: N ?= 300000
completions: SEED ?= 1
completions:
	@$(MAKE) -s $(J) $(B)/tests/unit/test_unknown $(B)/tests/unit/test_completion
	@echo "seed $(SEED): $$(($(N) / 4)) rounds of pool and pod, $(N) rounds of rules"
	@RANDOM_SEED=$(SEED) RANDOM_COUNT=$$(($(N) / 4)) $(B)/tests/unit/test_unknown
	@RANDOM_SEED=$(SEED) RANDOM_COUNT=$(N) $(B)/tests/unit/test_completion
# make cel-data CEL_DATA=dir V=-v: files of CEL cases (tests/cel_data.h has their form).
CEL_DATA ?= $(dir $(firstword $(wildcard ../*/cel/conformance.jsonl) tests/cel/language.jsonl))
$(B)/tests/cel_data: $(B)/tests/cel_data.o $(B)/tests/cel_value.o $(B)/libcore.a
	$(LINK) $^ $(LIBS)
cel-data:
	@$(MAKE) -s $(J) $(B)/tests/cel_data
	@$(B)/tests/cel_data $(V) $(CEL_DATA)
rule-examples:
	@$(MAKE) -s $(J) $(B)/gpulint
	$(B)/gpulint test
golden:
	@$(MAKE) -s $(J) $(B)/gpulint
	@tests/golden.sh $(B)/gpulint $(CASE)
regen:
	@$(MAKE) -s $(J) $(B)/gpulint
	@REGEN=1 tests/golden.sh $(B)/gpulint $(CASE)
diff-test:
	@$(MAKE) -s $(J) $(B)/gpulint
	@tests/diff.sh $(B)/gpulint
webhook-test:
	@$(MAKE) -s $(J) $(B)/gpulint $(B)/gpulint-server $(B)/tests/webhook_wrap
	tests/webhook.sh $(B)

# Every fuzzer's corpus through its entry, without a fuzzer: what once failed must not fail again.
REPLAYS := $(FUZZERS:%=$(B)/tests/fuzz/replay_%)
$(B)/tests/fuzz/replay_%: $(B)/tests/fuzz/fuzz_%.o $(B)/tests/fuzz/replay.o $(REVIEW) $(TABLES) $(B)/libcore.a
	$(LINK) $^ $(LIBS)
fuzz-replay:
	@$(MAKE) -s $(J) $(REPLAYS)
	@tests/replay.sh $(B) $(FUZZERS)
# make fuzz NAME=review SECONDS=60: looks for new ones.
fuzz: SECONDS ?= 60
fuzz:
	@$(MAKE) -s $(J) F=fuzz CC=clang build/fuzz/tests/fuzz/fuzz_$(NAME)
	@mkdir -p build/corpus/$(NAME)
	build/fuzz/tests/fuzz/fuzz_$(NAME) -max_total_time=$(SECONDS) build/corpus/$(NAME) \
	    $(wildcard tests/fuzz/corpus/$(NAME))
build/fuzz/tests/fuzz/fuzz_%: build/fuzz/tests/fuzz/fuzz_%.o $(REVIEW) $(TABLES) $(B)/libcore.a
	$(LINK) -fsanitize=fuzzer $^ $(LIBS)

# One file a run: version 14 crashes on some hundred at once.
lint:
	$(SUITE) format sh -c 'bad=0; for f; do clang-format-14 --dry-run -Werror "$$f" || bad=1; done; exit $$bad' sh $(OURS)
	$(SUITE) clang clang $(CFLAGS_base) $(WARN) -Werror -fsyntax-only $(SOURCES)
	$(SUITE) layers tests/check_layers.sh
	$(SUITE) sizes tests/check_sizes.sh
	$(SUITE) headers tests/check_headers.sh $(CC) $(CFLAGS_base) $(WARN)
	$(SUITE) facts tests/check_facts.sh
	$(SUITE) words tests/check_words.sh build/release/libcore.a
# What version 2.10 gets wrong: addresses of one object, members that are set through a pointer.
CPPCHECK_WRONG := identicalInnerCondition objectIndex uninitvar returnDanglingLifetime
analyze:
	$(SUITE) tidy $(MAKE) -s -k $(J) tidy
	$(SUITE) cppcheck cppcheck -q $(J) --std=c11 --enable=warning,performance,portability \
	    --inline-suppr --error-exitcode=1 --library=tests/cppcheck.cfg $(CPPCHECK_WRONG:%=--suppress=%) \
	    -Isrc -I. $(SOURCES)
tidy: $(SOURCES:%.c=build/tidy/%.ok)
build/tidy/%.ok: %.c .clang-tidy
	@clang-tidy-14 --quiet $< -- $(CFLAGS_base) 2>/dev/null
	@mkdir -p $(@D) && touch $@

bench:
	@$(MAKE) -s $(J) $(B)/gpulint $(B)/tests/measure $(B)/tests/bench_cel
	@tests/bench.sh $(B)
	@$(B)/tests/bench_cel
$(B)/tests/measure: $(B)/tests/measure.o
	$(LINK) $^

$(B)/tests/bench_cel: $(B)/tests/bench_cel.o $(B)/libcore.a
	$(LINK) -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc $^ $(LIBS)

# make samples RULE=id SEED=n CORPUS=dir: ten findings of a rule on real manifests, for a person.
SEED   ?= 1
CORPUS ?= $(firstword $(wildcard ../*/corpus))
samples: all
	@tests/samples.sh build/gpulint '$(RULE)' '$(SEED)' '$(CORPUS)'
# Thirty workloads of which simulate says "never", to be read beside their manifests; with
# OPTIONS=--complete those that nothing in their repository takes.
never-samples:
	@OPTIONS='$(OPTIONS)' $(MAKE) samples RULE=simulate:never

# make rates CORPUS=dir: per rule of severity error, files with an error / files with its subject.
$(B)/tests/rates: $(B)/tests/rates.o $(call obj,cli/inputs.c cli/git.c) $(TABLES) $(B)/libcore.a
	$(LINK) $^ $(LIBS)
rates:
	@$(MAKE) -s $(J) $(B)/tests/rates
	@$(B)/tests/rates '$(CORPUS)'

.PHONY: diff-test rates check test unit cel-data rule-examples golden regen webhook-test fuzz-replay fuzz lint analyze tidy \
        bench samples never-samples differential completions
