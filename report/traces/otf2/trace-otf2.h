/* trace-otf2.h - between trace-otf2.c, otf2-library.c, trace-regions.c,
   trace-jobs.c, trace-rma.c, trace-mpi.c, trace-io.c, trace-teams.c and
   trace-accelerators.c.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "model/trace.h"

#if !defined WITHOUT_OTF2 && defined __has_include
#if __has_include (<otf2/otf2.h>)
#define WITH_OTF2 1
#endif
#endif

#ifdef WITH_OTF2

#include <otf2/otf2.h>

#if OTF2_VERSION_MAJOR >= 3
#define OTF2_SINCE_3(f) \
  f (OTF2_GlobalDefWriter_WriteInterComm) \
  f (OTF2_EvtWriter_NonBlockingCollectiveRequest) \
  f (OTF2_EvtWriter_NonBlockingCollectiveComplete)
#else
#define OTF2_SINCE_3(f)
#endif

#define OTF2_FUNCTIONS(f) \
  f (OTF2_Archive_Open) f (OTF2_Archive_Close) \
  f (OTF2_Archive_SetFlushCallbacks) \
  f (OTF2_Archive_SetSerialCollectiveCallbacks) \
  f (OTF2_Archive_OpenEvtFiles) f (OTF2_Archive_CloseEvtFiles) \
  f (OTF2_Archive_OpenDefFiles) f (OTF2_Archive_CloseDefFiles) \
  f (OTF2_Archive_GetEvtWriter) f (OTF2_Archive_CloseEvtWriter) \
  f (OTF2_Archive_GetDefWriter) f (OTF2_Archive_CloseDefWriter) \
  f (OTF2_Archive_GetGlobalDefWriter) \
  f (OTF2_GlobalDefWriter_WriteClockProperties) \
  f (OTF2_GlobalDefWriter_WriteParadigm) \
  f (OTF2_GlobalDefWriter_WriteString) \
  f (OTF2_GlobalDefWriter_WriteRegion) \
  f (OTF2_GlobalDefWriter_WriteSystemTreeNode) \
  f (OTF2_GlobalDefWriter_WriteLocationGroup) \
  f (OTF2_GlobalDefWriter_WriteLocation) \
  f (OTF2_GlobalDefWriter_WriteGroup) f (OTF2_GlobalDefWriter_WriteComm) \
  OTF2_SINCE_3 (f) \
  f (OTF2_GlobalDefWriter_WriteRmaWin) \
  f (OTF2_GlobalDefWriter_WriteAttribute) \
  f (OTF2_AttributeList_New) f (OTF2_AttributeList_Delete) \
  f (OTF2_AttributeList_AddUint64) \
  f (OTF2_EvtWriter_Enter) f (OTF2_EvtWriter_Leave) \
  f (OTF2_EvtWriter_MeasurementOnOff) f (OTF2_EvtWriter_GetNumberOfEvents) \
  f (OTF2_EvtWriter_RmaWinCreate) f (OTF2_EvtWriter_RmaWinDestroy) \
  f (OTF2_EvtWriter_RmaPut) f (OTF2_EvtWriter_RmaGet) \
  f (OTF2_EvtWriter_RmaAtomic) f (OTF2_EvtWriter_RmaOpTest) \
  f (OTF2_EvtWriter_RmaOpCompleteBlocking) \
  f (OTF2_EvtWriter_RmaOpCompleteNonBlocking) \
  f (OTF2_EvtWriter_RmaCollectiveBegin) f (OTF2_EvtWriter_RmaCollectiveEnd) \
  f (OTF2_EvtWriter_RmaRequestLock) f (OTF2_EvtWriter_RmaAcquireLock) \
  f (OTF2_EvtWriter_RmaTryLock) f (OTF2_EvtWriter_RmaReleaseLock) \
  f (OTF2_EvtWriter_MpiSend) f (OTF2_EvtWriter_MpiRecv) \
  f (OTF2_EvtWriter_MpiCollectiveBegin) f (OTF2_EvtWriter_MpiCollectiveEnd) \
  f (OTF2_GlobalDefWriter_WriteIoParadigm) \
  f (OTF2_GlobalDefWriter_WriteIoRegularFile) \
  f (OTF2_GlobalDefWriter_WriteIoHandle) \
  f (OTF2_EvtWriter_IoCreateHandle) f (OTF2_EvtWriter_IoDestroyHandle) \
  f (OTF2_EvtWriter_IoOperationBegin) f (OTF2_EvtWriter_IoOperationIssued) \
  f (OTF2_EvtWriter_IoOperationComplete) \
  f (OTF2_EvtWriter_ThreadFork) f (OTF2_EvtWriter_ThreadJoin) \
  f (OTF2_EvtWriter_ThreadTeamBegin) f (OTF2_EvtWriter_ThreadTeamEnd) \
  f (OTF2_EvtWriter_ThreadAcquireLock) f (OTF2_EvtWriter_ThreadReleaseLock) \
  f (OTF2_EvtWriter_ThreadTaskCreate) f (OTF2_EvtWriter_ThreadTaskSwitch) \
  f (OTF2_EvtWriter_ThreadTaskComplete) \
  f (OTF2_Error_GetDescription) f (OTF2_Error_RegisterCallback)

/* The library's functions, once it is loaded.  */
extern struct otf2 {
#define OTF2_MEMBER(name) __typeof__ (name) *name;
  OTF2_FUNCTIONS (OTF2_MEMBER)
} otf2;

struct otf2_writer {
  const struct trace *trace;
  OTF2_Archive *archive;
  OTF2_GlobalDefWriter *definitions;
  OTF2_StringRef strings;	/* defined so far */
  OTF2_ErrorCode error;		/* the first */
  uint64_t end;			/* of the latest event */
  struct jobs *jobs;		/* trace-jobs.c's */
  struct omp_teams *teams;	/* trace-teams.c's */
  struct trace_devices devices;	/* trace-accelerators.c's */
  struct trace_files files;	/* trace-io.c's */
  OTF2_CommRef first_comm;	/* of these */
  OTF2_RegionRef **regions;	/* of processes, by places; trace-regions.c's */
  struct trace_place *region_places; /* what each region is */
  size_t region_count, region_room;
};

/* Loads the library.  Returns false, and says why, if it is not there.  */
extern bool otf2_load (void);

/* Records CODE, if it is the first error.  */
extern void otf2_note_error (struct otf2_writer *w, OTF2_ErrorCode code);
extern OTF2_StringRef otf2_define_string (struct otf2_writer *w,
					  const char *text);
/* Returns OTF2's name for the model NAME, or for the user's.  */
extern OTF2_Paradigm otf2_paradigm_of (const char *model);

/* ---- trace-regions.c: functions, and kinds of events.  */

extern void regions_find (struct otf2_writer *w);
extern void regions_define (struct otf2_writer *w);
extern void regions_forget (struct otf2_writer *w);

/* ---- trace-jobs.c: programs of several processes, and communicators.  */

/* COUNT of a program's processes, which take part in something together: by
   their NAME and COUNT.  MEMBERS are their ranks, of which so many are PRESENT
   in the trace.  If it IS_NAMED, they have said so, and MEMBERS are in their
   order: SIDE is that of gasp_trace_group, and NAME has GASP_TRACE_WHICH_BITS.
   Else they have been found in collective functions.  */
struct part {
  uint64_t name;
  bool is_named;
  uint32_t side, count, present;
  uint64_t *members;
  bool is_whole;
  uint32_t group;
  uint32_t number;		/* of its communicator; or the job's, which it
				   then is, or must do as it is not whole */
};

/* Those of JOB's processes that began together, or that MPI_Comm_spawn has
   started: WORLD of the job (launchers.h) is COUNT processes, from number FIRST
   on.  */
struct job_world { uint32_t world, first, count; };

struct job {
  uint32_t number;		/* of its communicator and window */
  const char *rank;		/* what one of them is called */
  OTF2_Paradigm paradigm;
  const struct trace_process **threads; /* by their numbers; null if missing */
  uint64_t *locations;
  uint32_t count, present;
  uint32_t first;		/* in the group of all jobs' locations */
  struct job_world *worlds;
  size_t world_count, world_room;
  struct part *parts;
  size_t part_count, part_room;
};

struct jobs {
  struct job *all;
  size_t count, room;
  uint32_t comm_count, group_count;
};

/* Finds the programs of several processes in the trace.  */
extern void jobs_find_all (struct otf2_writer *w);
/* Returns the job of PROCESS, or null.  */
extern struct job *jobs_find (const struct jobs *jobs,
			      const struct trace_process *process);
/* Returns the number in JOB of RANK, which is as in records; UINT32_MAX if it
   has none.  */
extern uint32_t jobs_rank (const struct job *job, uint32_t rank);
/* Notes that RANK of JOB is one of the COUNT that NAME stands for; that it is
   number AT of GROUP, which is gasp_trace_group's; and, after all of them,
   numbers these.  */
extern void jobs_add_part (struct job *job, uint64_t name, uint32_t count,
			   uint32_t rank);
extern void jobs_add_to_group (struct job *job, uint64_t group, uint32_t at,
			       uint32_t rank);
extern void jobs_number_parts (struct jobs *jobs);
/* Sets COMM to the communicator of these, and ROOT to the number in it of
   WORLD_ROOT, one of JOB's or none.  Returns false if there is none.  */
extern bool jobs_comm (const struct job *job, uint64_t name, uint32_t count,
		       uint32_t world_root, OTF2_CommRef *comm, uint32_t *root);
/* Sets COMM to the communicator of a message that RANK has, and PEER, one of
   JOB's, to its number there; NAME has GASP_TRACE_WHICH_BITS.  It is that of
   all if it is not known.  */
extern void jobs_message_comm (const struct job *job, uint64_t name,
			       uint32_t rank, OTF2_CommRef *comm,
			       uint32_t *peer);
/* Returns how many groups are defined.  */
extern uint32_t jobs_define (struct otf2_writer *w);
extern uint32_t jobs_comm_count (const struct otf2_writer *w);
extern void jobs_forget (struct otf2_writer *w);

/* ---- trace-rma.c: what the processes of a program do to each other, as
   RMA.  */

/* A location, as its events are written.  */
struct rma;

/* Begins the location of THREAD, with events written to OUT.  Returns null if
   its process is not one of a program of several.  */
extern struct rma *rma_begin (struct otf2_writer *w,
			      const struct trace_thread *thread,
			      OTF2_EvtWriter *out);
/* Handles M, which is after the enter of what it enters, and before the leave
   of what it leaves.  RMA may be null.  */
extern void rma_moment (struct rma *rma, const struct trace_moment *m);
/* Ends RMA, as there are no more.  */
extern void rma_end (struct rma *rma);

/* Returns the program that it is of.  */
extern const struct job *rma_job (const struct rma *rma);

/* ---- trace-mpi.c: messages and collective functions of MPI.  The same, by
   turns.  */

struct mpi_events;
/* Finds the communicators of collective functions.  */
extern void mpi_find_comms (struct otf2_writer *w);
/* Returns whether trace-mpi.c writes what PLACE, an event, does.  */
extern bool mpi_is_message (const struct trace_place *place);
/* Begins the events of THREAD, whose other records are RMA.  Returns null
   without the model.  */
extern struct mpi_events *mpi_begin (struct otf2_writer *w,
				     const struct trace_thread *thread,
				     OTF2_EvtWriter *out,
				     const struct rma *rma);
extern void mpi_moment (struct mpi_events *e, const struct trace_moment *m);
extern void mpi_end (struct mpi_events *e);

/* ---- trace-io.c: files of w->files.  Likewise, of THREAD, which has that
   NUMBER of all.  */

struct io_events;
extern struct io_events *io_begin (struct otf2_writer *w,
				   const struct trace_thread *thread,
				   uint32_t number, OTF2_EvtWriter *out);
extern void io_moment (struct io_events *e, const struct trace_moment *m);
extern void io_end (struct io_events *e);
extern void io_define (struct otf2_writer *w);

/* ---- trace-accelerators.c: devices, which have a location for each row of
   w->devices.  COUNTS of events are of these.  */

/* Writes the devices' events; the first device is LOCATION.  */
extern void accelerators_write (struct otf2_writer *w,
				OTF2_LocationRef location, uint64_t *counts);
/* Defines the devices, of processes on HOSTS; and, after all groups, their
   locations.  */
extern void accelerators_define_groups (struct otf2_writer *w,
					const uint32_t *hosts);
extern void accelerators_define (struct otf2_writer *w,
				 OTF2_LocationRef location,
				 const uint64_t *counts);

/* ---- trace-teams.c: teams of threads, locks and tasks.  The same, by
   turns.  */

extern void teams_find (struct otf2_writer *w);
extern void teams_define (struct otf2_writer *w, OTF2_GroupRef group);
extern void teams_forget (struct otf2_writer *w);
struct team_events;
extern struct team_events *teams_begin (struct otf2_writer *w,
					const struct trace_thread *thread,
					OTF2_EvtWriter *out);
extern void teams_moment (struct team_events *e, const struct trace_moment *m);
extern void teams_end (struct team_events *e);
/* Returns whether the event TAG has a ROLE that does not follow from what it
   does.  */
extern bool teams_region_role (uint32_t tag, OTF2_RegionRole *role);

#endif
