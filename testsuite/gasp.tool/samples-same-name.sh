# A library's function that is called as one of the program's is another one: its time
# is not the program's function's.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
not_emulated "samples"
cat > library.c <<'END'
static volatile double x;
__attribute__ ((noipa)) void
work (void)
{
  for (int i = 0; i < 100000; i++)
    x += i;
}
__attribute__ ((noipa)) void library (void) { work (); }
END
cat > prog.c <<'END'
extern void library (void);
static int count;
__attribute__ ((noinline)) static void
work (void)
{
  count++;
  library ();
}
int
main (void)
{
  for (int i = 0; i < 400; i++)
    work ();
  return count != 400;
}
END
run 0 gcc -g -O1 -fPIC -shared library.c -o liblibrary.so
run 0 "$CC" --profile -g -O1 prog.c -o prog -L. -llibrary "-Wl,-rpath,$PWD"
run 0 "$GASP" run -q -o profile ./prog
table flat profile
# running FILE: of all functions that are called work, or of the one in FILE.
running ()
{
  awk -F, -v file="${1-}" '{ gsub (/"/, "") }
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    NR > 1 && $at["function"] ~ /work/ && (!file || $at["file"] == file) {
      found = 1; sum += $at["running"] }
    END { if (found) printf "%.0f\n", sum }' table.csv
}
own=$(running prog.c) all=$(running)
[ -n "$own" ] && [ "$all" -gt $((10 * own)) ] \
  || { cat table.csv; fail "work of prog.c: $own of $all"; }
