# gasp list: events, counters, clocks, settings; help everywhere.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
run 0 "$GASP" list events
has out 'GASP_C_FUNC'
has out 'GASP_UPC_COLLECTIVE_EXIT'
run 0 "$GASP" list events --names
has out '^GASP_C_MALLOC$'
run 0 "$GASP" list counters
run 0 "$GASP" list settings
has out 'GASP_OUTPUT'
run 0 "$GASP" list clocks
run - "$GASP" list nonsense
has err 'events.*counters'
for command in '' run report list doctor compiler-path; do
  run 0 "$GASP" $command --help
  has out 'Usage: gasp'
done
run 0 "$GASP" --version
