/* outlined.c - places in functions that GCC makes of constructs.

   SPDX-License-Identifier: Apache-2.0  */

#include "outlined.h"
#include "state.h"
#include "syscall.h"
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>

/* ---- Whose names are known.  Outlined functions are local: files without a
   symbol table have no name for them, where the one around them may be known
   to the dynamic linker.  Files are read when recording begins: later, the
   program may have forbidden that.  */

#define MOST_MODULES 16
static struct { uintptr_t start, end; } named[MOST_MODULES];
static unsigned int named_count;

/* Reads BYTES at OFFSET of FILE; the program may have functions named as the C
   library's are.  */
static bool
read_at (long file, void *bytes, size_t size, uint64_t offset)
{
  return ASK_KERNEL (SYS_pread64, file, (long) bytes, (long) size,
		     (long) offset) == (long) size;
}

static bool
has_symbol_table (const char *path)
{
  long file = ASK_KERNEL (SYS_openat, AT_FDCWD, (long) path,
			  O_RDONLY | O_CLOEXEC);
  ElfW (Ehdr) header;
  bool has = false;
  if (file < 0)
    return false;
  if (read_at (file, &header, sizeof header, 0)
      && header.e_shentsize == sizeof (ElfW (Shdr)))
    for (unsigned int i = header.e_shnum; !has && i-- > 0;)
      {
	ElfW (Shdr) section;
	has = read_at (file, &section, sizeof section,
		       header.e_shoff + i * sizeof section)
	      && section.sh_type == SHT_SYMTAB;
      }
  ASK_KERNEL (SYS_close, file);
  return has;
}

/* Adds the code of the module INFO, unless it is the system's.  */
static int
note_module (struct dl_phdr_info *info, size_t size, void *closure)
{
  const char *path = *info->dlpi_name ? info->dlpi_name : "/proc/self/exe";
  bool is_of_system = !strncmp (path, "/usr/", 5) || !strncmp (path, "/lib", 4);
  (void) size, (void) closure;
  if (is_of_system || !has_symbol_table (path))
    return 0;
  for (unsigned int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *segment = &info->dlpi_phdr[i];
      uintptr_t start = info->dlpi_addr + segment->p_vaddr;
      if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X))
	continue;
      if (named_count == MOST_MODULES)
	return 1;
      named[named_count].start = start;
      named[named_count++].end = start + segment->p_memsz;
    }
  return 0;
}

void
gasp_omp_note_names (void)
{
  int error = errno;
  named_count = 0;
  dl_iterate_phdr (note_module, NULL);
  errno = error;
}

static bool
has_name (void (*fn) (void *))
{
  uintptr_t address = (uintptr_t) fn;
  for (unsigned int i = 0; i < named_count; i++)
    if (address >= named[i].start && address < named[i].end)
      return true;
  return false;
}

/* ---- Places  */

static const void *
begin_of (void (*fn) (void *))
{
  return (const char *) (uintptr_t) fn + 1;
}

const void *
gasp_omp_outlined_place (void)
{
  const struct thread *thread = gasp_omp_thread;
  const struct task *task = thread ? thread->current : NULL;
  if (!task)
    return NULL;
  void (*fn) (void *) = task->fn || !task->parallel ? task->fn
						    : task->parallel->fn;
  return fn ? begin_of (fn) : NULL;
}

/* Returns the parallel region that has the built-in consumer's WORD.  */
static const struct parallel *
region_of (const ompt_data_t *word)
{
  return (const struct parallel *) (word - 1);
}

const void *
gasp_omp_region_returns_to (const ompt_data_t *word)
{
  return region_of (word)->place;
}

const void *
gasp_omp_region_runs (const ompt_data_t *word)
{
  void (*fn) (void *) = region_of (word)->fn;
  return fn && has_name (fn) ? begin_of (fn) : NULL;
}
