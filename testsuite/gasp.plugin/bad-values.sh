# Arguments with bad values, without values, or with one too many.
#
# SPDX-License-Identifier: Apache-2.0

echo 'int x;' > a.c
run 1 $STOCK -fplugin="$PLUGIN" -fplugin-arg-gasp-functions=sometimes -c a.c
has err 'error:.*functions=sometimes.*source.*emitted'
run 1 $STOCK -fplugin="$PLUGIN" -fplugin-arg-gasp-functions -c a.c
has err 'error:.*functions'
run 1 $STOCK -fplugin="$PLUGIN" -fplugin-arg-gasp-verbose=1 -c a.c
has err 'error:.*verbose'
run 1 "$CC" -finstrument-gasp-functions=never -c a.c
has err 'error:.*never.*source.*emitted'
run 1 $STOCK -fplugin="$PLUGIN" -fplugin-arg-gasp-filter=/nonexistent/rules -c a.c
has err '/nonexistent/rules.*No such file'
run 1 "$CC" -finstrument-gasp-functions -finstrument-gasp-tail-calls=some -c a.c
has err 'error:.*tail-calls=some.*recursive.*all.*none'
