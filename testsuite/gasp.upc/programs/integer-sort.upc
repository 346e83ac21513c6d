/* Bucket sort: each thread counts, then fetches what its buckets get from all.

   SPDX-License-Identifier: Apache-2.0

   { dg-conduits smp mpi }  */

#include <upc_relaxed.h>
#include <stdio.h>
#include <stdlib.h>
#include "../check.h"

#define TOTAL_KEYS (1 << 12)
#define MAX_KEY (1 << 9)
#define NUM_BUCKETS (1 << 5)
#define MAXPER (TOTAL_KEYS)
typedef int INT_TYPE;

typedef struct
{
  int count[NUM_BUCKETS];
} bucket_cnt;

typedef struct
{
  INT_TYPE n;
  INT_TYPE key_array[MAXPER];
} sendbuf_t;

shared bucket_cnt bucket_size_shd[THREADS];
shared sendbuf_t send_shd[THREADS];
shared [NUM_BUCKETS] int totals[THREADS][NUM_BUCKETS];
shared int errors[THREADS], counts[THREADS];
INT_TYPE *key_array;
int my_keys;
INT_TYPE recv_buf[2 * MAXPER];
shared [] INT_TYPE *shared sorted[THREADS];
static unsigned seed = 12345;

unsigned
rnd (void)
{
  seed = seed * 1103515245u + 12345u;
  return (seed >> 16) & 0x7fff;
}

int
main ()
{
  int i, j, k, shift = 4, n;
  sendbuf_t *mine = (sendbuf_t *)&send_shd[MYTHREAD];
  int bucket_ptrs[NUM_BUCKETS], owner[NUM_BUCKETS];
  my_keys = TOTAL_KEYS / THREADS + (MYTHREAD < TOTAL_KEYS % THREADS);
  key_array = (INT_TYPE *)malloc (my_keys * sizeof (INT_TYPE));
  seed = 77 + MYTHREAD * 31;
  for (i = 0; i < my_keys; i++)
    key_array[i] = (rnd () + rnd () + rnd () + rnd ()) / 4 % MAX_KEY;
  for (i = 0; i < NUM_BUCKETS; i++)
    ((bucket_cnt *)&bucket_size_shd[MYTHREAD])->count[i] = 0;
  for (i = 0; i < my_keys; i++)
    bucket_size_shd[MYTHREAD].count[key_array[i] >> shift]++;
  upc_barrier;
  upc_forall (j = 0; j < NUM_BUCKETS; j++; j)
    {
      int s = 0;
      for (i = 0; i < THREADS; i++)
	s += bucket_size_shd[i].count[j];
      for (i = 0; i < THREADS; i++)
	totals[i][j] = s;
    }
  upc_barrier;
  {
    int *my = (int *)totals[MYTHREAD], acc = 0;
    for (j = 0, k = 0; j < NUM_BUCKETS; j++)
      {
	owner[j] = k;
	acc += my[j];
	if (acc >= (long)TOTAL_KEYS * (k + 1) / THREADS && k < THREADS - 1)
	  k++;
      }
  }
  bucket_ptrs[0] = 0;
  for (i = 1; i < NUM_BUCKETS; i++)
    bucket_ptrs[i]
	= bucket_ptrs[i - 1] + bucket_size_shd[MYTHREAD].count[i - 1];
  {
    int p[NUM_BUCKETS];
    for (i = 0; i < NUM_BUCKETS; i++)
      p[i] = bucket_ptrs[i];
    for (i = 0; i < my_keys; i++)
      mine->key_array[p[key_array[i] >> shift]++] = key_array[i];
    mine->n = my_keys;
  }
  upc_barrier;
  n = 0;
  for (i = 0; i < THREADS; i++)
    {
      int t = (i + MYTHREAD) % THREADS;
      bucket_cnt c = bucket_size_shd[t];
      int at = 0;
      for (j = 0; j < NUM_BUCKETS; j++)
	{
	  if (owner[j] == MYTHREAD && c.count[j])
	    {
	      upc_memget (&recv_buf[n], &send_shd[t].key_array[at],
			  c.count[j] * sizeof (INT_TYPE));
	      n += c.count[j];
	    }
	  at += c.count[j];
	}
    }
  {
    static int cnt[MAX_KEY];
    int pos = 0;
    shared [] INT_TYPE *s = upc_alloc ((n + 1) * sizeof (INT_TYPE));
    for (i = 0; i < n; i++)
      cnt[recv_buf[i]]++;
    for (i = 0; i < MAX_KEY; i++)
      for (j = 0; j < cnt[i]; j++)
	s[pos++] = i;
    s[n] = -1;
    sorted[MYTHREAD] = s;
    counts[MYTHREAD] = n;
  }
  upc_barrier;
  errors[MYTHREAD] = 0;
  {
    shared [] INT_TYPE *s = sorted[MYTHREAD];
    for (i = 1; i < n; i++)
      if (s[i - 1] > s[i])
	errors[MYTHREAD]++;
    for (i = MYTHREAD + 1; i < THREADS; i++)
      if (counts[i] && n)
	{
	  if (s[n - 1] > sorted[i][0])
	    errors[MYTHREAD]++;
	  break;
	}
  }
  upc_barrier;
  if (MYTHREAD == 0)
    {
      int e = 0, all = 0;
      for (i = 0; i < THREADS; i++)
	{
	  e += errors[i];
	  all += counts[i];
	}
      CHECK_IS (e, 0);
      CHECK_IS (all, TOTAL_KEYS);
    }
  upc_barrier;
  upc_free (sorted[MYTHREAD]);
  return 0;
}
