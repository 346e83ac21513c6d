/* What /proc says of this process (proc.c), and symbols in its file (elf-file.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <base/object/elf-file.c>
#include <base/proc.c>
#include "unit.h"

#include <sys/prctl.h>

static void
test_stat (void)
{
  struct proc_stat stat;
  CHECK (prctl (PR_SET_NAME, "a) R 7 (b", 0, 0, 0) == 0);
  CHECK (read_stat (getpid (), getpid (), &stat));
  CHECK (stat_field (&stat, PROC_PARENT) == (uint64_t) getppid ());
  CHECK (stat_field (&stat, PROC_START) > 0);
  CHECK (stat_state (&stat) == 'R');
  CHECK (!read_stat (-1, 0, &stat));
  CHECK (stat_field (&stat, PROC_START) == 0 && !stat_state (&stat));
}

static void
test_status (void)
{
  size_t count;
  char *pid = read_status (getpid (), getpid (), "Pid");
  CHECK (pid && atoi (pid) == getpid ());
  CHECK (!read_status (getpid (), getpid (), "Pi"));
  int *threads = list_threads (getpid (), &count);
  CHECK (count == 1 && threads[0] == getpid ());
  CHECK (!list_threads (-1, &count) && count == 0);
}

static void
test_mappings (void)
{
  struct mapping m = { 0 };
  unsigned long here = (unsigned long) test_mappings;
  unsigned long stack = (unsigned long) &m;
  char own[4096] = "";
  bool has_code = false, has_stack = false;
  CHECK (readlink ("/proc/self/exe", own, sizeof own - 1) > 0);
  while (next_mapping (getpid (), &m))
    {
      has_code |= here >= m.start && here < m.end && !strcmp (m.path, own);
      has_stack |= stack >= m.start && stack < m.end && !*m.path;
    }
  end_mappings (&m);
  CHECK (has_code && has_stack);
}

static void
test_symbols (void)
{
  struct elf elf = open_elf ("/proc/self/exe");
  bool has_main = false;
  CHECK (elf.header && elf_segment (&elf, PT_LOAD));
  for (unsigned int i = 0; i < elf_section_count (&elf); i++)
    {
      size_t count;
      const ElfW (Sym) *symbols = elf_symbols (&elf, &elf.sections[i], &count);
      for (size_t j = 0; j < count; j++)
	has_main |= !strcmp (elf_string (&elf, &elf.sections[i], symbols[j].st_name),
			     "main");
    }
  CHECK (has_main);
  CHECK (!elf_at (&elf, elf.size, 1) && !elf_at (&elf, UINT64_MAX, 2));
  close_elf (&elf);
  elf = open_elf ("/nowhere");
  CHECK (!elf.header && !elf_section_count (&elf));
  close_elf (&elf);
}

UNIT (test_stat, test_status, test_mappings, test_symbols);
