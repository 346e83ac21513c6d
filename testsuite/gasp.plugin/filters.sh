# Filters on functions and files: include and exclude, patterns, a file of rules.
#
# SPDX-License-Identifier: Apache-2.0

cat > other.h <<'END'
int from_other (void) { return 0; }
END
cat > a.c <<'END'
#include "other.h"
int net_send (int n) { return n; }
int net_receive (int n) { return n; }
int disk_read (int n) { return n; }
int main (void) { return from_other () + net_send (0) + net_receive (0) + disk_read (0); }
END
# names OPTIONS...: the functions that raise events.
names ()
{
  run 0 "$CC" -O0 -finstrument-gasp-functions "$@" a.c -o prog
  run 0 under dump ./prog
  sed -n 's/.* + GASP_C_FUNC .*"int \([a-z_]*\).*/\1/p' result | tr '\n' ' ' > names
  echo >> names
}
is () { [ "$(cat names)" = "$1" ] || fail "instrumented: $(cat names), not: $1"; }
names; is 'main from_other net_send net_receive disk_read '
names -finstrument-gasp-exclude-functions='net_*'; is 'main from_other disk_read '
names -finstrument-gasp-exclude-functions='net_send,main'; is 'from_other net_receive disk_read '
names -finstrument-gasp-include-functions='net_*'; is 'net_send net_receive '
names -finstrument-gasp-include-functions='net_*' -finstrument-gasp-exclude-functions='*send'; is 'net_receive '
names -finstrument-gasp-exclude-files='*.h'; is 'main net_send net_receive disk_read '
names -finstrument-gasp-include-files='*other*'; is 'from_other '
cat > rules <<'END'
# A comment, and a blank line.

include function net_*
exclude function net_receive
END
names -finstrument-gasp-filter=rules; is 'net_send '
names -fplugin-arg-gasp-filter=rules; is 'net_send '
names -finstrument-functions-exclude-function-list=net,main; is 'from_other disk_read '
names -finstrument-functions-exclude-file-list=other; is 'main net_send net_receive disk_read '
echo 'include nonsense' > rules
run 1 "$CC" -finstrument-gasp-functions -finstrument-gasp-filter=rules -c a.c
has err 'rules:1'
