# How long images wait, and for whom: in SYNC ALL and SYNC IMAGES, for events, locks and
# critical sections, and in collective subroutines.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/waits.sh"
images=3
. "$HERE/../lib/coarrays.sh"
cat > prog.f90 <<'END'
program prog
  use iso_fortran_env
  implicit none
  integer :: total, me
  type(lock_type) :: lock[*]
  type(event_type) :: posted[*], early[*]
  me = this_image ()
  sync all
  if (me == 2) call nap (200)
  sync all ! ALL
  if (me == 2) call nap (200)
  if (me /= 3) sync images ([3])
  if (me == 3) sync images ([1, 2]) ! IMAGES
  sync all
  if (me == 1) then
    event post (early[3])
    call nap (200)
    event post (posted[3])
  end if
  if (me == 3) event wait (posted) ! WAIT
  if (me == 3) event wait (early)
  sync all
  if (me == 2) lock (lock[1])
  sync all
  if (me == 2) then
    call nap (200)
    unlock (lock[1])
  else
    lock (lock[1]) ! LOCK
    unlock (lock[1])
  end if
  sync all
  total = me
  if (me == 3) call nap (200)
  call co_sum (total) ! SUM
  sync all
  if (me == 1) call nap (200)
  call co_broadcast (total, source_image=1) ! BROADCAST
  sync all
  if (me /= 2) call nap (50)
  critical ! CRITICAL
    if (me == 2) call nap (250)
  end critical
contains
  subroutine nap (ms)
    integer, intent(in) :: ms
    integer(int64) :: a, b, rate
    call system_clock (a, rate)
    do
      call system_clock (b)
      if (b - a >= ms * rate / 1000) exit
    end do
  end subroutine
end program
END
run 0 "$FC" -O1 -g --profile -fcoarray=lib prog.f90 -o prog -lcaf_$caf
run 0 images "$GASP" run -q -o profile ./prog
waits_of profile
# waited MARK IMAGE WHOM: about 200 ms; more, if the machine is busy.
waited ()
{
  waits_for "$(line "$1" prog.f90)" "$2" "$3"
  awk -v at="$(line "$1" prog.f90)" -v image="$2" '
    $1 == at && $2 == image { right = $3 > 100e6 && $3 < 1000e6 }
    END { exit !right }' waits || { cat waits; fail "image $2 at $1"; }
}
for image in 0 2; do
  for mark in ALL LOCK; do
    waited $mark $image 1
  done
done
waited IMAGES 2 1
waited WAIT 2 0
waited SUM 0 2
waited SUM 1 2
waited BROADCAST 1 0
waited BROADCAST 2 0
for mark in LOCK CRITICAL; do
  ! grep -q "^$(line $mark prog.f90) .*known" waits || fail "who has the lock is not known"
done
run 0 "$GASP" report --format=csv --view=delays profile
hasnt out '"[1-9][0-9]{7,},.*"sync images","prog.f90:'"$(line IMAGES prog.f90)"'".*not known'
# No other order of these had been any better.
run 0 "$GASP" report --format=csv --view=late-senders profile
tr -d '"' < out | awk -F, '
  $1 == "table" { for (i = 1; i <= NF; i++) column[$i] = i }
  $1 == "late-senders" { rows++; sum += $column["wrong_order"] }
  END { exit !(rows && !sum) }' || { cat out; fail "waits are in wrong order"; }
