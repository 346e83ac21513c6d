"""Run a Python program so that GASP's profile has its functions, too.

SPDX-License-Identifier: Apache-2.0

    gasp run --exact python3 python.py script.py argument ...
    gasp run --exact python3 python.py -m module argument ...

Each function of Python is a user event: calls, times and call paths of it, with
the samples of Python's own functions and of libraries in it, and the calls of
instrumented extension modules and of malloc.  Without "gasp run", the program
runs as ever.

A call takes a microsecond or two longer than it does by itself, so times of
small functions are too long.
"""

import ctypes
import os
import runpy
import sys
import threading

try:
    runtime = ctypes.CDLL(None)
    start, end = runtime.pupc_event_start, runtime.pupc_event_end
    start.argtypes = end.argtypes = [ctypes.c_uint]
    start.restype = end.restype = None
    create = runtime.pupc_create_event
    create.argtypes = [ctypes.c_char_p, ctypes.c_char_p]
    create.restype = ctypes.c_uint
except AttributeError:
    start = None

tags = {}                       # of code objects that have been called
names = []                      # stay as long as the program runs


def begin(code):
    """Begins a call of CODE."""
    tag = tags.get(code)
    if tag is None:
        name = "%s (%s:%d)" % (getattr(code, "co_qualname", code.co_name),
                               os.path.basename(code.co_filename),
                               code.co_firstlineno)
        names.append(name.encode("utf-8", "replace"))
        tag = tags[code] = create(names[-1], None)
    start(tag)


def finish(code):
    """Ends one, if its beginning has been seen."""
    tag = tags.get(code)
    if tag is not None:
        end(tag)


def trace(frame, event, _):
    """What sys.setprofile calls."""
    if event == "call":
        begin(frame.f_code)
    elif event == "return":
        finish(frame.f_code)


def watch():
    """Has calls of all threads reported."""
    if not hasattr(sys, "monitoring"):
        threading.setprofile(trace)
        sys.setprofile(trace)
        return
    monitoring = sys.monitoring
    events = monitoring.events
    monitoring.use_tool_id(monitoring.PROFILER_ID, "gasp")
    chosen = 0
    for event, function in ((events.PY_START, begin), (events.PY_RESUME, begin),
                            (events.PY_THROW, begin), (events.PY_RETURN, finish),
                            (events.PY_YIELD, finish), (events.PY_UNWIND, finish)):
        monitoring.register_callback(monitoring.PROFILER_ID, event,
                                     lambda code, *_, f=function: f(code))
        chosen |= event
    monitoring.set_events(monitoring.PROFILER_ID, chosen)


def main():
    if len(sys.argv) < 2 or sys.argv[1:] == ["-m"]:
        sys.exit("usage: python.py SCRIPT | -m MODULE [ARGUMENT]...")
    is_module = sys.argv[1] == "-m"
    name = sys.argv[1 + is_module]
    del sys.argv[:1 + is_module]
    sys.path[0] = os.getcwd() if is_module else os.path.dirname(os.path.abspath(name))
    if start:
        watch()
    if is_module:
        runpy.run_module(name, run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(name, run_name="__main__")


if __name__ == "__main__":
    main()
