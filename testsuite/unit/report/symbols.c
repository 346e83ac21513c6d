/* Names of functions by their symbols (symbols.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <symbols.c>
#include "unit.h"

/* Checks that SYMBOL stands for the function WANTED.  */
static void
check (const char *symbol, const char *wanted)
{
  char *got = function_of_symbol (symbol);
  CHECK_TEXT (got, wanted);
  free (got);
}

static void
test_variants (void)
{
  check ("__strcmp_evex", "strcmp");
  check ("__upc_get", "shared read (not recorded)");
  check ("__upc_put_8", "shared write (not recorded)");
  check ("__upc_get_all", "__upc_get_all");
  check ("__memmove_avx512_unaligned_erms", "memmove");
  check ("__memcmp_evex_movbe", "memcmp");
  check ("__sin_fma", "sin");
  check ("__strchrnul_avx2_rtm", "strchrnul");
  check ("__libc_start_main", "__libc_start_main");
  check ("__avx2", "__avx2");
  check ("my_kernel_avx2", "my_kernel_avx2");
  check ("_int_malloc", "_int_malloc");
}

static void
test_parts (void)
{
  check ("spread.constprop.0", "spread");
  check (".hidden", ".hidden");
  check ("read@GLIBC_2.2.5", "read");
  check ("_ZN3BinclEd", "Bin::operator()(double)");
  check ("_Z6primesPZ6primesiE16_Z6primesi.Frame.actor", "primes(int)");
  check ("_ZN3Bin3runEPZNS_3runEvE17_ZN3Bin3runEv.Frame.destroy", "Bin::run()");
  check ("_ZN12_GLOBAL__N_11fENS_1AE", "{anonymous}::f({anonymous}::A)");
}

UNIT (test_variants, test_parts);
