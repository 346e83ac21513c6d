# .upc and .c files are UPC; objects, archives, assembly and other languages
# are what they are to gcc.
#
# SPDX-License-Identifier: Apache-2.0

cat > main.upc <<'END'
#include <upc.h>
#include <stdio.h>
extern shared int a[THREADS];
extern void set (int), bump (int *);
extern int twice (int);
int main (void)
{
  set (MYTHREAD);
  upc_barrier;
  int x = a[THREADS - 1];
  bump (&x);
  if (twice (x) != 2 * THREADS)
    return 1;
  if (MYTHREAD == 0)
    puts ("right");
  return 0;
}
END
cat > set.c <<'END'
shared int a[THREADS];
void set (int x) { a[MYTHREAD] = x; }
END
cat > plain.c <<'END'
void bump (int *shared) { ++*shared; }
END
cat > twice.s <<'END'
	.globl twice
	.type twice, @function
twice:	leal (%rdi,%rdi), %eax
	ret
	.section .note.GNU-stack,"",@progbits
END
{ echo '#define NAME twice'; sed 's/twice/NAME/' twice.s; } > upper.S
cat > other.cc <<'END'
extern "C" int twice (int shared) { return [=] { return 2 * shared; } (); }
END
run 0 $STOCK -c plain.c
ran () { UPC_THREADS=3 run 0 "$@"; has out '^right$'; }

run 0 "$UPCC" main.upc set.c plain.o twice.s
ran ./a.out
run 0 "$UPCC" -c main.upc set.c twice.s
ar rc libparts.a set.o twice.o
run 0 "$UPCC" main.o -L. -lparts plain.o -o archive
ran ./archive
run 0 "$UPCC" upper.S main.o set.o plain.o -o upper
ran ./upper
run 0 "$UPCC" -c other.cc -o other.o
run 0 "$UPCC" main.o set.o plain.o other.o -o other
ran ./other
run 0 "$UPCC" -x c main.upc set.c -x none plain.o twice.s -o by-x
ran ./by-x
run 0 "$UPCC" -x upc main.upc -xupc set.c -x none plain.o twice.s -o by-upc
ran ./by-upc
run 0 "$UPCC" -S main.upc set.c
[ -f main.s ] || fail "no main.s"
run 0 "$UPCC" main.s set.s plain.o twice.o -o assembled
ran ./assembled
run 0 sh -c '"$0" -x c -c - -o stdin.o < main.upc' "$UPCC"
run 0 "$UPCC" stdin.o set.o plain.o twice.o -o stdin
ran ./stdin
run 0 "$UPCC" -O2 -flto main.upc set.c plain.o twice.s -o lto
ran ./lto
run 0 "$UPCC" -static main.upc set.c plain.o twice.s -o static
ran ./static
