# make             build/gpulint and build/gpulint-server      make quickstart  a first finding
# make check       everything that must pass, on a fresh machine too
# make test lint analyze bench    its parts                    make F=asan …    in another flavour
# make samples RULE=id CORPUS=dir    ten findings to read      make regen       accept new output

MAKEFLAGS += --no-print-directory
F  ?= release
B  := build/$(F)
ifeq ($(origin CC),default)
CC := gcc
endif
PREFIX ?= /usr/local

PACKAGES := gcc libc6-dev libyaml-dev libmicrohttpd-dev libcjson-dev libssl-dev libpcre2-dev \
            libcurl4-openssl-dev
CHECKERS := libcmocka-dev clang clang-tidy-14 clang-format-14 libclang-rt-14-dev cppcheck pmccabe \
            valgrind curl git jq openssl binutils

WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wstrict-prototypes \
        -Wmissing-prototypes -Wold-style-definition -Wwrite-strings -Wcast-qual -Wpointer-arith \
        -Wundef -Wvla -Wformat=2 -Wimplicit-fallthrough -Wswitch-enum -Wdouble-promotion

CFLAGS_release := -O2 -g -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fPIE
CFLAGS_asan    := -O1 -g -DARENA_STRICT -fsanitize=address,undefined -fno-sanitize-recover=all \
                  -fno-omit-frame-pointer
CFLAGS_cov     := -O0 -g --coverage
CFLAGS_fuzz    := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
LDFLAGS_release := -pie -Wl,-z,relro,-z,now
CFLAGS_base    := -std=c17 -D_POSIX_C_SOURCE=200809L -Isrc -Itests -I.
CFLAGS_all     := $(CFLAGS_base) $(WARN) $(CFLAGS_$(F)) $(CFLAGS)
LINK            = $(CC) $(CFLAGS_all) $(LDFLAGS_$(F)) $(LDFLAGS) -o $@

LIBS        := -lyaml -lcjson -lpcre2-8 -lm
SERVER_LIBS := -lmicrohttpd -lssl -lcrypto -lcurl -lpthread $(LIBS)

obj = $(patsubst %.c,$(B)/%.o,$(1))
CORE    := $(filter-out src/embed/%,$(wildcard src/*/*.c))
CLI     := $(wildcard cli/*.c)
SERVER  := $(wildcard webhook/*.c)
UNITS   := $(patsubst %.c,$(B)/%,$(wildcard tests/unit/test_*.c))
FUZZERS := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
RULES   := $(shell find rules -name '*.yaml' 2>/dev/null)
FACTS   := $(wildcard rules/facts/*.tsv)
SOURCES := $(wildcard src/*/*.c cli/*.c webhook/*.c)
OURS    := $(SOURCES) $(wildcard src/*/*.h cli/*.h webhook/*.h tests/*.[ch] tests/*/*.[ch])

all: $(B)/gpulint $(B)/gpulint-server
	@ln -f $(B)/gpulint build/gpulint && ln -f $(B)/gpulint-server build/gpulint-server

# The library is made twice over: bare, for the programs that compile facts and rules into
# tables, and with those tables, for everything else.
$(B)/libcore.a: $(call obj,$(CORE))
	@rm -f $@
	$(AR) rcs $@ $^
TABLES := $(B)/gen/facts.o $(B)/gen/rules.o

$(B)/gpulint: $(call obj,$(CLI)) $(TABLES) $(B)/libcore.a
	$(LINK) $^ $(LIBS)
$(B)/gpulint-server: $(call obj,$(SERVER)) $(TABLES) $(B)/libcore.a
	$(LINK) $^ $(SERVER_LIBS)

ifeq ($(F),release)
build/release/embed-facts: build/release/src/embed/facts_main.o build/release/libcore.a
	$(LINK) $^ $(LIBS)
build/release/embed-rules: build/release/src/embed/rules_main.o build/release/gen/facts.o build/release/libcore.a
	$(LINK) $^ $(LIBS)
else
build/release/embed-rules: build/gen/facts.made # one after the other: both makes share build/release
build/release/embed-facts build/release/embed-rules: FORCE
	$(MAKE) F=release $@
endif
# A table that comes out as before keeps its date, so that nothing behind it is made again.
build/gen/facts.made: build/release/embed-facts $(FACTS)
build/gen/rules.made: build/release/embed-rules $(RULES)
build/gen/%.made:
	@mkdir -p $(@D)
	build/release/embed-$* $(if $(filter facts,$*),rules/facts,rules) build/gen/$*.new
	@cmp -s build/gen/$*.new build/gen/$*.c || cp build/gen/$*.new build/gen/$*.c
	@touch $@
build/gen/%.c: build/gen/%.made ;

$(B)/gen/%.o: build/gen/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_all) -w -MMD -MP -c -o $@ $<
$(B)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_all) -MMD -MP -c -o $@ $<
$(B)/tests/unit/%: $(B)/tests/unit/%.o $(TABLES) $(B)/libcore.a
	$(LINK) $^ -lcmocka $(LIBS)

# The part of the webhook that needs no socket.
REVIEW := $(call obj,$(addprefix webhook/,clock.c request.c response.c review.c say.c verdict.c))
$(B)/tests/unit/test_review: $(B)/tests/unit/test_review.o $(B)/tests/wrap.o $(REVIEW) $(TABLES) $(B)/libcore.a
	$(LINK) $^ -lcmocka $(LIBS)
$(B)/tests/webhook_wrap: $(B)/tests/webhook_wrap.o $(B)/tests/wrap.o $(TABLES) $(B)/libcore.a
	$(LINK) $^ $(LIBS)

include tests/tests.mk

quickstart:
	@.ci/deps $(PACKAGES)
	@$(MAKE) -s -j$$(nproc) all
	@echo 'build/gpulint check fixtures/example' && build/gpulint check fixtures/example || [ $$? = 1 ]
deps:
	@.ci/deps $(PACKAGES) $(CHECKERS)
install: all
	install -D -m 755 build/gpulint $(DESTDIR)$(PREFIX)/bin/gpulint
	install -D -m 755 build/gpulint-server $(DESTDIR)$(PREFIX)/libexec/gpulint-server
format:
	for f in $(OURS); do clang-format-14 -i "$$f"; done
clean:
	rm -rf build

.PHONY: all quickstart deps install format clean FORCE
.SECONDARY:
-include $(shell find build/$(F) -name '*.d' 2>/dev/null)
