# A record cut short at every length near an edge of its structure, and at many
# others, in all formats: a message or a report, never a crash.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
example
profile_apart 3 ./prog threads
record=$(ls profile/*.gasp)
size=$(wc -c < "$record")
# One process a length would take longer than all the reading.
cat > cut.c <<'EOF'
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "record.h"
/* cut REPORTER RECORD SIZE: whether each cut is survived.  */
static const char *const formats[] = { "text", "json", "csv", "html" };
static int bad, tried;
static void try (const char *reporter, long length)
{
  static int lengths;
  const char *format = formats[tried % 4];
  int status;
  pid_t pid;
  if (lengths++ % EVERY)
    return;
  tried++;
  if (truncate ("cut/x.gasp", length))
    exit (2);
  if ((pid = fork ()) == 0)
    {
      dup2 (open ("said", O_WRONLY | O_CREAT | O_TRUNC, 0666), 2);
      alarm (60);
      execl (reporter, reporter, "report", "-f", format, "-o", "/dev/null", "cut", (char *) 0);
      _exit (99);
    }
  waitpid (pid, &status, 0);
  if (!WIFEXITED (status) || WEXITSTATUS (status) > 1)
    {
      printf ("%ld bytes, %s: status %#x\n", length, format, status);
      bad++;
    }
}
int main (int argc, char **argv)
{
  long size = atol (argv[2]), edge, i, n;
  /* From long to short: the file is cut further and further.  */
  static const long within[] = { 72, 71, 65, 64, 63, 32, 9, 8, 7, 4, 1, 0, -1, -8 };
  for (n = gasp_record_segment_count (size); n-- > 0;)
    {
      edge = gasp_record_segment_offset (n);
      /* Some elements of it.  */
      for (i = 0; i < 8; i++)
	if (edge + 700 - 83 * i < size)
	  try (argv[1], edge + 700 - 83 * i);
      for (i = 0; i < sizeof within / sizeof *within; i++)
	if (edge + within[i] >= 0 && edge + within[i] < size)
	  try (argv[1], edge + within[i]);
    }
  printf ("%d lengths, %d bad\n", tried, bad);
  return bad || tried < 100 / EVERY;
}
EOF
run 0 gcc -DEVERY="$(often 6 1)" -I"$SOURCE/shared" cut.c -o cutter
mkdir cut
cp "$record" cut/x.gasp
run 0 ./cutter "$GASP" "$size"
# The header byte by byte, which is where most is decided.
for length in $(seq 0 "$(often 12 4)" 120) 591; do
  head -c "$length" "$record" > cut/x.gasp
  run 1 "$GASP" report cut
  has err 'x.gasp (is too short|is cut short|is empty|has a damaged header)'
  [ ! -s out ] || fail "a report of $length bytes"
done
