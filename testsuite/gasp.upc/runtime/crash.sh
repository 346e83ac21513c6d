# Who crashes says of what, in which calls, and where the other threads are; status
# and handlers are the program's own.
#
# SPDX-License-Identifier: Apache-2.0

need addr2line
not_emulated "addr2line is of this machine"
cat > prog.upc <<'EOF'
#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <upc.h>
shared int *p;
shared [] int *q;
shared int *wild (void)
{
  char bits[sizeof (shared int *)];
  shared int *result;
  memset (bits, 0x2a, sizeof bits);
  memcpy (&result, bits, sizeof bits);
  return result;
}
static int
endless (int n)
{
  volatile char room[100];
  room[n % 100] = n;
  return endless (n + 1) + room[3];
}
static void handle (int number) { _exit (number == SIGSEGV ? 9 : 8); }
volatile int zero, result;
int x[10];
static void
fault (const char *what)
{
  if (!strcmp (what, "read")) result = *p;		/* read */
  if (!strcmp (what, "write")) *p = 1;			/* write */
  if (!strcmp (what, "get")) upc_memget (x, q, sizeof x); /* get */
  if (!strcmp (what, "wild")) *wild () = 1;		/* wild */
  if (!strcmp (what, "local")) *(volatile int *) 64 = 1; /* local */
  if (!strcmp (what, "abort")) abort ();		/* abort */
  if (!strcmp (what, "assert")) assert (zero);		/* assert */
  if (!strcmp (what, "stack")) result = endless (1);	/* stack */
  if (!strcmp (what, "divide")) result = 5 / zero;	/* divide */
  if (!strcmp (what, "trap")) __builtin_trap ();	/* trap */
  if (!strcmp (what, "free"))
    {
      q = upc_alloc (4);
      upc_free (q);
      upc_free (q);					/* free */
    }
  if (!strcmp (what, "own"))
    {
      signal (SIGSEGV, handle);
      result = *p;
    }
}
void step (const char *what) { fault (what); }		/* STEP */
int
main (int argc, char **argv)
{
  upc_barrier;
  if (MYTHREAD == THREADS - 1)
    step (argv[1]);					/* MAIN */
  upc_barrier;						/* WAIT */
  return 0;
}
EOF
line_of () { grep -n "/\* $1 \*/" prog.upc | cut -d : -f 1; }

# dies STATUS WHAT MESSAGE: with each of $NUMBERS threads.
dies ()
{
  for threads in $NUMBERS; do
    run "$1" sh -c './prog "$@"; exit $?' sh -n $threads "$2"
    has err "libupc: thread $((threads - 1))$3"
    has err "^libupc:   prog.upc:$(line_of "$2") in fault"
    has err "^libupc:   prog.upc:$(line_of STEP) in step"
    has err "^libupc:   prog.upc:$(line_of MAIN) in main"
    hasnt err 'src/libupc|addr2line'
  done
  [ $threads = 1 ] || has err "^libupc: thread [01] is .*prog.upc:[0-9]+ in main"
}

for options in '' --conduit=loopback --profile '-O2 -fno-optimize-sibling-calls'; do
  # shellcheck disable=SC2086
  run 0 "$UPCC" -g $options prog.upc -o prog
  NUMBERS='1 3'
  dies 139 read ' used a null pointer-to-shared'
  dies 139 get ' used a null pointer-to-shared'
  dies 139 write ' used a null pointer-to-shared'
  dies 139 wild '( used a pointer-to-shared where nothing is|: an invalid pointer was used)'
  dies 139 local ': a null pointer was used .SIGSEGV'
  dies 134 abort ': it was aborted .SIGABRT'
  dies 134 assert ': it was aborted .SIGABRT'
  dies 136 divide ': an integer was divided by zero .SIGFPE'
  dies 1 free ': upc_free: '
  run 9 sh -c './prog "$@"; exit $?' sh -n 3 own
  hasnt err 'in fault'
  run 139 sh -c './prog -n 2 stack; exit $?'
  has err 'libupc: thread 1: its stack is full .SIGSEGV.*ulimit -s'
  has err '  prog.upc:[0-9]+ in endless, [0-9]+ times'
  has err "  prog.upc:$(line_of MAIN) in main"
done

# What a function does last is its call.
cat > last.upc <<'EOF'
#include <upc.h>
shared int a[THREADS];
static void __attribute__ ((noipa)) twice (void) { upc_free (&a[0]); }
int main (void) { twice (); return 0; }
EOF
run 0 "$UPCC" -g -O2 last.upc -o last
run 1 ./last -n 1
has err '^libupc:   last.upc:3 in twice$'

# Names at least, without -g or addr2line.
run 0 "$UPCC" -O0 prog.upc -o prog
run 139 sh -c './prog -n 2 read; exit $?'
has err '  in fault'
has err 'compiled with -g'
run 139 sh -c 'PATH=/nowhere ./prog -n 2 read; exit $?'
has err 'thread 1 used a null pointer-to-shared'
has err 'cannot be told: addr2line'

# All at once: one tells of all.
cat > all.upc <<'EOF'
#include <upc.h>
shared int *p;
int main (void) { return p[0]; }
EOF
run 0 "$UPCC" -g all.upc -o all
run 139 sh -c './all -n 4; exit $?'
count 1 err 'used a null'

# So does the profile: of a signal, and of a mistake.
run 0 "$UPCC" -g -O2 --profile prog.upc -o prog
in_profile ()
{
  rm -rf gasp-out
  run "$1" sh -c '"$0" run ./prog "$@"; exit $?' "$BUILD/bin/gasp" -n 3 "$2"
  run 0 "$BUILD/bin/gasp" report
  has out "The program $3 \(UPC thread 2, pid [0-9]+\): $4, at prog.upc:$(line_of "$2") in fault\.$"
  has out "started .*: $(echo "$3" | sed "s,was \|ended with ,,") \(UPC thread 2\)$"
  hasnt out 'in (poll|waitpid)'
}
in_profile 139 read 'was killed by SIGSEGV' 'it used a null pointer-to-shared'
in_profile 136 divide 'was killed by SIGFPE' 'an integer was divided by zero \(SIGFPE\)'
in_profile 1 free 'ended with exit status 1' 'upc_free: .* freed before'
run 0 "$BUILD/bin/gasp" report --view=tree
has out 'crash +prog.upc:'
