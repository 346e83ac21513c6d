// extension.js - figures of a profile in Visual Studio Code: above functions what they
// took, behind lines what samples tell of them.
//
// SPDX-License-Identifier: Apache-2.0
//
// gasp report writes the profile as JSON; "gasp list fields" describes its fields.  Copy
// this directory to ~/.vscode/extensions/gasp-profile.

"use strict";

const vscode = require("vscode");
const path = require("path");
const { execFile } = require("child_process");

// Of each source file, by its absolute path: its functions, and lines with samples.
let files = new Map();
let changed, hotLine;

const setting = name => vscode.workspace.getConfiguration("gasp").get(name);

function timeText(ns) {
  for (const [size, unit] of [[1e9, "s"], [1e6, "ms"], [1e3, "\u00b5s"]])
    if (ns >= size * 0.9995) return (ns / size).toPrecision(3) + " " + unit;
  return ns + " ns";
}

const percentText = percent => percent.toFixed(percent < 10 ? 1 : 0) + " %";
const sign = isEstimate => isEstimate ? "~" : "";

// Names of source files are as the compiler was given them: from FOLDER, if not absolute.
function fileOf(folder, name) {
  const file = path.resolve(folder, name);
  if (!files.has(file)) files.set(file, { functions: [], lines: [] });
  return files.get(file);
}

function takeProfile(folder, profile) {
  files = new Map();
  const least = setting("minPercent");
  const samples = (profile["hot-lines"] || []).reduce((sum, r) => sum + r.count, 0);
  for (const row of profile.flat)
    if (row.kind === "function" && row.file && row.total_percent >= least)
      fileOf(folder, row.file).functions.push(row);
  for (const row of profile.lines)
    if (row.samples && row.file && 100 * row.samples / samples >= least)
      fileOf(folder, row.file).lines.push(
        { line: row.line, time: row.sampled_time, percent: 100 * row.samples / samples });
}

// ---- What is shown

// The title of FUNCTION's lens: what it took itself, and with what it called.
function lensTitle(f) {
  const own = f.running > 0 && f.waiting > 0
    ? `${timeText(f.running)} running, ${timeText(f.waiting)} waiting`
    : sign(f.self_estimated) + timeText(f.self);
  const calls = (f.calls_at_least ? "\u2265" : sign(f.calls_estimated))
    + f.calls.toLocaleString("en");
  return `${own} (${percentText(f.self_percent)}); with callees `
    + `${sign(f.total_estimated)}${timeText(f.total)}; ${calls} call${f.calls === 1 ? "" : "s"}`;
}

const lenses = {
  provideCodeLenses(document) {
    const file = files.get(document.uri.fsPath);
    return (file ? file.functions : [])
      .filter(f => f.line >= 1 && f.line <= document.lineCount)
      .map(f => new vscode.CodeLens(new vscode.Range(f.line - 1, 0, f.line - 1, 0),
        { title: lensTitle(f), command: "gasp.function", arguments: [f.function] }));
  }
};

function decorate(editor) {
  const file = editor && files.get(editor.document.uri.fsPath);
  if (!editor) return;
  editor.setDecorations(hotLine, (file ? file.lines : [])
    .filter(l => l.line >= 1 && l.line <= editor.document.lineCount)
    .map(l => ({
      range: editor.document.lineAt(l.line - 1).range,
      renderOptions: { after: {
        contentText: `  ${percentText(l.percent)}  ${timeText(l.time)}` } }
    })));
}

function showAll() {
  changed.fire();
  vscode.window.visibleTextEditors.forEach(decorate);
}

// ---- Commands

function load() {
  const folder = (vscode.workspace.workspaceFolders || [])[0];
  if (!folder) return Promise.resolve();
  const records = setting("records");
  const options = ["report", "--format=json", "--view=flat,lines"]
    .concat(records ? [records] : []);
  return new Promise(done => execFile(setting("command"), options,
    { cwd: folder.uri.fsPath, maxBuffer: 2 ** 30 }, (error, out, messages) => {
      if (error)
        vscode.window.showErrorMessage("gasp: " + (messages.trim() || error.message));
      else {
        const profile = JSON.parse(out);
        takeProfile(folder.uri.fsPath, profile);
        vscode.window.setStatusBarMessage(
          `GASP: ${timeText(profile.total_time)} of all threads, ${profile.records}`, 8000);
        showAll();
      }
      done();
    }));
}

function clear() {
  files = new Map();
  showAll();
}

// Shows callers, callees and lines of the function with this SIGNATURE.
function showFunction(signature) {
  const terminal = vscode.window.createTerminal({
    name: "gasp " + signature, shellPath: setting("command"),
    shellArgs: ["report", "--no-pager", "--function=" + signature, "--source"]
      .concat(setting("records") ? [setting("records")] : []) });
  terminal.show();
}

exports.activate = context => {
  changed = new vscode.EventEmitter();
  lenses.onDidChangeCodeLenses = changed.event;
  hotLine = vscode.window.createTextEditorDecorationType({
    after: { color: new vscode.ThemeColor("editorCodeLens.foreground") },
    overviewRulerColor: "#d95f02", isWholeLine: true });
  context.subscriptions.push(changed, hotLine,
    vscode.commands.registerCommand("gasp.load", load),
    vscode.commands.registerCommand("gasp.clear", clear),
    vscode.commands.registerCommand("gasp.function", showFunction),
    vscode.languages.registerCodeLensProvider({ scheme: "file" }, lenses),
    vscode.window.onDidChangeActiveTextEditor(decorate));
};
