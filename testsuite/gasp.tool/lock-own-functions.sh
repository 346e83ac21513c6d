# Where threads wait is recorded in programs that have functions of the C library's names,
# which nobody but the program calls.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END'
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <dlfcn.h>
/* Returns whether CALLER is in a library of GASP's.  */
static int
is_gasp (void *caller)
{
  Dl_info info;
  if (!dladdr (caller, &info) || !info.dli_fname)
    return 0;
  for (const char *c = info.dli_fname; *c; c++)
    if (c[0] == 'l' && c[1] == 'i' && c[2] == 'b' && c[3] == 'g' && c[4] == 'a'
	&& c[5] == 's' && c[6] == 'p')
      return 1;
  return 0;
}
#define OURS(type, name, params, ...)					\
  __attribute__ ((noipa)) type name params					\
  {										\
    if (is_gasp (__builtin_return_address (0)))				\
      {										\
	static const char text[] = "libgasp called " #name "\n";		\
	write (2, text, sizeof text - 1);					\
	_exit (9);								\
      }										\
    __VA_ARGS__									\
  }
OURS (size_t, strlen, (const char *a), size_t n = 0; while (a[n]) n++; return n;)
OURS (int, strcmp, (const char *a, const char *b),
      while (*a && *a == *b) a++, b++; return *a - *b;)
OURS (int, strncmp, (const char *a, const char *b, size_t n),
      while (n && *a && *a == *b) a++, b++, n--; return n ? *a - *b : 0;)
OURS (char *, strchr, (const char *a, int c),
      while (*a && *a != c) a++; return *a == c ? (char *) a : 0;)
OURS (char *, strrchr, (const char *a, int c), char *found = 0;
      do if (*a == c) found = (char *) a; while (*a++); return found;)
OURS (char *, getenv, (const char *name), size_t n = strlen (name);
      for (char **e = environ; *e; e++)
	if (!strncmp (*e, name, n) && (*e)[n] == '=') return *e + n + 1;
      return 0;)
OURS (int, open, (const char *path, int how, int mode),
      return syscall (SYS_openat, -100, path, how, mode);)
OURS (ssize_t, read, (int file, void *to, size_t n),
      return syscall (SYS_read, file, to, n);)
OURS (int, close, (int file), return syscall (SYS_close, file);)
OURS (void *, mmap, (void *at, size_t n, int p, int f, int file, long o),
      return (void *) syscall (SYS_mmap, at, n, p, f, file, o);)
OURS (int, munmap, (void *at, size_t n), return syscall (SYS_munmap, at, n);)
OURS (int, mprotect, (void *at, size_t n, int p),
      return syscall (SYS_mprotect, at, n, p);)
OURS (int, madvise, (void *at, size_t n, int p),
      return syscall (SYS_madvise, at, n, p);)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *
body (void *unused)
{
  pthread_mutex_lock (&lock);
  pthread_mutex_unlock (&lock);
  return unused;
}
int
main (void)
{
  pthread_t thread;
  pthread_mutex_lock (&lock);
  pthread_create (&thread, NULL, body, NULL);
  usleep (50000);
  pthread_mutex_unlock (&lock);
  pthread_join (thread, NULL);
  return strcmp ("a", "b") + 4;
}
END
for options in --profile -fno-builtin; do
  compiler=$CC
  [ $options = --profile ] || compiler=gcc
  run 0 $compiler $options -w -fno-builtin -g -O1 prog.c -o prog -pthread -rdynamic
  rm -rf profile
  run 3 ./prog
  run 3 "$GASP" run -q -o profile ./prog
  "$GASP" report --view=locks profile > locks
  has locks 'lock.*pthread_mutex|pthread_mutex.*lock'
done
