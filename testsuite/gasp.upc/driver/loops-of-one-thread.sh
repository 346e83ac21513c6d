# Loops along cyclic arrays are as in C where there is one thread: GCC vectorises
# them; and they are right with any number of threads.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.upc <<'END'
#include <upc.h>
#include <stdio.h>
#define N 60
shared int a[N * THREADS], b[N * THREADS];
shared struct pair { int x, y; } pairs[N * THREADS];
shared int *p;

int sum (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i]; /* vectorised */
  return s;
}

void add (long n)
{
  for (long i = 0; i < n; i++)
    a[i] = b[i] + 3; /* vectorised */
}

int through (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += p[i]; /* vectorised */
  return s;
}

/* Backwards, by steps that are not known, out of the middle, of loops in loops.  */
int others (int n, int step, int square)
{
  int s = 0;
  for (int i = n - 1; i > 0; i -= step)
    a[i] -= a[i - 1];
  for (int i = 0; i < n; i++)
    {
      pairs[i].y += i;
      if ((s += pairs[n - 1 - i].x) > 1000000)
	return i;
    }
  for (int i = 0; i < square; i++)
    for (int j = 0; j < square; j++)
      s += b[j * square + i] * (i + 1);
  for (unsigned char c = 250; c != 5; c++)
    s += a[c % 7] + b[c / 5];
  return s;
}

int main (void)
{
  int n = 40 * THREADS, wrong = 0;
  p = upc_all_alloc (n, sizeof (int));
  if (MYTHREAD == 0)
    {
      for (int i = 0; i < N * THREADS; i++)
	a[i] = i, b[i] = 7 * i % 11, pairs[i].x = i, p[i % n] = 2;
      wrong |= sum (n) != n * (n - 1) / 2 || through (n) != 2 * n;
      add (n);
      for (int i = 0; i < n; i++)
	wrong |= a[i] != 7 * i % 11 + 3;
      printf ("%d %d\n", wrong, others (n, 3, 6));
    }
  return 0;
}
END
run 0 "$UPCC" -O0 a.upc -o plain
run 0 "$UPCC" -O3 -fopt-info-vec a.upc -o a
sed -n 's/^a.upc:\([0-9]*\):.*loop vectorized.*/\1/p' err | sort -nu > vectorised
for line in $(grep -n 'for .*' a.upc | sed 's/:.*//'); do
  if sed -n "$((line + 1))p" a.upc | grep -q 'vectorised'; then
    grep -qx "$line" vectorised || { cat err; fail "line $line is not vectorised"; }
  fi
done
for n in 1 3; do
  run 0 ./plain -n $n
  cp out plain.out
  has plain.out '^0 [0-9]'
  run 0 ./a -n $n
  cmp out plain.out || fail "$n threads: $(cat out plain.out)"
done
