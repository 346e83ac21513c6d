# Lines of several threads do not mix, on a pipe and in a file.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.upc <<'END'
#include <stdio.h>
int main (void)
{
  for (int i = 0; i < 500; i++)
    {
      printf ("thread %d ", MYTHREAD);
      for (int j = 0; j < 20; j++)
	printf ("%d-%d ", i, j);
      printf ("end\n");
    }
  return 0;
}
END
run 0 "$UPCC" a.upc -o a
./a -n 4 | cat > piped
./a -n 4 > filed
for f in piped filed; do
  [ "$(wc -l < $f)" -eq 2000 ] || fail "$f: $(wc -l < $f) lines"
  hasnt $f 'thread.*thread'
  [ "$(grep -c '^thread [0-3] .* end$' $f)" -eq 2000 ] || fail "$f: a line is not whole"
done
