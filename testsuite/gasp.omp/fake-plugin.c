/* fake-plugin.c - a plugin of libgomp's for devices that are the host itself.

   SPDX-License-Identifier: Apache-2.0

   Of the name of the one for NVIDIA's, so that libgomp loads it, it keeps "device"
   memory that only it hands out, and runs the program's own functions.  Programs link
   fake-tables.c, which gives it their addresses.  VERSION is what this libgomp wants.
   FAKE_DEVICES is how many there are (default: 2), FAKE_LOG makes it print what it is
   asked for, FAKE_SLOW makes each copy, and FAKE_LONG each kernel, take so many
   microseconds longer.  Where fake-cupti.c is loaded, that is told what is done.  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct pair { uintptr_t start, end; };
struct tables { void **funcs, **funcs_end, **vars, **vars_end; };

static int
number (const char *name, int otherwise)
{
  const char *value = getenv (name);
  return value ? atoi (value) : otherwise;
}

#define LOG(...) (getenv ("FAKE_LOG") ? (void) printf ("fake: " __VA_ARGS__) : (void) 0)

static long
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Device N has run a kernel, or copied SIZE bytes, since BEGUN.  */
static void
tell (bool is_kernel, int n, size_t size, long begun)
{
  const char *name = getenv ("GASP_CUPTI");
  void *cupti = name && strchr (name, '/') ? dlopen (name, RTLD_LAZY | RTLD_NOLOAD) : NULL;
  void (*did) (bool, uint32_t, uint64_t, uint64_t)
    = cupti ? dlsym (cupti, "fake_cupti_did") : NULL;
  if (did)
    did (is_kernel, n, size, now () - begun);
  if (cupti)
    dlclose (cupti);
}

static void
be_slow (const char *name)
{
  if (number (name, 0))
    usleep (number (name, 0));
}

unsigned int GOMP_OFFLOAD_version (void) { return VERSION; }
const char *GOMP_OFFLOAD_get_name (void) { return "fake"; }
unsigned int GOMP_OFFLOAD_get_caps (void) { return 1 << 2 | 1 << 3; }
int GOMP_OFFLOAD_get_type (void) { return 5; }
int GOMP_OFFLOAD_get_num_devices (unsigned int r) { (void) r; return number ("FAKE_DEVICES", 2); }
bool GOMP_OFFLOAD_init_device (int n) { LOG ("init %d\n", n); usleep (20000); return true; }
bool GOMP_OFFLOAD_fini_device (int n) { LOG ("fini %d\n", n); return true; }
bool GOMP_OFFLOAD_unload_image (int n, unsigned int v, const void *d) { (void) v, (void) d; LOG ("unload %d\n", n); return true; }

int
GOMP_OFFLOAD_load_image (int n, unsigned int version, const void *data,
			 struct pair **result)
{
  const struct tables *t = data;
  int funcs = t->funcs_end - t->funcs, vars = (t->vars_end - t->vars) / 2;
  struct pair *pairs = calloc (funcs + vars + 1, sizeof *pairs);
  (void) version;
  LOG ("load %d: %d functions, %d variables\n", n, funcs, vars);
  usleep (10000);
  for (int i = 0; i < funcs; i++)
    pairs[i] = (struct pair) { (uintptr_t) t->funcs[i], (uintptr_t) t->funcs[i] + 1 };
  for (int i = 0; i < vars; i++)
    {
      size_t size = (uintptr_t) t->vars[2 * i + 1];
      pairs[funcs + i].start = (uintptr_t) calloc (1, size);
      pairs[funcs + i].end = pairs[funcs + i].start + size;
    }
  *result = pairs;
  /* GCC 15 insists on a last one, for settings, which may be empty.  */
  return funcs + vars + (VERSION >= 3);
}

void *
GOMP_OFFLOAD_alloc (int n, size_t size)
{
  void *p = malloc (size);
  LOG ("alloc %d %zu\n", n, size);
  return p;
}

bool
GOMP_OFFLOAD_free (int n, void *p)
{
  LOG ("free %d\n", n);
  free (p);
  return true;
}

static bool
copy (const char *what, int n, void *to, const void *from, size_t size)
{
  long begun = now ();
  LOG ("%s %d %zu\n", what, n, size);
  be_slow ("FAKE_SLOW");
  memcpy (to, from, size);
  tell (false, n, size, begun);
  return true;
}

bool GOMP_OFFLOAD_host2dev (int n, void *d, const void *s, size_t z) { return copy ("to", n, d, s, z); }
bool GOMP_OFFLOAD_dev2host (int n, void *d, const void *s, size_t z) { return copy ("from", n, d, s, z); }
bool GOMP_OFFLOAD_dev2dev (int n, void *d, const void *s, size_t z) { return copy ("within", n, d, s, z); }
bool GOMP_OFFLOAD_memset (int n, void *d, int c, size_t z) { LOG ("set %d %zu\n", n, z); memset (d, c, z); return true; }

/* What a thread runs here is a part of the device.  */
void
GOMP_OFFLOAD_run (int n, void *fn, void *vars, void **args)
{
  long begun = now ();
  (void) args;
  LOG ("run %d\n", n);
  be_slow ("FAKE_LONG");
  ((void (*) (void *)) fn) (vars);
  tell (true, n, 0, begun);
}

/* OpenACC's.  */
struct queue { int device; };

void
GOMP_OFFLOAD_openacc_exec (void (*fn) (void *), size_t number, void **host,
			   void **device, unsigned *dims, void *memory)
{
  (void) number, (void) host, (void) dims, (void) memory;
  LOG ("exec\n");
  fn (device);
}

void
GOMP_OFFLOAD_openacc_async_exec (void (*fn) (void *), size_t number, void **host,
				 void **device, unsigned *dims, void *memory,
				 struct queue *q)
{
  (void) number, (void) host, (void) dims, (void) memory, (void) q;
  LOG ("async exec\n");
  fn (device);
}

void *GOMP_OFFLOAD_openacc_create_thread_data (int n) { (void) n; return calloc (1, 8); }
void GOMP_OFFLOAD_openacc_destroy_thread_data (void *d) { free (d); }
struct queue *GOMP_OFFLOAD_openacc_async_construct (int n) { struct queue *q = malloc (sizeof *q); q->device = n; return q; }
bool GOMP_OFFLOAD_openacc_async_destruct (struct queue *q) { free (q); return true; }
int GOMP_OFFLOAD_openacc_async_test (struct queue *q) { (void) q; return 1; }
bool GOMP_OFFLOAD_openacc_async_synchronize (struct queue *q) { (void) q; return true; }
bool GOMP_OFFLOAD_openacc_async_serialize (struct queue *a, struct queue *b) { (void) a, (void) b; return true; }
void GOMP_OFFLOAD_openacc_async_queue_callback (struct queue *q, void (*f) (void *), void *d) { (void) q; f (d); }
bool GOMP_OFFLOAD_openacc_async_host2dev (int n, void *d, const void *s, size_t z, struct queue *q) { (void) q; return copy ("async to", n, d, s, z); }
bool GOMP_OFFLOAD_openacc_async_dev2host (int n, void *d, const void *s, size_t z, struct queue *q) { (void) q; return copy ("async from", n, d, s, z); }
bool GOMP_OFFLOAD_openacc_async_dev2dev (int n, void *d, const void *s, size_t z, struct queue *q) { (void) q; return copy ("async within", n, d, s, z); }
void *GOMP_OFFLOAD_openacc_cuda_get_current_device (void) { return NULL; }
void *GOMP_OFFLOAD_openacc_cuda_get_current_context (void) { return NULL; }
void *GOMP_OFFLOAD_openacc_cuda_get_stream (struct queue *q) { (void) q; return NULL; }
int GOMP_OFFLOAD_openacc_cuda_set_stream (struct queue *q, void *s) { (void) q, (void) s; return 0; }
union value { const char *text; size_t number; };

/* Only texts are of use, of which a name is the first, and the vendor's the second.  */
union value
GOMP_OFFLOAD_openacc_get_property (int n, int property)
{
  static const char *const texts[] = { NULL, "Fake 1", "Nobody" };
  union value v = { property == 0x10001 || property == 0x10002 ? texts[property & 3] : NULL };
  (void) n;
  return v;
}

#ifdef ASYNC
/* As the plugin for AMD's devices: with nowait, libgomp is notified of the end.  */
#include <pthread.h>
extern void GOMP_PLUGIN_target_task_completion (void *);
struct job { int device; void *fn, *vars, *data; };

static void *
work (void *arg)
{
  struct job *job = arg;
  GOMP_OFFLOAD_run (job->device, job->fn, job->vars, NULL);
  GOMP_PLUGIN_target_task_completion (job->data);
  free (job);
  return NULL;
}

void
GOMP_OFFLOAD_async_run (int n, void *fn, void *vars, void **args, void *data)
{
  struct job *job = malloc (sizeof *job);
  pthread_t thread;
  (void) args;
  *job = (struct job) { n, fn, vars, data };
  LOG ("async run %d\n", n);
  pthread_create (&thread, NULL, work, job);
  pthread_detach (thread);
}
#endif
