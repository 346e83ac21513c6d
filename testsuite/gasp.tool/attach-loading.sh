# A process that is forked while another thread loads the tool: it is not
# measured, and as before the attachment.  So is a program whose tool cannot be
# loaded.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/attach.sh"
not_emulated "gasp attaches to programs of this machine"
cat > forks.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "attachment.h"
#include "forks.h"

#define CODE 64
static char dormant[CODE];

void
remember (void)
{
  memcpy (dormant, (void *) function, CODE);
}

int
is_dormant (void)
{
  return memcmp (dormant, (void *) function, CODE) == 0;
}

static void
be_child (void)
{
  /* It may know already.  */
  int loading = (gasp_gcc_attachment.state == GASP_ATTACH_LOADING
		 || gasp_gcc_attachment.state == GASP_ATTACH_FAILED);
  alarm (20);
  int result = function (8);
  exit (result != 9 ? 1 : !loading ? 9 : is_dormant () ? 10 : 2);
}

void *
fork_often (void *unused)
{
  int loading = 0;
  while (access ("stop", F_OK) != 0)
    {
      int status = 0;
      pid_t child = fork ();
      if (child == 0)
	be_child ();
      waitpid (child, &status, 0);
      loading += status == 10 << 8;
      if (status != 9 << 8 && status != 10 << 8)
	{
	  printf ("a child's status is %x\n", status);
	  return unused;
	}
    }
  printf ("%d while loading\n", loading);
  return NULL;
}
END
cat > forks.h <<'END'
extern int function (int n);
extern void remember (void);
extern int is_dormant (void);
extern void *fork_often (void *);
END
cat > prog.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>
#include "forks.h"

__attribute__ ((noipa)) int function (int n) { return n + 1; }

int
main (int argc, char **argv)
{
  pthread_t thread;
  void *wrong = NULL;
  const struct rlimit no_more_files = { 3, 3 };
  remember ();
  if (argc > 1)
    pthread_create (&thread, NULL, fork_often, &thread);
  else
    setrlimit (RLIMIT_NOFILE, &no_more_files);
  write (1, "ready\n", 6);
  while (access ("stop", F_OK) != 0)
    {
      function (1);
      usleep (100);
    }
  if (argc > 1)
    pthread_join (thread, &wrong);
  else if (!is_dormant ())
    puts ("active");
  return wrong ? 1 : 7;
}
END
run 0 "$CC" -O1 -I"$HERE/../../shared" -c forks.c
for mode in $(modes_of "$TEST"); do
  run 0 "$CC" -O1 -w -finstrument-gasp-functions=$mode prog.c forks.o -pthread -o prog
  for turn in 1 2 3; do
    start ./prog forks
    # Loads PAPI, too, which takes its time.
    attach 0 --counters=perf::PAGE-FAULTS -w 10 -o at
    sleep 0.1
    finish 7
    cat process.out
    sort process.err | uniq -c
    hasnt process.out status
  done

  start ./prog
  attach 1
  has err 'cannot be measured'
  has process.err 'tool cannot be loaded'
  finish 7
  hasnt process.out active
done
