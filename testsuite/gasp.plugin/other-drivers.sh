# Drivers of other compilers link by ours, with the libraries that they bring and
# no others (-nodefaultlibs): rustc, and what does the like by hand.
#
# SPDX-License-Identifier: Apache-2.0

not_emulated "the linker is this machine's"
cat > work.c <<'END_OF_SOURCE'
static int add (int a, int b) { return a + b; }
int work (int n) { int s = 0; for (int i = 0; i < n; i++) s = add (s, i); return s; }
END_OF_SOURCE
echo 'int work (int); int main (void) { return work (4) != 6; }' > main.c

# measured PROGRAM: work and what it calls are.
measured ()
{
  run 0 "$GASP" run -q -o "record-$1" "./$1"
  run 0 "$GASP" report "record-$1" --view=flat --limit=0
  has out ' work '
  has out ' add '
}
run 0 "$CC" --profile -O1 -c work.c
run 0 "$CC" --profile -nodefaultlibs main.c work.o -lc -lgcc -o without
measured without
files=
for file in Scrt1.o crti.o crtbeginS.o crtendS.o crtn.o; do
  files="$files $("$CC" -print-file-name=$file)"
done
set -- $files
run 0 "$CC" --profile -nostdlib "$1" "$2" "$3" main.c work.o -lc -lgcc "$4" "$5" -o nothing
measured nothing
run 0 "$CC" --profile -nolibc main.c work.o -lc -o nolibc
measured nolibc
run 0 "$CC" --profile -static -nodefaultlibs main.c work.o -lc -o static
run 0 ./static
run 0 "$CC" --profile -O1 -flto -c work.c -o work-lto.o
run 0 "$CC" --profile -O1 -flto -nodefaultlibs main.c work-lto.o -lc -lgcc -o lto
measured lto
# The specs do it alone, without the wrapper.
run 0 "$CC" --gasp-specs
cp out specs
run 0 "$STOCK" -specs=specs -nodefaultlibs main.c work.o -lc -lgcc -o by-specs
measured by-specs
cat > team.c <<'END_OF_SOURCE'
int main (void)
{
  int n = 0;
  #pragma omp parallel num_threads (2) reduction (+: n)
  n++;
  return n != 2;
}
END_OF_SOURCE
run 0 "$CC" --profile -fopenmp -nodefaultlibs team.c -lc -lgcc -o team
run 0 "$GASP" run -q -o record-team ./team
run 0 "$GASP" report record-team --view=tree --limit=0
has out 'parallel'
cat > hello.upc <<'END_OF_SOURCE'
#include <upc.h>
int main (void) { upc_barrier; return THREADS != 2; }
END_OF_SOURCE
run 0 "$UPCC" --profile -fupc-check -nodefaultlibs hello.upc -lm -lc -lgcc -o hello
run 0 ./hello -n 2
# Without a link there is nothing to add to.
run 0 "$CC" --profile -nostdlib -c main.c -o main-c.o
run 0 "$CC" --profile -nodefaultlibs -E main.c
run 0 "$CC" --profile -nodefaultlibs -fsyntax-only main.c
# Libraries of ours are not in what needs none of them.
echo 'int alone (void) { return 0; }' > alone.c
run 0 "$CC" -nostdlib -shared -fPIC alone.c -o libalone.so
run 0 readelf -d libalone.so
hasnt out NEEDED
run 0 "$CC" --profile -nostdlib -r main.c -o main-r.o
run 0 nm main-r.o
has out 'U __gasp_'

command -v rustc > /dev/null || unsupported "no rustc; the rest passes"
cat > prog.rs <<'END_OF_SOURCE'
extern "C" { fn work (n: i32) -> i32; }
fn main () {
    let crew: Vec<_> = (1..5).map (|i| std::thread::spawn (move || unsafe { work (i) })).collect ();
    let sum: i32 = crew.into_iter ().map (|t| t.join ().unwrap ()).sum ();
    let caught = std::panic::catch_unwind (|| { unsafe { work (2) }; panic! ("meant") });
    println! ("{} {}", sum, caught.is_err ());
}
END_OF_SOURCE
run 0 ar rcs libwork.a work.o
for option in -g -O; do
  run 0 rustc $option -C linker="$CC" -L . -l static=work prog.rs -o rust
  run 0 ./rust
  has out '^10 true$'
  rm -rf record-rust
  run 0 "$GASP" run -q -o record-rust ./rust
  has out '^10 true$'
  run 0 "$GASP" report record-rust --view=flat --limit=0
  has out ' 5 .* work '
done
# Linked by the stock compiler, with the library named.
run 0 rustc -O -L . -l static=work -L "native=$BUILD/lib" -l gasp -C link-arg="-Wl,-rpath,$BUILD/lib" prog.rs -o stock
run 0 ./stock
has out '^10 true$'
