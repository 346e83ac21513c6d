# A static Fortran program, whose library finds that there are threads.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.f90 <<'END'
program try
  print *, 'written'
end program
END
for mode in source emitted; do
  run 0 "$FC" -static -finstrument-gasp-functions=$mode a.f90 -o prog
  run 0 ./prog
  has out written
done
