# build.mk - the rules; run by the Makefile in the directory built in.
#
# SPDX-License-Identifier: Apache-2.0
#
# src/ is a link to the sources.  What is to be installed stands in bin/,
# include/, lib/ and share/ (or what LIBDIR and so on name), and only that; obj/
# is private.

include src/mk/compiler.mk
include src/mk/processor.mk

VERSION = 0.2
# Where the project is found, for packages; without one, they say nothing of it.
HOMEPAGE =
PREFIX = /usr/local
# All below PREFIX, so that the whole can be moved.  PKGLIBDIR has what only GCC
# and our own commands look for.
LIBDIR = $(PREFIX)/lib
PKGLIBDIR = $(LIBDIR)
INCLUDEDIR = $(PREFIX)/include
MANDIR = $(PREFIX)/share/man
DOCDIR = $(PREFIX)/share/doc/gasp
BASHDIR = $(PREFIX)/share/bash-completion/completions
ZSHDIR = $(PREFIX)/share/zsh/site-functions
FISHDIR = $(PREFIX)/share/fish/vendor_completions.d
CFLAGS = -O2 -g
CXXFLAGS = $(CFLAGS)
# With LTO, GCC mixes up types of functions that keep all registers with others.
ifneq ($(findstring -flto,$(CFLAGS) $(CXXFLAGS) $(LDFLAGS)),)
without-lto = $(filter-out -flto% -ffat-lto-objects,$(1))
override CFLAGS := $(call without-lto,$(CFLAGS))
override CXXFLAGS := $(call without-lto,$(CXXFLAGS))
override LDFLAGS := $(call without-lto,$(LDFLAGS))
endif

# $(call below,VARIABLE): its value without PREFIX, as it is in $(O), too.  Make
# takes a PREFIX with blanks for several words, but these are short of it.
below = $(call checked,$(1),$(subst |,,$(subst |$(call no-blanks,$(PREFIX))/,,$(strip \
  |$(call no-blanks,$($(1)))))))
no-blanks = $(subst $(space),?,$(1))
checked = $(strip $(if $(filter /%,$(2)),$(error $(1) must be below PREFIX, which is \
  $(PREFIX): $($(1))),$(2)))
lib := $(call below,LIBDIR)
private := $(call below,PKGLIBDIR)
cmake = $(lib)/cmake/GASP
inc := $(call below,INCLUDEDIR)
man := $(call below,MANDIR)
docs := $(call below,DOCDIR)
# From PKGLIBDIR to LIBDIR, and from the compilers' directory to PREFIX.
to-lib := $(shell realpath -ms --relative-to='/$(private)' '/$(lib)')
to-root := $(shell realpath -ms --relative-to='/$(private)/gasp-compilers' /)
# Where the dynamic linker looks anyway.
system-lib := $(filter /usr/lib /usr/lib64 /usr/lib/$(machine) \
  /usr/lib/$(shell $(CC) -print-multiarch 2>/dev/null),$(firstword $(LIBDIR)))

MAKEFLAGS += --no-builtin-rules
.SUFFIXES:
.DELETE_ON_ERROR:
.PHONY: all for-demo install uninstall FORCE
.DEFAULT_GOAL = all

# Commands are shown as what they make; whole with V=1, not at all with -s.
unsaid = $(V)$(findstring s,$(firstword -$(MAKEFLAGS)))
do = $(if $(unsaid),,@printf '  %-7s %s\n' $(1) '$@';)

# ---- What there is

papi := $(if $(filter no,$(PAPI)),,$(shell \
  CPPFLAGS='$(CPPFLAGS)' sh src/scripts/find-papi '$(CC)'))
# For this machine's programs: their terminal pages.
ncurses := $(if $(filter no,$(NCURSES)),,$(shell CPPFLAGS='$(CPPFLAGS)' \
  LDFLAGS='$(LDFLAGS)' sh src/scripts/find-ncurses '$(HOSTCC)'))

sources = $(sort $(filter-out $(other-processors) %/offsets.c,\
  $(wildcard src/$(1)/*.c src/$(1)/*.S)))
objects = $(patsubst src/%,obj/%.o,$(call sources,$(1)))
# Those of a part that is in folders: $(call part,NAME), by NAME-folders.
part = $(foreach d,$($(1)-folders),$(call objects,$(1)/$(d)))
report-folders = base base/object model model/joining model/loading sums sums/waiting findings tables formats traces traces/otf2 terminal terminal/browse live \
  commands
tool-folders = ground record measure measure/memory measure/sampling models events process ways
libupc-folders = core core/diagnostics check library io berkeley events conduit conduit/smp conduit/am \
  conduit/mpi conduit/loopback

omp-objects = $(foreach d,models/omp $(addprefix models/omp/,ompt builtin device tasks),\
  $(call objects,$(d)))

# UPC's own headers and the prelude that the compiler puts in front of each unit
# have a directory of theirs: gaspupc alone looks there.
upc-headers = $(addprefix $(inc)/upc/,gasp-upc-layout.h $(notdir \
  $(wildcard src/libupc/include/*.h src/libupc/prelude/*.h)))
# So have OpenMP's, whose names are the compiler's and other tools'.
omp-headers = $(patsubst src/models/omp/include/%,$(inc)/omp/%,\
  $(wildcard src/models/omp/include/*.h))
# The MPIs that UPC can use, and whose events are raised: for each, libraries of ours are
# compiled by its own compiler, if that is installed.
MPICC_openmpi = mpicc.openmpi
MPICC_mpich = mpicc.mpich
mpis := $(if $(cross)$(filter no,$(MPI)),,$(foreach m,openmpi mpich,\
  $(if $(shell command -v $(MPICC_$(m))),$(m))))

# Directories of languages and libraries that raise events: see models/README.  Of two
# libraries in a program, the first decides what reports call its processes.
MODELS = models/upc models/omp models/shmem models/mpi models/caf models/threads
# Those with a library of ours, which libgasp loads when the program has theirs; MPI's is
# several, and that for coarrays is linked with programs.
wrapped := $(foreach m,$(filter-out models/mpi models/caf,$(MODELS)),\
  $(if $(wildcard src/$(m)/wrap.c),$(m)))
model-headers = $(foreach m,$(MODELS),$(inc)/gasp_$(notdir $(m)).h)
event-table = $(inc)/gasp-events.def
headers = $(patsubst src/include/%,$(inc)/%,$(wildcard src/include/*.h)) \
  $(event-table) $(model-headers) $(upc-headers) $(omp-headers)

# libgasp is in folders.
offsets = $(wildcard src/libgasp/arch/$(processor)/offsets.c)
runtime = $(foreach d,base arch/$(processor) stack entry text process calls,\
  $(call objects,libgasp/$(d)))

# Hooks that libgasp has, and each object that is linked with it; what makes
# them known is only in the latter.
near = $(call objects,libgasp/arch/$(processor)/near)
near-hooks = $(filter %-hooks.S.o,$(near))

# What they have instead of the C library's functions, by names of their own
# (shared/own.h).
own = $(call objects,libgasp/libc) $(bytes)
# And in place of libatomic's.
bytes = $(if $(filter riscv64,$(processor)),obj/shared/bytes.c.o)
# What is preloaded where nothing is instrumented.
host = $(call objects,libgasp/host)
own-static = $(filter-out %/on-exit.c.o,$(own))

caf = $(if $(filter models/caf,$(MODELS)),$(lib)/libgasp_caf.a)

libraries = $(private)/gasp.so $(private)/gasp-passes.so $(other-plugins) \
  $(if $(runtime),$(lib)/libgasp.so $(lib)/libgasp.so.1 $(lib)/libgasp.a) \
  $(if $(near-hooks),$(lib)/libgasp_near.a) \
  $(if $(call part,libupc),$(lib)/libupc.so $(lib)/libupc.so.1 $(lib)/libupc.a \
  $(lib)/libupc_start.a $(lib)/libupc_many.a $(private)/gasp-upc.ld \
  $(private)/gasp-upc-many.ld \
  $(mpis:%=$(lib)/libupc-%.so)) \
  $(if $(filter models/mpi,$(MODELS)),$(mpis:%=$(lib)/libgasp-mpi-%.so)) \
  $(foreach m,$(wrapped),$(lib)/libgasp-$(notdir $(m)).so) $(caf) \
  $(lib)/libgasp-omp.so $(lib)/libgasp-omp.so.1 $(lib)/libgasp-omp.a $(private)/gasp-omp.wrap \
  $(lib)/libgasp_tsan.a \
  $(if $(call part,tool),$(private)/libgasptool.so $(private)/libgasptool.a) \
  $(if $(host),$(private)/libgasp-host.so) \
  $(addprefix $(private)/,gasp.specs gaspcc.specs) \
  $(addprefix $(lib)/pkgconfig/,gasp.pc gasp-upc.pc) \
  $(addprefix $(cmake)/,GASPConfig.cmake GASPConfigVersion.cmake)

# The GCCs that are served, by their major versions.
major-of = $(shell $(1) -dumpversion 2>/dev/null | cut -d. -f1)
major := $(call major-of,$(CC))
other-majors := $(foreach c,$(OTHERS),$(call major-of,$(c)))
other-plugins = $(foreach m,$(other-majors),\
  $(private)/gasp-gcc-$(m)/gasp.so $(private)/gasp-gcc-$(m)/gasp-passes.so)

# The compilers that one may mean to call, as they are named on this system.
other-languages = gdc gccgo gm2 gcobol gccrs
tool-names = gcc cc g++ c++ gfortran $(other-languages)
versioned = $(foreach m,$(major) $(other-majors),\
  $(addsuffix -$(m),gcc g++ gfortran $(other-languages)))
compilers = $(addprefix $(private)/gasp-compilers/,\
  $(if $(cross),,$(tool-names) $(versioned)) \
  $(addprefix $(machine)-,gcc g++ gfortran $(other-languages) $(versioned)))

# Ours, which run CC; with a version in their names, that GCC.
wrappers = gaspc++ gaspfort gaspupc $(if $(cross),,$(foreach \
  m,$(major) $(other-majors),$(addsuffix -$(m),gaspcc gaspc++ gaspfort gaspupc)))
links = $(addprefix bin/,$(wrappers))

programs = bin/gaspcc $(links) $(compilers) \
  $(if $(call part,report),bin/gasp $(if $(cross),bin/$(cross)-gasp)) \
  $(if $(call sources,libupc/gasprun),bin/gasprun)

# doc/NAME.SECTION, or NAME.SECTION.in to be filled in (scripts/manual).
manual-sections = 1 3 5 7
pages = $(sort $(patsubst %.in,%,$(notdir $(foreach s,$(manual-sections),\
  $(wildcard src/doc/*.$(s) src/doc/*.$(s).in)))))
manuals = $(foreach p,$(pages),$(man)/man$(subst .,,$(suffix $(p)))/$(p))

data = share/gasp
# What gasprun --check compiles.
cluster-check = $(if $(call part,libupc),$(patsubst src/libupc/cluster/%,\
  $(data)/check/%,$(wildcard src/libupc/cluster/*)))
# gdb trusts what is there below its own PREFIX.
gdb-script = $(if $(call part,libupc),share/gdb/auto-load/gasp-upc-gdb.py)
documents = $(addprefix $(docs)/,COPYING COPYING.Apache-2.0 NEWS README \
  $(addprefix examples/,words.c phases.c threads.c tool.c \
    ci/regression ci/github.yml ci/matcher.json ci/gitlab.yml \
    hosts/lua.c hosts/Gasp.pm hosts/perl.c hosts/python.py hosts/ruby.rb \
    vscode/extension.js vscode/package.json))

# Completion on the command line, from the tables of options.
gaspcc-names = gaspcc gaspc++ gaspfort gaspupc
completions = $(addprefix $(call below,BASHDIR)/,gasp $(gaspcc-names)) \
  $(addprefix $(call below,ZSHDIR)/_,gasp gaspcc) \
  $(addprefix $(call below,FISHDIR)/,gasp.fish gaspcc.fish)

products = $(headers) $(libraries) $(programs) $(manuals) $(documents) $(completions) \
  $(data)/gasp.supp $(data)/report.schema.json $(gdb-script) \
  $(cluster-check)

all: $(products) obj/compilers.mk

# What a program in C, without OpenMP or MPI, is compiled, run and reported with.
for-demo: $(private)/gasp.so $(private)/gasp-passes.so $(private)/gasp.specs \
  $(lib)/libgasp.so $(private)/libgasptool.so $(private)/libgasp-host.so \
  $(lib)/libgasp-threads.so bin/gasp bin/gaspcc $(links) $(compilers)

# ---- What everything depends on

# $(call record,TEXT) writes TEXT to the target if it is not there already.
record = @mkdir -p $(@D); printf '%s\n' $(1) > $@.new; \
  if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
quote = '$(subst ','\'',$(1))'

# The objects of gasp-passes.so.  UPC's lexical step
# (plugin/upc/lex/) is a part of it, and C that knows nothing of GCC.
passes = $(foreach d,plugin plugin/openmp plugin/target plugin/upc plugin/upc/types plugin/upc/loops \
  plugin/upc/lower plugin/upc/tokens plugin/upc/lex,$(call objects,$(d)))

# The configuration, for programs.
obj/config.h: FORCE
	$(call record,"$$(sh src/scripts/config '$(VERSION)' '$(CC)' '$(CXX)' \
	  '$(FC)' '$(lib)' '$(private)' '$(inc)')")

# What of it all that is compiled depends on: another Fortran compiler changes a few
# programs only, which include config.h.
obj/gcc.how: obj/config.h
	$(call record,"$$(grep BUILD_GCC $<)")

# For make install (compiler.mk).
obj/compilers.mk: FORCE
	$(call record,'CC = $(strip $(CC) $(OTHERS))' 'CXX = $(CXX)' 'FC = $(FC)' \
	  $(foreach v,LIBDIR PKGLIBDIR INCLUDEDIR MANDIR DOCDIR,\
	  $(if $(filter command environment,$(firstword $(origin $(v)))),\
	  $(call quote,$(v) = $($(v))))))

# What objects and libraries are made with, and of.
warnings = -Wall -Wextra $(if $(WERROR),-Werror)
c-warnings = $(warnings) -Wstrict-prototypes -Wmissing-prototypes
includes = -Isrc/include -I$(inc) -Isrc/shared -Iobj
# Where it is built leaves no trace, in debugging information neither.
place-flags = -fmacro-prefix-map=src/= $(call quote,-fdebug-prefix-map=$(CURDIR)=.)
base-flags = -std=gnu11 -D_GNU_SOURCE= $(c-warnings) -MMD -MP $(includes) \
  $(place-flags) $(CPPFLAGS)
c-flags = $(base-flags) $(CFLAGS) $(SANITIZE)
host-flags = $(base-flags) $(HOSTCFLAGS) $(SANITIZE)
comma = ,
# Intel's processors from Skylake to Cascade Lake decode a jump anew each time if
# it is at the end of 32 bytes (erratum SKX102), and hooks are full of jumps: a
# call that is only counted takes half as long again.
jump-flags = $(if $(filter x86-64,$(processor)),\
  -Wa$(comma)-mbranches-within-32B-boundaries)
# "rep stos", by which GCC clears what has some dozens of bytes, takes 30 cycles to
# begin.
zero-flags = $(if $(filter x86-64,$(processor)),\
  -mmemset-strategy=unrolled_loop:256:noalign$(comma)libcall:-1:noalign)
own-flags = -U_FORTIFY_SOURCE -include src/shared/own.h
library-flags = $(own-flags) -Isrc/libgasp -Iobj/libgasp $(jump-flags) -fPIC -fexceptions
stack-flags = $(if $(filter x86-64,$(processor)),-mincoming-stack-boundary=3)
# These leave the stack as it is, or align it themselves (libgasp/entry/raise.h).
$(patsubst %,obj/libgasp/calls/%.c.o,malloc calloc realloc free): \
  stack-flags =
tool-flags = $(own-flags) -Isrc/tool $(jump-flags) $(zero-flags) -fPIC $(if $(papi),-DHAVE_PAPI)
upc-flags = -fPIC -fexceptions -Isrc/libupc -Iobj/libupc -Isrc/libupc/include \
  -Isrc/libupc/prelude
omp-flags = -fPIC -fvisibility=hidden -Isrc/models/omp -Isrc/models/omp/include -fno-omit-frame-pointer \
  -fno-optimize-sibling-calls
report-flags = -Isrc/report -Isrc/models $(if $(ncurses),-DHAVE_NCURSES) -DREPORT_DIR='"src/report/formats"' \
  $(if $(papi),,-DWITHOUT_PAPI)
plugin-dir := $(shell $(CC) -print-file-name=plugin 2>/dev/null)
plugin-flags = -std=gnu++14 -fno-rtti -fno-exceptions -fPIC \
  $(warnings) -Wmissing-declarations -Wno-format-diag -MMD -MP $(includes) \
  -Isrc/plugin -Isrc/plugin/upc/lex \
  -isystem '$(plugin-dir)/include' \
  $(place-flags) $(CPPFLAGS) $(CXXFLAGS)
# A GCC that is newer than any we know may have other headers: that is what to
# say then, in place of some thousand lines.
headers-fit = $(if $(UNKNOWN_GCC),2> $@.errors || { echo \
  "The plugin does not know GCC $(major) yet and does not fit its headers: see" \
  "$@.errors" >&2; exit 1; })

obj/c.how: FORCE
	$(call record,$(call quote,$(CC) $(c-flags) $(HOSTCC) $(host-flags)))
obj/plugin/how: FORCE
	$(call record,$(call quote,$(HOSTCXX) $(plugin-flags) $(LDFLAGS) \
	  $(passes) $(call objects,plugin/loader)))
obj/plugin/upc/lex/how: FORCE
	$(call record,$(call quote,$(LDFLAGS) $(call objects,plugin/upc/lex)))
obj/libupc/how: FORCE
	$(call record,$(call quote,$(LDFLAGS) $(upc-flags) \
	  $(call part,libupc)))
obj/libupc/gasprun/how: FORCE
	$(call record,$(call quote,$(LDFLAGS) $(call objects,libupc/gasprun)))
obj/libgasp/how: FORCE
	$(call record,$(call quote,$(LDFLAGS) $(library-flags) $(stack-flags) \
	  $(runtime) $(own) $(host)))
obj/tool/how: FORCE
	$(call record,$(call quote,$(LDFLAGS) $(tool-flags) \
	  $(call part,tool) $(own)))
obj/models/omp/how: FORCE
	$(call record,$(call quote,$(LDFLAGS) $(omp-flags) \
	  $(omp-objects)))
obj/report/how: FORCE
	$(call record,$(call quote,$(LDFLAGS) $(ncurses) $(call part,report)))

# ---- Headers

$(inc)/upc/%.h: src/libupc/include/%.h
	@mkdir -p $(@D)
	$(call do,COPY)cp $< $@

$(inc)/upc/%.h: src/shared/%.h
	@mkdir -p $(@D)
	$(call do,COPY)cp $< $@

$(inc)/omp/%.h: src/models/omp/include/%.h
	@mkdir -p $(@D)
	$(call do,COPY)cp $< $@

$(inc)/upc/%.h: src/libupc/prelude/%.h
	@mkdir -p $(@D)
	$(call do,COPY)cp $< $@

$(inc)/%.h: src/include/%.h
	@mkdir -p $(@D)
	$(call do,COPY)cp $< $@

obj/models.how: FORCE
	$(call record,$(call quote,$(MODELS)))

tables = $(patsubst %,src/%/events.def,$(MODELS))
$(event-table): src/include/gasp-events.def.in $(tables) obj/models.how
	@mkdir -p $(@D)
	$(call do,MAKE){ sed '/^@MODELS@$$/,$$d' $< && cat $(tables) \
	  && sed '1,/^@MODELS@$$/d' $<; } > $@

calls = $(wildcard $(patsubst %,src/%/calls.def,$(MODELS)))
obj/model-calls.def: $(calls) obj/models.how
	$(call do,MAKE)cat /dev/null $(calls) > $@
obj/plugin/call-table.c.o obj/plugin/calls.c.o obj/plugin/call-sites.c.o \
  $(filter obj/plugin/%,$(passes)): | obj/model-calls.def

obj/mkevents: src/include/mkevents.c $(event-table) obj/c.how
	$(call do,CC)$(HOSTCC) $(host-flags) -MF $@.d $< $(LDFLAGS) -o $@

define model-header
$(inc)/gasp_$(notdir $(1)).h: src/$(1)/header.in obj/mkevents
	@mkdir -p $$(@D)
	$$(call do,MAKE)obj/mkevents header $(notdir $(1)) < $$< > $$@
endef
$(foreach m,$(MODELS),$(eval $(call model-header,$(m))))

# ---- Objects

# GCC's headers take longer to read than our files to compile, so they are read
# once.  Not for files that want something in front of them, or none.
gcc-headers = obj/plugin/gcc.h
without-gcc-headers = $(patsubst %,obj/plugin/%.c.o,\
  loader/loader calls call-sites call-table)

$(gcc-headers): obj/plugin/how
	$(call do,MAKE)echo '#include "gcc-compat.h"' > $@
$(gcc-headers).gch: $(gcc-headers) src/plugin/gcc-compat.h obj/gcc.how
	$(call do,CXX)$(HOSTCXX) $(plugin-flags) -x c++-header $< -o $@ $(headers-fit)

obj/plugin/%.c.o: src/plugin/%.c obj/plugin/how obj/gcc.how | $(headers)
	@mkdir -p $(@D)
	$(call do,CXX)$(HOSTCXX) $(plugin-flags) $(read-before) -x c++ -c $< -o $@ \
	  $(headers-fit)
with-gcc-headers = $(filter-out $(without-gcc-headers) obj/plugin/upc/lex/%,\
  $(filter obj/plugin/%,$(passes)))
$(with-gcc-headers): $(gcc-headers).gch
$(with-gcc-headers): read-before = -include $(gcc-headers)

# $(call compile,DIRECTORY,FLAGS): C and assembler sources of one directory, for
# the machine that CC is for.  $(call compile-here,DIRECTORY,FLAGS): for this
# one.
compile = $(call compile-by,$(1),$(1),$(2),$$(CC) $$(c-flags))
compile-here = $(call compile-by,$(1),$(1),$(2),$$(HOSTCC) $$(host-flags))
define compile-by
obj/$(1)/%.c.o: src/$(2)/%.c obj/c.how obj/$(2)/how obj/gcc.how | $(headers)
	@mkdir -p $$(@D)
	$$(call do,CC)$(4) $(3) -c $$< -o $$@
obj/$(1)/%.S.o: src/$(2)/%.S obj/c.how obj/$(2)/how obj/gcc.how | $(headers)
	@mkdir -p $$(@D)
	$$(call do,CC)$(4) $(3) -c $$< -o $$@
endef

# What assembler has to know of C's structures, and a name for that and for the
# hooks, which programs have linked in.
ifneq ($(offsets),)
near-code := $(wildcard $(dir $(offsets))near/*)
obj/libgasp/offsets.h: $(offsets) $(near-code) obj/c.how obj/libgasp/how | $(headers)
	@mkdir -p $(@D)
	$(call do,MAKE)$(CC) $(c-flags) $(library-flags) \
	  -MF $@.d -MT $@ -S $< -o $@.s \
	  && sed -n 's/^->\([A-Z0-9_]* .*\)/#define \1/p' $@.s > $@.new \
	  && echo "#define NEAR_FORMAT __gasp_near_format_$$(cat $@.new $(near-code) \
	    | cksum | cut -d' ' -f1)" >> $@.new && mv $@.new $@
$(runtime) $(near): | obj/libgasp/offsets.h
endif

$(eval $(call compile,tool,$(tool-flags)))
$(eval $(call compile,libgasp,$(library-flags) $$(stack-flags)))
$(eval $(call compile-here,report,$(report-flags)))
$(eval $(call compile-by,there/report,report,$(filter-out -DHAVE_NCURSES,$(report-flags)),$$(CC) $$(c-flags)))
$(eval $(call compile,libupc/gasprun,-Isrc/libupc))
$(eval $(call compile,libupc,$(upc-flags)))
# The same for programs of many threads, with pointers of another kind.
$(eval $(call compile-by,many/libupc,libupc,$(upc-flags) -D__UPC_MANY_THREADS,\
  $$(CC) $$(c-flags)))
upc-many = $(patsubst obj/%,obj/many/%,$(call part,libupc))
# -MMD leaves out the prelude, as system headers.
$(foreach o,obj obj/many,$o/libupc/check/note.c.o $o/libupc/core/moves.c.o): \
  $(wildcard src/libupc/prelude/*.h)
$(eval $(call compile-here,plugin/upc/lex,-fPIC))
$(eval $(call compile,models/omp,$(omp-flags)))
$(eval $(call compile,models/omp/program,-fPIC))
obj/shared/slots.c.o obj/shared/bytes.c.o: obj/shared/%.c.o: src/shared/%.c obj/c.how \
  obj/models/omp/how obj/gcc.how | $(headers)
	@mkdir -p $(@D)
	$(call do,CC)$(CC) $(c-flags) -fPIC -c $< -o $@
obj/report/formats/assets.c.o obj/there/report/formats/assets.c.o: \
  $(wildcard src/report/formats/html/*)

# ---- Libraries

# The first is what the compiler loads; it checks the compiler, then loads the
# second.
$(private)/gasp.so: $(call objects,plugin/loader) obj/plugin/how
# They become a part of the compiler, which has no sanitiser.
$(call objects,plugin/upc/lex): override SANITIZE =
# These stand in front of the C library's functions, which the sanitisers call
# before they are ready themselves.
$(addprefix obj/tool/ways/,allocator.c.o allocation-callers.c.o sandbox.c.o \
  limit.c.o signals.c.o): override SANITIZE =
# Those of libraries that have no sanitiser call it, too.
obj/libgasp/libc/syscalls.c.o: override SANITIZE =
$(private)/gasp-passes.so: $(passes) obj/plugin/how obj/plugin/upc/lex/how
$(private)/gasp.so $(private)/gasp-passes.so:
	@mkdir -p $(@D)
	$(call do,LINK)$(HOSTCXX) -shared $(LDFLAGS) $(filter %.o,$^) -o $@

# Those of the other GCCs are built as this one is, in directories of their own.
# $(call other-plugin,COMMAND,MAJOR)
define other-plugin
.PHONY: gcc-$(2)
gcc-$(2):
	@mkdir -p obj/others/gcc-$(2)
	@ln -sfn ../../../src obj/others/gcc-$(2)/src
	+@$(MAKE) --no-print-directory -C obj/others/gcc-$(2) -f src/mk/build.mk \
	  CC='$(1)' CXX='$(call sibling,g++,$(1))' FC='$(call sibling,gfortran,$(1))' \
	  OTHERS= PAPI=no LIBDIR='$(LIBDIR)' PKGLIBDIR='$(PKGLIBDIR)' \
	  INCLUDEDIR='$(INCLUDEDIR)' PREFIX='$(PREFIX)' \
	  $(private)/gasp.so $(private)/gasp-passes.so
$(private)/gasp-gcc-$(2)/%.so: gcc-$(2)
	@mkdir -p $$(@D)
	@cmp -s obj/others/gcc-$(2)/$(private)/$$*.so $$@ \
	  || cp -p obj/others/gcc-$(2)/$(private)/$$*.so $$@
endef
$(foreach c,$(OTHERS),$(eval $(call other-plugin,$(c),$(call major-of,$(c)))))

# Of what is linked, the file that says what is exported.
exports = $(addprefix -Wl$(comma)--version-script=,$(filter %.map,$(1)))

# What runs in signal handlers, on small stacks, is not bound there: that takes
# some kilobytes.
$(lib)/libgasp.so.1: $(runtime) $(near-hooks) $(own) obj/libgasp/how \
  src/libgasp/exports.map
	@mkdir -p $(@D)
	$(call do,LINK)$(CC) $(SANITIZE) -shared -Wl,-soname,libgasp.so.1 -Wl,-z,nodelete,-z,now \
	  $(call exports,$^) $(LDFLAGS) $(filter %.o,$^) -o $@

# The archives come first: what is in the one, libgasp.so.1 has, too, for whoever does
# without; what is in the other stands between a program and a static library.
$(lib)/libgasp.so: $(lib)/libgasp.so.1 $(if $(near-hooks),$(lib)/libgasp_near.a) $(caf)
	$(call do,MAKE)rm -f $@ && \
	  echo 'INPUT ($(if $(near-hooks),libgasp_near.a )$(notdir $(caf)) libgasp.so.1)' > $@

# What stands in each program, as it looks at the program's own sections, is
# never shared: libupc.so names both.
upc-start = obj/libupc/core/start.c.o
$(lib)/libupc.so.1: $(filter-out $(upc-start),$(call part,libupc)) $(bytes) \
  obj/libupc/how
	@mkdir -p $(@D)
	$(call do,LINK)$(CC) $(SANITIZE) -shared -Wl,-soname,libupc.so.1 \
	  $(LDFLAGS) $(filter %.o,$^) -o $@
$(lib)/libupc_start.a: $(upc-start) obj/libupc/how
$(lib)/libupc.so: $(lib)/libupc.so.1 $(lib)/libupc_start.a
	$(call do,MAKE)rm -f $@ && echo 'INPUT (libupc.so.1 libupc_start.a)' > $@

$(lib)/libupc-%.so: src/libupc/conduit/net/net.c src/libupc/conduit/net/net.h obj/c.how
	@mkdir -p $(@D)
	$(call do,LINK)OMPI_CC='$(CC)' MPICH_CC='$(CC)' $(MPICC_$*) -std=gnu11 $(CFLAGS) \
	  $(place-flags) -Wall -fPIC -shared -Wl,-soname,$(@F) '-DUPC_NET_NAME="$*"' $< $(LDFLAGS) -o $@

# Libraries that libgasp loads when the program has what their calls are wrapped of.
# MPI's is made for each, by its compiler, as their types may differ; the objects of
# the first are where those of a part are.  What a library does not need is left out: a
# thread has little room for what is __thread.
wrapping-flags = $(own-flags) $(zero-flags) -ffunction-sections -fdata-sections -fPIC -fvisibility=hidden -fno-omit-frame-pointer \
  -fno-optimize-sibling-calls -Wno-cast-function-type -Wno-missing-prototypes
wrapping-link = -shared -Wl,--gc-sections -Wl,-soname,$(@F) -Wl,-z,nodelete
wrapping-shared = $(addprefix obj/wrapping/shared/,slots.c.o library-call.c.o)
mpi-place = $(if $(filter $(firstword $(mpis)),$(1)),,$(1)/)models/mpi
mpi-objects = $(patsubst obj/models/mpi/%,obj/$(call mpi-place,$(1))/%,\
  $(call objects,models/mpi))
obj/models/mpi/how $(wrapped:%=obj/%/how) obj/models/caf/how obj/shared/how: \
  obj/%/how: FORCE
	$(call record,$(call quote,$(LDFLAGS) $(wrapping-flags) $(call objects,$*)))
$(eval $(call compile-by,wrapping/shared,shared,$(wrapping-flags),$$(CC) $$(c-flags)))
$(foreach m,$(wrapped),$(eval $(call compile,$(m),$(wrapping-flags))))
$(eval $(call compile,models/caf,$(wrapping-flags)))
$(wrapping-shared) $(foreach m,$(wrapped) models/caf,$(call objects,$(m))) \
  $(foreach m,$(mpis),$(call mpi-objects,$(m))): override SANITIZE =
# Hundreds of wrappers take half the time at this level, and are as good.
obj/models/shmem/wrap.c.o $(foreach m,$(mpis),\
  $(addprefix obj/$(call mpi-place,$(m))/,wrap.c.o fortran.c.o)): CFLAGS = -O1 -g1
define mpi-library
$(call compile-by,$(mpi-place),models/mpi,$(wrapping-flags) -Isrc/models/mpi,\
  OMPI_CC='$(CC)' MPICH_CC='$(CC)' $(MPICC_$(1)) $$(c-flags))
$(lib)/libgasp-mpi-$(1).so: $(mpi-objects) $(wrapping-shared) $(own-static) obj/models/mpi/how
	@mkdir -p $$(@D)
	$$(call do,LINK)OMPI_CC='$(CC)' MPICH_CC='$(CC)' $(MPICC_$(1)) $(CFLAGS) \
	  $$(wrapping-link) $$(filter %.o,$$^) $(LDFLAGS) -o $$@
endef
$(foreach m,$(mpis),$(eval $(call mpi-library,$(m))))
define wrapping-library
$(lib)/libgasp-$(notdir $(1)).so: $(call objects,$(1)) $(wrapping-shared) $(own-static) obj/$(1)/how
	@mkdir -p $$(@D)
	$$(call do,LINK)$(CC) $(CFLAGS) $$(wrapping-link) $$(filter %.o,$$^) $(LDFLAGS) -o $$@
endef
$(foreach m,$(wrapped),$(eval $(call wrapping-library,$(m))))
# A part of programs, which are to see its functions only.
obj/models/caf/whole.o: $(call objects,models/caf) \
  obj/wrapping/shared/library-call.c.o $(own-static) obj/models/caf/how
	$(call do,LINK)$(CC) -r -nostdlib $(filter %.o,$^) -o $@.part
	@$(call binutil,objcopy) -w --keep-global-symbol='__gasp_*' $@.part $@ && rm -f $@.part

# What either of the two kinds of units refers to is not in the other's library.
other-base-gasp-upc.ld = __upc_base_of_many_threads
other-base-gasp-upc-many.ld = __upc_base
$(private)/gasp-upc.ld $(private)/gasp-upc-many.ld: src/libupc/limit.ld
	@mkdir -p $(@D)
	$(call do,MAKE)sed 's/@OTHER_BASE@/$(other-base-$(@F))/' $< > $@

# The recorder needs libgasp only for what programs already have of it.  The thread
# sanitiser does not know threads yet for which the C library allocates.
unseen = $(if $(findstring thread,$(SANITIZE)),%/allocator.c.o)
$(private)/libgasptool.so: $(call part,tool) $(own) obj/tool/how \
  $(lib)/libgasp.so src/tool/exports.map
	$(call do,LINK)$(CC) $(SANITIZE) -shared -Wl,-soname,libgasptool.so -Wl,-z,now \
	  $(if $(system-lib),,'-Wl,-rpath,$$ORIGIN$(if $(filter-out .,$(to-lib)),/$(to-lib))') \
	  $(call exports,$^) $(LDFLAGS) $(filter-out $(unseen),$(filter %.o,$^)) \
	  -L$(lib) -lgasp -o $@

# It comes with libgasp, and has one function of the C library's.
$(private)/libgasp-host.so: $(host) $(own-static) $(lib)/libgasp.so.1 obj/libgasp/how
	@mkdir -p $(@D)
	$(call do,LINK)$(CC) $(SANITIZE) -shared -Wl,-soname,libgasp-host.so -Wl,-z,now \
	  -Wl,--defsym=pthread_create=gasp_host_create \
	  -Wl,--defsym=thrd_create=gasp_host_create_of_c -Wl,--exclude-libs,ALL \
	  $(if $(system-lib),,'-Wl,-rpath,$$ORIGIN$(if $(filter-out .,$(to-lib)),/$(to-lib))') \
	  $(LDFLAGS) $(filter %.o,$^) $(lib)/libgasp.so.1 -o $@

# It stands between a program and the libgomp that the program is linked with,
# and takes nothing from it by name.
$(lib)/libgasp-omp.so.1: $(omp-objects) obj/shared/slots.c.o $(bytes) \
  obj/models/omp/how
	@mkdir -p $(@D)
	$(call do,LINK)$(CC) $(SANITIZE) -shared -Wl,-soname,libgasp-omp.so.1 \
	  -Wl,-z,nodelete $(LDFLAGS) $(filter %.o,$^) -ldl -lpthread -o $@
$(lib)/libgasp-omp.so: $(lib)/libgasp-omp.so.1
	$(call do,LINK)ln -sf $(<F) $@

# The same within a static program, where the linker leads calls to what stands in
# their place (--wrap): one object, as all of it belongs together.
obj/models/omp/static/names: src/models/omp/gomp-calls.def obj/models/omp/how
	@mkdir -p $(@D)
	$(call do,MAKE)printf '%s\n' '#define GOMP_CALL(t,name,p,a,s) @ name' \
	  '#include "$<"' | $(CC) -E -P -x c - | grep -o '@ [A-Za-z_0-9]*' | cut -c3- > $@
$(private)/gasp-omp.wrap: obj/models/omp/static/names
	@mkdir -p $(@D)
	$(call do,MAKE){ echo --wrap=__libc_start_main; \
	  sed 's/^/--wrap=/' $<; } > $@
obj/models/omp/static/whole.o: obj/models/omp/static/names \
  $(call objects,models/omp/static) $(bytes) \
  $(filter-out %/calls.c.o %/linked.c.o %/redirect.c.o %/entries.c.o %/plugins.c.o,\
  $(omp-objects))
	$(call do,LINK)$(CC) -r -nostdlib $(filter %.o,$^) -o $@.part
	@sed 's/.*/wrap_& __wrap_&/' $< > $@.names
	@$(call binutil,objcopy) --redefine-syms=$@.names $@.part $@
	@rm -f $@.part $@.names

# This machine's may not know the others' files.
binutil = $(if $(cross),$(shell $(CC) -print-prog-name=$(1)),$(1))
AR := $(call binutil,ar)
archives = $(addprefix $(lib)/,libgasp.a libgasp_near.a libgasp_caf.a libgasp_tsan.a libgasp-omp.a \
  libupc.a libupc_many.a \
  libupc_start.a) \
  $(private)/libgasptool.a
$(archives):
	@mkdir -p $(@D)
	$(call do,AR)rm -f $@ && $(AR) rcs $@ $(filter %.o,$^)
$(lib)/libgasp.a: $(runtime) $(own-static) $(near-hooks) $(if $(caf),obj/models/caf/whole.o) \
  obj/libgasp/how
$(lib)/libgasp_caf.a: obj/models/caf/whole.o
$(lib)/libgasp_near.a: $(near) obj/libgasp/how
$(lib)/libgasp_tsan.a: $(call objects,models/omp/program)
$(lib)/libgasp-omp.a: obj/models/omp/static/whole.o
$(lib)/libupc.a: $(call part,libupc) $(bytes) obj/libupc/how
$(lib)/libupc_many.a: $(upc-many) $(bytes) obj/libupc/how
$(private)/libgasptool.a: $(filter-out %/allocator.c.o %/jumps.c.o \
  %/allocation-callers.c.o %/execs.c.o %/exits.c.o %/privileges.c.o \
  %/signals.c.o, \
  $(call part,tool)) \
  $(own-static) obj/tool/how

# ---- Programs

bin/gasp: $(call part,report) obj/report/how
	@mkdir -p $(@D)
	$(call do,LINK)$(HOSTCC) $(HOSTCFLAGS) $(SANITIZE) $(LDFLAGS) \
	  $(filter %.o,$^) $(ncurses) -ldl -lm -o $@

# The same for where the programs run.
bin/$(cross)-gasp: $(patsubst obj/%,obj/there/%,$(call part,report)) \
  obj/report/how
	$(call do,LINK)$(CC) $(CFLAGS) $(SANITIZE) $(LDFLAGS) \
	  $(filter %.o,$^) -ldl -lm -o $@

# Debuggers look for names in it (mpir.c), when it is stripped, too.
bin/gasprun: $(call objects,libupc/gasprun) obj/libupc/gasprun/how
	@mkdir -p $(@D)
	$(call do,LINK)$(CC) $(CFLAGS) $(SANITIZE) $(LDFLAGS) -rdynamic \
	  $(filter %.o,$^) -o $@

obj/wrappers/how: FORCE
	$(call record,$(call quote,$(LDFLAGS) $(call objects,wrappers)))
$(eval $(call compile-here,wrappers,))
bin/gaspcc: $(call objects,wrappers) obj/wrappers/how
	@mkdir -p $(@D)
	$(call do,LINK)$(HOSTCC) $(HOSTCFLAGS) $(SANITIZE) $(LDFLAGS) $(filter %.o,$^) -o $@

$(links): bin/gaspcc
	$(call do,LINK)ln -sf gaspcc $@
$(compilers): bin/gaspcc
	@mkdir -p $(@D)
	@ln -sf $(to-root)/bin/gaspcc $@

# ---- Files that name the place they are in

# gaspcc.specs is for wherever GASPCC_HOME says that the installation is, as
# gaspcc does.  gasp.specs is the same for one place.
$(private)/gaspcc.specs: src/wrappers/gasp.specs.in obj/config.h
	@mkdir -p $(@D)
	$(call do,MAKE)sed $(if $(system-lib),-e '/^\*link:/$(comma)/^$$/d') \
	  -e 's|@LIB@|$(lib)|g; s|@PRIVATE@|$(private)|g; s|@INCLUDE@|$(inc)|g' \
	  -e 's|@PREFIX@\(/[^ }]*\)|%:getenv(GASPCC_HOME \1)|g' $< > $@

# $(call specs,DIRECTORY): of the whole installation.
specs = GASPCC_HOME=$(call quote,$(1)) bin/gaspcc --gasp-specs

obj/place: FORCE
	$(call record,$(call quote,$(CURDIR)))

$(private)/gasp.specs: $(private)/gaspcc.specs bin/gaspcc obj/place
	$(call do,MAKE)$(call specs,$(CURDIR)) > $@

$(lib)/pkgconfig/%.pc: src/wrappers/%.pc.in obj/config.h
	@mkdir -p $(@D)
	$(call do,MAKE)sed -e 's|@VERSION@|$(VERSION)|; s|@LIB@|$(lib)|g; s|@PRIVATE@|$(private)|g' \
	  -e 's|@UP@|$(up)|' \
	  $(if $(system-lib),-e 's| -Wl$(comma)-rpath$(comma)[^ ]*||') $< > $@
$(cmake)/%.cmake: src/wrappers/%.cmake.in obj/config.h
	@mkdir -p $(@D)
	$(call do,MAKE)sed -e 's|@VERSION@|$(VERSION)|; s|@UP@|$(up)|' $< > $@
# From the target's directory to the whole installation's.
up = $(shell realpath -ms --relative-to='/$(@D)' /)

# ---- Manual pages

define manual-pages
$(man)/man$(1)/%: src/doc/%.in obj/mkevents src/scripts/manual $(libraries) \
  $(programs)
	@mkdir -p $$(@D)
	$$(call do,MAKE)sh src/scripts/manual obj/mkevents < $$< > $$@
$(man)/man$(1)/%: src/doc/%
	@mkdir -p $$(@D)
	$$(call do,COPY)cp $$< $$@
endef
$(foreach s,$(manual-sections),$(eval $(call manual-pages,$(s))))

$(data)/gasp.supp: src/libgasp/gasp.supp
	@mkdir -p $(@D)
	$(call do,COPY)cp $< $@

$(data)/check/%: src/libupc/cluster/%
	@mkdir -p $(@D)
	$(call do,COPY)cp $< $@

share/gdb/auto-load/%: src/libupc/gdb/%
	@mkdir -p $(@D)
	$(call do,COPY)cp $< $@

$(data)/report.schema.json: bin/gasp
	@mkdir -p $(@D)
	$(call do,MAKE)$< list schema > $@

$(filter %/gasp %/_gasp %/gasp.fish,$(completions)): bin/gasp
	@mkdir -p $(@D)
	$(call do,MAKE)$< --completion=$(call shell-of,$@) > $@
$(filter-out %/gasp %/_gasp %/gasp.fish,$(completions)): bin/gaspcc \
  $(private)/gaspcc.specs $(private)/gasp-passes.so src/scripts/completion
	@mkdir -p $(@D)
	$(call do,MAKE)$< --gasp-help | sh src/scripts/completion \
	  $(call shell-of,$@) $(gaspcc-names) > $@
shell-of = $(if $(filter %.fish,$(1)),fish,$(if $(filter _%,$(notdir $(1))),zsh,bash))

$(documents): $(docs)/%: src/%
	@mkdir -p $(@D)
	$(call do,COPY)cp $< $@

# ---- Installation

place = $(call quote,$(DESTDIR)$(PREFIX))

install: all
	@case $(call quote,$(PREFIX)) in /*) ;; \
	  *) echo "PREFIX must begin with /: $(PREFIX)" >&2; exit 1;; esac
	@for f in $(products); do \
	  mkdir -p $(place)/"$${f%/*}" && rm -f $(place)/"$$f" \
	  && cp -P "$$f" $(place)/"$$f" || exit 1; \
	done
	@$(call specs,$(PREFIX)) > $(place)/$(private)/gasp.specs
	@echo "Installed in $(DESTDIR)$(PREFIX)."

# Directories that may be the system's stay.
uninstall:
	@for f in $(products); do rm -f $(place)/"$$f"; done
	@cd $(place) 2>/dev/null || exit 0; \
	rmdir $(private)/gasp-compilers $(private)/gasp-gcc-* $(inc)/upc $(inc)/omp $(data)/check \
	  $(data) \
	  $(cmake) $(docs)/examples/ci $(docs)/examples/vscode $(docs)/examples $(docs) 2>/dev/null; \
	case $(call quote,$(PREFIX)) in /usr|/usr/local) exit;; esac; \
	for f in $(products); do rmdir -p "$${f%/*}" 2>/dev/null; done; :
	@echo "Removed from $(DESTDIR)$(PREFIX)."

-include $(wildcard obj/*/*.d obj/*/*/*.d obj/*/*/*/*.d obj/*/*/*/*/*.d)
