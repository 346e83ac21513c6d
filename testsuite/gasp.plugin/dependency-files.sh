# Filters and lists of events are in the dependency files of -MD and its like,
# so that make and ninja compile again when one has changed.
#
# SPDX-License-Identifier: Apache-2.0

echo '#include "a.h"
int f (void) { return A; }' > a.c
cp a.c a.cc
echo '#define A 1' > a.h
echo 'exclude function g' > 'my filter'
echo GASP_C_FUNC > events
set -- -finstrument-gasp-functions '-finstrument-gasp-filter=my filter' \
  -finstrument-gasp-only=events

# depends FILE: on a.c or a.cc, first, then on the header and both lists.
depends ()
{
  tr -d '\\\n' < "$1" > joined
  has joined '^a\.o: +a\.cc?( .*)? a\.h'
  has joined ' my +filter'
  has joined ' events'
}
for file in a.c a.cc; do
  compiler=$CC
  [ $file = a.c ] || compiler=$CXX
  for option in -MD -MMD; do
    run 0 $compiler "$@" $option -MF deps -c $file
    depends deps
  done
  for option in -M -MM; do
    run 0 $compiler "$@" $option $file
    depends out
  done
  # The source has no rule of its own, the others do.
  run 0 $compiler "$@" -MMD -MP -MF deps -c $file
  has deps '^events:$'
  hasnt deps '^a\.cc?:'
done

# Not without instrumentation, not twice, and nothing that is gone by then.
run 0 "$CC" -MMD -MF deps -c a.c
[ "$(cat deps)" = 'a.o: a.c a.h' ] || fail "no flags: $(cat deps)"
run 0 "$CC" -finstrument-gasp-only=events -finstrument-gasp-only=events -MMD -MF deps -c a.c
[ "$(grep -o events deps | wc -l)" = 1 ] || fail "twice: $(cat deps)"
mkfifo pipe
(echo GASP_C_FUNC > pipe) &
run 0 "$CC" -finstrument-gasp-only=pipe -MMD -MF deps -c a.c
wait
hasnt deps pipe

if command -v ninja > /dev/null; then
  cat > build.ninja <<END_OF_RULES
rule cc
  command = $CC -finstrument-gasp-functions -finstrument-gasp-only=events -MD -MF \$out.d -c \$in -o \$out
  depfile = \$out.d
  deps = gcc
build n.o: cc a.c
END_OF_RULES
  run 0 ninja
  run 0 ninja
  has out 'no work to do'
  sleep 1
  echo GASP_C_MALLOC >> events
  run 0 ninja
  hasnt out 'no work to do'
fi

# What -E prints is as before, if nothing is instrumented.
run 0 "$CC" -E a.c -o with.i
run 0 "$STOCK" -E a.c -o without.i
cmp with.i without.i || fail "-E without flags"
# With it, it says what else the code depends on; and can be compiled.
run 0 "$CC" "$@" -E a.c -o one.i
has one.i '"my filter"$'
has one.i '^# [01] "<gasp [0-9a-f]+>"$'
run 0 "$CC" "$@" -g -c one.i
echo GASP_C_FREE >> events
run 0 "$CC" "$@" -E a.c -o two.i
! cmp -s one.i two.i || fail "the same after a change of the list"
run 0 "$CC" "$@" -E -P a.c -o p.i
hasnt p.i gasp
