# cross.mk - the tests for other processors, in an emulator.
#
# SPDX-License-Identifier: Apache-2.0
#
# The plugin and the runtime are built with Debian's cross compilers of CC's
# version, into $(O)/cross, and what the tests compile runs under qemu's
# emulation of a single process.  What that cannot do is skipped; the reasons are
# printed.  All events are tested there, of the sample tool what its records say,
# and of UPC a part: the rest is the same on every processor.  Each command has a
# limit of time.
#
#   make check-cross                          all processors
#   make check-cross-riscv64                  one of them
#   make check-cross CC=gcc-14                those of GCC 14
#   make check-cross PATTERN=events/fork.c    a part, as for testsuite/run.sh

.PHONY: check-cross

cross-processors = aarch64 riscv64
CROSS_VERSION = $(firstword $(subst ., ,$(shell $(CC) -dumpversion)))
# PATTERN itself is for other targets, too, and may come from the environment.
cross-tests = $(or $(PATTERN),events cross $(cross-tool:%=tool/%.sh) \
  $(cross-upc:%=upc/%.upc))
cross-tool = counts control fork memory memory-realloc recursion threads \
  user-events
cross-upc = forall* get* put* lock* *alloc* barrier* notify* mem* nb-*

## check-cross: run the tests for aarch64 and riscv64, under qemu-user
check-cross: $(addprefix check-cross-,$(cross-processors))
$(addprefix check-cross-,$(cross-processors)): check-cross-%: deps
	+@$(in-cross) deps
	+@$(in-cross) $(jobs) all
	@echo "$*:"
	@ALL=yes RUNNER="qemu-$* -L /usr/$*-linux-gnu" \
	  sh testsuite/run.sh . "$(O)/cross/$*" $(cross-tests:%='%')
in-cross = $(MAKE) --no-print-directory O="$(O)/cross/$*" \
  CC=$*-linux-gnu-gcc-$(CROSS_VERSION) CXX=$*-linux-gnu-g++-$(CROSS_VERSION) \
  FC=$*-linux-gnu-gfortran-$(CROSS_VERSION)
