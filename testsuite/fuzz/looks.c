/* looks.c - observe a process, with its record and its threads' words out of a file.

   SPDX-License-Identifier: Apache-2.0

   usage: looks FILE

   At FILE's end are the words; what is before them is the record.  A word is the number
   of a segment and of a node in it, or anything.  */

#define _GNU_SOURCE
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static ssize_t read_next_words (const struct iovec *here);
#define process_vm_readv(pid, here, n, there, m, flags) read_next_words (here)
#include <live/observe.c>

enum { WORDS = 64, LOOKS = 16 };
static uint64_t words[WORDS];
static size_t word;

static ssize_t
read_next_words (const struct iovec *here)
{
  uint64_t *to = here->iov_base;
  size_t count = here->iov_len / sizeof *to;
  for (size_t i = 0; i < count; i++)
    to[i] = words[word++ % WORDS];
  /* Some may not be there, or none.  */
  count = words[word % WORDS] & 1 ? count : words[word % WORDS] / 2 % (count + 1);
  errno = words[word % WORDS] & 2 ? EFAULT : words[word % WORDS] & 4 ? ESRCH : 0;
  return count ? (ssize_t) (count * sizeof *to) : -1;
}

/* What WORD stands for, where the process has mapped its record at BASE.  */
static uint64_t
place_word (uint64_t word, uint64_t base)
{
  if (word >> 63)
    return word;
  return base + (word >> 8 & 63) * GASP_RECORD_SEGMENT
	 + sizeof (struct gasp_record_segment)
	 + (word & 255) * sizeof (struct gasp_record_node)
	 + (word >> 14 & 1) * GASP_GCC_AT_WORK;
}

int
main (int argc, char **argv)
{
  int file = argc == 2 ? open (argv[1], O_RDWR) : -1;
  struct stat st;
  if (file < 0 || fstat (file, &st) || st.st_size < (off_t) sizeof words)
    return 2;
  off_t end = st.st_size - (off_t) sizeof words;
  if (pread (file, words, sizeof words, end) != sizeof words)
    return 2;
  observer.processes = allocate (1, sizeof *observer.processes);
  observer.processes[observer.count++] = (struct watched) { .file = file };
  struct watched *w = &observer.processes[0];
  if (!map_all (w))
    return 0;
  begin_process (w);
  w->pid = getpid ();
  for (int i = 0; i < WORDS; i++)
    words[i] = place_word (words[i], HEADER_OF (w)->base);
  for (int i = 0; i < LOOKS && observer.count; i++)
    look ();
  while (observer.count)
    forget (0);
  return 0;
}
