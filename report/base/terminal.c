/* terminal.c - see terminal.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/terminal.h"

#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

const char *terminal_color = "auto";
bool terminal_no_pager;

static bool is_colored;
static size_t width;
static pid_t pager;

size_t
terminal_width (void)
{
  struct winsize size;
  if (!width && isatty (STDOUT_FILENO)
      && !ioctl (STDOUT_FILENO, TIOCGWINSZ, &size))
    width = size.ws_col;
  return width;
}

static bool
may_color (FILE *out)
{
  const char *no = getenv ("NO_COLOR"), *term = getenv ("TERM");
  if (strcmp (terminal_color, "auto"))
    return !strcmp (terminal_color, "always");
  return (isatty (fileno (out)) && !(no && *no)
	  && term && strcmp (term, "dumb"));
}

/* Waits for the pager, which reads until standard output is closed.  It deals
   with interrupts.  */
static void
end_pager (void)
{
  int status;
  signal (SIGINT, SIG_IGN);
  fclose (stdout);
  waitpid (pager, &status, 0);
}

static const char *
pager_command (void)
{
  const char *command = getenv ("GASP_PAGER");
  if (!command)
    command = getenv ("PAGER");
  if (!command)
    command = "less";
  return *command && strcmp (command, "cat") ? command : NULL;
}

/* Sends standard output through COMMAND.  If there is no such program, the
   output stays where it is.  */
static void
begin_pager (const char *command)
{
  extern char **environ;
  char *words[] = { "sh", "-c", copy_string (command), NULL };
  char *program = copy_string (command);
  program[strcspn (program, " \t")] = '\0';
  posix_spawn_file_actions_t actions;
  int ends[2];
  if (!find_in_path (program) || pipe (ends))
    return;
  /* Colours pass; what fits on the screen is not paged.  */
  setenv ("LESS", "FRX", 0);
  fflush (stdout);
  posix_spawn_file_actions_init (&actions);
  posix_spawn_file_actions_adddup2 (&actions, ends[0], STDIN_FILENO);
  posix_spawn_file_actions_addclose (&actions, ends[0]);
  posix_spawn_file_actions_addclose (&actions, ends[1]);
  if (!posix_spawn (&pager, "/bin/sh", &actions, NULL, words, environ))
    {
      dup2 (ends[1], STDOUT_FILENO);
      atexit (end_pager);
    }
  posix_spawn_file_actions_destroy (&actions);
  close (ends[0]);
  close (ends[1]);
}

void
begin_text (FILE *out)
{
  is_colored = may_color (out);
  const char *command = pager_command ();
  if (out == stdout && terminal_width () && command && !terminal_no_pager
      && !pager)
    begin_pager (command);
}

void
paint (FILE *out, enum paint paint)
{
  static const char *const codes[] = {
    [PAINT_NONE] = "0", [PAINT_TITLE] = "1", [PAINT_HEADING] = "4",
    [PAINT_HOT] = "1;31", [PAINT_WARM] = "33", [PAINT_BETTER] = "32"
  };
  if (is_colored)
    fprintf (out, "\033[%sm", codes[paint]);
}

enum paint
heat (double percent)
{
  return percent >= 10 ? PAINT_HOT : percent >= 2 ? PAINT_WARM : PAINT_NONE;
}
