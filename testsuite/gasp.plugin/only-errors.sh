# --profile-only: an unreadable file is an error, unknown names a warning each.
#
# SPDX-License-Identifier: Apache-2.0

echo 'int main (void) { return 0; }' > a.c
run 1 "$CC" --profile-only /nonexistent/list -c a.c
has err 'error:.*/nonexistent/list.*No such file'
run 1 "$CC" --profile-only . -c a.c
has err 'error:.*Is a directory'
printf 'GASP_C_FUNC\nGASP_X_ONE\nGASP_X_TWO\nGASP_X_ONE\nGASP_UPC_BARRIER\nGASP_C_FUN\n' > list
run 0 "$CC" --profile-only list -c a.c
count 1 err 'warning:.*GASP_X_ONE'
count 1 err 'warning:.*GASP_X_TWO'
count 0 err 'warning:.*GASP_UPC_BARRIER'
count 1 err 'warning:.*GASP_C_FUN[^C]'
count 3 err 'warning:'
