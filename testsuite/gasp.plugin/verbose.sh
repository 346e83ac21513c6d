# -fplugin-arg-gasp-verbose: each function left out with its reason, and a count.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.c <<'END'
#include <stdlib.h>
__attribute__ ((no_instrument_function)) void one (void) { }
__attribute__ ((naked)) void two (void) { __asm__ ("ret"); }
#pragma pupc off
void three (void) { }
#pragma pupc on
void four (void) { }
void five (void) { free (malloc (1)); }
void six (void) { }
END
run 0 "$CC" -O2 -finstrument-gasp-functions -fplugin-arg-gasp-verbose -finstrument-gasp-exclude-functions=four -c a.c
has err 'one.*no_instrument_function'
has err 'two.*naked'
has err 'three.*pragma pupc'
has err 'four.*(filter|exclude)'
hasnt err '(five|six).*not instrumented'
has err '2 functions'
has err '4 (functions )?left out'
has err '2 calls'
