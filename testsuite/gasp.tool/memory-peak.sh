# The peak is when it was, also between events that are not timed.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END'
#include <stdlib.h>
static void *volatile keep;
static volatile unsigned x;
static void work (void) { for (int i = 0; i < 200; i++) x = x * 1103515245 + 12345; }
static void take (void) { keep = malloc (10); }
int main (void)
{
  for (int i = 0; i < 50000; i++)
    {
      work ();
      take ();
    }
  return 0;
}
END
run 0 "$CC" -O2 -g --profile prog.c -o prog
profile 0 ./prog
run 0 "$GASP" report --format=json --view=processes profile
peak=$(sed -n 's/.*"peak_time": *\([0-9]*\).*/\1/p' out)
whole=$(sed -n 's/.*"duration": *\([0-9]*\).*/\1/p' out | tail -n 1)
[ "$peak" -gt $((whole / 2)) ] || fail "the peak is at $peak of $whole"

# The blocks are those of that moment.
cat > other.c <<'END'
#include <stdlib.h>
int main (void)
{
  void *small[1000];
  for (int i = 0; i < 1000; i++)
    small[i] = malloc (10);
  for (int i = 0; i < 1000; i++)
    free (small[i]);
  free (malloc (1 << 20));
  return 0;
}
END
run 0 "$CC" -O0 -g --profile other.c -o other
profile 0 --exact ./other
run 0 "$GASP" report --view=memory profile
has out 'peak 1\.00 MiB in 1 block '

# What was in use is more than what was allocated; also of a process that says nothing
# when it ends, and not of the one that it was before.
not_emulated "gasp runs programs of this machine"
[ "$(uname -m)" = x86_64 ] || unsupported "system calls of x86-64"
cat > large.c <<'END'
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
int main (int argc, char **argv)
{
  enum { SIZE = 64 << 20 };
  if (argc > 1 && !strcmp (argv[1], "small"))
    return 0;
  memset (mmap (0, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
	  1, SIZE);
  if (argc > 1 && !strcmp (argv[1], "silent"))
    __asm__ volatile ("syscall" : : "a" (SYS_exit_group), "D" (0));
  if (argc > 1)
    execl (argv[0], argv[0], "small", (char *) 0);
  return 0;
}
END
# resident HOW: what the processes of such a run had in use, in the file bytes.
resident ()
{
  rm -rf profile
  # shellcheck disable=SC2086
  run 0 "$GASP" run -q -o profile ./large $1
  run 0 "$GASP" report --format=json --view=processes profile
  sed -n 's/.*"resident": *\([0-9]*\).*/\1/p' out | sort -n > bytes
}
run 0 "$STOCK" -O1 large.c -o large
for how in "" silent exec; do
  resident "$how"
  most=$(tail -n 1 bytes)
  [ "$most" -ge 67108864 ] && [ "$most" -le 83886080 ] || fail "$most resident"
done
least=$(head -n 1 bytes)
[ "$least" -gt 0 ] && [ "$least" -lt 16777216 ] || fail "$least resident after exec"
