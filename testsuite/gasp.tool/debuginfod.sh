# What the debugging symbols of a stripped library would name is said, and they are
# downloaded if that is asked for, once; what a server does not have costs a message.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
need objcopy
need strip
need python3
ls /usr/lib/*/libdebuginfod.so.1 > /dev/null 2>&1 || unsupported "there is no libdebuginfod"
cat > lib.c <<'END'
__attribute__ ((noipa)) static void
hidden (long n)
{
  for (volatile long i = 0; i < n; i++);	/* hot */
}
void work (long n) { hidden (n); }
END
cat > prog.c <<'END'
extern void work (long);
int main (void) { work (150000000); }
END
cat > serve.py <<'END'
import http.server
server = http.server.HTTPServer (('127.0.0.1', 0), http.server.SimpleHTTPRequestHandler)
print (server.server_address[1], flush = True)
server.serve_forever ()
END
"$STOCK" -g -O1 -shared -fPIC -Wl,--build-id lib.c -o libhidden.so || fail "no library"
"$STOCK" -g -O1 -Wl,--build-id prog.c -o prog "$PWD/libhidden.so" || fail "no program"
id=$(readelf -n libhidden.so | sed -n 's/.*Build ID: //p')
mkdir -p served/buildid/"$id"
run 0 objcopy --only-keep-debug libhidden.so served/buildid/"$id"/debuginfo
run 0 strip libhidden.so prog
run 0 "$GASP" run -q ./prog

XDG_CACHE_HOME=$PWD/cache
export XDG_CACHE_HOME
run 0 "$GASP" report
has out 'unnamed functions of libhidden.so.*The debugging symbols of libhidden.so would name'
has out '^ *gasp report --debuginfod$'
[ ! -e cache ] || fail "it downloaded unasked"

(cd served && exec python3 "$OLDPWD"/serve.py) > port 2> served.log &
server=$!
trap 'kill $server' EXIT
wait_until test -s port
DEBUGINFOD_URLS=http://127.0.0.1:$(cat port)/
export DEBUGINFOD_URLS
run 0 "$GASP" report
hasnt out '  hidden'
run 0 "$GASP" report --debuginfod
has err "downloading debugging information of libhidden.so from $DEBUGINFOD_URLS"
has out 'in hidden \(lib.c:2\)'
has out '  gasp report --function=hidden'
kill $server
trap - EXIT

# Once is enough, also for lines; and servers may be out of reach.
run 0 "$GASP" report --function=hidden --source
has out "  [0-9]+  +$(grep -n '/\* hot' lib.c | cut -d: -f1)  "
XDG_CACHE_HOME=$PWD/none
run 0 "$GASP" report --debuginfod
has err 'nothing is downloaded: '
count 1 err 'downloading'
has out 'unnamed functions of libhidden.so'
