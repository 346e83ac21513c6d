/* A C header whose names are words of UPC.

   SPDX-License-Identifier: Apache-2.0  */

struct words
{
  int shared, strict, relaxed[1];
};

static inline int
shared_sum (struct words *relaxed)
{
  int shared = relaxed->shared, strict = relaxed->strict;
  return shared + strict + relaxed->relaxed[0];
}
