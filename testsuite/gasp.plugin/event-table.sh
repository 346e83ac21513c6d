# A table of events that does not keep to what it says itself does not build.
#
# SPDX-License-Identifier: Apache-2.0

cp "$SOURCE/include/mkevents.c" .

# made STATUS SED: the build's program from a table that SED has changed.
made ()
{
  sed "$2" "$BUILD/include/gasp-events.def" > gasp-events.def
  run 0 $STOCK -I. mkevents.c -o mkevents
  run "$1" ./mkevents header upc
}

[ -z "$RUNNER" ] || unsupported "what runs when building"
made 0 ''
made 1 's/GASP_C_FUNC, FUNCTION, PAIR, "s", "s"/GASP_C_FUNC, FUNCTION, PAIR, "s", "sy"/'
has err 'GASP_C_FUNC: a letter that is not in the table'
made 1 's/^GASP_EVENT (2,/GASP_EVENT (1,/'
has err 'GASP_C_MALLOC: its number or name is taken'
made 1 's/GASP_C_FREE, FREE, PAIR, "p", "p"/GASP_C_FREE, FREE, ATOMIC, "p", "p"/'
has err 'GASP_C_FREE: ATOMIC'
made 1 's/^GASP_EVENT (1,/GASP_EVENT (9001,/'
has err 'GASP_C_FUNC: its number is in no model'
made 1 's/^\(GASP_MODEL (\)UPC\(.*\)/&\n\1OTHER\2/'
has err 'OTHER: its range is another model'
has err 'OTHER: its language is another model'
made 1 's/GASP_UPC_LOCK, LOCK,/GASP_UPC_LOCK, SEND,/'
has err 'GASP_UPC_LOCK: it has not the arguments of its role'
made 1 's/^GASP_MOVES (GASP_UPC_GET, COPY, NONE, 2/GASP_MOVES (GASP_UPC_GET, COPY, NONE, 1/'
has err 'GASP_UPC_GET: it moves arguments that cannot be moved'
