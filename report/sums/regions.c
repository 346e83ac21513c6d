/* regions.c - what threads had of regions, each once.  See encounters.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "hash.h"
#include "sums/waiting/encounters.h"

ELEMENTS (region, struct region,
	  gasp_mix ((uint64_t) x->path << 32 | x->thread),
	  x->path == y->path && x->thread == y->thread)

uint32_t
add_region (struct regions *regions, struct region *region)
{
  uint32_t number = (uint32_t) regions->count + 1;
  for (size_t i = 0; i < region->share_count; i++)
    region->shares[i].region = number;
  ONE_MORE (regions->rows, regions->count, regions->room) = *region;
  return number;
}

uint32_t
known_region (struct regions *regions, const struct region *region)
{
  uint32_t number
    = index_number (&regions->index, regions->count, hash_of_region (region, 0),
		    hash_of_region, is_region, regions->rows, region);
  return number < regions->count ? number + 1 : 0;
}
