# What a function does after calls of others that call nothing is its own, and not
# recording.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
need python3
cat > prog.c <<'EOF'
static volatile int x;
__attribute__ ((noipa)) static void leaf (void) { x++; }
__attribute__ ((noipa)) static void
work (void)
{
  for (int i = 0; i < 100000; i++)
    leaf ();
  for (int i = 0; i < 1000; i++)
    {
      leaf ();
      for (volatile int j = 0; j < 200000; j++)
	;
    }
}
int
main (void)
{
  work ();
  return 0;
}
EOF
run 0 "$CC" -O1 --profile -finstrument-gasp-functions=emitted prog.c -o prog
for mode in --exact --budget=10%; do
  profile 0 $mode ./prog
  run 0 "$GASP" report --format=json --limit=0 profile
  python3 - out <<'EOF' || exit 1
import json, sys
tables = json.load (open (sys.argv[1]))
work = sum (row["running"] for row in tables["flat"] if row["name"] == "work")
processor = sum (row["processor"] for row in tables["threads"])
print ("work", work, "of", processor)
sys.exit (work < processor * .8)
EOF
done
