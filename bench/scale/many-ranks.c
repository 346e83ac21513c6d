/* many-ranks.c - records of a program with many ranks, made of those of one
   with few.

   SPDX-License-Identifier: Apache-2.0

   usage: many-ranks N DIRECTORY RECORD...

   Of RECORDs, those of all ranks of one or several runs with as many ranks
   each, N are made, in DIRECTORY: blocks of ranks, each of which communicates
   within itself, as the few ranks did, and meets all others in collective
   functions.  What they spend and send differs from block to block.  */

#include "record.h"

#include <fcntl.h>
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
   is so many times MORE.  */
struct change { uint32_t first, ranks; double more; };

static void
change_element (uint32_t kind, void *element, const struct change *c)
{
  if (kind == GASP_RECORD_NODES)
    {
      struct gasp_record_node *n = element;
      n->ticks = n->ticks > 0 ? n->ticks * c->more : n->ticks;
    }
  else if (kind == GASP_RECORD_TRANSFERS)
    {
      struct gasp_record_transfer *t = element;
      if (t->peer != GASP_RECORD_ALL_PEERS)
	t->peer += c->first;
      t->count *= c->more;
      t->bytes *= c->more;
    }
  else if (kind == GASP_RECORD_MESSAGES)
    ((struct gasp_record_message *) element)->peer += c->first;
  else if (kind == GASP_RECORD_BARRIERS)
    {
      struct gasp_record_barrier *b = element;
      if (b->members)
	b->members = (b->members >> 32 << 32) | c->ranks;
    }
}

static void
change (struct file *f, const struct change *c)
{
  for (size_t i = 0; i < gasp_record_segment_count (f->size); i++)
    {
      size_t at = gasp_record_segment_offset (i);
      struct gasp_record_segment *s
	= (struct gasp_record_segment *) (f->data + at);
      if (at + sizeof *s > f->size || s->kind <= GASP_RECORD_STRINGS)
	continue;
      char *first = (char *) (s + 1);
      for (uint32_t j = 0; j + s->element_size <= s->used; j += s->element_size)
	change_element (s->kind, first + j, c);
    }
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
	i / block * block, all, 1 + i / block * 37 % 100 / 100.
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
      change (&f, &c);
      if (asprintf (&path, "%s/prog.%d.1" GASP_RECORD_SUFFIX, argv[2],
		    h->pid) < 0)
	return 1;
      write_file (path, &f);
      free (path);
      free (f.data);
    }
  return 0;
}
