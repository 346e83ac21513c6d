# What OpenACC asks of a second device counts as that one's: in traces, and in the records
# that an OMPT tool gets of each device.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/devices.sh"
cat > prog.c <<'END'
#include <openacc.h>
#include <stdio.h>
/* Not before GCC 16.  */
extern void acc_memcpy_device_async (void *, void *, size_t, int)
  __attribute__ ((weak));
static double a[1000];
int
main (void)
{
  acc_set_device_num (1, acc_device_nvidia);
#pragma acc parallel loop copy (a)
  for (int i = 0; i < 1000; i++)
    a[i] += 1;
#pragma acc parallel loop copy (a) async (1)
  for (int i = 0; i < 1000; i++)
    a[i] += 1;
#pragma acc wait
  void *there = acc_copyin (a, sizeof a);
  if (acc_memcpy_device_async)
    {
      acc_memcpy_device_async (there, (char *) there + 400, 400, 1);
#pragma acc wait
      puts ("copied within");
    }
  acc_set_device_num (0, acc_device_nvidia);
#pragma acc parallel loop copy (a)
  for (int i = 0; i < 1000; i++)
    a[i] += 1;
  return a[999] != 3;
}
END
run 0 "$CC" -g -O1 -w --profile -fopenacc -foffload=disable \
  "$DEVICES/fake-tables.c" prog.c -o prog
run 0 "$GASP" run -q --trace -o profile ./prog
cp out said
run 0 "$GASP" trace --format=text --output=text profile
# same_kernels DEVICE COUNT
same_kernels ()
{
  count=$(grep -A1 '+ device kernel' text | grep -c "= 0 bytes, device $1\$") || true
  [ "$count" = "$2" ] || fail "$count kernels on device $1"
}
same_kernels 1 2
same_kernels 0 1
if grep -q 'copied within' said; then
  has text '[+] copy within devices'
  has text '= 400 bytes, device 1$'
fi

cat > tool.c <<'END'
#include <omp-tools.h>
#include <stdio.h>
static ompt_get_record_ompt_t get_record;
static ompt_advance_buffer_cursor_t advance;
static ompt_device_t *handles[2];
static int kernels[2];
static char buffers[2][10000];
static void
request (int device, ompt_buffer_t **buffer, size_t *bytes)
{
  *buffer = buffers[device];
  *bytes = sizeof buffers[device];
}
static void
complete (int device, ompt_buffer_t *buffer, size_t bytes, ompt_buffer_cursor_t at,
	  int owned)
{
  do
    kernels[device] += get_record (buffer, at)->type == ompt_callback_target_submit;
  while (advance (handles[device], buffer, bytes, at, &at));
}
static void
device_initialize (int device, const char *type, ompt_device_t *handle,
		   ompt_function_lookup_t lookup, const char *documentation)
{
  get_record = (ompt_get_record_ompt_t) lookup ("ompt_get_record_ompt");
  advance = (ompt_advance_buffer_cursor_t) lookup ("ompt_advance_buffer_cursor");
  handles[device] = handle;
  ((ompt_set_trace_ompt_t) lookup ("ompt_set_trace_ompt")) (handle, 1, 0);
  ((ompt_start_trace_t) lookup ("ompt_start_trace")) (handle, request, complete);
}
static int
initialize (ompt_function_lookup_t lookup, int host, ompt_data_t *data)
{
  ompt_set_callback_t set = (ompt_set_callback_t) lookup ("ompt_set_callback");
  set (ompt_callback_device_initialize, (ompt_callback_t) device_initialize);
  return 1;
}
static void
finalize (ompt_data_t *data)
{
  printf ("%d and %d kernels\n", kernels[0], kernels[1]);
}
ompt_start_tool_result_t *
ompt_start_tool (unsigned int version, const char *runtime)
{
  static ompt_start_tool_result_t result = { initialize, finalize };
  return &result;
}
END
run 0 $STOCK -O1 -w -shared -fPIC -I"$BUILD/include/omp" tool.c -o tool.so
run 0 "$GASP" run --ompt-tool=./tool.so ./prog
has out '^1 and 2 kernels$'
