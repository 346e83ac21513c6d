# Functions of system headers are left out, unless a filter includes them.
#
# SPDX-License-Identifier: Apache-2.0

mkdir system
cat > system/sys.h <<'END'
static inline int from_system (void) { return 0; }
END
cat > a.c <<'END'
#include <sys.h>
int main (void) { return from_system (); }
END
run 0 "$CC" -isystem system -finstrument-gasp-functions a.c -o prog
run 0 under dump ./prog
hasnt result 'from_system'
run 0 "$CC" -isystem system -finstrument-gasp-functions -finstrument-gasp-include-functions='*' a.c -o prog
run 0 under dump ./prog
has result 'from_system'
