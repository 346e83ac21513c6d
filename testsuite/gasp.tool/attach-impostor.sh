# gasp attach to a process that only claims to have libgasp: what it says of itself is
# not believed.  A message, and nothing is removed that gasp attach has not made.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/attach.sh"
not_emulated "gasp attaches to programs of this machine"
[ "$(uname -m)" = x86_64 ] || unsupported "gasp attach is for x86-64"
cat > impostor.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "attachment.h"
struct gasp_attachment gasp_gcc_attachment;
char gasp_gcc_attach_stack[GASP_ATTACH_STACK_SIZE];
int wanted_result, wanted_state;
/* As libgasp's: the number and result of calls are told, and the command awaited.  */
asm (".text\n.globl __gasp_call\n"
     "__gasp_call:\n"
     "call *%rax\n"
     "movl %eax, gasp_gcc_attachment+20(%rip)\n"
     "incl gasp_gcc_attachment+16(%rip)\n"
     "1: pause\n"
     "jmp 1b\n");
_Static_assert (offsetof (struct gasp_attachment, calls) == 16, "");
_Static_assert (offsetof (struct gasp_attachment, result) == 20, "");
int
gasp_gcc_attach (void)
{
  gasp_gcc_attachment.state = wanted_state;
  return wanted_result;
}
int
gasp_gcc_detach (void)
{
  return wanted_result;
}
/* RESULT STATE TOOL SETTING  */
int
main (int argc, char **argv)
{
  struct gasp_attachment *a = &gasp_gcc_attachment;
  wanted_result = (int) strtol (argv[1], NULL, 0);
  wanted_state = (int) strtol (argv[2], NULL, 0);
  strcpy (a->tool, argv[3]);
  memset (a->settings, 'x', sizeof a->settings);
  strcpy (a->settings, argv[4]);
  a->version = GASP_ATTACH_VERSION;
  a->size = sizeof *a;
  a->ready = 1;
  write (1, "ready\n", 6);
  while (access ("stop", F_OK))
    usleep (1000);
}
END
run 0 gcc -w -include stddef.h -I"$SOURCE/shared" impostor.c -o impostor
unset GASP_OUTPUT
mkdir victim

# impostor STATUS REGEXP RESULT STATE TOOL SETTING: gasp attach, and then detach.
impostor ()
{
  start ./impostor "$3" "$4" "$5" "$6"
  attach "$1" -w 1
  has err "$2"
  got=0
  timeout 60 "$GASP" detach $process > out 2> err || got=$?
  [ $got -le 1 ] || { cat err; fail "gasp detach ended with $got"; }
  finish 0
  [ -d victim ] || fail "a directory of somebody else's was removed"
}

for result in 5 -1 0x7fffffff -0x80000000; do
  impostor 1 'process .*answers what this gasp does not know' $result 0 '' ''
  if ls -d gasp-out* 2> /dev/null; then fail "a directory for nothing"; fi
done
impostor 1 'nothing in it is instrumented' 3 0 tool GASP_OUTPUT=victim
impostor 1 'nothing in it is instrumented' 3 0 tool "GASP_OUTPUT=$PWD/victim"
impostor 1 'has not made a record in victim' 0 3 tool GASP_OUTPUT=victim
impostor 1 'has not made a record in /nowhere' 0 3 tool GASP_OUTPUT=/nowhere
for state in -1 77; do
  impostor 0 'has not come to an instrumented function yet' 0 $state tool GASP_OUTPUT=x
done

# A pipe stands where its file was.
start ./impostor 0 0 '' ''
rm impostor
mkfifo 'impostor (deleted)'
attach 1
has err 'has no libgasp that can be found'
finish 0
