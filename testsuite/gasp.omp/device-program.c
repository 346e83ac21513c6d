/* device-program.c - all that can be asked of a device.

   SPDX-License-Identifier: Apache-2.0  */

#include <omp.h>
#include <stdio.h>
#include <string.h>

#define N 100000
static double a[N], b[N];

int
main (void)
{
  int host = omp_get_initial_device (), last = omp_get_num_devices () - 1;
  for (int k = 0; k < 5; k++)
    {
#pragma omp target map (tofrom: a) map (to: b)
      for (int i = 0; i < N; i++)
	a[i] += b[i] + 1;
    }
#pragma omp target data map (tofrom: a) device (last)
  {
#pragma omp target teams num_teams (7) device (last)
    if (omp_get_team_num () == 0)
      a[0] += 1;
#pragma omp target update from (a) device (last)
  }
#pragma omp target enter data map (to: b) device (last)
#pragma omp target nowait map (tofrom: b) device (last)
  b[0] = 3;
#pragma omp taskwait
#pragma omp target exit data map (from: b) device (last)
  if (last >= 0)
    {
      char text[100] = "text";
      void *memory = omp_target_alloc (5000, last);
      omp_target_memcpy (memory, text, 100, 0, 0, last, host);
      omp_target_memcpy (memory, memory, 10, 50, 0, last, last);
      omp_target_memcpy (text, memory, 10, 0, 50, host, last);
      omp_target_associate_ptr (text, memory, 100, 0, last);
      omp_target_disassociate_ptr (text, last);
      omp_target_free (memory, last);
      if (strcmp (text, "text"))
	puts ("wrong: text");
    }
  printf ("%g %g\n", a[0], b[0]);
  return a[1] != 5;
}
