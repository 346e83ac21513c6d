# compiler.mk - which compilers: CC, and what goes with it.
#
# SPDX-License-Identifier: Apache-2.0
#
# CC names the GCC that the plugin is for.  CXX, which compiles the plugin,
# and FC follow its name (gcc-11: g++-11, gfortran-11) where they are not
# given.  What is installed is what was built: there, CC is what it was then.

space := $(subst ,, )
ifneq ($(filter install uninstall,$(MAKECMDGOALS)),)
ifeq ($(origin CC),default)
-include $(subst $(space),\$(space),$(O)/obj/compilers.mk)
endif
endif

ifeq ($(origin CC),default)
CC = gcc
endif

# The compiler of the same family and version that is called $(1) instead of
# gcc, if CC's name tells.
sibling = $(if $(cc-tells),$(patsubst ./%,%,$(cc-dir)$(subst gcc,$(1),$(cc-file))),$(1))
cc-tells = $(filter gcc gcc-% %-gcc,$(cc-file))$(findstring -gcc-,$(cc-file))
cc-file = $(notdir $(lastword $(CC)))
cc-dir = $(dir $(lastword $(CC)))

ifeq ($(origin CXX),default)
CXX = $(call sibling,g++)
endif
ifeq ($(origin FC),default)
FC = $(call sibling,gfortran)
endif
