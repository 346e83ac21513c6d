# gasprun --check measures, and says in sentences what is wrong: what is planted here.
#
# SPDX-License-Identifier: Apache-2.0

G=$BUILD/bin/gasprun
figure='[0-9.]+'
"$G" --check -n 2 > out 2> err || :
cat out err
has out '^2 threads on 1 machine$'
has out "^  round trip within a machine, us +$figure +- +-\$"
has out "^  rate within a machine, GB/s +$figure +- +$figure\$"
has out "^  barrier of all threads, us +$figure"
has out "^  random updates .* +$figure +- +$figure\$"
hasnt out 'between machines'
[ ! -s err ] || fail 'it says something'
run 2 "$G" --check ./program
has err 'takes no program'

# The figures of MPI are made up, as are what it can do and what others use.
run 0 "$UPCC" -O2 -Wall "$BUILD/share/gasp/check/check.upc" -o check
run 0 ./check -n 2 near_trip=1e6 near_rate=0.5 barrier=1e-6 one_sided=0
has out "^  round trip within a machine, us +$figure +1000000 "
has out "^  rate within a machine, GB/s +$figure +0.50 "
if [ "$(nproc)" -ge 2 ]; then
  has out '^\* MPI.s messages within .* take 1000000 us there and back'
  has out '^\* A barrier takes UPC [0-9.]+ times as long as MPI'
fi
has out '^MPI has no one-sided communication'
hasnt out 'Nothing wrong'
hasnt out 'Other programs'
UPC_MPI_DATA=rma run 0 ./check -n 2 one_sided=0
has out '^\* UPC_MPI_DATA is rma, but MPI has no one-sided'
run 0 ./check -n 2 load=3.5
has out '^\* Other programs of .* have wanted 3.5 processors'
if command -v taskset > /dev/null; then
  run 0 taskset -c "$(taskset -cp $$ | sed 's/.*: *//; s/[-,].*//')" ./check -n 2 barrier=1e-6
  has out '^\* 2 threads share 1 processor on '
  hasnt out 'A barrier takes'
fi
run 0 ./check -n 1
has out '^1 thread on 1 machine'
