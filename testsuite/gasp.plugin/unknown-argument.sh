# An unknown argument is an error that lists the known ones.
#
# SPDX-License-Identifier: Apache-2.0

echo 'int x;' > a.c
run 1 $STOCK -fplugin="$PLUGIN" -fplugin-arg-gasp-nonsense=1 -c a.c
has err 'error:.*-finstrument-gasp-nonsense'
for known in instrument functions verbose help; do
  has err "known.*[^a-z]$known"
done
