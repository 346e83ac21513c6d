/* dwarf.h - what is used of elfutils' libdw, as its headers declare it.

   SPDX-License-Identifier: Apache-2.0

   The library is loaded when it is needed, so neither its headers nor itself
   are needed to build, or to run, the command.  */

#pragma once

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Dwarf Dwarf;
typedef struct Dwfl Dwfl;
typedef struct Dwfl_Module Dwfl_Module;
typedef struct Dwarf_Line Dwarf_Line;
typedef struct Dwarf_Files Dwarf_Files;
typedef struct Dwarf_CFI Dwarf_CFI;
typedef struct Dwarf_Frame Dwarf_Frame;

typedef struct {
  void *address, *unit, *abbreviation;
  long reserved;
} Dwarf_Die;

typedef struct {
  unsigned int code, form;
  unsigned char *value;
  void *unit;
} Dwarf_Attribute;

typedef struct { size_t length; unsigned char *data; } Dwarf_Block;

typedef int find_debuginfo_function (Dwfl_Module *module, void **user,
				     const char *name, uint64_t base,
				     const char *file, const char *link,
				     uint32_t crc, char **found);

typedef struct {
  void *find_elf;
  find_debuginfo_function *find_debuginfo;
  void *section_address;
  char **debuginfo_path;
} Dwfl_Callbacks;

typedef struct {
  uint8_t atom;
  uint64_t number, number2, offset;
} Dwarf_Op;

/* As DWARF numbers them.  */
enum {
  DW_TAG_array_type = 0x01, DW_TAG_class_type = 0x02,
  DW_TAG_lexical_block = 0x0b, DW_TAG_member = 0x0d, DW_TAG_compile_unit = 0x11,
  DW_TAG_structure_type = 0x13, DW_TAG_typedef = 0x16, DW_TAG_union_type = 0x17,
  DW_TAG_inheritance = 0x1c, DW_TAG_inlined_subroutine = 0x1d,
  DW_TAG_module = 0x1e, DW_TAG_const_type = 0x26, DW_TAG_subprogram = 0x2e,
  DW_TAG_variable = 0x34, DW_TAG_volatile_type = 0x35, DW_TAG_namespace = 0x39,
  DW_TAG_atomic_type = 0x47, DW_TAG_call_site = 0x48,
  DW_TAG_GNU_call_site = 0x4109,
  DW_AT_location = 0x02, DW_AT_comp_dir = 0x1b,
  DW_AT_data_member_location = 0x38,
  DW_AT_abstract_origin = 0x31, DW_AT_call_origin = 0x7f,
  DW_AT_decl_file = 0x3a, DW_AT_decl_line = 0x3b,
  DW_AT_specification = 0x47, DW_AT_type = 0x49,
  DW_AT_call_file = 0x58, DW_AT_call_line = 0x59, DW_AT_linkage_name = 0x6e,
  DW_OP_addr = 0x03, DW_OP_plus_uconst = 0x23, DW_OP_bregx = 0x92,
  DW_OP_call_frame_cfa = 0x9c
};

#define LIBDW_FUNCTIONS(F) \
  F (Dwfl *, dwfl_begin, (const Dwfl_Callbacks *)) \
  F (void, dwfl_report_begin, (Dwfl *)) \
  F (int, dwfl_report_end, (Dwfl *, void *, void *)) \
  F (Dwfl_Module *, dwfl_report_offline, \
     (Dwfl *, const char *name, const char *file, int fd)) \
  F (void, dwfl_end, (Dwfl *)) \
  F (void *, dwfl_module_getelf, (Dwfl_Module *, uint64_t *bias)) \
  F (int, dwfl_module_build_id, \
     (Dwfl_Module *, const unsigned char **, uint64_t *)) \
  F (Dwarf_Die *, dwfl_module_addrdie, \
     (Dwfl_Module *, uint64_t, uint64_t *bias)) \
  F (Dwarf_Die *, dwfl_module_nextcu, \
     (Dwfl_Module *, Dwarf_Die *, uint64_t *bias)) \
  F (Dwarf_Line *, dwarf_getsrc_die, (Dwarf_Die *, uint64_t)) \
  F (int, dwarf_lineno, (Dwarf_Line *, int *)) \
  F (const char *, dwarf_linesrc, (Dwarf_Line *, uint64_t *, uint64_t *)) \
  F (const char *, dwfl_module_addrinfo, \
     (Dwfl_Module *, uint64_t, uint64_t *offset, Elf64_Sym *, uint32_t *, \
      void **, uint64_t *)) \
  F (Dwarf_CFI *, dwfl_module_eh_cfi, (Dwfl_Module *, uint64_t *bias)) \
  F (int, dwarf_cfi_addrframe, (Dwarf_CFI *, uint64_t, Dwarf_Frame **)) \
  F (int, dwarf_frame_cfa, (Dwarf_Frame *, Dwarf_Op **, size_t *)) \
  F (int, dwarf_frame_register, \
     (Dwarf_Frame *, int, Dwarf_Op *, Dwarf_Op **, size_t *)) \
  F (int, dwarf_cu_info, \
     (void *unit, uint16_t *, uint8_t *, Dwarf_Die *, Dwarf_Die *split, \
      uint64_t *, uint8_t *, uint8_t *)) \
  F (int, dwarf_child, (Dwarf_Die *, Dwarf_Die *)) \
  F (int, dwarf_siblingof, (Dwarf_Die *, Dwarf_Die *)) \
  F (int, dwarf_tag, (Dwarf_Die *)) \
  F (int, dwarf_haspc, (Dwarf_Die *, uint64_t)) \
  F (ptrdiff_t, dwarf_ranges, \
     (Dwarf_Die *, ptrdiff_t, uint64_t *base, uint64_t *start, uint64_t *end)) \
  F (const char *, dwarf_diename, (Dwarf_Die *)) \
  F (Dwarf_Attribute *, dwarf_attr, \
     (Dwarf_Die *, unsigned, Dwarf_Attribute *)) \
  F (Dwarf_Attribute *, dwarf_attr_integrate, \
     (Dwarf_Die *, unsigned, Dwarf_Attribute *)) \
  F (const char *, dwarf_formstring, (Dwarf_Attribute *)) \
  F (int, dwarf_formudata, (Dwarf_Attribute *, uint64_t *)) \
  F (int, dwarf_formblock, (Dwarf_Attribute *, Dwarf_Block *)) \
  F (Dwarf_Die *, dwarf_formref_die, (Dwarf_Attribute *, Dwarf_Die *)) \
  F (int, dwarf_aggregate_size, (Dwarf_Die *, uint64_t *)) \
  F (int, dwarf_getsrcfiles, (Dwarf_Die *, Dwarf_Files **, size_t *)) \
  F (const char *, dwarf_filesrc, \
     (Dwarf_Files *, size_t, uint64_t *, uint64_t *)) \
  F (const char *, dwarf_decl_file, (Dwarf_Die *)) \
  F (int, dwarf_decl_line, (Dwarf_Die *, int *))

struct libdw {
#define DECLARE(type, name, parameters) type (*name) parameters;
  LIBDW_FUNCTIONS (DECLARE)
#undef DECLARE
  /* Callbacks, its own but for FIND_DEBUGINFO.  */
  void *find_elf, *section_address;
  find_debuginfo_function *find_debuginfo, *standard_find_debuginfo;
};

extern struct libdw libdw;

/* Loads the library.  Returns false if it is not there or lacks something.  */
extern bool load_libdw (void);

/* Returns the number that DIE has as CODE; 0 if it has none.  */
extern uint64_t dwarf_number (Dwarf_Die *die, unsigned int code);
