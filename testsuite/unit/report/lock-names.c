/* Test report/sums/waiting/lock-names.c: what source lines call locks.

   SPDX-License-Identifier: Apache-2.0  */

#include <lock-names.c>
#include "unit.h"

static void
test_lines (void)
{
  static const struct { const char *line, *lock; } lines[] = {
    { "  pthread_mutex_lock (&pool->queues[i]->lock);", "pool->queues[i]->lock" },
    { "if (pthread_mutex_trylock(&m)) return;", "m" },
    { "pthread_rwlock_timedrdlock (table_of (a, b), &t);", "table_of (a, b)" },
    { "pthread_cond_timedwait( & q.ready , &q.lock, &t );", "q.ready" },
    { "while (sem_wait (&sems[n > 1])) ;", "sems[n > 1]" },
    { "std::lock_guard<std::mutex> guard (m);", "m" },
    { "std::scoped_lock l {out};", "out" },
    { "std::unique_lock<std::map<int, M>::M> l (this->m, std::defer_lock);",
      "this->m" },
    { "cache->m.lock ();", "cache->m" },
    { "let g = self.state.lock().unwrap();", "self.state" },
    { "ready.wait (l, [&] { return done; });", "ready" },
    { "grid::all[3].lock_shared ();", "grid::all[3]" },
    { "pthread_mutex_lock (&a); pthread_mutex_lock (&b);", NULL },
    { "m.unlock (); m.lock ();", "m" },
    { "std::scoped_lock l (", NULL },
    { "pthread_mutex_lock (", NULL },
    { "lock ();", NULL },
    { "clock ();", NULL },
    { "count++;", NULL },
    { "", NULL }
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    CHECK_TEXT (lock_in_line (lines[i].line), lines[i].lock);
}

UNIT (test_lines);
