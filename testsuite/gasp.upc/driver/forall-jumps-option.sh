# What is said of jumps out of a upc_forall has an option, as GCC's own warnings.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.upc <<'EOF'
int
f (void)
{
  upc_forall (int i = 0; i < 3; i++; i)
    return 1;
  return 0;
}
EOF
for option in '' -Wupc-forall-jumps '-Wno-upc-forall-jumps -Wupc-forall-jumps' \
  '-Werror=upc-forall-jumps -Wno-error=upc-forall-jumps'; do
  run 0 "$UPCC" $option -c a.upc
  has err 'a.upc:5:12: warning: .return. out of .upc_forall.: .* \[-Wupc-forall-jumps\]$'
done
run 1 "$UPCC" -Werror=upc-forall-jumps -c a.upc
has err 'error: .return. out of .upc_forall.: .* \[-Werror=upc-forall-jumps\]$'
run 1 "$UPCC" -Werror -c a.upc
run 0 "$UPCC" -Werror -Wno-upc-forall-jumps -c a.upc
hasnt err upc_forall
run 0 "$UPCC" -w -c a.upc
hasnt err upc_forall
