# Makefile - build, test and install GASP for GCC.
#
# SPDX-License-Identifier: Apache-2.0
#
# Plain GNU Make.  Everything is built in $(O), where it can be used in place;
# the rules are in mk/build.mk, and run there.  They reach the sources through
# the link $(O)/src, so that all names they deal with are relative, and
# neither directory's own name may confuse Make, whatever is in it.
#
#   make CC=gcc-11            the GCC to build the plugin for
#   make CC="gcc-13 gcc-14"   serve several, the first of which compiles it all
#   make CC=aarch64-linux-gnu-gcc-12   for programs of another machine
#   make O=DIR                build in DIR; the source tree is only read
#   make install PREFIX=DIR DESTDIR=DIR
#   make LIBDIR=/usr/lib/x86_64-linux-gnu PREFIX=/usr
#                             PKGLIBDIR, INCLUDEDIR, MANDIR, DOCDIR likewise; for
#                             install, too
#   make WERROR=1             warnings are errors
#   make PAPI=no              do without PAPI
#   make MPI=no               do without MPI
#   make deps MPI=yes         install an MPI, too
#   make V=1                  show whole commands

O = build

# Where programs are tested by machines, which say so, they are looked at.
WERROR = $(if $(CI),1)
export WERROR

ifeq ($(wildcard mk/build.mk),)
$(error Run this in the source directory: make -C SOURCE)
endif

include mk/compiler.mk

# These do not compile, or see to what is missing first.
unchecked = help deps clean distclean dist format demo check check-%
ifneq ($(filter-out $(unchecked),$(or $(MAKECMDGOALS),all)),)
problem-of = $(shell sh scripts/check-compiler '$(1)' '$(2)' 2>&1)
report = $(if $(filter warning:,$(firstword $(1))),$(warning $(1)),\
  $(if $(1),$(error $(1))))
problem := $(call problem-of,$(CC),$(CXX))
$(call report,$(problem))
$(foreach c,$(OTHERS),$(call report,$(call \
  problem-of,$(c),$(call sibling,g++,$(c)))))
endif

in-build = $(MAKE) --no-print-directory -C "$(O)" -f src/mk/build.mk \
  CC='$(CC)' CXX='$(CXX)' FC='$(FC)' OTHERS='$(OTHERS)' \
  UNKNOWN_GCC='$(findstring warning:,$(problem))'

# For who has said no number of jobs: as many as there are processors.
jobs = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(shell nproc 2>/dev/null || echo 2))

.PHONY: all for-demo demo screenshots check check-unit deps register install uninstall clean distclean dist help format \
	asan tsan bench enter

## all: build everything into $(O)  (the default)
## install: copy it to PREFIX (/usr/local), below DESTDIR if given
## uninstall: remove it from there
all for-demo install uninstall: enter
	+@$(in-build) $@

enter:
	@mkdir -p "$(O)" && \
	if [ "$$(readlink "$(O)/src")" != "$(CURDIR)" ]; then \
	  ln -sfn "$(CURDIR)" "$(O)/src"; \
	fi

## demo: profile a real program; ends with the profile and the report's path
#  It builds what that needs; "make" builds the rest.
demo:
	+@$(MAKE) --no-print-directory deps NEED=--build
	+@$(MAKE) --no-print-directory $(jobs) for-demo
	@sh scripts/demo "$(O)"

## screenshots: take pictures of the demo's report by Chromium
screenshots: demo
	@sh scripts/screenshots "$(O)"

## check: run the tests; ends with their count
#  With ALL=yes, each in all its ways, and those that take long; check-all does more.
## check-TOOL: run one part of them, for example check-gasp.plugin
check:
	+@$(run-tests)
check-%:
	+@$(run-tests)
## check-unit: run the unit tests alone: seconds
check-unit:
	+@$(MAKE) --no-print-directory $(jobs) all
	@CC='$(CC)' sh testsuite/unit/unit.sh . "$(O)"
run-tests = $(MAKE) --no-print-directory deps \
  && $(MAKE) --no-print-directory $(jobs) all \
  && sh testsuite/run.sh . "$(O)" $*

include mk/torture.mk
include mk/cross.mk
include mk/long.mk
include mk/compilers.mk

## deps: install what building and testing need, where the system's package
#  manager has it; with NEED=--build, without what only testing needs
deps:
	@MPI='$(MPI)' sh scripts/deps $(NEED) '$(CC)' '$(CXX)'
	@for cc in $(OTHERS); do sh scripts/deps $(NEED) "$$cc" || exit; done

## register: make CMake find this build, with no path, by find_package (GASP)
register: all
	@mkdir -p ~/.cmake/packages/GASP
	@echo "$(abspath $(O))/lib/cmake/GASP" \
	  > ~/.cmake/packages/GASP/$$(echo "$(abspath $(O))" | cksum | cut -d ' ' -f 1)

## asan: build into $(O)/asan with the address and undefined sanitisers
#  (testsuite/gasp.tool/leaks-of-report.sh looks for leaks)
asan:
	+@ASAN_OPTIONS=detect_leaks=0 $(MAKE) --no-print-directory all \
	  O="$(O)/asan" CFLAGS="-O1 -g -fno-omit-frame-pointer" \
	  SANITIZE="-fsanitize=address,undefined"

## tsan: build into $(O)/tsan with the thread sanitiser
tsan:
	+@$(MAKE) --no-print-directory all O="$(O)/tsan" \
	  SANITIZE="-fsanitize=thread -Wno-tsan"

## bench: measure what the performance claims rest on (see bench/Makefile)
bench: all
	+@$(MAKE) --no-print-directory -C bench BUILD="$$(cd "$(O)" && pwd)"

## format: lay FILES out as .clang-format says (if not given, changed ones)
FILES = $(shell git diff --name-only --diff-filter=d HEAD -- '*.c' '*.h')
format:
	$(if $(FILES),clang-format -i $(FILES),@echo "Nothing has changed.")

## dist: make gasp-gcc-VERSION.tar.gz of what is committed, in $(O)
dist:
	@name=gasp-gcc-$$(sed -n 's/^VERSION = //p' mk/build.mk) && mkdir -p "$(O)" \
	  && git archive --prefix="$$name/" -o "$(O)/$$name.tar.gz" HEAD && echo "$(O)/$$name.tar.gz"

## clean: remove what was built
clean:
	rm -rf "$(O)/bin" "$(O)/include" "$(O)/lib" "$(O)/share" "$(O)/obj" \
	  "$(O)/asan" "$(O)/tsan"

## distclean: remove $(O)
distclean:
	rm -rf "$(O)"

## help: print this list
help:
	@echo "Targets:"
	@sed -n 's/^## \([^:]*\): */  \1	/p' $(filter-out mk/build.mk,$(MAKEFILE_LIST)) | expand -t 18
	@echo
	@echo "For example:"
	@sed -n 's/^#   \(make.*\)/  \1/p' Makefile
