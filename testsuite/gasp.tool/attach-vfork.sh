# gasp attach to a process some of whose threads wait in vfork, where nothing
# interrupts them.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/attach.sh"
not_emulated "gasp attaches to programs of this machine"
cat > prog.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int is_over (void) { return access ("stop", F_OK) == 0; }
__attribute__ ((noipa)) static int function (int n) { return n + 1; }

static void *
body (void *unused)
{
  write (1, "ready\n", 6);
  while (!is_over ())
    {
      function (1);
      usleep (100);
    }
  return unused;
}

int
main (int argc, char **argv)
{
  pthread_t thread;
  int status = 0;
  if (argc > 1)
    pthread_create (&thread, NULL, body, NULL);
  else
    puts ("ready"), fflush (stdout);
  pid_t child = vfork ();
  if (child == 0)
    {
      while (!is_over ())
	usleep (1000);
      _exit (4);
    }
  waitpid (child, &status, 0);
  if (argc > 1)
    pthread_join (thread, NULL);
  return WEXITSTATUS (status) + 1;
}
END
run 0 "$CC" -O1 -finstrument-gasp-functions=source prog.c -pthread -o prog
start ./prog thread
attach 0 -o at
sleep 0.1
finish 5
run 0 "$GASP" report --view=flat at
has out ' function '

# With no other thread.
start ./prog
attach 1
has err 'none of its threads can be stopped'
finish 5
