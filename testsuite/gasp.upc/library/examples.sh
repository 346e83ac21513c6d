# The UPC examples find their own results right, with any number of threads.
#
# SPDX-License-Identifier: Apache-2.0

for source in "$SOURCE"/examples/upc/*.upc; do
  program=$(basename "$source" .upc)
  run 0 "$UPCC" -O2 -Wall -Werror "$source" -lm -o "$program"
  for threads in 1 3 4; do
    run 0 ./"$program" -n $threads
    has out PASSED
  done
done
