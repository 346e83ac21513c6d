# gasp attach to programs that have little stack: small threads, signal stacks.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/attach.sh"
not_emulated "gasp attaches to programs of this machine"
cat > prog.c <<'END'
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define KEEP __attribute__ ((noipa))

KEEP static int leaf (int n) { return n + 1; }
static int is_over (void) { return access ("stop", F_OK) == 0; }

/* On a thread's stack, the smallest there is.  */
static void *
on_smallest (void *argument)
{
  write (1, "ready\n", 6);
  for (int n = 0; !is_over (); n = leaf (n))
    usleep (100);
  return argument;
}

static void
smallest (void)
{
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init (&attributes);
  pthread_attr_setstacksize (&attributes, PTHREAD_STACK_MIN);
  pthread_create (&thread, &attributes, on_smallest, NULL);
  pthread_join (thread, NULL);
}

/* In handlers, on a signal stack with nothing below it.  */
static void handle (int n) { leaf (n); }

static void
signals (void)
{
  enum { SIZE = 8192, GUARD = 65536 };
  char *area = mmap (NULL, GUARD + SIZE, PROT_NONE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack_t stack = { .ss_sp = area + GUARD, .ss_size = SIZE };
  mprotect (stack.ss_sp, SIZE, PROT_READ | PROT_WRITE);
  sigaltstack (&stack, NULL);
  sigaction (SIGUSR1, &(struct sigaction) { .sa_handler = handle,
					    .sa_flags = SA_ONSTACK }, 0);
  write (1, "ready\n", 6);
  for (int n = 0; n % 100 || !is_over (); n++)
    raise (SIGUSR1);
  leaf (0);
}

int
main (int argc, char **argv)
{
  if (argc < 2)
    return 1;
  if (!strcmp (argv[1], "smallest"))
    smallest ();
  if (!strcmp (argv[1], "signals"))
    signals ();
  return 7;
}
END

# has_leaves: the record has.
has_leaves ()
{
  "$GASP" report at > report.out 2> report.err && grep -q leaf report.out
}

for mode in $(modes_of "$TEST"); do
  run 0 "$CC" -O1 -finstrument-gasp-functions=$mode prog.c -pthread -o prog
  for how in smallest signals; do
    for turn in 1 2 3; do
      start ./prog $how
      attach_again --sample=time
      # In handlers nobody knows what may be called: the tool is not loaded.
      [ $how != smallest ] || wait_until has_leaves
      finish 7
      has_leaves || fail "$how: $(cat report.*)"
    done
  done
done
