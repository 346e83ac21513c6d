# Which functions and lines page faults come from: as many as the program and the kernel
# count, within the error that the report gives, with and without instrumentation.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END'
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#define OUT __attribute__ ((noipa))
static const size_t size = 4096 * 10000l;
static long
faults (void)
{
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}
OUT static char *
map (void)
{
  char *p = mmap (0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  madvise (p, size, MADV_NOHUGEPAGE);
  return p;
}
OUT static void
touch (volatile char *p)
{
  for (size_t i = 0; i < size; i += 4096)
    p[i] = 1; /* touches */
}
OUT static void
fill (char *p)
{
  memset (p, 1, size);
}
/* Of some of these, there are page faults alone, and no time.  */
#define BRUSH(N) OUT static void brush##N (volatile char *p) \
  { for (int i = 0; i < 400; i++) p[(N * 400 + i) * 4096] = 1; }
BRUSH (0) BRUSH (1) BRUSH (2) BRUSH (3) BRUSH (4) BRUSH (5) BRUSH (6) BRUSH (7)
int
main (void)
{
  char *brushed = map ();
  brush0 (brushed); brush1 (brushed); brush2 (brushed); brush3 (brushed);
  brush4 (brushed); brush5 (brushed); brush6 (brushed); brush7 (brushed);
  long before = faults ();
  touch (map ());
  long between = faults ();
  for (int i = 0; i < 3; i++)
    {
      char *p = map ();
      fill (p);
      munmap (p, size);
    }
  printf ("%ld %ld %ld\n", between - before, faults () - between, faults ());
  return 0;
}
END

# like NAME FIELD TRUTH: what the table says, within its error.
like ()
{
  seen=$(field name "$1" "$2") error=$(field name "$1" faults_error)
  [ "$2" = faults ] || error=$((${3%.*} / 5))
  most "$1's $2" "$seen" $(($3 + error + 199))
  least "$1's $2" "$seen" $(($3 - error - 199))
}

# time_of WHAT TIME: it is that of the profile.
time_of ()
{
  most "$1's time" "$2" $((whole + whole / 500))
  least "$1's time" "$2" $((whole - whole / 500))
}

check ()
{
  rm -rf profile
  run 0 "$GASP" run -q -o profile "./$1"
  read -r touched filled all < out
  run 0 "$GASP" report profile
  grep -q 'samples .*perf events' out || unsupported "no perf events"
  table faults profile faults
  like touch faults "$touched"
  like fill total_faults "$filled"
  sum=$(awk -F, '{ gsub (/"/, "") } NR > 1 { s += $2 } END { print s }' table.csv)
  least "all page faults" "$sum" "$all"
  # Exported times are whole.
  whole=$("$GASP" report --format=json --view=tree profile | sed -n 's/.*"total_time": \([0-9]*\).*/\1/p')
  run 0 "$GASP" report --format=pprof --output=out.pprof profile
  run 0 ./pprof out.pprof
  time_of "pprof" "$(awk '{ s += $2 } END { printf "%.0f", s }' out)"
  run 0 "$GASP" report --format=tau --output=tau profile
  time_of "TAU" "$(sed -n '/CALLPATH/d; s/^".*" [0-9]* [0-9]* \([0-9.]*\) .*/\1/p' tau/profile.0.0.0 \
    | awk '{ s += 1000 * $1 } END { printf "%.0f", s }')"
  table fault-lines profile faults
  at=prog.c:$(grep -n '/[*] touches' prog.c | cut -d: -f1)
  grep "\"$at\",\"touch\"" table.csv || fail "no line of touch"
}
run 0 "$STOCK" "$HERE/../tools/pprof.c" -o pprof
run 0 "$STOCK" -O1 -g prog.c -o plain
check plain
run 0 "$CC" -O1 -g --profile prog.c -o prog
check prog

# Where they are most of the time, that is the function's, however long it goes on.
cat > many.c <<'END'
#include <sys/mman.h>
static const size_t size = 4096 * 10000l;
__attribute__ ((noipa)) static void
look (volatile char *p)
{
  for (size_t i = 0; i < size; i += 4096)
    (void) p[i];
}
int
main (void)
{
  char *p = mmap (0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  madvise (p, size, MADV_NOHUGEPAGE);
  for (int i = 0; i < 220; i++)
    {
      look (p);
      madvise (p, size, MADV_DONTNEED);
    }
  return 0;
}
END
run 0 "$STOCK" -O1 -g many.c -o many
rm -rf profile
run 0 "$GASP" run -q -o profile ./many
table flat profile flat
least "look's per cent" "$(field name look running_percent)" 80
