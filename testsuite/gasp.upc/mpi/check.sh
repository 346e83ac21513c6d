# gasprun --check over MPI has MPI's own figures beside UPC's; it knows threads of a
# machine that do not share memory, and what MPI cannot do.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../../lib/mpi.sh"
figure='[0-9.]+'
for MPI in $MPIS; do
  gasprun --check -n 2 > out 2> err || :
  cat out err
  has out "^  round trip within a machine, us +$figure +$figure +-\$"
  has out "^  rate within a machine, GB/s +$figure +$figure +$figure\$"
  has out "^  barrier of all threads, us +$figure +$figure"
  has out "^  sum over all threads .* +$figure +$figure"
  has out "^  random updates .* +$figure +$figure +$figure\$"
  hasnt out 'do not share memory'
  UPC_NODE_SIZE=1 gasprun --check -n 2 > out 2> err && fail 'it found nothing wrong'
  cat out err
  has out "^  round trip between machines, us +$figure +$figure"
  has out "^  rate between machines, GB/s +$figure +$figure"
  has out '^\* Threads 0 and 1 are both on .* do not share memory: UPC_NODE_SIZE says so'
done
[ -z "$(ls -d gasp-check* 2> /dev/null)" ] || fail 'files are left'
