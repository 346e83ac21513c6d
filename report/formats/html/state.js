// state.js - what is on show is in the page's address, and keys lead everywhere.
//
// SPDX-License-Identifier: Apache-2.0
//
//   #Flame graph?thread=2&width=1&search=malloc&zoom=main;parse
//
// So a view can be passed on, and the browser's Back works.  Each tab keeps its
// own part.  Uses what report.js defines.

"use strict";

// Of each tab that has been open, and the one that is.
const shownIn = new Map();
let currentTab = "";

const addressOf = (tab, params) => {
  const text = String(new URLSearchParams(params || {}));
  return "#" + encodeURIComponent(tab) + (text ? "?" + text : "");
};

// The open tab shows CHANGES now; what is empty is left out.
function noteState(changes) {
  const params = shownIn.get(currentTab) || new URLSearchParams();
  for (const [key, value] of Object.entries(changes))
    if (value === "" || value === null) params.delete(key);
    else params.set(key, value);
  shownIn.set(currentTab, params);
  history.replaceState(null, "", addressOf(currentTab, params));
}

// The tab and the rest that the address asks for.
function readAddress() {
  const text = location.hash.slice(1), mark = text.indexOf("?");
  const name = decodeURIComponent(mark < 0 ? text : text.slice(0, mark));
  return [name, new URLSearchParams(mark < 0 ? "" : text.slice(mark + 1))];
}

function followAddress() {
  const [name, params] = readAddress();
  const tab = tabs.has(name) ? name : tabs.keys().next().value;
  shownIn.set(tab, params);
  openTab(tab, true);
}

// ---- Keys

const keyHelp = [
  ["1 \u2026 9", "open a tab"], ["/", "search or filter"],
  ["F", "find in all of the page"],
  ["Esc", "leave the search; zoom out"], ["?", "this help"],
  ["\u2191 \u2193 \u2190 \u2192",
   "flame graph and call tree: caller, callee, neighbours; unfold, fold"],
  ["Enter, W", "zoom into the selected bar"], ["S", "zoom out"],
  ["A, D", "zoom to the bar beside"], ["Home, 0", "zoom out altogether"],
  ["N, Shift+N", "next and previous bar that was found"],
  ["O", "what the search finds: only that, all without it, all"],
  ["I", "callers below, from what took the time itself"],
  ["B", "in a comparison: colour what changed, or functions by their names"],
  ["C", "source of the selected bar"],
  ["*", "call tree: unfold all that is below"],
  ["\u2190 \u2192 \u2191 \u2193",
   "processor use over time, once it is pointed at, and time ranges (of runs with "
   + "--trace): earlier, later; a smaller, a larger part"]
];

function toggleHelp() {
  const box = $("keys");
  if (!box.firstChild)
    box.append(element("h2", {}, "Keys"), element("table", {},
      ...keyHelp.map(([key, what]) => element("tr", {},
        element("th", { scope: "row" }, key), element("td", {}, what)))),
      element("button", { type: "button", onclick: toggleHelp }, "Close"));
  if (box.open) box.close();
  else box.showModal();
}

// The search or filter of what is on show.
function searchField() {
  return [...document.querySelectorAll("main input[type=search]")]
    .find(e => e.offsetParent !== null);
}

const isField = e => /^(INPUT|SELECT|TEXTAREA)$/.test(e.tagName);

// What keys do in each tab: a function of the key, true if it has a use for it.
// The flame graph of a range has its own once it was pointed at.
const isAt = id => $(id).contains(document.activeElement);
const keysOf = { flame: key => isAt("when") ? whenKey(key)
                   : tabs.get(currentTab).open !== openRanges || isAt("flame-view")
                   ? flameKey(key) : rangeKey(key),
                 tree: key => treeKey(key) };

function pressed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const { key, target } = event;
  if (isField(target)) {
    if (key === "Escape") target.blur();
    return;
  }
  if ($("keys").open || (target.closest && target.closest("nav"))
      && key.startsWith("Arrow"))
    return;
  const onButton = /^(BUTTON|A)$/.test(target.tagName)
    && (key === "Enter" || key === " ");
  const own = keysOf[tabs.get(currentTab).section];
  if (!onButton && own && own(key)) event.preventDefault();
  else if (key === "?") toggleHelp();
  else if (key === "f" || key === "F") {
    $("find").focus();
    event.preventDefault();
  } else if (key === "/") {
    const field = searchField();
    if (!field) return;
    field.focus();
    event.preventDefault();
  } else if (/^[1-9]$/.test(key)) {
    const name = [...tabs.keys()][Number(key) - 1];
    if (name) openTab(name);
  }
}

// Among the tabs, as in all lists of tabs.
function tabKey(event) {
  const names = [...tabs.keys()], at = names.indexOf(currentTab);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0,
               End: names.length - 1 }[event.key];
  if (to === undefined) return;
  const name = names[(to + names.length) % names.length];
  openTab(name);
  tabs.get(name).button.focus();
  event.preventDefault();
}
