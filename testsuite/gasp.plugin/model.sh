# A further model is a directory, and no line elsewhere: testsuite/models/toy has
# three events.  They have call paths and source positions, a context of their
# own, names for --profile-only and gasp list, who sends to whom, barriers and
# locks in the report, and tools can do without any of them.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 900
# check-all: the product is compiled with one model more

[ -z "$RUNNER" ] || unsupported "what is built here is for this machine"
toy=$SOURCE/testsuite/models/toy
run 0 make -C "$SOURCE" O="$PWD/build" \
  MODELS="models/upc models/omp models/threads testsuite/models/toy" \
  CC="$STOCK" CXX="$STOCKXX" WERROR=1
gasp=build/bin/gasp
gaspcc=build/bin/gaspcc

cat > main.c <<'EOF'
#include <stdio.h>
#include "toy.h"
static int send_all (void)
{
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum += toy_put (i % 2, 100);
  return sum;
}
int main (void)
{
  struct toy_lock lock = { 0 };
  int sum = send_all ();
  toy_meet ();
  toy_lock (&lock);
  printf ("%d %d\n", sum, lock.taken);
  return 0;
}
EOF
run 0 "$STOCK" -O1 -c -I"$toy" -Ibuild/include "$toy/toy.c" -o toy.o
run 0 $gaspcc --profile -O1 -I"$toy" main.c toy.o -o main
run 0 ./main
has out '^301 1$'

# ---- The table: names, numbers, the manual.
run 0 $gasp list events
has out '^60001  TOY_MEET  *PAIR '
[ "$(grep -c TOY_ build/share/man/man7/gasp-events.7)" = 3 ] || fail "manual"

# ---- Any tool: the language, a context for it, arguments, positions.
cat > tool.c <<'EOF'
#include <stdio.h>
#include <stdlib.h>
#include <gasp.h>
#include <gasp_gcc.h>
#include <gasp_toy.h>
struct _gasp_context_S { gasp_lang_t language; int events; };
gasp_context_t gasp_init (gasp_lang_t language, int *argc, char ***argv)
{
  gasp_context_t context = calloc (1, sizeof *context);
  int number, count = gasp_gcc_processes (&number);
  context->language = language;
  fprintf (stderr, "init %d: %d arguments, %d of %d, of %d\n", language, *argc,
	   number, count, gasp_gcc_processes_language ());
  if (getenv ("NO_MEETING"))
    gasp_gcc_leave_out (TOY_MEET);
  return context;
}
void gasp_event_notifyVA (gasp_context_t context, unsigned int tag,
			  gasp_evttype_t type, const char *file, int line,
			  int column, va_list args)
{
  int is_toy = tag >= 60000;
  if ((context->language == GASP_LANG_TOY) != is_toy)
    fprintf (stderr, "wrong context for %u\n", tag);
  if (!is_toy)
    return;
  struct gasp_gcc_event event;
  struct gasp_gcc_argument argument;
  if (!gasp_gcc_find_event (tag, &event) || event.language != 100)
    abort ();
  if (*event.end && !gasp_gcc_find_argument (*event.end, &argument))
    abort ();
  fprintf (stderr, "%s is a %s of %s, of %s\n", event.name, event.role,
	   event.model, *event.end ? argument.type : "nothing");
  fprintf (stderr, "%u %d %s:%d", tag, type, file, line);
  if (tag == TOY_PUT)
    {
      int target = va_arg (args, int);
      size_t n = va_arg (args, size_t);
      fprintf (stderr, " %d %zu", target, n);
      if (type == GASP_END)
	fprintf (stderr, " %g", va_arg (args, double));
    }
  fputc ('\n', stderr);
}
void gasp_event_notify (gasp_context_t context, unsigned int tag,
			gasp_evttype_t type, const char *file, int line,
			int column, ...)
{
  va_list args;
  va_start (args, column);
  gasp_event_notifyVA (context, tag, type, file, line, column, args);
  va_end (args);
}
int gasp_control (gasp_context_t context, int on) { return on; }
unsigned int gasp_create_event (gasp_context_t context, const char *name,
				const char *desc) { return 1000; }
EOF
run 0 "$STOCK" -O1 -shared -fPIC -Ibuild/include tool.c -o tool.so
TOY_RANK=1 TOY_RANKS=3 LD_PRELOAD="$PWD/tool.so" run 0 ./main
has err '^init 0: 1 arguments, 1 of 3, of 100$'
has err '^init 100: 1 arguments, 1 of 3, of 100$'
[ "$(grep -c '^init' err)" = 2 ] || fail "a context for each language"
hasnt err 'wrong context'
has err '^60000 0 main.c:7 1 100$'
has err '^60000 1 main.c:7 1 100 0.5$'
has err '^60001 1 main.c:14$'
has err '^TOY_PUT is a TRANSFER of TOY, of int$'
has err '^TOY_MEET is a BARRIER of TOY, of nothing$'
NO_MEETING=1 LD_PRELOAD="$PWD/tool.so" run 0 ./main
has err '^60002 '
hasnt err '^60001 '

# ---- Which events are wanted, by the compiler.
echo TOY_LOCK > only
run 0 $gaspcc --profile-only=only -O1 -I"$toy" main.c toy.o -o only-main
hasnt err unknown
LD_PRELOAD="$PWD/tool.so" run 0 ./only-main
has err '^60002 0 main.c:15$'
hasnt err '^6000[01] '

# ---- The sample tool and its report.
run 0 $gasp run -o profile sh -c \
  'for i in 0 1; do TOY_RANK=$i TOY_RANKS=2 ./main & done; wait'
run 0 $gasp report --format=csv --view=peers -o tables.csv profile
has tables.csv '^"matrix",0,1,100,0,100,1,0,1,'
has tables.csv '^"matrix",1,0,200,0,200,2,0,2,'
has tables.csv '^"barriers",0,.*,"toy_meet","main.c:14",'
has tables.csv '^"barriers",1,.*,"toy_meet","main.c:14",'
has tables.csv '^"locks",.*,"toy_lock","main.c:15",'
hasnt tables.csv '^"shared-arrays",[0-9]'
run 0 $gasp report profile
has out 'toy_put  main.c:7'
has out '^Communication by toy process'
has out '^Bytes moved between toy processes'
hasnt out UPC
run 0 $gasp report --format=html -o report.html profile
has report.html 'Communication by toy process'
has report.html toy_meet
run 0 $gasp run --trace -o traced ./main
run 0 $gasp trace --format=text -o trace.txt traced
has trace.txt toy_lock

# ---- The budget has them, too, but for those that show what processes wait for.
cat > busy.c <<'EOF'
#include "toy.h"
int main (void)
{
  for (int i = 0; i < 3000000; i++)
    toy_put (0, 8);
}
EOF
run 0 $gaspcc --profile -O1 -I"$toy" busy.c toy.o -o busy
run 0 $gasp run --budget=1% -o busy.d ./busy
hasnt err MPI
run 0 $gasp report --view=budget busy.d
has out toy_put
