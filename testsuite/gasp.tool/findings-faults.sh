# Page faults are named where they take much of the time, with what makes them fewer, and
# not where memory is touched once and then used.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
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
  struct rusage r;
  getrusage (RUSAGE_SELF, &r);
  double user = r.ru_utime.tv_sec + r.ru_utime.tv_usec / 1e6;
  double system = r.ru_stime.tv_sec + r.ru_stime.tv_usec / 1e6;
  printf ("%.0f\n", 100 * system / (user + system));
  return 0;
}
END
run 0 "$STOCK" -O1 -g prog.c -o prog
for way in anew once; do
  rm -rf profile
  # shellcheck disable=SC2046
  run 0 "$GASP" run -q -o profile ./prog $([ $way = anew ] && echo 30 anew || echo 1500)
  by_system=$(cat out)
  run 0 "$GASP" report profile
  grep -q 'samples .*perf events; by timers\|samples .*perf events' out \
    || unsupported "no perf events"
  if [ $way = anew ]; then
    at=prog.c:$(grep -n '/[*] touches' prog.c | cut -d: -f1)
    has out "[0-9][0-9] % of the time( running)? is page faults, .* in touch \\($at\\):"
    # The system's account has munmap and the like, too.
    found=$(sed -n 's/.*~\([0-9]*\) % of the time.* is page faults.*/\1/p' out)
    least "part by page faults" "$found" $((by_system - 15))
    most "part by page faults" "$found" $((by_system + 10))
    has out "taken anew"
  else
    hasnt out "page faults"
  fi
done
