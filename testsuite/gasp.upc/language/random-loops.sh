# Random loops over shared arrays do what they do over arrays of C: along rows, columns
# and diagonals, backwards, by THREADS, by pointers, with members for indices.
#
# SPDX-License-Identifier: Apache-2.0
#
# SEED and COUNT in the environment are other random numbers, and how many programs.
# What differs at a level is compared with C at that level: GCC's own interchange of
# loops (-O3) is wrong in rare cases.
#
# timeout: 3600
# check-all: compiles hundreds of programs

need python3

cat > generate.py <<'END'
import random, sys
rnd = random.Random (int (sys.argv[1]))
pick = rnd.choice
print ('#include "random.h"\n#ifndef __UPC__\n#define strict\n#endif')

class Array:
    """N elements for each thread, or rows of 6; INDEFINITE ones are as large as
    for four threads."""
    def __init__ (self, name):
        self.name, self.rows = name, rnd.random () < 0.4
        self.type = pick ("char,short,int,long,float,double,struct s,struct s".split (","))
        self.field = pick ([".a", ".d", ".b[2]"]) if self.type == "struct s" else ""
        self.block = pick (["", "cyclic", "*", "2", "3", "5", "6", "6", "12", "18"])
        size = "24" if self.block == "" else "6 * THREADS"
        self.bounds = "[%s][6]" % size if self.rows else "[2 * %s]" % size
        self.shared = "CYCLIC" if self.block == "cyclic" else "SHARED (%s)" % self.block
        print (pick (["", "", "strict "]) + self.shared, self.type,
               name + self.bounds + ";")
    def at (self, i, j="j"):
        return self.name + "[%s]" % i + ("[%s]" % j if self.rows else "")
    def value (self, i, j="j"):
        return self.at (i, j) + self.field

arrays = [Array ("a%d" % i) for i in range (7)]

def index ():
    return "i" + pick (["", "", "", " + 1", " - 2", " + 2"])

def head (variable, low, high, step=1):
    """Returns first, test and next of a loop, either way."""
    v, s = variable, step
    by = "%s += %d" % (v, s)
    if rnd.random () < 0.3:
        return "%s = %s - 1; %s >= %s; %s -= %d" % (v, high, v, low, v, s)
    test = pick ([v + " < " + high, high + " > " + v, v + " <= " + high + " - 1"])
    if s == 1:
        by = pick ([by, v + "++", "++" + v])
    return "%s = %s; %s; %s" % (v, low, test, by)

def affinity (a, i):
    return pick (["&" + a.at (i, pick (["0", "2"])), "&" + a.at (i, "3"), "i", "i / 3",
                  "2 * i + 1", "i % THREADS", "&" + pick (arrays).at ("i", "1"),
                  "(i + 6) / 2 % THREADS"])

def forall (text, whose):
    return "FORALL (%s, %s)" % (text.replace (";", ","), whose)

def source (a, i="i", j="j"):
    """Returns an expression with elements of arrays that are not A."""
    others = [x for x in arrays if x is not a]
    b, c = pick (others), pick (others)
    return "(long) (%s + 2 * %s + i) %% 97" % (b.value (pick ([i, index ()]), j),
                                               c.value (i, pick ([j, "1"])))

def loop (a, low, high):
    """Returns a statement that writes elements of A from row or number LOW up to HIGH;
    others are read up to two further."""
    i, step = index (), pick ([1, 1, 1, 2, 3])
    inner = "for (" + head ("j", "0", "6", pick ([1, 1, 2])) + ")" if a.rows else ""
    set = "%s = %s;" % (a.value (i), source (a))
    text = head ("i", low, high, step)
    kind = pick (["forall"] * 6 + ["pointer"] * 2
                 + "skips threads plain chain diagonal column member nested sum".split ())
    j = "long j = %d; " % rnd.randrange (6)
    if kind == "forall":
        return j + forall (text, affinity (a, i)) + " { %s %s }" % (inner, set)
    if kind == "skips":
        return j + forall (text, affinity (a, i)) + " { if (i %% 3 == 1) continue; %s }" % set
    if kind == "threads":
        return j + "UP_BY_THREADS (i, %s, i < %s) { %s %s }" % (low, high, inner, set)
    if kind == "chain":
        set = ("%s = (long) (%s * 3 + %s) %% 89;"
               % (a.value ("i"), a.value ("i - 1"), source (a)))
    if kind == "sum":
        set = "{ sum += %s; %s = sum %% 83; }" % (a.value (i), a.value ("i"))
    if kind == "diagonal" and a.rows:
        j, inner = "long j; ", "j = %s;" % pick (["i % 6", "5 - i % 6"])
        return j + forall (text, affinity (a, "i")) + " { %s %s = %s; }" \
               % (inner, a.value ("i"), source (a))
    if kind in ("column", "nested") and a.rows:
        outer = "for (" + head ("j", "0", "6") + ")"
        return "long j; " + outer + " " + forall (text, pick (["i", "&" + a.at (i)])) + " " + set
    if kind == "pointer" and not a.rows and a.block != "*":
        p, of = "%s %s *p; " % (a.shared, a.type), "(*p)" + a.field
        test = pick (["<", "!="]) if step == 1 else "<"
        way = "p = &%s; p %s &%s; p += %d" % (a.at (low), test, a.at (high), step)
        if rnd.random () < 0.4:
            return p + forall (way, "p") + " %s = %d;" % (of, rnd.randrange (90))
        return p + "if (ON (0)) { i = 0; for (%s) %s = i++ %% 17; }" % (way, of)
    if kind == "member":
        return j + ("struct { int k[2]; } x = { { 0, %s } }; if (ON (0)) for (i = 0; i < 3; i++)"
                    " { %s = %s; x.k[1]++; }" % (low, a.value ("x.k[1]"), source (a)))
    return j + "if (ON (THREADS - 1)) for (%s) { %s %s }" % (text, inner, set)

def emit (k):
    a = pick (arrays)
    low, high = pick ([("2", "6 * THREADS - 2"), ("low", "high"), ("2", "low + 1")])
    strict = pick (["", "", "#pragma upc strict\n"])
    print ("__attribute__ ((noinline)) static void\nf%d (long low, long high)\n{\n%s"
           "  %s i; long sum = 0; (void) sum;\n  %s\n}"
           % (k, strict, pick (["int", "long", "long"]), loop (a, low, high)))
    return a

loops = [emit (k) for k in range (12)]

def each (a, statement):
    """Prints a loop over all elements of A that others are compared in."""
    print ("  for (i = 0; i < 6 * THREADS; i++) for (j = 0; j < %s; j++) %s;"
           % ("6" if a.rows else "2",
              statement % a.value ("i" if a.rows else "i * 2 + j")))

print ("long i, j;\nstatic void show (int k)\n{\n  double sum = 0;\n  upc_barrier;")
for a in arrays:
    each (a, "if (ON (0)) sum += %s * (i * 7 + j + 1)")
print ('  if (ON (0)) printf ("%d %.0f\\n", k, sum);\n  upc_barrier;\n}\nint main (void)\n{')
for k, a in enumerate (arrays):
    each (a, "if (ON (0)) %s = (i * 5 + j + " + str (k) + ") %% 61")
print ("  show (-1);")
for k, a in enumerate (loops):
    low, high = rnd.randrange (2, 4), rnd.randrange (5, 7)
    print ("  f%d (%d, %d * THREADS - 2); show (%d);" % (k, low, high, k))
print ("  return 0;\n}")
END

# in_c LEVEL THREADS: what the program is to print, by C's compiler.
in_c ()
{
  run 0 "$TESTED_CC" -w "$1" -x c -I"$SOURCE/testsuite/random" -D"THREADS=$2" program.upc -o plain
  ./plain > "plain$1"
}
number=0 begin=${SEED:-1}
while [ $number -lt "${COUNT:-30}" ]; do
  seed=$((begin + number)) number=$((number + 1))
  python3 generate.py $seed > program.upc || fail "seed $seed: no program"
  set -- 1 3 4
  shift $((seed % 3))
  threads=$1
  in_c -O0 "$threads"
  [ "$(wc -l < plain-O0)" = 13 ] || fail "seed $seed: C prints too little"
  for level in -O0 -O1 -O2 -O3; do
    for static in "" "-T$threads"; do
      n=
      [ -n "$static" ] || n="-n $threads"
      # shellcheck disable=SC2086
      run 0 "$UPCC" -w $level $static -I"$SOURCE/testsuite/random" program.upc -o upc
      # shellcheck disable=SC2086
      run 0 timeout 60 ./upc $n
      cmp -s plain-O0 out && continue
      in_c $level "$threads"
      cmp -s plain-O0 plain$level || continue
      diff plain-O0 out
      fail "seed $seed, $level $static, $threads threads: not what C does"
    done
  done
done
