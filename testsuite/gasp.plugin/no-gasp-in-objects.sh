# Signatures and file names stand once in a program, however many units have them.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.h <<'END'
inline int shared_by_all (int n) { return n + 1; }
END
for unit in a b c d; do printf '#include "a.h"\nint %s (int n) { return shared_by_all (n); }\n' $unit > $unit.C; done
echo 'int a (int), b (int), c (int), d (int); int main () { return a (0) + b (0) + c (0) + d (0) - 4; }' > main.C
run 0 "$CXX" -O0 -finstrument-gasp-functions a.C b.C c.C d.C main.C -o prog
checked ./prog
strings -a prog > text
count 1 text 'int shared_by_all\(int\)'
