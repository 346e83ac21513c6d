# memcheck, helgrind and drd find nothing and report no call of the system,
# dormant and active.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 400

not_emulated "valgrind is for programs of this machine"
need valgrind
cat > prog.c <<'END'
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
static jmp_buf place;
static int leaf (int n) { char *p = malloc (n); memset (p, 1, n); n += p[0]; free (p); return n; }
static void jump (int n) { if (leaf (n)) longjmp (place, 1); }
static void *body (void *p) { long i, sum = 0; for (i = 0; i < 50; i++) sum += leaf (i + 1); return (void *) sum; }
int main (void)
{
  pthread_t thread[3];
  int i, bad = 0;
  void *value;
  for (i = 0; i < 3; i++)
    pthread_create (&thread[i], 0, body, 0);
  if (setjmp (place) == 0)
    jump (5);
  for (i = 0; i < 3; i++)
    {
      pthread_join (thread[i], &value);
      bad += (long) value != 1325;
    }
  return bad;
}
END
for mode in $(modes_of "$TEST"); do
  run 0 "$CC" -g --profile -finstrument-gasp-functions=$mode -O1 -pthread prog.c -o prog
  for tool in memcheck $(often helgrind "helgrind drd"); do
    known=
    [ $tool = memcheck ] || known=--suppressions=$BUILD/share/gasp/gasp.supp
    run 0 valgrind -q --error-exitcode=9 --tool=$tool ./prog
    run 0 "$GASP" run -q -o profile-$mode-$tool valgrind -q --error-exitcode=9 \
      --tool=$tool $known ./prog
    hasnt err sigprocmask
  done
done
