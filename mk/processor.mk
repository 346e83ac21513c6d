# processor.mk - what CC makes code for, and which sources are for that.
#
# SPDX-License-Identifier: Apache-2.0
#
# plugin/target-PROCESSOR.c and libgasp/PROCESSOR.c, .h and .S.

processors = x86-64 aarch64 riscv64

machine := $(shell $(CC) -dumpmachine 2>/dev/null)
processor := $(subst _,-,$(firstword $(subst -, ,$(machine))))
other-processors = $(foreach p,$(filter-out $(processor),$(processors)),\
  src/plugin/target-$(p).c src/libgasp/$(p).c src/libgasp/$(p).S)
