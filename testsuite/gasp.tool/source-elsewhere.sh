# Sources that the compiler was given by names below its directory are found from any
# other, also those without samples.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
mkdir -p project/src elsewhere
cat > project/src/work.c <<'END'
volatile int sink;
void
work (int n)
{
  for (int i = 0; i < n; i++)
    sink++;				/* HOT */
}
END
cat > project/src/main.c <<'END'
extern void work (int);
int
main (void)
{
  for (int i = 0; i < 100; i++)
    work (2000000);			/* CALL */
}
END
(cd project && run 0 "$CC" -g -O1 --profile src/main.c src/work.c -o prog)
cd elsewhere
run 0 "$GASP" run -q -o profile ../project/prog
for function in work main; do
  run 0 "$GASP" report --function=$function --source profile
  hasnt out 'not at hand'
  has out "^.* $function \("
done
run 0 "$GASP" report --format=html --output=page.html profile
has page.html 'sink[+][+];'
