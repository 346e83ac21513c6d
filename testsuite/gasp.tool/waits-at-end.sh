# A wait that goes on as the program ends is in the function that waits, also where
# its kind of events is left out.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
[ "$(uname -m)" = x86_64 ] || unsupported "callers are known on x86-64 only"
"$GASP" doctor | grep -q 'libdw.*no' && unsupported "no libdw"
cat > prog.c <<'END'
#include <poll.h>
#include <pthread.h>
#include <unistd.h>
static int ends[2];
static volatile int sink;
__attribute__ ((noipa)) static void
await (int ms)
{
  struct pollfd one = { .fd = ends[0], .events = POLLIN };
  poll (&one, 1, ms);
  sink++;
}
__attribute__ ((noipa)) static void *
serve (void *ready)
{
  for (int i = 0; i < 300000; i++)
    await (0);
  await (1);
  if (write (*(int *) ready, "", 1) == 1)
    await (-1);
  return ready;
}
int
main (void)
{
  pthread_t thread;
  int ready[2];
  char c;
  if (pipe (ends) || pipe (ready))
    return 1;
  pthread_create (&thread, NULL, serve, &ready[1]);
  while (read (ready[0], &c, 1) != 1)
    ;
  usleep (500000);
  return 0;
}
END
for options in -finstrument-gasp-functions=emitted --profile
do
  run 0 "$CC" $options -O2 -g prog.c -o prog -pthread
  rm -rf profile
  recorded 0 --budget=0 ./prog
  "$GASP" report --format=csv --view=tree --limit=0 profile > out
  "$GASP" report --view=tree --limit=0 profile > tree
  grep -A 3 -- '-await' tree | grep -q 'poll (not returned)' \
    || { cat tree; fail "with $options, poll is not what waits"; }
  rows '$1 == "tree" && $at["name"] ~ /^poll/ { waits += $at["waiting"] }
	END { exit waits < 4e8 }' out || { cat tree; fail "with $options, it waits elsewhere"; }
done
