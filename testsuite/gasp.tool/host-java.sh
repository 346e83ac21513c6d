# A Java program with native methods: their calls, and samples of Java's methods by the
# names that the virtual machine wrote for perf.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/native.sh"
not_emulated "gasp runs programs of this machine"
javac=$(readlink -f "$(command -v javac || echo none)")
include=${javac%/bin/javac}/include
[ -f "$include/jni.h" ] || unsupported "no Java, or not its headers"
java -XX:+UnlockDiagnosticVMOptions -XX:+DumpPerfMapAtExit -version > err 2>&1 \
  || unsupported "this Java writes no functions for perf"
native_library -o libnative.so
cat > jni.c <<'END'
#include <jni.h>
#include "native.h"
JNIEXPORT jdouble JNICALL
Java_Host_work (JNIEnv *env, jclass of, jint n)
{
  (void) env, (void) of;
  return native_work (n);
}
END
run 0 "$CC" --profile -O1 -g -fPIC -shared -I"$include" -I"$include/linux" jni.c \
  -o libjni.so -L. -lnative -Wl,-rpath,"$PWD"
cat > Host.java <<'END'
public class Host {
  static native double work (int n);
  static double ofJava (int n)
  {
    double sum = 0;
    for (int i = 0; i < n; i++)
      sum += Math.sqrt (i % 1000 + sum * 1e-9);
    return sum;
  }
  public static void main (String[] arguments)
  {
    System.loadLibrary ("jni");
    double sum = 0;
    for (int i = 0; i < 100; i++)
      sum += work (500) + ofJava (300000);
    System.out.println (sum > 0);
  }
}
END
javac Host.java > err 2>&1 || unsupported "javac does not work"
profile 0 java -Djava.library.path=. -XX:+UnlockDiagnosticVMOptions \
  -XX:+DumpPerfMapAtExit Host
has out '^true$'
[ "$(figure calls 'double mix(double)')" = 50000 ] || { cat csv; fail "calls of mix"; }
[ "$(figure total_samples Host.ofJava)" -ge 5 ] \
  || [ "$(figure total_samples 'double Host.ofJava(int)')" -ge 5 ] \
  || { cat csv; fail "Java's method has no samples"; }

# Without these options, the report says what gives the names.
profile 0 java -Djava.library.path=. Host
run 0 "$GASP" report --view=findings profile
has out 'gasp run java -XX:\+UnlockDiagnosticVMOptions -XX:\+DumpPerfMapAtExit -Djava'
