/* tsan.c - the thread sanitizer's options in programs that use OpenMP.

   SPDX-License-Identifier: Apache-2.0

   A part of the program, as the sanitizer asks its own library for it
   otherwise.  libgomp is not instrumented: of what it does in memory nothing
   must be reported.  A program's own function is taken instead, and
   TSAN_OPTIONS goes before both.  The sanitizer is a shared library: the
   program must export the function.  */

extern const char *__tsan_default_options (void)
  __attribute__ ((weak, visibility ("default")));

const char *
__tsan_default_options (void)
{
  return "ignore_noninstrumented_modules=1";
}
