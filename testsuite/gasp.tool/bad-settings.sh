# Bad settings: name, value, legal values; and the program runs.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
case $BUILD in *' '*) unsupported "blanks in the path" ;; esac
LIB=$BUILD/lib/libgasptool.so
run 3 env LD_PRELOAD="$LIB" GASP_CLOCK=sundial ./prog
has out '^output$'
has err 'GASP_CLOCK.*sundial.*monotonic'
run 3 env LD_PRELOAD="$LIB" GASP_OFF=perhaps ./prog
has out '^output$'
has err 'GASP_OFF.*perhaps'
run 3 env LD_PRELOAD="$LIB" GASP_TIMING=often ./prog
has out '^output$'
has err 'GASP_TIMING.*often.*all or auto'
run 3 env LD_PRELOAD="$LIB" GASP_MEMORY=little ./prog
has out '^output$'
has err 'GASP_MEMORY.*little.*exact, sampled or auto'
run 3 env LD_PRELOAD="$LIB" GASP_RECORD_LIMIT=much ./prog
has out '^output$'
has err 'GASP_RECORD_LIMIT.*much'
run 3 env LD_PRELOAD="$LIB" GASP_SAMPLE=nonsense ./prog
has out '^output$'
has err 'GASP_SAMPLE.*nonsense'
run - "$GASP" run --clock=sundial ./prog
has err 'sundial.*monotonic'
run - "$GASP" run --timing=often ./prog
has err 'often.*all.auto'
rm -rf gasp-out
run 3 env LD_PRELOAD="$LIB" GASP_OFF=1 ./prog
[ ! -d gasp-out ] || fail "GASP_OFF leaves a record"
