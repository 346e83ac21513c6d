# What threads do until the process ends without a word is not running, if the process
# has not run for so long.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
[ "$(uname -m)" = x86_64 ] || unsupported "system calls of x86-64"
need python3
cat > prog.c <<'END'
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static long
ask (long number, const void *a, long b)
{
  long result;
  __asm__ volatile ("syscall" : "=a" (result) : "a" (number), "D" (a), "S" (b)
		    : "rcx", "r11", "memory");
  return result;
}
static void *
idle (void *unused)
{
  struct timespec t = { 100, 0 };
  ask (SYS_nanosleep, &t, 0);
  return unused;
}
int
main (void)
{
  struct timespec t = { 0, 400000000 };
  pthread_t thread[3];
  for (int i = 0; i < 3; i++)
    pthread_create (&thread[i], 0, idle, 0);
  ask (SYS_nanosleep, &t, 0);
  ask (SYS_exit_group, 0, 0);
}
END
run 0 "$CC" -O1 -g --profile -pthread prog.c -o prog
run 0 "$GASP" run -q --sample=none -o profile ./prog
run 0 "$GASP" report --format=json --view=threads,flat profile
python3 - <<'END' || fail "they seem to have run"
import json
rows = json.load (open ('out'))['flat']
calls = [r for r in rows if r['name'] == 'ask'][0]
print (calls)
assert calls['waiting'] > .7 * calls['self'] > 3 * .2e9
END
