/* kernel-time.c - five kernels, timed by CUDA's own events around them.

   SPDX-License-Identifier: Apache-2.0  */

#include <dlfcn.h>
#include <stdio.h>
#define N 1000000
static double a[N];
/* CUDA's events on the stream that libgomp gives kernels to, which is the default.  */
static int (*create) (void **, unsigned), (*record) (void *, void *),
  (*synchronize) (void *), (*elapsed) (float *, void *, void *);
static void *begin, *end;
static void
find (void)
{
  void *cuda = dlopen ("libcuda.so.1", RTLD_NOW);
  if (!cuda)
    return;
  create = dlsym (cuda, "cuEventCreate");
  record = dlsym (cuda, "cuEventRecord");
  synchronize = dlsym (cuda, "cuEventSynchronize");
  elapsed = dlsym (cuda, "cuEventElapsedTime");
}
int
main (void)
{
  float sum = 0, ms;
#pragma omp target data map (tofrom: a)
  {
#pragma omp target
    a[0] = 1;
    find ();
    int failed = !elapsed || create (&begin, 0) || create (&end, 0);
    for (int k = 0; k < 5 && !failed; k++)
      {
	record (begin, NULL);
#pragma omp target teams distribute parallel for	/* kernel */
	for (int i = 0; i < N; i++)
	  for (int j = 0; j < 20000; j++)
	    a[i] = a[i] * .5 + j;
	record (end, NULL);
	synchronize (end);
	failed |= elapsed (&ms, begin, end);
	sum += ms;
      }
    printf ("CUDA %.0f ns\n%s\n", sum * 1e6, failed ? "wrong" : "right");
  }
  return 0;
}
