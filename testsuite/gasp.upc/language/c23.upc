/* What is new in C23, in UPC: words, attributes, types and constants.

   SPDX-License-Identifier: Apache-2.0

   { dg-gcc 14 }
   { dg-options "-std=gnu23 -Wall -Wextra -Werror" }  */

#include "check.h"

enum colour : unsigned char { RED, GREEN = 1'00 };

constexpr int size = 4;

struct [[gnu::packed]] cell
{
  bool is_set;
  int value;
};

[[maybe_unused]] static shared int unused;
shared [size] int a[size * THREADS];
shared struct cell cells[THREADS];
shared bool flags[THREADS] = {};
shared enum colour colours[THREADS];
shared int *found = nullptr;
static_assert (sizeof (int) == 4);
static_assert (0b1010 == 10);

[[nodiscard]] static shared [size] int *
first (bool wanted)
{
  return wanted ? &a[0] : nullptr;
}

[[noreturn]] static void
fail ([[maybe_unused]] int status)
{
  upc_global_exit (2);
}

static int
sum (int count, ...)
{
  __builtin_va_list list;
  int total = 0;

  __builtin_va_start (list, count);
  while (count-- > 0)
    total += __builtin_va_arg (list, int);
  __builtin_va_end (list);
  return total;
}

static int
unnamed (int, shared int *)
{
  return 3;
}

int
main (void)
{
  auto here = &a[MYTHREAD * size];
  typeof (a[0]) *also = here;
  typeof_unqual (a[0]) copy = 5;
  auto plain = (int *) here;
  alignas (64) int aligned = 1'000;
  static thread_local int own;

  if (found != nullptr || first (false) || first (true) != &a[0])
    fail (1);
  upc_forall (int i = 0; i < size * THREADS; i++; &a[i])
    a[i] = i;
  cells[MYTHREAD] = (struct cell) { .is_set = true, .value = copy };
  flags[MYTHREAD] = true;
  colours[MYTHREAD] = GREEN;
  upc_barrier;
  switch (flags[(MYTHREAD + 1) % THREADS])
    {
    case true:
      own++;
      [[fallthrough]];
    case false:
      own++;
    }
  CHECK_IS (own, 2);
  CHECK_IS (*also, MYTHREAD * size);
  CHECK_IS (plain[1], MYTHREAD * size + 1);
  CHECK_IS (cells[(MYTHREAD + 1) % THREADS].value, 5);
  CHECK_IS (colours[0], 100);
  CHECK_IS (sizeof (colours[0]), 1);
  CHECK_IS (aligned, 1000);
  CHECK_IS (sum (3, a[0], a[1], a[2]), 3);
  CHECK_IS (unnamed (1, nullptr), 3);
  return 0;
}
