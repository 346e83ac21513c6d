/* process.c - the state and the memory of another process.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/process.h"
#include "base/rundir.h"
#include "base/util.h"

#include <dirent.h>
#include <elf.h>
#include <fcntl.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

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

/* ---- What /proc tells  */

char *
read_status (int pid, int tid, const char *name)
{
  char *path = print_string ("/proc/%d/task/%d/status", pid, tid);
  char line[1024], *found = NULL;
  size_t length = strlen (name);
  FILE *f = fopen (path, "re");
  free (path);
  while (f && !found && fgets (line, sizeof line, f))
    if (!strncmp (line, name, length) && line[length] == ':')
      found = copy_string (line + length + 1 + strspn (line + length + 1, "\t "));
  if (f)
    fclose (f);
  return found;
}

char *
record_of_process (int pid)
{
  char *maps = print_string ("/proc/%d/maps", pid), *found = NULL, line[4400];
  FILE *f = fopen (maps, "re");
  free (maps);
  while (f && !found && fgets (line, sizeof line, f))
    {
      char *path = strchr (line, '/'), *slash = strrchr (line, '/');
      line[strcspn (line, "\n")] = '\0';
      if (path && is_record_name (slash + 1))
	found = copy_string (path);
    }
  if (f)
    fclose (f);
  return found;
}

/* It may have ended, and others not.  */
static bool
is_alive (int pid, int tid)
{
  char *state = read_status (pid, tid, "State");
  bool alive = state && *state != 'Z' && *state != 'X';
  free (state);
  return alive;
}

int *
list_threads (int pid, size_t *count)
{
  char *path = print_string ("/proc/%d/task", pid);
  DIR *tasks = opendir (path);
  struct dirent *entry;
  int *threads = NULL;
  size_t room = 0;
  free (path);
  *count = 0;
  while (tasks && (entry = readdir (tasks)))
    {
      int tid = atoi (entry->d_name);
      if (tid <= 0 || !is_alive (pid, tid))
	continue;
      threads = room_for_one (threads, *count, &room, sizeof *threads);
      threads[(*count)++] = tid;
    }
  if (tasks)
    closedir (tasks);
  return threads;
}

/* ---- Finding symbols  */

/* Returns the value of SYMBOL in FILE, an ELF file of SIZE bytes, less the
   address of its beginning in memory; 0 if there is none.  */
static unsigned long
look_up (const unsigned char *file, size_t size, const char *symbol)
{
  const Elf64_Ehdr *e = (const void *) file;
  if (size < sizeof *e || memcmp (file, ELFMAG, SELFMAG)
      || e->e_ident[EI_CLASS] != ELFCLASS64
      || e->e_shoff > size || e->e_shnum > (size - e->e_shoff) / sizeof (Elf64_Shdr)
      || e->e_phoff > size || e->e_phnum > (size - e->e_phoff) / sizeof (Elf64_Phdr))
    return 0;
  /* Of another file than the process runs, perhaps: it has a name only.  */
  if ((e->e_shoff | e->e_phoff) % alignof (Elf64_Shdr))
    return 0;
  const Elf64_Shdr *sections = (const void *) (file + e->e_shoff);
  const Elf64_Phdr *segments = (const void *) (file + e->e_phoff);
  unsigned long base = 0;
  for (int i = e->e_phnum; i-- > 0;)
    if (segments[i].p_type == PT_LOAD)
      base = segments[i].p_vaddr & -4096ul;
  for (int i = 0; i < e->e_shnum; i++)
    {
      const Elf64_Shdr *s = &sections[i];
      if ((s->sh_type != SHT_DYNSYM && s->sh_type != SHT_SYMTAB)
	  || s->sh_link >= e->e_shnum || s->sh_offset > size
	  || s->sh_offset % alignof (Elf64_Sym)
	  || s->sh_size > size - s->sh_offset)
	continue;
      const Elf64_Shdr *names = &sections[s->sh_link];
      const Elf64_Sym *symbols = (const void *) (file + s->sh_offset);
      if (names->sh_offset > size || names->sh_size > size - names->sh_offset)
	continue;
      for (size_t j = 0; j < s->sh_size / sizeof *symbols; j++)
	if (symbols[j].st_shndx != SHN_UNDEF
	    && symbols[j].st_name < names->sh_size
	    && !strncmp ((const char *) file + names->sh_offset
			 + symbols[j].st_name, symbol,
			 names->sh_size - symbols[j].st_name))
	  return symbols[j].st_value - base;
    }
  return 0;
}

static unsigned long
look_up_in_file (const char *path, const char *symbol)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat st;
  unsigned long found = 0;
  if (fd < 0)
    return 0;
  if (fstat (fd, &st) == 0 && S_ISREG (st.st_mode) && st.st_size > 0)
    {
      void *map = mmap (NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
      if (map != MAP_FAILED)
	{
	  found = look_up (map, st.st_size, symbol);
	  munmap (map, st.st_size);
	}
    }
  close (fd);
  return found;
}

unsigned long
find_in_process (int pid, const char *symbol)
{
  char *maps = print_string ("/proc/%d/maps", pid), line[4400], name[4200];
  FILE *f = fopen (maps, "re");
  unsigned long start, offset, found = 0;
  free (maps);
  while (f && !found && fgets (line, sizeof line, f))
    {
      /* The beginning of a file, whatever it is called.  */
      if (sscanf (line, "%lx-%*x %*s %lx %*s %*s %4199[^\n]", &start, &offset,
		  name) != 3 || offset != 0 || *name != '/')
	continue;
      char *path = print_string ("/proc/%d/root%s", pid, name);
      unsigned long value = look_up_in_file (path, symbol);
      if (value)
	found = start + value;
      free (path);
    }
  if (f)
    fclose (f);
  return found;
}
