# Coarrays with GCC's own libcaf_single, a static library, raise their events; so they do in
# a static program and with link-time optimisation.
#
# SPDX-License-Identifier: Apache-2.0

[ -n "${FC-}" ] && command -v "$STOCKFC" > /dev/null || unsupported "there is no gfortran"
[ -e "$BUILD/lib/libgasp_caf.a" ] || unsupported "coarrays are left out"
cat > prog.f90 <<'END'
program prog
  integer :: x(10)[*], a(10), total
  x = 3
  sync all ! SYNC
  x(1:5)[1] = 7 ! PUT
  a = x(:)[1] ! GET
  total = a(1) + a(10)
  call co_sum (total) ! SUM
  print '(A, I0)', 'total ', total
end program
END
line () { grep -n "! $1\$" prog.f90 | cut -d: -f1; }
for flags in '-O0 -finstrument-gasp' '-O2 -flto -finstrument-gasp' \
	     '-O2 -finstrument-gasp-functions=emitted'; do
  run 0 "$FC" $flags -w -fcoarray=lib prog.f90 -o prog -lcaf_single
  run 0 $RUNNER ./prog
  has out '^ *total 10$'
  run 0 under check ./prog
  hasnt result '^violation'
  run 0 under dump ./prog
  sed -n 's/^.* - GASP_GCC_CAF_\([A-Z]*\) \[[^]:]*:\([0-9]*\):[0-9]*\]/\1 \2/p' result > all
  count 1 all "^BARRIER $(line SYNC) \"sync all\"\$"
  count 1 all "^PUT $(line PUT) \"coarray put\" 0 [0-9]+\$"
  count 1 all "^GET $(line GET) \"coarray get\" 0 40\$"
  count 1 all "^COLLECTIVE $(line SUM) \"co_sum\" -1 4 4 [0-9]+\$"
done
run 0 "$FC" -static -O1 -finstrument-gasp -fcoarray=lib prog.f90 -o prog -lcaf_single
run 0 $RUNNER ./prog
has out '^ *total 10$'
