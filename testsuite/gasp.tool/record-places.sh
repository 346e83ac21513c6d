# Directories of records, and records, that are links, sockets, pipes, devices,
# another user's or not to be read: reported, or a message; nothing hangs, and
# nothing outside of the directory is written.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
profile 3 ./prog
record=$(ls profile/*.gasp)
unset GASP_OUTPUT

# Reading.
mkdir odd
cp "$record" odd/good.gasp
ln -s nowhere odd/dangling.gasp
ln -s . odd/directory.gasp
ln -s loop.gasp odd/loop.gasp
ln -s "../$record" odd/linked.gasp
mkfifo odd/pipe.gasp
mkdir odd/inside.gasp
: > odd/empty.gasp
ln -s /dev/zero odd/zero.gasp
ln -s /proc/self/mem odd/mem.gasp
cat > socket.c <<'EOF'
#include <sys/socket.h>
#include <sys/un.h>
int main (void)
{
  struct sockaddr_un a = { AF_UNIX, "odd/socket.gasp" };
  return bind (socket (AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *) &a, sizeof a) != 0;
}
EOF
run 0 gcc socket.c -o socket
run 0 ./socket
run 0 timeout 60 "$GASP" report odd
has out 'leaf'
for name in dangling directory loop pipe inside empty zero mem socket; do
  has err "odd/$name.gasp (cannot be|is not a|is empty)"
done
count 9 err .
ln -s odd link
run 0 timeout 60 "$GASP" report link
for name in odd/pipe.gasp odd/socket.gasp odd/empty.gasp /dev/zero /dev/null; do
  run 1 timeout 60 "$GASP" report $name
  has err "$name"
done
rm -rf empty
mkdir empty
run 1 "$GASP" report empty
has err 'empty'

# The newest one, where the names are taken by others.
mkdir here
(cd here
 ln -s nowhere gasp-out
 mkfifo gasp-out.2
 : > gasp-out.3)
(cd here && run 1 timeout 60 "$GASP" report && has err 'there is no gasp-out here')
(cd here && run 3 timeout 60 "$GASP" run ../prog && has err 'recorded 1 process in gasp-out.4')
(cd here && run 0 timeout 60 "$GASP" report && has out 'leaf')

# Writing: what is in the way is left alone; gasp run says so, and runs nothing.
mkfifo pipe
: > file
mkdir target
ln -s target to-directory
ln -s made to-nothing
ln -s /proc/self/nothing to-proc
for name in pipe file to-proc; do
  run 1 timeout 60 "$GASP" run -o $name ./prog
  hasnt out output
  has err "cannot write records into $name"
  run 3 timeout 60 "$GASP" run -o x env GASP_OUTPUT=$PWD/$name ./prog
  has out '^output$'
  has err "GASP_OUTPUT.*$name"
done
[ -p pipe ] || fail "the pipe is gone"
[ -f file ] && [ ! -s file ] || fail "the file is written"
run 3 timeout 60 "$GASP" run -o to-directory ./prog
[ -n "$(ls target)" ] || fail "nothing in the link's directory"
run 1 timeout 60 "$GASP" run -o to-nothing ./prog
hasnt out output

# Another user's, as a user.
if [ "$(id -u)" = 0 ] && command -v setpriv > /dev/null \
    && id nobody > /dev/null 2>&1; then
  chmod 755 . "$PWD/.."
  as="setpriv --reuid=nobody --regid=nogroup --clear-groups"
  if $as test -x ./prog && $as test -r "$BUILD/lib/libgasptool.so"; then
    mkdir closed mine theirs
    cp "$record" closed
    cp "$record" theirs/kept.gasp
    cp "$record" theirs/hidden.gasp
    chmod 700 closed
    chmod 600 theirs/hidden.gasp
    chmod 644 theirs/kept.gasp
    chmod 777 mine
    run 1 $as "$GASP" report closed
    has err 'closed.*Permission denied'
    run 0 $as "$GASP" report theirs
    has err 'hidden.gasp cannot be read: Permission denied'
    has out leaf
    for directory in closed theirs; do
      run 1 $as "$GASP" run -o $directory ./prog
      hasnt out output
      has err "cannot write records into $directory: Permission denied"
    done
    [ "$(ls closed theirs | wc -l)" = 6 ] || fail "something was written or moved"
    run 3 $as "$GASP" run -o mine/records ./prog
    run 0 $as "$GASP" report mine/records
    (cd theirs && run 1 $as "$GASP" run ../prog && hasnt out output \
      && has err 'cannot make a directory')
  fi
fi
