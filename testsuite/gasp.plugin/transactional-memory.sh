# With -fgnu-tm nothing is instrumented: transactions may not call what is not
# made for them, and compile as they do without the plugin.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.c <<'END'
#include <stdlib.h>
void *p;
static void *get (void) { return malloc (8); }
__attribute__ ((transaction_callable)) void put (void) { free (p); }
void f (void)
{
  __transaction_atomic { p = get (); }
  __transaction_relaxed { put (); }
}
