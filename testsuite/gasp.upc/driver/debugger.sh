# gdb shows what is shared as UPC has it, by gasprun --debug and the script that it
# loads: arrays of each layout, structures, pointers with a phase, rows of arrays;
# MYTHREAD and THREADS, which threads there are, and where they are.
#
# SPDX-License-Identifier: Apache-2.0

need gdb
not_emulated 'gdb runs the program'
gdb -nx -q -batch -ex 'python import gdb.xmethod' > /dev/null 2> gdb-python
[ ! -s gdb-python ] || unsupported 'a gdb without Python'
export HOME="$PWD"
cat > a.upc <<'END'
#include <upc.h>
struct point { int x; double y; shared struct point *next; };
typedef struct { short tag; shared [2] double (*line)[4 * THREADS]; } line_t;
shared int cyclic[2 * THREADS];
shared [3] short blocked[6 * THREADS];
shared [*] long even[4 * THREADS];
shared [] int whole[8];
shared [2] double rows[3][4 * THREADS];
shared struct point points[THREADS];
static shared char small;
int stop = 12345, few[4] = { 71, 72, 73, 74 };
strict shared int flag = 7;
shared line_t lines[THREADS];
shared line_t *first_line = lines;
shared [] int *shared list;
upc_lock_t *lock;
shared [] int *shared *table;
shared [] char *shared thread_0s_text;
shared [8] char lines_of[THREADS][8];
static int
first_of (shared int *p, int i)
{
  static shared int calls[THREADS];
  static shared short latest;
  calls[MYTHREAD] += 3;
  latest = p[i];
  return p[i] + 0 * latest;
}
static int
last_of (shared int *p, int i)
{
  static shared int calls[THREADS];
  calls[MYTHREAD] += 50;
  return p[i];
}
static int
look (shared [3] short *p, shared struct point *n, shared void *any,
      shared [2] double *d, shared [2] double (*line)[4 * THREADS])
{
  upc_barrier;
  return *p + n->x;	/* where gdb stops */
}
int
main (void)
{
  upc_forall (int i = 0; i < 2 * THREADS; i++; &cyclic[i])
    cyclic[i] = 100 + i;
  upc_forall (int i = 0; i < 6 * THREADS; i++; &blocked[i])
    blocked[i] = 200 + i;
  upc_forall (int i = 0; i < 4 * THREADS; i++; &even[i])
    even[i] = 300 + i;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4 * THREADS; j++)
      if (upc_threadof (&rows[i][j]) == MYTHREAD)
        rows[i][j] = 10 * i + j + 0.5;
  points[MYTHREAD].x = MYTHREAD;
  points[MYTHREAD].y = MYTHREAD / 4.0;
  points[MYTHREAD].next = &points[(MYTHREAD + 1) % THREADS];
  lines[MYTHREAD].tag = 600 + MYTHREAD;
  lines[MYTHREAD].line = &rows[1];
  if (!MYTHREAD)
    {
      for (int i = 0; i < 8; i++)
        whole[i] = 400 + i;
      list = upc_alloc (4 * sizeof (int));
      list[2] = 500;
      small = 'x';
      thread_0s_text = upc_alloc (8);
      upc_memput (thread_0s_text, "written", 8);
      upc_memput (lines_of[1], "line 1", 7);
    }
  lock = upc_all_lock_alloc ();
  shared int *odd = &cyclic[5];
  for (int i = 0; i < 3; i++)
    first_of (cyclic, i) && last_of (cyclic, 7);
  int r = look (&blocked[13], &points[2], odd, &rows[1][3], &rows[2]);
  return r + *odd == 0;
}
END
stop=$(grep -n 'where gdb stops' a.upc | sed 's/:.*//')

# gdb_says N: the program in gdb, which is asked for places before it runs, at that line
# in thread N, where it does what is in "commands".
gdb_says ()
{
  {
    printf '%s\n' 'set debuginfod enabled off' 'set width 0' 'set height 0' \
      'print &points[3].y' 'print few[3] + 4000' \
      'print &few[2]' "break a.upc:$stop" 'run'
    cat commands
    echo 'kill'
  } > all-commands
  run 0 timeout 100 sh -c "\"\$0\" -n 4 --debug=$1 ./a.out < all-commands" \
    "$BUILD/bin/gasprun"
}

cat > commands <<'END'
print cyclic
print cyclic[5]
print blocked[13] + 1
print even
print whole
print whole[3]
print rows[1][3]
print rows
print rows[1]
print -elements 2 -- rows
upc print &rows[2]
upc print blocked[4]@3
whatis rows[1]
print lines[2].tag
print lines[2].line
print (*lines[1].line)[4]
whatis first_line
ptype line_t
print lock
print points[3].y
print points[1].next->next->x
print points[3]
print small
print list[2]
print flag
print MYTHREAD * 100 + THREADS
upc print &blocked[13]
upc print &rows[1][3]
upc print &points[2].y
up
upc print odd
upc print *odd
upc print odd[1]
whatis odd
set var cyclic[5] = 33
upc print *odd
upc threads
print blocked[7]@4
print/x blocked[8]@2
print &blocked[13]
print *$
print &points[2].y
print &stop
print stop@1
print/x stop
upc print/x stop
print stop
print &few[stop++ - 12345]
print few[stop++ - 12345]@2
print stop + 10
print "a@b"
print few[1]@0x2
print &nothing
print points[2].next == &points[3]
print points[2].next != &points[3]
whatis table
print lines_of
print thread_0s_text
ptype table
ptype rows
print sizeof cyclic + 1000
print sizeof (rows[1]) + 2000
print sizeof (*points[1].next)
print odd - cyclic + 900
print cyclic + 5 == odd
print *(&cyclic[3] + 2) + 3000
print &cyclic[1] + 2
print &blocked[13] - &blocked[4] + 3000
print &points[3] > points[1].next && odd <= &cyclic[5]
print upc_threadof (&blocked[13]) + 10 * upc_phaseof (&blocked[13]) + 3100
print upc_threadof (&points[3].y) + 3200
print ((shared [3] short *) &blocked[13])[2] + 1000
print *(shared [2]double *) lines[2].line + 70
set var first_line = &lines[3]
print first_line->tag
print *(short *) first_line + 10
set var points[1].next = points[2].next->next
print points[1].next
set var odd = &cyclic[6]
print *odd + 2000
set var first_line = &stop
set var first_line = 0
print first_line
upc whatis *points[1].next
upc ptype *odd
END

# Everywhere but where the compiler has optimised variables away.
check_values ()
{
  has out '= \{100, 101, 102, 103, 104, 105, 106, 107\}$'
  has out '= 105$'
  has out '= 214$'
  has out '= \{300, 301, .*, 314, 315\}$'
  has out '= \{400, 401, 402, 403, 404, 405, 406, 407\}$'
  has out '= 403$'
  has out '= 13.5$'
  has out '\{10.5, 11.5, .*, 24.5, 25.5\}, \{20.5'
  has out '= \{10.5, 11.5, .*, 24.5, 25.5\}$'
  has out '= \{\{0.5, 1.5\.\.\.\}, \{10.5, 11.5\.\.\.\}\.\.\.\}$'
  has out '<thread 0, phase 0, rows\[2\]>$'
  has out '\{204, 205, 206\}$'
  has out 'type = shared \[2\] double \[(4\*THREADS|16)\]$'
  has out '= 602$'
  has out '= <thread 0, phase 0, rows\[1\]>$'
  has out '= 14.5$'
  has out 'type = shared line_t \*$'
  has out '^ +short tag;'
  has out '= <thread 0, phase 0, address 0x[0-9a-f]+>$'
  has out '= 0.75$'
  has out '= 3$'
  has out '= \{x = 3, y = 0.75, next = <thread 0, phase 0, points\[0\]>\}$'
  has out "= 120 'x'\$"
  has out '= 500$'
  has out '= 7$'
  has out '= 204$'
  has out '<thread 0, phase 1, blocked\[13\]> = 213$'
  has out '<thread 1, phase 1, rows\[1\]\[3\]> = 13.5$'
  has out '<thread 2, phase 0, points\[2\].y>'
  has out '= <thread 1, phase 0, cyclic\[5\]> = 105$'
  has out '= 106$'
  has out 'type = shared int \*$'
  has out '= 33$'
  has out '^(\(gdb\) )?  thread 0  process [0-9]+$'
  has out '\* thread 2  process [0-9]+  inferior 2$'
  has err '^points is shared, and the program is not running$'
  has out '= 4074$'
  has out '= 3033$'
  has out '= <thread 3, phase 0, cyclic\[3\]> = 103$'
  has out '= 3009$'
  has out '= true$'
  has out '= 3110$'
  has out '= 3203$'
  has out '= \(int \*\) 0x[0-9a-f]+ <few\+8>$'
  has out '= \{207, 208, 209, 210\}$'
  has out '= \{0xd0, 0xd1\}$'
  count 2 out '<thread 0, phase 1, blocked\[13\]> = 213$'
  count 2 out '<thread 2, phase 0, points\[2\].y>'
  has out '= \(int \*\) 0x[0-9a-f]+ <stop>$'
  has out '= \{12345\}$'
  has out '= 0x3039$'
  has out '= 12345$'
  has out '= \(int \*\) 0x[0-9a-f]+ <few>$'
  count 2 out '= \{72, 73\}$'
  has out '= 12357$'
  has out '= "a@b"$'
  has err 'No symbol "nothing" in current context'
  has out '= 1$'
  has out '= 0$'
  count 2 out 'type = shared \[\] int \*shared \*$'
  has out 'type = shared \[2\] double \[3\]\[(4\*THREADS|16)\]$'
  hasnt out '__upc_(first|row|block)'
  has out '= 1032$'
  has out '= 2128$'
  has out '= 24$'
  has out '= \{"\\000+.*", "line 1\\000", "'
  has out '= <thread 0, phase 0, address 0x[0-9a-f]+> = "written"$'
  has out '= 905$'
  has out '= 1215$'
  has out '= 80.5$'
  has out '= 603$'
  has out '= 613$'
  has out '= <thread 0, phase 0, points\[0\]>$'
  has out '= 2106$'
  has err '&stop is not shared'
  has out '= <null>$'
  has out 'type = point$'
  has out 'type = int$'
  hasnt out 'Python Exception'
  hasnt out 'does not match this frame'
}

for options in -O0 -O2 '-O0 --threads=4' '-O0 --conduit=any' \
  '-O0 -fupc-many-threads' '-O0 -finstrument-gasp-functions=emitted'; do
  its_turn 2 || continue
  # shellcheck disable=SC2086
  run 0 "$UPCC" -g $options a.upc
  gdb_says 2
  check_values
done

# No statement of an access begins in the compiler's own header: where one does, gdb
# takes it for the end of the program's line.
run 0 "$UPCC" -g -O2 -c a.upc
run 0 objdump --dwarf=decodedline a.o
has out '^a.upc .* x$'
hasnt out '^gasp-upc-[a-z]+\.h .* x$'

# In what is not optimised, gdb's own expressions do for pointers.
run 0 "$UPCC" -g -O0 a.upc
cat > commands <<'END'
print p
print *p
print p[1]
print *(p - 13)
print n->y
print any
print *d
print odd
print line
print *line
print (*line)[3]
print line[-1][3]
print n == n
print n->next == 0
print n != points[1].next
print 3 + (p - (p - 5))
print p - &blocked[6]
print first_of::calls
print first_of::latest
print last_of::calls[1] + 1
print first_of (cyclic, 2)
break first_of
print last_of (cyclic, 7)
watch blocked[3]
delete
up
print odd[1]
upc where
END
gdb_says 1
has out 'look \(p=<thread 0, phase 1, blocked\[13\]> = 213, n=<thread 2, phase 0, points\[2\]>'
has out '= <thread 0, phase 1, blocked\[13\]> = 213$'
has out '= 213$'
has out '= 214$'
has out '= 200$'
has out '= 0.5$'
has out '= <thread 1, phase 0, cyclic\[5\]>$'
has out '= 13.5$'
has out '= 106$'
has out '= <thread 0, phase 0, rows\[2\]>$'
has out '= \{20.5, 21.5, .*, 34.5, 35.5\}$'
has out '= 23.5$'
has out '= 13.5$'
has out '= 8$'
has out '= true|= 1$'
has out '= 7$'
has out '= \{9, 9, 9, 9\}$'
has out '= 151$'
count 2 out '= 102$'
has out '= 107$'
has out '"watch -l blocked\[3\]" is fast'
has out 'thread 1:$'
has out '#0  look \(.*a.upc:'
has out '^\(main has returned\)$'
hasnt out 'src/libupc/'

# Conditions and what is displayed, of pointers in registers too.
cat > walk.upc <<'END'
#include <upc.h>
struct cell { int age; shared struct cell *next; };
shared struct cell cells[2 * THREADS];
int __attribute__ ((noinline))
walk (shared struct cell *p, int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      sum += p->age;	/* 10 */
      p = p->next;
    }
  return sum;
}
int
main (void)
{
  cells[MYTHREAD].age = MYTHREAD + 1;
  cells[MYTHREAD].next = &cells[(MYTHREAD + 1) % THREADS];
  upc_barrier;
  return walk (&cells[MYTHREAD], 10) == 0;
}
END
cat > all-commands <<'END'
set debuginfod enabled off
set width 0
break walk.upc:10 if p->age == 3 && i > 1
run
print i + 50
display $upc("p->next->age * 100")
condition 1 p->age == cells[0].age
continue
print i + 50
kill
END
for options in -O0 -O2; do
  # shellcheck disable=SC2086
  run 0 "$UPCC" -g $options walk.upc -o walk
  run 0 timeout 100 sh -c '"$0" -n 4 --debug=1 ./walk < all-commands' "$BUILD/bin/gasprun"
  has out '= 55$'
  has out '^.*1: .upc\("p->next->age \* 100"\) = 400$'
  has out '^1: .upc\("p->next->age \* 100"\) = 200$'
  has out '= 57$'
done

# The link-time optimiser knows no places but the proxies'.
# step stays in the source: it goes into no function of the library.
cat > step.upc <<'END'
#include <upc.h>
shared int a[10 * THREADS];
shared [] int *p;
static int count (int i) { return 2 * i; }
int
main (void)
{
  int s = 3;
  a[3] = 4;
  p = upc_all_alloc (THREADS, 8);
  p[1] = a[3];
  upc_memput (a, &s, 4);
  upc_barrier;
  s += count (a[0]);
  return s != 9;
}
END
printf '%s\n' 'break step.upc:8' run step step step step step step step step \
  'break count' 'print count (9)' 'info args' 'info breakpoints' > all-commands
for options in '' --profile -finstrument-gasp-functions=emitted --conduit=mpi; do
  its_turn 2 || continue
  run 0 "$UPCC" -g -O0 $options step.upc -o step
  run 0 timeout 100 sh -c '"$0" -n 1 --debug=0 ./step < all-commands' "$BUILD/bin/gasprun"
  sed -n 's/^(gdb) \([0-9]*\)\t.*/\1/p; s/^(gdb) count.*/count/p' out | tr '\n' ' ' > lines
  has lines '^9 10 11 12 13 14 count'
  has out '^Breakpoint .*, count \(i=9\) at '
  has out '^(\(gdb\) )?i = 9$'
  # One of the same name is libgasp's.
  hasnt out ' y .* in count at src/'
done

run 0 "$UPCC" -g -O0 -flto a.upc
printf 'print %s\n' flag small whole 'rows[1][3]' 'points[3]' latest > commands
gdb_says 3
has out '= 102$'
has out '= 7$'
has out "= 120 'x'\$"
has out '= \{400, 401, 402, 403, 404, 405, 406, 407\}$'
has out '= 13.5$'
has out '= \{x = 3, y = 0.75, next = <thread 0, phase 0, points\[0\]>\}$'

# What points nowhere, gdb says as of C's pointers.  The other thread dies as well, which
# does not take away what somebody looks at.
cat > null.upc <<'END'
#include <upc.h>
struct point { int x, y; };
shared struct point *none;
shared int x;
shared void *any = &x;
int main (void) { upc_barrier; return none->y; }
END
run 0 "$UPCC" -g -O0 null.upc -o null
cat > commands <<'END'
upc where
set width 0
run
shell until grep -q 'was killed by' err; do sleep 0.1; done
print *none
print none->y + 1
print *any
print MYTHREAD + 100
kill
END
run 0 sh -c "timeout 100 \"\$0\" -n 2 --debug=0 ./null < commands" "$BUILD/bin/gasprun"
has err 'the program is not running'
has err 'was killed by .*; what a debugger has stopped stays'
[ "$(grep -c 'this pointer-to-shared is null' out)" = 2 ] || fail "null pointers"
has err 'Cannot access memory at address 0x4'
has out 'a pointer to shared void points to nothing known'
has out '= 100$'
hasnt err 'Python'

# Of several that crash at once, one leaves a core file, whatever they are called.
if [ "$(cat /proc/sys/kernel/core_pattern)" = core ] && ulimit -c unlimited; then
  run 139 ./null -n 4
  [ -z "$(find . -name 'core*' -size +64M)" ] || fail "the core file has all of the heap"
  thread=$(sed -n 's/.*thread \([0-3]\) (process .*/\1/p' err)
  run 0 gdb -nx -q -batch -ex 'set auto-load off' -x "$BUILD/share/gdb/auto-load/gasp-upc-gdb.py" \
    -ex bt -ex 'print MYTHREAD + 100' -ex 'print none' -ex 'upc where' ./null core*
  has out '^\(not in this core file\)$'
  has out 'in upc_main .* at null.upc:6'
  has out "= 10$thread\$"
  has out '= <null>'
  hasnt err 'Cannot access'

  # With -O2, pointers are in registers, and nothing can be written for gdb's operators.
  cat > register.upc <<'END'
#include <upc.h>
struct point { int x, y; };
shared struct point points[THREADS];
int __attribute__ ((noipa)) look (shared struct point *held, shared struct point *none)
{
  none->y++;
  return held->x;
}
int main (void)
{
  points[MYTHREAD].x = 70 + MYTHREAD;
  upc_barrier;
  return MYTHREAD == 1 ? look (&points[2], 0) : points[0].x;
}
END
  rm core*
  run 0 "$UPCC" -g -O2 register.upc -o register
  run 139 ./register -n 3
  printf '%s\n' 'print held' 'print held->x' 'print *held' 'print &points[1]' \
    'print &points[1] + 1' > commands
  run 0 sh -c 'gdb -nx -q -iex "set auto-load off" -x "$0" ./register core* < commands' \
    "$BUILD/share/gdb/auto-load/gasp-upc-gdb.py"
  has out '= <thread 2, phase 0, points\[2\]>$'
  has out '= 72$'
  has out '= \{x = 72, y = 0\}$'
  has out '= <thread 1, phase 0, points\[1\]>$'
  has err 'cannot compute with &points'
fi

# A debugger begins at the program's main, not at libupc's, also where the script is
# loaded by itself, once for each process that gdb follows.
# It can be run again.
printf '%s\n' list 'break 6' start 'next' kill run 'print MYTHREAD + 500' kill > commands
run 0 sh -c "timeout 100 gdb -nx -q -iex 'set auto-load safe-path $BUILD/share/gdb' ./null < commands"
has out '^6.*return none->y'
has out 'Breakpoint 1 at .*null.upc'
has out 'upc_main \(\) at null.upc:6'
has out '= 500$'
hasnt err 'Python|does not match|Missing auto-load'
# An installation that gdb does not trust, it names.
run 0 gdb -nx -batch ./null
has out 'add-auto-load-safe-path .*/share/gdb/auto-load/gasp-upc-gdb.py$'

# Where a program hangs, gdb says by the process that the shell has started.
cat > hang.upc <<'END'
#include <stdio.h>
#include <unistd.h>
#include <upc.h>
int main (void)
{
  upc_barrier;
  if (MYTHREAD == 0)
    fclose (fopen ("ready", "w"));
  if (MYTHREAD)
    pause ();
  upc_barrier;
  return 0;
}
END
run 0 "$UPCC" -g hang.upc -o hang
./hang -n 3 > /dev/null 2>&1 &
process=$!
wait_until [ -e ready ]
run 0 timeout 100 gdb -nx -q -batch -iex 'set auto-load off' \
  -x "$BUILD/share/gdb/auto-load/gasp-upc-gdb.py" -ex 'upc where' -p $process
kill $process
if ! grep -q 'Operation not permitted' err; then
  has out '^threads? [0-2, -]+:$'
  has out 'upc_main \(\) at hang.upc:10'
  has out '^#[0-9]+ +upc_barrier$'
fi

# All threads in one gdb: whoever is in the same calls is named together.
cat > commands <<'END'
upc threads
upc where
kill inferiors 2 3 4 5
END
gdb_says all
has out 'thread 3  process [0-9]+  inferior 5$'
has out '#0  look \(.*a.upc:'
has out 'threads? [0-3, -]+:$'

run 2 "$BUILD/bin/gasprun" --debug=x ./a.out
has err '"x" is not the number of a thread, or all'
