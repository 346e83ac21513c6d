// summary.js - the first screen: what stands out, key figures, what took most.
//
// SPDX-License-Identifier: Apache-2.0
//
// All of it is in the tables and figures that others show whole.  Uses what report.js
// defines.

"use strict";

const tableOf = name => data.tables.find(t => t.name === name);

// The rows of table NAME, as objects.
function rowsOf(name) {
  const table = tableOf(name);
  return table ? table.rows.map(r =>
    Object.fromEntries(table.columns.map((c, i) => [c.field, r[i]]))) : [];
}

// What stands in front of FIELD of table NAME's ROW: whether it is an estimate.
const signOf = (row, field) => row[field + "_estimated"] ? "~" : "";

function card(title, more, ...children) {
  return element("section", { class: "card" },
    element("h2", {}, title, " ", more || null), ...children);
}

// A link to the tab that has table NAME, and to the table in it.
function tableLink(name, text) {
  const table = tableOf(name), tab = table && viewNames[table.view];
  return tab ? element("a", { href: addressOf(tab, { table: name }) }, text) : null;
}

// Nothing where there is none, as "(not instrumented)".  Where there is little room, the
// directory is left out, then the file's name is cut, not the line.
function placeLink(location) {
  if (!location || location.startsWith("(")) return element("span", { class: "place" });
  const [file, ...line] = location.split(/(?=:\d+$)/);
  const [, directory, base] = /^(.*\/)?(.*)$/.exec(file);
  const parts = [element("span", { class: "directory" }, directory || ""),
                 element("span", { class: "file" }, base),
                 element("span", { class: "line" }, ...line)];
  return hasSource(location)
    ? element("a", { class: "place", title: location + "\nshow the source",
                     href: addressOf("Sources", { at: location }) }, ...parts)
    : element("span", { class: "place", title: location }, ...parts);
}

// ---- What stands out

function findingItem(finding) {
  const tables = finding.view.split(",").map(tableOf).filter(table => table);
  const item = element("li", { class: finding.rule },
    element("p", {}, finding.text),
    element("p", { class: "more-of-it" }, placeLink(finding.location),
      placeLink(finding.cause), ...tables.map(t => tableLink(t.name, t.title)),
      element("code", {}, finding.command)));
  item.style.setProperty("--share", Math.min(100, finding.percent).toFixed(1) + "%");
  return item;
}

// ---- Key figures

function figureItem({ name, value, note, share }) {
  // A place is broken before its line.
  const [first, ...rest] = value.split(/(?=:\d+$)/);
  const item = element("div", {}, element("dt", {}, name),
    element("dd", value.length > 10 ? { class: "long" } : {}, first,
            ...rest.flatMap(part => [element("wbr"), part])),
    note ? element("dd", { class: "note", title: note }, note) : null);
  if (share !== undefined) {
    item.className = "shared";
    item.style.setProperty("--share", Math.min(100, share).toFixed(1) + "%");
  }
  return item;
}

// ---- What took most

// The last part of NAME, which is what tells C++'s functions apart, and Go's: these
// begin with the path of a package.
function lastOfName(name) {
  let depth = 0, at = (/^([\w.~%-]+\/)+(?=[\w~%-]+\.)/.exec(name) || [""])[0].length;
  for (let i = 0; i < name.length; i++) {
    depth += "<(".includes(name[i]) - ">)".includes(name[i]);
    if (!depth && name.startsWith("::", i))
      at = i + 2;
  }
  return name.slice(at);
}

// NAME, in parts of which the last one is cut last.
function cutName(name) {
  const last = lastOfName(name);
  return [element("span", { class: "qualifier" },
                  name.slice(0, name.length - last.length)),
          element("span", { class: "last" }, last)];
}

// A row with a bar that is SHARE per cent wide.
function barRow(name, share, value, location) {
  const row = element("li", {}, element("span", { class: "what" }, name),
    element("span", { class: "value" }, value), placeLink(location));
  row.style.setProperty("--share", Math.min(100, share).toFixed(1) + "%");
  return row;
}

// Those of a card have a column for places if one has a place.
function bars(rows) {
  const hasPlaces = rows.some(row => row.querySelector(".place").textContent);
  return element("ol", { class: "bars" + (hasPlaces ? "" : " without-places") }, ...rows);
}

// Of ROWS the COUNT largest by FIELD that have any of it.
function largest(rows, field, count) {
  return rows.filter(r => r[field] > 0).sort((a, b) => b[field] - a[field])
    .slice(0, count);
}

// The functions that take the most time, with their lines: which library one is in, or
// which region a construct, is of less use there than names in full.
function topFunctions() {
  const field = runningMetric > 0 ? "running" : "self";
  const share = r => r[field + "_percent"];
  const rows = largest(rowsOf("flat"), field, 8).filter(r => share(r) >= 0.05);
  const name = r => r.kind === "other" ? r.name
    : element("a", { title: r.function + "\nshow in the flame graph",
                     href: addressOf("Flame graph", { search: r.function }) },
              ...cutName(r.name));
  return rows.length ? card("Functions", tableLink("flat", "all"), bars(rows.map(r =>
    barRow(name(r), share(r), signOf(r, field)
      + format.time(r[field]) + "  " + share(r).toFixed(1).padStart(5) + "\u202f%",
      /:\d+$/.test(r.location) ? r.location : "")))) : null;
}

// What TABLE has most of in FIELD, added up where what NAMEOF makes of the rows and the
// place are the same; rows that it makes nothing of are left out.
function sumCard(title, table, field, nameOf, show) {
  const sums = new Map();
  let all = 0, allSign = "";
  for (const r of rowsOf(table).filter(nameOf)) {
    const name = nameOf(r), key = name + "|" + r.location;
    const sum = sums.get(key) || { name, location: r.location, value: 0, sign: "" };
    sum.value += r[field];
    sum.sign ||= signOf(r, field);
    sums.set(key, sum);
    all += r[field];
    allSign ||= sum.sign;
  }
  const rows = largest([...sums.values()], "value", 4);
  return rows.length ? card(title + ": " + allSign + show(all), tableLink(table, "all"),
    bars(rows.map(r => barRow(r.name, 100 * r.value / all, r.sign + show(r.value),
                              r.location)))) : null;
}

// A lock's name; or what takes it, if it has none.
function lockOf(row) {
  return /^(0x|\()/.test(row.lock) ? row.event : row.lock;
}

// The function that allocated what ROW is of; or the allocation, outside of all; nothing
// of what is not the program's own.
function callerOf(row) {
  if (row.by_runtime)
    return "";
  const [allocation, caller] = row.path.split(" < ");
  return caller || allocation;
}

// A process's program, where there are several.
function programsOf(processes) {
  const names = new Set(processes.map(p => p.program));
  return p => names.size > 1 ? p.program.slice(p.program.lastIndexOf("/") + 1) : "";
}

function fillSummary() {
  $("findings").replaceChildren(...rowsOf("findings").map(findingItem));
  $("figures").replaceChildren(...data.figures.map(figureItem));
  const time = format.time, event = r => r.event;
  // UPC's locks have a card of their own.
  const locks = new Set(rowsOf("locks").map(event));
  const sender = r => locks.has(r.event) ? "" : r.event;
  const awaited = r => r.object || r.event;
  const cards = [topFunctions(),
    sumCard("Programs", "processes", "processor", programsOf(rowsOf("processes")), time),
    sumCard("Not freed", "leaks", "bytes", callerOf, format.bytes),
    sumCard("Waiting for processes", "barriers", "waiting", event, time),
    sumCard("Waiting for senders and locks", "late-senders", "waiting", sender, time),
    sumCard("Waiting for locks", "team-locks", "waited", lockOf, time),
    sumCard("Waiting for locks", "locks", "time", event, time),
    sumCard("Waiting at barriers", "team-barriers", "time", event, time),
    sumCard("Waiting for threads and the system", "blocking", "waiting", awaited, time)];
  $("cards").replaceChildren(...cards.filter(c => c));
  $("run-facts").before($("messages"));
  $("run-facts").append($("facts"));
}
