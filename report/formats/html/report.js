// report.js - the report in a browser: figures, tabs, tables, sources.
//
// SPDX-License-Identifier: Apache-2.0
//
// The data is JSON in the page, see html.c.  summary.js has the first screen,
// changes.js that of a comparison, flame.js draws the flame graph, functions.js
// has functions below it, tree.js the call tree, matrix.js draws who communicates with
// whom, teams.js
// what threads of teams did, ranges.js what functions did when; state.js has the
// address and the keys, find.js what finds and prints.

"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);
// Where threads wait, self time has two parts: what ran has a metric of its own.
const runningMetric = data.metrics.findIndex(m => m.name === "time running");
const waitingMetric = data.metrics.findIndex(m => m.name === "time waiting");

// An element with text and children; never HTML from the data.
function element(name, attributes, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {}))
    if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== null) e.setAttribute(key, value);
  e.append(...children.filter(c => c !== null && c !== undefined));
  return e;
}

// ---- Numbers as a person reads them

function scaled(value, units) {
  let i = 0;
  while (i + 1 < units.length && Math.abs(value) < units[i][0] * 0.9995) i++;
  const x = value / units[i][0], size = Math.abs(x);
  const whole = i + 1 === units.length && Number.isInteger(x);
  return x.toFixed(whole ? 0 : size < 9.995 ? 2 : size < 99.95 ? 1 : 0)
    + "\u202f" + units[i][1];
}
const timeUnits = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]];
const byteUnits = [[2 ** 40, "TiB"], [2 ** 30, "GiB"], [2 ** 20, "MiB"],
                   [1024, "KiB"], [1, "B"]];
const format = {
  time: v => Math.abs(v) >= 0.005 ? scaled(v, timeUnits) : "0",
  bytes: v => v ? scaled(v, byteUnits) : "0",
  count: v => v.toLocaleString("en"),
  value: v => v.toLocaleString("en"),
  percent: v => v.toFixed(1),
  number: v => String(v),
  rank: v => String(v),
  flag: v => v ? "yes" : "",
  address: v => v,
  text: v => v === null ? "" : v,
  quantity: v => v === null ? "" : v
};
const isText = type => type === "text" || type === "address";

function percent(part, whole) {
  return whole > 0 ? (100 * part / whole).toFixed(1) + "\u202f%" : "";
}

// ---- Tables

const STEP = 100;

// Where TABLE has FIELD; -1 if it has none.
const columnOf = (table, field) =>
  table.columns.findIndex(c => c.field === field);

// The tab with the flame graph of what TABLE is about, where TEXT is found.
function flameOf(table, search) {
  if (table.name !== "part") return ["Flame graph", { search }];
  const { zoom, show, ...params } = Object.fromEntries(shownIn.get(currentTab));
  return [currentTab, { ...params, search }];
}

function cellOf(table, row, i) {
  const column = table.columns[i], value = row[i];
  const calls = columnOf(table, "calls");
  // Only samples have seen it, or all of its calls.
  const isSampled = calls >= 0 && row[table.columns[calls].estimate];
  const inPart = calls >= 0 && row[table.columns[calls].least];
  const isUncounted = i === calls ? inPart && !row[calls]
    : column.field === "per_call" ? inPart || isSampled
    : column.field === "time" && isSampled;
  // Only samples have seen the line.
  const sampled = columnOf(table, "sampled_time"), total = columnOf(table, "total");
  const isUnseen = sampled >= 0 && row[sampled] && !value && i !== sampled
    && !row[calls] && !row[total] && !isText(column.type);
  const isUnknown = (column.known && !row[column.known])
    || (row[column.least] && !value);
  const text = isUncounted || isUnseen || isUnknown ? ""
    : (row[column.least] ? "≥" : row[column.estimate] ? "~" : "")
    + format[column.type](value);
  const attributes = { class: isText(column.type) ? "" : "number" };
  if (column.type === "time" && value)
    attributes.title = Math.round(value).toLocaleString("en")
      + (row[column.error]
         ? " ± " + Math.round(row[column.error]).toLocaleString("en") : "") + " ns";
  if (column.type === "bytes" && value)
    attributes.title = value.toLocaleString("en")
      + (row[column.error] ? " ± " + row[column.error].toLocaleString("en") : "")
      + " bytes";
  const cell = element("td", attributes);
  if (column.type === "percent" && value > 0) {
    cell.classList.add("share");
    cell.style.setProperty("--share", Math.min(100, value).toFixed(1) + "%");
  }
  const full = column.field === "name"
    && row[columnOf(table, "function")];
  if (isOfNames(table, column)) {
    cell.className = "name";
    const parts = full ? cutName(text) : [text];
    cell.append(...(full && table.inFlame
      ? [element("a", { title: full + "\nshow in the flame graph",
                        href: addressOf(...flameOf(table, full)) }, ...parts)] : parts));
  } else if (/^(holder_)?location$|^earlier$/.test(column.field)) {
    cell.className = "place";
    cell.append(value && hasSource(value)
      ? element("a", { title: "show the source",
                       href: addressOf("Sources", { at: value }) }, text)
      : text);
  } else
    cell.append(text);
  return cell;
}

// The sum of ROWS, which are not shown, in the columns where that makes sense.
function rowOfRest(table, rows, shown) {
  const sum = table.columns.map(() => 0);
  table.columns.forEach((c, i) => {
    if (!c.sum) return;
    for (const r of rows) {
      sum[i] += Number(r[i]) || 0;
      if (c.error) sum[c.error] = Math.hypot(sum[c.error], r[c.error]);
      if (c.estimate) sum[c.estimate] |= r[c.estimate];
      if (c.least) sum[c.least] |= r[c.least];
      if (c.known) sum[c.known] |= r[c.known];
    }
  });
  let text = "the other " + rows.length;
  return element("tr", { class: "rest" }, ...shown.map(i => {
    const c = table.columns[i];
    if (c.sum) return cellOf(table, sum, i);
    const cell = element("td", {}, isText(c.type) ? text : "");
    if (isText(c.type)) text = "";
    return cell;
  }));
}

// A rank of another world is text, WORLD.RANK: after all ranks of the first.
function rankOrder(a, b) {
  const [x, y] = [a, b].map(v => typeof v === "string" ? v.split(".").map(Number) : [0, v]);
  return x[0] - y[0] || x[1] - y[1];
}

function compare(a, b, type) {
  return type === "rank" ? rankOrder(b, a)
    : isText(type) ? String(a || "").localeCompare(String(b || ""))
    : b - a;
}

// What says of a text whether it has TEXT, in capitals or not, or is as the regular
// expression TEXT says, if that looks like one.
function matcher(text) {
  const wanted = text.toLowerCase();
  let pattern = null;
  try {
    if (/[|^$[\]\\]|\.[*+]/.test(text)) pattern = new RegExp(text, "i");
  } catch { /* it is being typed */ }
  return t => t.toLowerCase().includes(wanted) || Boolean(pattern && pattern.test(t));
}

const hasText = (row, isWanted) =>
  row.some(v => typeof v === "string" && isWanted(v));

// Whether COLUMN of TABLE stays in sight where a screen is narrow.
function isOfNames(table, column) {
  return /^(path|code|lock)$/.test(column.field)
    || column.field === "name" && columnOf(table, "function") >= 0;
}

// TABLE with headings that sort, and a field to filter where it is long, which has
// TEXT in it first.
function makeTable(table, text, most = STEP) {
  const used = table.columns.map((c, i) =>
    table.rows.some(r => isText(c.type) || c.type === "quantity" ? r[i]
      : c.type === "rank" ? r[i] !== 0 && r[i] !== -1
      : c.type === "number" ? r[i] > 0 : r[i] !== 0));
  const obvious = i => /^(process|thread)$/.test(table.columns[i].field)
    && table.rows.every(r => r[i] === table.rows[0][i]);
  // The parts of self time first.
  const parts = columnOf(table, "running_percent") < 0 ? []
    : ["running", "running_percent", "waiting", "ready"];
  const rank = i => (parts.indexOf(table.columns[i].field) + 5) % 5;
  const shown = table.columns.map((c, i) => i)
    .filter(i => table.columns[i].heading && used[i] && !obvious(i))
    .sort((a, b) => rank(a) - rank(b) || a - b);
  let rows = table.rows.slice(), limit = most, key = -1, rising = false;
  const body = element("tbody"), head = element("tr");
  const count = element("small");
  const more = element("button", { class: "more", type: "button",
    onclick: () => { limit *= 10; fill(); } }, "Show more");
  const filter = table.rows.length < 15 && !text ? null
    : element("input", { type: "search", placeholder: "filter", value: text,
        "aria-label": "filter " + table.title, oninput: choose });
  function choose() {
    const isWanted = matcher(filter.value);
    rows = table.rows.filter(r => !filter.value || hasText(r, isWanted));
    sort();
  }
  function fill() {
    body.replaceChildren(...rows.slice(0, limit).map(r =>
      element("tr", {}, ...shown.map(i => cellOf(table, r, i)))));
    if (rows.length > limit) body.append(rowOfRest(table, rows.slice(limit), shown));
    more.hidden = rows.length <= limit;
    count.textContent = rows.length > 1 ? rows.length + " rows" : "";
  }
  function sort() {
    if (key >= 0) {
      const type = table.columns[key].type;
      rows.sort((a, b) => (rising ? -1 : 1) * compare(a[key], b[key], type));
    }
    fill();
  }
  for (const i of shown) {
    const column = table.columns[i], text = isText(column.type);
    const kind = !text ? "number" : isOfNames(table, column) ? "name" : "";
    const th = element("th", { class: kind, title: column.help },
      element("button", { type: "button", onclick: () => {
        rising = key === i ? !rising : false;
        key = i;
        for (const other of head.children) other.removeAttribute("aria-sort");
        th.setAttribute("aria-sort",
          rising === text ? "descending" : "ascending");
        if (!text) th.setAttribute("aria-sort",
          rising ? "ascending" : "descending");
        sort();
      } }, column.heading));
    head.append(th);
  }
  if (text) choose();
  else fill();
  if (!table.rows.length)
    return element("div", {}, element("h2", {}, table.title),
                   element("p", { class: "empty" }, "0 everywhere"));
  return element("div", {},
    element("h2", {}, table.title + " ", count),
    filter ? element("div", { class: "tools" }, filter) : null,
    element("div", { class: "table" },
      element("table", { class: "data" }, element("thead", {}, head), body)),
    more);
}

// ---- Sources

function splitLocation(location) {
  const colon = location.lastIndexOf(":");
  return [location.slice(0, colon), Number(location.slice(colon + 1))];
}

const sources = new Map(data.sources.map(s => [s.file, s]));
const hasSource = location => sources.has(splitLocation(location)[0]);

// Of each line: what samples tell, and what begins there.
const figureColumns = [["sampled_time", "time"], ["samples", "count"],
                       [runningMetric > 0 ? "running" : "self", "time"],
                       ["total", "time"],
                       ["calls", "count"], ["bytes", "bytes"]];
const figureHeadings = { sampled_time: "sampled" };

// The lines table's figures of FILE, by line, and whether there were more calls.
function figuresOf(file) {
  const table = data.tables.find(t => t.name === "lines");
  const at = field => columnOf(table, field);
  const fileAt = at("file"), lineAt = at("line");
  const columns = figureColumns.map(([field]) => at(field));
  return new Map(table.rows.filter(r => r[fileAt] === file)
    .map(r => [r[lineAt], Object.assign(columns.map(c => r[c]),
      { least: r[at("calls_at_least")] })]));
}

// All samples, and the part of them that are on a line of FIGURES, as a bar.
const SAMPLES = 1;
const allSamples = data.tables.filter(t => t.name === "hot-lines")
  .flatMap(t => t.rows.map(r => r[columnOf(t, "count")]))
  .reduce((sum, count) => sum + count, 0);

// The figure by which a line is the hottest of its file.
const hottest = allSamples ? SAMPLES : 2;

// What of the time, or else of the samples, each line of FILE has in all functions, in per
// cent.
function heatByLine(file) {
  const heat = new Map();
  for (const r of rowsOf("hot-lines"))
    if (r.file === file) heat.set(r.line, (heat.get(r.line) || 0) + r.percent);
  return heat;
}

function heatBar(part) {
  const cell = element("td", { class: "number heat" },
    part ? part.toFixed(1) : "");
  cell.style.setProperty("--share", Math.min(100, part).toFixed(1) + "%");
  return cell;
}

function sourceLine(text, number, figures, used, share, part) {
  const row = element("tr", { id: "L" + number });
  if (allSamples) row.append(heatBar(part));
  used.forEach(i => {
    const value = figures ? figures[i] : 0;
    const sign = figures?.least && figureColumns[i][0] === "calls" ? "\u2265" : "";
    const cell = element("td", { class: "number" + (value ? " figure" : "") },
      value ? sign + format[figureColumns[i][1]](value) : "");
    if (value) cell.style.setProperty("--share", share(i, value));
    row.append(cell);
  });
  row.append(element("td", { class: "n" }, String(number)),
             element("td", { class: "code" }, text));
  return row;
}

function fillSource(line) {
  const source = sources.get($("source-file").value);
  if (!source) return;
  const figures = figuresOf(source.file), heat = heatByLine(source.file);
  const most = figureColumns.map((c, i) =>
    Math.max(0, ...[...figures.values()].map(f => f[i])));
  const used = most.map((m, i) => i).filter(i => most[i] > 0);
  const share = (i, value) => (0.06 + 0.4 * value / most[i]).toFixed(3);
  const head = element("tr", {}, allSamples ? element("th", {}, "%") : null,
    ...used.map(i => element("th", {}, figureHeadings[figureColumns[i][0]]
                                       || figureColumns[i][0])),
    element("th"), element("th"));
  const body = element("tbody");
  source.lines.forEach((text, i) =>
    body.append(sourceLine(text, i + 1, figures.get(i + 1), used, share,
                           heat.get(i + 1))));
  $("source-note").textContent = source.note || "";
  $("source-text").replaceChildren(element("table", { class: "source" },
    element("thead", {}, head), body));
  const hot = line || [...figures.entries()]
    .sort((a, b) => b[1][hottest] - a[1][hottest]).map(([l]) => l)[0];
  noteState({ at: source.file + ":" + (line || "") });
  const row = document.getElementById("L" + hot);
  if (row) {
    row.classList.toggle("at", !!line);
    row.scrollIntoView({ block: line ? "center" : "nearest" });
  }
}

// The file with the line that has most samples, or else took the most time by itself.
function hottestFile() {
  const table = data.tables.find(t => t.name === "lines");
  const at = field => columnOf(table, field);
  const self = at(allSamples ? "samples" : "running"), file = at("file");
  let best = null;
  for (const row of table.rows)
    if (sources.has(row[file]) && (!best || row[self] > best[self])) best = row;
  return best ? best[file] : data.sources[0].file;
}

function openSources(params, restore) {
  if ($("source-text").firstChild && !restore) return;
  const [file, line] = splitLocation(params.get("at") || ":");
  $("source-file").value = sources.has(file) ? file : hottestFile();
  fillSource(sources.has(file) ? line : 0);
}

// ---- Tabs

const tabs = new Map();

function addTab(name, section, open) {
  const button = element("button", { role: "tab", type: "button",
    tabindex: -1, "aria-controls": section, onclick: () => openTab(name) }, name);
  $("tabs").append(button);
  tabs.set(name, { button, section, open });
}

// RESTORE what the address asks for, else as the tab was when it was open last.
function openTab(name, restore) {
  for (const [other, tab] of tabs) {
    tab.button.setAttribute("aria-selected", other === name);
    tab.button.tabIndex = other === name ? 0 : -1;
    $(tab.section).hidden = true;
  }
  const tab = tabs.get(name), before = tabs.get(currentTab);
  // The graph is the same below the summary.
  if (!restore && before && before.open === openFlame && tab.open === openFlame)
    shownIn.set(name, shownIn.get(currentTab));
  currentTab = name;
  $("tip").hidden = true;
  $(tab.section).hidden = false;
  $("summary").hidden = name !== "Summary";
  $("ranges").hidden = tab.open !== openRanges;
  $(tab.section).setAttribute("aria-label", name);
  noteState({});
  tab.open(shownIn.get(name), restore);
}

const viewNames = { diff: "Changes", flat: "Functions", callers: "Callers",
  lines: "Lines", faults: "Page faults", memory: "Memory",
  events: "User events", counters: "Counters", peers: "Communication", omp: "OpenMP",
  devices: "Devices",
  blocking: "Waiting", threads: "Threads" };

// Without OpenMP, locks are beside what else threads wait for; and, of a process by
// itself, so is the critical path, after these.
function placeTables() {
  const has = (view, but) => data.tables.some(t => t.view === view && t.rows.length
                                                   && !but.includes(t.name));
  const move = (names, view) => data.tables.filter(t => names.includes(t.name))
    .forEach(t => { t.view = view; });
  const ofLocks = ["team-locks", "lock-blame"];
  const shared = has("omp", ofLocks) ? "omp" : "blocking";
  if (shared === "blocking")
    move(ofLocks, shared);
  const isPath = t => t.name === "critical-path";
  if (!has("peers", ["critical-path"])) {
    move(["critical-path"], shared);
    data.tables.sort((a, b) => isPath(a) - isPath(b));
  }
}

// One table for each counter, of rows that have counted something.
function splitCounters(table) {
  const at = field => columnOf(table, field);
  const name = at("counter"), unit = at("unit"), total = at("total");
  return [...new Set(table.rows.map(r => r[name]))].map(counter => {
    const rows = table.rows.filter(r => r[name] === counter);
    return { ...table, rows: rows.filter(r => r[total]),
      title: counter + (rows[0][unit] ? " (" + rows[0][unit] + ")" : "") };
  });
}

function openView(view, params) {
  const mine = data.tables.filter(t => t.view === view && t.rows.length
                                       && t.name !== "grid")
    .flatMap(t => t.name === "counters" ? splitCounters(t) : [t]);
  const threads = mine.find(t => t.name === "team-threads");
  const drawn = mine.find(t => t.name === "matrix-groups")
    || mine.find(t => t.name === "matrix") || {};
  $("tables").replaceChildren(...(threads ? [makeTeams(threads)] : []),
    ...mine.map(t => t.name === drawn.name
      ? makeMatrix(t, makeTable(t)) : makeTable(t, params && params.get("filter"))));
  const wanted = mine.findIndex(t => t.name === (params && params.get("table")));
  if (wanted > 0)
    $("tables").children[wanted + (threads ? 1 : 0)].scrollIntoView();
}

function start() {
  placeTables();
  // UPC's loops are shared work, too.
  if (!data.tables.some(t => t.name === "team-threads" && t.rows.length))
    viewNames.omp = "Shared work";
  document.title = data.program + " \u2013 " + data.kind;
  $("kind").textContent = data.kind;
  $("program").textContent = data.program;
  for (const [name, value] of data.facts.filter(f => f[0] !== "Result"))
    $("facts").append(element("div", {}, element("dt", {}, name),
                              element("dd", {}, value)));
  for (const text of data.messages)
    $("messages").append(element("p", {}, text));
  if (data.figures || comparesRuns()) {
    addTab("Summary", "flame", openFlame);
    if (comparesRuns()) fillChanges();
    else fillSummary();
  }
  addTab("Flame graph", "flame", openFlame);
  addTab("Call tree", "tree", openTree);
  if (data.ranges && data.ranges.functions.length)
    addTab("Time ranges", "flame", openRanges);
  for (const [view, name] of Object.entries(viewNames))
    if (data.tables.some(t => t.view === view && t.rows.length))
      addTab(name, "tables", params => openView(view, params));
  if (data.sources.length) {
    for (const s of data.sources)
      $("source-file").append(element("option", {}, s.file));
    $("source-file").addEventListener("change", () => fillSource());
    addTab("Sources", "sources", openSources);
  }
  prepareFinder();
  $("tabs").addEventListener("keydown", tabKey);
  $("show-keys").addEventListener("click", toggleHelp);
  addEventListener("keydown", pressed);
  addEventListener("hashchange", followAddress);
  followAddress();
}

document.addEventListener("DOMContentLoaded", start);
