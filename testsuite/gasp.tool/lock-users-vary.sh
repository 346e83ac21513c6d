# A function whose frame has any size may take locks, also at the end of a stack: what is
# behind that is never read, and nobody is taken for its user.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static ucontext_t back, co;
static volatile int sink;
/* Takes the lock, with a frame of any size.  */
__attribute__ ((noipa)) static void
take (int n)
{
  char room[n];
  memset (room, n, n);
  sink += room[n / 2];
  pthread_mutex_lock (&m); /* TAKE */
}
__attribute__ ((noipa)) static void
use (int n)
{
  take (n); /* USE */
  sink++;
  pthread_mutex_unlock (&m);
}
static void
small (void)
{
  for (int i = 0; i < 100; i++)
    use (8);
}
int
main (void)
{
  enum { SIZE = 65536 };
  char *stack = mmap (NULL, 2 * SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect (stack + SIZE, SIZE, PROT_NONE);
  for (int i = 0; i < 100; i++)
    use (1700);
  getcontext (&co);
  co.uc_stack.ss_sp = stack;
  co.uc_stack.ss_size = SIZE;
  co.uc_link = &back;
  makecontext (&co, small, 0);
  swapcontext (&back, &co);
  puts ("done");
  return 0;
}
END
line () { grep -n "/\* $1 \*/" prog.c | cut -d : -f 1; }
for level in -O0 -O1 -O2; do
  run 0 "$CC" -g $level --profile prog.c -o prog -pthread
  rm -rf profile
  run 0 "$GASP" run -q --threads=yes -o profile ./prog
  has out '^done$'
  table team-locks profile
  awk -F, '{ gsub (/"/, "") }
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    NR > 1 { print $at["location"]; all += $at["taken"] }
    END { print "in all", all }' table.csv > got
  has got '^in all 200$'
  ! grep -v -e "^prog.c:$(line TAKE)$" -e "^prog.c:$(line USE)$" -e '^in all' got \
    || fail "$level: others are taken for users"
done
