/* columns.h - the columns of the tables, and their values.

   SPDX-License-Identifier: Apache-2.0

   COLUMN (FIELD, HEADING, TYPE, VALUE, HELP) for each: the members of struct
   column (tables.h), and VALUE, which cells.c or peers-cells.c computes in its
   function of the table's name from the variables there. tables.c ignores
   VALUE.  */

#ifndef GASP_COLUMNS_H
#define GASP_COLUMNS_H

#define NAME_HELP \
  "of the function, with its parameters or its file if there are others of " \
  "that name, or of the event"

#define RUNNING_HELP \
  "of self, while the thread was on a processor or ready for one"
#define WAITING_HELP "of self, while the thread did not run: the rest"

#define TREE_COLUMNS(COLUMN) \
  COLUMN ("id", NULL, NUMBER, index, "of the node") \
  COLUMN ("parent", NULL, NUMBER, \
	  node->parent == NO_NODE ? -1 : (int64_t) node->parent, \
	  "id of the caller's node, -1 if none") \
  COLUMN ("depth", NULL, NUMBER, node->depth, "0 for the root") \
  COLUMN ("total", "total", TIME, node->total, "with what it called") \
  COLUMN ("total_percent", "%", PERCENT, \
	  percent (node->total, report->whole), "of the time of all threads") \
  COLUMN ("self", "self", TIME, node->self, "without what it called") \
  COLUMN ("waiting", NULL, TIME, node->waiting, WAITING_HELP) \
  COLUMN ("stopped", NULL, TIME, notable (node->stopped, node->self), \
	  "of that, stopped by a signal") \
  COLUMN ("calls", "calls", COUNT, node->calls, "on this path") \
  COLUMN ("bytes", NULL, BYTES, node->bytes, \
	  "of an event: what its size says") \
  COLUMN ("samples", NULL, COUNT, node->samples, "samples in it") \
  COLUMN ("open", NULL, FLAG, node->open, "1 if it had not returned") \
  COLUMN ("function", NULL, TEXT, p->name, "signature, or name") \
  COLUMN ("name", "function", TEXT, p->label, NAME_HELP) \
  COLUMN ("kind", NULL, TEXT, kind_name (p), "function, event or outside") \
  COLUMN ("file", NULL, TEXT, p->file, "source file") \
  COLUMN ("line", NULL, NUMBER, p->line, "where it is") \
  COLUMN ("column", NULL, NUMBER, p->column, "where it is") \
  COLUMN ("self_error", NULL, TIME, error_of (node->self_variance), \
	  "of self: in 95 of 100 cases, no more") \
  COLUMN ("self_estimated", NULL, FLAG, \
	  is_estimate (node->self, node->self_variance), \
	  "1 if that is more than 5 % of self") \
  COLUMN ("running_error", NULL, TIME, error_of (node->running_variance), \
	  "of running: likewise") \
  COLUMN ("running_estimated", NULL, FLAG, \
	  is_estimate (node->running, node->running_variance), "likewise") \
  COLUMN ("total_error", NULL, TIME, error_of (node->total_variance), \
	  "likewise") \
  COLUMN ("total_estimated", NULL, FLAG, \
	  is_estimate (node->total, node->total_variance), "likewise") \
  COLUMN ("calls_at_least", NULL, FLAG, node->calls_at_least, \
	  "1 if there were more: it was switched off meanwhile") \
  COLUMN ("running", NULL, TIME, node->running, RUNNING_HELP)

#define TRAFFIC_COLUMNS(COLUMN) \
  COLUMN ("bytes", "bytes", BYTES, t->bytes_read + t->bytes_written, \
	  "read from other threads and written") \
  COLUMN ("bytes_read", "read", BYTES, t->bytes_read, \
	  "bytes read from other threads") \
  COLUMN ("bytes_written", "written", BYTES, t->bytes_written, \
	  "to other threads") \
  COLUMN ("reads", "reads", COUNT, t->reads, \
	  "events that read from other threads") \
  COLUMN ("writes", "writes", COUNT, t->writes, "events that wrote there") \
  COLUMN ("local", "local", COUNT, t->local, \
	  "accesses to the thread's own part") \
  COLUMN ("time", "time", TIME, t->time, "that all these took")

#define PROCESS_COLUMNS(COLUMN) \
  COLUMN ("pid", "pid", NUMBER, p->pid, "process") \
  COLUMN ("program", "program", TEXT, p->program, "its executable") \
  COLUMN ("state", "state", TEXT, p->state, "how it ended, or that it runs") \
  COLUMN ("duration", "time", TIME, p->duration, \
	  "from its beginning to its end") \
  COLUMN ("threads", "threads", COUNT, p->thread_count, "that were recorded") \
  COLUMN ("peak_bytes", "peak", BYTES, p->peak_bytes, \
	  "most memory allocated at one time") \
  COLUMN ("live_bytes", "live", BYTES, p->live_bytes, \
	  "memory not freed, at the end") \
  COLUMN ("ppid", NULL, NUMBER, p->ppid, "parent process") \
  COLUMN ("rank", "rank", NUMBER, p->rank, \
	  "among the processes of a parallel job, or -1") \
  COLUMN ("host", NULL, TEXT, p->host, "name of the machine") \
  COLUMN ("arguments", NULL, TEXT, p->arguments, "the command line") \
  COLUMN ("directory", NULL, TEXT, p->directory, "where it was started") \
  COLUMN ("started", NULL, NUMBER, p->start_realtime, "ns since 1970, UTC") \
  COLUMN ("clock", NULL, TEXT, p->clock, "what time was measured with") \
  COLUMN ("tool", NULL, TEXT, p->tool, "what recorded it") \
  COLUMN ("peak_blocks", NULL, COUNT, p->peak_blocks, \
	  "most blocks allocated at one time") \
  COLUMN ("live_blocks", NULL, COUNT, p->live_blocks, \
	  "blocks not freed, at the end") \
  COLUMN ("library_bytes", NULL, BYTES, p->library_bytes, \
	  "of live_bytes, allocated by what is not instrumented") \
  COLUMN ("library_blocks", NULL, COUNT, p->library_blocks, \
	  "of live_blocks, likewise") \
  COLUMN ("allocations_until", NULL, TIME, p->allocations_until, \
	  "when the budget ended what memory is known by; or 0") \
  COLUMN ("peak_time", NULL, TIME, p->peak_time, \
	  "when the peak was, from the beginning") \
  COLUMN ("unknown_frees", NULL, COUNT, p->unknown_frees, \
	  "frees of blocks whose allocation was not seen") \
  COLUMN ("untracked_blocks", NULL, COUNT, p->untracked_blocks, \
	  "blocks allocated when the record was full") \
  COLUMN ("run", NULL, ADDRESS, p->run, \
	  "all processes of a job, or of one gasp run, have the same; or 0") \
  COLUMN ("sample_event", NULL, TEXT, p->sample_event, \
	  "counter that samples were taken by") \
  COLUMN ("sample_threshold", NULL, COUNT, p->sample_threshold, \
	  "its events for one sample") \
  COLUMN ("samples_lost", NULL, COUNT, p->samples_lost, \
	  "samples there was no room for") \
  COLUMN ("parent_record", NULL, TEXT, p->parent_record, \
	  "record of the process that forked it") \
  COLUMN ("record", NULL, TEXT, p->path, "its record file")

#define THREAD_COLUMNS(COLUMN) \
  COLUMN ("process", "process", NUMBER, t->process->pid, "process id") \
  COLUMN ("thread", "thread", NUMBER, t->number, "number in the process") \
  COLUMN ("tid", "tid", NUMBER, t->tid, "the system's number for it") \
  COLUMN ("name", "name", TEXT, t->name, "its name") \
  COLUMN ("start", "start", TIME, t->start, \
	  "from the beginning of the process") \
  COLUMN ("duration", "time", TIME, t->duration, \
	  "from its beginning to its end") \
  COLUMN ("processor", "processor", TIME, t->processor, \
	  "on a processor, by the kernel's account; 0: not known") \
  COLUMN ("ready", "ready", TIME, t->ready, \
	  "waiting for a processor, likewise") \
  COLUMN ("busy", "in functions", TIME, root ? root->total - root->self : 0, \
	  "of the time, in instrumented functions and events") \
  COLUMN ("calls", "calls", COUNT, calls, "of functions, and events") \
  COLUMN ("bytes_allocated", "allocated", BYTES, bytes, \
	  "by malloc and relatives") \
  COLUMN ("samples", NULL, COUNT, root ? root->total_samples : 0, \
	  "samples taken") \
  COLUMN ("unmatched", NULL, COUNT, t->unmatched, "ENDs without START") \
  COLUMN ("samples_lost", NULL, COUNT, t->samples_lost, \
	  "samples there was no room for") \
  COLUMN ("counter_error", NULL, TEXT, t->counter_error, \
	  "why it has no counters")

#define MESSAGE_COLUMNS(COLUMN) \
  COLUMN ("process", "process", NUMBER, item->process->pid, "process id") \
  COLUMN ("count", "times", COUNT, note->count, "how often") \
  COLUMN ("message", "message", TEXT, note->text, "what the tool had to say")

/* Shown in place of self where threads wait, and first: table_columns, display_order.  */
#define SHARED_RUNNING(COLUMN) \
  COLUMN ("running", "running", TIME, r->running, RUNNING_HELP) \
  COLUMN ("running_percent", "%", PERCENT, \
	  percent (r->running, report->running), \
	  "of the time that all threads ran")

#define FLAT_COLUMNS(COLUMN) \
  COLUMN ("self", "self", TIME, r->self, "without what it called") \
  COLUMN ("self_percent", "%", PERCENT, percent (r->self, report->whole), \
	  "of the time of all threads") \
  COLUMN ("total", "total", TIME, r->total, \
	  "with what it called; once where it called itself") \
  COLUMN ("total_percent", "%", PERCENT, percent (r->total, report->whole), \
	  "of the time of all threads") \
  COLUMN ("calls", "calls", COUNT, r->calls, "how often it was called") \
  COLUMN ("per_call", "per call", TIME, \
	  r->calls ? r->total / (double) r->calls : 0, "total by calls") \
  COLUMN ("waiting", "waiting", TIME, r->waiting, WAITING_HELP) \
  COLUMN ("stopped", "stopped", TIME, notable (r->stopped, r->self), \
	  "of that, stopped by a signal") \
  COLUMN ("samples", "samples", COUNT, r->samples, "samples in it") \
  COLUMN ("total_samples", NULL, COUNT, r->total_samples, \
	  "samples in it and what it called") \
  COLUMN ("bytes", NULL, BYTES, r->bytes, \
	  "of an event: what its size argument says") \
  COLUMN ("function", NULL, TEXT, name_of (p), \
	  "signature, or name of the event") \
  COLUMN ("name", "function", TEXT, label_of (p), NAME_HELP) \
  COLUMN ("location", "where", TEXT, p->location, "file:line") \
  COLUMN ("kind", NULL, TEXT, kind_name (p), \
	  "function, event, outside or other") \
  COLUMN ("file", NULL, TEXT, p->file, "source file") \
  COLUMN ("line", NULL, NUMBER, p->line, "where it begins") \
  COLUMN ("self_error", NULL, TIME, error_of (r->self_variance), \
	  "of self: in 95 of 100 cases, no more") \
  COLUMN ("self_estimated", NULL, FLAG, \
	  is_estimate (r->self, r->self_variance), \
	  "1 if that is more than 5 % of self") \
  COLUMN ("running_error", NULL, TIME, error_of (r->running_variance), \
	  "of running: likewise") \
  COLUMN ("running_estimated", NULL, FLAG, \
	  is_estimate (r->running, r->running_variance), "likewise") \
  COLUMN ("total_error", NULL, TIME, error_of (r->total_variance), \
	  "likewise") \
  COLUMN ("total_estimated", NULL, FLAG, \
	  is_estimate (r->total, r->total_variance), "likewise") \
  COLUMN ("calls_at_least", NULL, FLAG, r->calls_at_least, \
	  "1 if there were more: it was switched off meanwhile") \
  SHARED_RUNNING (COLUMN)

#define EDGE_COLUMNS(COLUMN) \
  COLUMN ("calls", "times", COUNT, e->calls, "calls of the one by the other") \
  COLUMN ("self", "self", TIME, e->self, \
	  "of the callee in these calls, without what it called") \
  COLUMN ("bytes", NULL, BYTES, e->bytes, \
	  "of an event: what its size argument says") \
  COLUMN ("function", NULL, TEXT, name_of (p), "the callee: its signature") \
  COLUMN ("caller_function", NULL, TEXT, name_of (q), \
	  "the caller: its signature") \
  COLUMN ("file", NULL, TEXT, p->file, "source file of the callee") \
  COLUMN ("line", NULL, NUMBER, p->line, "where it begins") \
  COLUMN ("caller_file", NULL, TEXT, q->file, "source file of the caller") \
  COLUMN ("caller_line", NULL, NUMBER, q->line, "where it begins") \
  COLUMN ("running", "running", TIME, e->running, RUNNING_HELP) \
  COLUMN ("recursive", NULL, FLAG, e->caller == e->callee, \
	  "1 if they are the same") \
  COLUMN ("self_error", NULL, TIME, error_of (e->self_variance), \
	  "of self: in 95 of 100 cases, no more") \
  COLUMN ("self_estimated", NULL, FLAG, \
	  is_estimate (e->self, e->self_variance), \
	  "1 if that is more than 5 % of self") \
  COLUMN ("running_error", NULL, TIME, error_of (e->running_variance), \
	  "of running: likewise") \
  COLUMN ("running_estimated", NULL, FLAG, \
	  is_estimate (e->running, e->running_variance), "likewise") \
  COLUMN ("total_error", NULL, TIME, error_of (e->total_variance), \
	  "likewise") \
  COLUMN ("total_estimated", NULL, FLAG, \
	  is_estimate (e->total, e->total_variance), "likewise") \
  COLUMN ("of_caller_error", NULL, TIME, error_of (e->of_caller_variance), \
	  "likewise") \
  COLUMN ("of_caller_estimated", NULL, FLAG, \
	  is_estimate (e->of_caller, e->of_caller_variance), "likewise") \
  COLUMN ("calls_at_least", NULL, FLAG, e->calls_at_least, \
	  "1 if there were more: it was switched off meanwhile")

#define OF_CALLEE(COLUMN, heading, percent_heading) \
  COLUMN ("total", heading, TIME, e->total, \
	  "of the callee when called there, with what it called; 0 inside a " \
	  "recursion: in all, the callee's total") \
  COLUMN ("total_percent", percent_heading, PERCENT, \
	  percent (e->total, report->whole), \
	  "of the time of all threads")

#define OF_CALLER(COLUMN, heading, percent_heading) \
  COLUMN ("of_caller", heading, TIME, e->of_caller, \
	  "of the caller's, in the callee and what that called") \
  COLUMN ("of_caller_percent", percent_heading, PERCENT, \
	  percent (e->of_caller, report->whole), "of the time of all threads")

#define CALLEE_NAME(COLUMN, heading) \
  COLUMN ("name", heading, TEXT, label_of (p), "the callee: " NAME_HELP)
#define CALLER_NAME(COLUMN, heading) \
  COLUMN ("caller", heading, TEXT, label_of (q), "the caller: likewise")

#define CALLER_COLUMNS(COLUMN) \
  CALLEE_NAME (COLUMN, "function") OF_CALLEE (COLUMN, "time", "%") \
  CALLER_NAME (COLUMN, "called by") EDGE_COLUMNS (COLUMN) \
  OF_CALLER (COLUMN, NULL, NULL)
#define CALLEE_COLUMNS(COLUMN) \
  CALLER_NAME (COLUMN, "function") OF_CALLER (COLUMN, "time", "%") \
  CALLEE_NAME (COLUMN, "calls") EDGE_COLUMNS (COLUMN) \
  OF_CALLEE (COLUMN, NULL, NULL)

#define CHANGE_COLUMNS(COLUMN) \
  COLUMN ("verdict", "is", TEXT, verdict_of (change), \
	  "more or less, if by more than the noise") \
  COLUMN ("figure", "figure", TEXT, change->figure, "what is compared") \
  COLUMN ("old_text", "old", QUANTITY, change_text (change, change->old), \
	  "median of the old runs") \
  COLUMN ("new_text", "new", QUANTITY, change_text (change, change->new), \
	  "of the new ones") \
  COLUMN ("by", "change", QUANTITY, by_text (change), \
	  "in percent of the old one") \
  COLUMN ("noise_text", "noise", QUANTITY, noise_text (change), \
	  "what it may change by for nothing: runs differ, and estimates are " \
	  "not exact") \
  COLUMN ("name", "of", TEXT, \
	  change->kind == CHANGED_WHOLE ? NULL : change->name, \
	  "the function, path (innermost call first), line, allocation") \
  COLUMN ("location", "where", TEXT, change->location, \
	  "file:line, or what else tells it apart") \
  COLUMN ("old", NULL, VALUE, (int64_t) change->old, "median") \
  COLUMN ("new", NULL, VALUE, (int64_t) change->new, "likewise") \
  COLUMN ("difference", NULL, VALUE, (int64_t) (change->new - change->old), \
	  "new less old") \
  COLUMN ("noise", NULL, VALUE, (int64_t) change->noise, "as a difference") \
  COLUMN ("unit", NULL, TEXT, unit_of (change), "of these: ns, bytes, or none") \
  COLUMN ("beyond", NULL, FLAG, change->beyond, \
	  "1 if it differs by more than the noise, and enough to matter")

#define OFF_COLUMNS(COLUMN) \
  COLUMN ("calls", "calls", COUNT, r->calls, \
	  "how often it was called, at least") \
  COLUMN ("function", NULL, TEXT, name_of (p), "signature") \
  COLUMN ("name", "function", TEXT, label_of (p), NAME_HELP) \
  COLUMN ("location", "where", TEXT, p->location, "file:line") \
  COLUMN ("file", NULL, TEXT, p->file, "source file") \
  COLUMN ("line", NULL, NUMBER, p->line, "where it begins") \
  COLUMN ("calls_at_least", NULL, FLAG, 1, "1")

#define COUNTER_COLUMNS(COLUMN) \
  COLUMN ("counter", NULL, TEXT, report->profile.counters[c].name, \
	  "PAPI's name") \
  COLUMN ("unit", NULL, TEXT, report->profile.counters[c].unit, \
	  "of its values") \
  COLUMN ("self", "self", VALUE, report->flat.self_values[i * counters + c], \
	  "without what it called") \
  COLUMN ("total", "total", VALUE, total, "with what it called") \
  COLUMN ("calls", "calls", COUNT, r->calls, "how often it was called") \
  COLUMN ("per_call", "per call", VALUE, \
	  r->calls ? (int64_t) ((double) total / (double) r->calls) : 0, \
	  "total by calls") \
  COLUMN ("function", NULL, TEXT, name_of (p), \
	  "signature, or name of the event") \
  COLUMN ("name", "function", TEXT, label_of (p), NAME_HELP) \
  COLUMN ("location", "where", TEXT, p->location, "file:line")

#define LINE_COLUMNS(COLUMN) \
  COLUMN ("self", "self", TIME, r->self, \
	  "of functions and events that begin there") \
  COLUMN ("self_percent", "%", PERCENT, percent (r->self, report->whole), \
	  "of the time of all threads") \
  COLUMN ("total", "total", TIME, r->total, "with what they called") \
  COLUMN ("total_percent", NULL, PERCENT, percent (r->total, report->whole), \
	  "of the time of all threads") \
  COLUMN ("calls", "calls", COUNT, r->calls, \
	  "functions called and events there") \
  COLUMN ("bytes", "bytes", BYTES, r->bytes, \
	  "allocated, freed or otherwise told") \
  COLUMN ("samples", "samples", COUNT, r->samples, \
	  "samples taken on that line") \
  COLUMN ("location", "where", TEXT, p->location, "file:line") \
  COLUMN ("code", "code", TEXT, p->code, \
	  "what is written there, if it is readable") \
  COLUMN ("file", NULL, TEXT, p->file, "source file") \
  COLUMN ("line", NULL, NUMBER, p->line, "its line") \
  COLUMN ("self_error", NULL, TIME, error_of (r->self_variance), \
	  "of self: in 95 of 100 cases, no more") \
  COLUMN ("self_estimated", NULL, FLAG, \
	  is_estimate (r->self, r->self_variance), \
	  "1 if that is more than 5 % of self") \
  COLUMN ("running_error", NULL, TIME, error_of (r->running_variance), \
	  "of running: likewise") \
  COLUMN ("running_estimated", NULL, FLAG, \
	  is_estimate (r->running, r->running_variance), "likewise") \
  COLUMN ("total_error", NULL, TIME, error_of (r->total_variance), \
	  "likewise") \
  COLUMN ("total_estimated", NULL, FLAG, \
	  is_estimate (r->total, r->total_variance), "likewise") \
  COLUMN ("waiting", "waiting", TIME, r->waiting, WAITING_HELP) \
  SHARED_RUNNING (COLUMN)

#define FINDING_COLUMNS(COLUMN) \
  COLUMN ("rule", NULL, TEXT, f->rule, "which kind it is, see gasp(1)") \
  COLUMN ("location", "where", TEXT, p ? p->location : NULL, "file:line") \
  COLUMN ("time", "time", TIME, f->gain, "of all threads, that it is about") \
  COLUMN ("percent", "%", PERCENT, f->share, "of the time of all threads") \
  COLUMN ("text", "what stands out", TEXT, f->text, "a sentence") \
  COLUMN ("command", "more", TEXT, f->command, "what shows more") \
  COLUMN ("view", NULL, TEXT, f->view, "the tables with more") \
  COLUMN ("file", NULL, TEXT, p ? p->file : NULL, "source file") \
  COLUMN ("line", NULL, NUMBER, p ? p->line : 0, "its line") \
  COLUMN ("time_estimated", NULL, FLAG, f->estimated, \
	  "1 if that may be wrong by more than 5 %")

#define THREAD_TREE_COLUMNS(COLUMN) \
  COLUMN ("process", NULL, NUMBER, report->threads[i]->process->pid, \
	  "process id") \
  COLUMN ("thread", NULL, NUMBER, report->threads[i]->number, \
	  "number in the process")

#define SITE_COLUMNS(COLUMN) \
  COLUMN ("bytes", "bytes", BYTES, s->bytes, "allocated or freed") \
  COLUMN ("calls", "calls", COUNT, s->calls, "how often") \
  COLUMN ("time", "time", TIME, s->time, "that it took") \
  COLUMN ("event", "call", TEXT, p->name, "malloc, realloc or free") \
  COLUMN ("location", "where", TEXT, location_of_call (p), \
	  "file:line, or (not instrumented)") \
  COLUMN ("function", NULL, TEXT, name_of (place (report, s->function)), \
	  "signature of the function that it is in") \
  COLUMN ("name", "in", TEXT, label_of (place (report, s->function)), \
	  NAME_HELP) \
  COLUMN ("file", NULL, TEXT, p->file, "source file") \
  COLUMN ("line", NULL, NUMBER, p->line, "of the call") \
  COLUMN ("column", NULL, NUMBER, p->column, "of the call") \
  COLUMN ("time_estimated", NULL, FLAG, is_estimate (s->time, s->variance), \
	  "1 if time is not measured") \
  COLUMN ("calls_at_least", NULL, FLAG, s->calls_at_least, \
	  "1 if there were more: it was switched off meanwhile")

#define LEAK_COLUMNS(COLUMN) \
  COLUMN ("bytes", "bytes", BYTES, l->bytes, "not freed") \
  COLUMN ("blocks", "blocks", COUNT, l->blocks, "not freed") \
  COLUMN ("location", "allocated at", TEXT, p ? location_of_call (p) : NULL, \
	  "file:line, or (not instrumented)") \
  COLUMN ("path", "by way of", TEXT, item->path, \
	  "the call path, innermost first") \
  COLUMN ("file", NULL, TEXT, p ? p->file : NULL, "source file") \
  COLUMN ("line", NULL, NUMBER, p ? p->line : 0, "of the allocation") \
  COLUMN ("column", NULL, NUMBER, p ? p->column : 0, "of the allocation") \
  COLUMN ("function", NULL, TEXT, \
	  function_at (report, item, l->thread, l->node), \
	  "function that allocated") \
  COLUMN ("process", "process", NUMBER, item->process->pid, "process id") \
  COLUMN ("thread", "thread", NUMBER, \
	  l->thread == NO_NODE ? -1 : (int64_t) thread_of (report, item, l->thread)->number, \
	  "number in the process")

#define FREE_COLUMNS(COLUMN) \
  COLUMN ("count", "times", COUNT, n->count, "how often") \
  COLUMN ("kind", "what", TEXT, \
	  n->kind < COUNT_OF (kinds) && kinds[n->kind] ? kinds[n->kind] : "?", \
	  "double free: freed before, and not allocated since; freed again: " \
	  "likewise, but the allocator did not mind; unknown block: its allocation " \
	  "was not seen, as is usual for what other libraries allocate") \
  COLUMN ("location", "freed at", TEXT, p ? p->location : NULL, "file:line") \
  COLUMN ("earlier", "freed before at", TEXT, \
	  n->earlier == NO_NODE ? NULL : place (report, n->earlier)->location, \
	  "file:line") \
  COLUMN ("path", "by way of", TEXT, item->path, \
	  "the call path, innermost first") \
  COLUMN ("address", NULL, ADDRESS, n->address, "the latest") \
  COLUMN ("file", NULL, TEXT, p ? p->file : NULL, "source file") \
  COLUMN ("line", NULL, NUMBER, p ? p->line : 0, "of the call") \
  COLUMN ("function", NULL, TEXT, \
	  function_at (report, item, n->thread, n->node), \
	  "function that freed") \
  COLUMN ("process", "process", NUMBER, item->process->pid, "process id")

#define EVENT_COLUMNS(COLUMN) \
  COLUMN ("name", "event", TEXT, e->name, "its name") \
  COLUMN ("starts", "starts", COUNT, e->starts, "STARTs") \
  COLUMN ("ends", "ends", COUNT, e->ends, "ENDs") \
  COLUMN ("atomics", "atomic", COUNT, e->atomics, "atomic ones") \
  COLUMN ("time", "time", TIME, e->time, "from STARTs to ENDs") \
  COLUMN ("mean", "mean", TIME, e->ends ? e->time / (double) e->ends : 0, \
	  "of one pair") \
  COLUMN ("shortest", "shortest", TIME, e->ends ? e->shortest : 0, "pair") \
  COLUMN ("longest", "longest", TIME, e->longest, "pair") \
  COLUMN ("last", "last arguments", TEXT, e->last, \
	  "formatted by its description") \
  COLUMN ("description", NULL, TEXT, e->description, \
	  "format of its arguments") \
  COLUMN ("omitted", NULL, COUNT, e->omitted, \
	  "arguments not listed: too many") \
  COLUMN ("process", "process", NUMBER, item->process->pid, "process id")

#define TEXT_COLUMNS(COLUMN) \
  COLUMN ("count", "times", COUNT, t->count, "how often") \
  COLUMN ("name", "event", TEXT, e->name, "its name") \
  COLUMN ("type", "type", TEXT, \
	  t->type < COUNT_OF (types) ? types[t->type] : "?", \
	  "start, end or atomic") \
  COLUMN ("arguments", "arguments", TEXT, t->text, \
	  "formatted by its description") \
  COLUMN ("process", "process", NUMBER, item->process->pid, "process id")

#define SAMPLE_COLUMNS(COLUMN) \
  COLUMN ("count", "samples", COUNT, s->count, "taken there") \
  COLUMN ("percent", "%", PERCENT, \
	  percent ((double) s->count, (double) report->all_samples), \
	  "of all samples") \
  COLUMN ("function", NULL, TEXT, s->function, "as debug information has it") \
  COLUMN ("name", "function", TEXT, s->label, NAME_HELP) \
  COLUMN ("location", "where", TEXT, s->location, "file:line") \
  COLUMN ("file", NULL, TEXT, s->file, "source file") \
  COLUMN ("line", NULL, NUMBER, s->line, "its line") \
  COLUMN ("module", NULL, TEXT, s->module, "file of code") \
  COLUMN ("address", "address", ADDRESS, s->pc, "in that file")

#define MATRIX_COLUMNS(COLUMN) \
  COLUMN ("thread", RANK_HEADING, NUMBER, t->thread, \
	  "process (of UPC: thread) that reads or writes") \
  COLUMN ("peer", "peer", NUMBER, t->peer, \
	  "the one that what it reads or writes belongs to; of messages, who sends or gets") \
  MOVED_COLUMNS (COLUMN)

#define NODE_COLUMNS(COLUMN) \
  COLUMN ("node", "node", NUMBER, t->thread, \
	  "processes that share memory, and read or write") \
  COLUMN ("host", "on", TEXT, host ? host : "?", "the machine that they are on") \
  COLUMN ("peer", "part of", NUMBER, t->peer, \
	  "the node that what they read or write belongs to") \
  MOVED_COLUMNS (COLUMN)

#define MOVED_COLUMNS(COLUMN) \
  COLUMN ("bytes", "bytes", BYTES, t->bytes_read + t->bytes_written, \
	  "read and written") \
  COLUMN ("bytes_read", "read", BYTES, t->bytes_read, \
	  "bytes read from there") \
  COLUMN ("bytes_written", "written", BYTES, t->bytes_written, \
	  "bytes written there") \
  COLUMN ("accesses", "accesses", COUNT, t->reads + t->writes, \
	  "reads and writes") \
  COLUMN ("reads", "reads", COUNT, t->reads, "events that read from there") \
  COLUMN ("writes", "writes", COUNT, t->writes, "events that wrote there") \
  COLUMN ("time", "time", TIME, t->time, "that these took") \
  COLUMN ("time_estimated", NULL, FLAG, t->estimated, \
	  "1 if time is not measured")

#define REMOTE_LINE_COLUMNS(COLUMN) \
  TRAFFIC_COLUMNS (COLUMN) \
  COLUMN ("location", "where", TEXT, p->location ? p->location : "(unknown)", \
	  "file:line") \
  COLUMN ("code", "code", TEXT, p->code, \
	  "the line, where the source is at hand") \
  COLUMN ("file", NULL, TEXT, p->file, "source file") \
  COLUMN ("line", NULL, NUMBER, p->line, "of the accesses") \
  COLUMN ("time_estimated", NULL, FLAG, t->estimated, \
	  "1 if time is not measured")

#define COLLECTIVE_COLUMNS(COLUMN) \
  COLUMN ("bytes", "bytes", BYTES, t->bytes_read + t->bytes_written, \
	  "given and had by all processes") \
  COLUMN ("bytes_written", "given", BYTES, t->bytes_written, \
	  "what processes gave") \
  COLUMN ("bytes_read", "had", BYTES, t->bytes_read, \
	  "what processes had of it: the results") \
  COLUMN ("calls", "calls", COUNT, t->writes, "by all processes") \
  COLUMN ("time", "time", TIME, t->time, "that these took") \
  COLUMN ("event", "event", TEXT, p->name, "MPI_Allreduce, ...") \
  COLUMN ("location", "where", TEXT, p->location, "file:line") \
  COLUMN ("file", NULL, TEXT, p->file, "source file") \
  COLUMN ("line", NULL, NUMBER, p->line, "of the call") \
  COLUMN ("time_estimated", NULL, FLAG, t->estimated, \
	  "1 if time is not measured")

#define ARRAY_COLUMNS(COLUMN) \
  TRAFFIC_COLUMNS (COLUMN) \
  COLUMN ("array", "array", TEXT, \
	  t->name ? t->name : p->name ? p->name : "(unknown)", \
	  "name of a static object, or what allocated it") \
  COLUMN ("location", "defined or allocated", TEXT, p->location, "file:line") \
  COLUMN ("type", NULL, TEXT, t->array ? t->array->type : NULL, \
	  "of a static object") \
  COLUMN ("size", "size", BYTES, t->array ? t->array->bytes : 0, \
	  "with all threads' parts; of all that one thread allocated there") \
  COLUMN ("file", NULL, TEXT, p->file, "source file") \
  COLUMN ("line", NULL, NUMBER, p->line, "of the definition or allocation") \
  COLUMN ("time_estimated", NULL, FLAG, t->estimated, \
	  "1 if time is not measured")

#define WAITING_ERROR_COLUMNS(COLUMN) \
  COLUMN ("waiting_error", NULL, TIME, w->waited_error, \
	  "error of waiting at 95 % confidence, from samples and from clocks") \
  COLUMN ("waiting_estimated", NULL, FLAG, is_wait_estimated (w), \
	  "1 if that is more than 5 % of waiting, or if time is not measured")

#define BARRIER_COLUMNS(COLUMN) \
  COLUMN ("thread", RANK_HEADING, NUMBER, w->thread, "process; of UPC, thread") \
  COLUMN ("waiting", "for others", TIME, w->waited, \
	  "waiting for the last thread to arrive, or for the root of a broadcast") \
  COLUMN ("slowest", "mostly for", TEXT, w->worst, \
	  "process for which it waited most") \
  COLUMN ("barrier", "the rest", TIME, \
	  w->waited_known ? w->time - w->waited : 0, \
	  "the barrier itself") \
  COLUMN ("time", "time", TIME, w->time, \
	  "in the barrier, or waiting at a split one") \
  COLUMN ("calls", "calls", COUNT, w->calls, "how often") \
  COLUMN ("event", "event", TEXT, p->name, "upc_barrier, MPI_Allreduce, ...") \
  COLUMN ("location", "where", TEXT, p->location, "file:line") \
  COLUMN ("file", NULL, TEXT, p->file, "source file") \
  COLUMN ("line", NULL, NUMBER, p->line, "of the barrier") \
  COLUMN ("time_estimated", NULL, FLAG, w->time_estimated, \
	  "1 if time is not measured") \
  WAITING_ERROR_COLUMNS (COLUMN) \
  COLUMN ("barrier_estimated", NULL, FLAG, is_wait_estimated (w), "likewise") \
  COLUMN ("waiting_known", NULL, FLAG, w->waited_known, \
	  "0 if the threads' arrivals cannot be compared")

#define LATE_SENDER_COLUMNS(COLUMN) \
  COLUMN ("thread", RANK_HEADING, NUMBER, w->thread, "process that received") \
  COLUMN ("waiting", "for sender", TIME, w->waited, \
	  "waiting for a message that its sender had not begun to send") \
  COLUMN ("sender", "mostly for", TEXT, w->worst, \
	  "process for whose message it waited most") \
  COLUMN ("rest", "the rest", TIME, w->time - w->waited, \
	  "what the call took beside that") \
  COLUMN ("time", "time", TIME, w->time, "in calls that receive, or wait for it") \
  COLUMN ("calls", "calls", COUNT, w->calls, "how often") \
  COLUMN ("event", "event", TEXT, p->name, "MPI_Recv, MPI_Waitall, ...") \
  COLUMN ("location", "where", TEXT, p->location, "file:line") \
  COLUMN ("file", NULL, TEXT, p->file, "source file") \
  COLUMN ("line", NULL, NUMBER, p->line, "of the call") \
  COLUMN ("time_estimated", NULL, FLAG, w->time_estimated, \
	  "1 if time is not measured") \
  WAITING_ERROR_COLUMNS (COLUMN) \
  COLUMN ("rest_estimated", NULL, FLAG, is_wait_estimated (w), "likewise")

#define LOCK_COLUMNS(COLUMN) \
  COLUMN ("time", "time", TIME, l->time, \
	  "waiting for the lock, and getting it") \
  COLUMN ("calls", "calls", COUNT, l->calls, \
	  "of upc_lock, upc_lock_attempt, ...") \
  COLUMN ("failed", "failed", COUNT, l->failed, \
	  "attempts that did not get it") \
  COLUMN ("mean", "mean", TIME, l->calls ? l->time / (double) l->calls : 0, \
	  "of one call") \
  COLUMN ("longest", "longest", TIME, l->longest, "call that was timed") \
  COLUMN ("event", "call", TEXT, p->name, "upc_lock, upc_lock_attempt, ...") \
  COLUMN ("location", "where", TEXT, p->location, "file:line") \
  COLUMN ("allocated", "lock allocated at", TEXT, \
	  place (report, l->allocated)->location, "file:line") \
  COLUMN ("lock", "lock", TEXT, l->name, \
	  "the thread that it has affinity to, and its address there; (others) if " \
	  "there were too many") \
  COLUMN ("file", NULL, TEXT, p->file, "source file") \
  COLUMN ("line", NULL, NUMBER, p->line, "of the call") \
  COLUMN ("time_estimated", NULL, FLAG, l->estimated, \
	  "1 if time is not measured")

#define RANK_COLUMNS(COLUMN) \
  COLUMN ("thread", RANK_HEADING, NUMBER, (int64_t) row, "process; of UPC, thread") \
  COLUMN ("time", "time", TIME, t->time, "of all its threads") \
  COLUMN ("setup", "start, end", TIME, t->setup, \
	  "of that, in MPI_Init, MPI_Finalize and their like") \
  COLUMN ("communicating", "communicating", TIME, t->communicating, \
	  "in other events of the model: MPI's functions, UPC's shared accesses, ...") \
  COLUMN ("percent", "%", PERCENT, \
	  t->time > t->setup ? 100 * t->communicating / (t->time - t->setup) : 0, \
	  "of the time between start and end") \
  COLUMN ("most", "most of it in", TEXT, t->largest > 0 \
	  ? label_of (place (report, report->flat.rows[t->most].place)) : NULL, \
	  "the function or event with the largest part") \
  COLUMN ("communicating_estimated", NULL, FLAG, \
	  report->peers.communicating_estimated, \
	  "1 if communicating may be wrong by more than 5 %")

#define BY_THREAD_COLUMNS(COLUMN) \
  COLUMN ("self", "all threads", TIME, sum, "without what it called") \
  COLUMN ("most", "most", TIME, self[most], "of one thread") \
  COLUMN ("most_thread", "in", NUMBER, most, "that thread") \
  COLUMN ("function", NULL, TEXT, name_of (p), "its signature, or the event") \
  COLUMN ("name", "function", TEXT, label_of (p), NAME_HELP) \
  COLUMN ("location", NULL, TEXT, p->location, "file:line")

#define GRID_COLUMNS(COLUMN) \
  COLUMN ("thread", RANK_HEADING, NUMBER, (int64_t) row, \
	  "process (of UPC: thread) that reads or writes") \
  COLUMN ("bytes", "all", BYTES, all, "read and written")

/* Put the next one of CELLS.  */
#define SERIAL_COLUMNS(COLUMN) \
  COLUMN ("duration", "time", TIME, s->whole, "of the processes") \
  COLUMN ("parallel", "parallel", TIME, s->parallel, \
	  "of that, in parallel regions") \
  COLUMN ("serial_percent", "serial %", PERCENT, s->percent, \
	  "of the time, the rest") \
  COLUMN ("work", "work", TIME, s->work, \
	  "of all threads in regions, without barriers") \
  COLUMN ("speedup_text", "speedup", QUANTITY, \
	  print_string ("%.1f of %u", s->speedup, s->threads), \
	  "how many times as fast it was as the same work on one thread, and how many " \
	  "threads it had") \
  COLUMN ("limit_text", "at most", QUANTITY, print_string ("%.1f", s->limit), \
	  "how many times as fast it could be on any number of threads (Amdahl's law)") \
  COLUMN ("speedup", NULL, PERCENT, 100 * s->speedup, "the same, in per cent") \
  COLUMN ("limit", NULL, PERCENT, 100 * s->limit, "likewise") \
  COLUMN ("threads", NULL, COUNT, s->threads, \
	  "of the largest team, as many as took part in one region")

#define REGION_COLUMNS(COLUMN) \
  COLUMN ("wall", "wall", TIME, t->wall, \
	  "from the beginning to the end, on the thread that came to it") \
  COLUMN ("calls", "calls", COUNT, t->calls, "how often") \
  COLUMN ("threads", "threads", COUNT, t->threads, "that took part") \
  COLUMN ("body", "computing", TIME, t->time[TEAM_BODY], \
	  "of all threads: none of the following") \
  COLUMN ("work", "shared work", TIME, t->time[TEAM_WORK], \
	  "computing in loops, sections and the like") \
  COLUMN ("tasks", "tasks", TIME, t->time[TEAM_TASK], "running explicit tasks") \
  COLUMN ("barriers", "barriers", TIME, t->time[TEAM_BARRIER], \
	  "waiting at barriers") \
  COLUMN ("taskwait", "taskwait", TIME, t->time[TEAM_TASKWAIT], \
	  "waiting for tasks") \
  COLUMN ("locks", "locks", TIME, t->time[TEAM_LOCK], \
	  "waiting for locks, critical and ordered constructs") \
  COLUMN ("imbalance", "imbalance %", PERCENT, t->imbalance, \
	  "how much less than the busiest the threads were busy, on the " \
	  "average; busy is what is not waiting at barriers") \
  COLUMN ("busiest", NULL, TIME, t->most, "the busiest thread") \
  COLUMN ("mean", NULL, TIME, t->mean, "all threads on the average") \
  COLUMN ("location", "where", TEXT, p->location, "file:line") \
  COLUMN ("file", NULL, TEXT, p->file, "source file") \
  COLUMN ("line", NULL, NUMBER, p->line, "of the construct")

/* What the program calls THREAD, beside its number in the process.  */
#define IN_TEAM(COLUMN, field, thread) \
  COLUMN (field, "in team", TEXT, number_in_team (thread), \
	  "its number in the team that it was in last")

#define WORK_COLUMNS(COLUMN) \
  COLUMN ("waited", "waiting", TIME, t->waited, \
	  "of all threads, at the barrier of the construct") \
  COLUMN ("imbalance", "imbalance %", PERCENT, t->imbalance, \
	  "how much shorter than the longest the threads' parts were, on the " \
	  "average") \
  COLUMN ("busiest", "longest", TIME, t->most, "the longest part") \
  COLUMN ("mean", "mean", TIME, t->mean, "all threads on the average") \
  COLUMN ("slowest", "by thread", TEXT, thread_name (report, t->busiest), \
	  "whose part was the longest, in all") \
  IN_TEAM (COLUMN, "slowest_in_team", selected (report, t->busiest)) \
  COLUMN ("paid_at", "paid at", TEXT, location_of (report, t->paid_at), \
	  "the barrier where the others wait for it") \
  COLUMN ("calls", "calls", COUNT, t->calls, "of all threads") \
  COLUMN ("threads", "threads", COUNT, t->threads, "that took part") \
  COLUMN ("iterations", "iterations", COUNT, t->iterations, \
	  "or sections, of all threads; 0 if that is not known") \
  COLUMN ("event", "construct", TEXT, p->name, "omp for, omp single, ...") \
  COLUMN ("location", "where", TEXT, p->location, "file:line") \
  COLUMN ("file", NULL, TEXT, p->file, "source file") \
  COLUMN ("line", NULL, NUMBER, p->line, "of the construct")

#define TEAM_WAIT_COLUMNS(COLUMN) \
  COLUMN ("time", "waiting", TIME, t->time[TEAM_BARRIER], "of all threads") \
  COLUMN ("calls", "calls", COUNT, t->calls, "of all threads") \
  COLUMN ("event", "barrier", TEXT, p->name, "which kind") \
  COLUMN ("location", "where", TEXT, p->location, \
	  "file:line of the barrier, or of the construct that ends with it") \
  COLUMN ("file", NULL, TEXT, p->file, "source file") \
  COLUMN ("line", NULL, NUMBER, p->line, "likewise")

#define WORKER_COLUMNS(COLUMN) \
  COLUMN ("location", "where", TEXT, p->location, "file:line") \
  COLUMN ("event", "construct", TEXT, p->name, "omp for, omp sections") \
  COLUMN ("process", NULL, NUMBER, thread->process->pid, "process id") \
  COLUMN ("thread", "thread", TEXT, thread_name (report, w->thread), \
	  "number in the process") \
  IN_TEAM (COLUMN, "in_team", selected (report, w->thread)) \
  COLUMN ("time", "time", TIME, t->busy[w->thread], "of its parts") \
  COLUMN ("percent", "of longest %", PERCENT, \
	  t->most > 0 ? 100 * t->busy[w->thread] / t->most : 0, \
	  "of the slowest thread's") \
  COLUMN ("iterations", "iterations", COUNT, t->did[w->thread], \
	  "or sections, that it got; 0 if that is not known") \
  COLUMN ("waited", "waiting", TIME, t->behind[w->thread], \
	  "at the next barrier") \
  COLUMN ("slowest", "slowest", FLAG, t->busiest == w->thread, \
	  "1 if no other thread took longer") \
  COLUMN ("file", NULL, TEXT, p->file, "source file") \
  COLUMN ("line", NULL, NUMBER, p->line, "of the construct")

#define MEMBER_COLUMNS(COLUMN) \
  COLUMN ("process", "process", NUMBER, thread->process->pid, "process id") \
  COLUMN ("thread", "thread", TEXT, thread_name (report, m->thread), \
	  "number in the process") \
  IN_TEAM (COLUMN, "in_team", selected (report, m->thread)) \
  COLUMN ("duration", "time", TIME, thread->duration, \
	  "from its beginning to its end: the sum of the following") \
  COLUMN ("alone", "serial", TIME, m->time[TEAM_ALONE], \
	  "outside of regions, and to begin and end them") \
  COLUMN ("body", "computing", TIME, m->time[TEAM_BODY], \
	  "in regions: none of the following") \
  COLUMN ("work", "shared work", TIME, m->time[TEAM_WORK], \
	  "computing in loops, sections and the like") \
  COLUMN ("tasks", "tasks", TIME, m->time[TEAM_TASK], "running explicit tasks") \
  COLUMN ("barriers", "barriers", TIME, m->time[TEAM_BARRIER], \
	  "waiting at barriers") \
  COLUMN ("taskwait", "taskwait", TIME, m->time[TEAM_TASKWAIT], \
	  "waiting for tasks") \
  COLUMN ("locks", "locks", TIME, m->time[TEAM_LOCK], \
	  "waiting for locks, critical and ordered constructs") \
  COLUMN ("idle", "idle", TIME, m->time[TEAM_IDLE], \
	  "between regions, of a thread that is called to them") \
  COLUMN ("recording", "recording", TIME, thread->cost, \
	  "what was seen to be spent in recording")

#define MUTEX_COLUMNS(COLUMN) \
  COLUMN ("waited", "waiting", TIME, m->waited, \
	  "for the lock, and getting it, of all threads") \
  COLUMN ("longest_wait", "longest", TIME, m->longest_wait, "of these") \
  COLUMN ("held", "held", TIME, m->held, "from getting it to giving it back") \
  COLUMN ("longest_hold", "longest", TIME, m->longest_hold, "of these") \
  COLUMN ("calls", "calls", COUNT, m->waits, "how often it was waited for") \
  COLUMN ("holds", NULL, COUNT, m->holds, \
	  "how often it was had: also after omp_test_lock") \
  COLUMN ("event", "construct", TEXT, m->construct, \
	  "omp critical, omp lock, ...") \
  COLUMN ("lock", "lock", TEXT, m->name, \
	  "its address; (others) if there were too many") \
  COLUMN ("location", "where", TEXT, p->location, "file:line") \
  COLUMN ("process", "process", NUMBER, m->process->pid, "process id") \
  COLUMN ("file", NULL, TEXT, p->file, "source file") \
  COLUMN ("line", NULL, NUMBER, p->line, "where it is taken")

#define BLAME_COLUMNS(COLUMN) \
  COLUMN ("time", "waiting", TIME, b->time, "of the one for the other") \
  COLUMN ("count", "times", COUNT, b->count, "how often") \
  COLUMN ("longest", "longest", TIME, b->longest, "of these") \
  COLUMN ("thread", "thread", TEXT, number_text (b->thread), \
	  "that waited: its number in the process") \
  IN_TEAM (COLUMN, "in_team", \
	   numbered (report, b->process, b->thread)) \
  COLUMN ("location", "waited at", TEXT, p->location, "file:line") \
  COLUMN ("holder", "for thread", TEXT, number_text (b->holder_thread), \
	  "that had the lock, or whose turn it was") \
  IN_TEAM (COLUMN, "holder_in_team", \
	   numbered (report, b->process, b->holder_thread)) \
  COLUMN ("holder_location", "which had it from", TEXT, q->location, \
	  "file:line") \
  COLUMN ("process", "process", NUMBER, b->process->pid, "process id") \
  COLUMN ("file", NULL, TEXT, p->file, "source file") \
  COLUMN ("line", NULL, NUMBER, p->line, "where the one waited") \
  COLUMN ("holder_file", NULL, TEXT, q->file, "source file") \
  COLUMN ("holder_line", NULL, NUMBER, q->line, "where the other got it") \
  COLUMN ("time_error", NULL, TIME, error_of (b->variance), \
	  "of time, as short waits are sampled: in 95 of 100 cases, no more") \
  COLUMN ("time_estimated", NULL, FLAG, is_estimate (b->time, b->variance), \
	  "1 if that is more than 5 % of time") \
  COLUMN ("count_estimated", NULL, FLAG, b->variance > 0, \
	  "1 if waits were sampled")

#define TASK_COLUMNS(COLUMN) \
  COLUMN ("time", "running", TIME, t->time, \
	  "of all tasks of that line, without other tasks that ran meanwhile") \
  COLUMN ("mean", "mean", TIME, t->begun ? t->time / (double) t->begun : 0, \
	  "of one") \
  COLUMN ("created", "created", COUNT, t->created, "tasks") \
  COLUMN ("begun", "begun", COUNT, t->begun, \
	  "less than created if tasks were cancelled, or wait still") \
  COLUMN ("delay", "delay", TIME, \
	  t->known ? t->delay / (double) t->known : 0, \
	  "from creating to beginning, mean") \
  COLUMN ("longest_delay", "longest", TIME, t->longest_delay, "delay") \
  COLUMN ("moved", "by others", COUNT, t->moved, \
	  "run by another thread than their creator") \
  COLUMN ("undeferred", "undeferred", COUNT, t->undeferred, \
	  "were to run at once, where they were created") \
  COLUMN ("known", NULL, COUNT, t->known, \
	  "of begun: those whose creation is known, as for delay and moved") \
  COLUMN ("event", "construct", TEXT, \
	  t->is_loop ? "omp taskloop" : "omp task", \
	  "omp task, omp taskloop") \
  COLUMN ("location", "where", TEXT, p->location, "file:line") \
  COLUMN ("file", NULL, TEXT, p->file, "source file") \
  COLUMN ("line", NULL, NUMBER, p->line, "of the construct")

#define PUT(field, heading, type, value, help) PUT_##type (value);
#define PUT_TEXT(x) ((cells++)->text = (x))
#define PUT_QUANTITY(x) PUT_TEXT (x)
#define PUT_TIME(x) ((cells++)->real = (x))
#define PUT_PERCENT(x) ((cells++)->real = (x))
#define PUT_COUNT(x) ((cells++)->count = (x))
#define PUT_BYTES(x) PUT_COUNT (x)
#define PUT_ADDRESS(x) PUT_COUNT (x)
#define PUT_FLAG(x) PUT_COUNT (x)
#define PUT_NUMBER(x) ((cells++)->value = (x))
#define PUT_VALUE(x) PUT_NUMBER (x)

#endif /* GASP_COLUMNS_H */
