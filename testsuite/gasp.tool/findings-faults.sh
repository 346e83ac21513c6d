# Page faults are named where they take much of the time, with what makes them fewer, and
# not where memory is touched once and then used.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END'
#include <stdlib.h>
#include <sys/mman.h>
static const size_t size = 16 << 20;
static char *
take (void)
{
  char *p = mmap (0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  madvise (p, size, MADV_NOHUGEPAGE);
  return p;
}
__attribute__ ((noipa)) static void
touch (volatile char *p)
{
  for (size_t i = 0; i < size; i += 4096)
    p[i]++; /* touches */
}
int
main (int count, char **arguments)
{
  char *p = take ();
  int rounds = atoi (arguments[1]);
  for (int i = 0; i < rounds; i++)
    {
      touch (p);
      if (count > 2)
	{
	  munmap (p, size);
	  p = take ();
	}
    }
  return 0;
}
END
run 0 "$STOCK" -O1 -g prog.c -o prog
for way in anew once; do
  rm -rf profile
  # shellcheck disable=SC2046
  run 0 "$GASP" run -q -o profile ./prog $([ $way = anew ] && echo 100 anew || echo 5000)
  run 0 "$GASP" report profile
  grep -q 'samples .*perf events; by timers\|samples .*perf events' out \
    || unsupported "no perf events"
  if [ $way = anew ]; then
    at=prog.c:$(grep -n '/[*] touches' prog.c | cut -d: -f1)
    has out "[4-9][0-9] % of the time( running)? is page faults, .* in touch \\($at\\):"
    has out "taken anew"
  else
    hasnt out "page faults"
  fi
done
