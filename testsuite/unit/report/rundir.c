/* rundir.c - which records are those of a run's processes.

   SPDX-License-Identifier: Apache-2.0  */

#include <rundir.c>
#include "unit.h"

/* A process's record has its number as one of the parts of its name.  */
static void
test_names_have_numbers (void)
{
  static const int pids[] = { 7, 70, 4711 };
  CHECK (may_be_of ("dir.8/prog.4711.66ab.gasp", pids, 3));
  CHECK (may_be_of ("prog.2.70.66ab.gasp", pids, 3));
  CHECK (!may_be_of ("dir.7/prog.71.66ab.gasp", pids, 3));
  CHECK (!may_be_of ("prog.7x.66ab.gasp", pids, 3));
  CHECK (!may_be_of ("prog.4711", pids, 3));
  CHECK (!may_be_of ("prog..66ab.gasp", pids, 3));
  CHECK (!may_be_of ("prog.7.66ab.gasp", pids, 0));
}

UNIT (test_names_have_numbers);
