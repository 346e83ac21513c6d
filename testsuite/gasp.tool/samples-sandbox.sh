# In a sandbox of the program's own there are no samples, which the report says: what ran
# there is not said to have waited.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/refuse.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'EOF'
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <time.h>
static struct sock_filter all[] = { BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW) };
static struct sock_fprog program = { 1, all };
int
main (void)
{
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
      || prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
    return 77;
  while (clock () < CLOCKS_PER_SEC / 5)
    ;
  return 0;
}
EOF
run 0 "$CC" -O1 --profile prog.c -o prog
./prog || unsupported "no seccomp filters"
for mode in '' --budget=0; do
  profile 0 $mode ./prog
  run 0 "$GASP" report profile
  has out 'gave up rights'
  hasnt out 'of that .* waiting'
done

# Where timers take few samples, these tell what a function took once it was switched off.
cat > often.c <<'EOF'
static volatile double x;
__attribute__ ((noipa)) static void often (void) { for (int i = 0; i < 30; i++) x += i; }
int main (void) { for (int i = 0; i < 900000; i++) often (); return 0; }
EOF
make_refused
GASP=$PWD/gasp-refused
run 0 "$CC" -O1 --profile often.c -o prog
profile 0 ./prog
[ "$(figure running "void often(void)")" -ge $(($(figure running "int main(void)") * 2)) ] \
  || { cat csv; fail "often's time is main's"; }

# Nor are there any in one that refuses timers, too: the report says so, and has the times
# of calls.
cat > plain.c <<'EOF'
#include <time.h>
__attribute__ ((noipa)) static void
work (void)
{
  while (clock () < CLOCKS_PER_SEC / 5)
    ;
}
int main (void) { work (); return 0; }
EOF
make_refused timer_create
GASP=$PWD/gasp-refused
run 0 "$CC" -O1 --profile plain.c -o prog
profile 0 ./prog
[ "$(figure running "void work(void)")" -ge 150000000 ] || { cat csv; fail "work has not its time"; }
run 0 "$BUILD/bin/gasp" report profile
has out '^ *recorded .*no samples: timers are refused, and a filter of system calls'
