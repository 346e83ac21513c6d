# Allocations stay exact once they are only counted: calls, bytes, leaks, frees
# by other threads, in children, and while a handler interrupts.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > many.c <<'END'
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define N 5000
static void *blocks[N];
static volatile int ticks;
void *volatile sink;

__attribute__ ((noipa)) static void tick (void) { ticks++; }
static void handler (int sig) { tick (); }

static void *
free_all (void *p)
{
  for (int i = 0; i < N; i++)
    free (blocks[i]);			/* OTHERS */
  return p;
}

int main (void)
{
  struct itimerval often = { { 0, 1000 }, { 0, 1000 } }, never = { { 0 } };
  pthread_t t;
  char *p = NULL;
  int status;
  signal (SIGALRM, handler);
  setitimer (ITIMER_REAL, &often, NULL);
  for (int i = 0; i < N; i++)
    {
      sink = malloc (10);		/* MALLOC */
      free (sink);			/* FREE */
      sink = calloc (3, 7);		/* CALLOC */
      free (sink);
      sink = malloc (1), free (sink), sink = malloc (2), free (sink); /* LINE */
      sink = strdup ("four");		/* STRDUP */
      free (sink);
      p = realloc (p, i % 100 + 1);	/* REALLOC */
      blocks[i] = malloc (8);		/* BLOCKS */
      if (i % 5 == 0)
        sink = malloc (16);		/* LEAK */
    }
  free (p);
  p = malloc (100);			/* STAYS */
  for (int i = 0; i < N; i++)
    sink = realloc (p, (size_t) -1 / 4); /* FAILS */
  sink = malloc (50);
  sink = realloc (sink, 0);
  free (p);				/* AFTERWARDS */
  setitimer (ITIMER_REAL, &never, NULL);
  if (fork () == 0)
    {
      for (int i = 0; i < N; i++)
	{
	  free (blocks[i]);		/* CHILD */
	  blocks[i] = malloc (32);	/* CHILDS */
	}
      _exit (0);
    }
  wait (&status);
  pthread_create (&t, 0, free_all, 0);
  pthread_join (t, 0);
  return status;
}
END
run 0 "$CC" -O1 -g --profile -w -pthread many.c -o many
export GASP_MEMORY=exact
profile 0 ./many
run 0 "$GASP" report --format=csv --view=memory profile
cp out memory

# allocations LINE EVENT CALLS BYTES: at the place of LINE, all columns together.
# Those of free are in a table of their own.
allocations ()
{
  line=$(grep -n "/\* $1 \*/" many.c | cut -d: -f1)
  got=$(awk -F, -v event="\"$2\"" -v where="\"many.c:$line\"" '
    $1 == (event == "\"free\"" ? "\"deallocations\"" : "\"allocations\"") \
    && $5 == event && $6 == where {
      calls += $3; bytes += $2 }
    END { print calls + 0, bytes + 0 }' memory)
  [ "$got" = "$3 $4" ] || { cat memory; fail "$1: $got, and not $3 $4"; }
}
allocations MALLOC malloc 5000 50000
allocations FREE free 5000 50000
allocations CALLOC malloc 5000 105000
allocations LINE malloc 10000 15000
allocations LINE free 10000 15000
allocations STRDUP malloc 5000 25000
allocations REALLOC realloc 5000 252500
allocations BLOCKS malloc 5000 40000
allocations LEAK malloc 1000 16000
allocations FAILS realloc 5000 0
allocations AFTERWARDS free 1 100
allocations OTHERS free 5000 40000
allocations CHILDS malloc 5000 160000

# What is not freed, by whom: in the child its own blocks, and in the parent
# those that leak.
left=$(awk -F, '$1 == "\"leaks\"" { blocks += $3; bytes += $2 }
		END { print blocks, bytes }' memory)
[ "$left" = "6000 176000" ] || { cat memory; fail "left: $left"; }
