# compiler.mk - which compilers: CC, and what goes with it.
#
# SPDX-License-Identifier: Apache-2.0
#
# CC names the GCC that the plugin is for.  CXX, which compiles the plugin,
# and FC follow its name (gcc-11: g++-11, gfortran-11) where they are not
# given.  What is installed or registered is what was built: there, CC is what it
# was then.
#
# If CC is the names of several GCCs ("gcc-13 gcc-14", but not "ccache gcc"),
# the first one is CC, and OTHERS are those that have no more than a plugin of
# their own.

space := $(subst ,, )
ifneq ($(filter install uninstall register,$(MAKECMDGOALS)),)
ifeq ($(origin CC),default)
-include $(subst $(space),\$(space),$(O)/obj/compilers.mk)
endif
endif

ifeq ($(origin CC),default)
CC = gcc
endif

# $(call is-gcc,COMMAND): whether its name tells.
is-gcc = $(filter gcc gcc-% %-gcc,$(notdir $(1)))$(findstring -gcc-,$(notdir $(1)))

ifneq ($(call is-gcc,$(firstword $(CC))),)
ifneq ($(call is-gcc,$(word 2,$(CC))),)
OTHERS := $(wordlist 2,$(words $(CC)),$(CC))
override CC := $(firstword $(CC))
endif
endif

# $(call sibling,NAME,COMMAND): the compiler of the same family and version as
# COMMAND that is called NAME instead of gcc, if the name of COMMAND tells.
sibling = $(call sibling-file,$(1),$(lastword $(2)))
sibling-file = $(if $(call is-gcc,$(2)),$(patsubst ./%,%,\
  $(dir $(2))$(subst gcc,$(1),$(notdir $(2)))),$(1))

ifeq ($(origin CXX),default)
CXX = $(call sibling,g++,$(CC))
endif
ifeq ($(origin FC),default)
FC = $(call sibling,gfortran,$(CC))
endif
