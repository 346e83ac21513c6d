# Of sampled allocations, the peak and what is not freed, in all and by call path, are
# right within a few of the errors that the report says, and these are small.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"

# near WHAT VALUE ERROR TRUTH: within three errors, six standard errors, each less than
# a third of it.
near ()
{
  awk -v value="$2" -v error="$3" -v truth="$4" 'BEGIN {
    away = value > truth ? value - truth : truth - value
    exit !(value != "" && away <= 3 * error + .01 * truth && error <= .35 * truth) }' \
    || fail "$1: $2 with an error of $3, and not $4"
}

# memory PEAK LIVE: what the profile must say.
memory ()
{
  "$GASP" report --format=json --view=processes profile > processes
  near peak "$(member peak_bytes processes)" "$(member peak_bytes_error processes)" "$1"
  near live "$(member live_bytes processes)" "$(member live_bytes_error processes)" "$2"
}

# field NAME: of the leak in line.
field ()
{
  echo "$line" | sed -n "s/.*\"$1\": *\\([0-9.]*\\).*/\\1/p"
}

# leak FUNCTION BYTES BLOCKS
leak ()
{
  "$GASP" report --format=json --view=leaks profile | tr '\n' ' ' | tr '{' '\n' > leaks
  line=$(grep "\"path\": *\"[a-z_]*alloc [^ ]* $1 " leaks) || fail "$1 does not leak"
  near "$1" "$(field bytes)" "$(field bytes_error)" "$2"
  near "blocks of $1" "$(field blocks)" $(($3 / 5)) "$3"
}

cat > prog.c <<'END'
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#define MANY 400000
static void *blocks[MANY];
static void *volatile kept;
__attribute__ ((noipa)) static void small (void)
{
  for (int i = 0; i < 300000; i++)
    kept = malloc (64);
}
__attribute__ ((noipa)) static void large (void)
{
  for (int i = 0; i < 40; i++)
    kept = malloc (1 << 20);
}
__attribute__ ((noipa)) static void cleared (void)
{
  for (int i = 0; i < 100000; i++)
    kept = calloc (20, 10);
}
/* Nearly all bytes are in the few large ones.  */
__attribute__ ((noipa)) static void varied (void)
{
  for (int i = 0; i < 20000; i++)
    free (malloc (i % 100 ? 16 : 1 << 20));
}
/* 20 MB, which another thread frees.  */
__attribute__ ((noipa)) static void build (void)
{
  void *block = NULL;
  for (int i = 0; i < MANY; i++)
    switch (i % 4)
      {
      case 0: blocks[i] = malloc (50); break;
      case 1: blocks[i] = realloc (malloc (10), 50); break;
      case 2: blocks[i] = posix_memalign (&block, 16, 50) ? NULL : block; break;
      case 3: blocks[i] = aligned_alloc (16, 50); break;
      }
}
static void *release (void *unused)
{
  for (int i = 0; i < MANY; i++)
    free (blocks[i]);
  return unused;
}
static void *churn (void *unused)
{
  for (int i = 0; i < 300000; i++)
    {
      errno = 5;
      char *p = malloc (i % 200);
      if (errno != 5)
	abort ();
      free (p);
      if (errno != 5)
	abort ();
    }
  return unused;
}
int main (int argc, char **argv)
{
  pthread_t threads[4];
  int early = argc > 1 && !strcmp (argv[1], "early");
  if (early)
    small ();
  varied ();
  build ();
  pthread_create (&threads[0], NULL, release, NULL);
  pthread_join (threads[0], NULL);
  for (int i = 0; i < 4; i++)
    pthread_create (&threads[i], NULL, churn, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], NULL);
  if (realloc (malloc (10), (size_t) -1 / 4))
    return 1;
  if (!early)
    small ();
  large ();
  cleared ();
  if (argc > 1 && !strcmp (argv[1], "killed"))
    kill (getpid (), SIGKILL);
  if (argc > 1 && !strcmp (argv[1], "forks"))
    {
      pid_t child = fork ();
      if (child == 0)
	{
	  large ();
	  exit (0);
	}
      waitpid (child, NULL, 0);
    }
  puts ("done");
  return 0;
}
END
run 0 "$CC" -O1 -fno-builtin -g --profile prog.c -pthread -o prog

# all_of_it: what the program has.
all_of_it ()
{
  small=$((300000 * 64)) large=$((40 << 20)) cleared=$((100000 * 200))
  memory $((small + large + cleared)) $((small + large + cleared))
  leak small $small 300000
  leak large $large 40
  leak cleared $cleared 100000
  run 0 "$GASP" report --view=memory profile
  has out 'peak ~.* (±|\+-) .* in ~.*; ~.* (±|\+-) .* in ~[0-9.]+( [kM])? blocks not freed at the end'
  has out '~.*(±|\+-).*malloc < small < main'
  hasnt out '(build|churn) < main'
  hasnt out 'Suspect'
}

profile 0 --memory=sampled ./prog
has out '^done$'
all_of_it
has out '^  estimated from samples$'
has out '~[0-9.]+ MiB (±|\+-) [0-9.]+ [KM]iB +~[0-9.]+.* malloc .* small$'
# How often is known less well than how many bytes.
has out '~[0-9]+ (±|\+-) [0-9]+ +malloc .* varied$'
run 0 "$GASP" report --format=csv --view=allocations profile
rows '$at["name"] == "varied" { calls = $at["calls"]; error = $at["calls_error"] }
  END { off = calls < 20000 ? 20000 - calls : calls - 20000
    exit !(calls && error > calls / 20 && off < 3 * error) }' out \
  || fail 'the calls of varied have no such error'

profile 137 --memory=sampled ./prog killed
all_of_it

# A budget begins with all, and goes over to samples.
profile 0 --budget=3% ./prog
all_of_it
has out '^  estimated from samples after the first [0-9.]+ [mµu]?s; exact until then$'
# Of many that are known by then, it keeps some.
profile 0 --budget=3% ./prog early
all_of_it

# Samples alone have memory, too, at what an allocation passed over costs: callers are
# not known then.
profile 0 --budget=0 ./prog
small=$((300000 * 64)) large=$((40 << 20)) cleared=$((100000 * 200))
memory $((small + large + cleared)) $((small + large + cleared))
"$GASP" report --format=json --view=leaks profile | tr '\n' ' ' | tr '{' '\n' > leaks
[ "$(grep -c '"path": *"[a-z]*alloc"' leaks)" -ge 3 ] || fail 'three leaks'
profile 0 --budget=0 --memory=exact ./prog
run 0 "$GASP" report --view=memory profile
has out '; 77\.4 MiB in 400041 blocks not freed at the end'

# What is exact says so.
profile 0 --memory=exact --budget=1% ./prog
run 0 "$GASP" report --view=memory profile
has out '; 77\.4 MiB in 400041 blocks not freed at the end'
hasnt out 'estimated'

# A child has what it allocates itself.
profile 0 --memory=sampled ./prog forks
run 0 "$GASP" report --view=memory profile
has out '^process [0-9]+: .*; ~[34][0-9]\.[0-9] MiB'
has out '^process [0-9]+: .*; ~[678][0-9]\.[0-9] MiB'

# C++'s operators, and a program's own, of which no library knows.
cat > own.cc <<'END'
#include <cstdlib>
#include <new>
#define MARK 0x123456789abcdef0ull
static unsigned long long *blocks;
__attribute__ ((visibility ("hidden"))) void *operator new (std::size_t size)
{
  blocks = (unsigned long long *) malloc (size + 16);
  if (!blocks)
    throw std::bad_alloc ();
  *blocks = MARK;
  return blocks + 2;
}
static void release (void *block)
{
  unsigned long long *begin = (unsigned long long *) block - 2;
  if (!block)
    return;
  if (*begin != MARK)
    abort ();
  *begin = 0;
  free (begin);
}
__attribute__ ((visibility ("hidden"))) void
operator delete (void *block) noexcept
{
  release (block);
}
__attribute__ ((visibility ("hidden"))) void
operator delete (void *block, std::size_t) noexcept
{
  release (block);
}
END
cat > operators.cc <<'END'
#include <cstdio>
#include <new>
struct thing { long members[8]; virtual ~thing () { } };
struct base { long members[8]; };
static thing *volatile kept;
static base *volatile other;
static void *volatile raw;
static int handled;
static void handle () { handled++; std::set_new_handler (nullptr); }
__attribute__ ((noipa)) static void leaks ()
{
  for (int i = 0; i < 300000; i++)
    kept = new thing;
}
__attribute__ ((noipa)) static void churns ()
{
  for (int i = 0; i < 300000; i++)
    {
      kept = new thing;
      other = new base;
      delete kept;
      delete other;
    }
}
int main ()
{
  volatile std::size_t all = (std::size_t) -1 / 4, none = 0;
  churns ();
  leaks ();
  churns ();
  raw = operator new (none);
  if (!raw)
    return 1;
  operator delete (raw);
  std::set_new_handler (handle);
  for (int i = 0; i < 3; i++)
    try
      {
	raw = operator new (all);
	return 2;
      }
    catch (std::bad_alloc &)
      {
      }
  if (operator new (all, std::nothrow))
    return 3;
  printf ("handled %d\n", handled);
  return 0;
}
END
for kind in 'emitted 1' 'source 1' 'emitted 0 own.cc' 'source 0 own.cc'; do
  set -- $kind
  run 0 "$CXX" -O1 -g --profile -finstrument-gasp-functions=$1 operators.cc ${3:-} -o operators
  profile 0 --memory=sampled ./operators
  has out "^handled $2$"
  "$GASP" report --format=json --view=processes profile > processes
  near "live, $kind" "$(member live_bytes processes)" "$(member live_bytes_error processes)" \
    $((300000 * 72))
done

run - "$GASP" run --memory=little ./prog
has err 'little.*exact.sampled.auto'
