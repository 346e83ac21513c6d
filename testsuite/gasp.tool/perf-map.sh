# Code that a program makes while it runs has the names that it wrote for perf, also
# after the file is gone; somebody else's file, one of an earlier process and what makes
# no sense count for nothing.  Other such code is told apart from the program's.  It is
# among the callers of what it calls.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
[ "$(uname -m)" = x86_64 ] || unsupported "the code here is x86-64's"
cat > jit.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
/* mov %edi, %eax; 1: dec %eax; jnz 1b; ret  */
static const unsigned char code[] = { 0x89, 0xf8, 0xff, 0xc8, 0x75, 0xfc, 0xc3 };
int
main (int argc, char **argv)
{
  char name[100];
  char *made = mmap (NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (made == MAP_FAILED)
    return 77;
  memcpy (made, code, sizeof code);
  memcpy (made + 64, code, sizeof code);
  snprintf (name, sizeof name, "/tmp/perf-%d.map", getpid ());
  FILE *map = argc > 1 ? NULL : fopen (name, "w");
  if (map)
    {
      fprintf (map, "nonsense\n\n%lx\n%lx 0 empty\nffffffffffffffff 10 beyond\n",
	       (long) made, (long) made);
      fprintf (map, "%lx 40 earlier\n%lx 40 JS:*fast a.js:3:1\n",
	       (long) made, (long) made);
      fprintf (map, "0x%lx 0x40 slow.part one\n", (long) made + 64);
      fclose (map);
    }
  ((void (*) (int)) made) (100000000);
  ((void (*) (int)) (made + 64)) (300000000);
  printf ("%s\n", name);
  return 0;
}
END
run 0 gcc -O1 jit.c -o jit
./jit > plain || unsupported "no memory to write code to"
rm -f "$(cat plain)"
profile 0 ./jit
rm "$(cat out)"
"$GASP" report --format=csv --view=flat profile > csv
fast=$(figure self 'JS:*fast a.js:3:1')
slow=$(figure self 'slow.part one')
[ "$fast" -gt 0 ] && [ "$slow" -gt "$fast" ] || { cat csv; fail "fast $fast, slow $slow"; }
hasnt csv 'earlier|empty|beyond|nonsense'

# A copy goes with its record.
run 0 "$GASP" run -q -o profile ./jit x
ls profile/earlier.1 > names
has names '\.map$'

# Where nobody kept it, it is read from where it was written; but not if it is older than
# the process.
rm -rf profile
GASP_RUN=0 run 0 "$GASP" run -q -o profile ./jit
map=$(cat out)
rm profile/*.map
"$GASP" report --format=csv --view=flat profile > csv
[ "$(figure self 'slow.part one')" -ge 5 ] || { cat csv; fail "not read in /tmp"; }
touch -d '2001-01-01' "$map"
"$GASP" report --format=csv --view=flat profile > csv
hasnt csv 'slow'
[ "$(figure self '(code made at run time)')" -ge 5 ] || { cat csv; fail "not told apart"; }
rm "$map"
ln -s "$PWD/plain" "$map"
"$GASP" report --format=csv --view=flat profile > csv
rm "$map"

# What it calls is below it, and it below what called it: with and without a frame pointer.
cat > calls.c <<'END'
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
/* sub $8, %rsp; call *%rdi; add $8, %rsp; ret  */
static const unsigned char bare[]
  = { 0x48, 0x83, 0xec, 8, 0xff, 0xd7, 0x48, 0x83, 0xc4, 8, 0xc3 };
/* push %rbp; mov %rsp, %rbp; sub $48, %rsp; call *%rdi; leave; ret  */
static const unsigned char framed[]
  = { 0x55, 0x48, 0x89, 0xe5, 0x48, 0x83, 0xec, 48, 0xff, 0xd7, 0xc9, 0xc3 };
typedef void work (void);
static volatile int sink;
__attribute__ ((noipa)) static void one (void) { for (int i = 0; i < 30000000; i++) sink = i; }
__attribute__ ((noipa)) static void two (void) { for (int i = 0; i < 60000000; i++) sink = i; }
__attribute__ ((noipa)) static void
lead (char *code, work *w)
{
  ((void (*) (work *)) code) (w);
  sink = 0;
}
int
main (void)
{
  char name[100];
  char *made = mmap (NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  snprintf (name, sizeof name, "/tmp/perf-%d.map", getpid ());
  FILE *map = fopen (name, "w");
  if (made == MAP_FAILED || !map)
    return 1;
  memcpy (made + 64, bare, sizeof bare);
  memcpy (made + 128, framed, sizeof framed);
  fprintf (map, "%lx 40 js.bare\n%lx 40 js.framed\n", (long) made + 64, (long) made + 128);
  fclose (map);
  lead (made + 64, one);
  lead (made + 128, two);
  printf ("%s", name);
  return 0;
}
END
run 0 gcc -O1 calls.c -o calls
rm -rf profile
profile 0 ./calls
rm "$(cat out)"
run 0 "$GASP" report --format=folded profile
has out 'main;lead;js.bare;one [0-9]'
has out 'main;lead;js.framed;two [0-9]'
hasnt out '(lead|main);(one|two) '
run 0 "$GASP" report profile
has out 'Most time.* in two, called from js.framed'
