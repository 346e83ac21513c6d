/* record.h - the format of the sample tool's record files.

   SPDX-License-Identifier: Apache-2.0

   Written by the recorder (tool/), read by the reporter (report/).
   Each process writes one file, PROGRAM.PID.START.gasp, into the directory
   that GASP_OUTPUT names.  The file is mapped into the process, which changes
   it in place while it runs; so it can be read at any time, also when the
   writer has been killed or is still at work.

   The file is a sequence of segments of GASP_RECORD_SEGMENT bytes.  The first
   holds the header and small segments (gasp_record_small), so that one page is
   all that a process takes which does little.  Each segment but the first
   begins with a segment header, and so does each small one; it holds elements
   of one kind.  The file may end in the middle of a segment, and its last
   segments may be unused (kind 0).

   A reference is the offset in the file of what it refers to, in units of 8
   bytes; 0 refers to nothing.  Numbers have the byte order of the writer.

   What a reader can rely on: an element within `used' of its segment is
   complete, and so is what it refers to, but for counts and times that are
   still changing.  A reader must check that a reference lies within the file
   all the same, and must not assume that chains are short (a recursion makes
   a call path of millions of nodes).

   A file of another version is not read: versions are told apart by
   VERSION, and new members go into what is reserved.  */

#pragma once

#include <stddef.h>
#include <stdint.h>

#define GASP_RECORD_MAGIC "GASPREC\n"
#define GASP_RECORD_VERSION 24
/* Written as a number: 04 03 02 01 in a little-endian file.  */
#define GASP_RECORD_BYTE_ORDER 0x01020304u
#define GASP_RECORD_SEGMENT 65536u
#define GASP_RECORD_SUFFIX ".gasp"
#define GASP_RECORD_COUNTERS 32

typedef uint32_t gasp_record_ref;

/* State of the process.  A supervisor that has seen a process die may
   change RUNNING to KILLED and fill in STATUS (0: not known) and END_REALTIME;
   or ENDED to what it was.
   When a process executes another program, BECAME is noted, or RUNNING
   remains.  What it becomes may have another record with the same HOST, PID and
   PROCESS_START, and a later START.  */
enum gasp_record_state {
  GASP_RECORD_RUNNING = 0,
  GASP_RECORD_ENDED = 1,	/* without a status that the tool saw */
  GASP_RECORD_EXITED = 2,	/* STATUS is its exit status */
  GASP_RECORD_KILLED = 3,	/* STATUS is the signal */
  GASP_RECORD_BECAME = 4	/* another program */
};

struct gasp_record_counter {
  gasp_record_ref name;
  gasp_record_ref unit;		/* may be 0 */
};

/* Clock: a point in time is a number of ticks.  Nanoseconds between two
   points: their difference times NS_PER_TICK.  */
struct gasp_record_header {
  char magic[8];
  uint32_t byte_order, version;
  uint32_t header_size;		/* of this struct */
  uint32_t segment_size;	/* GASP_RECORD_SEGMENT */

  uint32_t state;		/* enum gasp_record_state */
  int32_t status;
  int32_t pid, ppid;
  int32_t rank;			/* among the processes of one job, or -1 */
  uint32_t clock_per_thread;	/* ticks of one thread mean nothing in others */
  uint64_t process_start;	/* as in /proc/PID/stat: kept through exec */
  int64_t start_realtime;	/* CLOCK_REALTIME, ns */
  int64_t end_realtime;		/* 0 while running */
  uint64_t start_ticks;
  uint64_t end_ticks;		/* 0 while running */
  double ns_per_tick;

  gasp_record_ref host, program, directory;
  gasp_record_ref arguments;	/* joined by blanks */
  gasp_record_ref clock;	/* name, as GASP_CLOCK takes it */
  gasp_record_ref tool;		/* "gasp 1.0", "gasp 1.0, without PAPI" */
  gasp_record_ref parent_record; /* file name, if this process was forked by
				    one that was recording; else 0 */
  uint32_t counters;		/* used of the following */
  struct gasp_record_counter counter[GASP_RECORD_COUNTERS];

  gasp_record_ref sample_event;	/* 0: no sampling */
  uint16_t sees_all;		/* 1: calls that allocate are seen everywhere,
				   also where there is no instrumentation;
				   2: the program has an allocator of its own,
				   whose calls are not seen there */
  uint16_t yields;		/* 1: Open MPI leaves processors to others while
				   it waits */
  uint64_t sample_threshold;
  uint64_t samples_lost;
  uint64_t faults;		/* page faults of the process without those that
				   read; 0 if that is not known */

  /* Memory, as far as allocation events show it.  */
  uint64_t live_bytes, peak_bytes;
  uint64_t live_blocks, peak_blocks;
  uint64_t unknown_frees;	/* of blocks whose allocation was not seen,
				   which is normal */
  uint64_t untracked_blocks;	/* allocated when the record was full */
  uint64_t peak_ticks;		/* when the peak was reached */

  gasp_record_ref latest_thread; /* the one that began last */
  uint32_t processor_ms;	/* that the process has had, if gasp run knows
				   it, as it said nothing when it ended; else
				   0 */

  /* Of one of the processes that a program is (UPC's threads, ...); RANK is its
     number.  */
  uint64_t ranks;		/* how many there are; else 0 */
  uint64_t barriers;		/* that it took part in */
  uint64_t barrier_step;	/* of those, every so many is listed */
  uint64_t transfers_lost;	/* accesses that there was no room for */
  gasp_record_ref rank_name;	/* what one of RANKS is: "UPC thread", ...; or
				   0 */
  uint32_t node;		/* of RANKS: which of them, from 0, share
				   memory */
  uint64_t job;			/* all of RANKS have the same; 0 if not known */
  uint64_t message_step;	/* of messages, one of so many is listed */
  uint64_t messages_lost;	/* of more peers and tags than there was room
				   for */
  uint64_t run; /* all processes of a parallel job, or else all that
				   one "gasp run" has started, have the same; 0
				   if not known */
  uint64_t command;		/* that "gasp run"; a job may have several */

  /* If not 0, allocations were sampled from this moment on: what is said of
     memory then, calls and bytes of nodes too, is estimated (chance.h).
     Squares of errors of the two numbers of bytes.  The peak is the largest of
     many estimates, and thus too large: so many bytes were allocated while no
     less was live, as far as the errors allow.  */
  uint64_t sampled_since;
  uint64_t live_variance, peak_variance;
  uint64_t peak_turnover;
  /* Samples of where threads spend their processor time: who takes them, and
     why not a better one (an errno, or ECANCELED: a filter of system calls may
     end who asks); 0 and 0 if there are none.  Each stands
     for so many nanoseconds times its COUNT.  */
  uint16_t sampler;		/* enum gasp_record_sampler */
  uint16_t sampler_error;
  uint32_t sample_period;
  /* Calls and events are recorded within so many thousandths of the time, plus
     1; 0: all are.  */
  uint16_t budget;
  uint16_t processors;		/* that its threads might run on as they began;
				   0 if that is not known */
  uint32_t resident;		/* the most memory that it had in use, with
				   code, stacks and the record, as the kernel
				   counts it: KiB / 4; 0 if that is not known */
  uint64_t pipes[3];		/* of descriptors 0 to 2, at the start */
  uint64_t children;		/* processor time of processes that it waited
				   for, with all that these did: ns; 0 if that
				   is not known */
};

/* The sampler of time.  */
enum gasp_record_sampler {
  GASP_RECORD_NO_SAMPLER = 0,
  GASP_RECORD_SAMPLER_PERF = 1,	/* the kernel's clock of user mode */
  GASP_RECORD_SAMPLER_TIMER = 2, /* a timer of the thread's processor time */
  GASP_RECORD_SAMPLER_BOTH = 3,	/* perf events, and the timer in system calls
				   and threads that often wait */
  GASP_RECORD_SAMPLER_CALLS = 4	/* in system calls only */
};

enum gasp_record_kind {
  GASP_RECORD_UNUSED = 0,
  GASP_RECORD_STRINGS,		/* struct gasp_record_string, one after another,
				   each at a multiple of 8 */
  GASP_RECORD_PLACES,
  GASP_RECORD_NODES,
  GASP_RECORD_VALUES,		/* header.counters times int64_t an element */
  GASP_RECORD_THREADS,
  GASP_RECORD_BLOCKS,
  GASP_RECORD_NOTES,
  GASP_RECORD_EVENTS,
  GASP_RECORD_TEXTS,
  GASP_RECORD_SAMPLES,
  GASP_RECORD_MODULES,
  GASP_RECORD_TRANSFERS,
  GASP_RECORD_ARRAYS,
  GASP_RECORD_RANGES,
  GASP_RECORD_BARRIERS,
  GASP_RECORD_LOCKS,
  GASP_RECORD_OFFS,
  GASP_RECORD_TALLIES,
  GASP_RECORD_MESSAGES,
  GASP_RECORD_PHASES,
  GASP_RECORD_BLOCK_SUMS,
  GASP_RECORD_MOMENTS,
  GASP_RECORD_KINDS		/* how many there are */
};

/* At the start of each segment but the first, and of each small one.  */
struct gasp_record_segment {
  uint32_t kind;
  uint32_t element_size;	/* 1 for strings */
  uint32_t used;		/* bytes after this header */
  uint32_t size;		/* the writer's: bytes that it has with this
				   header */
  uint32_t reserved[12];
};

/* The small segments.  */
struct gasp_record_small {
  uint32_t kind, offset, size;
};

#define GASP_RECORD_SMALL_COUNT 6
/* Where nodes are among them.  */
#define GASP_RECORD_SMALL_NODES 640u
#define GASP_RECORD_SMALL_NODES_SIZE 1024u

static inline const struct gasp_record_small *
gasp_record_small (size_t i)
{
  static const struct gasp_record_small all[GASP_RECORD_SMALL_COUNT] = {
    { GASP_RECORD_NODES, GASP_RECORD_SMALL_NODES,
      GASP_RECORD_SMALL_NODES_SIZE },
    { GASP_RECORD_THREADS, 1664, 256 },
    { GASP_RECORD_NOTES, 1920, 128 },
    { GASP_RECORD_PLACES, 2048, 576 },
    { GASP_RECORD_BLOCKS, 2624, 512 },
    { GASP_RECORD_STRINGS, 3136, 960 }
  };
  return &all[i];
}

/* Segments are numbered, the small ones first: where number I is, and its
   size.  */
static inline uint64_t
gasp_record_segment_offset (size_t i)
{
  return i < GASP_RECORD_SMALL_COUNT
	 ? gasp_record_small (i)->offset
	 : (uint64_t) (i - GASP_RECORD_SMALL_COUNT + 1) * GASP_RECORD_SEGMENT;
}

static inline uint32_t
gasp_record_segment_size (size_t i)
{
  return i < GASP_RECORD_SMALL_COUNT ? gasp_record_small (i)->size
				     : GASP_RECORD_SEGMENT;
}

/* Returns how many segments there are at most in a file of SIZE bytes.  */
static inline size_t
gasp_record_segment_count (uint64_t size)
{
  return (size + GASP_RECORD_SEGMENT - 1) / GASP_RECORD_SEGMENT - 1
	 + GASP_RECORD_SMALL_COUNT;
}

/* Returns the number of the one that OFFSET lies in; SIZE_MAX: none.  */
static inline size_t
gasp_record_segment_at (uint64_t offset)
{
  if (offset >= GASP_RECORD_SEGMENT)
    return offset / GASP_RECORD_SEGMENT - 1 + GASP_RECORD_SMALL_COUNT;
  for (size_t i = 0; i < GASP_RECORD_SMALL_COUNT; i++)
    if (offset - gasp_record_small (i)->offset < gasp_record_small (i)->size)
      return i;
  return SIZE_MAX;
}

struct gasp_record_string {
  uint32_t length;
  char text[];			/* LENGTH bytes and a null */
};

/* Kinds of nodes.  */
enum gasp_record_place_kind {
  GASP_RECORD_THREAD = 1,	/* the root of a thread's tree */
  GASP_RECORD_FUNCTION = 2,
  GASP_RECORD_EVENT = 3,	/* an event, at a point of the source */
  GASP_RECORD_OTHER = 4		/* see struct gasp_record_thread */
};

#define GASP_RECORD_PLACE_SOURCE 1u /* a function also where it is inlined */
/* Of an event: LINE and COLUMN are the two halves of the address, the low one
   first, that its call returns to; see struct gasp_record_module.  FILE has
   those that its callers' calls return to, as hexadecimal numbers.  */
#define GASP_RECORD_PLACE_ADDRESS 2u
#define GASP_RECORD_PLACE_OFF 4u    /* switched off: GASP_RECORD_OFFS */
#define GASP_RECORD_PLACE_WITHIN 8u /* the writer's: within a call of its own */

struct gasp_record_place {
  uint32_t kind;
  uint32_t tag;			/* of the event; GASP_C_FUNC for a function */
  gasp_record_ref name;		/* signature, or label or user event's name */
  gasp_record_ref file;		/* 0 if unknown */
  uint32_t line, column;	/* 0 if unknown */
  uint32_t end_line, end_column; /* of a function */
  uint32_t flags;		/* GASP_RECORD_PLACE_* */
  uint32_t reserved;
};

/* PLACE was switched off, to stay within the budget: its calls are those until
   UNTIL.  The first was at SINCE, and recording took some SPENT ticks of each
   thread in between.  There may be several for a function, as it may be inlined
   in several places.  */
struct gasp_record_off {
  gasp_record_ref place;
  uint32_t reserved;
  uint64_t since, until;
  uint64_t spent;
};

/* A node of a thread's call-path tree: PLACE reached by way of PARENT.

   While a call is open, TICKS (as a signed number) is negative: what calls have
   taken so far, minus the point in time at which this one began.  So for a
   negative one add the thread's END if it has ended, else the header's
   END_TICKS if the process has and its clock is not per thread, else the
   thread's LAST.  VALUES likewise: of a node with negative TICKS, add the
   thread's values.

   Inclusive time and values; what a node took itself is that minus its
   children's.  Siblings may have the same place: they are to be added up.

   CALLS are those begun in this process: the open calls that a forked process
   starts with are not counted.

   If PERIOD is not 0, calls were not all timed, and TICKS means nothing: the
   node has a part of the time of the timed node that it is below, as samples
   show.

   WAITED and READY: so long was the thread off the processor there, by the
   looks of away.c: it could not go on, or could have.

   BYTES of an allocation event are those allocated, of a GASP_C_FREE those
   freed, and of other events those that its size argument says.  So what a
   function allocates is in the events below it.  Of a function they are
   GASP_RECORD_BELOW_OFF if PARENT had been switched off when it was first
   called there: that call of PARENT may have been over, unseen.  */
#define GASP_RECORD_BELOW_OFF 1u

struct gasp_record_node {
  uint64_t key;			/* the writer's; but see struct
				   gasp_record_thread, ROOT */
  uint64_t calls;
  int64_t ticks;
  uint32_t skip, period;	/* SKIP is the writer's; but see chance.h */
  int32_t recent;		/* the writer's */
  gasp_record_ref parent;	/* 0 for a root */
  gasp_record_ref child, sibling; /* the writer's */
  gasp_record_ref place;
  gasp_record_ref values;	/* 0 without counters */
  uint64_t bytes;
  uint64_t waited, ready;	/* nanoseconds */
  uint64_t reserved[2];
};

/* A thread of the process.  Below ROOT may be events of the role MEMBER: where
   the thread is called to a construct of another one.  The upper half of their
   KEY is the construct's node there (of the role TEAM), or 0.  OTHER collects
   calls and events that found no room when the record was full (null PARENT):
   its time is contained in its callers' own, too.  */
struct gasp_record_thread {
  int32_t tid;
  uint32_t number;		/* 0 for the first thread, 1, ... */
  char name[16];
  uint64_t start;		/* ticks */
  uint64_t end;			/* 0 while it runs */
  uint64_t last;		/* of the most recent event */
  gasp_record_ref root;		/* 0: there was no room for it */
  gasp_record_ref other;	/* 0 if there was room */
  gasp_record_ref values;	/* most recent reading; 0 without counters */
  gasp_record_ref counter_error; /* why this thread has no counters, or 0 */
  uint64_t unmatched;		/* ENDs without START */
  uint64_t samples_lost;
  int64_t live_bytes, live_blocks; /* to be added to the header's */
  gasp_record_ref before;	/* the thread that began before this one, or
				   0 */
  gasp_record_ref at;		/* the node where it was last looked at, or 0 */
  /* When it was last looked at: ticks; and what it had had of the processor by
     then.  0: never.  */
  uint64_t seen, seen_processor;
  /* Nanoseconds on a processor, and ready for one, by the kernel's account of
     the thread: at first, and at last.  0: not known.  */
  uint64_t first_processor, processor;
  uint64_t first_ready, ready;
  uint32_t team_number;		/* its number, plus 1, in the team that it was
				   called to last; 0: none, or it called the
				   team */
  uint32_t unknown_frees;	/* to be added to the header's */
  uint64_t function;		/* what it was to execute; 0: not known */
};

/* A block of memory that has not been freed, if ADDRESS is not 0.  The place
   of NODE is the call that allocated it.  */
struct gasp_record_block {
  uint64_t address, size;
  gasp_record_ref node;
  uint32_t thread;		/* its NUMBER */
  uint64_t ticks;		/* the writer's: how many blocks of the thread's
				   came before; in its highest byte, how the
				   block was sampled: SHIFT of chance.h */
};
#define GASP_RECORD_BLOCK_SHIFT 56 /* of TICKS */

/* COUNT blocks, in all of so many BYTES, that have not been freed: gasp join
   makes these of blocks where none was sampled.  */
struct gasp_record_block_sum {
  gasp_record_ref node;
  uint32_t reserved;
  uint64_t count, bytes;
};

/* Messages for the user.  Those with a place are counted by place.  */
enum gasp_record_note_kind {
  /* TEXT only: limits reached, counters that do not exist, ...  */
  GASP_RECORD_MESSAGE = 1,
  /* A block was freed at NODE that had been freed at EARLIER, no allocation
     was seen in between, and the C library did not return from the call: a
     double free.  */
  GASP_RECORD_DOUBLE_FREE = 2,
  /* The allocation of the block freed at NODE was not seen.  Normal for blocks
     that a library allocated (getline, asprintf, std::string).  */
  GASP_RECORD_UNKNOWN_FREE = 3,
  /* As DOUBLE_FREE, but the call returned: most often an unknown free of a
     reused address, and a double free only where the allocator does not
     detect those.  */
  GASP_RECORD_FREED_AGAIN = 4,
  /* TEXT only: why the process was killed by a signal, or has ended, and
     where.  */
  GASP_RECORD_CRASH = 5
};

/* Part of the message that there is no room for further call paths.  */
#define GASP_RECORD_MERGES "further call paths are merged"

/* Unused if COUNT is 0.  */
struct gasp_record_note {
  uint32_t kind;
  gasp_record_ref text;
  gasp_record_ref node;		/* where; 0 if nowhere */
  gasp_record_ref earlier;	/* place, may be 0 */
  uint64_t count;
  uint64_t address;		/* the latest */
};

/* A user event.  Its nodes are in the trees, under its tag; times here are
   from START to END even where that is not properly nested in calls.  */
struct gasp_record_event {
  uint32_t tag;
  gasp_record_ref name, description; /* description may be 0 */
  gasp_record_ref last;		/* most recent arguments, formatted; or 0 */
  uint64_t starts, ends, atomics;
  uint64_t ticks;		/* of all pairs */
  uint64_t shortest, longest;	/* of one pair */
  uint64_t texts_omitted;	/* callbacks whose text is not listed, because
				   there were too many different ones */
  uint64_t reserved[2];
};

/* The arguments of a user event, formatted as its description says.  */
struct gasp_record_text {
  gasp_record_ref event;
  uint32_t type;		/* GASP_START, GASP_END, GASP_ATOMIC */
  gasp_record_ref text;
  uint32_t reserved;
  uint64_t count;
};

/* The program was at PC, in the call path NODE, COUNT times when the counter
   overflowed.  COUNT 0: unused.  If there is a SAMPLER, COUNT is the time that
   passed there, in units of the header's SAMPLE_PERIOD, and above that in how
   many samples that was seen; and PC 0 is recording, where code has no module.

   STACK says what the stack had that may be the address which the function
   there returns to, or one that has called it.  */
#define GASP_RECORD_TAKEN_SHIFT 40
#define GASP_RECORD_RETURNS 48
#define GASP_RECORD_RETURN_SHIFT 48
/* The number of samples from which on they say how the time of a thread is
   divided.  Until then, each call is timed.  */
#define GASP_RECORD_LEAST_SAMPLES 30
/* Of so many page faults of a thread in user mode, one is seen.  */
#define GASP_RECORD_FAULTS 199

struct gasp_record_stack {
  /* Addresses after calls, the innermost first, and in the bits above
     GASP_RECORD_RETURN_SHIFT in which word of the stack, from the stack pointer
     on, each was.  0: no more.  */
  uint64_t returns[GASP_RECORD_RETURNS];
  /* The words of the stack that the words before these point to, where a frame
     pointer is kept; or the last number.  */
  uint16_t bases[GASP_RECORD_RETURNS];
  /* From the word FRAME on they are not within NODE's call, which may be over:
     the node that the first of these is in; 0 if there is none.  */
  gasp_record_ref outer;
  uint16_t frame;
  uint16_t frame_pointer;	/* the word that it points to, or the last
				   number */
  /* From the word BEHIND on, not within the call of the node KNOWN, which is
     not over; 0: none is known.  */
  gasp_record_ref known;
  uint16_t behind;
  /* So many of the RETURNS are known to be of the calls that led there.  The C
     library's are missing, and some of a deep recursion's.  */
  uint16_t exact;
};
#define GASP_RECORD_ALL_EXACT UINT16_MAX

struct gasp_record_sample {
  uint64_t pc;
  uint64_t count;		/* 0: only page faults were seen; or none: the
				   thread waits there as the process ends */
  uint32_t faults;		/* of GASP_RECORD_FAULTS page faults each */
  uint32_t fault_units;		/* of COUNT, time in the kernel for these */
  gasp_record_ref node;
  uint32_t thread;		/* its NUMBER */
  struct gasp_record_stack stack;
};

/* UNITS of SAMPLE's COUNT, which had passed by TICKS.  SAMPLE 0: unused.  */
struct gasp_record_moment {
  uint64_t ticks;
  gasp_record_ref sample;
  uint32_t units;
};

/* Returns how much of what is counted there were in COUNT, and in how many
   samples.  */
static inline uint64_t
gasp_record_units (uint64_t count)
{
  return count & ((UINT64_C (1) << GASP_RECORD_TAKEN_SHIFT) - 1);
}

static inline uint64_t
gasp_record_taken (uint64_t count)
{
  uint64_t taken = count >> GASP_RECORD_TAKEN_SHIFT;
  return taken ? taken : count;
}

/* Code in the process: addresses from START up to END are those of the file
   PATH plus BIAS.  BUILD_ID is in hexadecimal digits.  */
struct gasp_record_module {
  uint64_t start, end, bias;
  gasp_record_ref path;
  gasp_record_ref build_id;	/* or 0 */
};

#include "record-peers.h"

/* The initialiser of an array, by kind of segment, with the sizes of elements.
   VALUES are missing: they have 8 bytes for each of the header's counters.  */
#define GASP_RECORD_ELEMENT_SIZES \
  { \
    [GASP_RECORD_STRINGS] = 1, \
    [GASP_RECORD_PLACES] = sizeof (struct gasp_record_place), \
    [GASP_RECORD_NODES] = sizeof (struct gasp_record_node), \
    [GASP_RECORD_THREADS] = sizeof (struct gasp_record_thread), \
    [GASP_RECORD_BLOCKS] = sizeof (struct gasp_record_block), \
    [GASP_RECORD_BLOCK_SUMS] = sizeof (struct gasp_record_block_sum), \
    [GASP_RECORD_NOTES] = sizeof (struct gasp_record_note), \
    [GASP_RECORD_EVENTS] = sizeof (struct gasp_record_event), \
    [GASP_RECORD_TEXTS] = sizeof (struct gasp_record_text), \
    [GASP_RECORD_SAMPLES] = sizeof (struct gasp_record_sample), \
    [GASP_RECORD_MOMENTS] = sizeof (struct gasp_record_moment), \
    [GASP_RECORD_MODULES] = sizeof (struct gasp_record_module), \
    [GASP_RECORD_TRANSFERS] = sizeof (struct gasp_record_transfer), \
    [GASP_RECORD_ARRAYS] = sizeof (struct gasp_record_array), \
    [GASP_RECORD_RANGES] = sizeof (struct gasp_record_range), \
    [GASP_RECORD_BARRIERS] = sizeof (struct gasp_record_barrier), \
    [GASP_RECORD_MESSAGES] = sizeof (struct gasp_record_message), \
    [GASP_RECORD_PHASES] = sizeof (struct gasp_record_phase), \
    [GASP_RECORD_LOCKS] = sizeof (struct gasp_record_lock), \
    [GASP_RECORD_OFFS] = sizeof (struct gasp_record_off), \
    [GASP_RECORD_TALLIES] = sizeof (struct gasp_record_tally) \
  }
