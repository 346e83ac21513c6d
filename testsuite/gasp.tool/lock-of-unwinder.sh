# A program that describes frames of its own, as compilers at run time do, ends: the lock
# that libgcc_s takes for that, and for finding them, is not recorded.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END'
#define _GNU_SOURCE
#include <link.h>
#include <stdint.h>
#include <stdio.h>
extern void __register_frame (void *);
extern void __deregister_frame (void *);
static char *frames;
static int
find (struct dl_phdr_info *info, size_t size, void *unused)
{
  (void) size;
  (void) unused;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_GNU_EH_FRAME)
      {
	char *at = (char *) info->dlpi_addr + info->dlpi_phdr[i].p_vaddr + 4;
	frames = at + *(int32_t *) at;
      }
  return 1;
}
int
main (void)
{
  dl_iterate_phdr (find, NULL);
  for (int i = 0; i < 3; i++)
    {
      __register_frame (frames);
      __deregister_frame (frames);
    }
  puts ("over");
  return 3;
}
END
run 0 gcc -O1 -shared-libgcc prog.c -o prog -Wl,--no-as-needed -lgcc_s
rm -rf profile
run 3 timeout 60 "$GASP" run -q -o profile ./prog
has out '^over$'
