# compiler.mk - which compilers: CC, and what goes with it.
#
# SPDX-License-Identifier: Apache-2.0
#
# CC names the GCC that the plugin is for.  CXX, which compiles the plugin,
# and FC follow its name (gcc-11: g++-11, gfortran-11) where they are not
# given.

ifeq ($(origin CC),default)
CC = gcc
endif

# The compiler of the same family and version that is called $(1).
sibling = $(patsubst ./%,%,$(dir $(cc-name))$(subst gcc,$(1),$(notdir $(cc-name))))
cc-name = $(lastword $(CC))

ifeq ($(origin CXX),default)
CXX = $(if $(findstring gcc,$(CC)),$(call sibling,g++),g++)
endif
ifeq ($(origin FC),default)
FC = $(if $(findstring gcc,$(CC)),$(call sibling,gfortran),gfortran)
endif
