# The line of a lock is where the program uses it, also if functions of its own, or
# of the C++ library, take it and return with it: the innermost call that is still
# open when it is given back.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
not_emulated "gasp runs programs of this machine"
[ "$(uname -m)" = x86_64 ] || unsupported "callers are known on x86-64 only"
"$GASP" doctor | grep -q 'libdw.*no' && unsupported "no libdw"
cat > prog.C <<'END'
#include <mutex>
#include <pthread.h>

struct Cupboard
{
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  __attribute__ ((noinline)) void open ();
  __attribute__ ((noinline)) void close ();
};
void Cupboard::open () { pthread_mutex_lock (&mutex); asm volatile (""); }
void Cupboard::close () { pthread_mutex_unlock (&mutex); asm volatile (""); }
struct Guard
{
  Cupboard &of;
  __attribute__ ((noinline)) Guard (Cupboard &of) : of (of) { of.open (); }
  __attribute__ ((noinline)) ~Guard () { of.close (); }
};
static Cupboard bread, milk;
static std::mutex key;
static pthread_mutex_t till = PTHREAD_MUTEX_INITIALIZER;
static volatile int count;

static void take () { Guard guard (bread); count++; }	/* TAKE */
static void pour () { Guard guard (milk); count++; }	/* POUR */
static void refill ()
{
  milk.open ();						/* REFILL */
  count++;
  milk.close ();
  std::lock_guard<std::mutex> guard (key);		/* LOCK */
  count++;
}
static void turn ()
{
  std::unique_lock<std::mutex> guard (key);		/* TURN */
  count++;
}

/* Ends by a jump to what gives the lock back.  */
__attribute__ ((noinline)) static void
sell ()
{
  pthread_mutex_lock (&till);				/* SELL */
  count++;
  pthread_mutex_unlock (&till);
}

static void *
body (void *unused)
{
  for (int i = 0; i < 25; i++)
    {
      take ();
      pour ();
      refill ();
      turn ();
      sell ();
    }
  return unused;
}

int
main ()
{
  pthread_t thread;
  pthread_create (&thread, nullptr, body, nullptr);
  body (nullptr);
  pthread_join (thread, nullptr);
}
END
line () { grep -n "/\* $1 \*/" prog.C | cut -d : -f 1; }

# check: each lock was taken 50 times at each of its lines, and at no other one.
check ()
{
  run 0 "$GASP" run -q --threads=yes -o profile ./prog
  table team-locks profile
  awk -F, '{ gsub (/"/, "") }
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    NR > 1 && $at["lock"] ~ /^(bread|milk|key|till)/ \
      { print $at["lock"], $at["location"], $at["taken"] }' table.csv | sort > got
  printf "%s prog.C:%d 50\n" bread.mutex "$(line TAKE)" milk.mutex "$(line POUR)" \
    milk.mutex "$(line REFILL)" key "$(line LOCK)" key "$(line TURN)" \
    till "$(line SELL)" \
    | sort > wanted
  diff wanted got || fail "other lines"
  rm -rf profile
}
for options in "-O2 --profile" "-O0 --profile" "-O2 -finstrument-gasp-functions=emitted"
do
  run 0 "$CXX" -g $options prog.C -o prog -pthread
  check
done
for level in -O0 -O2; do
  run 0 g++ -g $level prog.C -o prog -pthread
  check
done
