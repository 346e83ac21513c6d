# gasp-upc-gdb.py - gdb shows programs in UPC as their language has it.
#
# SPDX-License-Identifier: Apache-2.0
#
# gdb loads this for programs that are linked with libupc.  What the compiler says
# of shared types is told in plugin/upc/lower/describe.c: a pointer-to-shared is a
# structure of one member, __upc_block_N, and a shared array one of a member
# __upc_first, or __upc_row where it is a row of another.  How a pointer is divided
# is in gasp-upc-layout.h.
#
# gdb's own expressions work on them by operators in Python, which gdb asks for
# only where the language is C++: so it is set to that.

import contextlib
import os
import re

import gdb
import gdb.printing
import gdb.types
import gdb.xmethod

BLOCK = "__upc_block_"
FIRST = "__upc_first"
ROW = "__upc_row"
# Of __upc_debugger_values, so many are for pointers, as many for data that another
# node is asked for, and so many for copies of those.
VALUES = 32
COPIES = 512


# ---- The program

def number(name, kind="int"):
    """Returns the value of a variable of libupc."""
    for symbol in (name, name + "_of_many_threads"):
        try:
            return int(gdb.parse_and_eval("*(%s *) &%s" % (kind, symbol)))
        except gdb.error:
            pass
    raise gdb.GdbError("this is no program in UPC that is running")


def bits():
    """Returns how many bits the address and the thread have."""
    try:
        gdb.parse_and_eval("&__upc_base_of_many_threads")
        return 30, 20
    except gdb.error:
        return 34, 10


class Pointer:
    """A pointer-to-shared: a value, and how it counts."""

    computed = 0

    def __init__(self, value, kind):
        self.value = value
        self.kind = kind
        field = kind.fields()[0]
        self.block = int(field.name[len(BLOCK):])
        self.unit, self.length = unit_of(kind)
        self.is_row = field.type.strip_typedefs().code == gdb.TYPE_CODE_STRUCT

    def parts(self):
        """Returns the thread, the phase and the address."""
        address, thread = bits()
        return (self.value >> address & ((1 << thread) - 1),
                self.value >> (address + thread),
                self.value & ((1 << address) - 1))

    def moved(self, elements):
        """Returns this, moved by so many of what it points to."""
        thread, phase, address = self.parts()
        steps = elements * self.length
        size = self.unit.sizeof
        if self.block == 0:
            address += steps * size
        else:
            blocks, rest = divmod(phase + steps, self.block)
            rounds, thread = divmod(thread + blocks, number("__upc_threads"))
            address += (rest - phase + rounds * self.block) * size
            phase = rest
        return Pointer(joined(thread, phase, address), self.kind)

    def same_as(self, other):
        """Returns whether this and OTHER point to the same, whatever their phases."""
        mask = (1 << sum(bits())) - 1
        return self.value & mask == other.value & mask

    def distance_from(self, other):
        """Returns by how many elements OTHER has to be moved to be this."""
        thread, phase, address = self.parts()
        its_thread, its_phase, its_address = other.parts()
        steps = (address - its_address) // self.unit.sizeof
        if self.block:
            rounds = (steps - (phase - its_phase)) // self.block
            blocks = rounds * number("__upc_threads") + thread - its_thread
            steps = blocks * self.block + phase - its_phase
        return steps // self.length

    def row(self):
        """Returns the pointer to the first element of the array that this
        points to."""
        row = self.kind.fields()[0].type.strip_typedefs()
        return Pointer(self.value, row.fields()[0].type.strip_typedefs())

    def row_value(self):
        """Returns the array that this points to, as a value of gdb's."""
        return gdb.Value(self.data(), self.kind.fields()[0].type)

    def data(self):
        """Returns this as the program has it in memory."""
        return (self.value & (1 << 64) - 1).to_bytes(8, order())

    def target(self):
        """Returns what this points to, as a value of gdb's."""
        if self.is_row:
            return put(self.data(), self.kind.fields()[0].type)
        if self.unit.code == gdb.TYPE_CODE_VOID:
            raise gdb.GdbError("a pointer to shared void points to nothing known")
        return contents(self, self.unit)

    def as_value(self):
        """Returns this as a value of gdb's."""
        return put(self.data(), self.kind)


class Room:
    """Memory of the program that is for values of gdb's."""

    slot = 0			# the last one that has been used
    copied = 0			# words of copies, so far
    latest = (0, 0, 0)		# the last copy: where, of what place, how long
    is_ours = False		# it is this script that writes


def room(word):
    """Returns the address of that word of __upc_debugger_values."""
    return int(gdb.parse_and_eval("(unsigned long) &__upc_debugger_values")) + 8 * word


def put_at(place, data, kind):
    """Puts DATA there; returns them as a value of type KIND."""
    Room.is_ours = True
    try:
        gdb.selected_inferior().write_memory(place, data)
    finally:
        Room.is_ours = False
    return gdb.Value(place).cast(kind.pointer()).dereference()


def put(data, kind):
    """Returns the 8 bytes of DATA as a value of type KIND.  gdb wants operands of
    operators to have addresses: the runtime has room for some."""
    try:
        Room.slot = (Room.slot + 1) % VALUES
        return put_at(room(Room.slot), data, kind)
    except gdb.error:
        return gdb.Value(data, kind)


def put_copy(data, kind):
    """Returns DATA of another node as a value of type KIND, which has an address if
    there is room."""
    words = (len(data) + 7) // 8
    if words > COPIES // 4:
        return gdb.Value(data, kind)
    if Room.copied % COPIES + words > COPIES:
        Room.copied = 0
    place = room(2 * VALUES + Room.copied % COPIES)
    Room.copied += words
    return put_at(place, data, kind)


def is_set(event):
    """Says so where the user sets what is only a copy."""
    if Room.is_ours:
        return
    try:
        begin = room(0)
    except gdb.error:
        return
    if begin <= event.address < begin + 8 * (2 * VALUES + COPIES):
        print("(this has set a copy: what is on another node stays as it is)")


def order():
    """Returns the order of bytes, as Python says it."""
    return "big" if "big" in gdb.execute("show endian", to_string=True) else "little"


def joined(thread, phase, address):
    """Returns the pointer-to-shared of those parts."""
    address_bits, thread_bits = bits()
    return (phase << (address_bits + thread_bits) | thread << address_bits
            | (address & ((1 << address_bits) - 1)))


def bounds_of(name):
    """Returns the dimensions that a type's name ends with."""
    bounds = re.search(r"((?:\[[^]]*\])*)$", name).group(1)
    result = []
    for bound in re.findall(r"\[([^]]*)\]", bounds):
        count = 1
        for factor in bound.split("*"):
            factor = factor.strip()
            if factor == "THREADS":
                count *= number("__upc_threads")
            elif factor.isdigit():
                count *= int(factor)
            else:
                count = 0
        result.append(count)
    return result


def unit_of(kind):
    """Returns the type of the elements that pointers of type KIND count, and
    how many of them one step is."""
    length = 1
    if "(*)" in kind.name:
        for bound in bounds_of(kind.name):
            length *= bound
    while True:
        target = kind.fields()[0].type.strip_typedefs()
        if target.code == gdb.TYPE_CODE_PTR:
            return target.target(), length
        kind = target


def is_near(thread):
    """Returns whether that thread's part has addresses in this process."""
    first = number("__upc_near_first", "unsigned int")
    return first <= thread < first + number("__upc_near_count", "unsigned int")


def place_of(pointer):
    """Returns where POINTER points to in shared space, and its address in this process,
    or None if it has none."""
    if pointer.value == 0:
        raise gdb.GdbError("this pointer-to-shared is null")
    thread, _, address = pointer.parts()
    if thread >= number("__upc_threads"):
        raise gdb.GdbError("this pointer-to-shared is wild: there is no thread %d"
                           % thread)
    place = joined(thread, 0, address)
    return place, (number("__upc_base", "unsigned long") + place
                   if is_near(thread) else None)


def contents(pointer, kind):
    """Returns the value of type KIND that POINTER points to."""
    place, here = place_of(pointer)
    if here is not None:
        return gdb.Value(here).cast(kind.pointer()).dereference()
    return fetched(place, kind)


def bytes_at(pointer):
    """Returns what POINTER points to, as bytes."""
    if pointer.is_row:
        return pointer.data()
    place, here = place_of(pointer)
    size = pointer.unit.sizeof
    if here is not None:
        return bytes(gdb.selected_inferior().read_memory(here, size))
    return got(place, size)


@contextlib.contextmanager
def selected(inferior):
    """Selects an inferior for a while."""
    here, thread = gdb.selected_inferior().num, gdb.selected_thread()
    frame = gdb.selected_frame()
    quietly("inferior %d" % inferior)
    try:
        yield
    finally:
        quietly("inferior %d" % here)
        thread.switch()
        frame.select()


def parts_of(inferior):
    """Returns the first thread whose part that inferior has, how many these are, and
    where shared space begins; these do not change."""
    with selected(inferior.num):
        try:
            return (number("__upc_near_first", "unsigned int"),
                    number("__upc_near_count", "unsigned int"),
                    number("__upc_base", "unsigned long"))
        except gdb.GdbError:
            return 0, 0, 0


def read_by_other(place, size, parts={}):
    """Returns what is at PLACE as another inferior has it, on the same node as that;
    or None.  PARTS has what is known of each process.  (To select an inferior is
    said, and gdb's read_memory reads the one that is selected.)"""
    here = gdb.selected_inferior().num
    for inferior in gdb.inferiors():
        if inferior.num == here or not inferior.pid:
            continue
        if not parts.get(inferior.pid, (0, 0))[1]:
            parts[inferior.pid] = without_notices(parts_of, inferior)
        first, count, base = parts[inferior.pid]
        if first <= place >> bits()[0] < first + count:
            with open("/proc/%d/mem" % inferior.pid, "rb") as memory:
                memory.seek(base + place)
                return memory.read(size)
    return None


def asked(place, size):
    """Returns what is at PLACE, which the runtime asks another node for, in pieces
    that there is room for in the program.  No other inferior goes on meanwhile."""
    place_here = room(VALUES)
    data = b""
    others_go_on = gdb.parameter("schedule-multiple")
    quietly("set schedule-multiple off")
    try:
        while len(data) < size:
            n = min(8 * VALUES, size - len(data))
            if not int(gdb.parse_and_eval("((int (*) (unsigned long, unsigned long))"
                                          " __upc_debugger_get) (%dUL, %d)"
                                          % (place + len(data), n))):
                raise gdb.error("it does not answer, or this thread is within the"
                                " runtime")
            data += bytes(gdb.selected_inferior().read_memory(place_here, n))
    finally:
        quietly("set schedule-multiple %s" % ("on" if others_go_on else "off"))
    return data


def got(place, size):
    """Returns so many bytes at PLACE, which is on another node."""
    try:
        return bytes(read_by_other(place, size) or asked(place, size))
    except (gdb.error, OSError) as error:
        raise gdb.GdbError("the memory is another node's, and cannot be asked for:"
                           " %s" % error)


def fetched(place, kind):
    """Returns what is at PLACE, which is on another node, as a value of gdb's."""
    data = got(place, kind.sizeof)
    if kind.strip_typedefs().code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
        copy = put_copy(data, kind)
        if copy.address is not None:
            Room.latest = (int(copy.address), place, len(data))
        return copy
    return gdb.Value(data, kind)


# ---- Types

def member_of(kind):
    """Returns the name of the first member of the structure KIND."""
    kind = kind.strip_typedefs()
    if kind.code != gdb.TYPE_CODE_STRUCT or not kind.fields():
        return ""
    return kind.fields()[0].name or ""


def is_pointer(kind):
    """Returns whether that is a type of pointers-to-shared."""
    return member_of(kind).startswith(BLOCK)


def is_row(kind):
    """Returns whether that is a type of rows of shared arrays, of which a value is
    the pointer to the first element."""
    return member_of(kind) == ROW


def is_array(kind):
    """Returns whether that is a type of shared arrays."""
    return member_of(kind) == FIRST or is_row(kind)


def pointer_of(value):
    """Returns the pointer-to-shared VALUE; for an array, to its beginning."""
    kind = value.type.unqualified().strip_typedefs()
    first = kind.fields()[0]
    if is_row(kind):
        return pointer_of(value[first])
    if is_pointer(kind):
        place = int(value[first].cast(gdb.lookup_type("long"))
                    if first.type.strip_typedefs().code == gdb.TYPE_CODE_PTR
                    else pointer_of(value[first]).value)
        return Pointer(place & (1 << 64) - 1, kind)
    origin = number("__upc_origin", "unsigned long")
    return Pointer(int(value.address) - origin, first.type)


class Names:
    """Has ptype print shared types as the language has them."""

    name = "upc"
    enabled = True

    def instantiate(self):
        return self

    def recognize(self, kind):
        """Returns the name of KIND if it is shared."""
        return kind.name if is_pointer(kind) or is_array(kind) else None


# ---- What is pointed to, in words

def said(command):
    """Returns what gdb says to COMMAND, without what "set trace-commands" adds."""
    return re.sub(r"\A(\++.*\n)*", "", gdb.execute(command, to_string=True))


def static_object(address):
    """Returns the name of the static object at an address in each part, and
    how far from its beginning that is."""
    symbol = said("info symbol %d"
                  % (address + number("__upc_origin", "unsigned long")))
    found = re.match(r"(\S+)(?: \+ (\d+))? in section upc_shared", symbol)
    return (found.group(1), int(found.group(2) or 0)) if found else (None, 0)


def index_text(index, bounds):
    """Returns "[i][j]" for an element of an array with those BOUNDS."""
    text = ""
    for bound in reversed(bounds[1:]):
        index, rest = divmod(index, bound)
        text = "[%d]" % rest + text
    return "[%d]" % index + text


def plain(kind):
    """Returns KIND without names and qualifiers."""
    return kind.strip_typedefs().unqualified()


def member_text(kind, offset, target):
    """Returns ".member" for the TARGET, a type, that is at OFFSET in KIND."""
    kind = plain(kind)
    if offset == 0 and target is not None and (
            kind == plain(target) or target.code == gdb.TYPE_CODE_VOID):
        return ""
    if kind.code == gdb.TYPE_CODE_STRUCT and not is_pointer(kind):
        for field in kind.fields():
            start = field.bitpos // 8
            if field.name and start <= offset < start + max(1, field.type.sizeof):
                return "." + field.name + member_text(field.type, offset - start,
                                                      target)
    if kind.code == gdb.TYPE_CODE_ARRAY and kind.target().sizeof:
        index, rest = divmod(offset, kind.target().sizeof)
        return "[%d]" % index + member_text(kind.target(), rest, target)
    return "" if offset == 0 else " + %d bytes" % offset


def pointed_text(pointer):
    """Returns what POINTER points to, in words."""
    thread, _, address = pointer.parts()
    text = place_text(thread, address, pointer.unit)
    if pointer.is_row:
        inner = len(bounds_of(pointer.kind.name))
        text = re.sub(r"(\[0\]){%d}$" % inner, "", text)
    return text


def symbol_of(name):
    """Returns the symbol of a static object, which may be in one of the functions that
    the thread is in; or None."""
    frame = gdb.selected_frame()
    while frame:
        with contextlib.suppress(RuntimeError):
            symbol = gdb.lookup_symbol(name, frame.block())[0]
            if symbol:
                return symbol
        frame = frame.older()
    return gdb.lookup_static_symbol(name)


def place_text(thread, address, target):
    """Returns what is at ADDRESS in THREAD's part, of type TARGET: its name, or the
    address."""
    name, offset = static_object(address)
    if not name:
        return "address %#x" % address
    name = re.sub(r"\.\d+$", "", name)
    try:
        kind = symbol_of(name).type.strip_typedefs()
        if not is_array(kind):
            return name + member_text(kind, offset, target)
        first = Pointer(0, kind.fields()[0].type.strip_typedefs())
        size = first.unit.sizeof
        element, rest = divmod(offset, size)
        if first.block:
            rounds, phase = divmod(element, first.block)
            element = ((rounds * number("__upc_threads") + thread) * first.block
                       + phase)
        return (name + index_text(element, bounds_of(kind.name))
                + member_text(first.unit, rest, target))
    except (AttributeError, gdb.error):
        return name + (" + %d bytes" % offset if offset else "")


def is_text(kind):
    """Returns whether elements of type KIND are characters."""
    kind = kind.strip_typedefs()
    return kind.code == gdb.TYPE_CODE_INT and kind.sizeof == 1


def value_text(pointer):
    """Returns " = VALUE" if POINTER points to a number, a string or a pointer."""
    kind = pointer.unit.strip_typedefs()
    if (pointer.is_row or kind.sizeof == 0
            or kind.code in (gdb.TYPE_CODE_VOID, gdb.TYPE_CODE_STRUCT,
                             gdb.TYPE_CODE_UNION, gdb.TYPE_CODE_ARRAY)
            or not is_near(pointer.parts()[0])):
        return ""
    try:
        if is_text(kind) and pointer.block == 0:
            text = str(gdb.Value(place_of(pointer)[1]).cast(kind.pointer()))
            return " = " + re.sub(r"^0x[0-9a-f]+ (<[^>]*> )?", "", text)
        return " = " + str(pointer.target())
    except (gdb.error, gdb.GdbError, gdb.MemoryError):
        return " = <not readable>"


class PointerPrinter:
    """Prints <thread 2, phase 1, a[5]> = 15."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        try:
            pointer = pointer_of(self.value)
            if pointer.value == 0:
                return "<null>"
            thread, phase, address = pointer.parts()
            if thread >= number("__upc_threads"):
                return "<wild: thread %d of %d, phase %d, address %#x>" % (
                    thread, number("__upc_threads"), phase, address)
            return "<thread %d, phase %d, %s>%s" % (
                thread, phase, pointed_text(pointer), value_text(pointer))
        except (gdb.error, gdb.GdbError) as error:
            return "<%s>" % error


class ArrayPrinter:
    """Prints the elements of a shared array; or, with -flto, any object."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        try:
            number("__upc_threads")
            first = pointer_of(self.value)
            bounds = bounds_of(self.value.type.strip_typedefs().name)
            if not bounds:
                return str(first.target())
            if self.is_string():
                return gdb.Value(b"".join(bytes_at(first.moved(i))
                                          for i in range(bounds[0])),
                                 first.unit.array(bounds[0] - 1))
            return None
        except (gdb.error, gdb.GdbError) as error:
            return "<%s>" % error

    def is_string(self):
        """Returns whether it is a row of characters, and no huge one."""
        kind = self.value.type.strip_typedefs()
        bounds = bounds_of(kind.name)
        return (len(bounds) == 1 and 0 < bounds[0] <= 10000
                and is_text(pointer_of(self.value).unit))

    def children(self):
        bounds = bounds_of(self.value.type.strip_typedefs().name)
        if not bounds or self.is_string():
            return iter(())
        return rows(pointer_of(self.value), bounds)

    def display_hint(self):
        return "array"


def rows(pointer, bounds):
    """Makes the elements that POINTER points to one by one, with their names."""
    for i in range(bounds[0]):
        here = pointer.moved(i)
        yield "[%d]" % i, here.row_value() if here.is_row else here.target()


def printer(value):
    """Returns the printer of VALUE, if it is shared."""
    kind = value.type.unqualified().strip_typedefs()
    if is_pointer(kind):
        return PointerPrinter(value)
    if is_row(kind) or (is_array(kind) and value.address is not None):
        return ArrayPrinter(value)
    return None


# ---- Operators in gdb's expressions

# Where the operator that came last went, for &a[7].
LATEST = [None]


def went_to(pointer):
    LATEST[0] = pointer
    return pointer.target()


def address_of(value):
    """Returns the address of VALUE, which may be another node's."""
    if value.address is None:
        raise gdb.GdbError("this is too much of another node to look at by ->;"
                           " (*POINTER).MEMBER does that")
    return value.address


OPERATORS = {
    "operator[]": lambda p, i: went_to(p.moved(int(i))),
    "operator*": lambda p: went_to(p),
    "operator->": lambda p: address_of(went_to(p)),
    "operator+": lambda p, i: p.moved(int(i)).as_value(),
    "operator-": lambda p, i: p.moved(-int(i)).as_value(),
}
# Those between two pointers; the latter also with 0.
DIFFERENCE = "operator-"
COMPARISONS = {
    "operator==": lambda p, q: p.same_as(q),
    "operator!=": lambda p, q: not p.same_as(q),
    "operator<": lambda p, q: p.distance_from(q) < 0,
    "operator<=": lambda p, q: p.distance_from(q) <= 0,
    "operator>": lambda p, q: p.distance_from(q) > 0,
    "operator>=": lambda p, q: p.distance_from(q) >= 0,
}
UNARY = ("operator*", "operator->")


def nothing(kind):
    """Returns a value of type KIND that gdb says it cannot access."""
    if kind.code in (gdb.TYPE_CODE_PTR, gdb.TYPE_CODE_VOID):
        return gdb.Value(0).cast(kind)
    return gdb.Value(0).cast(kind.pointer()).dereference()


class Worker(gdb.xmethod.XMethodWorker):
    """One of those operators, for an object of type KIND."""

    def __init__(self, kind, name):
        self.kind = kind
        self.name = name

    def get_arg_types(self):
        if self.name in UNARY:
            return None
        return gdb.lookup_type("long")

    def get_result_type(self, *arguments):
        kind = self.kind.strip_typedefs()
        if is_array(kind):
            kind = kind.fields()[0].type.strip_typedefs()
        if self.name in ("operator+", "operator-"):
            return kind
        target = kind.fields()[0].type.strip_typedefs()
        if target.code == gdb.TYPE_CODE_PTR and self.name != "operator->":
            target = target.target()
        return target

    def __call__(self, value, *arguments):
        if value.type.code == gdb.TYPE_CODE_PTR:
            value = value.dereference()
        try:
            return gdb.Value(OPERATORS[self.name](pointer_of(value), *arguments))
        except (gdb.error, gdb.GdbError) as error:
            # What is raised here gdb takes for a fault of the script's.
            print(error)
            return nothing(self.get_result_type())


def operand(value, mine):
    """Returns VALUE as a pointer-to-shared like MINE: it may be one, or a number, or an
    address in this process, as that of an element, "&a[7]", is."""
    kind = value.type.strip_typedefs()
    if is_pointer(kind):
        return pointer_of(value)
    if kind.code != gdb.TYPE_CODE_PTR:
        return Pointer(int(value), mine.kind)
    place = int(value) - number("__upc_base", "unsigned long")
    its, latest = Pointer(place, mine.kind), LATEST[0]
    return (latest if latest and latest.block == mine.block and its.same_as(latest)
            else its)


class BetweenPointers(gdb.xmethod.XMethodWorker):
    """An operator between a pointer of type KIND and an operand of type OTHER."""

    def __init__(self, kind, name, other):
        self.kind = kind
        self.name = name
        self.other = other

    def get_arg_types(self):
        return self.other

    def get_result_type(self, *arguments):
        return gdb.lookup_type("long")

    def __call__(self, value, other):
        if value.type.code == gdb.TYPE_CODE_PTR:
            value = value.dereference()
        mine = pointer_of(value)
        its = operand(other, mine)
        if self.name == DIFFERENCE:
            return gdb.Value(mine.distance_from(its))
        return gdb.Value(int(COMPARISONS[self.name](mine, its)))


class Method(gdb.xmethod.XMethod):
    """What gdb shows in "info xmethod"."""

    def __init__(self):
        gdb.xmethod.XMethod.__init__(self, "operators")


class Matcher(gdb.xmethod.XMethodMatcher):
    """Finds them."""

    def __init__(self):
        gdb.xmethod.XMethodMatcher.__init__(self, "upc")
        self.methods = [Method()]

    def match(self, class_type, method_name):
        workers = []
        if method_name in OPERATORS and (is_pointer(class_type)
                                         or is_array(class_type)):
            workers.append(Worker(class_type, method_name))
        if is_pointer(class_type):
            others = []
            if method_name == DIFFERENCE or method_name in COMPARISONS:
                others = [class_type, unit_of(class_type)[0].pointer()]
            if method_name in COMPARISONS:
                others.append(gdb.lookup_type("long"))
            workers += [BetweenPointers(class_type, method_name, other)
                        for other in others]
        return workers or None


# ---- Commands

class Upc(gdb.Command):
    """What gdb does for UPC: upc print, upc threads, upc where."""

    def __init__(self):
        gdb.Command.__init__(self, "upc", gdb.COMMAND_DATA, gdb.COMPLETE_NONE,
                             True)


def show(prefix, value, operator=""):
    """Prints VALUE, or OPERATOR of it, as gdb prints what it remembers; PREFIX has
    options."""
    gdb.set_convenience_variable("_upc_value", value)
    gdb.execute("call %s%s$_upc_value" % (prefix, operator))


def is_at(value, pointer):
    """Returns whether VALUE is what POINTER points to, which may be a copy."""
    if pointer.is_row or value.type.sizeof != pointer.unit.sizeof:
        return pointer.is_row and is_row(value.type)
    _, here = place_of(pointer)
    if value.address is None:
        return here is None
    if here is not None:
        return int(value.address) == here
    return room(0) <= int(value.address) < room(2 * VALUES + COPIES)


def place_at(at):
    """Returns where in shared space the address AT is, which may be that of a
    copy; None if it is elsewhere."""
    copy, place, size = Room.latest
    if copy <= at < copy + size:
        return place + at - copy
    base = number("__upc_base", "unsigned long")	# 0 before the program runs
    place = at - base
    return place if base and place >= 0 and is_near(place >> bits()[0]) else None


def address_text(value):
    """Returns "&VALUE" in words, if that is in shared space; or None."""
    if is_array(value.type) and not is_row(value.type):
        return PointerPrinter(pointer_of(value).as_value()).to_string()
    place = None if value.address is None else place_at(int(value.address))
    if place is None:
        return None
    thread, address = divmod(place, 1 << bits()[0])
    is_number = value.type.strip_typedefs().code not in (
        gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION, gdb.TYPE_CODE_ARRAY)
    return "<thread %d, phase 0, %s>%s" % (
        thread, place_text(thread, address, value.type),
        " = %s" % value if is_number else "")


def far_name(name, value):
    """Returns NAME or, if its VALUE is in one piece on another node, other words for a
    copy of it."""
    base = number("__upc_base", "unsigned long")
    place = int(value.address) - base
    if not base or not 0 <= place < 1 << bits()[0] or is_near(0) \
            or value.type.sizeof > 2 * COPIES:
        return name
    copy = put_copy(got(place, value.type.sizeof), value.type)
    Room.latest = (int(copy.address), place, value.type.sizeof)
    gdb.set_convenience_variable("_upc_" + name, copy.address)
    return "(*$_upc_%s)" % name


def roomless_name(name, pointer, before, behind):
    """Returns NAME, that of a POINTER-to-shared in a register, or other words for it,
    where there is no room for a copy of it, as in a core file: what it points to may
    have an address."""
    if not before.strip() and not behind.strip():
        return name
    is_followed = (re.match(r"\s*->", behind)
                   or before.rstrip().endswith("*") and not re.match(r"\s*\[", behind))
    if not is_followed or pointer.is_row:
        raise gdb.GdbError("gdb cannot compute with %s here, which is in a register"
                           % name)
    target = pointer.target()
    if target.address is None:
        raise gdb.GdbError("what %s points to is on another node" % name)
    gdb.set_convenience_variable("_upc_" + name, target.address)
    return "$_upc_" + name


def size_text(found):
    """Returns "sizeof (a[1])" as a number if gdb computes that without effects: it does
    not look through pointers-to-shared then, and of a shared array, what the compiler
    tells is the size of a thread's part."""
    if EFFECTS.search(found.group(1)):
        return found.group(0)
    try:
        kind = gdb.parse_and_eval(placed(found.group(1))).type.strip_typedefs()
        size = kind.sizeof
        if is_array(kind):
            size = unit_of(kind)[0].sizeof
            for bound in bounds_of(kind.name):
                size *= bound
        return "%dUL" % size
    except gdb.error:
        return found.group(0)


def is_decayed(before, behind):
    """Returns whether an array counts as the pointer to its beginning between these:
    as an argument of a function, or an operand of - and comparisons."""
    return (re.search(r"(?<!sizeof)(\b\s*\(|,)\s*$", before)
            and re.match(r"\s*[,)]", behind)
            or re.search(r"(==|!=|\w\s*-|[])]\s*-)\s*$", before)
            and not re.match(r"\s*(\[|->|\.)", behind)
            or re.match(r"\s*(==|!=|-\s*[A-Za-z_])", behind))


def operand_length(text):
    """Returns how long the operand of a cast is that TEXT begins with."""
    begin = re.match(r"\s*[&*]*\s*(?:\$?\w+|(?=\())", text)
    end = begin.end() if begin else 0
    while begin:
        part = re.match(r"\s*(?:\.|->)\s*\w+", text[end:])
        opened = re.match(r"\s*[\[(]", text[end:])
        if part:
            end += part.end()
        elif opened:
            end += opened.end()
            depth = 1
            while depth and end < len(text):
                depth += (text[end] in "[(") - (text[end] in "])")
                end += 1
        else:
            break
    return end


INTEGER = (r"\b(?:short|long|int|unsigned|signed)\b"
           r"(?:\s+(?:short|long|int|unsigned|signed|char|double)\b)*")


def integer_name(found):
    """Returns the type of integers FOUND as GCC writes it."""
    words = found.group(0).split()
    if "char" in words or "double" in words:
        return " ".join(words)
    sizes = [word for word in words if word in ("short", "long")]
    return " ".join(sizes + ["unsigned"] * ("unsigned" in words) + ["int"])


def shared_type(name):
    """Returns the type of pointers-to-shared that a cast names."""
    name = re.sub(INTEGER, integer_name, name)
    name = re.sub(r"\s*\*", " *", re.sub(r"\s*\[", " [", " ".join(name.split()), 1))
    name = re.sub(r"\( \*\)\s*", "(*)", name)
    try:
        return gdb.lookup_type("struct " + name)
    except gdb.error:
        raise gdb.GdbError("the program has no type \"%s\"" % name)


def shared_pointer(expression, kind):
    """Returns the value of EXPRESSION as a pointer-to-shared of type KIND, as a cast or
    an assignment makes it."""
    LATEST[0] = None
    address = re.match(r"\s*&", expression)
    if address and operand_length(expression) < len(expression.rstrip()):
        address = None
    value = gdb.parse_and_eval(placed(expression[address.end():] if address
                                      else expression))
    its = LATEST[0] if address and LATEST[0] and is_at(value, LATEST[0]) else None
    if not its and (is_array(value.type) or not address and is_pointer(value.type)):
        its = pointer_of(value)
    if not its:
        code = value.type.strip_typedefs().code
        at = (value.address if address
              else value if code == gdb.TYPE_CODE_PTR else None)
        place = None if at is None else place_at(int(at))
        if place is None and (address or code != gdb.TYPE_CODE_INT or int(value)):
            raise gdb.GdbError("%s is not shared" % expression.strip())
        return Pointer(place or 0, kind)
    result = Pointer(its.value, kind)
    voids = [p.unit.code == gdb.TYPE_CODE_VOID for p in (its, result)]
    if not any(voids) and (its.block != result.block
                           or its.unit.sizeof != result.unit.sizeof):
        thread, _, address = its.parts()
        result.value = joined(thread, 0, address)
    return result


def private_address(expression):
    """Returns the address in this process of what the pointer-to-shared EXPRESSION
    points to, in words; EXPRESSION, if it is another one."""
    value = evaluated(placed(expression))
    if value is None or not (is_pointer(value.type) or is_array(value.type)):
        return expression
    pointer = pointer_of(value)
    if pointer.value and place_of(pointer)[1] is None:
        raise gdb.GdbError("the memory is another node's: it has no address here")
    return "%d" % (place_of(pointer)[1] if pointer.value else 0)


def without_casts(expression):
    """Returns EXPRESSION with other words for casts of pointers-to-shared, and to them,
    the innermost first."""
    for cast in reversed(list(re.finditer(CAST, expression))):
        behind = expression[cast.end():]
        length = operand_length(behind)
        if not length:
            continue
        operand = behind[:length]
        if "shared" in cast.group(0):
            kind = shared_type(cast.group(1))
            copy = shared_pointer(operand, kind).as_value()
            name = "_upc_cast_%d" % cast.start()
            gdb.set_convenience_variable(name, copy.address)
            new = "(*$%s)" % name
        else:
            new = cast.group(0) + private_address(operand)
        expression = expression[:cast.start()] + new + behind[length:]
    return expression


def with_addresses(expression):
    """Returns EXPRESSION with other words for addresses of what is shared within it,
    the innermost first: to gdb they are addresses in this process, which count
    otherwise."""
    for found in reversed(list(re.finditer(ADDRESS, expression))):
        behind = expression[found.end():]
        length = operand_length(behind)
        before, operand = expression[:found.start()], behind[:length]
        if not length or EFFECTS.search(operand) or not (before + behind[length:]).strip():
            continue
        LATEST[0] = None
        value = evaluated(placed(operand))
        pointer = LATEST[0]
        if value is None or pointer is None or not is_at(value, pointer):
            continue
        name, copy = "_upc_address_%d" % found.start(), pointer.as_value().address
        if copy is None:
            raise gdb.GdbError("gdb cannot compute with &%s here" % operand.strip())
        gdb.set_convenience_variable(name, copy)
        expression = before + "(*$%s)" % name + behind[length:]
    return expression


def assigned(expression):
    """Returns EXPRESSION with other words for what it assigns to a
    pointer-to-shared, if it does."""
    parts = re.match(r"([^=!<>?;\"']*[^-=!<>+*/%&|^?;\"'])=(?!=)(.*)$", expression, re.S)
    if not parts:
        return placed(expression)
    left, right = parts.groups()
    left = left if re.match(r"\s*\w+\s*$", left) else placed(left)
    target = evaluated(left)
    if target is None or not is_pointer(target.type):
        return placed(expression)
    kind = target.type.unqualified().strip_typedefs()
    value = gdb.Value(shared_pointer(right, kind).data(), kind)
    gdb.set_convenience_variable("_upc_value", value)
    return left + "= $_upc_value"


def placed(expression):
    """Returns EXPRESSION with other words for pointers-to-shared that are in
    registers, where gdb has no operators for them, for arrays that are arguments of
    functions, and for objects of another node.  Where anything shared is depends on
    THREADS, which is known when the program runs."""
    def word(found):
        name = found.group(0)
        try:
            value = gdb.parse_and_eval(name)
            if ((is_array(value.type) or is_pointer(value.type))
                    and not gdb.selected_thread()):
                raise gdb.GdbError("%s is shared, and the program is not running"
                                   % name)
            before, behind = expression[:found.start()], expression[found.end():]
            if is_array(value.type):
                if not is_decayed(before, behind):
                    return name
            elif value.address is not None:
                return far_name(name, value)
            elif not is_pointer(value.type):
                return name
            if value.is_optimized_out:
                if name == expression.strip():
                    return name
                raise gdb.GdbError("%s has been optimized out" % name)
            copy = pointer_of(value).as_value().address
            if copy is None:
                return roomless_name(name, pointer_of(value), before, behind)
            gdb.set_convenience_variable("_upc_" + name, copy)
            return "(*$_upc_%s)" % name
        except gdb.error:
            return name
    expression = with_addresses(without_casts(re.sub(SIZE, size_text, expression)))
    return re.sub(NAME, word, expression)


ADDRESS = r"(?:^|(?<=[(\[,=<>!+\-*/%?:|^~])|(?<=&&))\s*&(?!&)"
NAME = r"(?<![\w.$>])[A-Za-z_]\w*"
CAST = (r"\(\s*((?:(?:const|volatile|strict|relaxed|struct|union|unsigned|shared"
        r"(?:\s*\[[^]]*\])?)\s+|shared\s*\[[^]]*\])*\w+\s*(?:\*\s*)+"
        r"|[^()]*\bshared\b[^()]*\(\s*\*\s*\)[^()]*)\)(?=\s*[\w&*$(])")
SIZE = r"\bsizeof\s*(\((?:[^()]|\([^()]*\))*\)|[A-Za-z_]\w*(?:\[[^]]*\])*)"

# What an expression may do beside having a value: it is computed once only.
EFFECTS = re.compile(r"\+\+|--|\w\s*\(|(?<![=!<>])=(?!=)")


def evaluated(expression):
    """Returns the value of EXPRESSION; None if it has none, which gdb tells then."""
    try:
        return gdb.parse_and_eval(expression)
    except gdb.error:
        return None


class Print(gdb.Command):
    """Print the value of an expression: print [[OPTION]... --] [/FORMAT] [EXPRESSION]
This is gdb's print, which "help call" tells more of, and knows what is shared: its
addresses, print &a[7], and elements, print a[7]@3, are in shared space."""

    def __init__(self, name):
        gdb.Command.__init__(self, name, gdb.COMMAND_DATA,
                             gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument, from_tty):
        prefix, expression = re.match(r"((?:-.*?-- *)?(?:/\S+ *)?)(.*)", argument,
                                      re.S).groups()
        LATEST[0] = None
        try:
            self.show(prefix, assigned(expression))
        except gdb.error as error:
            raise gdb.GdbError(str(error))

    def show(self, prefix, expression):
        """Prints EXPRESSION, which may be an address, or elements."""
        first, _, count = expression.rpartition("@")
        if not (first and self.show_elements(prefix, first, count)
                or expression.startswith("&")
                and self.show_address(prefix, expression[1:])):
            gdb.execute("call " + prefix + expression)

    def show_address(self, prefix, expression):
        """Prints the address of EXPRESSION and returns True if that is shared, or must
        not be computed again."""
        value = evaluated(expression)
        latest = LATEST[0]
        if value is None:
            return False
        if latest and is_at(value, latest):
            copy = latest.as_value()
            if copy.address is None:
                show(prefix, copy)
            else:
                show(prefix, copy.address, "*")
            return True
        text = address_text(value)
        if text:
            print(text)
        elif EFFECTS.search(expression) and value.address is not None:
            show(prefix, value.address)
            return True
        return bool(text)

    def show_elements(self, prefix, expression, count):
        """Prints COUNT elements of an array, of which EXPRESSION is the first, and
        returns True if they are shared, or it must not be computed again."""
        value = evaluated(expression)
        first = LATEST[0]
        if value is None:
            return False
        is_shared = first and is_at(value, first)
        if not is_shared and (value.address is None or not EFFECTS.search(expression)):
            return False
        n = int(gdb.parse_and_eval(count))
        if n < 1:
            raise gdb.GdbError("there are no %d elements" % n)
        if not is_shared:
            show(prefix, value.address.cast(value.type.array(n - 1).pointer()), "*")
            return True
        kind = first.kind.fields()[0].type if first.is_row else first.unit
        show(prefix, gdb.Value(b"".join(bytes_at(first.moved(i)) for i in range(n)),
                               kind.array(n - 1)))
        return True


class Set(gdb.Command):
    """Set a variable: set variable VARIABLE = EXPRESSION.
A pointer-to-shared may be set to another one, to the address of what is shared, and
to 0."""

    def __init__(self):
        gdb.Command.__init__(self, "set variable", gdb.COMMAND_DATA,
                             gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument, from_tty):
        try:
            gdb.execute("call (void) (%s)" % assigned(argument))
        except gdb.error as error:
            raise gdb.GdbError(str(error))


class TypeOf(gdb.Command):
    """Print the type of an expression that print knows, also of pointers in registers."""

    def __init__(self, name):
        self.command = name
        gdb.Command.__init__(self, "upc " + name, gdb.COMMAND_DATA,
                             gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument, from_tty):
        try:
            gdb.set_convenience_variable("_upc_value",
                                         gdb.parse_and_eval(placed(argument)))
            gdb.execute("%s $_upc_value" % self.command)
        except gdb.error as error:
            raise gdb.GdbError(str(error))


class Value(gdb.Function):
    """$upc("EXPRESSION") is the value of the expression as print has it, for display,
conditions and scripts."""

    def __init__(self):
        gdb.Function.__init__(self, "upc")

    def invoke(self, expression):
        return gdb.parse_and_eval(placed(expression.string()))


class Part(gdb.Function):
    """$upc_threadof(POINTER), $upc_phaseof(POINTER) and $upc_addrfield(POINTER) are the
parts of a pointer-to-shared, or of one to an array, or to a part of an element."""

    def __init__(self, name, number):
        self.number = number
        gdb.Function.__init__(self, name)
        gdb.execute("macro define %s(p) $%s (p)" % (name, name))

    def invoke(self, pointer):
        kind = pointer.type.strip_typedefs()
        if is_pointer(kind) or is_array(kind):
            return pointer_of(pointer).parts()[self.number]
        place = place_at(int(pointer)) if kind.code == gdb.TYPE_CODE_PTR else None
        if place is None:
            raise gdb.GdbError("this is no pointer-to-shared")
        thread, address = divmod(place, 1 << bits()[0])
        return (thread, 0, address)[self.number]


def processes():
    """Returns the process of each thread that is on this machine."""
    if not gdb.selected_inferior().pid:
        raise gdb.GdbError("the program is not running")
    first = number("__upc_near_first", "unsigned int")
    result = {}
    place = number("__upc_debugger_processes", "unsigned long")
    for i in range(number("__upc_near_count", "unsigned int")):
        result[first + i] = int(gdb.parse_and_eval("*(int *) %d" % place))
        place += number("__upc_debugger_step", "unsigned long")
    return result


def mine():
    """Returns the number of UPC's thread that is selected; -1 if it is what waits for
    the threads."""
    return {process: thread for thread, process in processes().items()}.get(
        gdb.selected_inferior().pid, -1)


class Threads(gdb.Command):
    """List UPC's threads, with their processes; * is the one that is selected."""

    def __init__(self):
        gdb.Command.__init__(self, "upc threads", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        known = {i.pid: i.num for i in gdb.inferiors()}
        here = mine()
        for thread, process in sorted(processes().items()):
            print("%s thread %d  process %d%s" % (
                "*" if thread == here else " ", thread, process,
                "  inferior %d" % known[process] if process in known else ""))
        show_others()


SOURCES_OF_LIBRARIES = r"(\./)?src/(libupc|libgasp|models|tool|shared)/"
IN_LIBUPC = r"^(#\d+ +)(?:__)?(?:gasp_)?((?:b?upc|gasp)_\w+?)(?:_at)? \(.* at (?:src/libupc/|\S*/gasp-upc-\w+\.h).*"
OF_LIBRARIES = (r" at (%s|\S*/gasp-upc-\w+\.h:|\.\./sysdeps/|\.?\./(csu|io|misc|nptl|posix|stdlib)/)| from /"
                % SOURCES_OF_LIBRARIES)


def backtrace():
    """Returns the selected thread's calls, as gdb has them, but for what libraries do
    within one of the program's."""
    text = said("backtrace").rstrip("\n")
    calls = re.sub(r"(?m)^(#\d+ +)0x[0-9a-f]+ in ", r"\1", text).split("\n")
    own = [i for i, call in enumerate(calls)
           if " at " in call and not re.search(OF_LIBRARIES, call)]
    if own:
        calls = calls[max(own[0] - 1, 0):own[-1] + 1]
        if own[0]:
            calls[0] = re.sub(IN_LIBUPC, r"\1\2", calls[0])
    elif "__upc_main_returned" in text:
        return "(main has returned)"
    return "\n".join(calls)


def without_notices(function, *arguments):
    """Calls FUNCTION; gdb does not say which thread it selects meanwhile."""
    notices = "suppress-cli-notifications"
    try:
        before = gdb.parameter(notices)
    except RuntimeError:
        return function(*arguments)
    quietly("set %s on" % notices)
    try:
        return function(*arguments)
    finally:
        quietly("set %s %s" % (notices, "on" if before else "off"))


def quietly(command):
    """Has gdb do COMMAND without a word."""
    gdb.execute(command, to_string=True)


def in_core_file():
    """Returns whether it is a core file that gdb looks at."""
    connection = getattr(gdb.selected_inferior(), "connection", None)
    return connection is not None and connection.type == "core"


def backtrace_of(process):
    """Returns the calls in which PROCESS is."""
    if in_core_file():
        return "(not in this core file)"
    here, thread = gdb.selected_inferior().num, gdb.selected_thread()
    frame = gdb.selected_frame()
    known = [i.num for i in gdb.inferiors() if i.pid == process]
    try:
        if not known:
            quietly("add-inferior")
        quietly("inferior %d" % (known or [max(i.num for i in gdb.inferiors())])[0])
        if not known:
            quietly("attach %d" % process)
        return backtrace()
    except gdb.error as error:
        return "(%s)" % error
    finally:
        other = gdb.selected_inferior()
        if not known and other.pid:
            quietly("detach")
        quietly("inferior %d" % here)
        thread.switch()
        frame.select()
        if not known and other.num != here:
            quietly("remove-inferiors %d" % other.num)


def ranges(numbers):
    """Returns "0-2, 5" for 0, 1, 2 and 5."""
    parts = []
    for n in sorted(numbers):
        if parts and parts[-1][1] == n - 1:
            parts[-1][1] = n
        else:
            parts.append([n, n])
    return ", ".join(str(a) if a == b else "%d-%d" % (a, b) for a, b in parts)


def show_others():
    """Says which of UPC's threads are not on this node."""
    first = number("__upc_near_first", "unsigned int")
    end = first + number("__upc_near_count", "unsigned int")
    others = [*range(first), *range(end, number("__upc_threads"))]
    if others:
        print("thread%s %s: on another node (gasprun --debug=%d starts gdb there)"
              % ("s" if len(others) > 1 else "", ranges(others), others[0]))


class Where(gdb.Command):
    """Print in which calls UPC's threads on this machine are, together those
that are in the same ones."""

    def __init__(self):
        gdb.Command.__init__(self, "upc where", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        groups = {}
        here = mine()
        for thread, process in without_notices(processes).items():
            text = (backtrace() if thread == here
                    else without_notices(backtrace_of, process))
            key = re.sub(r"(?m)^#\d+ +|\(.*?\) (at|from)", r"\1", text)
            groups.setdefault(key, (text, []))[1].append(thread)
        for text, threads in sorted(groups.values(), key=lambda g: g[1]):
            print("thread%s %s:" % ("s" if len(threads) > 1 else "",
                                    ranges(threads)))
            print(text)
        show_others()


def is_told(event):
    """Explains the signal by which the other threads are heard (libupc's exit.c)."""
    if isinstance(event, gdb.SignalEvent) and event.stop_signal == "SIG61":
        print("(another thread of UPC has crashed, or ends the program)")


def is_followed(event):
    """gdb has followed the process that becomes a thread: no more from there."""
    def is_over(event):
        """It has ended: the program may be run again."""
        gdb.events.exited.disconnect(is_over)
        quietly("set follow-fork-mode child")

    if len(gdb.inferiors()) > 1 and gdb.parameter("detach-on-fork"):
        quietly("set follow-fork-mode parent")
        gdb.events.exited.connect(is_over)


def is_watched(breakpoint):
    """Names the fast way where gdb would watch something shared step by step."""
    if breakpoint.type == gdb.BP_WATCHPOINT and re.search(r"\[|\*|->",
                                                          breakpoint.expression):
        print("(gdb watches this step by step: \"watch -l %s\" is fast)"
              % breakpoint.expression)


def is_conditional(breakpoint):
    """Has a condition with pointers-to-shared computed as print does: they may be in
    registers, where gdb has no operators for them."""
    condition = breakpoint.condition
    if not condition or "$upc(" in condition or not breakpoint.location:
        return
    with contextlib.suppress(gdb.error, TypeError, RuntimeError):
        block = gdb.block_for_pc(gdb.decode_line(breakpoint.location)[1][0].pc)
        for name in re.findall(NAME, condition):
            symbol = gdb.lookup_symbol(name, block)[0]
            if symbol and symbol.type and is_pointer(symbol.type):
                breakpoint.condition = '$upc("%s")' % re.sub(r'(["\\])', r"\\\1",
                                                             condition)
                return


def is_in_libraries(breakpoint):
    """Leaves out a function of a library's that is called as the program's is."""
    places = getattr(breakpoint, "locations", [])	# since gdb 13
    ours = [place for place in places
            if place.source and re.match(SOURCES_OF_LIBRARIES, place.source[0])
            and not os.path.exists(place.fullname or place.source[0])]
    if len(ours) < len(places):
        for place in ours:
            if place.enabled:
                place.enabled = False


# What step does not go into.
LIBRARY = ("^(__upc_|__gasp_|bupc_|gasp_|upc_(a(ll_|lloc$|tomic_)|c(ast|ompare)|free|"
           "global_|lo(cal_|ck)|mem|n(b|otify)|poll|sync|t(hread|icks)|unlock|wait))")


def is_at_main(breakpoint):
    """Stops in the program's main, which libupc's calls."""
    if getattr(breakpoint, "location", None) not in ("main", "-qualified main"):
        return
    try:
        gdb.Breakpoint("upc_main", temporary=breakpoint.temporary)
        breakpoint.enabled = False
    except (gdb.error, RuntimeError):
        pass


def go_to_source():
    """Has list and break LINE mean the file with the program's main."""
    symbol = gdb.lookup_global_symbol("upc_main")
    if symbol:
        before = max(symbol.line - 6, 1)
        with contextlib.suppress(gdb.error):
            quietly("list '%s':%d,%d" % (symbol.symtab.filename, before, before))


def start():
    """Makes gdb's settings."""
    def warned(event):
        """gdb warns, once, that C++ is not the frame's language: nobody hears it."""
        gdb.events.stop.disconnect(warned)
        quietly("info line")

    gdb.pretty_printers.append(printer)
    gdb.types.register_type_printer(None, Names())
    gdb.xmethod.register_xmethod_matcher(None, Matcher(), True)
    for command in (Upc, Threads, Where):
        command()
    for name in ("print", "upc print"):
        Print(name)
    for name in ("ptype", "whatis"):
        TypeOf(name)
    Set()
    Value()
    for i, name in enumerate(("upc_threadof", "upc_phaseof", "upc_addrfield")):
        Part(name, i)
    for macro in ("MYTHREAD (*(int *) &__upc_mythread)",
                  "THREADS (*(int *) &%s)"
                  % ("__upc_threads_of_many_threads" if bits()[0] == 30
                     else "__upc_threads")):
        gdb.execute("macro define " + macro)
    quietly("skip -rfunction " + LIBRARY)
    quietly("set language c++")
    gdb.events.stop.connect(warned)
    if gdb.parameter("follow-fork-mode") == "parent" \
            and not gdb.selected_inferior().pid:
        quietly("set follow-fork-mode child")
    gdb.events.stop.connect(is_told)
    gdb.events.new_inferior.connect(is_followed)
    gdb.events.memory_changed.connect(is_set)
    gdb.events.breakpoint_created.connect(is_watched)
    gdb.events.breakpoint_created.connect(is_at_main)
    gdb.events.breakpoint_created.connect(is_in_libraries)
    gdb.events.breakpoint_created.connect(is_conditional)
    gdb.events.breakpoint_modified.connect(is_conditional)
    gdb.events.breakpoint_modified.connect(is_in_libraries)
    go_to_source()


# Once, though several files may name it.
if not hasattr(gdb, "gasp_upc"):
    gdb.gasp_upc = True
    start()
