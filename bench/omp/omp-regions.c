/* omp-regions.c - short parallel regions, as in hydrodynamics on a small mesh.

   SPDX-License-Identifier: Apache-2.0

   usage: omp-regions THREADS STEPS SIZE

   A step is 30 regions of loops of SIZE elements, some with reductions, one
   with a critical section, some functions called from them.  Prints
   microseconds a region.  */

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double *position, *velocity, *force, *mass;

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

/* Returns the pressure on element I, from its neighbours.  */
__attribute__ ((noinline)) static double
pressure (int i, int size)
{
  double left = position[i ? i - 1 : size - 1];
  double right = position[i + 1 < size ? i + 1 : 0];
  return sqrt ((left - right) * (left - right) + 1) / mass[i];
}

static void
forces (int size)
{
#pragma omp parallel for
  for (int i = 0; i < size; i++)
    force[i] = 0;
#pragma omp parallel for
  for (int i = 0; i < size; i++)
    force[i] += pressure (i, size);
}

static void
move (int size, double step)
{
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < size; i++)
      velocity[i] += force[i] * step;
#pragma omp for
    for (int i = 0; i < size; i++)
      position[i] += velocity[i] * step;
  }
}

static double
energy (int size)
{
  double sum = 0;
#pragma omp parallel for reduction (+ : sum)
  for (int i = 0; i < size; i++)
    sum += velocity[i] * velocity[i] * mass[i];
  return sum;
}

static double
courant (int size)
{
  double least = 1;
#pragma omp parallel
  {
    double mine = 1;
#pragma omp for
    for (int i = 0; i < size; i++)
      if (1 / (1 + fabs (velocity[i])) < mine)
	mine = 1 / (1 + fabs (velocity[i]));
#pragma omp critical
    if (mine < least)
      least = mine;
  }
  return least;
}

static double
advance (int size)
{
  double sum = 0;
  for (int part = 0; part < 5; part++)
    {
      forces (size);
      move (size, 1e-6);
      forces (size);
      sum += energy (size) * courant (size);
    }
  return sum;
}

int
main (int argc, char **argv)
{
  int threads = argc > 1 ? atoi (argv[1]) : 1;
  int steps = argc > 2 ? atoi (argv[2]) : 200;
  int size = argc > 3 ? atoi (argv[3]) : 8192;
  position = calloc (size, sizeof *position);
  velocity = calloc (size, sizeof *velocity);
  force = calloc (size, sizeof *force);
  mass = calloc (size, sizeof *mass);
  omp_set_num_threads (threads);
  for (int i = 0; i < size; i++)
    position[i] = i, mass[i] = 1 + i % 7;
  double begin = now (), sum = 0;
  for (int i = 0; i < steps; i++)
    sum += advance (size);
  printf ("regions %.3f\n", (now () - begin) / steps / 35 / 1000);
  return !(sum >= 0);
}
