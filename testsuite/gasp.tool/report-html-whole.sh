# The page leaves out the smallest of many call paths; what a function took, those
# included, is in it all the same.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END'
#define OUT __attribute__ ((noipa))
OUT int a (int n, int path);
OUT int b (int n, int path) { return n ? a (n - 1, path) + b (n - 1, path) : path; }
OUT int a (int n, int path) { return n ? a (n - 1, path) + b (n - 1, path) : path; }
int main (void) { return (a (17, 1) != 1 << 17) + 3; }
END
run 0 "$CC" -O1 --profile prog.c -o prog
run 3 "$GASP" run -q --exact -o profile ./prog
run 0 "$GASP" report --format=csv --view=flat --output=csv profile
run 0 "$GASP" report --format=html -o page.html profile
for name in 'int a(int, int)' 'int b(int, int)' 'int main(void)'; do
  total=$(figure total "$name")
  grep -o '"whole":\[\[[^]]*' page.html | tr '[,' '\n\n' \
    | awk -v total="$total" '{ off = $1 - total } off <= 1 && off >= -1 && $1 { found = 1 }
      END { exit !found }' || { cat csv; fail "$name: $total"; }
done
