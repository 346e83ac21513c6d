/* trace-jobs.c - the processes of one program (UPC's threads, MPI's ranks), as
   OTF2's communicators.

   SPDX-License-Identifier: Apache-2.0

   All of them are one, and so are MPI's communicators, as each rank says what
   it is in them; of a trace that has only the latest events, those ranks that
   take part in collective functions together.  */

#include "base/options.h"
#include "base/order.h"
#include "traces/otf2/trace-otf2.h"
#include "base/util.h"

#ifdef WITH_OTF2

#include "model/roles.h"

#include <stdlib.h>
#include <string.h>

/* ---- Programs.  */

/* Ours have no more.  */
enum { MOST_THREADS = 1024 };

/* Returns whether PROCESS is one of several.  */
static bool
is_one_of_several (const struct trace_process *process)
{
  const struct gasp_record_header *h = &process->record.header;
  return (process->thread_count && h->ranks && h->ranks <= MOST_THREADS
	  && h->rank >= 0 && rank_in_world ((uint32_t) h->rank) < h->ranks);
}

static const struct job_world *
find_world (const struct job *job, uint32_t rank)
{
  for (size_t i = 0; i < job->world_count; i++)
    if (job->worlds[i].world == world_of (rank))
      return &job->worlds[i];
  return NULL;
}

uint32_t
jobs_rank (const struct job *job, uint32_t rank)
{
  const struct job_world *world = find_world (job, rank);
  return world && rank_in_world (rank) < world->count
	 ? world->first + rank_in_world (rank) : UINT32_MAX;
}

/* Adds the world that PROCESS is of to JOB.  */
static void
add_world (struct job *job, const struct trace_process *process)
{
  const struct gasp_record_header *h = &process->record.header;
  uint32_t ranks = (uint32_t) h->ranks, count = job->count + ranks;
  ONE_MORE (job->worlds, job->world_count, job->world_room)
    = (struct job_world) { world_of ((uint32_t) h->rank), job->count, ranks };
  const struct trace_process **threads = allocate (count, sizeof *threads);
  uint64_t *locations = allocate (count, sizeof *locations);
  for (uint32_t i = 0; i < job->count; i++)
    {
      threads[i] = job->threads[i];
      locations[i] = job->locations[i];
    }
  free (job->threads);
  free (job->locations);
  job->threads = threads;
  job->locations = locations;
  job->count = count;
}

/* Returns whether PROCESS is of JOB, or of a world to be added to it.  */
static bool
is_of_job (const struct trace_process *process, const struct job *job)
{
  const struct gasp_record_header *h = &process->record.header;
  const struct job_world *world = find_world (job, (uint32_t) h->rank);
  uint32_t number = jobs_rank (job, (uint32_t) h->rank), i = 0;
  while (i < job->count && !job->threads[i])
    i++;
  return i < job->count
	 && record_job (&process->record)
	      == record_job (&job->threads[i]->record)
	 && (world ? world->count == h->ranks && !job->threads[number]
		   : job->count + h->ranks <= MOST_THREADS);
}

struct job *
jobs_find (const struct jobs *jobs, const struct trace_process *process)
{
  for (size_t i = 0; i < jobs->count; i++)
    for (uint32_t j = 0; j < jobs->all[i].count; j++)
      if (jobs->all[i].threads[j] == process)
	return &jobs->all[i];
  return NULL;
}

/* Returns the paradigm of a program whose processes are called RANK.  */
static OTF2_Paradigm
paradigm_of (const char *rank)
{
  OTF2_Paradigm paradigm = otf2_paradigm_of (model_of_rank (rank));
  /* OTF2 has no name for others whose memory is shared so.  */
  return paradigm == OTF2_PARADIGM_USER ? OTF2_PARADIGM_UPC : paradigm;
}

/* Adds LOCATION, PROCESS's first thread, which is the UPC thread, to its
   job.  */
static void
add_to_job (struct jobs *jobs, const struct trace_process *process,
	    uint64_t location)
{
  struct job *job = NULL;
  uint32_t rank = (uint32_t) process->record.header.rank;
  for (size_t i = 0; i < jobs->count && !job; i++)
    if (is_of_job (process, &jobs->all[i]))
      job = &jobs->all[i];
  if (!job)
    {
      job = &ONE_MORE (jobs->all, jobs->count, jobs->room);
      const char *name = record_string (&process->record,
					process->record.header.rank_name,
					"process");
      *job = (struct job) {
	.rank = name, .paradigm = paradigm_of (name)
      };
    }
  if (!find_world (job, rank))
    add_world (job, process);
  job->threads[jobs_rank (job, rank)] = process;
  job->locations[jobs_rank (job, rank)] = location;
  job->present++;
}

static void
forget_job (struct job *job)
{
  for (size_t i = 0; i < job->part_count; i++)
    free (job->parts[i].members);
  free (job->parts);
  free (job->worlds);
  free (job->threads);
  free (job->locations);
}

/* Drops jobs that lack ranks: one in a communicator says which of its members
   it is, so none may be missing.  */
static void
drop_incomplete (struct jobs *jobs)
{
  size_t kept = 0;
  uint32_t first = 0;
  for (size_t i = 0; i < jobs->count; i++)
    {
      struct job job = jobs->all[i];
      if (job.present < job.count)
	{
	  complain ("trace: there are traces of %u of %u %s only: the "
		    "archive does not have what they read and wrote",
		    job.present, job.count, plural_noun (job.rank));
	  forget_job (&job);
	  continue;
	}
      job.first = first;
      job.number = (uint32_t) kept;
      first += job.count;
      jobs->all[kept++] = job;
    }
  jobs->count = kept;
}

void
jobs_find_all (struct otf2_writer *w)
{
  uint64_t location = 0;
  w->jobs = allocate (1, sizeof *w->jobs);
  for (size_t i = 0; i < w->trace->process_count; i++)
    {
      const struct trace_process *process = &w->trace->processes[i];
      if (is_one_of_several (process))
	add_to_job (w->jobs, process, location);
      location += process->thread_count;
    }
  drop_incomplete (w->jobs);
}

void
jobs_forget (struct otf2_writer *w)
{
  for (size_t i = 0; i < w->jobs->count; i++)
    forget_job (&w->jobs->all[i]);
  free (w->jobs->all);
  free (w->jobs);
}

/* ---- Some of a program's processes, which are a communicator, too.  */

/* Returns the part of JOB that is so named, or not; COUNT is 0 for any.  */
static struct part *
find_part (const struct job *job, bool is_named, uint64_t name, uint32_t side,
	   uint32_t count)
{
  for (size_t i = 0; i < job->part_count; i++)
    {
      struct part *part = &job->parts[i];
      if (part->is_named == is_named && part->name == name
	  && (part->side & 3) == side && (!count || part->count == count))
	return part;
    }
  return NULL;
}

static struct part *
add_part (struct job *job, const struct part *like)
{
  struct part *part = &ONE_MORE (job->parts, job->part_count, job->part_room);
  *part = *like;
  part->members = allocate (like->count, sizeof *part->members);
  return part;
}

void
jobs_add_part (struct job *job, uint64_t name, uint32_t count, uint32_t rank)
{
  struct part *part = find_part (job, false, name, 0, count);
  if (!count || count >= job->count)
    return;
  if (!part)
    part = add_part (job, &(struct part) { .name = name, .count = count });
  for (uint32_t i = 0; i < part->present; i++)
    if (part->members[i] == rank)
      return;
  /* Two that are taken for one have too many.  */
  if (part->present < count)
    part->members[part->present] = rank;
  part->present++;
}

enum { WHICH_MASK = (1 << GASP_TRACE_WHICH_BITS) - 1, NO_MEMBER = UINT32_MAX };

void
jobs_add_to_group (struct job *job, uint64_t group, uint32_t at, uint32_t rank)
{
  uint64_t name = group & WHICH_MASK;
  uint32_t side = group >> GASP_TRACE_WHICH_BITS
		  & ((1 << GASP_TRACE_GROUP_BITS) - 1);
  uint32_t count = (uint32_t) (group >> (GASP_TRACE_WHICH_BITS
					 + GASP_TRACE_GROUP_BITS));
  struct part *part = find_part (job, true, name, side & 3, count);
  if (at >= count || count > job->count || rank >= job->count)
    return;
  if (!part)
    {
      part = add_part (job, &(struct part) { .name = name, .is_named = true,
					     .side = side, .count = count });
      for (uint32_t i = 0; i < count; i++)
	part->members[i] = NO_MEMBER;
    }
  part->present += part->members[at] == NO_MEMBER;
  part->members[at] = rank;
}

ORDER (compare_ranks, uint64_t, THEN (compare_numbers (*x, *y)))

/* Returns the other group of those that PART of JOB is one of, or null.  */
static struct part *
opposite (const struct job *job, const struct part *part)
{
  uint32_t side = part->side & 3;
  return side ? find_part (job, true, part->name, 3 - side, 0) : NULL;
}

/* Returns whether PART of JOB can be defined, and need be: all of it is there,
   and of two groups, the other one; it is not what its ranks have named.  */
static bool
is_whole (const struct job *job, const struct part *part)
{
  const struct part *other = opposite (job, part);
  const struct part *named
    = find_part (job, true, part->name & WHICH_MASK, 0, part->count);
  if (!part->is_named && named && named->present == named->count)
    return false;
#if OTF2_VERSION_MAJOR < 3
  if (part->side & 3)
    return false;
#endif
  return part->present == part->count
	 && (!(part->side & 3) || (other && other->present == other->count));
}

/* Returns whether PART is that of all of JOB's processes: MPI_COMM_WORLD.  */
static bool
is_all (const struct job *job, const struct part *part)
{
  return part->side & 4 && part->count == job->count;
}

/* Numbers PART of JOB, and its communicator: of two groups, which have one, the
   second has the number of the first.  */
static void
number_part (struct jobs *jobs, const struct job *job, struct part *part)
{
  part->is_whole = is_whole (job, part);
  part->number = job->number;
  if (!part->is_whole || is_all (job, part))
    return;
  part->group = jobs->group_count++;
  if (!part->is_named)
    qsort (part->members, part->count, sizeof *part->members, compare_ranks);
  if ((part->side & 3) != 2)
    part->number = jobs->comm_count++;
}

void
jobs_number_parts (struct jobs *jobs)
{
  jobs->comm_count = (uint32_t) jobs->count;
  jobs->group_count = jobs->comm_count + 1;
  for (size_t i = 0; i < jobs->count; i++)
    {
      struct job *job = &jobs->all[i];
      for (size_t j = 0; j < job->part_count; j++)
	number_part (jobs, job, &job->parts[j]);
      for (size_t j = 0; j < job->part_count; j++)
	if ((job->parts[j].side & 3) == 2 && job->parts[j].is_whole)
	  job->parts[j].number = opposite (job, &job->parts[j])->number;
    }
}

/* Returns the number of RANK in PART, or OTF2_UNDEFINED_UINT32.  */
static uint32_t
number_in (const struct part *part, uint32_t rank)
{
  for (uint32_t i = 0; i < part->count; i++)
    if (part->members[i] == rank)
      return i;
  return OTF2_UNDEFINED_UINT32;
}

/* Finds the communicator of JOB of two groups that is so named, as
   jobs_comm.  */
static bool
comm_of_two (const struct job *job, uint64_t name, uint32_t world_root,
	     OTF2_CommRef *comm, uint32_t *root)
{
  *root = OTF2_UNDEFINED_UINT32;
  for (uint32_t side = 1; side < 3; side++)
    {
      const struct part *part
	= find_part (job, true, name & WHICH_MASK, side, 0);
      if (!part || !part->is_whole)
	return false;
      *comm = part->number;
      if (*root == OTF2_UNDEFINED_UINT32)
	*root = number_in (part, world_root);
    }
  return true;
}

bool
jobs_comm (const struct job *job, uint64_t name, uint32_t count,
	   uint32_t world_root, OTF2_CommRef *comm, uint32_t *root)
{
  if (!count)
    return comm_of_two (job, name, world_root, comm, root);
  const struct part *part = find_part (job, true, name & WHICH_MASK, 0, count);
  *comm = job->number;
  *root = world_root < job->count ? world_root : OTF2_UNDEFINED_UINT32;
  if (!part || !part->is_whole)
    part = find_part (job, false, name, 0, count);
  if (!part || !part->is_whole)
    return count == job->count;
  *comm = part->number;
  *root = number_in (part, world_root);
  return true;
}

void
jobs_message_comm (const struct job *job, uint64_t name, uint32_t rank,
		   OTF2_CommRef *comm, uint32_t *peer)
{
  const struct part *part = find_part (job, true, name, 0, 0);
  for (uint32_t side = 1; side < 3 && !part; side++)
    {
      part = find_part (job, true, name, side, 0);
      if (part && number_in (part, rank) != OTF2_UNDEFINED_UINT32)
	part = NULL;
    }
  uint32_t number = part && part->is_whole ? number_in (part, *peer)
		    : OTF2_UNDEFINED_UINT32;
  *comm = job->number;
  if (number == OTF2_UNDEFINED_UINT32)
    return;
  *comm = part->number;
  *peer = number;
}

/* ---- Definitions.  */

static void
define_group (struct otf2_writer *w, OTF2_GroupRef group, const char *name,
	      OTF2_GroupType type, OTF2_Paradigm paradigm,
	      const uint64_t *members, uint32_t count)
{
  otf2_note_error (w, otf2.OTF2_GlobalDefWriter_WriteGroup
		   (w->definitions, group, otf2_define_string (w, name), type,
		    paradigm, OTF2_GROUP_FLAG_NONE, count, members));
}

/* Defines group 0, of all locations that communicate.  */
static void
define_locations (struct otf2_writer *w)
{
  const struct jobs *jobs = w->jobs;
  const struct job *last = &jobs->all[jobs->count - 1];
  OWNED uint64_t *members
    = allocate (last->first + last->count, sizeof *members);
  for (size_t i = 0; i < jobs->count; i++)
    memcpy (members + jobs->all[i].first, jobs->all[i].locations,
	    jobs->all[i].count * sizeof *members);
  define_group (w, 0, "processes", OTF2_GROUP_TYPE_COMM_LOCATIONS,
		jobs->all[0].paradigm, members, last->first + last->count);
}

/* Defines JOB's group, communicator and window, all numbered NUMBER but for
   the group, which is the next.  */
static void
define_job (struct otf2_writer *w, const struct job *job, uint32_t number)
{
  const char *program = job->threads[0]->program;
  OWNED uint64_t *members = allocate (job->count, sizeof *members);
  for (uint32_t i = 0; i < job->count; i++)
    members[i] = job->first + i;
  define_group (w, number + 1, program, OTF2_GROUP_TYPE_COMM_GROUP,
		job->paradigm, members, job->count);
  otf2_note_error (w, otf2.OTF2_GlobalDefWriter_WriteComm
		   (w->definitions, number, otf2_define_string (w, program),
		    number + 1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE));
  otf2_note_error (w, otf2.OTF2_GlobalDefWriter_WriteRmaWin
		   (w->definitions, number,
		    otf2_define_string (w, "shared space"), number,
		    OTF2_RMA_WIN_FLAG_CREATE_DESTROY_EVENTS));
}

/* Returns what PART of JOB is called.  Allocated.  */
static char *
name_part (const struct job *job, const struct part *part)
{
  const struct trace_process *first = job->threads[part->members[0]];
  return print_string ("%s, %u %s%s, the first is %s", job->threads[0]->program,
		       part->count, job->rank, part->count == 1 ? "" : "s",
		       rank_text (first->record.header.rank));
}

/* Defines the communicator of PART of JOB, without a window.  All groups are
   defined.  */
static void
define_comm (struct otf2_writer *w, const struct job *job,
	     const struct part *part)
{
  OWNED char *name = name_part (job, part);
#if OTF2_VERSION_MAJOR >= 3
  const struct part *other = opposite (job, part);
  if (other && (part->side & 3) == 1)
    {
      OWNED char *both = name_part (job, other);
      OWNED char *text = print_string ("%s; %s", name, both);
      OTF2_StringRef label = otf2_define_string (w, text);
      otf2_note_error (w, otf2.OTF2_GlobalDefWriter_WriteInterComm
		       (w->definitions, part->number, label, part->group,
			other->group, job->number, OTF2_COMM_FLAG_NONE));
    }
#endif
  if (!(part->side & 3))
    otf2_note_error (w, otf2.OTF2_GlobalDefWriter_WriteComm
		     (w->definitions, part->number,
		      otf2_define_string (w, name), part->group, job->number,
		      OTF2_COMM_FLAG_NONE));
}

static void
define_part (struct otf2_writer *w, const struct job *job,
	     const struct part *part)
{
  OWNED char *name = name_part (job, part);
  OWNED uint64_t *members = allocate (part->count, sizeof *members);
  for (uint32_t i = 0; i < part->count; i++)
    members[i] = job->first + part->members[i];
  define_group (w, part->group, name, OTF2_GROUP_TYPE_COMM_GROUP,
		job->paradigm, members, part->count);
}

/* Has DEFINE define each part that has a number of its own.  */
static void
define_parts (struct otf2_writer *w,
	      void define (struct otf2_writer *, const struct job *,
			   const struct part *))
{
  for (size_t i = 0; i < w->jobs->count; i++)
    for (size_t j = 0; j < w->jobs->all[i].part_count; j++)
      if (w->jobs->all[i].parts[j].number != w->jobs->all[i].number)
	define (w, &w->jobs->all[i], &w->jobs->all[i].parts[j]);
}

uint32_t
jobs_comm_count (const struct otf2_writer *w)
{
  return w->jobs->comm_count;
}

/* Defines the paradigm of job NUMBER, unless an earlier one has it.  */
static void
define_paradigm (struct otf2_writer *w, size_t number)
{
  static const struct { OTF2_Paradigm paradigm; const char *name; } names[] = {
#define GASP_PARADIGM(model, paradigm, text) { OTF2_PARADIGM_##paradigm, text },
#include "gasp-events.def"
  };
  OTF2_Paradigm paradigm = w->jobs->all[number].paradigm;
  for (size_t i = 0; i < number; i++)
    if (w->jobs->all[i].paradigm == paradigm)
      return;
  for (size_t i = 0; i < COUNT_OF (names); i++)
    if (names[i].paradigm == paradigm)
      otf2_note_error (w, otf2.OTF2_GlobalDefWriter_WriteParadigm
		       (w->definitions, paradigm,
			otf2_define_string (w, names[i].name),
			OTF2_PARADIGM_CLASS_PROCESS));
}

uint32_t
jobs_define (struct otf2_writer *w)
{
  if (!w->jobs->count)
    return 0;
  for (size_t i = 0; i < w->jobs->count; i++)
    define_paradigm (w, i);
  define_locations (w);
  for (size_t i = 0; i < w->jobs->count; i++)
    define_job (w, &w->jobs->all[i], (uint32_t) i);
  define_parts (w, define_part);
  define_parts (w, define_comm);
  return w->jobs->group_count;
}

#endif
