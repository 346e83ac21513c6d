# Records that their program damages while it runs: gasp run ends when the program does, as
# the program does.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "record.h"
__attribute__ ((noipa)) int leaf (int n) { return n + 1; }
static void
spin (void)
{
  int n = 0;
  for (int i = 0; i < 300; i++)
    {
      n = leaf (n);
      usleep (1000);
    }
}
#define AT(type, ref) ((type *) (base + ((size_t) (ref) << 3)))
int
main (int argc, char **argv)
{
  glob_t found;
  struct stat st;
  leaf (1);
  if (glob ("profile/*.gasp", 0, NULL, &found))
    return 1;
  int file = open (found.gl_pathv[0], O_RDWR);
  fstat (file, &st);
  char *base = mmap (NULL, st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  struct gasp_record_header *header = (void *) base;
  struct gasp_record_thread *thread = AT (struct gasp_record_thread, header->latest_thread);
  char *how = argv[1];
  spin ();
  if (!strcmp (how, "cycle"))
    {
      /* A second element, far from the first, that is its own predecessor.  */
      struct gasp_record_thread *other = (void *) (base + 400000);
      *other = *thread;
      other->before = header->latest_thread = 400000 / 8;
    }
  else if (!strcmp (how, "outside"))
    header->latest_thread = ~0u;
  else if (!strcmp (how, "before"))
    thread->before = ~0u;
  else if (!strcmp (how, "at"))
    thread->at = ~0u;
  else if (!strcmp (how, "task"))
    thread->tid = 1;
  else if (!strcmp (how, "pipe"))
    mkfifo ("profile/pipe.gasp", 0600);
  else if (!strcmp (how, "cut"))
    {
      /* Recording itself does not survive that.  */
      ftruncate (file, strtol (argv[2], NULL, 0));
      usleep (300000);
      syscall (SYS_exit_group, 5);
    }
  spin ();
  return 5;
}
END
# Recording usleep, or samples, would not survive that, either.
export GASP_THREADS=no GASP_SAMPLE=none
run 0 "$CC" --profile -w -I"$SOURCE/shared" prog.c -o prog

# hostile WORD...: all at once; each sleeps most of the time.
begun=
hostile ()
{
  name=$(echo "$*" | tr ' ' _)
  begun="$begun $name"
  mkdir "$name"
  (
    cd "$name"
    got=0
    timeout -s KILL 40 "$GASP" run -q --exact -o profile ../prog "$@" > out 2> err || got=$?
    echo $got > status
  ) &
}

hostile nothing
for how in cycle outside before at task pipe \
  'cut 0' 'cut 4096' 'cut 65536' 'cut 131072'; do
  # shellcheck disable=SC2086
  hostile $how
done
wait
# The program is not held up, and what became of it is said.
for name in $begun; do
  [ "$(cat $name/status)" = 5 ] || { cat $name/err; fail "$name: gasp run ended with $(cat $name/status)"; }
done
