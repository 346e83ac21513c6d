/* process.c - the memory of another process, and what is in it.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/object/elf-file.h"
#include "base/proc.h"
#include "base/process.h"
#include "base/rundir.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

bool
read_process (int pid, unsigned long address, void *to, size_t size)
{
  struct iovec here = { to, size }, there = { (void *) address, size };
  return process_vm_readv (pid, &here, 1, &there, 1, 0) == (ssize_t) size;
}

bool
write_process (int pid, unsigned long address, const void *from, size_t size)
{
  struct iovec here = { (void *) from, size };
  struct iovec there = { (void *) address, size };
  return process_vm_writev (pid, &here, 1, &there, 1, 0) == (ssize_t) size;
}

/* ---- What it has mapped  */

char *
record_of_process (int pid)
{
  struct mapping m = { 0 };
  char *found = NULL;
  while (!found && next_mapping (pid, &m))
    if (*m.path && is_record_name (strrchr (m.path, '/') + 1))
      found = copy_string (m.path);
  end_mappings (&m);
  return found;
}

/* ---- Finding symbols  */

/* Returns the address of ELF's beginning in memory, as the file has it.  */
static unsigned long
base_of (const struct elf *elf)
{
  const ElfW (Phdr) *first = elf_segment (elf, PT_LOAD);
  return first ? first->p_vaddr & -4096ul : 0;
}

/* Returns the value of SYMBOL in ELF; 0 if there is none.  */
static unsigned long
value_of (const struct elf *elf, const char *symbol)
{
  for (unsigned int i = 0; i < elf_section_count (elf); i++)
    {
      const ElfW (Shdr) *section = &elf->sections[i];
      size_t count;
      const ElfW (Sym) *symbols = elf_symbols (elf, section, &count);
      for (size_t j = 0; j < count; j++)
	if (symbols[j].st_shndx != SHN_UNDEF
	    && !strcmp (elf_string (elf, section, symbols[j].st_name), symbol))
	  return symbols[j].st_value;
    }
  return 0;
}

/* Returns how far after the beginning of the file PATH in memory SYMBOL is; 0
   if it is not there.  PATH may be another file than the process runs: it has a
   name only.  */
static unsigned long
look_up_in_file (const char *path, const char *symbol)
{
  struct elf elf = open_elf (path);
  unsigned long value = value_of (&elf, symbol);
  unsigned long found = value ? value - base_of (&elf) : 0;
  close_elf (&elf);
  return found;
}

unsigned long
find_in_process (int pid, const char *symbol)
{
  struct mapping m = { 0 };
  unsigned long found = 0;
  while (!found && next_mapping (pid, &m))
    {
      /* The beginning of a file, whatever it is called.  */
      if (!*m.path || m.offset != 0)
	continue;
      OWNED char *path = print_string ("/proc/%d/root%s", pid, m.path);
      unsigned long value = look_up_in_file (path, symbol);
      if (value)
	found = m.start + value;
    }
  end_mappings (&m);
  return found;
}
