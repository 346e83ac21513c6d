/* inject.c - have a thread of another process call a function.

   SPDX-License-Identifier: Apache-2.0

   As debuggers do: stop a thread, put its registers aside, let it call, stop it
   when it is done, and put them back.  It then waits in a loop, as of a trap
   there is a signal, which would have to be kept from the process.  A system call
   that was interrupted is begun anew by the kernel, since what says so is in the
   registers, or by us.  Signals wait meanwhile.  */

#include "inject.h"
#include "util.h"

#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
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

/* How often a thread is looked at, in nanoseconds: at first, and at least.  */
#define SOON 20000
#define LATER 5000000

static long
longer (long time)
{
  return time < LATER ? 2 * time : time;
}

/* How long to wait for a thread, in nanoseconds, that may be in the kernel and
   not let itself be interrupted; and for one that will stop.  */
#define PATIENCE 100000000
#define FOR_EVER LONG_MAX

/* Wait until thread TID, which is traced, stops, TIME nanoseconds at most.  If it
   has come to its end, or does not stop, false and errno.  Who sleeps in waitpid
   is not woken when another thread executes a program and takes TID for its
   own.  */
static bool
wait_for_stop (int tid, int *status, long time)
{
  int found;
  for (long nap = SOON; !(found = waitpid (tid, status, __WALL | WNOHANG));
       nap = longer (nap))
    {
      if (time <= 0)
	return errno = ETIMEDOUT, false;
      pause_for (nap);
      time -= time < FOR_EVER ? nap : 0;
    }
  errno = ESRCH;
  return found == tid && WIFSTOPPED (*status);
}

/* Let thread TID, which is traced, stop, within TIME.  A signal that comes first
   is given back to it.  */
static bool
stop_thread (int tid, long time)
{
  int status;
  if (ptrace (PTRACE_INTERRUPT, tid, NULL, NULL) != 0)
    return false;
  while (wait_for_stop (tid, &status, time))
    {
      if (status >> 16 == PTRACE_EVENT_STOP)
	return true;
      ptrace (PTRACE_CONT, tid, NULL, (void *) (long) WSTOPSIG (status));
    }
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

/* Whether thread TID has a restartable sequence (rseq(2)) around ADDRESS.  The
   kernel has it begin anew only if the thread goes on from there.  */
static bool
in_restartable_sequence (int pid, int tid, unsigned long address)
{
#ifdef PTRACE_GET_RSEQ_CONFIGURATION
  struct __ptrace_rseq_configuration rseq;
  unsigned long place;
  struct { uint32_t version, flags; uint64_t start, size, abort; } sequence;
  const size_t to_sequence = 8;	/* rseq_cs, in struct rseq */
  return (ptrace (PTRACE_GET_RSEQ_CONFIGURATION, tid, (void *) sizeof rseq,
		  &rseq) == (long) sizeof rseq && rseq.rseq_abi_pointer
	  && read_process (pid, rseq.rseq_abi_pointer + to_sequence, &place,
			   sizeof place)
	  && place && read_process (pid, place, &sequence, sizeof sequence)
	  && address - sequence.start < sequence.size);
#else
  return (void) pid, (void) tid, (void) address, false;
#endif
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

/* Wait until the thread has made its call.  What stops it meanwhile is given back
   to it.  */
static bool
wait_for_call (int pid, int tid, const struct way_in *way)
{
  int status, called = 0;
  for (long time = SOON; !called; time = longer (time))
    {
      pause_for (time);
      int found = waitpid (tid, &status, __WALL | WNOHANG);
      if (found && (found != tid || !WIFSTOPPED (status)))
	return errno = ESRCH, false;
      long signal = !found || status >> 16 ? 0 : WSTOPSIG (status);
      if (found)
	ptrace (PTRACE_CONT, tid, NULL, (void *) signal);
      if (!read_process (pid, way->called, &called, sizeof called))
	return false;
    }
  return true;
}

/* Have the thread, of which STATE has been put aside, call FUNCTION.  */
static bool
run_call (int pid, int tid, const struct state *state,
	  const struct way_in *way, unsigned long function, int *result)
{
  struct user_regs_struct r = state->registers;
  const int called = 0;
  r.rsp = way->stack;
  r.rip = way->call;
  r.rax = function;
  r.orig_rax = -1ul;
  r.eflags &= ~0x500ul;		/* direction, trap */
  if (!write_process (pid, way->called, &called, sizeof called)
      || ptrace (PTRACE_SETREGS, tid, NULL, &r) != 0
      || ptrace (PTRACE_CONT, tid, NULL, NULL) != 0
      || !wait_for_call (pid, tid, way) || !stop_thread (tid, FOR_EVER)
      || ptrace (PTRACE_GETREGS, tid, NULL, &r) != 0)
    return false;
  *result = (int) r.rax;
  return true;
}

/* Have the thread, which is stopped, call FUNCTION and be as it was.  In the
   middle it would be lost, so who interrupts this command waits.  */
static bool
call_and_restore (int pid, int tid, const struct way_in *way,
		  unsigned long function, int *result)
{
  struct state state;
  sigset_t all, before;
  bool done = false;
  sigfillset (&all);
  sigprocmask (SIG_BLOCK, &all, &before);
  if (save (tid, &state))
    {
      done = run_call (pid, tid, &state, way, function, result);
      int error = errno;
      restore (tid, &state);
      errno = error;
    }
  sigprocmask (SIG_SETMASK, &before, NULL);
  return done;
}

/* ---- Going on to wait  */

/* Whether the system call NUMBER ends with EINTR for as little as being stopped
   (signal(7)), and can be made again then.  */
static bool
ends_when_stopped (unsigned long number)
{
  static const short calls[] = {
    SYS_accept, SYS_accept4, SYS_epoll_pwait, SYS_epoll_pwait2, SYS_epoll_wait,
    SYS_io_getevents, SYS_io_pgetevents, SYS_io_uring_enter, SYS_msgrcv,
    SYS_msgsnd, SYS_read, SYS_readv, SYS_recvfrom, SYS_recvmmsg, SYS_recvmsg,
    SYS_rt_sigtimedwait, SYS_semop, SYS_semtimedop, SYS_sendmmsg, SYS_sendmsg,
    SYS_sendto, SYS_write, SYS_writev
  };
  for (size_t i = 0; i < COUNT_OF (calls); i++)
    if (number == (unsigned long) calls[i])
      return true;
  return false;
}

/* Whether process PID handles SIGNAL.  */
static bool
is_handled (int pid, int signal)
{
  char *mask = read_status (pid, pid, "SigCgt");
  unsigned long handled = mask ? strtoul (mask, NULL, 16) : 0;
  free (mask);
  return handled >> (signal - 1) & 1;
}

/* Have the thread with REGISTERS, which is in a system call that our stopping it
   would end, make that again; and go on there, unless a signal that the process
   handles comes before it has entered the call.  That signal, or 0.  */
static int
make_call_again (int pid, int tid, const struct user_regs_struct *registers)
{
  struct user_regs_struct again = *registers;
  int status, signal = 0;
  again.rip -= 2;		/* the instruction's size */
  again.rax = registers->orig_rax;
  again.orig_rax = -1ul;
  ptrace (PTRACE_SETREGS, tid, NULL, &again);
  for (;;)
    {
      if (ptrace (PTRACE_SYSCALL, tid, NULL, (void *) (long) signal) != 0
	  || !wait_for_stop (tid, &status, FOR_EVER))
	return 0;
      if (WSTOPSIG (status) == (SIGTRAP | 0x80))
	{
	  ptrace (PTRACE_CONT, tid, NULL, NULL);
	  return 0;
	}
      signal = status >> 16 ? 0 : WSTOPSIG (status);
      if (signal && is_handled (pid, signal))
	break;
    }
  ptrace (PTRACE_SETREGS, tid, NULL, registers);
  return signal;
}

/* Let the thread with REGISTERS go on by itself.  That it is detached from ends
   such a call, too, but not if the one that traces it ends.  */
static void
let_go (int pid, int tid, const struct user_regs_struct *registers)
{
  long signal = 0;
  if ((long) registers->rax == -EINTR
      && ends_when_stopped (registers->orig_rax)
      && !(signal = make_call_again (pid, tid, registers)))
    return;
  ptrace (PTRACE_DETACH, tid, NULL, (void *) signal);
}

/* Whether process PID is the program still that WAY is for.  */
static bool
is_same_program (int pid, const struct way_in *way)
{
  unsigned char found[sizeof way->mark];
  return (read_process (pid, way->marked, found, sizeof found)
	  && memcmp (found, way->mark, sizeof found) == 0);
}

/* How often, and after what time, a thread is stopped again that was where it
   must not be.  */
#define TRIES 200
#define BETWEEN_TRIES 2000000

/* The caller is to end soon after.  */
static bool
call_in_thread (int pid, int tid, const struct way_in *way,
		unsigned long function, int *result)
{
  struct user_regs_struct registers;
  if (ptrace (PTRACE_SEIZE, tid, NULL, (void *) PTRACE_O_TRACESYSGOOD) != 0)
    return false;
  for (int i = 0; i < TRIES; i++)
    {
      if (!stop_thread (tid, PATIENCE))
	return false;
      if (!is_same_program (pid, way))
	return errno = ESTALE, false;
      if (ptrace (PTRACE_GETREGS, tid, NULL, &registers) == 0
	  && !in_restartable_sequence (pid, tid, registers.rip)
	  && !in_dynamic_linker (pid, registers.rip))
	{
	  bool done = call_and_restore (pid, tid, way, function, result);
	  int error = errno;
	  let_go (pid, tid, &registers);
	  errno = error;
	  return done;
	}
      ptrace (PTRACE_CONT, tid, NULL, NULL);
      pause_for (BETWEEN_TRIES);
    }
  errno = EAGAIN;
  return false;
}

/* The same, in a process that is gone afterwards.  0, or what errno was.  */
static int
call_and_be_gone (int pid, int tid, const struct way_in *way,
		  unsigned long function, int *result)
{
  struct { int error, result; } *end;
  int status, error = ESRCH;
  end = mmap (NULL, sizeof *end, PROT_READ | PROT_WRITE,
	      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (end == MAP_FAILED)
    return errno;
  end->error = error;
  pid_t child = fork ();
  if (child == 0)
    {
      bool done = call_in_thread (pid, tid, way, function, &end->result);
      end->error = done ? 0 : errno;
      _exit (0);
    }
  if (child > 0)
    {
      waitpid (child, &status, 0);
      error = end->error;
      *result = end->result;
    }
  else
    error = errno;
  munmap (end, sizeof *end);
  return error;
}

/* How many threads are tried, or how often one is.  */
#define THREADS_TRIED 50

bool
call_in_process (int pid, const struct way_in *way, unsigned long function,
		 int *result)
{
  int error = ETIMEDOUT;
  /* One thread is as good as another.  */
  for (int i = 0; (error == ETIMEDOUT || error == ESRCH) && i < THREADS_TRIED;
       i++)
    {
      size_t count;
      int *threads = list_threads (pid, &count);
      if (!threads)
	return errno = ESRCH, false;
      error = call_and_be_gone (pid, threads[i % count], way, function, result);
      free (threads);
    }
  errno = error == ESTALE ? ESRCH : error;
  return error == 0;
}

#else

const char *
why_no_injection (void)
{
  return "this is done on x86-64 only so far";
}

bool
call_in_process (int pid, const struct way_in *way, unsigned long function,
		 int *result)
{
  (void) pid, (void) way, (void) function, (void) result;
  errno = ENOSYS;
  return false;
}

#endif
