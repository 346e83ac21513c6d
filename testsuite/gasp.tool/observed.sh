# What an observer saw divides the time that is known: of calls that were counted, of
# their caller, and of recording, which is nobody's.  The parts make the whole, and
# each has the error that so many looks have.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END'
#define OUT __attribute__ ((noipa))
OUT int leaf (int n) { for (volatile int i = 0; i < n; i++); return n; }
OUT int other (int n) { for (volatile int i = 0; i < n; i++); return n; }
OUT int caller (void) { int sum = 0; for (int i = 0; i < 50; i++) sum += leaf (1000) + other (1000); return sum; }
int main (void) { return caller () + caller () == 0; }
END
cat > set-looks.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "record.h"
static char *base;
#define AT(type, ref) ((type *) (base + ((unsigned long) (ref) << 3)))
/* FILE, and for each function: NAME OBSERVED OWN-TIME COST LOOKS.  */
int main (int argc, char **argv)
{
  FILE *f = fopen (argv[1], "r+");
  fseek (f, 0, SEEK_END);
  long size = ftell (f);
  base = malloc (size);
  rewind (f);
  if (fread (base, size, 1, f) != 1)
    return 1;
  for (size_t i = 0; i < gasp_record_segment_count (size); i++)
    {
      struct gasp_record_segment *s = (void *) (base + gasp_record_segment_offset (i));
      struct gasp_record_node *n = (void *) (s + 1);
      for (; s->kind == GASP_RECORD_NODES && (char *) n < (char *) (s + 1) + s->used; n++)
	{
	  const char *name
	    = AT (struct gasp_record_string, AT (struct gasp_record_place, n->place)->name)->text;
	  n->own_time = n->cost = n->looks = n->asked = 0;
	  for (int i = 2; i + 4 < argc; i += 5)
	    if (strstr (name, argv[i]))
	      {
		n->period = atoi (argv[i + 1]);
		if (n->period)
		  n->ticks = 0;
		n->own_time = atoll (argv[i + 2]);
		n->cost = atoll (argv[i + 3]);
		n->looks = atoi (argv[i + 4]);
	      }
	}
    }
  rewind (f);
  return fwrite (base, size, 1, f) != 1 || fclose (f);
}
END
run 0 gcc -I"$SOURCE/shared" -I"$SOURCE/include" set-looks.c -o set-looks
run 0 "$CC" -O1 -finstrument-gasp-functions=emitted prog.c -o prog
run 0 "$GASP" run -q --timing=all -o profile ./prog

# read_times OPTION...: what the report has.
read_times ()
{
  run 0 "$GASP" report --format=csv --view=flat --output=csv "$@" profile
  leaf=$(figure self 'int leaf(int)')
  leaf_error=$(figure self_error 'int leaf(int)')
  other=$(figure self 'int other(int)')
  caller=$(figure self 'int caller(void)')
  total=$(figure total 'int caller(void)')
  main=$(figure total 'int main(void)')
}

# is WHAT NOW EXPRESSION: NOW is that, to some nanoseconds.
is ()
{
  awk "BEGIN { off = $2 - ($3); exit !(off * off <= 16) }" \
    || fail "$1: $2, not $3 = $(awk "BEGIN { print $3 }")"
}

# Without any look, all is as it was timed.
run 0 ./set-looks profile/*.gasp
read_times
whole=$total whole_other=$other
[ "$leaf" -gt 0 ] && [ "$other" -gt 0 ] || fail "$leaf, $other"
is 'parts' $((leaf + other + caller)) $whole
is 'no error' $leaf_error 0

# Counted calls, their caller and recording share what is not the timed other's.
run 0 ./set-looks profile/*.gasp leaf 1 5000 1000 50 caller 0 3000 1000 30
read_times
is leaf $leaf "($whole - $whole_other) * 0.5"
is caller $caller "($whole - $whole_other) * 0.3"
is other $other $whole_other
is total $total "$whole - ($whole - $whole_other) * 0.2"
is error $leaf_error "1.96 * ($whole - $whole_other) * sqrt (0.5 * 0.5 / 100)"
[ "$(figure self_estimated 'int leaf(int)')" = 1 ] || fail "an error of a fifth is not marked"
run 0 "$GASP" report profile
has out 'more was spent in recording'
has out '~[0-9.]+ [mµnu]?s .*leaf'
read_times --with-costs
is 'leaf with costs' $leaf "($whole - $whole_other) * 0.6"
is 'total with costs' $total $whole

# More looks, less error: below a twentieth there is no mark.
run 0 ./set-looks profile/*.gasp leaf 1 500000 100000 5000 caller 0 300000 100000 3000
read_times
is error $leaf_error "1.96 * ($whole - $whole_other) * sqrt (0.5 * 0.5 / 10000)"
[ "$(figure self_estimated 'int leaf(int)')" = 0 ] || fail "an error of 2 % is marked"

# A timed function is a region of its own, of which looks tell what recording took.
run 0 ./set-looks profile/*.gasp other 0 9000000 1000000 9
read_times
awk "BEGIN { part = $other / $whole_other; exit !(part > 0.6 && part < 0.97) }" \
  || fail "other: $other of $whole_other, with recording left out"
[ "$(figure self_error 'int other(int)')" -gt 0 ] || fail 'no error of other'
run 0 ./set-looks profile/*.gasp leaf 1 18446744073709551615 18446744073709551615 4294967295
read_times
[ "$leaf" -ge 0 ] && [ "$leaf" -le "$whole" ] || fail "leaf: $leaf"
