# A record with bits flipped: every field of the header, the segments' heads and
# their first elements, one at a time, and hundreds of them at once: a message
# or a report, valid in its format, never a crash, never without end.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 400

. "$HERE/../lib/profile.sh"
example
profile_apart 3 ./prog threads
record=$(ls profile/*.gasp)
cat > flip.c <<'EOF'
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <fcntl.h>
#include <unistd.h>
#include "record.h"
/* flip REPORTER RECORD STEP: whether all damages are survived, and one in STEP of
   some kinds is tried.  */
static const char *const formats[] = { "text", "json", "csv", "html" };
static char *data;
static long size;
static int bad, tried;
static unsigned long seed = 1;
static unsigned next (void)
{
  seed = seed * 6364136223846793005ul + 1442695040888963407ul;
  return seed >> 33;
}
static void try (const char *reporter, const char *what, long at)
{
  const char *format = formats[tried % 4];
  int status, fd = open ("flipped/x.gasp", O_WRONLY | O_CREAT | O_TRUNC, 0666);
  pid_t pid;
  if (write (fd, data, size) != size)
    exit (2);
  close (fd);
  if ((pid = fork ()) == 0)
    {
      dup2 (open ("said", O_WRONLY | O_CREAT | O_TRUNC, 0666), 2);
      alarm (60);
      execl (reporter, reporter, "report", "-f", format, "-o",
	     tried % 4 == 1 ? "report" : "/dev/null", "flipped", (char *) 0);
      _exit (99);
    }
  waitpid (pid, &status, 0);
  if (!WIFEXITED (status) || WEXITSTATUS (status) > 1
      || (tried % 4 == 1 && WEXITSTATUS (status) == 0
	  && system ("./json < report > said.json")))
    {
      printf ("%s at %ld, %s: status %#x\n", what, at, format, status);
      bad++;
    }
  tried++;
}
static void change (const char *reporter, long at)
{
  static const unsigned char masks[] = { 1, 0x80, 0xff };
  int mask = masks[next () % 3];
  data[at] ^= mask;
  try (reporter, "a byte", at);
  data[at] ^= mask;
}
int main (int argc, char **argv)
{
  FILE *f = fopen (argv[2], "rb");
  long at, i, n;
  long step = atol (argv[3]), stride = step > 12 ? 4 : 1;
  char *kept;
  fseek (f, 0, SEEK_END);
  size = ftell (f);
  rewind (f);
  data = malloc (size);
  kept = malloc (size);
  if (fread (data, 1, size, f) != size)
    return 2;
  for (i = 0; i < size; i++)
    kept[i] = data[i];
  for (at = 0; at < sizeof (struct gasp_record_header); at += step)
    change (argv[1], at);
  for (i = 0; i < gasp_record_segment_count (size); i++)
    {
      n = gasp_record_segment_offset (i);
      /* Of each head, all bytes or some, others in the next.  */
      for (at = n + i % stride; at < n + 12; at += stride)
	change (argv[1], at);
      for (at = n + 64 + 8 * (i % step); at < n + 400 && at < size; at += 8 * step / 3)
	change (argv[1], at);
    }
  for (n = 1; n <= 60; n += stride)
    {
      for (i = 0; i < 4 * n; i++)
	{
	  /* Where something is written.  */
	  at = gasp_record_segment_offset (next () % gasp_record_segment_count (size));
	  at += next () % 1000;
	  if (at < size)
	    data[at] ^= 1 << next () % 8;
	}
      try (argv[1], "many bits", n);
      for (i = 0; i < size; i++)
	data[i] = kept[i];
    }
  printf ("%d damages, %d bad\n", tried, bad);
  return bad || tried < 1200 / step;
}
EOF
run 0 gcc -O1 -I"$SOURCE/shared" flip.c -o flip
run 0 gcc "$SOURCE/testsuite/tools/json.c" -o json
mkdir flipped
run 0 ./flip "$GASP" "$record" $(often 40 3)
