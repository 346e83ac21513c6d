/* lua.c - a module of Lua, "gasp", that has GASP's profile show Lua's functions.

   SPDX-License-Identifier: Apache-2.0

     gcc -O2 -shared -fPIC $(pkg-config --cflags lua5.3) lua.c -o gasp.so
     gasp run --exact lua -l gasp script.lua

   Each function of Lua is a user event.  What Lua itself and libraries do in it
   is seen by samples, or by calls where these are instrumented.  Calls that an
   error leaves end when one further out does.  Coroutines are not told apart: a
   call that yields seems to end as its caller does.  It is for Lua 5.2 and later:
   LuaJIT does not tell of all returns.  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <lauxlib.h>
#include <lua.h>
#include <stdio.h>
#include <string.h>

/* Those of <pupc.h>; null without "gasp run".  They are not called by their names,
   as their places would be shown, which are here.  */
static unsigned int (*create_event) (const char *name, const char *description);
static void (*event_start) (unsigned int tag, ...);
static void (*event_end) (unsigned int tag, ...);

/* Calls that are open, up to this depth.  */
#define DEPTH 1000
static unsigned int open_calls[DEPTH];
static int depth;

static const char tags_key = 0;	/* of the table: function -> tag */

/* Returns the tag of the function that AR has been filled in for.  One of Lua's
   is known by where it is defined: what it is called depends on the caller.  */
static unsigned int
tag_of (lua_State *L, const lua_Debug *ar)
{
  char key[200], label[400];
  const char *name = ar->name ? ar->name : ar->what;
  if (*ar->what == 'C')
    snprintf (key, sizeof key, "%s", name);
  else
    snprintf (key, sizeof key, "%s:%d", ar->short_src, ar->linedefined);
  lua_rawgetp (L, LUA_REGISTRYINDEX, &tags_key);
  lua_getfield (L, -1, key);
  unsigned int tag = (unsigned int) lua_tointeger (L, -1);
  if (lua_isnil (L, -1))
    {
      snprintf (label, sizeof label, *ar->what == 'C' ? "%s" : "%s (%s)", name,
		key);
      tag = create_event (strdup (label), NULL);
      lua_pushinteger (L, tag);
      lua_setfield (L, -3, key);
    }
  lua_pop (L, 2);
  return tag;
}

static void
close_call (void)
{
  depth--;
  if (depth < DEPTH)
    event_end (open_calls[depth]);
}

/* Ends the innermost open call with TAG, and those within it.  */
static void
leave (unsigned int tag)
{
  int i = depth < DEPTH ? depth : DEPTH;
  while (i > 0 && open_calls[i - 1] != tag)
    i--;
  while (i > 0 && depth >= i)
    close_call ();
}

static void
hook (lua_State *L, lua_Debug *ar)
{
  lua_getinfo (L, "nS", ar);
  unsigned int tag = tag_of (L, ar);
  if (ar->event == LUA_HOOKRET)
    {
      leave (tag);
      return;
    }
  /* It replaces its caller.  */
  if (ar->event == LUA_HOOKTAILCALL && depth > 0)
    close_call ();
  if (depth < DEPTH)
    {
      open_calls[depth] = tag;
      event_start (tag);
    }
  depth++;
}

int luaopen_gasp (lua_State *L);

int
luaopen_gasp (lua_State *L)
{
  *(void **) &create_event = dlsym (RTLD_DEFAULT, "pupc_create_event");
  *(void **) &event_start = dlsym (RTLD_DEFAULT, "pupc_event_start");
  *(void **) &event_end = dlsym (RTLD_DEFAULT, "pupc_event_end");
  lua_newtable (L);
  lua_rawsetp (L, LUA_REGISTRYINDEX, &tags_key);
  if (create_event && event_start && event_end)
    lua_sethook (L, hook, LUA_MASKCALL | LUA_MASKRET, 0);
  lua_newtable (L);
  return 1;
}
