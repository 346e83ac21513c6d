# processor.mk - what CC makes code for, and which sources are for that.
#
# SPDX-License-Identifier: Apache-2.0
#
# plugin/target/target-PROCESSOR.c, libgasp/arch/PROCESSOR/.

processors = x86-64 aarch64 riscv64

machine := $(shell $(CC) -dumpmachine 2>/dev/null)
processor := $(subst _,-,$(firstword $(subst -, ,$(machine))))

# Where CC makes code for another machine, HOSTCC and HOSTCXX make what runs
# here: the plugin and the commands.
host-machine := $(shell gcc -dumpmachine 2>/dev/null)
cross := $(if $(host-machine),$(filter-out $(host-machine),$(machine)))
HOSTCC = $(if $(cross),gcc,$(CC))
HOSTCXX = $(if $(cross),g++,$(CXX))
HOSTCFLAGS = $(if $(cross),-O2 -g,$(CFLAGS))

other-processors = $(foreach p,$(filter-out $(processor),$(processors)),\
  src/plugin/target/target-$(p).c $(wildcard src/libgasp/arch/$(p)/* src/libgasp/arch/$(p)/near/*))
