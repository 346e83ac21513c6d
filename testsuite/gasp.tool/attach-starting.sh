# gasp attach to a program that is still starting, to one that has not come to an
# instrumented function, and where one is loaded with a plugin later.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/attach.sh"
not_emulated "gasp attaches to programs of this machine"

# In a function that the dynamic linker calls while it relocates, libgasp, which
# comes before in the list of libraries, has not been relocated.
cat > slow.c <<'END'
#include <sys/syscall.h>
static long
ask (long number, long a, long b, long c)
{
  __asm__ volatile ("syscall" : "+a" (number) : "D" (a), "S" (b), "d" (c)
		    : "rcx", "r11", "memory");
  return number;
}
static int slow (void) { return 7; }
static int (*choose (void)) (void)
{
  ask (SYS_write, 1, (long) "ready\n", 6);
  while (ask (SYS_access, (long) "stop", 0, 0))
    ;
  return slow;
}
int chosen (void) __attribute__ ((ifunc ("choose")));
END
cat > prog.c <<'END'
int chosen (void);
int main (void) { return chosen (); }
END
case $MACHINE in
  x86_64*)
    "$STOCK" -O1 -shared -fPIC -w slow.c -o libslow.so
    run 0 "$CC" --profile prog.c -Wl,--no-as-needed "$BUILD/lib/libgasp.so" \
	  -L. -lslow -Wl,-rpath,. -Wl,-z,now -o prog
    start ./prog
    attach 1 -o at
    has err 'is still starting; then try again'
    [ ! -e at ] || fail "a directory for nothing"
    finish 7 ;;
esac

cat > plugin.c <<'END'
__attribute__ ((noipa)) int leaf (int n) { return n + 1; }
int
work (void)
{
  int n = 0;
  while (n < 1000)
    n = leaf (n);
  return n;
}
END
cat > host.c <<'END'
#include <dlfcn.h>
#include <unistd.h>
static int unused (int n) { return n + 1; }
int (*volatile keep) (int) = unused;
__attribute__ ((no_instrument_function)) int
main (void)
{
  write (1, "ready\n", 6);
  while (access ("stop", F_OK))
    usleep (1000);
  void *plugin = dlopen ("./plugin.so", RTLD_NOW);
  int (*work) (void) = plugin ? (int (*) (void)) dlsym (plugin, "work") : 0;
  return work ? work () / 1000 : 0;
}
END
for mode in source emitted; do
  run 0 "$CC" -finstrument-gasp-functions=$mode -shared -fPIC plugin.c -o plugin.so
  run 0 "$CC" -finstrument-gasp-functions=$mode host.c -o host -ldl
  start ./host
  attach 0 -w 0 -o at.$mode
  has err 'has not come to an instrumented function yet'
  finish 1
  run 0 "$GASP" report --format=csv --view=flat at.$mode
  grep leaf out | grep -q ',1000,' || fail "$mode: not 1000 calls"
done
