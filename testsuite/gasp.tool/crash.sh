# A program that is killed: gasp run says in which calls it was, and its other threads;
# its status stays.
#
# SPDX-License-Identifier: Apache-2.0

cat > prog.c <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
volatile int zero, done;
int *volatile nothing;
static int
deep (int n)
{
  volatile char room[100];
  room[n % 100] = n;
  return deep (n + 1) + room[3];
}
static void
fault (const char *what)
{
  if (!strcmp (what, "null")) zero = *nothing;
  if (!strcmp (what, "abort")) abort ();		/* ABORT */
  if (!strcmp (what, "assert")) assert (zero);
  if (!strcmp (what, "divide")) zero = 5 / zero;
  if (!strcmp (what, "stack")) zero = deep (1);
  if (!strcmp (what, "trap")) __builtin_trap ();
  if (!strcmp (what, "term")) raise (SIGTERM);
  if (!strcmp (what, "kill")) raise (SIGKILL);
  if (!strcmp (what, "int")) raise (SIGINT);
  if (!strcmp (what, "exit")) exit (134);
  if (!strcmp (what, "often"))
    zero = *nothing;
}
static void step (const char *what) { fault (what); }
static void often (void) { done++; }
static void *
work (void *what)
{
  step (what);
  return what;
}
int
main (int argc, char **argv)
{
  pthread_t thread;
  for (int i = 0; i < 100000; i++)
    often ();
  if (argc == 2)
    step (argv[1]);
  else if (!strcmp (argv[2], "thread"))
    {
      pthread_create (&thread, NULL, work, argv[1]);
      pthread_join (thread, NULL);
    }
  else if (!fork ())
    step (argv[1]);
  wait (NULL);
  return 3;
}
EOF
run 0 "$CC" -w -g -O0 --profile -pthread prog.c -o prog
line_of () { grep -n "$1" prog.c | head -1 | cut -d : -f 1; }
step=$(line_of 'void step')
fault=$(($(line_of '^fault') + 0))

# killed STATUS WHAT SIGNAL
killed ()
{
  rm -rf profile
  run "$1" sh -c '"$@"; exit $?' sh "$GASP" run -o profile ./prog "$2"
  has err "^gasp: prog .process [0-9]+. was killed by $3 in these calls:"
  has err '^gasp:   fault .prog.c:[0-9]+'
  has err "^gasp:   step .prog.c:$step"
  has err '^gasp:   main .prog.c:'
  has err '^gasp: recorded 1 process'
}
[ -n "$RUNNER" ] || killed 139 null SIGSEGV
killed 134 abort SIGABRT
has err "^gasp:   abort at prog.c:$(line_of ABORT)"
killed 134 assert SIGABRT
if [ "${MACHINE%%-*}" = x86_64 ] && [ -z "$RUNNER" ]; then
  killed 136 divide SIGFPE
  killed 132 trap SIGILL
  killed 139 stack SIGSEGV
  has err '^gasp:   deep .prog.c:[0-9]+., [0-9]+ times'
fi

# Who ends it from outside wants one line.
for pair in 143:term:SIGTERM 137:kill:SIGKILL; do
  what=${pair#*:}
  rm -rf profile
  run ${pair%%:*} sh -c '"$@"; exit $?' sh "$GASP" run -o profile ./prog ${what%:*}
  has err "^gasp: prog .* was killed by ${what#*:} in fault .* < step .* < main "
done

# Nothing is said where nobody asks.
rm -rf profile
run 130 sh -c '"$@"; exit $?' sh "$GASP" run -o profile ./prog int
hasnt err 'killed'
rm -rf profile
run 134 sh -c '"$@"; exit $?' sh "$GASP" run -q -o profile ./prog abort
hasnt err '^gasp'
rm -rf profile
run 134 "$GASP" run -o profile ./prog exit
hasnt err 'killed'

# Threads, of which one that called abort is known, and others are not; and a child.
rm -rf profile
run 134 sh -c '"$@"; exit $?' sh "$GASP" run -o profile ./prog abort thread
has err '^gasp: prog .* was killed by SIGABRT in these calls:'
has err '^gasp:   work .prog.c'
has err '^gasp:   thread 0 was in (pthread_join < )?main .prog.c'
rm -rf profile
run 139 sh -c '"$@"; exit $?' sh "$GASP" run --threads=no -o profile ./prog null thread
has err '^gasp: prog .* was killed by SIGSEGV; any of its threads may be the cause:'
has err '^gasp:   thread 1 was in fault .* < step .* < work'
rm -rf profile
run 3 "$GASP" run -o profile ./prog trap child
count 1 err 'was killed'
has err '^gasp: prog .* was killed in these calls:'
has err '^gasp:   fault '
run 0 "$GASP" report profile
