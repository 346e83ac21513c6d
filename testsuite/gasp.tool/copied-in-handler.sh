# Processes made past the C library's fork by a signal handler, at each instruction of a
# thread's first call and of later ones, thus also where the handler interrupted the
# recording: child and parent go on from there, and neither damages the record of the
# other.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 600

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
[ "$(uname -m)" = x86_64 ] || unsupported "no trap after each instruction"
cat > prog.c <<'END'
#include "steps.h"
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int is_child, children, failed;

UNSEEN static void
copy (int number)
{
  (void) number;
  pid_t pid = _Fork ();
  if (pid)
    {
      int status;
      children++;
      failed += waitpid (pid, &status, 0) != pid || status != 9 << 8;
    }
  else
    is_child = 1;
}

/* A handler that is a function with events itself.  */
KEEP static void
copy_seen (int number)
{
  copy (number);
}

UNSEEN static void
after_step (void)
{
  if (!is_child)
    return;
  wrong += work (100) != 5050;
  _exit (wrong ? 1 : 9);
}

UNSEEN static void *
first (void *at)
{
  step_through_work (*(int *) at);
  after_step ();
  wrong += work (100) != 5050;
  return NULL;
}

UNSEEN static void *
later (void *steps)
{
  wrong += work (100) != 5050 || work_of_next (100) != 5050;
  for (int at = 0; at < *(int *) steps && !step_through_work (at); at += EVERY)
    after_step ();
  after_step ();
  return NULL;
}

int
main (int argc, char **argv)
{
  struct sigaction trap = { .sa_sigaction = trapped, .sa_flags = SA_SIGINFO };
  struct sigaction user = { .sa_handler = argc > 1 ? copy_seen : copy };
  (void) argv;
  sigaddset (&trap.sa_mask, SIGUSR1);
  sigaction (SIGTRAP, &trap, NULL);
  sigaction (SIGUSR1, &user, NULL);
  for (int at = 0; at < 4000; at += at < 1500 ? EVERY : 5 * EVERY)
    in_thread (first, at);
  in_thread (later, 2000);
  printf ("wrong %d, %d of the children failed\n", wrong, failed);
  return children ? 3 : 4;
}
END
# stepped MODE EVERY OPTIONS [WORD]: with every so many instructions.
stepped ()
{
  run 0 "$CC" -O1 -w -D_GNU_SOURCE -DEVERY=$2 -I"$HERE/../gasp.ways" -pthread \
    -finstrument-gasp -finstrument-gasp-functions=$1 prog.c -o prog
  rm -rf profile
  # shellcheck disable=SC2086
  run 3 timeout 240 "$GASP" run -q $3 -o profile ./prog ${4-}
  has out '^wrong 0, 0 of the children failed$'
  run 0 timeout 60 "$GASP" report --format=csv --view=flat --output=csv profile
  hasnt err 'damaged|cut short|lead nowhere'
}

stepped emitted "$(often 131 3)" ''
for options in --timing=all --trace --record-limit=2M; do
  stepped emitted "$(often 431 37)" $options
done
stepped source "$(often 431 37)" ''
stepped emitted "$(often 431 37)" '' seen
