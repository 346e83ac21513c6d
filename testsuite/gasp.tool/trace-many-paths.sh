# A trace finds the way through many thousands of call paths, whose nodes are far
# from each other in the record, forwards and backwards.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > paths.c <<'END'
#define EACH(DO) DO (0) DO (1) DO (2) DO (3) DO (4) DO (5) DO (6) DO (7) DO (8) DO (9)
#define NAME(n) f##n,
#define DEFINE(n) \
  __attribute__ ((noipa)) static void f##n (int depth) { walk (depth); }
#define DECLARE(n) static void f##n (int);
EACH (DECLARE)
static void (*const all[]) (int) = { EACH (NAME) };
__attribute__ ((always_inline)) static inline void
walk (int depth)
{
  for (int i = 0; depth && i < 10; i++)
    all[i] (depth - 1);
}
EACH (DEFINE)
int
main (void)
{
  walk (2);
  walk (3);
  walk (4);
  walk (4);
  return 0;
}
END
run 0 "$CC" -O1 --profile paths.c -o paths
run 0 "$GASP" run -q --trace -o profile ./paths
run 0 "$GASP" trace -f text -o text profile
# Calls come in their order, at each depth.
awk 'BEGIN { depth = 0 }
     / \+ void f[0-9]/ {
	match ($0, /f[0-9]/)
	n = substr ($0, RSTART + 1, 1)
	if (n != next_at[depth] + 0) { print "not in order: " $0; exit 1 }
	next_at[depth] = (n + 1) % 10
	depth++; calls++
     }
     / - void f[0-9]/ { depth-- }
     END { exit !(calls == 2 * 11110 + 1110 + 110 && depth == 0) }' text || fail 'the way through the paths'
