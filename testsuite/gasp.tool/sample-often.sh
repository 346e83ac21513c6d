# Samples so often that some come while a thread begins, or ends.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END'
#include <pthread.h>
__attribute__ ((noipa)) static int leaf (int n) { return n + 1; }
static void *
body (void *argument)
{
  for (int n = 0; n < 1000; n = leaf (n))
    ;
  return argument;
}
int
main (void)
{
  pthread_t thread;
  for (int i = 0; i < 20; i++)
    {
      pthread_create (&thread, 0, body, 0);
      pthread_join (thread, 0);
    }
  return 7;
}
END
run 0 "$CC" -O1 --profile prog.c -pthread -o prog
for turn in $(seq "$(often 2 20)"); do
  rm -rf profile
  run 7 "$GASP" run -q -o profile --sample=perf::TASK-CLOCK:100000 ./prog
done
run 0 "$GASP" report profile

# Stacks that nobody can go up to the end.
run 0 "$CC" -O1 -w -finstrument-gasp-functions=source \
  "$HERE/../gasp.events/switch-many.c" -o prog -pthread
for turn in $(seq "$(often 1 3)"); do
  rm -rf profile
  run 0 "$GASP" run -q -o profile --sample=perf::TASK-CLOCK:30000 \
    --trace-last=200K --record-limit=100K ./prog
done

# Frames that move as there are more and more of them.
cat > prog.c <<'END'
#include <pthread.h>
#include <stdlib.h>
__attribute__ ((noipa)) static int
deep (int n)
{
  return n ? deep (n - 1) + 1 : 0;
}
static void *
body (void *argument)
{
  return deep (40000) == 40000 ? argument : NULL;
}
int
main (int argc, char **argv)
{
  pthread_t thread;
  void *result = &thread;
  for (int i = 0; i < atoi (argv[argc - 1]) && result; i++)
    {
      pthread_create (&thread, 0, body, &thread);
      pthread_join (thread, &result);
    }
  return result ? 7 : 1;
}
END
run 0 "$CC" -O1 -fno-optimize-sibling-calls --profile prog.c -pthread -o prog
for turn in $(seq "$(often 1 5)"); do
  rm -rf profile
  run 7 "$GASP" run -q -o profile --sample=perf::TASK-CLOCK:30000 ./prog \
    "$(often 30 100)"
done
