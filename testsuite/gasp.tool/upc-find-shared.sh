# gasp_gcc_find_shared tells a tool the thread that a pointer-to-shared leads to,
# and the same address for an array in all parts.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/upc-profile.sh"
cat > tool.c <<'END'
#include <stdarg.h>
#include <stdio.h>
#include <gasp.h>
#include <gasp_gcc.h>
#include <gasp_upc.h>
struct _gasp_context_S { int number; } context;
gasp_context_t
gasp_init (gasp_model_t model, int *argc, char ***argv)
{
  gasp_gcc_processes (&context.number);
  return &context;
}
void
gasp_event_notifyVA (gasp_context_t c, unsigned tag, gasp_evttype_t type,
		     const char *file, int line, int column, va_list args)
{
  static gasp_gcc_word first;
  struct gasp_gcc_shared at, none;
  if (tag != GASP_UPC_PUT || type != GASP_START || c->number != 0)
    return;
  va_arg (args, int);
  const void *pointer = va_arg (args, void *);
  if (gasp_gcc_find_shared (pointer, &at) != 1
      || gasp_gcc_find_shared (NULL, &none) != 0)
    printf ("not found\n");
  if (!first)
    first = at.address;
  printf ("thread %d, %s address\n", at.thread,
	  at.address == first ? "same" : "other");
}
END
cat "$HERE/../lib/tool-rest.c" >> tool.c
cat > prog.upc <<'END'
#include <upc.h>
shared int a[2 * THREADS];
int
main (void)
{
  if (MYTHREAD == 0)
    {
      a[1] = 1;
      a[2] = 1;
      a[THREADS + 2] = 1;
    }
  upc_barrier;
  return 0;
}
END
run 0 "$STOCK" -g -I "$BUILD/include" -c tool.c -o tool.o
run 0 "$UPCC" -g --profile prog.upc tool.o -o prog
run 0 env UPC_THREADS=3 ./prog
count 2 out 'same address'
has out 'thread 1, same'
has out 'thread 2, same'
has out 'thread 2, other'
