# What a deferred target task copies while a later construct waits for it belongs to no
# target region, and not to that of the later one; in the profile, to its own construct.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/devices.sh"
. "$HERE/../lib/table.sh"
cat > prog.c <<'END'
#include <stdio.h>
static double a[5000], b[100];
int
main (void)
{
  int x = 0;
#pragma omp parallel num_threads (2)
#pragma omp single
  {
#pragma omp task depend (out: x)
    a[0] = 1;
#pragma omp target enter data map (to: a) nowait depend (inout: x)	/* enter */
#pragma omp target exit data map (from: a) nowait depend (inout: x)	/* exit */
#pragma omp target depend (inout: x) map (tofrom: b)	/* later */
    b[0] = 2;
  }
  printf ("%g %g\n", a[0], b[0]);
  return 0;
}
END
cat > tool.c <<'END'
#include <omp-tools.h>
#include <stdio.h>
static void
data_op (ompt_scope_endpoint_t endpoint, ompt_data_t *task, ompt_data_t *target,
	 ompt_id_t *op, ompt_target_data_op_t type, void *source, int source_device,
	 void *to, int to_device, size_t bytes, const void *place)
{
  if (endpoint == ompt_scope_begin && bytes >= 800)
    printf ("op %d of %zu in %s\n", type, bytes / 800 * 800,
	    !target ? "none" : target->value == ompt_target ? "target" : "another");
}
static void
target (ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t *task,
	ompt_data_t *target_task, ompt_data_t *data, const void *place)
{
  data->value = kind;
}
static int
initialize (ompt_function_lookup_t lookup, int host, ompt_data_t *data)
{
  ompt_set_callback_t set = (ompt_set_callback_t) lookup ("ompt_set_callback");
  set (ompt_callback_target_data_op_emi, (ompt_callback_t) data_op);
  set (ompt_callback_target_emi, (ompt_callback_t) target);
  return 1;
}
static void finalize (ompt_data_t *data) {}
ompt_start_tool_result_t *
ompt_start_tool (unsigned int version, const char *runtime)
{
  static ompt_start_tool_result_t result = { initialize, finalize };
  return &result;
}
END
run 0 $STOCK -O1 -w $FOR_DEVICES prog.c -o prog
run 0 $STOCK -O1 -w -shared -fPIC -I"$BUILD/include/omp" tool.c -o tool.so
run 0 "$GASP" run --ompt-tool=./tool.so ./prog
has out '^1 2$'
# What is copied together may have more than the arrays.
count 1 out '^op 2 of 40000 in (none|another)$'
count 1 out '^op 3 of 40000 in (none|another)$'
count 1 out '^op 2 of 800 in target$'
count 1 out '^op 3 of 800 in target$'

run 0 "$CC" -g -O1 -w --profile $FOR_DEVICES prog.c -o prog
run 0 "$GASP" run -q --exact -o profile ./prog
table devices profile
at () { grep -n "/\* $1 " prog.c | cut -d: -f1; }
same enter "$(field line "$(at enter)" to_bytes)" 40000
same exit "$(field line "$(at exit)" from_bytes)" 40000
same later "$(field line "$(at later)" from_bytes)" 800
