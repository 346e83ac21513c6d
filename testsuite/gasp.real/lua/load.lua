-- Loading, dumping, environments, require, files, os.exit.
--
-- SPDX-License-Identifier: Apache-2.0

print (load ('return 1 + 1') (), load ('syntax error here'))
local f = load (string.dump (function (n) return n * 2 end))
print (f (21))
print (load ('x = 5 return x', 'chunk', 't', {}) (), x)
local name = os.tmpname ()
local h = assert (io.open (name, 'w'))
h:write ('line one\n', 2, '\n', 3.5, '\nreturn 7\n')
h:close ()
for l in io.lines (name) do io.write ('[', l, ']') end
print ()
h = io.open (name)
print (h:read ('l', 'n', 'n'), h:seek ('set', 5), h:read (3), h:read ('a'):len ())
h:close ()
os.remove (name)
print ((io.open (name)), select ('#', arg), arg[1], arg[2], #arg)
package.preload.mine = function (n) return { name = n } end
print (require ('mine').name, package.loaded.mine ~= nil)
print (os.time ({ year = 2020, month = 1, day = 1, hour = 12 }) > 0, os.getenv ('NO_SUCH_VARIABLE'))
local p = io.popen ('echo from a child')
print (p:read ('a'), p:close ())
io.stdout:write ('leaving\n')
os.exit (7, true)
