# A child that does little takes one page of the disk.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
[ "$(getconf PAGESIZE)" = 4096 ] || unsupported "other pages"
cat > prog.c <<'EOF'
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#define OUT __attribute__ ((noipa))
OUT static int leaf (int n) { return n + 1; }
OUT static int work (int n) { free (malloc (n)); return leaf (n) + leaf (n + 1); }
int main (void)
{
  for (int i = 0; i < 20; i++)
    {
      pid_t child = fork ();
      if (child == 0)
	return work (i) == 0;
      waitpid (child, NULL, 0);
    }
  return work (3) == 0;
}
EOF
run 0 "$CC" --profile prog.c -o prog
# Samples need a list of the libraries.
run 0 "$GASP" run -q --exact --sample=none -o profile ./prog
[ "$(ls profile/*.gasp | wc -l)" = 21 ] || fail "not 21 records"
# Kernels count some blocks of their own.
# The parent waits, and has a list of the libraries for that.
du -k profile/*.gasp | awk '$1 > 8 && bad++ { print } END { exit bad > 1 }' \
  || fail "records of more than a page"
run 0 "$GASP" report --format=csv --view=flat --output=csv profile
[ "$(figure calls 'int leaf(int)')" = 42 ] || fail "calls of leaf"
[ "$(figure calls malloc)" = 21 ] || fail "calls of malloc"
