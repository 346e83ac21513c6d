/* plugins.c - what libgomp has a device do is seen.

   SPDX-License-Identifier: Apache-2.0

   libgomp loads a plugin for each kind of device, and looks up its functions
   by name (redirect.c).  It gets these instead.  libgomp may hold the device's
   lock when it calls them.

     libgomp -> devices_N -> the plugin's, between begin and end of devices.c

   A device's number is the plugin's first one, and its own number there.  */

#include "device/plugins.h"
#include "device/devices.h"
#include "device/times.h"
#include "raise.h"
#include "slots.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct plugin
{
  void *handle;
  int first, count; /* COUNT is -1 before it was asked for */
  bool sessions;    /* see plugin-calls.def */
#define PLUGIN_CALL(type, name, params, args) type (*name) params;
#include "device/plugin-calls.def"
};

#define PLUGINS 2
static struct plugin plugins[PLUGINS];
static bool sees_completion;

static bool
is_told (void)
{
  return unlikely (gasp_omp_activity == ACTIVE);
}

/* ---- Devices begin and end  */

static int
do_get_num_devices (struct plugin *p, unsigned int required)
{
  static int next;
  int count = p->get_num_devices (required);
  if (p->count < 0)
    {
      p->count = count > 0 ? count : 0;
      p->first = next;
      next += p->count;
    }
  return count;
}

static int
number_of (const struct plugin *p, int device)
{
  return p->first + device;
}

/* Numbers of what acc_get_property_string asks plugins for.  */
enum { PROPERTY_NAME = 0x10001, PROPERTY_VENDOR = 0x10002 };
union property { const char *text; size_t number; };

/* Returns the text that is PROPERTY of DEVICE, which has begun, or
   "unknown".  */
static const char *
text_of (const struct plugin *p, int device, int property)
{
  union property (*get) (int, int)
    = dlsym (p->handle, "GOMP_OFFLOAD_openacc_get_property");
  const char *text = get ? get (device, property).text : NULL;
  return text && *text ? text : "unknown";
}

/* Returns who made DEVICE, its model, and which plugin is for it, for tools
   that want to know; it stays.  */
static const char *
type_of (const struct plugin *p, int device)
{
  const char *(*name) (void) = dlsym (p->handle, "GOMP_OFFLOAD_get_name");
  char type[256];
  if (!is_wanted (ompt_callback_device_initialize))
    return NULL;
  snprintf (type, sizeof type, "%s;%s;%s", text_of (p, device, PROPERTY_VENDOR),
	    text_of (p, device, PROPERTY_NAME), name ? name () : "unknown");
  return strdup (type);
}

static bool
is_nvidia (const struct plugin *p)
{
  enum { NVIDIA = 5 };
  int (*type) (void) = dlsym (p->handle, "GOMP_OFFLOAD_get_type");
  return type && type () == NVIDIA;
}

static bool
do_init_device (struct plugin *p, int device)
{
  if (!is_told ())
    return p->init_device (device);
  int number = number_of (p, device);
  if (is_nvidia (p))
    __atomic_store_n (&gasp_omp_times_possible, true, __ATOMIC_RELAXED);
  if (gasp_omp_callbacks[ompt_callback_target_submit_emi][1])
    gasp_omp_times_begin ();
  gasp_omp_setup (ompt_scope_begin, number, false);
  bool done = p->init_device (device);
  gasp_omp_setup (ompt_scope_end, number, false);
  if (done)
    gasp_omp_device_initialized (number, type_of (p, device));
  return done;
}

static bool
do_fini_device (struct plugin *p, int device)
{
  bool done = p->fini_device (device);
  if (is_told () && done)
    gasp_omp_device_finalized (number_of (p, device));
  return done;
}

static int
do_load_image (struct plugin *p, int device, unsigned int version,
	       const void *image, void *table, void *reverse, void *indirect)
{
  if (!is_told ())
    return p->load_image (device, version, image, table, reverse, indirect);
  int number = number_of (p, device);
  gasp_omp_setup (ompt_scope_begin, number, true);
  int count = p->load_image (device, version, image, table, reverse, indirect);
  gasp_omp_setup (ompt_scope_end, number, true);
  if (count >= 0)
    gasp_omp_image_loaded (number, image);
  return count;
}

static bool
do_unload_image (struct plugin *p, int device, unsigned int version,
		 const void *image)
{
  bool done = p->unload_image (device, version, image);
  if (is_told ())
    gasp_omp_image_unloaded (number_of (p, device), image);
  return done;
}

/* ---- Memory  */

/* Returns CALL's value, an int or a bool; and, if there is a tool, makes CALL
   as the operation OP.  */
#define RETURN_WITHIN(op, call)                                               \
  if (!is_told ())                                                            \
    return call;                                                              \
  struct device_op op_ = op;                                                  \
  gasp_omp_data_op (ompt_scope_begin, &op_);                                  \
  int done_ = call;                                                           \
  gasp_omp_data_op (ompt_scope_end, &op_);                                    \
  return done_

static void *
allocate (struct plugin *p, void *(*real) (int, size_t), int device,
	  size_t bytes)
{
  if (!is_told ())
    return real (device, bytes);
  struct device_op op = { .type = ompt_target_data_alloc,
			  .bytes = bytes,
			  .source_device = gasp_omp_host (),
			  .target_device = number_of (p, device) };
  gasp_omp_data_op (ompt_scope_begin, &op);
  op.target = real (device, bytes);
  gasp_omp_data_op (ompt_scope_end, &op);
  return op.target;
}

static struct device_op
release (const struct plugin *p, int device, void *address)
{
  return (struct device_op) { .type = ompt_target_data_delete,
			      .source = address,
			      .source_device = number_of (p, device),
			      .target_device = gasp_omp_host () };
}

static void *
do_alloc (struct plugin *p, int device, size_t bytes)
{
  return allocate (p, p->alloc, device, bytes);
}

static bool
do_free (struct plugin *p, int device, void *address)
{
  RETURN_WITHIN (release (p, device, address), p->free (device, address));
}

static void *
do_managed_alloc (struct plugin *p, int device, size_t bytes)
{
  return allocate (p, p->managed_alloc, device, bytes);
}

static bool
do_managed_free (struct plugin *p, int device, void *address)
{
  RETURN_WITHIN (release (p, device, address),
		 p->managed_free (device, address));
}

/* ---- Copies.  A device's own ones count as from it: OMPT has no type for
   them but these.  */

static struct device_op
copy (bool from_host, int to_device, void *to, int from_device,
      const void *from, size_t bytes)
{
  return (struct device_op) {
    .type = from_host ? ompt_target_data_transfer_to_device
		      : ompt_target_data_transfer_from_device,
    .source = (void *) from,
    .source_device = from_device,
    .target = to,
    .target_device = to_device,
    .bytes = bytes
  };
}

/* Returns the number of DEVICE, where the host is -1.  */
static int
number_or_host (const struct plugin *p, int device)
{
  return device < 0 ? gasp_omp_host () : number_of (p, device);
}

static struct device_op
copy_there (const struct plugin *p, int device, void *to, const void *from,
	    size_t bytes)
{
  return copy (true, number_of (p, device), to, gasp_omp_host (), from, bytes);
}

static struct device_op
copy_back (const struct plugin *p, int device, void *to, const void *from,
	   size_t bytes)
{
  return copy (false, gasp_omp_host (), to, number_of (p, device), from, bytes);
}

static bool
do_host2dev (struct plugin *p, int device, void *to, const void *from,
	     size_t bytes)
{
  RETURN_WITHIN (copy_there (p, device, to, from, bytes),
		 p->host2dev (device, to, from, bytes));
}

static bool
do_dev2host (struct plugin *p, int device, void *to, const void *from,
	     size_t bytes)
{
  RETURN_WITHIN (copy_back (p, device, to, from, bytes),
		 p->dev2host (device, to, from, bytes));
}

static struct device_op
copy_within (const struct plugin *p, int device, void *to, const void *from,
	     size_t bytes)
{
  int number = number_of (p, device);
  return copy (false, number, to, number, from, bytes);
}

static bool
do_dev2dev (struct plugin *p, int device, void *to, const void *from,
	    size_t bytes)
{
  RETURN_WITHIN (copy_within (p, device, to, from, bytes),
		 p->dev2dev (device, to, from, bytes));
}

static int
do_memcpy2d (struct plugin *p, int to_device, int from_device, size_t width,
	     size_t height, void *to, size_t to_x, size_t to_y,
	     size_t to_pitch, const void *from, size_t from_x, size_t from_y,
	     size_t from_pitch)
{
  RETURN_WITHIN (copy (from_device < 0, number_or_host (p, to_device), to,
		       number_or_host (p, from_device), from, width * height),
		 p->memcpy2d (to_device, from_device, width, height, to, to_x,
			      to_y, to_pitch, from, from_x, from_y,
			      from_pitch));
}

static int
do_memcpy3d (struct plugin *p, int to_device, int from_device, size_t width,
	     size_t height, size_t depth, void *to, size_t to_x, size_t to_y,
	     size_t to_z, size_t to_pitch, size_t to_rows, const void *from,
	     size_t from_x, size_t from_y, size_t from_z, size_t from_pitch,
	     size_t from_rows)
{
  RETURN_WITHIN (copy (from_device < 0, number_or_host (p, to_device), to,
		       number_or_host (p, from_device), from,
		       width * height * depth),
		 p->memcpy3d (to_device, from_device, width, height, depth, to,
			      to_x, to_y, to_z, to_pitch, to_rows, from,
			      from_x, from_y, from_z, from_pitch, from_rows));
}

/* Returns COPY as one by a queue, which only OpenACC's have; what they wait for
   is not known here.  */
static struct device_op
queued (struct device_op copy)
{
  copy.type = copy.type == ompt_target_data_transfer_to_device
	      ? ompt_target_data_transfer_to_device_async
	      : ompt_target_data_transfer_from_device_async;
  return copy;
}

static bool
do_openacc_async_host2dev (struct plugin *p, int device, void *to,
			   const void *from, size_t bytes, void *queue)
{
  RETURN_WITHIN (queued (copy_there (p, device, to, from, bytes)),
		 p->openacc_async_host2dev (device, to, from, bytes, queue));
}

static bool
do_openacc_async_dev2host (struct plugin *p, int device, void *to,
			   const void *from, size_t bytes, void *queue)
{
  RETURN_WITHIN (queued (copy_back (p, device, to, from, bytes)),
		 p->openacc_async_dev2host (device, to, from, bytes, queue));
}

static bool
do_openacc_async_dev2dev (struct plugin *p, int device, void *to,
			  const void *from, size_t bytes, void *queue)
{
  RETURN_WITHIN (queued (copy_within (p, device, to, from, bytes)),
		 p->openacc_async_dev2dev (device, to, from, bytes, queue));
}

/* ---- Kernels  */

/* libgomp's list of what a kernel is to run with: words of a number, a bit for
   "the value is the next word", the device's kind, which is 0 for all, and
   else the value.  */
enum
{
  KIND = 0x7f,
  NEXT_WORD = 0x80,
  NUMBER = 0xff00,
  TEAMS = 0x100,
  VALUE_SHIFT = 16
};

static unsigned int
teams_in (void **arguments)
{
  unsigned int teams = 0;
  while (arguments && *arguments)
    {
      intptr_t word = (intptr_t)*arguments++;
      intptr_t value
	  = word & NEXT_WORD ? (intptr_t)*arguments++ : word >> VALUE_SHIFT;
      if (!(word & KIND) && (word & NUMBER) == TEAMS && value > 0)
	teams = value > INT_MAX ? INT_MAX : value;
    }
  return teams;
}

/* Returns the number of teams from the arguments, which are the third with
   sessions, else the fourth.  */
static unsigned int
teams_of (const struct plugin *p, void *third, void *fourth)
{
  return teams_in (p->sessions ? third : fourth);
}

/* The devices that the thread uses for OpenACC, and has begun its last session
   with: kernels do not say theirs.  */
static __thread int acc_device __attribute__ ((tls_model ("initial-exec")));
static __thread int session_device __attribute__ ((tls_model ("initial-exec")));

static void *
do_openacc_create_thread_data (struct plugin *p, int device)
{
  acc_device = number_of (p, device);
  return p->openacc_create_thread_data (device);
}

static void
do_session_start (struct plugin *p, void *session, int device)
{
  session_device = number_of (p, device);
  p->session_start (session, device);
}

/* Returns the device of a kernel whose FIRST argument that is, or its
   session.  */
static int
device_of (const struct plugin *p, void *first)
{
  return p->sessions ? session_device : number_of (p, (int) (intptr_t) first);
}

/* Makes CALL, which runs a kernel on DEVICE with so many TEAMS; if there is a
   tool, as one whose end TASK, or null, marks.  */
#define SUBMITTED(device, task_, teams, call)                                 \
  struct device_op op = { .target_device = device };                          \
  bool told = is_told ();                                                     \
  unsigned int teams_ = told ? teams : 0;                                     \
  op.task = task_;                                                            \
  if (told)                                                                   \
    gasp_omp_submit (ompt_scope_begin, &op, teams_);                          \
  call;                                                                       \
  if (told)                                                                   \
    gasp_omp_submit (ompt_scope_end, &op, teams_)

static void
do_run (struct plugin *p, void *first, void *fn, void *third, void **fourth)
{
  SUBMITTED (device_of (p, first), NULL, teams_of (p, third, fourth),
	     p->run (first, fn, third, fourth));
}

/* The plugin notifies libgomp by this function when a kernel is over.  */
static void (*real_completion) (void *task);

static void
completion (void *task)
{
  gasp_omp_times_done (task);
  real_completion (task);
}

static const struct slots_entry completion_entry
    = { "GOMP_PLUGIN_target_task_completion", (void **) &real_completion,
	(void *) completion, NULL };

static const struct slots_entry *
find_completion (const char *name)
{
  return strcmp (name, completion_entry.name) ? NULL : &completion_entry;
}

static bool
is_no_plugin (const char *name)
{
  return strncmp (name, "libgomp-plugin", 14);
}

/* Has the ends of kernels of the plugin HANDLE seen.  */
static void
see_completion (void *handle)
{
  void *function = dlsym (handle, completion_entry.name);
  if (!function)
    function = dlsym (RTLD_DEFAULT, completion_entry.name);
  real_completion = (void (*) (void *)) function;
  if (real_completion && slots_redirect (find_completion, is_no_plugin, NULL))
    sees_completion = true;
}

static void
do_async_run (struct plugin *p, void *first, void *fn, void *third,
	      void *fourth, void *fifth)
{
  SUBMITTED (device_of (p, first),
	     !sees_completion ? NULL : p->sessions ? fourth : fifth,
	     teams_of (p, third, fourth),
	     p->async_run (first, fn, third, fourth, fifth));
}

static void
do_openacc_exec (struct plugin *p, void *a, void *b, void *c, void *d, void *e,
		 void *f)
{
  SUBMITTED (acc_device, NULL, 0, p->openacc_exec (a, b, c, d, e, f));
}

static void
do_openacc_async_exec (struct plugin *p, void *a, void *b, void *c, void *d,
		       void *e, void *f, void *queue)
{
  SUBMITTED (acc_device, NULL, 0,
	     p->openacc_async_exec (a, b, c, d, e, f, queue));
}

/* ---- What libgomp gets  */

/* Each plugin has wrappers of its own, which know that it is theirs.  */
_Static_assert(PLUGINS == 2, "as many as wrappers");
#define UNPACK(...) __VA_ARGS__
#define PLUGIN_CALL(type, name, params, args)                                 \
  static type name##_0 params                                                 \
  {                                                                           \
    return do_##name (&plugins[0], UNPACK args);                              \
  }                                                                           \
  static type name##_1 params { return do_##name (&plugins[1], UNPACK args); }
#include "device/plugin-calls.def"

static const struct
{
  const char *name;
  size_t real; /* where it is in a struct plugin */
  void *wrappers[PLUGINS];
} functions[] = {
#define PLUGIN_CALL(type, name, params, args)                                 \
  { #name,                                                                    \
    offsetof (struct plugin, name),                                           \
    { (void *) name##_0, (void *) name##_1 } },
#include "device/plugin-calls.def"
};

/* Versions of what libgomp and its plugins have between them.  */
enum
{
  VERSION_FIRST = 1,
  VERSION_LAST = 4
};

/* Versions have the device's kind below.  */
static bool
is_known_version (unsigned int version)
{
  unsigned int library = version >> 16 ? version >> 16 : version;
  return library >= VERSION_FIRST && library <= VERSION_LAST;
}

static void
fill_plugin (struct plugin *p, void *handle)
{
  unsigned int (*version) (void) = dlsym (handle, "GOMP_OFFLOAD_version");
  if (!version || !is_known_version (version ()))
    return;
  p->handle = handle;
  p->count = -1;
  p->sessions = dlsym (handle, "GOMP_OFFLOAD_session_start");
}

/* Returns the number of the plugin HANDLE, or -1: it is not known, or there
   are more.  */
static int
plugin_number (void *handle)
{
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  int n = 0;
  pthread_mutex_lock (&lock);
  while (n < PLUGINS && plugins[n].handle && plugins[n].handle != handle)
    n++;
  if (n < PLUGINS && !plugins[n].handle)
    fill_plugin (&plugins[n], handle);
  bool known = n < PLUGINS && plugins[n].handle;
  pthread_mutex_unlock (&lock);
  return known ? n : -1;
}

#define PREFIX "GOMP_OFFLOAD_"

void *
gasp_omp_plugin_function (void *handle, const char *name, void *address)
{
  if (!address || strncmp (name, PREFIX, sizeof PREFIX - 1))
    return address;
  name += sizeof PREFIX - 1;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (!strcmp (functions[i].name, name))
      {
	int n = plugin_number (handle);
	if (n < 0)
	  return address;
	memcpy ((char *) &plugins[n] + functions[i].real, &address,
		sizeof address);
	if (!strcmp (name, "async_run"))
	  see_completion (handle);
	return functions[i].wrappers[n];
      }
  return address;
}
