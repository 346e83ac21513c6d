# A process that clone makes gets a record of its own also where its stack is two
# pages, as of GoogleTest's death tests.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END'
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
__attribute__ ((noinline)) static int
leaf (int n)
{
  return n + 1;
}
static int
child (void *unused)
{
  (void) unused;
  for (int i = 0; i < 100; i++)
    if (leaf (i) != i + 1)
      _exit (1);
  _exit (7);
}
int
main (void)
{
  size_t page = sysconf (_SC_PAGESIZE);
  char *at = mmap (NULL, 4 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  int status;
  if (at == MAP_FAILED || mprotect (at + page, 2 * page, PROT_READ | PROT_WRITE))
    return 2;
  pid_t pid = clone (child, at + 3 * page, SIGCHLD, NULL);
  if (pid < 0 || waitpid (pid, &status, 0) != pid)
    return 3;
  if (!WIFEXITED (status) || WEXITSTATUS (status) != 7)
    {
      printf ("status %x\n", status);
      return 4;
    }
  return 0;
}
END
for mode in source emitted; do
  run 0 "$CC" -O1 -finstrument-gasp-functions=$mode prog.c -o prog
  run 0 ./prog
  rm -rf profile
  run 0 "$GASP" run -q -o profile ./prog
  run 0 "$GASP" report --format=csv profile
  has out '^.*leaf.*,100,|100.*leaf'
done
