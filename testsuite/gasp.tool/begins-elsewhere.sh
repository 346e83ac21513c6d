# Threads whose first instrumented call is on a stack of the program's own, side
# by side with others and, for the first thread, with what the kernel places
# there too: what is called on one is not within what is called on the other.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > stacks.c <<'END'
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { SIZE = 1 << 16 };
static __thread ucontext_t contexts[2], back;
extern void upper (void), lower (void);

void yield_to (int to) { swapcontext (&contexts[!to], &contexts[to]); }
void finish (void) { setcontext (&back); }

void *
run_both (void *stacks)
{
  for (int i = 0; i < 2; i++)
    {
      getcontext (&contexts[i]);
      contexts[i].uc_stack.ss_sp = (char *) stacks + (1 - i) * SIZE;
      contexts[i].uc_stack.ss_size = SIZE;
      makecontext (&contexts[i], i ? lower : upper, 0);
    }
  swapcontext (&back, &contexts[0]);
  return NULL;
}

static void *
map (void)
{
  return mmap (NULL, 2 * SIZE, PROT_READ | PROT_WRITE,
	       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

int
main (int argc, char **argv)
{
  pthread_t thread;
  int with_thread = argc > 1, below = argc > 2;
  void *stacks = below ? NULL : map ();
  if (!with_thread)
    return run_both (stacks), 0;
  if (below)
    {
      /* Memory that is asked for later is below what is there.  */
      pthread_attr_t attributes;
      char *own = map ();
      pthread_attr_init (&attributes);
      pthread_attr_setstack (&attributes, own, 2 * SIZE);
      pthread_create (&thread, &attributes, run_both, map ());
    }
  else
    pthread_create (&thread, NULL, run_both, stacks);
  return pthread_join (thread, NULL);
}
END
cat > prog.c <<'END'
#define OUT __attribute__ ((noipa))
extern void yield_to (int), finish (void);
OUT int leaf (int n) { return n + 1; }
OUT static void work (int to) { leaf (to); yield_to (to); leaf (to); }
OUT static void begun (void) { leaf (1); }
OUT void upper (void) { work (1); leaf (2); work (1); finish (); }
OUT void lower (void) { begun (); work (0); leaf (2); work (0); }
END
# Lower's second work is left for good.
cat > right <<'END'
1 lower
1 lower/begun
1 lower/begun/leaf
1 lower/leaf
1 upper
1 upper/leaf
2 lower/work
2 upper/work
3 lower/work/leaf
4 upper/work/leaf
END
# The report has what takes longest in front, which differs from run to run: so
# each call with the way to it.
paths ()
{
  awk 'match ($0, /[0-9]+  [ |]*[|`]-[a-z]+  prog\.c/) {
    calls = line = substr ($0, RSTART, RLENGTH)
    sub (/ .*/, "", calls)
    sub (/^[0-9]+  /, "", line)
    sub (/  prog\.c/, "", line)
    depth = index (line, "-")
    name[depth] = substr (line, depth + 1)
    way = ""
    for (i = 2; i < depth; i += 2)
      way = way name[i] "/"
    print calls, way name[depth]
  }' | sort
}
run 0 "$CC" -O1 -c stacks.c
for mode in $(modes_of "$TEST"); do
  run 0 "$CC" -g -O1 -pthread -finstrument-gasp-functions=$mode prog.c stacks.o \
    -o prog
  for where in '' thread 'thread below'; do
    profile 0 ./prog $where
    run 0 "$GASP" report --view=tree profile
    paths < out > tree
    diff right tree || fail "$mode $where: $(cat out)"
  done
done
