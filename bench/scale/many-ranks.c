/* many-ranks.c - records of a program with many ranks, made of those of one
   with few.

   SPDX-License-Identifier: Apache-2.0

   usage: many-ranks N DIRECTORY RECORD...

   Of RECORDs, those of all ranks of one or several runs with as many ranks
   each, N are made, in DIRECTORY: blocks of ranks, each of which communicates
   within itself, as the few ranks did, and meets all others in collective
   functions.  What they spend and send differs from block to block.  */

#include "listed.h"
#include "record.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct file { char *data; size_t size; };

static struct gasp_record_header *
header_of (const struct file *f)
{
  return (struct gasp_record_header *) f->data;
}

static struct file
read_file (const char *path)
{
  struct stat st;
  int fd = open (path, O_RDONLY);
  struct file f = { NULL, 0 };
  if (fd < 0 || fstat (fd, &st) || !(f.data = malloc (st.st_size))
      || read (fd, f.data, st.st_size) != st.st_size)
    {
      perror (path);
      exit (1);
    }
  close (fd);
  f.size = st.st_size;
  return f;
}

static int
by_rank (const void *a, const void *b)
{
  const struct gasp_record_header *x = header_of (a), *y = header_of (b);
  if (x->run != y->run)
    return x->run < y->run ? -1 : 1;
  return x->rank < y->rank ? -1 : x->rank > y->rank;
}

/* Writes F, with holes where it has nothing.  */
static void
write_file (const char *path, const struct file *f)
{
  static const char nothing[4096];
  int fd = open (path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  for (size_t at = 0; at < f->size; at += sizeof nothing)
    {
      size_t left = f->size - at;
      size_t size = left < sizeof nothing ? left : sizeof nothing;
      if (memcmp (f->data + at, nothing, size)
	  && pwrite (fd, f->data + at, size, at) != (ssize_t) size)
	{
	  perror (path);
	  exit (1);
	}
    }
  if (fd < 0 || ftruncate (fd, f->size) || close (fd))
    {
      perror (path);
      exit (1);
    }
}

/* A rank is in the block that begins with FIRST, of so many RANKS; what it does
   is so many times MORE, or a little less, and its code and data are so far
   ABOVE.  Calls with others have other HASHES then: pairs, COUNT of them.  */
struct change
{
  uint32_t first, ranks;
  double more;
  uint64_t above, random;
  struct hash { uint64_t old, new; } *hashes;
  size_t count;
};

/* Returns VALUE, so many times more, or up to an eighth less.  */
static uint64_t
changed (struct change *c, uint64_t value)
{
  double less = (double) (gasp_mix (++c->random) >> 40) / (1 << 24) / 8;
  return (uint64_t) ((double) value * c->more * (1 - less));
}

/* How elements of each kind are changed, which RANK has now.  */
typedef void changer (void *element, uint32_t rank, struct change *c);

static void
change_node (void *element, uint32_t rank, struct change *c)
{
  struct gasp_record_node *n = element;
  (void) rank;
  n->ticks = n->ticks > 0 ? (int64_t) changed (c, n->ticks) : n->ticks;
  n->bytes = changed (c, n->bytes);
}

static void
change_transfer (void *element, uint32_t rank, struct change *c)
{
  struct gasp_record_transfer *t = element;
  (void) rank;
  if (t->peer != GASP_RECORD_ALL_PEERS)
    t->peer += c->first;
  t->count *= c->more;
  t->bytes *= c->more;
  t->ticks = changed (c, t->ticks);
}

static void
add_hash (struct change *c, uint64_t old, uint64_t new)
{
  c->hashes[c->count++] = (struct hash) { old, new };
}

static void
change_barrier (void *element, uint32_t rank, struct change *c)
{
  struct gasp_record_barrier *b = element;
  uint64_t old = gasp_barrier_hash (b->members, b->number);
  (void) rank;
  if (b->members)
    b->members = (b->members >> 32 << 32) | c->ranks;
  add_hash (c, old, gasp_barrier_hash (b->members, b->number));
}

static uint64_t
hash_of (const struct gasp_record_message *m, uint32_t rank)
{
  bool received = m->flags & GASP_RECORD_RECEIVED;
  uint32_t from = received ? m->peer : rank, to = received ? rank : m->peer;
  return gasp_message_hash (from, to, m->tag ^ (int32_t) m->within, m->number);
}

static void
change_message (void *element, uint32_t rank, struct change *c)
{
  struct gasp_record_message *m = element;
  uint64_t old = hash_of (m, rank - c->first);
  m->peer += c->first;
  add_hash (c, old, hash_of (m, rank));
}

static uint64_t
new_hash (const struct change *c, uint64_t old)
{
  for (size_t i = 0; i < c->count; i++)
    if (c->hashes[i].old == old)
      return c->hashes[i].new;
  return old;
}

static void
change_phase (void *element, uint32_t rank, struct change *c)
{
  struct gasp_record_phase *p = element;
  (void) rank;
  p->hash = new_hash (c, p->hash);
  p->next = new_hash (c, p->next);
  for (size_t i = 0; i < GASP_RECORD_PHASE_PARTS; i++)
    p->parts[i].ticks = (float) changed (c, (uint64_t) p->parts[i].ticks);
}

static void
change_block (void *element, uint32_t rank, struct change *c)
{
  struct gasp_record_block *b = element;
  (void) rank;
  b->address += b->address ? c->above : 0;
}

static void
change_sample (void *element, uint32_t rank, struct change *c)
{
  struct gasp_record_sample *s = element;
  (void) rank;
  s->pc += s->pc ? c->above : 0;
  s->count = s->count ? changed (c, s->count) + 1 : 0;
}

static void
change_module (void *element, uint32_t rank, struct change *c)
{
  struct gasp_record_module *m = element;
  (void) rank;
  m->start += c->above;
  m->end += c->above;
  m->bias += c->above;
}

static void
change_place (void *element, uint32_t rank, struct change *c)
{
  struct gasp_record_place *p = element;
  uint64_t address = (p->line | (uint64_t) p->column << 32) + c->above;
  (void) rank;
  if (p->flags & GASP_RECORD_PLACE_ADDRESS)
    {
      p->line = (uint32_t) address;
      p->column = address >> 32;
    }
}

/* Phases come behind what they have the hashes of.  */
static const struct { uint32_t kind; changer *change; } kinds[] = {
  { GASP_RECORD_PLACES, change_place },
  { GASP_RECORD_NODES, change_node },
  { GASP_RECORD_BLOCKS, change_block },
  { GASP_RECORD_SAMPLES, change_sample },
  { GASP_RECORD_MODULES, change_module },
  { GASP_RECORD_TRANSFERS, change_transfer },
  { GASP_RECORD_BARRIERS, change_barrier },
  { GASP_RECORD_MESSAGES, change_message },
  { GASP_RECORD_PHASES, change_phase },
};

/* Changes what F has of KIND.  */
static void
change_kind (struct file *f, uint32_t kind, changer *change, struct change *c)
{
  for (size_t i = 0; i < gasp_record_segment_count (f->size); i++)
    {
      size_t at = gasp_record_segment_offset (i);
      struct gasp_record_segment *s
	= (struct gasp_record_segment *) (f->data + at);
      if (at + sizeof *s > f->size || s->kind != kind)
	continue;
      char *first = (char *) (s + 1);
      for (uint32_t j = 0; j + s->element_size <= s->used; j += s->element_size)
	change (first + j, header_of (f)->rank, c);
    }
}

static void
change_all (struct file *f, struct change *c)
{
  c->hashes = malloc (f->size);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    change_kind (f, kinds[i].kind, kinds[i].change, c);
  free (c->hashes);
}

int
main (int argc, char **argv)
{
  int all = argc > 3 ? atoi (argv[1]) : 0, given = argc - 3;
  struct file *files = calloc (given > 0 ? given : 1, sizeof *files);
  if (all <= 0)
    return 2;
  for (int i = 0; i < given; i++)
    files[i] = read_file (argv[i + 3]);
  qsort (files, given, sizeof *files, by_rank);
  int block = header_of (files)->ranks;
  mkdir (argv[2], 0777);
  for (int i = 0; i < all; i++)
    {
      struct file *from = &files[i % given];
      struct file f = { malloc (from->size), from->size };
      struct change c = {
	.first = i / block * block, .ranks = all,
	.more = 1 + i / block * 37 % 100 / 100., .random = (uint64_t) i << 32,
	.above = (gasp_mix (i) & 0xfffffff) << 12
      };
      char *path = NULL;
      memcpy (f.data, from->data, f.size);
      struct gasp_record_header *h = header_of (&f);
      h->rank = i;
      h->ranks = all;
      h->pid = 1000000 + i;
      h->job = header_of (files)->job;
      h->run = header_of (files)->run;
      h->command = header_of (files)->command;
      change_all (&f, &c);
      if (asprintf (&path, "%s/prog.%d.1" GASP_RECORD_SUFFIX, argv[2],
		    h->pid) < 0)
	return 1;
      write_file (path, &f);
      free (path);
      free (f.data);
    }
  return 0;
}
