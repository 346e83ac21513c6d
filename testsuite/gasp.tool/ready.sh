# On a busy machine, a thread waits for a processor most of the time: in the functions in
# which it runs, whether these are recorded, were left out, or are a library's.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
need taskset
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END'
#include <string.h>
static volatile int counter;
static char text[20000];
static volatile size_t all;
static void tiny (void) { counter++; }
static void often (void)
{
  for (int i = 0; i < 3000000; i++)
    tiny ();
}
static void measure (void)
{
  memset (text, 'x', sizeof text - 1);
  for (int i = 0; i < 400000; i++)
    all += strlen (text);
}
int main (void)
{
  often ();
  measure ();
  return 0;
}
END
run 0 "$CC" -g -O1 -fno-builtin --profile prog.c -o prog
processor=$(taskset -cp $$ | sed 's/.*: *\([0-9]*\).*/\1/')
taskset -c "$processor" sh -c 'i=0; while [ $i -lt 9999999 ]; do i=$((i + 1)); done' \
  > other.log 2>&1 &
other=$!
run 0 taskset -c "$processor" "$GASP" run -q -o profile ./prog
kill $other || :
table flat profile
of () { field name "$1" "$2" | head -n 1; }
whole=$(of main total)
echo "main took $whole ns"
for name in main measure often; do
  least "$name's own time without the processor is small" "$((whole / 8))" \
    "$(awk "BEGIN { printf \"%.0f\", $(of $name self) - $(of $name running) }")"
done
least "strlen is most of measure" "$(of strlen total)" \
  "$(awk "BEGIN { printf \"%.0f\", 0.8 * $(of measure total) }")"
