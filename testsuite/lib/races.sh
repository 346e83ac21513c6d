# races.sh - what tests of data races share: a program prog.upc, compiled as prog, with
# the statements of each wrong case marked "/* CASE */".
#
# SPDX-License-Identifier: Apache-2.0

# races CASE OBJECT [WHO DOES WHO DOES]: the case ends in a race for OBJECT, between
# these, in either order, or else any two threads' accesses.
races ()
{
  run 66 ./prog -n 3 "$1"
  here=$(grep -n "/\* $1 \*/" prog.upc | cut -d : -f 1 | paste -s -d '|')
  one="${3-thread} [0-2] ${4-(reads|writes)} it at prog.upc:($here)[: ].*"
  other="${5-thread} [0-2] ${6-(reads|writes)} it at prog.upc:($here)[: ].*"
  has err "^libupc: data race on $2: ($one, $other|$other, $one), and nothing orders these"
}
