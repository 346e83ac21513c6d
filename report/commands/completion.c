/* completion.c - gasp --completion=SHELL: what a shell needs to complete
   commands and options of gasp.  See completion.h.

   SPDX-License-Identifier: Apache-2.0

   All of it comes from the rows that --help is made from.  A shell's script has
   a line for each command and option, and what each shell does with them is in
   struct shell.  */

#include "commands/completion.h"
#include "tables/tables.h"

#include <stdlib.h>
#include <string.h>

/* Returns TEXT with WORD after it, after a blank, unless that is there;
   allocated.  */
static char *
add_word (char *text, const char *word)
{
  size_t length = strlen (word);
  for (const char *at = text; (at = strstr (at, word)); at += length)
    if ((at == text || at[-1] == ' ') && (!at[length] || at[length] == ' '))
      return text;
  char *longer = print_string ("%s%s%s", text, *text ? " " : "", word);
  free (text);
  return longer;
}

/* Returns what gasp report's --view may name, or, with FIELDS, --sort; each
   once.  The tables of gasp diff are not among them.  */
static const char *
names_of_tables (bool fields)
{
  char *words = copy_string (fields ? "" : "all");
  for (size_t i = 0; i < table_count; i++)
    if (strcmp (tables[i].view, "diff"))
      {
	if (!fields)
	  words = add_word (add_word (words, tables[i].view), tables[i].name);
	for (size_t j = 0; fields && j < tables[i].column_count; j++)
	  words = add_word (words, tables[i].columns[j].field);
      }
  return words;
}

/* Returns whether OPTION takes several words, with commas between them.  */
static bool
takes_list (const struct option_row *option)
{
  return option->argument && !strcmp (option->argument, "VIEW,...");
}

/* Returns the words that OPTION's argument must be one of, with blanks
   between them, or "".  */
static const char *
choices_of (const struct option_row *option)
{
  if (takes_list (option))
    return names_of_tables (false);
  if (option->argument && !strcmp (option->argument, "FIELD"))
    return names_of_tables (true);
  if (!option->argument || !strchr (option->argument, '|'))
    return "";
  char *words = copy_string (option->argument
			     + (*option->argument == '['));
  words[strcspn (words, "]")] = '\0';
  for (char *bar; (bar = strchr (words, '|')); )
    *bar = ' ';
  return words;
}

/* Prints TEXT in single quotes, with a backslash before each of SPECIAL.  */
static void
print_quoted (const char *text, const char *special)
{
  putchar ('\'');
  for (; *text; text++)
    if (*text == '\'')
      fputs ("'\\''", stdout);
    else
      {
	if (strchr (special, *text))
	  putchar ('\\');
	putchar (*text == '\n' ? ' ' : *text);
      }
  putchar ('\'');
}

struct shell {
  const char *name, *head, *tail;
  void (*command) (const struct command *command);
  void (*option) (const struct command *command,
		  const struct option_row *option);
  void (*command_end) (void);
};

static void
bash_command (const struct command *command)
{
  printf ("  [%s]=\n", command->name);
}

static void
bash_option (const struct command *command, const struct option_row *option)
{
  printf ("  ['%s --%s']='%s%s'\n", command->name, option->name,
	  !option->argument ? "-" : *option->argument == '[' ? "?" : "=",
	  choices_of (option));
}

static const char bash_head[] =
"# Completion of gasp for bash; made by gasp --completion=bash.\n\n"
"# COMMAND, and 'COMMAND --OPTION': - if it takes no value, ? if it may, = if "
"it\n"
"# does, and the values if these are known.\n"
"declare -gA _gasp_words=(\n";

static const char bash_tail[] =
")\n\n"
"_gasp ()\n"
"{\n"
"  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
"  local command=${COMP_WORDS[1]} word words= kind\n"
"  # \"=\" is a word of its own.\n"
"  if [[ $cur == = ]]; then\n"
"    cur=\n"
"  elif [[ $prev == = && COMP_CWORD -ge 3 ]]; then\n"
"    prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
"  fi\n"
"  kind=${_gasp_words[$command $prev]-}\n"
"  compopt +o nospace 2> /dev/null\n"
"  if ((COMP_CWORD == 1)); then\n"
"    for word in \"${!_gasp_words[@]}\"; do\n"
"      [[ $word == *' '* ]] || words+=\" $word\"\n"
"    done\n"
"    words+=\" --help --version\"\n"
"  elif [[ $kind == [=?]* && ($kind == =* || ${COMP_WORDS[*]} == *\"$prev "
"=\"*) ]]\n"
"  then\n"
"    words=${kind:1}\n"
"  elif [[ $cur == -* ]]; then\n"
"    words=--help\n"
"    for word in \"${!_gasp_words[@]}\"; do\n"
"      [[ $word != \"$command \"* ]] || case ${_gasp_words[$word]} in\n"
"        =*) words+=\" ${word#* }=\" ;;\n"
"        *) words+=\" ${word#* }\" ;;\n"
"      esac\n"
"    done\n"
"  fi\n"
"  local list=${cur%\"${cur##*,}\"}\n"
"  mapfile -t COMPREPLY < <(\n"
"    compgen -W \"$words\" -P \"$list\" -- \"${cur##*,}\")\n"
"  [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2> /dev/null\n"
"}\n"
"complete -o default -F _gasp gasp\n";

static void
zsh_command (const struct command *command)
{
  printf ("    (%s) _arguments -S", command->name);
}

static void
zsh_option (const struct command *command, const struct option_row *option)
{
  (void) command;
  const char *choices = choices_of (option);
  printf (" \\\n      ");
  print_quoted (print_string ("--%s%s[", option->name,
			      option->argument ? "=" : ""), "[");
  /* The contents of the brackets and their end are quoted separately.  */
  print_quoted (option->help, "[]\\:");
  if (takes_list (option))
    printf ("']:value:_values -s , value %s'", choices);
  else if (*choices)
    printf ("']:value:(%s)'", choices);
  else
    printf ("']%s'", option->argument ? ":value:_files" : "");
}

static void
zsh_command_end (void)
{
  printf (" \\\n      '*: :_default' ;;\n");
}

static void
fish_command (const struct command *command)
{
  printf ("complete -c gasp -n __fish_use_subcommand -f -a %s -d ",
	  command->name);
  print_quoted (command->summary, "\\");
  putchar ('\n');
}

static void
fish_option (const struct command *command, const struct option_row *option)
{
  const char *choices = choices_of (option);
  printf ("complete -c gasp -n '__fish_seen_subcommand_from %s' -l %s",
	  command->name, option->name);
  if (option->letter)
    printf (" -s %c", option->letter);
  if (takes_list (option))
    printf (" -x -a '(__fish_append , %s)'", choices);
  else if (*choices)
    printf (" -x -a '%s'", choices);
  else if (option->argument && *option->argument != '[')
    printf (" -r");
  printf (" -d ");
  print_quoted (option->help, "\\");
  putchar ('\n');
}

static void
nothing (void)
{
}

static const struct shell shells[] = {
  { "bash", bash_head, bash_tail, bash_command, bash_option, nothing },
  { "zsh",
    "#compdef gasp\n# Made by gasp --completion=zsh.\n\n"
    "_gasp_command ()\n"
    "{\n"
    "  case $words[1] in\n",
    "    (*) _default ;;\n  esac\n}\n\n"
    "if ((CURRENT == 2)); then\n"
    "  compadd -- ${(f)\"$(functions _gasp_command | "
    "sed -n 's/^[ \t]*(\\([a-z-]*\\)).*/\\1/p')\"}\n"
    "else\n"
    "  shift words\n"
    "  ((CURRENT--))\n"
    "  _gasp_command\n"
    "fi\n",
    zsh_command, zsh_option, zsh_command_end },
  { "fish", "# Made by gasp --completion=fish.\n", "", fish_command,
    fish_option, nothing },
};

static void
print_for (const struct shell *shell, const struct command *command)
{
  shell->command (command);
  for (size_t i = 0; i < command->option_count; i++)
    shell->option (command, &command->options[i]);
  shell->command_end ();
}

void
print_completion (const char *name, const struct command *next (size_t))
{
  for (size_t s = 0; s < COUNT_OF (shells); s++)
    if (!strcmp (name, shells[s].name))
      {
	fputs (shells[s].head, stdout);
	for (size_t i = 0; next (i); i++)
	  print_for (&shells[s], next (i));
	fputs (shells[s].tail, stdout);
	return;
      }
  fail (EXIT_USAGE, "--completion: '%s': must be bash, zsh or fish", name);
}
