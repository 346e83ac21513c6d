/* acc.c - OpenACC's constructs, for the built-in consumer.

   SPDX-License-Identifier: Apache-2.0

   libgomp has OpenACC's own interface for tools, acc_prof.  It does not say
   where a construct is: that is the first address on the stack that is not
   libgomp's.  What devices are asked for, plugins.c sees.  */

#include "device/acc.h"
#include "calls.h"
#include "ompt/consumer.h"

#include <errno.h>
#include <execinfo.h>
#include <link.h>
#include <stddef.h>

bool gasp_omp_has_acc;
static bool active;		/* atomic */

/* As in acc_prof.h.  */
enum
{
  INIT_START = 1,
  INIT_END,
  ENTER_DATA_START = 10,
  ENTER_DATA_END,
  EXIT_DATA_START,
  EXIT_DATA_END,
  UPDATE_START,
  UPDATE_END,
  COMPUTE_START,
  COMPUTE_END,
  WAIT_START = 24,
  WAIT_END
};

struct acc_prof_info
{
  int event, valid_bytes, version, device_type, device;
};
struct acc_event_info
{
  int event, valid_bytes, parent;
};
#define PARENT_DATA 3

/* ---- Where  */

struct range
{
  uintptr_t inside, first, last;
};
static struct range libgomp, own;

static int
note_range (struct dl_phdr_info *info, size_t size, void *data)
{
  struct range *range = data;
  (void) size;
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *p = &info->dlpi_phdr[i];
      uintptr_t first = info->dlpi_addr + p->p_vaddr;
      if (p->p_type != PT_LOAD || range->inside < first
	  || range->inside >= first + p->p_memsz)
	continue;
      range->first = first;
      range->last = first + p->p_memsz;
      return 1;
    }
  return 0;
}

static void
find_range (struct range *range, void *inside)
{
  range->inside = (uintptr_t) inside;
  dl_iterate_phdr (note_range, range);
}

static bool
is_in (const struct range *range, void *address)
{
  return (uintptr_t) address >= range->first
	 && (uintptr_t) address < range->last;
}

/* Returns where the program called libgomp; null if that is not found.  */
static const void *
caller (void)
{
  void *frames[16];
  int count = backtrace (frames, sizeof frames / sizeof *frames);
  for (int i = 0; i < count; i++)
    if (!is_in (&libgomp, frames[i]) && !is_in (&own, frames[i]))
      return frames[i];
  return NULL;
}

/* ---- What  */

/* Constructs that the thread is in: those within others, as the data of a
   compute construct, are a part of it.  */
static __thread unsigned int depth __attribute__ ((tls_model ("initial-exec")));

static enum acc_what
what (const struct acc_event_info *info)
{
  bool is_construct = info->parent == PARENT_DATA;
  switch (info->event)
    {
    case INIT_START: case INIT_END: return ACC_INIT;
    case ENTER_DATA_START: case ENTER_DATA_END:
      return is_construct ? ACC_DATA_BEGIN : ACC_DATA;
    case EXIT_DATA_START: case EXIT_DATA_END:
      return is_construct ? ACC_DATA_END : ACC_DATA;
    case COMPUTE_START: case COMPUTE_END: return ACC_COMPUTE;
    case UPDATE_START: case UPDATE_END: return ACC_UPDATE;
    case WAIT_START: case WAIT_END: return ACC_WAIT;
    default: return ACC_DATA;
    }
}

const void *
gasp_omp_acc_place (void)
{
  return __atomic_load_n (&active, __ATOMIC_RELAXED) && !depth ? caller ()
							       : NULL;
}

static void
begin (void *data, void *event, void *api)
{
  const struct acc_prof_info *info = data;
  int kept = errno;
  (void) api;
  if (__atomic_load_n (&active, __ATOMIC_RELAXED) && !depth++)
    gasp_omp_builtin.acc (ompt_scope_begin, what (event), info->device,
			  caller ());
  errno = kept;
}

static void
end (void *data, void *event, void *api)
{
  const struct acc_prof_info *info = data;
  int kept = errno;
  (void) api;
  if (__atomic_load_n (&active, __ATOMIC_RELAXED) && depth && !--depth)
    gasp_omp_builtin.acc (ompt_scope_end, what (event), info->device, NULL);
  errno = kept;
}

void
gasp_omp_acc_begin (void)
{
  static const int starts[] = { INIT_START, ENTER_DATA_START, EXIT_DATA_START,
				UPDATE_START, COMPUTE_START, WAIT_START };
  if (!gasp_omp_has_acc || !real_acc_prof_register)
    return;
  find_range (&libgomp, (void *) real_acc_prof_register);
  __atomic_store_n (&active, true, __ATOMIC_RELAXED);
  find_range (&own, (void *) gasp_omp_acc_begin);
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    {
      real_acc_prof_register (starts[i], begin, 0);
      real_acc_prof_register (starts[i] + 1, end, 0);
    }
}

void
gasp_omp_acc_end (void)
{
  __atomic_store_n (&active, false, __ATOMIC_RELAXED);
}
