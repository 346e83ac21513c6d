/* upc-scale.h - what the programs of upc-scale.sh share.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdio.h>

/* Returns the memory that is not a file's, with this process's part of what it
   shares.  */
static double
proportional_memory (void)
{
  char line[256];
  double kilobytes = 0, some;
  FILE *file = fopen ("/proc/self/smaps_rollup", "r");
  while (file && fgets (line, sizeof line, file))
    if (sscanf (line, "Pss_Anon: %lf", &some) == 1
	|| sscanf (line, "Pss_Shmem: %lf", &some) == 1)
      kilobytes += some;
  if (file)
    fclose (file);
  return kilobytes * 1024;
}
