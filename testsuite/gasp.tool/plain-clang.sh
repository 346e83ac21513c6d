# Functions and lines of what Clang compiled, which no table of addresses is of
# (.debug_aranges), alone and beside what GCC did; and with debugging information in files
# beside the objects (.dwo).
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
for clang in clang clang-19 clang-18 clang-16 clang-14 none; do
  command -v $clang > /dev/null && break
done
need $clang
cat > work.c <<'END'
static inline __attribute__ ((always_inline)) void
inner (long n)
{
  for (volatile long i = 0; i < n; i++);	/* hot */
}
void
outer (long n)
{
  inner (n);
}
END
cat > main.c <<'END'
extern void outer (long);
int main (void) { outer (100000000); }
END
"$STOCK" -g -O1 -c main.c -o main.o || fail "GCC"
$clang -g -O1 -c work.c -o work.o 2> log || { cat log; unsupported "no Clang"; }
for parts in "work.c main.c" "work.o main.o" "-gsplit-dwarf work.c main.c"; do
  # shellcheck disable=SC2086
  "$clang" -g -O1 $parts -o prog || fail "$parts"
  rm -rf profile
  run 0 "$GASP" run -q -o profile ./prog
  run 0 "$GASP" report profile
  has out "in inner \(work.c:2\)"
  has out "hottest .*work.c:$(grep -n hot work.c | cut -d: -f1) in inner"
  has out "outer +work.c:7"
done
