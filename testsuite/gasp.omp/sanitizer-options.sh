# The thread sanitizer is told not to report what libgomp does in memory, unless
# the program sets the sanitizer's options itself.
#
# SPDX-License-Identifier: Apache-2.0

not_emulated "the thread sanitizer maps all of memory"
echo 'int main (void) { return 0; }' > plain.c
"$STOCK" -fsanitize=thread plain.c -o plain 2> /dev/null && ./plain \
  || unsupported "no thread sanitizer"
cat > own.c <<'END_OF_PROGRAM'
const char *
__tsan_default_options (void)
{
  return "exitcode=3";
}
END_OF_PROGRAM
build="-fopenmp -fsanitize=thread -finstrument-gasp"
run 0 "$CC" $build plain.c -o ours
run 0 "$CC" $build plain.c own.c -o own

# value OPTION PROGRAM: what the sanitizer takes it to be.
value ()
{
  TSAN_OPTIONS=help=1 ./"$2" 2>&1 | grep -A1 -E "^[[:space:]]*$1\$" \
    | sed -n 's/.*(Current Value: \(.*\)).*/\1/p'
}
[ "$(value ignore_noninstrumented_modules ours)" = true ] \
  || fail "the option is not set"
[ "$(value ignore_noninstrumented_modules own)" = false ] \
  || fail "the option is set though the program has its own"
[ "$(value exitcode own)" = 3 ] || fail "the program's own options are lost"
