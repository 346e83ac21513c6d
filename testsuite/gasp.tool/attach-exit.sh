# A program that was attached to, but did not come to an instrumented function
# until it was detached from, ends: what its sites went to is still there, as a
# thread may be in it that has not had a processor since.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/attach.sh"
not_emulated "gasp attaches to programs of this machine"
cat > keeps.c <<'END'
#include <unistd.h>
const void *volatile stub;
/* After those of the executable.  */
__attribute__ ((destructor)) static void
look (void)
{
  int ends[2];
  if (!stub || pipe (ends))
    return;
  if (write (ends[1], stub, 1) == 1)
    write (2, "kept\n", 5);
  else
    write (2, "gone\n", 5);
}
END
cat > prog.c <<'END'
#include <string.h>
#include <unistd.h>
extern const void *volatile stub;
__attribute__ ((noipa)) int f (int n) { return n + 1; }
/* What the call goes to that F begins with; null if it does not.  */
__attribute__ ((noipa, no_instrument_function)) static const void *
called (const unsigned char *f)
{
  int distance;
  for (int i = 0; i < 10; i++)
    if (f[i] == 0xe8)
      {
	memcpy (&distance, f + i + 1, sizeof distance);
	return f + i + 5 + distance;
      }
  return NULL;
}
int
main (void)
{
  const void *now;
  write (1, "ready\n", 6);
  while (!(now = called ((const unsigned char *) f)))
    usleep (1000);
  stub = now;
  write (1, "attached\n", 9);
  while (access ("stop", F_OK))
    usleep (1000);
  return called ((const unsigned char *) f) ? 1 : f (6);
}
END
run 0 gcc -w -O1 -shared -fPIC keeps.c -o libkeeps.so
for mode in source emitted; do
  run 0 "$CC" -w -O1 -finstrument-gasp-functions=$mode prog.c -L. -lkeeps \
    -Wl,-rpath,"$PWD" -o prog
  start ./prog
  attach 0 -w 0 -o at
  has err 'has not come to an instrumented function'
  wait_until grep -q '^attached$' process.out
  run 0 "$GASP" detach $process
  finish 7
  has process.err '^kept$'
done
