# __UPC_PUPC__ and __UPC_PUPC_INST__ are 1 where they should be, in C and C++.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.c <<'END'
#ifdef __UPC_PUPC__
knows __UPC_PUPC__
#endif
#ifdef __UPC_PUPC_INST__
instruments __UPC_PUPC_INST__
#endif
END
cp a.c a.C
for pair in "$CC:a.c" "$CXX:a.C"; do
  compiler=${pair%:*} file=${pair##*:}
  run 0 "$compiler" -E $file
  has out '^knows 1$'; hasnt out instruments
  for flag in -finstrument-gasp -finstrument-gasp-functions --profile --inst; do
    run 0 "$compiler" $flag -E $file
    has out '^knows 1$'; has out '^instruments 1$'
  done
done
run 0 $STOCK -E a.c
hasnt out 'knows'
