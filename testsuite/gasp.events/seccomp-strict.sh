# A program that may read, write, and end, and no more: not even ask what time
# it is by the processor's clock.
#
# SPDX-License-Identifier: Apache-2.0

cat > prog.c <<'EOF'
#include <linux/seccomp.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
static int leaf (int n) { return n + 1; }
static int deep (int n) { return n ? deep (n - 1) + leaf (n) : 0; }
int main (void)
{
  int i, n = 0;
  free (malloc (10));
  if (prctl (PR_SET_SECCOMP, SECCOMP_MODE_STRICT, 0, 0, 0))
    return 4;
  for (i = 0; i < 1000; i++)
    n += deep (20);
  free (malloc (100));
  /* exit_group, which exit calls, is forbidden.  */
  syscall (SYS_exit, n == 230000 ? 4 : 5);
  return 6;
}
EOF
for mode in source emitted; do
  for level in -O0 -O2; do
    run 0 "$CC" $level --profile -finstrument-gasp-functions=$mode prog.c -o prog
    run 4 ./prog
    run 4 under check ./prog
    hasnt result '^violation'
  done
done
