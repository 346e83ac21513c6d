# gasp doctor: the parts, PAPI's components with reasons, the kernel; what to do if something is missing.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
run 0 "$GASP" doctor
has out 'gcc'
has out 'PAPI'
has out 'perf_event_paranoid'
hasnt out '^  (bad|fail)'
env GASP_CLOCK=sundial "$GASP" doctor > out 2> err || :
cat out err > both
has both 'sundial'
# What is nearly a setting, what is none, and what is one.
run 0 env GASP_CLOK=tsc GASP_HOMEPAGE=here GASP_TIMING=all "$GASP" doctor
has out 'note +GASP_CLOK=tsc +\(no such setting; did you mean that of --clock\?\)'
has out "note +GASP_HOMEPAGE=here +\(no such setting; see 'gasp list settings'\)"
has out 'ok +GASP_TIMING=all$'
