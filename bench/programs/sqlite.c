/* sqlite.c - work for SQLite: insert, index, look up, join, sort, all in
   memory.

   SPDX-License-Identifier: Apache-2.0

   usage: sqlite [SCALE]  */

#include <stdio.h>
#include <stdlib.h>
#include "sqlite3.h"

static sqlite3 *database;

static void
run (const char *text)
{
  char *error = NULL;
  if (sqlite3_exec (database, text, NULL, NULL, &error) != SQLITE_OK)
    {
      fprintf (stderr, "%s: %s\n", text, error);
      exit (1);
    }
}

static long long
ask (const char *text, int parameter)
{
  sqlite3_stmt *statement;
  long long sum = 0;
  if (sqlite3_prepare_v2 (database, text, -1, &statement, NULL) != SQLITE_OK)
    exit (1);
  sqlite3_bind_int (statement, 1, parameter);
  while (sqlite3_step (statement) == SQLITE_ROW)
    sum += sqlite3_column_int64 (statement, 0);
  sqlite3_finalize (statement);
  return sum;
}

int
main (int argc, char **argv)
{
  int rows = (int) (20000 * (argc > 1 ? atof (argv[1]) : 1));
  long long sum = 0;
  char text[200];
  if (sqlite3_open (":memory:", &database) != SQLITE_OK)
    return 1;
  run ("create table item (id integer primary key, kind int, name text)");
  run ("create table kind (id integer primary key, name text)");
  run ("begin");
  for (int i = 0; i < rows; i++)
    {
      snprintf (text, sizeof text,
		"insert into item values (%d, %d, 'item %d')", i,
		i * 7919 % 100, i * 31 % rows);
      run (text);
    }
  for (int i = 0; i < 100; i++)
    {
      snprintf (text, sizeof text, "insert into kind values (%d, 'kind %d')", i,
		i);
      run (text);
    }
  run ("commit");
  run ("create index by_name on item (name)");
  for (int i = 0; i < rows; i++)
    sum += ask ("select kind from item where id = ?", i);
  for (int i = 0; i < 100; i++)
    sum += ask ("select count (*) from item join kind on item.kind = kind.id"
		" where kind.id <> ? and item.name like 'item 1%'", i);
  run ("create table sorted as select name, kind from item order by kind, name "
       "desc");
  sum += ask ("select sum (length (name)) from sorted where kind > ?", 10);
  printf ("%lld\n", sum);
  return sqlite3_close (database) != SQLITE_OK;
}
