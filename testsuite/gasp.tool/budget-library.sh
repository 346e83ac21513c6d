# Where functions are switched off, samples say by whom a function was called: as the
# stack has it, in libraries and in the program, directly and through pointers.  What is
# not known of most of a library's function is not said.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "it takes long"
cat > lib.c <<'END'
void
spin (long n)
{
  for (volatile long i = 0; i < n; i++)
    continue;
}
END
cat > prog.c <<'END'
extern void spin (long);
typedef void function (int);
__attribute__ ((noipa)) static void leaf (int n)
{
  for (volatile int i = 0; i < n; i++)
    continue;
}
__attribute__ ((noipa)) static void pointed (int n)
{
  leaf (n);
  __asm__ ("");
}
static function *volatile by_pointer = pointed;
__attribute__ ((noipa)) static void often (void)
{
  char unused[64];
  __asm__ ("" : : "r" (unused) : "memory");
  spin (200);
  leaf (100);
  by_pointer (100);
  __asm__ ("");
}
__attribute__ ((noipa)) static void rarely (void)
{
  spin (20000000);
  __asm__ ("");
}
int
main (void)
{
  for (int i = 0; i < 2000000; i++)
    {
      often ();
      if (i % 1000000 == 999999)
	rarely ();
    }
}
END
"$STOCK" -g -O1 -shared -fPIC lib.c -o libspin.so || fail "no library"
run 0 "$CC" -g -O1 --profile prog.c -o prog "$PWD/libspin.so"
run 0 "$GASP" run -q --budget=2% -o profile ./prog
run 0 "$GASP" report profile
has out '>= *[0-9]+ .*often'
hasnt out 'called from rarely'
case $MACHINE in
x86_64*)
  has out 'time( running)? is ~?[0-9.]+ % in spin, called from often'
  # Whose time, of which function: nearly all that it has.
  run 0 "$GASP" report --format=csv --view=tree --limit=0 profile
  awk -F, '{ gsub (/"/, "") } $1 == "table" { for (i = 1; i <= NF; i++) at[$i] = i }
    $1 == "tree" { id = $at["id"]; name[id] = $at["name"]
		   by = name[$at["parent"]] " " name[id]
		   time[by] += $at["self"]; all[name[id]] += $at["self"] }
    function want(by, of, least) {
      if (time[by] < least * all[of]) { print by, time[by], all[of]; bad = 1 }
    }
    END { want("often spin", "spin", .6); want("often leaf", "leaf", .3)
	  want("pointed leaf", "leaf", .3)
	  exit bad }' out || fail "other callers" ;;
*) has out 'time( running)? is ~?[0-9.]+ % in spin' ;;
esac
