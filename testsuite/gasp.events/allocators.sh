# Other allocators in the C library's place.
#
# SPDX-License-Identifier: Apache-2.0

not_emulated "this machine's allocators"
cat > prog.cc <<'END'
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <thread>
#include <cstdio>
__attribute__ ((noipa)) static int work (int n)
{
  std::map<int, std::string> m;
  for (int i = 0; i < n; i++)
    m[i] = std::string (i, 'x');
  char *p = static_cast<char *> (std::malloc (100));
  p = static_cast<char *> (std::realloc (p, 100000));
  std::strcpy (p, "done");
  int length = std::strlen (p);
  std::free (p);
  return m.size () + length;
}
int main ()
{
  int sum[4];
  std::thread t[4];
  for (int i = 0; i < 4; i++)
    t[i] = std::thread ([i, &sum] { sum[i] = work (100 * i); });
  for (auto &thread : t)
    thread.join ();
  std::printf ("%d %d %d %d\n", sum[0], sum[1], sum[2], sum[3]);
  return 0;
}
END
libraries=
for name in libjemalloc.so.2 libtcmalloc_minimal.so.4; do
  library=$(ldconfig -p | sed -n "s|.*$name.* => ||p" | head -1)
  [ -z "$library" ] || libraries="$libraries $library"
done
[ -n "$libraries" ] || unsupported 'neither libjemalloc2 nor libtcmalloc-minimal4'
for mode in $(modes_of "$TEST"); do
  run 0 "$CXX" --profile -finstrument-gasp-functions=$mode -O1 -pthread prog.cc -o prog
  for library in $libraries; do
    echo "$library"
    LD_PRELOAD=$library run 0 ./prog
    has out '^4 104 204 304$'
    ln -sfn "$TOOLS" tools
    rm -f result
    GASP_TEST_RESULT=$PWD/result LD_PRELOAD="tools/check.so $library" run 0 ./prog
    has out '^4 104 204 304$'
    hasnt result '^violation'
    has result '^ok'
    rm -rf profile
    LD_PRELOAD=$library run 0 "$GASP" run -q -o profile ./prog
    has out '^4 104 204 304$'
    run 0 "$GASP" report --view=flat profile
    has out ' 4 .* work( |$)'
  done
done
