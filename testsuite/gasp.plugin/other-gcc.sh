# A plugin of another version of GCC is refused, with a clear line.
#
# SPDX-License-Identifier: Apache-2.0

need gcc-11
echo 'int x;' > a.c
run - gcc-11 -fplugin="$PLUGIN" -c a.c
has err '(version|GCC|12)'
hasnt err 'internal compiler error|Segmentation'
