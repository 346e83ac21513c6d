# The example of an extension of Visual Studio Code shows what functions and lines took,
# by an imitation of the editor.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 120

. "$HERE/../lib/profile.sh"
need node
cat > prog.c <<'END'
volatile int sink;
static void
work (int n)
{
  for (int i = 0; i < n; i++)
    sink++;				/* HOT */
}
int
main (void)
{
  for (int i = 0; i < 100; i++)
    work (2000000);
}
END
run 0 "$CC" -g -O1 --profile prog.c -o prog
run 0 "$GASP" run -q --sample=time -o profile ./prog
mkdir -p node_modules/vscode
cat > node_modules/vscode/index.js <<'END'
class Range { constructor (...at) { this.at = at; } }
exports.Range = Range;
exports.CodeLens = class { constructor (range, command) { Object.assign (this, { range, command }); } };
exports.ThemeColor = class { };
exports.EventEmitter = class { constructor () { this.event = () => {}; } fire () { } };
const file = { uri: { fsPath: process.cwd () + "/prog.c" }, lineCount: 14,
	       lineAt: line => ({ range: new Range (line) }) };
const settings = { command: process.env.GASP, records: "profile", minPercent: 0.5 };
exports.test = { commands: {}, decorations: [], messages: [], file };
exports.workspace = { workspaceFolders: [{ uri: { fsPath: process.cwd () } }],
		      getConfiguration: () => ({ get: name => settings[name] }) };
exports.commands = { registerCommand: (name, f) => { exports.test.commands[name] = f; } };
exports.languages = { registerCodeLensProvider: (what, p) => { exports.test.provider = p; } };
exports.window = {
  createTextEditorDecorationType: () => ({}), onDidChangeActiveTextEditor: () => {},
  showErrorMessage: text => exports.test.messages.push (text),
  setStatusBarMessage: text => exports.test.messages.push (text),
  visibleTextEditors: [{ document: file, setDecorations: (type, list) => {
    exports.test.decorations = list; } }]
};
exports.test.settings = settings;
END
cp "$SOURCE/examples/vscode/extension.js" .
cat > drive.js <<'END'
const { test } = require ("vscode");
require ("./extension.js").activate ({ subscriptions: [] });
(async () => {
  await test.commands["gasp.load"] ();
  test.provider.provideCodeLenses (test.file).forEach (lens =>
    console.log ("lens", lens.range.at[0] + 1, lens.command.title, lens.command.arguments[0]));
  test.decorations.forEach (d =>
    console.log ("line", d.range.at[0] + 1, d.renderOptions.after.contentText));
  console.log ("status", test.messages[0]);
  test.commands["gasp.clear"] ();
  console.log ("left", test.decorations.length,
	       test.provider.provideCodeLenses (test.file).length);
  test.settings.records = "nowhere";
  await test.commands["gasp.load"] ();
  console.log ("error", test.messages[1]);
}) ();
END
GASP="$GASP" run 0 node drive.js
work=$(grep -n '^work' prog.c | cut -d: -f1)
has out "^lens $work ~?[0-9.]+ m?s \([0-9.]+ %\); with callees ~?[0-9.]+ m?s; 100 calls void work\(int\)$"
has out "^lens $(grep -n '^main' prog.c | cut -d: -f1) .*; 1 call int main"
hot=$(grep -n HOT prog.c | cut -d: -f1)
has out "^line ($hot|$((hot - 1)))   [0-9.]+ %  [0-9.]+ m?s$"
has out '^status GASP: [0-9.]+ m?s of all threads, .*profile$'
has out '^left 0 0$'
has out '^error gasp: .*nowhere'
run 0 node -e '
  const p = require (process.argv[1]);
  console.log (p.main, p.contributes.commands.map (c => c.command).join ());' \
  "$SOURCE/examples/vscode/package.json"
has out '^./extension.js gasp.load,gasp.clear$'
