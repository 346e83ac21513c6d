// find.js - find a name, a line or a text anywhere in the page; print the page.
//
// SPDX-License-Identifier: Apache-2.0
//
// Uses what report.js, state.js and summary.js define.

"use strict";

const MOST_FOUND = 8, MOST_PRINTED = 25;
const PAPER = 720;            // pixels across a printed page

// ---- Finding

function foundFunctions(isWanted) {
  return rowsOf("flat").filter(r => r.kind !== "other"
    && [r.name, r.function, r.location].some(t => t && isWanted(t)))
    .map(r => ({ what: r.name, note: (r.location || "") + "  "
                 + (r.running_percent ?? r.self_percent ?? 0).toFixed(1) + "\u202f%",
                 href: addressOf("Flame graph", { search: r.function }) }));
}

function foundLines(isWanted) {
  return data.sources.flatMap(s => s.lines.flatMap((text, i) =>
    isWanted(text) ? [{ what: text.trim(), note: s.file + ":" + (i + 1),
      href: addressOf("Sources", { at: s.file + ":" + (i + 1) }) }] : []));
}

// The tabs of tables, with how many rows have it.
function foundTables(isWanted, text) {
  return [...tabs.keys()].flatMap(name => {
    const rows = data.tables.filter(t => viewNames[t.view] === name)
      .flatMap(t => t.rows).filter(r => hasText(r, isWanted)).length;
    return rows ? [{ what: name, note: rows + (rows > 1 ? " rows" : " row"),
                     href: addressOf(name, { filter: text }) }] : [];
  });
}

function foundGroup(title, found) {
  if (!found.length) return [];
  const more = found.length - MOST_FOUND;
  return [element("h2", {}, title),
    ...found.slice(0, MOST_FOUND).map(f => element("a", { href: f.href, title: f.what,
      onclick: closeFinder }, element("span", { class: "what" }, f.what),
      element("span", { class: "place" }, f.note))),
    more > 0 ? element("p", { class: "hint" }, "and " + more + " more") : null];
}

function find() {
  const text = $("find").value.trim(), box = $("found");
  box.hidden = !text;
  if (!text) return;
  const isWanted = matcher(text);
  const groups = [...foundGroup("Functions", foundFunctions(isWanted)),
    ...foundGroup("Tables", foundTables(isWanted, text)),
    ...foundGroup("Source lines", foundLines(isWanted))].filter(e => e);
  box.replaceChildren(...(groups.length ? groups
    : [element("p", { class: "hint" }, "Nothing has that.")]));
}

function closeFinder() {
  $("found").hidden = true;
  $("find").blur();
}

// Enter goes to what is found first, arrow keys to the others.
function finderKey(event) {
  const links = [...$("found").querySelectorAll("a")];
  const at = links.indexOf(document.activeElement);
  if (event.key === "Escape") closeFinder();
  else if (event.key === "Enter" && at < 0 && links.length) links[0].click();
  else if (event.key === "ArrowDown" && links[at + 1]) links[at + 1].focus();
  else if (event.key === "ArrowUp" && at >= 0) (links[at - 1] || $("find")).focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function prepareFinder() {
  $("find").addEventListener("input", find);
  $("find").addEventListener("focus", find);
  for (const id of ["find", "found"])
    $(id).addEventListener("keydown", finderKey);
  document.addEventListener("click", event => {
    if (!event.target.closest("#finder")) $("found").hidden = true;
  });
}

// ---- Printing: what is on show; with the summary, the most of each table.

function printedTables() {
  return Object.entries(viewNames).flatMap(([view]) =>
    data.tables.filter(t => t.view === view && t.rows.length && t.name !== "grid"
                            && t.name !== "findings")
      .map(t => makeTable(t, "", MOST_PRINTED)));
}

function beginPrinting() {
  onPaper = true;
  if (currentTab === "Summary")
    document.querySelector("main").append(
      element("section", { id: "printed" }, ...printedTables()));
  fitFlame(PAPER);
}

function endPrinting() {
  onPaper = false;
  if ($("printed")) $("printed").remove();
  fitFlame(0);
}

addEventListener("beforeprint", beginPrinting);
addEventListener("afterprint", endPrinting);
