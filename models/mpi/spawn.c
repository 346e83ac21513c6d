/* spawn.c - processes that the program starts are measured as it is: see
   wrap.h.

   SPDX-License-Identifier: Apache-2.0

   They get the environment of MPI's launcher, which may stand in front of gasp
   run.  So

     MPI_Comm_spawn ("child", { "x" }, ...)

   becomes

     MPI_Comm_spawn ("/usr/bin/env", { "LD_PRELOAD=...", "GASP_OUTPUT=...",
		     "GASP_MPI_WORLD=JOB NUMBER PARENTS", "child", "x" }, ...)

   PARENTS are the numbers of those that spawn (worlds.h), such as
   "0-3 1048576-1048576".  Info stays as it is.  */

#include "launchers.h"
#include "ranks.h"
#include "worlds.h"
#include "wrap.h"
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#define ENV "/usr/bin/env"

extern char **environ;

/* ---- What is to be started  */

static bool
is_program (const char *path)
{
  struct stat st;
  return !stat (path, &st) && S_ISREG (st.st_mode) && !access (path, X_OK);
}

/* Puts the value of KEY of INFO into VALUE, of MPI_MAX_INFO_VAL + 1 bytes; ""
   if it has none.  */
static bool
find_info (MPI_Info info, const char *key, char *value)
{
  int found = 0;
  *value = '\0';
  if (info != MPI_INFO_NULL)
    PMPI_Info_get (info, key, MPI_MAX_INFO_VAL, value, &found);
  return found;
}

/* Returns whether one of the directories of LIST has the program NAME, in
   PATH.  */
static bool
find_in_list (const char *list, const char *name, char *path)
{
  size_t length;
  for (; *list; list += length + (list[length] == ':'))
    {
      length = strcspn (list, ":");
      if (snprintf (path, PATH_MAX, "%.*s/%s", (int) length, list, name)
	    < PATH_MAX
	  && length && is_program (path))
	return true;
    }
  return false;
}

/* Puts into PATH what env is to start for COMMAND, as MPI finds it; false if
   MPI is better left to itself, which reports that there is no such
   program.  */
static bool
find_command (const char *command, MPI_Info info, char *path)
{
  char value[MPI_MAX_INFO_VAL + 1], in_wdir[PATH_MAX];
  if (strchr (command, '=') || strlen (command) >= PATH_MAX - 2
      || find_info (info, "ompi_preload_binary", value))
    return false;
  if (!strchr (command, '/'))
    {
      if (find_info (info, "path", value)
	  && find_in_list (value, command, path))
	return true;
      strcpy (path, command);
      if (find_in_list (launcher_variable ("PATH"), command, in_wdir))
	return true;
      sprintf (path, "./%s", command);
    }
  else
    strcpy (path, command);
  if (*path == '/' || !find_info (info, "wdir", value))
    return is_program (path);
  /* One that is relative is so to the launcher's directory.  */
  return *value == '/'
	 && snprintf (in_wdir, PATH_MAX, "%s/%s", value, path) < PATH_MAX
	 && is_program (in_wdir);
}

/* Returns whether a process is to have ENTRY of the environment.  */
static bool
is_passed_on (const char *entry)
{
  /* As preload of report/commands/run.c has it.  */
  bool by_name = !strchr (launcher_variable ("LD_PRELOAD"), '/');
  return (!strncmp (entry, "LD_PRELOAD=", 11)
	  || !strncmp (entry, "ASAN_OPTIONS=", 13)
	  || (by_name && !strncmp (entry, "LD_LIBRARY_PATH=", 16))
	  || (!strncmp (entry, "GASP_", 5)
	      && strncmp (entry, LAUNCHER_WORLD, strlen (LAUNCHER_WORLD))));
}

/* Returns the arguments with which env starts COMMAND with ARGV, which may be
   null, in WORLD; allocated, but for the texts.  */
static char **
arguments_of_env (const char *world, const char *command, char **argv)
{
  size_t n = 0, room = 3;
  for (char **e = environ; *e; e++)
    room += is_passed_on (*e);
  for (char **a = argv; a && *a; a++)
    room++;
  char **arguments = malloc (room * sizeof *arguments);
  if (!arguments)
    return NULL;
  for (char **e = environ; *e; e++)
    if (is_passed_on (*e))
      arguments[n++] = *e;
  arguments[n++] = (char *) world;
  arguments[n++] = (char *) command;
  for (char **a = argv; a && *a; a++)
    arguments[n++] = *a;
  arguments[n] = NULL;
  return arguments;
}

/* ---- Who starts it  */

/* How often the groups have done so.  */
struct group
{
  struct group *next;
  int64_t members;
  unsigned int times;
};

static unsigned int
count_spawning (int64_t members)
{
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static struct group *groups;
  pthread_mutex_lock (&lock);
  struct group *g = groups;
  while (g && g->members != members)
    g = g->next;
  if (!g && (g = calloc (1, sizeof *g)))
    {
      g->members = members;
      g->next = groups;
      groups = g;
    }
  unsigned int times = g ? ++g->times : 0;
  pthread_mutex_unlock (&lock);
  return times;
}

/* A call of one of the functions.  */
struct spawning
{
  uint64_t job;
  int64_t members;
  unsigned int times, world;	/* 0: not known */
  char *variable;		/* of those that are started; root's */
};

/* Appends the numbers of COMM's ranks to TEXT.  */
static void
write_parents (FILE *text, word comm)
{
  int count = gasp_mpi_ranks_of (comm), from, to;
  for (int i = 0; i < count; i++)
    {
      from = to = gasp_mpi_world_rank (COMMUNICATOR, comm, i);
      while (i + 1 < count
	     && gasp_mpi_world_rank (COMMUNICATOR, comm, i + 1) == to + 1)
	to++, i++;
      fprintf (text, " %d-%d", from, to);
    }
}

static void
begin (struct spawning *s, word comm, int root)
{
  *s = (struct spawning) { .members = gasp_mpi_members (comm) };
  if (!*launcher_variable ("GASP_RUN") || !*launcher_variable ("GASP_OUTPUT")
      || !library_provider.job || !s->members)
    return;
  s->job = library_provider.job;
  s->times = count_spawning (s->members);
  if (!s->times || !gasp_mpi_is_root (comm, root) || !is_program (ENV))
    return;
  size_t size;
  FILE *text = open_memstream (&s->variable, &size);
  if (!text)
    return;
  s->world = gasp_mpi_take_world (s->job, s->members, s->times);
  fprintf (text, LAUNCHER_WORLD "=%llx %u", (unsigned long long) s->job,
	   s->world);
  write_parents (text, comm);
  if (fclose (text) || !s->world)
    {
      free (s->variable);
      s->variable = NULL;
    }
}

static void
end (struct spawning *s, int result, const MPI_Comm *intercomm)
{
  MPI_Group group;
  free (s->variable);
  if (result != MPI_SUCCESS || !s->times)
    return;
  gasp_mpi_forget_ranks (COMMUNICATOR, (word) *intercomm);
  if (!s->world)
    s->world = gasp_mpi_find_world (s->job, s->members, s->times);
  if (s->world && PMPI_Comm_remote_group (*intercomm, &group) == MPI_SUCCESS)
    gasp_mpi_know_world (group, s->world);
}

/* ---- The functions.  */

static int (*real_spawn) (const char *, char **, int, MPI_Info, int, MPI_Comm,
			  MPI_Comm *, int *);
static int (*real_multiple) (int, char **, char ***, const int *,
			     const MPI_Info *, int, MPI_Comm, MPI_Comm *,
			     int *);

/* A program and arguments that are started in place of one command of a
   call.  */
struct command
{
  char path[PATH_MAX];
  char **arguments;
};

static bool
replace (struct command *c, const struct spawning *s, const char *command,
	 char **argv, MPI_Info info)
{
  c->arguments = s->variable && find_command (command, info, c->path)
		 ? arguments_of_env (s->variable, c->path, argv) : NULL;
  if (!c->arguments && s->times)
    gasp_mpi_say_unspawned ("'/usr/bin/env program' cannot start them in their "
			    "place");
  return c->arguments;
}

static int
spawn (const char *command, char **argv, int most, MPI_Info info, int root,
       MPI_Comm comm, MPI_Comm *intercomm, int *errors)
{
  struct spawning s;
  struct command c;
  begin (&s, (word) comm, root);
  bool is_replaced = gasp_mpi_is_root ((word) comm, root)
		     && replace (&c, &s, command, argv, info);
  int result = real_spawn (is_replaced ? ENV : command,
			   is_replaced ? c.arguments : argv, most, info, root,
			   comm, intercomm, errors);
  if (is_replaced)
    free (c.arguments);
  end (&s, result, intercomm);
  return result;
}

/* Replaces all of COUNT commands, or none.  */
static bool
replace_all (struct command *c, char **paths, char ***arguments,
	     const struct spawning *s, int count, char **commands,
	     char ***argvs, const MPI_Info *infos)
{
  for (int i = 0; i < count; i++)
    if (replace (&c[i], s, commands[i], argvs ? argvs[i] : NULL, infos[i]))
      {
	paths[i] = (char *) ENV;
	arguments[i] = c[i].arguments;
      }
    else
      {
	while (i--)
	  free (arguments[i]);
	return false;
      }
  return true;
}

static int
spawn_multiple (int count, char **commands, char ***argvs, const int *most,
		const MPI_Info *infos, int root, MPI_Comm comm,
		MPI_Comm *intercomm, int *errors)
{
  struct spawning s;
  bool is_root = gasp_mpi_is_root ((word) comm, root) && count > 0,
       is_replaced = false;
  struct command *c = is_root ? malloc (count * sizeof *c) : NULL;
  char **paths = is_root ? malloc (count * sizeof *paths) : NULL;
  char ***arguments = is_root ? malloc (count * sizeof *arguments) : NULL;
  begin (&s, (word) comm, root);
  if (c && paths && arguments)
    is_replaced = replace_all (c, paths, arguments, &s, count, commands, argvs,
			       infos);
  int result = real_multiple (count, is_replaced ? paths : commands,
			      is_replaced ? arguments : argvs, most, infos,
			      root, comm, intercomm, errors);
  for (int i = 0; is_replaced && i < count; i++)
    free (arguments[i]);
  free (arguments);
  free (paths);
  free (c);
  end (&s, result, intercomm);
  return result;
}

/* Calls of the program lead to the wrapper of wrap.c, whose real function is
   ours.  */
const struct slots_entry *
gasp_mpi_spawn_entry (const char *name)
{
  static struct slots_entry entries[] = {
    { "MPI_Comm_spawn", (void **) &real_spawn, NULL, NULL },
    { "MPI_Comm_spawn_multiple", (void **) &real_multiple, NULL, NULL }
  };
  static void *const ours[] = { (void *) spawn, (void *) spawn_multiple };
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
    if (!strcmp (entries[i].name, name))
      {
	const struct slots_entry *wrapped = gasp_mpi_entry (name);
	*wrapped->real = ours[i];
	entries[i].wrapper = wrapped->wrapper;
	return &entries[i];
      }
  return NULL;
}

bool
gasp_mpi_is_spawn (const char *name)
{
  return !strncasecmp (name, "MPI_Comm_spawn", 14);
}
