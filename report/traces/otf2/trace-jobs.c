/* trace-jobs.c - the processes of one program (UPC's threads, MPI's ranks), as
   OTF2's communicators.

   SPDX-License-Identifier: Apache-2.0

   All of them are one, and so are those that take part in collective functions
   together.  */

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
  job->worlds = room_for_one (job->worlds, job->world_count, &job->world_room,
			      sizeof *job->worlds);
  job->worlds[job->world_count++]
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
	 && record_job (&process->record) == record_job (&job->threads[i]->record)
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
      jobs->all = room_for_one (jobs->all, jobs->count, &jobs->room,
				sizeof *jobs->all);
      job = &jobs->all[jobs->count++];
      const char *name = record_string (&process->record,
					process->record.header.rank_name, "process");
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
	  complain ("trace: there are traces of %u of %u %ss only: the "
		    "archive does not have what they read and wrote", job.present,
		    job.count, job.rank);
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

static struct part *
find_part (const struct job *job, uint64_t name, uint32_t count)
{
  for (size_t i = 0; i < job->part_count; i++)
    if (job->parts[i].name == name && job->parts[i].count == count)
      return &job->parts[i];
  return NULL;
}

void
jobs_add_part (struct job *job, uint64_t name, uint32_t count, uint32_t rank)
{
  struct part *part = find_part (job, name, count);
  if (!count || count >= job->count)
    return;
  if (!part)
    {
      job->parts = room_for_one (job->parts, job->part_count, &job->part_room,
				 sizeof *job->parts);
      part = &job->parts[job->part_count++];
      *part = (struct part) { .name = name, .count = count,
			      .members = allocate (count, sizeof *part->members) };
    }
  for (uint32_t i = 0; i < part->present; i++)
    if (part->members[i] == rank)
      return;
  /* Two that are taken for one have too many.  */
  if (part->present < count)
    part->members[part->present] = rank;
  part->present++;
}

ORDER (compare_ranks, uint64_t, THEN (compare_numbers (*x, *y)))

void
jobs_number_parts (struct jobs *jobs)
{
  uint32_t number = (uint32_t) jobs->count;
  for (size_t i = 0; i < jobs->count; i++)
    for (size_t j = 0; j < jobs->all[i].part_count; j++)
      {
	struct part *part = &jobs->all[i].parts[j];
	part->is_whole = part->present == part->count;
	if (!part->is_whole)
	  continue;
	part->number = number++;
	qsort (part->members, part->count, sizeof *part->members,
	       compare_ranks);
      }
  jobs->comm_count = number;
}

bool
jobs_comm (const struct job *job, uint64_t name, uint32_t count,
	   uint32_t world_root, OTF2_CommRef *comm, uint32_t *root)
{
  const struct part *part = find_part (job, name, count);
  *comm = job->number;
  *root = world_root < job->count ? world_root : OTF2_UNDEFINED_UINT32;
  if (count == job->count)
    return true;
  if (!part || !part->is_whole)
    return false;
  *comm = part->number;
  *root = OTF2_UNDEFINED_UINT32;
  for (uint32_t i = 0; i < part->count; i++)
    if (part->members[i] == world_root)
      *root = i;
  return true;
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
  uint64_t *members = allocate (last->first + last->count, sizeof *members);
  for (size_t i = 0; i < jobs->count; i++)
    memcpy (members + jobs->all[i].first, jobs->all[i].locations,
	    jobs->all[i].count * sizeof *members);
  define_group (w, 0, "processes", OTF2_GROUP_TYPE_COMM_LOCATIONS,
		jobs->all[0].paradigm, members, last->first + last->count);
  free (members);
}

/* Defines JOB's group, communicator and window, all numbered NUMBER but for
   the group, which is the next.  */
static void
define_job (struct otf2_writer *w, const struct job *job, uint32_t number)
{
  const char *program = job->threads[0]->program;
  uint64_t *members = allocate (job->count, sizeof *members);
  for (uint32_t i = 0; i < job->count; i++)
    members[i] = job->first + i;
  define_group (w, number + 1, program, OTF2_GROUP_TYPE_COMM_GROUP,
		job->paradigm, members, job->count);
  free (members);
  otf2_note_error (w, otf2.OTF2_GlobalDefWriter_WriteComm
		   (w->definitions, number, otf2_define_string (w, program),
		    number + 1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE));
  otf2_note_error (w, otf2.OTF2_GlobalDefWriter_WriteRmaWin
		   (w->definitions, number,
		    otf2_define_string (w, "shared space"), number,
		    OTF2_RMA_WIN_FLAG_CREATE_DESTROY_EVENTS));
}

/* Defines PART of JOB, without a window.  */
static void
define_part (struct otf2_writer *w, const struct job *job,
	     const struct part *part)
{
  const char *program = job->threads[0]->program;
  const struct trace_process *first = job->threads[part->members[0]];
  char *name = print_string ("%s, %u %ss, the first is %s", program, part->count,
			     job->rank, rank_text (first->record.header.rank));
  uint64_t *members = allocate (part->count, sizeof *members);
  for (uint32_t i = 0; i < part->count; i++)
    members[i] = job->first + part->members[i];
  define_group (w, part->number + 1, name, OTF2_GROUP_TYPE_COMM_GROUP,
		job->paradigm, members, part->count);
  free (members);
  otf2_note_error (w, otf2.OTF2_GlobalDefWriter_WriteComm
		   (w->definitions, part->number, otf2_define_string (w, name),
		    part->number + 1, job->number, OTF2_COMM_FLAG_NONE));
  free (name);
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
		       (w->definitions, paradigm, otf2_define_string (w, names[i].name),
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
  for (size_t i = 0; i < w->jobs->count; i++)
    for (size_t j = 0; j < w->jobs->all[i].part_count; j++)
      if (w->jobs->all[i].parts[j].is_whole)
	define_part (w, &w->jobs->all[i], &w->jobs->all[i].parts[j]);
  return jobs_comm_count (w) + 1;
}

#endif
