// changes.js - the first screen of a comparison: what changed, by how much.
//
// SPDX-License-Identifier: Apache-2.0
//
// All of it is in the tables of changes, which their tab shows whole.  Uses what
// report.js and summary.js define.

"use strict";

const comparesRuns = () => rowsOf("changed").length > 0;
const isMore = row => row.difference > 0;
const beyond = row => row.beyond === 1;

// Whether ROW is of an event that changed in one function, which is among ROWS, too.
const isOfOne = (row, rows) => rows.some(r => r.figure === row.figure
  && r.name.startsWith(row.name + " in ")
  && Math.abs(r.difference - row.difference) <= Math.abs(row.difference) / 100);

// The time that functions took themselves: of both kinds where some wait.
const changedTimes = () => {
  const rows = rowsOf("changed-functions");
  const own = rows.some(r => r.figure === "running") ? ["running", "waiting"] : ["self"];
  return rows.filter(r => own.includes(r.figure) && !isOfOne(r, rows))
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
};

const innermost = path => {
  const names = path.name.split(" < ");
  return [names[0], names[0] + " in " + names[1]];
};

// Paths that did not change as their innermost function did, as where it is called
// more by one caller and less by another.
const changedPaths = functions =>
  rowsOf("changed-paths").filter(r => r.figure === "self" && beyond(r)
    && !functions.some(f => innermost(r).includes(f.name) && isMore(f) === isMore(r)))
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));

const byHowMuch = row => row.by
  ? " (" + row.by.replace("-", "\u2212").replace(" ", "\u202f") + ")" : "";
const bothSides = row => (row.old_text || "0") + " \u2192 " + (row.new_text || "0");
const sizeOf = row =>
  format[row.unit === "ns" ? "time" : row.unit === "bytes" ? "bytes" : "count"](
    Math.abs(row.difference));

// ---- What changed, in words

function changeItem(row) {
  const verb = row.figure === "waiting" ? "waits" : row.figure === "running" ? "runs"
             : "takes";
  return element("li", { class: isMore(row) ? "worse" : "better" },
    element("p", {}, row.name + " " + verb + " " + sizeOf(row)
      + (isMore(row) ? " more: " : " less: ") + bothSides(row) + byHowMuch(row) + "."),
    element("p", { class: "more-of-it" }, placeLink(row.location),
      tableLink(row.table, "table")));
}

function unchangedItem() {
  const noise = data.facts.find(f => f[0] === "Noise");
  const whole = rowsOf("changed").filter(beyond)
    .map(r => nameOfFigure(r) + byHowMuch(r)).join(", ");
  return element("li", { class: "top" },
    element("p", {}, (whole ? whole + " changed by more than the noise, but no function\u2019s"
        + " own time did" : "No function\u2019s own time changed by more than the noise")
      + (noise ? "; the noise is " + noise[1] : "") + "."),
    element("p", { class: "more-of-it" }, tableLink("changed-functions", "table")));
}

// ---- Key figures: what they are now, and were

const changedNames = { duration: "Time", processor: "Processor", ready: "Ready", total: "Thread time",
  allocated: "Allocated", live: "Not freed", peak: "Peak memory", calls: "Calls" };

const nameOfFigure = row => changedNames[row.figure] || row.figure;

function changedFigure(row) {
  const item = figureItem({ name: nameOfFigure(row),
    value: row.new_text || "0",
    note: row.difference ? "was " + (row.old_text || "0") + byHowMuch(row)
                         : "as before" });
  if (beyond(row)) item.classList.add(isMore(row) ? "worse" : "better");
  return item;
}

// ---- The largest changes

function changesCard(title, table, rows, isFaint) {
  const shown = rows.slice(0, 8);
  const most = Math.max(...shown.map(r => Math.abs(r.difference)));
  if (!shown.length) return null;
  const result = card(title, tableLink(table, "all"), bars(shown.map(r => {
    const name = r.name + (r.figure === "waiting" ? ", waiting" : "");
    const row = barRow(name, 100 * Math.abs(r.difference) / most,
      (isMore(r) ? "+" : "\u2212") + sizeOf(r), r.location);
    row.title = name + ": " + bothSides(r) + byHowMuch(r);
    row.className = isFaint ? "faint" : isMore(r) ? "worse" : "better";
    return row;
  })));
  return result;
}

function fillChanges() {
  const times = changedTimes(), real = times.filter(beyond);
  const memory = rowsOf("changed-allocations")
    .filter(r => r.figure === "bytes" && beyond(r))
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
  const paths = changedPaths(real);
  const items = [...real.map(r => ({ ...r, table: "changed-functions" })),
                 ...paths.map(r => ({ ...r, table: "changed-paths" }))]
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference)).slice(0, 5);
  $("findings").replaceChildren(...(items.length ? items.map(changeItem)
                                                  : [unchangedItem()]));
  $("figures").replaceChildren(...rowsOf("changed").map(changedFigure));
  const cards = [
    changesCard("More time", "changed-functions", real.filter(isMore)),
    changesCard("Less time", "changed-functions", real.filter(r => !isMore(r))),
    changesCard("Call paths", "changed-paths", paths),
    changesCard("Memory allocated", "changed-allocations", memory)];
  if (!items.length)
    cards.push(changesCard("Largest differences, within the noise",
      "changed-functions", times.filter(r => r.difference), true));
  $("cards").replaceChildren(...cards.filter(c => c));
  $("run-facts").hidden = true;
}
