# A program that becomes another user, or changes its root, goes on being recorded: the record grows although it cannot be opened any more, and the trace; if the disk is full, that costs a message.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
[ "$(id -u)" = 0 ] || unsupported "not root"
cat > server.c <<'END'
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#define KEEP __attribute__ ((noipa))
KEEP void serve (unsigned path);
KEEP void zero (unsigned path) { serve (path / 2); __asm__ (""); }
KEEP void one (unsigned path) { serve (path / 2); __asm__ (""); }
KEEP void serve (unsigned path)
{
  if (path > 1)
    (path % 2 ? one : zero) (path);
  __asm__ ("");
}
static int
leave (const char *how)
{
  if (!strcmp (how, "setuid"))
    return setgid (65534) || setuid (65534) || geteuid () != 65534;
  if (!strcmp (how, "setresuid"))
    return setresgid (1, 1, 1) || setresuid (65534, 65534, 65534);
  if (!strcmp (how, "chroot"))
    return chroot ("empty") || chdir ("/");
  return 0;
}
int
main (int argc, char **argv)
{
  if (leave (argv[1]))
    return 2;
  for (unsigned path = 0; path < 8000; path++)
    serve (path);
  puts ("served");
  return 0;
}
END
mkdir empty
# Others cannot come to the record.
chmod 700 .
run 0 "$CC" -O1 -finstrument-gasp-functions=emitted server.c -o server
for how in stay setuid setresuid chroot; do
  rm -rf profile
  run 0 "$GASP" run -q --trace -o profile ./server $how
  has out '^served$'
  [ ! -s err ] || fail "$how: $(cat err)"
  run 0 "$GASP" report --format=csv --view=tree profile
  # Each number's bits are a path, from the lowest, and so are their beginnings.
  [ "$(grep -c '"void serve' out)" = 15998 ] || fail "$how: $(grep -c '"void serve' out) paths"
  run 0 "$GASP" report profile
  hasnt out '^ *messages'
  run 0 "$GASP" trace --format=text -o trace.text profile
  grep -c 'void serve' trace.text > "traced.$how"
  cmp -s traced.stay "traced.$how" || fail "$how: the trace differs"
  # What was not needed takes no room.
  [ "$(du -k profile/*.gasp | cut -f1)" -lt 6000 ] || fail "$how: $(du -k profile)"
done

mkdir small
mount -t tmpfs -o size=900k tmpfs small 2> mount.err || exit 0
trap 'umount "$SCRATCH/small"' EXIT
for how in setuid chroot; do
  run 0 "$GASP" run -q -o small/profile ./server $how
  has out '^served$'
  has err 'record full: it cannot grow: No space left on device'
  run 0 "$GASP" report small/profile
  has out 'messages .*it cannot grow: No space left on device'
  rm -rf small/profile
done
