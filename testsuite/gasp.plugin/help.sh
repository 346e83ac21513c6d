# -fplugin-arg-gasp-help prints the table of arguments.
#
# SPDX-License-Identifier: Apache-2.0

echo 'int x;' > a.c
run 0 $STOCK -fplugin="$PLUGIN" -fplugin-arg-gasp-help -c a.c
cat out err > text
for known in instrument functions only verbose help filter; do
  has text "^ *[-a-z]*$known"
done
