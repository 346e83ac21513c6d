# A function may have very many parameters: its signature is made in time and
# memory that grow with them, not with their square.
#
# SPDX-License-Identifier: Apache-2.0

parameters=$(awk 'BEGIN { for (i = 0; i < 50000; i++) printf "int a%d, ", i }')
for last in 'char *end' '...'; do
  echo "int many ($parameters$last) { return a0 + a49999; }" > many.c
  (ulimit -v 3000000; run 0 "$CC" -w -finstrument-gasp-functions=source -c many.c) \
    || fail "$last"
done
