/* inject.c - have a thread of another process call a function.

   SPDX-License-Identifier: Apache-2.0

   As debuggers do: stop a thread, put its registers aside, let it call, stop it
   when it comes back, and put them back.  The function returns to address 0,
   where nothing is: the fault is seen here, and not by the process.  A system
   call that was interrupted is begun anew by the kernel, since what says so is
   in the registers.  Signals wait meanwhile.  The thread's red zone is left
   alone.  */

#include "inject.h"
#include "util.h"

#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
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

/* ---- Finding symbols  */

/* The value of SYMBOL in FILE, an ELF file of SIZE bytes, less the address of
   its beginning in memory; 0 if there is none.  */
static unsigned long
look_up (const unsigned char *file, size_t size, const char *symbol)
{
  const Elf64_Ehdr *e = (const void *) file;
  if (size < sizeof *e || memcmp (file, ELFMAG, SELFMAG)
      || e->e_ident[EI_CLASS] != ELFCLASS64
      || e->e_shoff > size || e->e_shnum > (size - e->e_shoff) / sizeof (Elf64_Shdr)
      || e->e_phoff > size || e->e_phnum > (size - e->e_phoff) / sizeof (Elf64_Phdr))
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
  int fd = open (path, O_RDONLY | O_CLOEXEC);
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

#ifdef __x86_64__

const char *
why_no_injection (void)
{
  return NULL;
}

/* ---- Stopping a thread  */

/* What is put aside of a thread.  */
struct state
{
  struct user_regs_struct registers;
  uint64_t signals;
  unsigned char extended[16384];
  struct iovec extended_area;
};

static void
pause_for (long nanoseconds)
{
  struct timespec t = { 0, nanoseconds };
  nanosleep (&t, NULL);
}

/* Let thread TID, which is traced, stop.  A signal that comes first is given
   back to it.  */
static bool
stop_thread (int tid)
{
  int status;
  if (ptrace (PTRACE_INTERRUPT, tid, NULL, NULL) != 0)
    return false;
  while (waitpid (tid, &status, __WALL) == tid && WIFSTOPPED (status))
    {
      if (status >> 16 == PTRACE_EVENT_STOP)
	return true;
      ptrace (PTRACE_CONT, tid, NULL, (void *) (long) WSTOPSIG (status));
    }
  errno = ESRCH;
  return false;
}

/* Whether process PID has the file of the dynamic linker, where its state may
   be half done, at ADDRESS.  */
static bool
in_dynamic_linker (int pid, unsigned long address)
{
  char *maps = print_string ("/proc/%d/maps", pid), line[4400];
  FILE *f = fopen (maps, "re");
  unsigned long start, end;
  bool found = false;
  free (maps);
  while (f && !found && fgets (line, sizeof line, f))
    if (sscanf (line, "%lx-%lx", &start, &end) == 2 && address >= start
	&& address < end)
      found = strstr (line, "/ld-") || strstr (line, "/ld.so");
  if (f)
    fclose (f);
  return found;
}

static bool
save (int tid, struct state *state)
{
  const uint64_t all = ~0ul;
  state->extended_area = (struct iovec) { state->extended,
					  sizeof state->extended };
  return (ptrace (PTRACE_GETREGS, tid, NULL, &state->registers) == 0
	  && ptrace (PTRACE_GETREGSET, tid, (void *) NT_X86_XSTATE,
		     &state->extended_area) == 0
	  && ptrace (PTRACE_GETSIGMASK, tid, (void *) sizeof (uint64_t),
		     &state->signals) == 0
	  && ptrace (PTRACE_SETSIGMASK, tid, (void *) sizeof (uint64_t),
		     &all) == 0);
}

static void
restore (int tid, struct state *state)
{
  ptrace (PTRACE_SETREGSET, tid, (void *) NT_X86_XSTATE,
	  &state->extended_area);
  ptrace (PTRACE_SETREGS, tid, NULL, &state->registers);
  ptrace (PTRACE_SETSIGMASK, tid, (void *) sizeof (uint64_t),
	  &state->signals);
}

/* ---- Calling  */

#define RED_ZONE 128

/* Go on from a call, with which the thread has to do nothing any more.  */
static bool
run_call (int pid, int tid, const struct state *state, unsigned long function,
	  int *result)
{
  struct user_regs_struct r = state->registers;
  const unsigned long nowhere = 0;
  int status;
  r.rsp = ((r.rsp - RED_ZONE) & -16ul) - sizeof nowhere;
  r.rip = function;
  r.rax = 0;
  r.orig_rax = -1ul;
  r.eflags &= ~0x500ul;		/* direction, trap */
  if (!write_process (pid, r.rsp, &nowhere, sizeof nowhere)
      || ptrace (PTRACE_SETREGS, tid, NULL, &r) != 0)
    return false;
  for (;;)
    {
      if (ptrace (PTRACE_CONT, tid, NULL, NULL) != 0
	  || waitpid (tid, &status, __WALL) != tid || !WIFSTOPPED (status))
	{
	  errno = ESRCH;
	  return false;
	}
      if (status >> 16 == 0 && WSTOPSIG (status) == SIGSEGV)
	break;
    }
  if (ptrace (PTRACE_GETREGS, tid, NULL, &r) != 0)
    return false;
  *result = (int) r.rax;
  /* Elsewhere, the function has failed.  */
  if (r.rip != nowhere)
    errno = EFAULT;
  return r.rip == nowhere;
}

/* How often, and after what time, a thread is stopped again that was where it
   must not be.  */
#define TRIES 200
#define BETWEEN_TRIES 2000000

static bool
call_in_thread (int pid, int tid, unsigned long function, int *result)
{
  struct state state;
  bool done = false;
  if (ptrace (PTRACE_SEIZE, tid, NULL, NULL) != 0)
    return false;
  int error = EAGAIN;
  for (int i = 0; i < TRIES && !done; i++)
    {
      if (!stop_thread (tid))
	return false;
      if (ptrace (PTRACE_GETREGS, tid, NULL, &state.registers) == 0
	  && !in_dynamic_linker (pid, state.registers.rip))
	{
	  if (!save (tid, &state))
	    break;
	  done = run_call (pid, tid, &state, function, result);
	  error = errno;
	  restore (tid, &state);
	  break;
	}
      ptrace (PTRACE_CONT, tid, NULL, NULL);
      pause_for (BETWEEN_TRIES);
    }
  ptrace (PTRACE_DETACH, tid, NULL, NULL);
  errno = error;
  return done;
}

/* The first thread is as good as any, unless it has ended.  */
static bool
is_alive (int pid, int tid)
{
  char *path = print_string ("/proc/%d/task/%d/stat", pid, tid), line[512];
  FILE *f = fopen (path, "re");
  char *state = NULL;
  free (path);
  if (f && fgets (line, sizeof line, f) && (state = strrchr (line, ')')))
    state += 2;
  if (f)
    fclose (f);
  return state && *state != 'Z' && *state != 'X';
}

bool
call_in_process (int pid, unsigned long function, int *result)
{
  char *path = print_string ("/proc/%d/task", pid);
  DIR *tasks = opendir (path);
  struct dirent *entry;
  int tid = 0;
  free (path);
  while (tasks && !tid && (entry = readdir (tasks)))
    if (atoi (entry->d_name) > 0 && is_alive (pid, atoi (entry->d_name)))
      tid = atoi (entry->d_name);
  if (tasks)
    closedir (tasks);
  if (!tid)
    {
      errno = ESRCH;
      return false;
    }
  return call_in_thread (pid, tid, function, result);
}

#else

const char *
why_no_injection (void)
{
  return "this is done on x86-64 only so far";
}

bool
call_in_process (int pid, unsigned long function, int *result)
{
  (void) pid, (void) function, (void) result;
  errno = ENOSYS;
  return false;
}

#endif
