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
static inline __attribute__ ((KIND)) void often (void)
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
/* This is not recorded, though functions that are inlined here may be.  */
__attribute__ ((noipa, no_instrument_function)) static void container (void)
{
  often ();
}
int
main (void)
{
  for (int i = 0; i < 2000000; i++)
    {
      CALL ();
      if (i % 1000000 == 999999)
	rarely ();
    }
}
END
"$STOCK" -O1 -shared -fPIC lib.c -o libspin.so || fail "no library"
for mode in $(modes_of "$TEST"); do
  case $mode in
  emitted) how="-DKIND=noipa -DCALL=often" ;;
  source) how="-DKIND=always_inline -DCALL=container" ;;
  esac
  run 0 "$CC" -g -O1 --profile -finstrument-gasp-functions=$mode $how prog.c -o prog \
    "$PWD/libspin.so"
  rm -rf profile
  run 0 "$GASP" run -q --budget=2% -o profile ./prog
  run 0 "$GASP" report profile
  has out '>= *[0-9]+ .*often'
  hasnt out 'called from rarely'
  case $MACHINE in
  x86_64*)
    has out '(time|time running) is (.*, )?~?[0-9.]+ % in spin, called from often'
    # Whose time, of which function: nearly all that it has.
    run 0 "$GASP" report --format=csv --view=tree --limit=0 profile
    rows '$1 == "tree" { id = $at["id"]; name[id] = $at["name"]
  		   by = name[$at["parent"]] " " name[id]
  		   time[by] += $at["running"]; all[name[id]] += $at["running"] }
      function want(by, of, least) {
        if (time[by] < least * all[of]) { print by, time[by], all[of]; bad = 1 }
      }
      END { want("often spin", "spin", .5); want("often leaf", "leaf", .2)
  	  want("pointed leaf", "leaf", .2)
  	  for (by in time) if (by ~ /^container /) bad = 1
  	  exit bad }' out || fail "$mode: other callers" ;;
  *) has out '(time|time running) is (.*, )?~?[0-9.]+ % in spin' ;;
  esac
done
