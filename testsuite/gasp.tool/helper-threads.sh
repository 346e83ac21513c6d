# Threads of MPIs' libraries that sleep are in no figure; those of the program, of its own
# libraries and of its teams are.  Without lines, an event of several functions is one in
# the flat profile.
#
# SPDX-License-Identifier: Apache-2.0

cat > library.c <<'END'
#include <poll.h>
#include <pthread.h>
static pthread_t thread;
static void *
sleeps (void *unused)
{
  poll (0, 0, 600);
  return unused;
}
void BEGIN (void) { pthread_create (&thread, 0, sleeps, 0); }
void END (void) { pthread_join (thread, 0); }
END
cat > prog.c <<'END'
#include <poll.h>
#include <pthread.h>
void helper_begin (void); void helper_end (void);
void other_begin (void); void other_end (void);
static void *
sleeps (void *unused)
{
  poll (0, 0, 600);
  return unused;
}
int
main (void)
{
  pthread_t thread;
#pragma omp parallel num_threads (2)
  poll (0, 0, 1);
  helper_begin ();
  other_begin ();
  pthread_create (&thread, 0, sleeps, 0);
  pthread_join (thread, 0);
  helper_end ();
  other_end ();
  return 0;
}
END
# A name as Open MPI's plugins have it.
for name in mca_helper other; do
  run 0 "$STOCK" -O1 -fPIC -shared -DBEGIN=${name#mca_}_begin -DEND=${name#mca_}_end \
    library.c -o $name.so -pthread
done
run 0 "$STOCK" -O1 -fopenmp -pthread prog.c -o prog ./mca_helper.so ./other.so
run 0 env GOMP_SPINCOUNT=0 "$GASP" run --output=profile ./prog

run 0 "$GASP" report profile
has out '^  asleep +1 helper thread of libraries \(mca_helper\.so\), in no figure'
has out '^  measured +1 process, 5 threads, '
waiting=$(sed -n 's/^  of that .*running, \([^,]*\) waiting.*/\1/p' out)
run 0 "$GASP" report --format=html --output=page.html profile
has page.html "\"name\":\"Waiting\",\"value\":\"$waiting\","
# The main thread, its own, the other library's and the worker.
run 0 "$GASP" report --format=json profile
has out '"helper_threads": 1,'
sed -n 's/.*"waiting_time": \([0-9]*\).*/\1/p' out > waiting
awk -v text="$waiting" '{ shown = text; sub (/ .*/, "", shown)
    exit !($1 > 2.3e9 && $1 < 2.9e9 && shown * 1e9 - $1 < 6e6 && $1 - shown * 1e9 < 6e6) }' \
  waiting || fail "waiting: $waiting and $(cat waiting)"
run 0 "$GASP" report --view=flat profile
count 1 out ' pthread_join *$'
has out ' 2 .* pthread_join *$'
