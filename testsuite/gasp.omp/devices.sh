# OMPT's events of devices: what a tool written from OpenMP 5.2 alone is told is what
# the program asks for, in bytes and numbers; without a tool, libgomp's own functions are
# called.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/devices.sh"
run 0 $STOCK -O1 -w $FOR_DEVICES "$HERE/device-program.c" -o prog
run 0 $STOCK -O1 -w -shared -fPIC -I"$BUILD/include/omp" "$HERE/device-tool.c" \
  -o tool.so
run 0 $STOCK -O1 -w -shared -fPIC -DOLDER -I"$BUILD/include/omp" \
  "$HERE/device-tool.c" -o older.so

# lines N REGEXP: that many lines of out match.
lines ()
{
  found=$(grep -c -e "$2" out) || true
  [ "$found" = "$1" ] || fail "$found lines, not $1, with $2"
}

# ---- Two devices, of which the second is the last.
run 0 "$GASP" run --ompt-tool=./tool.so ./prog
hasnt out 'wrong:'
has out '^6 3$'
has out '^the host is 2$'
has out '^device 0 is Nobody;Fake 1;fake$'
lines 1 '^module loaded on 0$'
lines 1 '^module unloaded on 0$'
lines 1 '^device 1 ends$'
# The constructs: target, target data, update, enter and exit data.
lines 5 '^target 1 begin on 0$'
lines 5 '^target 1 end on 0$'
lines 1 '^target 1 begin on 1$'
lines 1 '^target 9 begin on 1$'
lines 2 '^target 2 begin on 1$'
lines 2 '^target 3 end on 1$'
lines 1 '^target 4 begin on 1$'
# What the clauses say: bytes and ways.
lines 10 '^op 2 end 2 -> 0 800000$'
lines 5 '^op 3 end 0 -> 2 800000$'
lines 2 '^op 2 begin 2 -> 1 800000$'
lines 3 '^op 3 begin 1 -> 2 800000$'
lines 5 '^op 1 end 2 -> 0 1600'
lines 5 '^op 4 end 0 -> 2 0$'
lines 6 '^map 800000 flags 1$'
# Kernels.
lines 5 '^submit begin on 0 teams 1$'
lines 1 '^submit end on 1 teams 7$'
# The program's own calls.
has out '^op 1 end 2 -> 1 5000$'
has out '^op 2 end 2 -> 1 100$'
has out '^op 3 end 1 -> 1 10$'
has out '^op 3 end 1 -> 2 10$'
has out '^op 5 once 2 -> 1 100$'
has out '^op 6 once 2 -> 1 0$'
# All that begins ends.
lines "$(grep -c '^op . begin' out)" '^op . end'
lines 7 '^submit begin'

# The first device's own records.
has out '^traced: 10 targets, 30 operations, 5 kernels, 8000080 bytes$'

# ---- The older callbacks.
run 0 "$GASP" run --ompt-tool=./older.so ./prog
hasnt out 'wrong:'
lines 10 '^older op 2 2 -> 0 800000$'
lines 7 '^older submit'
lines 5 '^older target 1 begin on 0$'

# ---- Without devices, all is done on the host.
run 0 env FAKE_DEVICES=0 "$GASP" run --ompt-tool=./tool.so ./prog
hasnt out 'wrong:'
has out '^the host is 0$'
lines 6 '^target 1 begin on 0$'
hasnt out '^op \|^submit\|^map\|^device'
run 0 env OMP_TARGET_OFFLOAD=DISABLED "$GASP" run --ompt-tool=./tool.so ./prog
hasnt out 'wrong:\|^op\|^submit'

# ---- Without a tool, libgomp looks up the plugin's functions, and gets them.
cat > slot.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>
/* Whether a word of libgomp's data is the address of the plugin's function.  */
static int
look (struct dl_phdr_info *info, size_t size, void *wanted)
{
  if (strstr (info->dlpi_name, "libgomp.so"))
    for (int i = 0; i < info->dlpi_phnum; i++)
      if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_W)
	{
	  void **at = (void **) (info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
	  void *ours = (void *) dlsym (RTLD_DEFAULT, "dlsym");
	  for (size_t k = 0; k < info->dlpi_phdr[i].p_memsz / sizeof *at; k++)
	    if (at[k] == ours)
	      *(int *) wanted = 1;
	}
  return 0;
}
int
main (void)
{
  int own = 0;
  volatile int used = omp_get_num_devices (); /* else GCC 16 removes the call */
  dl_iterate_phdr (look, &own);
  puts (own ? "own dlsym" : "another dlsym");
  return 0;
}
END
run 0 "$CC" -w -fopenmp slot.c -o slot
run 0 ./slot
has out '^own dlsym$'
run 0 "$GASP" run --ompt-tool=./tool.so ./slot
has out '^another dlsym$'
