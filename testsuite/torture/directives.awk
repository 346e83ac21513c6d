# directives.awk - what a test file of GCC's says about how to run it.
#
# SPDX-License-Identifier: Apache-2.0
#
# Reads "{ dg-NAME ARGUMENT [{ target SELECTOR }] }" and prints "NAME ARGUMENT"
# for those that matter here.  It need not be exact: the test is made in the
# same way without the plugin, and what does not work then is left out.

BEGIN {
  wanted = "^(do|options|additional-options|additional-sources|" \
    "compile-aux-modules|set-target-env-var|shouldfail|extra-ld-options)$"
  elsewhere = "hppa|alpha|aarch64|arm[*-]|sh[*]|powerpc|s390|avr|darwin|" \
    "offload|nvptx|ia32|newlib|mips|sparc|vxworks|mingw|cygwin|solaris|aix|" \
    "bfin|cris|rs6000|riscv|run_expensive"
}

# Is SELECTOR for this machine?
function is_here(selector) {
  return selector ~ /!/ || selector ~ /x86_64/ || selector !~ elsewhere
}

# Take the first word from TEXT, and leave the others in rest.
function first_word(text,    end) {
  if (text ~ /^"/)
    end = index (substr (text, 2), "\"")
  else if (text ~ /^\{/)
    end = index (substr (text, 2), "}")
  else {
    match (text, /^[^ \t}]*/)
    rest = substr (text, RLENGTH + 1)
    return substr (text, 1, RLENGTH)
  }
  rest = substr (text, end + 2)
  return substr (text, 2, end - 1)
}

match ($0, /\{[ \t]*dg-[a-z-]+[ \t]*/) {
  name = substr ($0, RSTART, RLENGTH)
  gsub (/[ \t{]|dg-/, "", name)
  if (name !~ wanted)
    next
  argument = first_word(substr ($0, RSTART + RLENGTH))
  if (name == "set-target-env-var") {
    sub (/^[ \t]*/, "", rest)
    argument = argument "=" first_word(rest)
  }
  if (name == "do" && !is_here(rest))
    argument = "none"
  if (name == "do" || rest !~ /target/ || is_here(rest))
    print name, argument
}

# The .x files of c-torture are Tcl; what they add unconditionally:
/^l?(append|set) additional_flags "/ {
  match ($0, /"[^"]*"/)
  print "additional-options", substr ($0, RSTART + 1, RLENGTH - 2)
}
