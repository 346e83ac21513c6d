# What the report says was spent in recording is a part of what the run took more
# than plain; with what was recorded it makes the run; and a budget holds in the
# same figures.  With events and with functions.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
not_emulated "processor times are for one machine"
cat > functions.c <<'END'
#include <pthread.h>
#include <stdlib.h>
__attribute__ ((noipa)) unsigned step (unsigned x) { return x * 1103515245 + 12345; }
__attribute__ ((noipa)) unsigned
inner (unsigned x)
{
  for (int i = 0; i < 100; i++)
    x = step (x);
  return x;
}
static void *
run (void *p)
{
  unsigned x = 1;
  for (int i = 0; i < 100000; i++)
    x += inner (x);
  *(volatile unsigned *) p = x;
  return p;
}
int
main (int argc, char **argv)
{
  int count = argc > 1 ? atoi (argv[1]) : 1;
  pthread_t threads[8];
  unsigned results[8];
  for (int i = 0; i < count; i++)
    pthread_create (&threads[i], NULL, run, &results[i]);
  for (int i = 0; i < count; i++)
    pthread_join (threads[i], NULL);
}
END
cat > blocks.c <<'END'
#include <stdlib.h>
static void *volatile kept[64];
int
main (void)
{
  for (int i = 0; i < 1000000; i++)
    {
      free (kept[i % 64]);
      kept[i % 64] = malloc (i % 200 + 1);
    }
}
END
for program in functions blocks; do
  run 0 "$CC" -O1 --profile $program.c -o $program -pthread
done

# processor_time COMMAND...: of it and all it started, in milliseconds.
cat > processor_time.c <<'END'
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
int
main (int argc, char **argv)
{
  struct rusage r;
  if (argc > 1 && !fork ())
    _exit (execvp (argv[1], argv + 1));
  wait (NULL);
  getrusage (RUSAGE_CHILDREN, &r);
  printf ("%ld\n", 1000 * (r.ru_utime.tv_sec + r.ru_stime.tv_sec)
		   + (r.ru_utime.tv_usec + r.ru_stime.tv_usec) / 1000);
}
END
run 0 gcc processor_time.c -o processor_time

# milliseconds FILE SED-EXPRESSION: the time that it finds in FILE, or 0.
milliseconds ()
{
  sed -nE "s/$2/\\1 \\2/p" "$1" | awk '
    { unit = $2; ms = $1 * (unit == "s" ? 1000 : unit == "ms" ? 1 : unit == "ns" ? 1e-6 : 1e-3) }
    END { printf "%d\n", ms }'
}

# agrees PROGRAM ARGUMENT OPTION...
agrees ()
{
  program=$1 argument=$2
  shift 2
  plain=$(./processor_time "./$program" $argument)
  rm -rf record
  run 0 "$GASP" run -q -o record "$@" "./$program" $argument
  run 0 "$GASP" report record
  cost=$(milliseconds out '.* ([0-9.]+) (m?s|[un]s) more was spent in recording.*')
  run 0 "$GASP" report --format=csv --view=threads record
  recorded=$(awk -F, '/^"table","process","thread"/ { for (i = 1; i <= NF; i++) if ($i == "\"processor\"") at = i }
		      $1 == "\"threads\"" { sum += $at } END { printf "%d", sum / 1e6 }' out)
  echo "$program $argument $*: plain $plain ms, recorded $recorded, of that in recording $cost"
  # Recording also costs what it does to caches and pipelines, which nobody sees.
  # What is seen at moments may be off by a half.
  more=$((recorded - plain))
  [ $cost -le $((more * 3 / 2 + plain / 2 + 50)) ] \
    || fail "$cost ms in recording, but $more ms more than plain"
  [ $# != 0 ] || [ $cost -ge $((more / 5 - 50)) ] \
    || fail "$cost ms in recording, but $more ms more than plain"
  [ $# = 0 ] || [ $cost -le $((recorded / 4 + 50)) ] \
    || fail "a budget of 5 %, and $cost of $recorded ms in recording"
}

for options in '' --budget=5%; do
  agrees functions 1 $options
  agrees blocks '' $options
done
