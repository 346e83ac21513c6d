# A thread that is in a restartable sequence of its own, as in allocators with
# lists for each processor, is not made to call from there: who goes on in the
# middle has not been undisturbed.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/attach.sh"
not_emulated "gasp attaches to programs of this machine"
case $MACHINE in x86_64*) ;; *) unsupported "not written for $MACHINE" ;; esac
cat > prog.c <<'END'
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

/* The C library's, in which the field for the sequence is the third.  */
extern const ptrdiff_t __rseq_offset __attribute__ ((weak));
extern const unsigned int __rseq_size __attribute__ ((weak));

__attribute__ ((noipa)) static int leaf (int n) { return n + 1; }

/* Look at the code of leaf many times: 0 if it stays as it is, 1 if it changes
   within the sequence, and -1 if that was begun anew.  Only a call that this
   thread makes from within can change it.  */
__attribute__ ((noipa)) static int
sequence (volatile uint64_t *field, const void *code)
{
  int result;
  uint64_t first, second;
  __asm__ volatile (
    ".pushsection .data.sequence, \"aw\"\n\t"
    ".balign 32\n"
    "10:\t.long 0, 0\n\t"
    ".quad 11f, 12f - 11f, 13f\n\t"
    ".popsection\n\t"
    "leaq 10b(%%rip), %%rax\n\t"
    "movq %%rax, (%[field])\n"
    "11:\tmovl $20000, %%ecx\n\t"
    "movq (%[code]), %[first]\n\t"
    "movq 8(%[code]), %[second]\n\t"
    "14:\tcmpq %[first], (%[code])\n\t"
    "jne 15f\n\t"
    "cmpq %[second], 8(%[code])\n\t"
    "jne 15f\n\t"
    "decl %%ecx\n\t"
    "jnz 14b\n\t"
    "xorl %[result], %[result]\n\t"
    "jmp 12f\n"
    "15:\tmovl $1, %[result]\n"
    "12:\tjmp 16f\n\t"
    ".long 0x53053053\n"
    "13:\tmovl $-1, %[result]\n"
    "16:\n\t"
    : [result] "=&r" (result), [first] "=&r" (first), [second] "=&r" (second)
    : [field] "r" (field), [code] "r" (code)
    : "rax", "rcx", "memory", "cc");
  return result;
}

int
main (void)
{
  int count[3] = { 0 };

  if (!&__rseq_size || !__rseq_size)
    {
      puts ("ready\nnone");
      return 0;
    }
  char *rseq = (char *) __builtin_thread_pointer () + __rseq_offset;
  write (1, "ready\n", 6);
  for (int n = 0; n % 1000 || access ("stop", F_OK); n++)
    {
      count[sequence ((void *) (rseq + 8), (void *) leaf) + 1]++;
      for (volatile int i = 0; i < 5000; i++)
	;
      leaf (n);
    }
  printf ("%d anew, %d whole\n", count[0], count[1]);
  return count[2] != 0;
}
END
run 0 "$CC" -O2 -finstrument-gasp-functions=emitted prog.c -o prog
start ./prog
sleep 0.1
if grep -q none process.out; then unsupported "no restartable sequences"; fi
for turn in 1 2 3 4 5 6 7 8 9 10; do
  attach 0 -o at
  run 0 "$GASP" detach $process
done
finish 0
has process.out ' [1-9][0-9]* whole'
